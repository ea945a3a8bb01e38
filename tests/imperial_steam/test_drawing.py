"""The picture of an Imperial Steam position: sound SVG, everything findable, nothing that the viewer may not know."""

from __future__ import annotations

import itertools
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from pictures import NASTY, SVG, drawn, ids

from imperial_steam.scene import Scene
from machinehall.draw import letters
from machinehall.draw.theme import THEMES, theme
from machinehall.kernel.title import Title
from machinehall.titles.imperial_steam import title as imperial_steam
from machinehall.titles.imperial_steam.drawing import WORDS, svg
from machinehall.titles.imperial_steam.drawing.panels import panels
from machinehall.titles.imperial_steam.drawing.panels import scene as canvas
from machinehall.titles.imperial_steam.drawing.places import PLACE, Frame, layout
from machinehall.titles.imperial_steam.drawing.scene import places
from machinehall.titles.imperial_steam.rules.lay_tracks import effort

SETUPS = (0, 1, 2)


@cache
def title() -> Title:
    return imperial_steam()


def walk(seats: int, seed: int, options: dict[str, int] | None = None) -> Iterator[tuple[Any, int]]:
    """Every decision of a random match that likes to build: the state and a seat that is to act."""
    t, rng = title(), random.Random(seed)
    state = t.start(seats=seats, options=options or {}, rng=rng)
    liked = {"do lay": 30, "do build": 20, "do recruit": 10, "do pass": 0.01, "sell": 0.05, "done": 0.3}
    while True:
        t.deal(state, rng)
        if not state.stack:
            return
        seat = t.to_act(state)[0]
        yield state, seat
        legal = t.legal(state, seat)
        if legal[0].kind == "bid":
            legal = legal[2:8]
        weights = [liked.get(t.lookup.actions.text(a), 1) for a in legal]
        t.apply(state, seat, rng.choices(legal, weights)[0])


@cache
def samples(seats: int) -> list[tuple[Any, int]]:
    """One position of each kind of decision, and the last one."""
    found: dict[str, tuple[Any, int]] = {}
    last = None
    for state, seat in walk(seats, seats):
        found.setdefault(state.stack[-1][0], (state.clone(), seat))
        last = state
    assert last is not None and len(found) > 8
    return [*found.values(), (last, 0)]


def draw(state: Any, seat: int | None, **more: Any) -> str:
    return drawn(title(), state, seat, **more)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", THEMES)
def test_sound_svg(seats: int, name: str) -> None:
    colours = set(theme(name).colours.values())
    for state, seat in samples(seats)[:: 2 if name == "dark" else 1]:
        for viewer in (seat, None):
            text = draw(state, viewer, theme=name)
            root = ET.fromstring(text)
            found = ids(root)
            assert len(found) == len(set(found)), sorted(i for i in found if found.count(i) > 1)
            used = {e.attrib["href"].removeprefix("#") for e in root.iter(f"{SVG}use")}
            assert used | set(re.findall(r"url\(#([^)]+)\)", text)) <= set(found)
            assert {e.attrib["id"] for e in root.iter(f"{SVG}symbol")} <= used, "only what is used travels along"
            assert set(re.findall("#[0-9A-Fa-f]{6}", text)) <= colours
            assert not re.search(r"var\(|foreignObject|<filter|dominant-baseline|=.(nan|inf)\b", text)
            assert root[0].tag == f"{SVG}title"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_text_leaves_the_board(seats: int) -> None:
    for state, seat in samples(seats):
        for e in ET.fromstring(draw(state, seat)).iter(f"{SVG}text"):
            face = "display" if e.get("class") == "mh-d" else "ui"
            words = (e.text or "") + "".join(k.tail or "" for k in e)
            long = letters.width(words, float(e.attrib["font-size"]), int(e.attrib["font-weight"]), face)
            x, y = float(e.attrib["x"]), float(e.attrib["y"])
            left = x - {"middle": long / 2, "end": long}.get(e.get("text-anchor", ""), 0)
            assert left >= 0 and left + long <= 1440 and y <= 900, words


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_choice_glows(seats: int) -> None:
    t = title()
    for state, seat in [(s.clone(), k) for i, (s, k) in enumerate(walk(seats, 20 + seats)) if i % 17 == 0]:
        view, legal = t.view(state, seat), t.legal(state, seat)
        root = ET.fromstring(str(svg(t.lookup, view, legal=legal)))
        glowing = {e.attrib["id"]: e for e in root.iter() if e.get("class") == "mh-legal"}
        found = places(t.lookup, state, seat, legal)
        assert sorted(text for texts in found.values() for text in texts) == sorted(map(t.lookup.actions.text, legal))
        assert set(glowing) == set(found)
        for place, texts in found.items():
            assert glowing[place].attrib["data-act"] == texts[0]
            assert glowing[place].get("data-acts", texts[0]) == "|".join(texts)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_places_have_stable_ids(seats: int) -> None:
    t = title().lookup
    state, seat = samples(seats)[1]
    found = set(ids(ET.fromstring(draw(state, seat))))
    assert {f"link-{i}" for i in t.links} | {f"city-{i}" for i in t.cities} <= found
    assert {f"column-{i}" for i in t.columns} | {f"tile-{i}" for i in t.action_tiles} <= found
    assert {f"market-{i}" for i in t.goods} | {f"own-{i}" for i in t.goods} <= found
    assert {f"seat-{k}" for k in range(seats)} <= found
    assert {f"post-{i}" for i in t.domains["post"]} | {f"price-{i}" for i in t.share_price} <= found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cities_keep_clear_of_each_other_in_every_setup(seats: int) -> None:
    t = title()
    assert set(PLACE) == set(t.lookup.cities)
    for setup in SETUPS:
        for seed in range(4):
            rng = random.Random(seed)
            state = t.start(seats=seats, options={"setup": setup}, rng=rng)
            t.deal(state, rng)
            frames = layout(t.lookup, state).frames
            assert not [(i, j) for i, a in enumerate(frames) for j, b in enumerate(frames[:i]) if touch(a, b)]


def touch(a: Frame, b: Frame) -> bool:
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def test_names_are_escaped() -> None:
    state, seat = samples(4)[3]
    root = ET.fromstring(draw(state, seat, names=[NASTY] * 4, words=dict.fromkeys(WORDS, NASTY)))
    assert not list(root.iter(f"{SVG}b"))


def test_secrets_make_no_difference() -> None:
    """Other bids and other purses of the others, the same picture."""
    t = title()
    for k, (state, seat) in enumerate(walk(3, 1, {"hidden_money": 1})):
        if k < 2 or k % 40 == 0:
            viewer = (seat + 1) % 3
            other = t.sample(t.view(state, viewer), random.Random(5))
            assert draw(other, viewer) == draw(state, viewer)


def test_words_can_be_translated() -> None:
    state, seat = samples(2)[0]
    text = draw(state, seat, words={"draw.market": "Marché", "draw.trains": "Поезда"}, fonts=True)
    assert "Marché" in text and "Поезда" in text
    assert text.count("@font-face") == 12, "latin, its extension and cyrillic, four faces each"


@pytest.mark.rule("IS-8.9")
def test_a_second_track_shows_what_it_still_costs() -> None:
    """Experience left over from the first track serves the second: the price on the link is what is left to pay."""
    t, seen = title(), 0
    for seed in range(1, 6):
        for state, seat in walk(3, seed):
            kind, _, args = state.stack[-1]
            links = [a.args[0] for a in t.legal(state, seat) if a.kind == "track"]
            if kind != "track" or not args.spare or not links:
                continue
            root = ET.fromstring(draw(state, seat))
            chips = next(e for e in root.iter(f"{SVG}g") if e.get("id") == "chips")
            prices = [g.findtext(f"{SVG}text") for g in chips.iter(f"{SVG}g") if g.get("pointer-events") == "none"]
            owed = [max(0, effort(t.lookup, state, seat, link) - args[1]) for link in links]
            assert sorted(int(price or -1) for price in prices) == sorted(owed)
            seen += 1
    assert seen > 0


def test_an_action_tile_can_be_pointed_at_everywhere() -> None:
    """Also where it cannot be chosen: else the middle of it would be the board behind, which knows no reason."""
    seen = set()
    for state, seat in samples(3):
        root = ET.fromstring(drawn(title(), state, seat))
        for name in title().lookup.action_tiles:
            tile = next(one for one in root.iter() if one.get("id") == f"tile-{name}")
            first = next(tile.iter(f"{SVG}rect"))
            assert first.get("fill") not in (None, "none"), name
            seen.add(tile.get("class"))
    assert len(seen) > 1


def _texts(drawing: str, name: str) -> list[ET.Element]:
    """The letters within a group of a drawing."""
    root = ET.fromstring(drawing)
    return list(next(one for one in root.iter() if one.get("id") == name).iter(f"{SVG}text"))


@pytest.mark.parametrize("standing", [(9, 9, 10, 20), (0, 0, 20, 20), (9, 10, 9, 11)])
def test_two_metropolises_at_one_column_can_both_be_read(standing: tuple[int, ...]) -> None:
    scene = Scene("RVB")
    scene.s.metropolises = standing
    drawing, flags = draw(scene.s, 0), []
    for hub in title().lookup.hubs:
        (name,) = _texts(drawing, f"marker-{hub}")
        long = letters.width(name.text or "", float(name.attrib["font-size"]), 700, "display")
        flags.append((float(name.attrib["x"]) - long / 2, float(name.attrib["x"]) + long / 2))
    flags.sort()
    assert all(left[1] < right[0] for left, right in itertools.pairwise(flags)), flags


def test_the_market_of_a_small_desk_is_as_wide_as_its_panel_and_named() -> None:
    scene = Scene("RV")
    t, view = title().lookup, title().view(scene.s, 0)
    told = panels(canvas(t, view, "light", [], ["Ola", "Bo"], {}, None, None), "compact")
    tracks = next(panel for panel in told if panel.id == "tracks")
    drawing = f'<svg xmlns="{SVG[1:-1]}">{tracks.body}</svg>'
    root = ET.fromstring(drawing)
    assert WORDS["draw.market"] in [e.text for e in root.iter(f"{SVG}text")]
    moved = next(g for g in root.iter(f"{SVG}g") if any(e.get("id") == "market" for e in g) and g.get("transform"))
    scale = float(re.findall(r"scale\(([\d.]+)\)", moved.attrib["transform"])[0])
    assert 0.9 * tracks.width < 204 * scale < tracks.width


def test_what_is_held_has_a_heading_only_where_there_is_something() -> None:
    for engineers, held in (("", False), ("bridge", True)):
        scene = Scene("RV").player("R", engineers=engineers)
        told = [e.text for e in _texts(draw(scene.s, 0), "held")]
        assert (WORDS["draw.held"] in told) is held, told
