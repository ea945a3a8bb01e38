"""Small pictures of a place on a drawing: what lies where, and what a window shows."""

from __future__ import annotations

import re
from typing import NamedTuple, cast

import pytest

import machinehall as mh
from machinehall.draw.excerpt import Box, picture, places_of, window_of, with_signs
from machinehall.draw.look import Panel, look_of
from machinehall.draw.theme import theme
from machinehall.web.table.again import Told
from machinehall.web.table.turning import place_of
from machinehall.words import say
from machinehall.words.titles import heard

SIZE = (200.0, 120.0)


def panel(body: str, width: float = 400, height: float = 300) -> Panel:
    return Panel("board", "board", "web.tab.board", width, height, body, ())


def test_places_are_found_through_moves_and_turns() -> None:
    drawn = panel(
        '<g transform="translate(100 50)"><g id="a" transform="rotate(90)">'
        '<rect x="0" y="0" width="20" height="10"/></g>'
        '<path id="b" d="M0 0h10v5l-4 4c1 1 2 2 3 3z"/></g><circle id="c" cx="5" cy="6" r="2"/><g id="empty"/>'
    )
    found = places_of(drawn, ["a", "b", "c", "empty", "nowhere"])
    assert [round(x, 6) for x in found["a"]] == [90, 50, 100, 70]
    assert found["b"] == Box(100, 50, 110, 62)
    assert found["c"] == Box(3, 4, 7, 8)
    assert set(found) == {"a", "b", "c"}


def test_a_turn_without_a_place_is_shown_at_its_seat() -> None:
    """A whole board in so little room is too small to be read."""

    class Turn(NamedTuple):
        panels: list[Panel]
        places: set[str]

    seats = panel('<g id="seat-1"><rect x="20" y="0" width="90" height="40"/></g>', 200, 40)
    board = panel('<g id="tile"><rect x="0" y="0" width="9" height="9"/></g>')
    assert place_of(cast(Told, Turn([board, seats], {"seat-1"}))) == (seats, [Box(20, 0, 110, 40)])
    assert place_of(cast(Told, Turn([board, seats], {"seat-1", "tile"}))) == (board, [Box(0, 0, 9, 9)])
    assert place_of(cast(Told, Turn([board, seats], set()))) == (board, [])


def test_a_window_stays_on_the_sheet_and_shows_what_it_can() -> None:
    drawn = panel("")
    assert window_of(drawn, [Box(0, 0, 10, 10)], SIZE) == Box(0, 0, 200, 120)
    assert window_of(drawn, [Box(390, 290, 400, 300)], SIZE) == Box(200, 180, 400, 300)
    # Of places that lie far apart those are shown that are near each other.
    far = window_of(drawn, [Box(0, 0, 5, 5), Box(300, 200, 305, 205), Box(310, 205, 315, 210)], SIZE)
    assert far.left < 300 and far.right > 315 and far.wide <= 300
    # Without a place all of it is shown.
    whole = window_of(drawn, [], SIZE)
    assert whole.wide >= 400 and whole.high >= 300


def test_what_is_out_of_sight_and_what_is_only_read_is_left_out() -> None:
    drawn = panel(
        '<defs><clipPath id="edge"><rect x="0" y="0" width="9" height="9"/></clipPath></defs>'
        '<g id="near" role="img" aria-label="x" clip-path="url(#edge)"><title>near</title>'
        '<rect x="10" y="10" width="9" height="9" fill="url(#sprite)"/></g>'
        '<g id="far"><rect x="380" y="280" width="9" height="9"/></g>'
    )
    made = picture(drawn, theme("light"), [Box(10, 10, 19, 19)], SIZE, "t1-", "red")
    assert "380" not in made and "title" not in made and "role" not in made and 'id="near"' not in made
    assert 'id="t1-edge"' in made and "url(#t1-edge)" in made and "url(#sprite)" in made
    assert 'aria-hidden="true"' in made


@pytest.mark.parametrize("name", sorted(mh.titles()))
def test_every_place_of_every_panel_lies_on_it(name: str) -> None:
    title = mh.title(name)
    match = mh.new_match(name, 3, seed=1)
    look, names = look_of(title), ["Ola", "Marek", "Ines", "Tove"][: match.seats]
    for one in look.panels(
        title.view(match.state, 0), theme="dark", legal=(), names=names, say=heard(title, say()), size="wide"
    ):
        ids = re.findall(r' id="([^"]+)"', one.body)
        for ident, box in places_of(one, ids).items():
            assert box.left < one.width and box.right > 0 and box.top < one.height and box.bottom > 0, ident
        for box in list(places_of(one, ids).values())[:3]:
            made = picture(one, theme("dark"), [box], (302.0, 176.0), "t-", "red")
            assert made.startswith("<svg") and len(made) < len(one.body) + 2000


def test_a_picture_brings_the_signs_of_its_title_under_names_of_its_own() -> None:
    """Two titles call different signs the same, and their pictures stand on one page."""
    signs = {
        "tints": '<defs><pattern id="h-green"><path/></pattern></defs>',
        "i-lay": '<symbol id="i-lay"><rect fill="url(#h-green)"/></symbol>',
        "i-other": '<symbol id="i-other"><rect/></symbol>',
    }
    made = with_signs('<svg><use href="#i-lay"/><use href="#i-coal"/></svg>', signs, "t1-")
    assert 'id="t1-i-lay"' in made and 'href="#t1-i-lay"' in made and 'href="#i-coal"' in made
    assert "url(#t1-h-green)" in made and 'id="t1-h-green"' in made and "i-other" not in made
    plain = '<svg><use href="#i-coal"/></svg>'
    assert with_signs(plain, signs, "t1-") == plain
