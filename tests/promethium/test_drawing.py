"""The Design Office has a board of its own: each choice stands on a plate, and a closed plate says why."""

from __future__ import annotations

import copy
import html
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest

import machinehall as mh
from machinehall.draw.look import SIZES, Panel, look_of
from machinehall.kernel.wording import Titled
from machinehall.titles.promethium.drawing.office import PLATES
from machinehall.titles.promethium.drawing.panels import scene
from machinehall.titles.promethium.drawing.seats import card_line, element_lines, holdings, rivals, seat_card
from machinehall.titles.promethium.state import SEATS
from machinehall.titles.promethium.words.effects import PromethiumEffects
from machinehall.words import say

HIGH = 202.0
"""A card of another seat on a phone."""
NAMES = ("Ola", "Ines", "Tove", "Marek")
ACTS = re.compile(r'data-acts?="([^"]*)"')
ENDS = re.compile(r'id="end-([^"]*)"')
CORNERS = "./{*}path"
"""Corners around a place: two strokes, which nothing else on an end or a card has."""
ID = re.compile(r'\bid="([^"]*)"')
KINDS = {"realise", "expedition", "patent", "play", "chemist", "machinist", "engineer", "financier"}


class Spot(NamedTuple):
    """A position to look at."""

    seats: int
    view: dict[str, Any]
    legal: list[Any]
    texts: list[str]


@cache
def spots() -> list[Spot]:
    """Positions of the phase; of each frame some."""
    found: dict[tuple[int, str], list[Spot]] = {}
    for seats in (2, 3, 4):
        match, rng = mh.Match(mh.title("promethium"), seats, seats), random.Random(seats)
        while match.to_act:
            seat = match.to_act[0]
            view, legal = match.view(seat), match.legal(seat)
            if view["phase"] == 2:
                key = (seats, view["stack"][-1][0])
                found.setdefault(key, []).append(Spot(seats, view, legal, [match.text(a) for a in legal]))
            taken = [action for action in legal if match.text(action) == "play opportunism"]
            match.play(rng.choice(taken or legal), seat)
    return [spot for rows in found.values() for spot in rows[:6]]


def boards(size: str) -> Iterator[tuple[Spot, Panel]]:
    look = look_of(mh.title("promethium"))
    for spot in spots():
        names = NAMES[: spot.seats]
        panels = look.panels(spot.view, theme="light", legal=spot.legal, names=names, say=say("en"), size=size)
        yield spot, next(panel for panel in panels if panel.id == "board")


@pytest.mark.parametrize("size", SIZES)
def test_every_choice_of_a_turn_is_on_its_plate(size: str) -> None:
    turns = 0
    for spot, board in boards(size):
        if spot.view["stack"][-1][0] == "turn":
            turns += 1
            shown = {act for acts in ACTS.findall(board.body) for act in html.unescape(acts).split("|")}
            assert shown == {text for text in spot.texts if text.split()[0].partition("-")[0] in KINDS}
            there = set(ID.findall(board.body))
            assert {f"plate-{kind}" for kind in PLATES} <= there and "fair" not in there
    assert turns > 6


@pytest.mark.parametrize("size", SIZES)
def test_choices_on_the_grid_bring_it_back(size: str) -> None:
    seen = set()
    for spot, board in boards(size):
        on_grid = any(text.split()[0] in ("cell", "end", "line") for text in spot.texts)
        there = set(ID.findall(board.body))
        assert ("fair" in there) == on_grid and ("office" in there) != on_grid
        seen.add(on_grid)
    assert seen == {True, False}


def test_a_plate_says_that_influence_is_lacking_also_for_schemes_and_experts() -> None:
    """A poor seat with an Engineer and a card for the office: each of the plates has the same reason."""
    title = mh.title("promethium")
    spot = next(spot for spot in spots() if spot.view["stack"][-1][0] == "turn")
    seat = spot.view["seat"]
    view = copy.deepcopy(spot.view) | {"influence": [0] * spot.seats}
    view["elements"][SEATS + seat]["engineer"] = 1
    view["hand"][seat] = ["subsidies"]
    legal, names = [title.parse("pass")], NAMES[: spot.seats]
    panels = look_of(title).panels(view, theme="light", legal=legal, names=names, say=say("en"), size="wide")
    body = next(panel for panel in panels if panel.id == "board").body
    for kind in ("play", "engineer", "patent"):
        plate = body[body.index(f'id="plate-{kind}"') :]
        assert 0 < plate.index("Too little influence.") < 1500, kind


def test_on_a_phone_the_plates_stand_two_by_two() -> None:
    """One long column hid half of the actions below the screen; whatever can be done comes before what cannot."""
    frame = re.compile(r'<g id="plate-(\w+)"[^>]*><rect x="([^"]+)" y="([^"]+)" width="([^"]+)" height="([^"]+)"')
    offices = 0
    for spot, board in boards("narrow"):
        found = [(kind, *map(float, box)) for kind, *box in frame.findall(board.body)]
        if not found:
            continue
        offices += 1
        columns = [[plate for plate in found if plate[1] == x] for x in sorted({plate[1] for plate in found})]
        assert len(columns) == 2 and columns[0][0][1] + columns[0][0][3] < columns[1][0][1]
        for column in columns:
            # Each begins right below the one before, however high its neighbour is.
            ends = [y + h for _, _, y, _, h in column]
            assert all(0 < y - end < 15 for end, (_, _, y, _, _) in zip(ends, column[1:], strict=False))
        lower, higher = sorted((column[-1][2] + column[-1][4] for column in columns), reverse=True)
        assert lower - higher < max(h for *_, h in found)
        can = [any(text.partition(" ")[0].partition("-")[0] == kind for text in spot.texts) for kind, *_ in found]
        assert can == sorted(can, reverse=True) and len(can) == len(KINDS)
    assert offices > 6


def test_a_closed_plate_says_why() -> None:
    look, closed = look_of(mh.title("promethium")), 0
    for spot in spots():
        view = spot.view
        if view["stack"][-1][0] != "turn":
            continue
        panel = look.panels(
            view, theme="light", legal=spot.legal, names=NAMES[: spot.seats], say=say("en"), size="wide"
        )[0]
        for kind in ("chemist", "machinist", "engineer", "financier"):
            plate = panel.body.split(f'id="plate-{kind}"')[1].split('id="plate-')[0]
            if not any(text.startswith(kind) for text in spot.texts):
                closed += 1
                none = not view["elements"][2 + view["seat"]][kind]
                assert ("You have none." in plate) == none and PLATES[kind][1] in plate
                assert kind != "chemist" or none or "Minerals: " in plate or "Too little" in plate
    assert closed > 6


def test_a_plate_of_projects_says_that_no_project_has_all_its_tiles() -> None:
    """To be told that it is not possible now told nothing that the closed plate did not show."""
    closed = 0
    for spot, board in boards("wide"):
        assert "Not possible now" not in board.body
        if "pass" in spot.texts and spot.view["influence"][spot.view["seat"]]:
            none = not any(text.startswith("realise") for text in spot.texts)
            assert ("No project has all its tiles." in board.body) == none
            closed += none
    assert closed


@pytest.mark.parametrize("size", SIZES)
def test_what_a_project_asks_for_stands_on_its_plate(size: str) -> None:
    """Eight empty plates stood there, and on a phone none of the tiles to choose from was in sight."""
    seen = set()
    for spot, board in boards(size):
        onward = {text for text in spot.texts if text.split()[0] in ("use", "activate")}
        if onward and "pass" not in spot.texts:
            plate = board.body.split('id="plate-realise"')[1].split('<g id="plate-patent"')[0]
            assert {act for acts in ACTS.findall(plate) for act in html.unescape(acts).split("|")} == onward
            asked = {text.split()[0] for text in onward}
            assert size != "wide" or ("Activate a project" in plate) == ("activate" in asked)
            seen |= asked
    assert seen == {"use", "activate"}


def part(body: str, ident: str) -> ElementTree.Element:
    """What belongs to one place of a drawing."""
    found = ElementTree.fromstring(f"<svg>{body}</svg>").find(f".//*[@id='{ident}']")
    assert found is not None, ident
    return found


def asked_for(kind: str, seats: int = 3) -> Iterator[tuple[dict[str, Any], list[str], dict[str, str]]]:
    """Positions in which something of the fair is asked: the view, the choices, the panels."""
    title = mh.title("promethium")
    match, look, rng = mh.Match(title, seats, 5), look_of(title), random.Random(5)
    while match.to_act and match.view(match.to_act[0])["round"] < 2:
        seat = match.to_act[0]
        view, legal = match.view(seat), match.legal(seat)
        if view["stack"][-1][0] == kind:
            panels = look.panels(view, theme="light", legal=legal, names=NAMES[:seats], say=say("en"), size="wide")
            yield view, [match.text(a) for a in legal], {panel.id: panel.body for panel in panels}
        match.play(rng.choice(legal), seat)


def test_a_click_on_a_tile_names_its_row_or_its_column_and_a_line_glows_where_the_token_will_lie() -> None:
    title, asked = mh.title("promethium"), 0
    t = title.lookup
    for view, texts, panels in asked_for("line"):
        asked += 1
        for cell in t.used_cells[3]:
            place = re.search(rf'id="cell-{t.cells[cell]}"[^>]*', panels["board"])
            lines = {f"line {t.lines[line]}" for line in t.used_lines[3] if cell in t.line_cells[3][line]}
            found = ACTS.findall(place[0]) if place else []
            assert {act for acts in found for act in acts.split("|")} == lines & set(texts)
        for line in t.used_lines[3]:
            if f"line {t.lines[line]}" in texts:
                link = part(panels["board"], f"line-{t.lines[line]}")
                ends = (2 * line, 2 * line + 1)
                shown = [e for e in ends if link.find(f".//*[@id='end-{t.ends[e]}']") is not None]
                assert shown == [end for end in ends if view["end_owner"][end] < 0][:1]
    assert asked > 6


def test_each_of_equal_tokens_glows() -> None:
    """Of two threes the second did not glow, and a click on it did nothing."""
    several = 0
    for view, texts, panels in asked_for("token"):
        own = view["tokens"][view["seat"]]
        for value in (text.split()[1] for text in texts):
            body = next(body for body in panels.values() if f'id="bid-{value}"' in body)
            glows = part(body, f"bid-{value}").findall(".//*[@class='mh-halo']")
            assert len(glows) == own[value]
            several += own[value] > 1
    assert several > 6


def test_the_end_where_the_token_will_lie_is_marked_while_it_is_chosen() -> None:
    """The question said "there", and nothing on the board did."""
    asked = 0
    for view, texts, panels in asked_for("token"):
        line = view["stack"][-1][2][1]
        marked = [
            e for e in ENDS.findall(panels["board"]) if len(part(panels["board"], f"end-{e}").findall(CORNERS)) > 1
        ]
        first = next(end for end in (2 * line, 2 * line + 1) if view["end_owner"][end] < 0)
        assert texts and marked == [mh.title("promethium").lookup.ends[first]]
        asked += 1
    assert asked > 6


def test_tiles_already_chosen_for_a_project_are_marked() -> None:
    title, seen = mh.title("promethium"), 0
    for view, texts in ((s.view, s.texts) for s in spots() if s.view["stack"][-1][0] == "tiles"):
        kind, who, (card, _) = view["stack"][-1]
        name = texts[0].split()[1]
        chosen = {**view, "stack": [*view["stack"][:-1], [kind, who, [card, 1 << title.lookup.tiles.index(name)]]]}
        drawn = []
        for position in (view, chosen):
            names = NAMES[: view["seats"]]
            panels = look_of(title).panels(position, theme="light", legal=[], names=names, say=say("en"), size="wide")
            tile = part(next(panel.body for panel in panels if panel.id == "own"), f"tile-{name}")
            drawn.append(len(tile.findall("./{*}circle")))
        assert drawn == [0, 1]
        seen += 1
    assert seen


def test_the_card_that_a_theft_is_played_with_is_marked() -> None:
    seen = 0
    for view, texts, panels in asked_for("theft"):
        if "industrial_theft" in view["hand"][view["seat"]]:
            card = part(panels["hand"], "scheme-industrial_theft")
            assert (len(card.findall(CORNERS)) > 1) == any(text.startswith("steal") for text in texts)
            seen += 1
    assert seen


def test_what_still_counts_at_the_end_says_how_much() -> None:
    """Promethium that is left came as a surprise in the final count."""
    spot = spots()[0]
    s = scene(mh.title("promethium").lookup, spot.view, "light", (), NAMES[: spot.seats], {}, None)
    titles = [title for _, _, title in holdings(s, 0)]
    assert titles[:2] == ["Money", "Influence"]
    assert [title.partition(", ")[2] for title in titles[2:4]] == ["£3 each at the end", "£2 each at the end"]


def test_a_card_is_realised_where_it_is_open_and_activated_where_it_is_realised() -> None:
    """A click on a project of the display was told about activating it."""
    title, look = mh.title("promethium"), look_of(mh.title("promethium"))
    for spot in spots():
        done = {card for row in spot.view["realised"] for card in row}
        found = look.places(spot.view, title.actions.all)
        for card in title.lookup.projects:
            kinds = {text.split()[0] for text in found.get(f"card-{card}", [])}
            assert kinds == ({"activate"} if card in done else {"realise"} if card in spot.view["display"] else kinds)


def test_cubes_on_a_project_are_told_in_pounds() -> None:
    """A red "1" beside £14 did not say that it brings £10."""
    spot = next(spot for spot in spots() if spot.view["realised"][spot.view["seat"]])
    seat, look = spot.view["seat"], look_of(mh.title("promethium"))
    card = spot.view["realised"][seat][0]
    for holder, lost in ((-1, "−8"), (seat, "−4")):
        view = copy.deepcopy(spot.view) | {"cubes": {card: 2}}
        view["improvements"][look.title.lookup.improvement_ids.index("corruption_halved")] = holder
        s = scene(look.title.lookup, view, "light", (), NAMES[: spot.seats], look.words(say("en")), None)
        assert f">{lost}</text>" in card_line(s, seat, card, "active", 0, 0, 240)
        told = PromethiumEffects(look.title.lookup, Titled("promethium", say("en"))).now(view, "card", card)
        assert told and told[0].endswith(f"its corruption cubes take £{lost[1:]}.")


def test_a_plate_gives_no_reason_where_no_action_is_asked_for() -> None:
    """While a tile is chosen for a project, nothing else is refused, and its own tiles do not clash."""
    look, asked, others = look_of(mh.title("promethium")), 0, 0
    for spot in spots():
        view, names = spot.view, NAMES[: spot.seats]
        body = look.panels(view, theme="light", legal=spot.legal, names=names, say=say("en"), size="wide")[0].body
        choosing = "pass" in spot.texts
        asked, others = asked + choosing, others + ('id="office"' in body and not choosing)
        if not choosing:
            assert not any(
                told in body for told in ("Not possible", "You have none", "clash", "Too little", "that fit")
            )
        if view["influence"][view["seat"]] < 1:
            assert "clash" not in body, "what is missing is influence"
    assert asked > 6 and others > 2


def test_nothing_of_a_seat_touches_the_edge_of_its_card() -> None:
    """Also where the elements need two lines: what lies lowest keeps a distance."""
    look, two = look_of(mh.title("promethium")), 0
    rect = re.compile(r'<rect x="[^"]+" y="([^"]+)" width="[^"]+" height="([^"]+)"')
    for spot in spots():
        s = scene(look.title.lookup, spot.view, "light", (), NAMES[: spot.seats], look.words(say("en")), None)
        for seat in range(spot.seats):
            frame, *rest = (float(y) + float(h) for y, h in rect.findall(seat_card(s, seat, 0, 0, 374, HIGH)))
            assert frame == HIGH - 0.5 and all(low <= HIGH - 6 for low in rest if low < HIGH), (seat, max(rest))
            two += len(element_lines(s, seat)) > 1
    assert two


def test_cards_that_are_larger_for_spectators_hold_all_that_lies_on_them() -> None:
    look, crowded = look_of(mh.title("promethium")), 0
    badge = re.compile(r'<rect x="[^"]+" y="([^"]+)" width="(?:20|32)" height="(20)"')
    for spot in spots():
        view = mh.Match(mh.title("promethium"), spot.seats, 1).view(None) | spot.view | {"seat": None}
        s = scene(look.title.lookup, view, "light", (), NAMES[: spot.seats], look.words(say("en")), None)
        rows = 1 if spot.seats < 3 else 2
        for grow, card in re.findall(
            r"scale\(([^)]+)\)(.*?)(?=<g transform|$)", rivals(s, s.order(), 0, 0, 626, 510), re.S
        ):
            high = (510 - 8 * (rows - 1)) / rows / float(grow)
            lows = [float(y) + float(h) for y, h in badge.findall(card)]
            assert all(low <= high - 4 for low in lows), (spot.seats, max(lows), high)
            crowded += bool(lows)
    assert crowded
