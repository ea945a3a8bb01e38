"""The table in parts, for pages: on large screens all beside each other, on small ones by tabs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from machinehall.draw.kit import box, group, n, path, seat_shape, text
from machinehall.draw.look import Panel
from machinehall.draw.theme import theme as theme_of
from machinehall.kernel.values import Action
from machinehall.titles.promethium.drawing import common
from machinehall.titles.promethium.drawing.common import figures
from machinehall.titles.promethium.drawing.fair import fair
from machinehall.titles.promethium.drawing.market import market
from machinehall.titles.promethium.drawing.office import in_office, left_on_grid, office, tall_office
from machinehall.titles.promethium.drawing.own import (
    board,
    hand,
    own_cards,
    own_elements,
    own_tiles,
    own_tokens,
    scheme,
)
from machinehall.titles.promethium.drawing.scene import Canvas, places
from machinehall.titles.promethium.drawing.seats import frame, holdings, neutral_card, rivals, seat_card, title
from machinehall.titles.promethium.drawing.words import WORDS
from machinehall.titles.promethium.lookup import Lookup

FAIR = 590.0
BOARD = 790.0
SIDE = 626.0
"""Width of the right half of a large screen."""
NARROW = 374.0
STRIP = 1008.0
MONEY = 50.0
"""What the ruler of money takes of the office."""
LEFT_HIGH = 80.0
"""Height of the tiles that are left on the grid, in the office."""


def scene(
    t: Lookup,
    view: Mapping[str, Any],
    theme: str,
    legal: Sequence[Action],
    names: Sequence[str],
    words: Mapping[str, str],
    labels: Mapping[str, str] | None,
) -> Canvas:
    return Canvas(view, theme_of(theme), {**WORDS, **words}, names, legal, places(t, view, legal), t, labels=labels)


def panels(s: Canvas, size: str) -> list[Panel]:
    """The parts for a size of screen, the main board first."""
    if size == "wide":
        return _wide(s)
    found = [_board(s)] if size == "medium" else [_grid(s), _common(s)]
    if s.me is not None:
        if size == "medium":
            found.append(s.panel("hand", "hand", "promethium.draw.hand", STRIP, 116, hand(s, s.me, 0, 0, STRIP, 116)))
        else:
            found.append(_hand(s, s.me))
        found.append(_own(s, s.me))
    found.append(
        s.panel("market", "market", "promethium.draw.projects", NARROW, 512, market(s, 0, 0, NARROW, 512, tall=True))
    )
    return [*found, _others(s), _tally(s, "log" if size == "medium" else "players")]


def _wide(s: Canvas) -> list[Panel]:
    found = [_board(s)]
    if s.me is None:
        tall = rivals(s, s.order(), 0, 0, SIDE, 510)
        found.append(s.panel("others", "players", "promethium.draw.others", SIDE, 510, tall))
        found.append(s.panel("market", "market", "promethium.draw.projects", SIDE, 242, market(s, 0, 0, SIDE, 242)))
    else:
        others = [seat for seat in s.order() if seat != s.me]
        top = rivals(s, others, 0, 0, SIDE, 202)
        found.append(s.panel("others", "players", "promethium.draw.others", SIDE, 202, top))
        fair_of_cards = s.kept(market, 0, 0, SIDE, 240)
        found.append(s.panel("market", "market", "promethium.draw.projects", SIDE, 240, fair_of_cards))
        found.append(s.panel("hand", "you", "promethium.draw.hand", SIDE, 128, s.kept(hand, s.me, 0, 0, SIDE, 128)))
        found.append(s.panel("own", "you", "promethium.draw.own", SIDE, 170, s.kept(board, s.me, 0, 0, SIDE, 170)))
    return [*found, _tally(s, "log")]


def _land(s: Canvas, w: float, h: float) -> str:
    line = box(4.5, 4.5, w - 9, h - 9, "none", s.th["hair"], 1)
    return box(0.6, 0.6, w - 1.2, h - 1.2, s.th["map_land"], s.th["rule"], 1.25) + line


def _board(s: Canvas) -> Panel:
    """The fair and the common board beside it."""
    h, folded = FAIR + 22, in_office(s)
    out = _land(s, BOARD, h) + (_office(s) if folded else s.kept(fair, 11, 11, FAIR))
    side, wide = FAIR + 22, BOARD - FAIR - 34
    up = 22 if folded else 0
    out += s.kept(track, side, 12) + s.kept(common.supply, side, 158 - up, wide)
    out += s.kept(common.improvements, side, 418 - up, wide)
    out += s.kept(left_on_grid, side, 537, wide) if folded else s.kept(common.piles, side, 566, wide)
    return s.panel("board", "board", f"promethium.draw.phase.{2 if folded else 1}", BOARD, h, group(out, "board"))


def _office(s: Canvas) -> str:
    """The plates of the office, and below them the ruler of money."""
    return office(s, 11, 11, FAIR, FAIR - MONEY) + s.kept(common.money, 14, 11 + FAIR - MONEY + 4, FAIR - 4)


def track(s: Canvas, x: float, y: float) -> str:
    """The order in which the seats act."""
    fair_goes_on = s.view["phase"] in (0, 1) and s.view["track"]
    return (common.initiative if fair_goes_on else common.turn_order)(s, x, y)


def _grid(s: Canvas) -> Panel:
    """The fair, or the plates of the office, on a phone."""
    if in_office(s):
        out, high = tall_office(s, 8, 8, NARROW - 16)
        out += common.money(s, 12, high + 8, NARROW - 24) + left_on_grid(s, 12, high + 66, NARROW - 24)
        high += 66 + LEFT_HIGH
        return s.panel(
            "board", "board", "promethium.draw.phase.2", NARROW, high, _land(s, NARROW, high) + group(out, "board")
        )
    side = FAIR + 22
    drawn = _land(s, side, side) + group(fair(s, 11, 11, FAIR), "board")
    return s.panel("board", "board", "promethium.draw.phase.1", side, side, drawn)


def _common(s: Canvas) -> Panel:
    """The common board for phones: the elements on the left, the rest on the right."""
    half = NARROW / 2
    out = box(0.5, 0.5, NARROW - 1, 349, s.th["paper"], s.th["hair"], 1, 4)
    out += common.supply(s, 12, 14, half - 20) + common.piles(s, 12, 294, half - 20)
    out += track(s, half + 10, 14) + common.improvements(s, half + 10, 170, half - 20)
    return s.panel("common", "board", "promethium.draw.common", NARROW, 350, out)


def _hand(s: Canvas, me: int) -> Panel:
    """Schemes two by two, large enough to be read on a phone."""
    cards, laid = s.view["hand"][me], s.view["aside"][me] or ()
    rows = -(-max(1, len(cards)) // 2)
    each, high = (NARROW - 24) / 2, 92.0
    total = 40 + rows * (high + 6) + 6
    out = frame(s, me, 0, 0, NARROW, total) + title(s, me, 13, 20, 150, 19)
    out += figures(s, 172, 20, NARROW - 184, holdings(s, me)[:4], 16, me)
    for i, card in enumerate(cards):
        out += scheme(s, card, 11 + i % 2 * (each + 4), 40 + i // 2 * (high + 6), each, high, card in laid)
    return s.panel("hand", "you", "promethium.draw.hand", NARROW, total, group(out, f"seat-{me}", s.name(me)))


def _own(s: Canvas, me: int) -> Panel:
    """Tokens, elements, tiles and projects one under the other."""
    w, th = NARROW - 22, s.th
    neutral = 35
    tiles, cards = max(1, len(s.view["tiles"][me])), len(s.view["private"][me]) + sum(1 for _ in s.cards(me))
    low = 46.0 + neutral + 92
    rows = -(-tiles // 4)
    end = low + 20 + rows * 78
    high = end + 24 + max(1, cards) * 18 + 10
    out = frame(s, me, 0, 0, NARROW, high, ring=False) + own_tokens(s, me, 13, 23, w)
    out += "".join(path(f"M13 {n(y)}h{n(w)}", th["hair"], 1) for y in (34 + neutral, low - 8, end - 2))
    out += own_elements(s, me, 13, 56 + neutral, w) + own_tiles(s, me, 13, low, w, end - low)
    out += own_cards(s, me, 17, end + 8, w - 8, high - end - 10)
    return s.panel("own", "you", "promethium.draw.own", NARROW, high, group(out, "own"))


def _others(s: Canvas) -> Panel:
    """The other seats one under the other."""
    out, y = "", 0.0
    for seat in s.order():
        if seat != s.me:
            out += seat_card(s, seat, 0, y, NARROW, 202)
            y += 210
    if s.view["controller"] >= 0:
        out += neutral_card(s, 0, y, NARROW, 132)
        y += 140
    return s.panel("others", "players", "promethium.draw.others", NARROW, y - 8, out)


def _tally(s: Canvas, tab: str) -> Panel:
    """What was earned in each round, and who has played which scheme; with it the ruler of money."""
    ruler = 0 if in_office(s) else 58  # the office has it on its board
    high = 112 + s.seats * 24 + -(-len(s.t.schemes) // 2) * 24 + ruler
    return s.panel("tally", tab, "promethium.draw.tally", NARROW, high, s.kept(_earned, high, ruler))


def _earned(s: Canvas, high: float, ruler: float) -> str:
    th, w, half = s.th, NARROW, -(-len(s.t.schemes) // 2)
    out = box(0.5, 0.5, w - 1, high - 1, th["paper"], th["hair"], 1, 4)
    out += common.heading(s, 12, 20, "draw.income") + common.heading(s, 12, 60 + s.seats * 24, "draw.played")
    each = (w - 160) / s.t.n.rounds
    for r in range(s.t.n.rounds):
        out += text(160 + (r + 0.5) * each, 20, s.word("draw.round-head", r + 1), 12, th["ink2"], 400, room=each - 4)
    for i, seat in enumerate(s.order()):
        y = 44 + i * 24
        out += seat_shape(th, s.paint(seat), 20, y - 4, 12)
        out += text(34, y, s.name(seat), 13, th["ink"], 600, "start", room=104)
        for r in range(s.t.n.rounds):
            value = s.view["income"][seat * s.t.n.rounds + r]
            out += text(160 + (r + 0.5) * each, y, value or "–", 13, th["brass" if value else "ink2"], 600)
    for i, name in enumerate(s.t.schemes):
        x, y = 12 + i // half * (w / 2), 84 + s.seats * 24 + i % half * 24
        who = [seat for seat in range(s.seats) if name in s.view["used"][seat]]
        label = s.named("scheme", name, s.t.scheme_names[i])
        out += text(x, y, label, 12.5, th["ink" if who else "ink2"], 400, "start", room=w / 2 - 30 - 14 * len(who))
        for k, seat in enumerate(who):
            out += seat_shape(th, s.paint(seat), x + w / 2 - 26 - 14 * k, y - 4, 11)
    out += common.money(s, 12, high - ruler, w - 24) if ruler else ""
    return group(out, "tally")
