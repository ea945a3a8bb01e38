"""The picture of a position: sound SVG, everything findable, nothing that the viewer may not know."""

from __future__ import annotations

import random
import re
import runpy
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pictures import NASTY, SVG, drawn, ids, part

from machinehall.draw import kit, letters
from machinehall.draw.theme import THEMES, UnknownTheme, theme
from machinehall.kernel.title import Title
from machinehall.titles.promethium import title as promethium
from machinehall.titles.promethium.drawing import WORDS, svg
from machinehall.titles.promethium.drawing.own import _tile_plan
from machinehall.titles.promethium.drawing.scene import places

ROOT = Path(__file__).resolve().parents[1]


@cache
def title() -> Title:
    return promethium()


def walk(seats: int, seed: int) -> Iterator[tuple[Any, int]]:
    """Every decision of a random match: the state and a seat that is to act. Passes are rare, so that it gets busy."""
    t, rng = title(), random.Random(seed)
    state = t.start(seats=seats, options={}, rng=rng)
    while True:
        t.deal(state, rng)
        if not state.stack:
            return
        seat = t.to_act(state)[0]
        yield state, seat
        legal = t.legal(state, seat)
        busy = [a for a in legal if a.kind not in ("pass", "skip", "done", "decline", "sell")]
        t.apply(state, seat, rng.choice(busy if busy and rng.random() < 0.75 else legal))


@cache
def samples(seats: int) -> list[tuple[Any, int]]:
    """Positions of an early, middle and late game, one of each kind of decision and phase."""
    found: dict[tuple[int, str], tuple[Any, int]] = {}
    last = None
    for state, seat in walk(seats, seats):
        found.setdefault((state.phase, state.stack[-1][0]), (state.clone(), seat))
        last = state
    assert last is not None
    return [*found.values(), (last, 0)]


def draw(state: Any, seat: int | None, **more: Any) -> str:
    return drawn(title(), state, seat, **more)


def shown(element: ET.Element) -> list[str]:
    """The texts of a part that are drawn, without the titles."""
    return [(e.text or "") + "".join(k.tail or "" for k in e) for e in element.iter(f"{SVG}text")]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", THEMES)
def test_sound_svg(seats: int, name: str) -> None:
    colours = set(theme(name).colours.values())
    for state, seat in samples(seats):
        for viewer in (seat, (seat + 1) % seats, None):
            text = draw(state, viewer, theme=name)
            root = ET.fromstring(text)
            found = ids(root)
            assert len(found) == len(set(found)), sorted(i for i in found if found.count(i) > 1)
            used = {e.attrib["href"].removeprefix("#") for e in root.iter(f"{SVG}use")}
            assert used <= set(found)
            symbols = {e.attrib["id"] for e in root.iter(f"{SVG}symbol")}
            assert symbols <= used, "only what is used travels along"
            assert set(re.findall("#[0-9A-Fa-f]{6}", text)) <= colours
            assert not re.search(r"var\(|foreignObject|<filter|dominant-baseline|=.(nan|inf)", text)
            assert root.attrib["role"] == "img"
            assert root[0].tag == f"{SVG}title"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everything_lies_on_the_board(seats: int) -> None:
    for state, seat in samples(seats):
        root = ET.fromstring(draw(state, seat))
        for e in root.iter(f"{SVG}text"):
            face = "display" if e.get("class") == "mh-d" else "ui"
            words = (e.text or "") + "".join(k.tail or "" for k in e)
            long = letters.width(words, float(e.attrib["font-size"]), int(e.attrib["font-weight"]), face)
            x, y = float(e.attrib["x"]), float(e.attrib["y"])
            left = x - {"middle": long / 2, "end": long}.get(e.get("text-anchor", ""), 0)
            assert left >= 0 and left + long <= 1440 and 0 < y <= 900, words


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_choice_glows(seats: int) -> None:
    t = title()
    for k, (state, seat) in enumerate(walk(seats, 20 + seats)):
        if k % 9:
            continue
        view, legal = t.view(state, seat), t.legal(state, seat)
        root = ET.fromstring(str(svg(t.lookup, view, legal=legal)))
        legal_ids = {e.attrib["id"] for e in root.iter() if e.get("class") == "mh-legal"}
        for place, texts in places(t.lookup, view, legal).items():
            if place.startswith("act-"):
                assert any(i.startswith(place) for i in legal_ids), (place, texts)
            else:
                assert place in legal_ids, (place, texts)
                assert part(root, place).attrib["data-act"] in texts


def test_names_are_escaped() -> None:
    state, seat = samples(4)[5]
    text = draw(state, seat, names=[NASTY] * 4, words=dict.fromkeys(WORDS, NASTY))
    root = ET.fromstring(text)
    assert not list(root.iter(f"{SVG}b"))
    assert NASTY in "".join(part(root, "initiative").itertext())
    assert kit.esc("\x00\x1b\ud800") == "\ufffd" * 3


def test_face_down_tokens_keep_their_value() -> None:
    t = title()
    state, seat = next((s.clone(), seat) for s, seat in walk(4, 1) if s.stack[-1][0] == "target")
    view = t.view(state, seat)
    root = ET.fromstring(draw(state, seat))
    hidden = [e for e, v in enumerate(view["end_value"]) if v is None]
    own = [e for e, o in enumerate(view["end_owner"]) if o == seat]
    assert hidden and own
    assert all(not shown(part(root, f"end-{t.lookup.ends[e]}")) for e in hidden)
    assert all(shown(part(root, f"end-{t.lookup.ends[e]}")) == [str(view["end_value"][e])] for e in own)


def test_secrets_make_no_difference() -> None:
    """Other secrets of the others, the same picture: what the viewer cannot know is not in it."""
    t = title()
    for state, seat in samples(4):
        viewer = (seat + 1) % 4
        other = t.sample(t.view(state, viewer), random.Random(5))
        assert draw(other, viewer) == draw(state, viewer)


def test_schemes_and_private_projects_of_others() -> None:
    t = title()
    for state, _ in samples(3):
        view = t.view(state, 1)
        root = ET.fromstring(draw(state, 1))
        assert {i.removeprefix("scheme-") for i in ids(root) if i.startswith("scheme-")} == set(view["hand"][1])
        open_cards = {p for f in ("realised", "active", "valued") for row in view[f] for p in row}
        open_cards |= {p for p in view["display"] if p} | set(view["private"][1])
        assert {i.removeprefix("card-") for i in ids(root) if i.startswith("card-")} <= open_cards
        if view["private"][1]:
            assert f"card-{view['private'][1][0]}" in ids(root)
            assert f"card-{view['private'][1][0]}" not in ids(ET.fromstring(draw(state, None)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_places_have_stable_ids(seats: int) -> None:
    t = title()
    state, seat = samples(seats)[1]
    found = set(ids(ET.fromstring(draw(state, seat))))
    side = t.lookup.side[seats]
    assert len([i for i in found if i.startswith("cell-")]) == side * side
    assert len([i for i in found if i.startswith("end-")]) == 4 * side
    assert {f"slot-{k + 1}" for k in range(t.lookup.n.project_display)} <= found
    assert {f"seat-{k}" for k in range(seats)} <= found
    assert {f"improvement-{i}" for i in t.lookup.improvement_ids} <= found
    assert ("neutral" in found) == (seats == 2)


def test_words_can_be_translated() -> None:
    state, seat = samples(2)[0]
    text = draw(state, seat, words={"draw.reserve": "Réserve", "draw.stock": "Запас"}, fonts=True)
    assert "Réserve" in text and "Запас" in text
    assert text.count("@font-face") == 8, "latin and cyrillic, four faces each"


def test_unknown_theme() -> None:
    state, seat = samples(2)[0]
    with pytest.raises(UnknownTheme, match="sepia"):
        draw(state, seat, theme="sepia")


def test_a_figure_below_zero_has_the_sign_of_print_in_what_a_part_is_called() -> None:
    """Titles are shown when the pointer rests there, and read aloud."""
    assert "<title>Ola: −£7</title>" in kit.group("", "score", "Ola: £-7")
    assert "<title>Money −7</title>" in kit.group("", "score", "Money -7")
    assert "<title>Wien-3, IS-8.1</title>" in kit.group("", "score", "Wien-3, IS-8.1")


def test_text_that_fits() -> None:
    assert letters.cut("Cinematograph", 500, 14) == "Cinematograph"
    short = letters.cut("Cinematograph", 40, 14)
    assert short.endswith("…") and letters.width(short, 14) <= 40
    assert letters.lines("Alternating-Current Power Station", 80, 3, 12) == ["Alternating-", "Current Power", "Station"]
    assert letters.setting("Glider", 80, ((1, 14.0), (2, 12.0))) == (14.0, ["Glider"])
    assert kit.n(-0.001) == "0" and kit.n(2.50) == "2.5" and kit.n(3.0) == "3"


def test_no_colour_outside_the_tokens() -> None:
    sources = [*(ROOT / "src/machinehall/draw").glob("*.py"), *ROOT.glob("src/machinehall/titles/*/drawing/*.py")]
    assert len(sources) > 6
    for path in sources:
        assert not re.search(r"#[0-9A-Fa-f]{6}\b|#[0-9A-Fa-f]{3}\b\"", path.read_text(encoding="utf-8")), path.name


def test_tokens_hold_their_contrasts(capsys: pytest.CaptureFixture[str]) -> None:
    assert runpy.run_path(str(ROOT / "scripts/check/tokens.py"))["main"](True) == 0
    assert "**miss**" not in capsys.readouterr().out


def test_icons_come_from_their_script() -> None:
    made = runpy.run_path(str(ROOT / "scripts/make/icons.py"))["symbols"]()
    assert made in (ROOT / "src/machinehall/draw/icons.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("count", range(1, 16))
@pytest.mark.parametrize(("w", "h"), [(392.0, 70.0), (378.0, 150.0)])
def test_own_tiles_never_leave_their_room(count: int, w: float, h: float) -> None:
    size, high, columns = _tile_plan(count, w, h)
    rows = -(-count // columns)
    assert rows * high + (rows - 1) * 4 <= h and columns * 16 <= w and size <= w


def test_names_in_little_room_still_differ() -> None:
    assert letters.told_apart(["Guest", "Apprentice Emil", "Apprentice Lotte"]) == ["Guest", "Emil", "Lotte"]
    for names in (
        ["Guest", "Guest 2", "Guest 3"],
        ["Ola Berg", "Ines"],
        ["Emil", "Apprentice Emil", "Apprentice Lotte"],
    ):
        assert letters.told_apart(names) == names
    assert letters.told_apart(["Ola Berg", "Ola Dahl"]) == ["Berg", "Dahl"]
