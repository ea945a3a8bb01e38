"""The table in parts, for pages: on large screens all beside each other, on small ones by tabs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from machinehall.draw.kit import group, text
from machinehall.draw.look import Panel
from machinehall.draw.theme import theme as theme_of
from machinehall.kernel.values import Action
from machinehall.titles.imperial_steam.drawing import holdings, pieces
from machinehall.titles.imperial_steam.drawing.boards import actions, divider, factory_board, offer, worker_board
from machinehall.titles.imperial_steam.drawing.own import board, hand, means, own_good, tall_board
from machinehall.titles.imperial_steam.drawing.places import HEIGHT, WIDTH, layout
from machinehall.titles.imperial_steam.drawing.railway import railway
from machinehall.titles.imperial_steam.drawing.scene import Canvas, places
from machinehall.titles.imperial_steam.drawing.seats import rivals
from machinehall.titles.imperial_steam.drawing.strips import columns, legend, market, order, rounds, strips
from machinehall.titles.imperial_steam.drawing.words import WORDS
from machinehall.titles.imperial_steam.lookup import Lookup, bits
from machinehall.titles.imperial_steam.sampling import read
from machinehall.titles.imperial_steam.state import State

SIDE = 712.0
"""Width of the right half of a large screen."""
NARROW = 374.0
STRIP = 1008.0
CROP = 68.0
"""What the map loses at the top where the influence track is a panel of its own."""
CARD = {1: 90.0, 2: 122.0, 3: 158.0}
"""Height of the others' cards by their number."""
OFFER_ROW = 8
"""Contracts that fit in one row."""
KEY = "imperial-steam.draw."


def scene(
    t: Lookup,
    view: Mapping[str, Any],
    theme: str,
    legal: Sequence[Action],
    names: Sequence[str],
    words: dict[str, str],
    labels: Mapping[str, str] | None,
    state: State | None,
) -> Canvas:
    position = read(t, view) if state is None else state
    can = places(t, position, view["seat"], legal)
    return Canvas(view, theme_of(theme), {**WORDS, **words}, names, legal, can, t, position, labels=labels)


def panels(s: Canvas, size: str) -> list[Panel]:
    """The parts for a size of screen, the map first."""
    if size == "wide":
        return [_map(s), *_wide(s)]
    found = [_cropped(s)]
    if size == "compact":
        return found + _column(s)
    if size == "narrow":
        found.append(s.panel("actions", "board", KEY + "actions", NARROW, 112, actions(s, 0, 0, NARROW, 112, 2)))
    if s.me is not None:
        found += [_strip(s, s.me) if size == "medium" else _hand(s, s.me), _own(s, s.me)]
    if size == "medium":
        found.append(s.panel("actions", "market", KEY + "actions", NARROW, 112, actions(s, 0, 0, NARROW, 112, 2)))
    return [*found, _tracks(s), _boards(s), _others(s)]


def _map(s: Canvas) -> Panel:
    return s.panel("board", "board", KEY + "map", WIDTH, HEIGHT, group(railway(s, layout(s.t, s.s)) + strips(s), "map"))


def _cropped(s: Canvas) -> Panel:
    """The map without the boards that are printed on it."""
    drawn = railway(s, layout(s.t, s.s), CROP) + legend(s)
    moved = group(drawn, "map", more=f' transform="translate(0 {-CROP:g})"')
    return s.panel("board", "board", KEY + "map", WIDTH, HEIGHT - CROP, moved)


def _wide(s: Canvas) -> list[Panel]:
    row = len(bits(s.s.offer)) <= OFFER_ROW
    shared = 224.0 if row else 270.0
    if s.me is None:
        seats, high, across = s.seated, 440.0, 1
    else:
        seats = [seat for seat in s.seated if seat != s.me]
        high, across = CARD[len(seats)], len(seats)
    drawn = rivals(s, seats, 0, 0, SIDE, high, across)
    found = [s.panel("others", "players", s.of_others(KEY + "others"), SIDE, high, drawn)]
    found.append(s.panel("actions", "market", KEY + "actions", SIDE, 58, s.kept(actions, 0, 0, SIDE, 58)))
    found.append(s.panel("market", "market", KEY + "boards", SIDE, shared, s.kept(_shared, shared)))
    if s.me is not None:
        found.append(s.panel("hand", "you", KEY + "hand", SIDE, 34, s.kept(hand, s.me, 0, 0, SIDE, 34)))
        found.append(s.panel("own", "you", KEY + "own", SIDE, 304, s.kept(board, s.me, 0, 0, SIDE, 304)))
    return found


def _shared(s: Canvas, high: float) -> str:
    """Factory board, worker board and contracts beside and below each other."""
    out = pieces.panel(s, 0.5, 0.5, SIDE - 1, high - 1) + factory_board(s, 10, 6, 290) + worker_board(s, 330, 6)
    return group(out + divider(s, 8, 157, SIDE - 16) + offer(s, 8, 160, SIDE - 16), "boards")


def _column(s: Canvas) -> list[Panel]:
    """One column for a small desk: the actions and what the viewer has, the rest in tabs."""
    found = [s.panel("actions", "market", KEY + "actions", NARROW, 112, actions(s, 0, 0, NARROW, 112, 2))]
    if s.me is not None:
        found += [_hand(s, s.me, "you"), _own(s, s.me)]
    return [*found, _boards(s), _tracks(s), _others(s)]


def _strip(s: Canvas, me: int) -> Panel:
    """The viewer's means along the lower edge of a medium screen."""
    return s.panel("hand", "hand", KEY + "hand", STRIP, 44, hand(s, me, 0, 0, STRIP, 44))


def _hand(s: Canvas, me: int, tab: str = "hand") -> Panel:
    """Pawns, means and goods in a narrow panel."""
    high, (left, most) = 72.0, holdings.pawns_left(s, me)
    out = pieces.panel(s, 0.5, 0.5, NARROW - 1, high - 1, me) + pieces.seat_mark(s, me, 22, 20, 18)
    for k in range(most):
        mark = pieces.seat_mark(s, me, 20 + k * 14, 52, 12)
        out += mark if k < left else f'<g opacity="0.28">{mark}</g>'
    out += means(s, me, 44, 20)[0]
    for good, k in enumerate(s.goods(me)):
        out += own_good(s, good, k, NARROW - 216 + good * 54, 52)
    return s.panel("hand", tab, KEY + "hand", NARROW, high, group(out, f"seat-{me}", s.names[me]))


def _own(s: Canvas, me: int) -> Panel:
    drawn, high = tall_board(s, me, 13, 6, NARROW - 22)
    return s.panel("own", "you", KEY + "own", NARROW, high, pieces.panel(s, 0.5, 0.5, NARROW - 1, high - 1, me) + drawn)


def _tracks(s: Canvas) -> Panel:
    """The influence track in two lines, rounds, market of goods."""
    high, half = 388.0, -(-len(s.t.columns) // 2)
    out = pieces.panel(s, 0.5, 0.5, NARROW - 1, high - 1)
    out += pieces.heading(s, 10, 18, "draw.influence") + text(
        NARROW - 84, 18, s.word("draw.order"), 12, s.th["ink2"], 400, "end", room=150
    )
    out += order(s, NARROW - 76, 14)
    for i, which in enumerate((range(half), range(half, len(s.t.columns)))):
        out += columns(s, which, 8, 24 + i * 58, (NARROW - 16) / half)
    low = group(rounds(s), more=' transform="translate(3.5 86) scale(.9)"')
    # As wide as the rounds: what is bought there glows, and is clicked.
    low += pieces.heading(s, 10, 221, "draw.market") + group(
        market(s), more=' transform="translate(-3.5 -14) scale(1.75)"'
    )
    return s.panel("tracks", "market", KEY + "tracks", NARROW, high, group(out + low, "influence"))


def _boards(s: Canvas) -> Panel:
    """Factory board, worker board and contracts one under the other; contracts that can be signed come first.

    A small desk has no room for all of them, and below its lower edge nobody looks for what is asked.
    """
    rows, wide = -(-max(1, len(bits(s.s.offer))) // 4), NARROW - 20
    low, high = 16.0 + rows * 46, 320.0 + rows * 46 + 16
    signs = any(place.startswith("contract-") for place in s.can)
    top, below = (low + 12, 10.0) if signs else (0.0, 310.0)
    out = pieces.panel(s, 0.5, 0.5, NARROW - 1, high - 1)
    out += factory_board(s, 10, top + 8, 300) + worker_board(s, 10, top + 146)
    out += divider(s, 10, top + 2 if signs else 304, wide) + offer(s, 10, below, wide, 4)
    return s.panel("market", "market", KEY + "boards", NARROW, high, group(out, "boards"))


def _others(s: Canvas) -> Panel:
    """The other seats one under the other."""
    seats = [seat for seat in s.seated if seat != s.me]
    high = 146.0 * len(seats) - 6
    drawn = rivals(s, seats, 0, 0, NARROW, high, 1)
    return s.panel("others", "players", s.of_others(KEY + "others"), NARROW, high, drawn)
