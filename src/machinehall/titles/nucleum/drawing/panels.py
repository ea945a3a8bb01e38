"""The table in parts, for pages: on large screens all beside each other, on small ones by tabs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from machinehall.draw.kit import box, group, seat_shape
from machinehall.draw.look import Panel
from machinehall.draw.theme import theme as theme_of
from machinehall.kernel.values import Action
from machinehall.titles.nucleum.drawing.baron import card
from machinehall.titles.nucleum.drawing.hand import ROW_H, hand, rows
from machinehall.titles.nucleum.drawing.map import the_map
from machinehall.titles.nucleum.drawing.own import board, tall_board
from machinehall.titles.nucleum.drawing.places import H, W
from machinehall.titles.nucleum.drawing.scene import Canvas, places
from machinehall.titles.nucleum.drawing.seats import frame, holdings, rivals, title
from machinehall.titles.nucleum.drawing.side import contracts, ends, market, milestone_head, milestones, side
from machinehall.titles.nucleum.drawing.tally import points
from machinehall.titles.nucleum.drawing.words import WORDS
from machinehall.titles.nucleum.lookup import Lookup
from machinehall.titles.nucleum.state import State

SIDE = 586.0
"""Width of the right half of a large screen."""
NARROW = 374.0
STRIP = 1008.0
CROWD = 3
"""With more seats than these the cards of the others are narrow and need a line more."""
KEY = "nucleum.draw."
SHARED = (
    "players", "seats", "tiles_left", "market", "silver_left", "gold_left", "recharges", "tech", "vp", "conditions",
    "display", "violet", "milestone", "markers", "zeros", "track_nucleums",
)  # fmt: skip
SHARED_PLACES = ("tile-", "contract-", "milestone-")
"""What the board in the middle is made from."""


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
    return Canvas(
        view, theme_of(theme), {**WORDS, **words}, names, legal, places(t, view, legal), t, labels=labels, state=state
    )


def panels(s: Canvas, size: str) -> list[Panel]:
    """The parts for a size of screen, the map first."""
    found = [s.panel("board", "board", KEY + "map", W, H, the_map(s, 0, 0))]
    if size == "wide":
        return found + _wide(s)
    if s.me is not None:
        found += [_strip(s, s.me) if size == "medium" else _hand(s, s.me), _own(s, s.me)]
    return [*found, _market(s), _others(s), _tally(s, "log" if size == "medium" else "players")]


def _wide(s: Canvas) -> list[Panel]:
    others, high = s.order(), 480.0
    if s.me is not None:
        others, high = [(s.me + k) % s.players for k in range(1, s.players)], 154.0 if s.players > CROWD else 140.0
    drawn = rivals(s, others, card, 0, 0, SIDE, high)
    found = [s.panel("others", "players", s.of_others(KEY + "others"), SIDE, high, drawn)]
    found.append(s.panel("market", "market", KEY + "side", SIDE, 266, s.part(_side, SHARED, SHARED_PLACES)))
    if s.me is not None:
        top = frame(s, s.me, 0, 0, SIDE, 84) + title(s, s.me, 14, 16, 220)
        top += holdings(s, s.me, 250, 16, SIDE - 270, 17) + hand(s, s.me, 14, 31, SIDE - 24)
        found.append(s.panel("hand", "you", KEY + "hand", SIDE, 84, group(top, f"seat-{s.me}")))
        low = frame(s, s.me, 0, 0, SIDE, 294) + board(s, s.me, 14, 8)
        found.append(s.panel("own", "you", KEY + "own", SIDE, 294, low))
    return [*found, _tally(s, "log")]


def _side(s: Canvas) -> str:
    return side(s, 0, 0, SIDE, 266)


def _strip(s: Canvas, me: int) -> Panel:
    """The viewer's hand along the lower edge of a medium screen."""
    out = frame(s, me, 0, 0, STRIP, 62) + title(s, me, 14, 18, 200)
    out += holdings(s, me, 14, 43, 280, 16) + hand(s, me, 312, 7, STRIP - 322)
    return s.panel("hand", "hand", KEY + "hand", STRIP, 62, group(out, f"seat-{me}"))


def _hand(s: Canvas, me: int) -> Panel:
    """Figures and tiles under the map of a phone."""
    w = NARROW - 22
    high = 92 + ROW_H * (rows(len(s.view["pool"][me]), w) - 1)
    out = frame(s, me, 0, 0, NARROW, high) + seat_shape(s.th, s.paint(me), 24, 19, 18)
    out += holdings(s, me, 46, 19, NARROW - 60, 17) + hand(s, me, 12, 37, w)
    return s.panel("hand", "hand", KEY + "hand", NARROW, high, group(out, f"seat-{me}"))


def _own(s: Canvas, me: int) -> Panel:
    drawn, high = tall_board(s, me, 14, 10, NARROW - 24)
    return s.panel("own", "you", KEY + "own", NARROW, high, frame(s, me, 0, 0, NARROW, high) + drawn)


def _market(s: Canvas) -> Panel:
    """Market, end conditions, contracts and milestones one under the other, the milestones in two lines."""
    w, row = NARROW - 20, len(s.view["display"]) + len(s.view["violet"])
    columns = 4
    down = 204 + -(-row // columns) * 49
    high = down + 186.0
    out = box(0.5, 0.5, NARROW - 1, high - 1, s.th["paper"], s.th["hair"], 1, 4)
    out += market(s, 10, 6) + ends(s, 10, 98, w) + contracts(s, 10, 192, w, columns)
    half = len(s.t.space_value) // 2
    out += milestone_head(s, 8, down + 12, w)
    for i, spaces in enumerate((range(half), range(half, len(s.t.space_value)))):
        out += milestones(s, 11, down + 30 + i * 78, (w - 2) / half, spaces)
    return s.panel("market", "market", KEY + "side", NARROW, high, group(out, "side"))


def _others(s: Canvas) -> Panel:
    """The other seats one under the other."""
    out, y, each = "", 0.0, 140.0
    for seat in s.order():
        if seat != s.me:
            out += card(s, seat, 0, y, NARROW, each)
            y += each + 8
    return s.panel("others", "players", s.of_others(KEY + "others"), NARROW, y - 8, out)


def _tally(s: Canvas, tab: str) -> Panel:
    """The score track."""
    return s.panel("tally", tab, KEY + "points", NARROW, 52, points(s, 8, 6, NARROW - 16))
