"""The Design Office has a board of its own: each choice stands on a plate, and a closed plate says why."""

from __future__ import annotations

import copy
import html
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

import machinehall as mh
from machinehall.draw.look import SIZES, Panel, look_of
from machinehall.titles.promethium.drawing.office import PLATES
from machinehall.titles.promethium.drawing.panels import scene
from machinehall.titles.promethium.drawing.seats import element_lines, rivals, seat_card
from machinehall.titles.promethium.state import SEATS
from machinehall.words import say

HIGH = 202.0
"""A card of another seat on a phone."""
NAMES = ("Ola", "Ines", "Tove", "Marek")
ACTS = re.compile(r'data-acts?="([^"]*)"')
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
        for (_, x, y, w, h), (_, across, beside, *size) in zip(found[::2], found[1::2], strict=True):
            assert x + w < across and (y, w, h) == (beside, *size)
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
