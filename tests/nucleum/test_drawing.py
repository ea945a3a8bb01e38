"""The picture of a Nucleum position: sound SVG, everything findable, nothing off the board."""

from __future__ import annotations

import math
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from pictures import NASTY, SVG, drawn, ids, part

from machinehall.draw import letters
from machinehall.draw.look import look_of
from machinehall.draw.theme import THEMES, theme
from machinehall.kernel.title import Title
from machinehall.titles.nucleum import title as nucleum
from machinehall.titles.nucleum.drawing import WORDS, svg
from machinehall.titles.nucleum.drawing.pieces import CARD_W
from machinehall.titles.nucleum.drawing.places import PLACE, TILE_W, geography
from machinehall.titles.nucleum.drawing.scene import places
from machinehall.words import say
from nucleum.scene import Scene

TILES = ("a-1", "a-2", "a-3", "a-4", "a-5", *(f"b{k:02}" for k in range(1, 12)))
QUIET = ("recharge", "skip", "done")


@cache
def title() -> Title:
    return nucleum()


def walk(seats: int, seed: int) -> Iterator[tuple[Any, int]]:
    """Every decision of a random match. Recharges are rare, so that it gets busy."""
    t, rng = title(), random.Random(seed)
    state = t.start(seats=seats, options={"barons": 2} if seats == 1 else {}, rng=rng)
    while True:
        t.deal(state, rng)
        if not state.stack:
            return
        seat = t.to_act(state)[0]
        yield state, seat
        legal = t.legal(state, seat)
        busy = [a for a in legal if a.kind not in QUIET]
        t.apply(state, seat, rng.choice(busy if busy and rng.random() < 0.95 else legal))


@cache
def samples(seats: int) -> list[tuple[Any, int]]:
    """One position of each kind of decision, and the last one."""
    found: dict[str, tuple[Any, int]] = {}
    late: dict[str, tuple[Any, int]] = {}
    for state, seat in walk(seats, seats):
        kind = state.stack[-1][0]
        if kind not in found:
            found[kind] = (state.clone(), seat)
        last = state
    late["last"] = (last, 0)
    return [*found.values(), *late.values()]


def draw(state: Any, seat: int | None, **more: Any) -> str:
    return drawn(title(), state, seat, **more)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_sound_svg(seats: int) -> None:
    for k, (state, seat) in enumerate(samples(seats)):
        name = THEMES[k % 2]
        for viewer in (seat, None):
            text = draw(state, viewer, theme=name)
            root = ET.fromstring(text)
            found = ids(root)
            assert len(found) == len(set(found)), sorted(i for i in found if found.count(i) > 1)
            assert {e.attrib["href"].removeprefix("#") for e in root.iter(f"{SVG}use")} <= set(found)
            assert set(re.findall(r"url\(#([^)]+)\)", text)) <= set(found)
            assert set(re.findall("#[0-9A-Fa-f]{6}", text)) <= set(theme(name).colours.values())
            assert not re.search(r"var\(|foreignObject|<filter|dominant-baseline|=.(nan|inf)", text)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_everything_lies_on_the_board(seats: int) -> None:
    for state, seat in samples(seats):
        root = ET.fromstring(draw(state, seat))
        inside = {id(e) for e in part(root, "map").iter()}
        for e in root.iter(f"{SVG}text"):
            if id(e) in inside:
                continue
            face = "display" if e.get("class") == "mh-d" else "ui"
            words = (e.text or "") + "".join(k.tail or "" for k in e)
            long = letters.width(words, float(e.attrib["font-size"]), int(e.attrib["font-weight"]), face)
            x, y = float(e.attrib["x"]), float(e.attrib["y"])
            left = x - {"middle": long / 2, "end": long}.get(e.get("text-anchor", ""), 0)
            assert left >= 0 and left + long <= 1440 and 0 < y <= 900, words


@pytest.mark.parametrize("barons", [1, 2])
def test_the_panel_of_a_baron(barons: int) -> None:
    t, rng = title(), random.Random(barons)
    state = t.start(1, {"barons": barons}, rng)
    t.apply(state, 0, t.parse("experiment a"))
    t.deal(state, rng)
    for viewer in (0, None):
        root = ET.fromstring(draw(state, viewer))
        for b in range(1, barons + 1):
            queue = [e.text for e in part(root, f"queue-{b}").iter(f"{SVG}title")]
            assert queue.count("Obstacle") == 1 and len(queue) == 7, "every tile of the queue in its order"
            assert {f"obstacle-{b}", f"stacks-{b}", f"points-{b}"} <= set(ids(root))
    card = t.lookup.solo.logic.index("l03")
    state.logic, state.logic_deck = card, state.logic_deck & ~(1 << card)
    shown = "".join(part(ET.fromstring(draw(state, 0)), "logic").itertext()) if barons == 1 else "highest number"
    assert "highest number" in shown


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_choice_glows(seats: int) -> None:
    t = title()
    for state, seat in samples(seats)[:-1]:
        view, legal = t.view(state, seat), t.legal(state, seat)
        root = ET.fromstring(str(svg(t.lookup, view, legal=legal)))
        glowing = {e.attrib["id"]: e for e in root.iter() if e.get("class") == "mh-legal"}
        wanted = places(t.lookup, view, legal)
        assert set(glowing) == set(wanted)
        for place, texts in wanted.items():
            assert glowing[place].attrib["data-act"] in texts
        assert sorted(text for texts in wanted.values() for text in texts) == sorted(map(t.actions.text, legal))


@pytest.mark.parametrize("side", ["12", "34"])
def test_the_map_has_room_for_every_tile(side: str) -> None:
    """No city on another, and the spaces of a link far enough apart for tiles; all sites have their places."""
    lookup = title().lookup
    g, b = geography(lookup, side), next(board for board in lookup.board if board.side == side)
    frames = list(g.frames.values())
    for i, (x, y, w, h) in enumerate(frames):
        assert x > 0 and x + w < 830 and y > 0 and y + h < 716
        for x2, y2, w2, h2 in frames[:i]:
            assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y
    for way in g.ways.values():
        for (ax, ay, _), (bx, by, _) in zip(way.spaces, way.spaces[1:], strict=False):
            assert math.dist((ax, ay), (bx, by)) > TILE_W - 2
        assert way.length > len(way.spaces) * (TILE_W - 2)
    assert set(PLACE[side]) == set(b.city_id)
    count = b.urban.bit_count() + b.mines.bit_count() + b.turbines.bit_count() + len(lookup.names.plants)
    assert len(g.cells) == count


@pytest.mark.parametrize("size", ["wide", "medium"])
def test_eight_tiles_in_hand_are_seen_nearly_whole(size: str) -> None:
    """The second action of a tile is no use under the next tile: the word of Recharge makes room."""
    scene = Scene("RB").pool("R", "a-1", "a-2", "a-3", "a-4", "b01", "b02", "b03").turn("R")
    view, legal = title().view(scene.s, 0), title().legal(scene.s, 0)
    shown = look_of(title()).panels(
        view, theme="light", legal=legal, names=("Ola", "Marek"), say=say("en"), size=size, state=scene.s
    )
    drawn = str(next(panel.drawn for panel in shown if panel.id == "hand"))
    lefts = [float(x) for x in re.findall(r'data-piece="tile-[^"]*"><rect x="([\d.]+)"', drawn)]
    assert len(lefts) == 8 and min(b - a for a, b in pairwise(lefts)) > 0.9 * CARD_W
    assert 'id="act-recharge"' in drawn


@pytest.mark.rule("NU-10.6")
def test_what_a_mine_or_turbine_takes_stands_on_its_site() -> None:
    """Its workers, as the thalers of a building do; of a red site also thalers: its edge lies under the glow."""
    scene = (
        Scene("RB").gives("R", workers=6).built("R", "residence-1", "riesa-u1").ask("R", "industrialize", 0, 0, 0, 1, 0)
    )
    legal = title().legal(scene.s, 0)
    shown = look_of(title()).panels(
        title().view(scene.s, 0),
        theme="light",
        legal=legal,
        names=("A", "B"),
        say=say("en"),
        size="wide",
        state=scene.s,
    )
    root = ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{shown[0].drawn!s}</svg>')
    sites = {action.args[1] + 100 * (action.kind == "mine") for action in legal if action.kind in ("mine", "turbine")}
    board = title().lookup.board[2]
    red = [at for at in sites if (board.mine_red if at >= 100 else board.turbine_red) >> at % 100 & 1]
    assert 0 < len(red) < len(sites)
    (tags,) = [one for one in root.iter() if one.get("pointer-events") == "none" and one.tag.endswith("g")]
    told = [one.text for one in tags.iter() if one.tag.endswith("text")]
    assert told.count(f"+{title().lookup.n.industry_red_thaler}") == len(red)
    assert len(told) == len(sites) + len(red)


@pytest.mark.parametrize(("size", "most"), [("wide", 14), ("medium", 14), ("narrow", 15)])
def test_of_many_tiles_in_hand_none_lies_over_another(size: str, most: int) -> None:
    """Both halves of a tile tell it from others; where there is little room they stand one over the other."""
    for more in range(most - 4):
        scene = Scene("RB").pool("R", *TILES[: 5 + more]).turn("R")
        view, legal = title().view(scene.s, 0), title().legal(scene.s, 0)
        shown = look_of(title()).panels(
            view, theme="light", legal=legal, names=("Ola", "Marek"), say=say("en"), size=size, state=scene.s
        )
        panel = next(panel for panel in shown if panel.id == "hand")
        box = r'data-piece="tile-[^"]*"><rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"'
        frames = [tuple(map(float, found)) for found in re.findall(box, str(panel.drawn))]
        assert len(frames) == len(view["pool"][0]) >= 5 + more
        for (ax, ay, aw, ah), (bx, by, _, _) in pairwise(frames):
            assert bx >= ax + 0.9 * aw or by >= ay + ah, (more, size)
        assert all(left + wide <= panel.width and top + high <= panel.height for left, top, wide, high in frames)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_places_have_stable_ids(seats: int) -> None:
    t = title().lookup
    state, seat = samples(seats)[1]
    found = set(ids(ET.fromstring(draw(state, seat))))
    b = t.board[seats]
    assert {f"space-{name}" for i, name in enumerate(t.names.spaces) if b.spaces >> i & 1} <= found
    assert {f"site-{name}" for i, name in enumerate(t.names.urban) if b.urban >> i & 1} <= found
    assert {f"milestone-{value}" for value in t.space_value} <= found
    assert {f"seat-{k}" for k in range(seats)} <= found
    assert {f"coal-{name}" for name in t.names.regions} | {f"plant-{name}" for name in t.names.plants} <= found


def test_names_are_escaped_and_words_translated() -> None:
    state, seat = samples(3)[2]
    root = ET.fromstring(draw(state, seat, names=[NASTY] * 4, words=dict.fromkeys(WORDS, NASTY)))
    assert not list(root.iter(f"{SVG}b"))
    assert "Рынок" in draw(state, seat, words={"draw.market": "Рынок"}, fonts=True)


def test_every_decision_has_a_question() -> None:
    assert {f"draw.ask.{kind}" for kind in title().decisions} <= set(WORDS)


def test_the_tick_of_a_technology_stands_where_its_level_was() -> None:
    """At the right end it lay on the longest formulas."""
    drawing = ET.fromstring(drawn(title(), Scene("RB").tech("R", "a4").s, 0))
    levels = {}
    for name in ("a4", "a5"):
        row = next(one for one in drawing.iter() if one.get("id") == f"tech-{name}")
        levels[name] = [e.text for e in row.iter(f"{SVG}text") if set(e.text or "") == {"I"}]
    assert levels == {"a4": [], "a5": ["II"]}
