"""A Promethium position as SVG: everything that one seat may know, on one board of 1440 by 900."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from machinehall.draw.kit import box, disc, document, group, icon, n, path, seat_shape, text
from machinehall.draw.theme import theme as theme_of
from machinehall.kernel.sheet import Sheet
from machinehall.kernel.values import Action
from machinehall.titles.promethium.drawing import common, pieces
from machinehall.titles.promethium.drawing.fair import fair
from machinehall.titles.promethium.drawing.market import market
from machinehall.titles.promethium.drawing.own import board, hand
from machinehall.titles.promethium.drawing.scene import Canvas, places
from machinehall.titles.promethium.drawing.seats import rivals
from machinehall.titles.promethium.drawing.words import WORDS
from machinehall.titles.promethium.lookup import Lookup

WIDTH, HEIGHT = 1440, 900
STRIP = 48
TOP = STRIP + 8
FAIR_PHASES = (0, 1)
ASKS = (
    *("line", "bid", "target", "lobby", "buy", "accept", "stock", "steal", "cell", "end", "keep", "top", "give"),
    *("amount", "take", "use", "discard", "pass", "activate", "play"),
)
"""Kinds of action in the order in which they name a decision that offers several kinds."""


def svg(
    t: Lookup,
    view: Mapping[str, Any],
    *,
    theme: str = "light",
    legal: Sequence[Action] = (),
    names: Sequence[str] | None = None,
    words: Mapping[str, str] = WORDS,
    fonts: bool = False,
    labels: Mapping[str, str] | None = None,
) -> Sheet:
    """The position that a view shows.

    `legal` are the viewer's choices: their places glow. `names` are the names of the seats, their colours if not given.
    `words` may hold translations of some or all ids. With `fonts` the file carries its letters along (about 100 kB).
    With `labels`, the words of each choice, what can be done is a link.
    """
    words = {**WORDS, **words}
    called = names or [words.get(f"draw.colour.{c}", c) for c in t.colours]
    s = Canvas(view, theme_of(theme), words, called, legal, places(t, view, legal), t, labels=labels)
    body = box(0, 0, WIDTH, HEIGHT, s.th["ground"]) + _strip(s) + _board(s) + _sides(s)
    label = f"{s.word('draw.title')}, {_where(s)}"
    return document(
        WIDTH, HEIGHT, body, label, symbols=pieces.symbols(s.th), fonts=fonts, lang=s.lang, targets=s.targets
    )


def _where(s: Canvas) -> str:
    phase = s.view["phase"]
    return f"{s.word('draw.round', s.view['round'], s.t.n.rounds)} · {s.word(f'draw.phase.{phase}')}"


def _prompt(s: Canvas) -> tuple[int | None, str]:
    """Whom the table waits for, and for what."""
    to_act = s.view["to_act"]
    if not to_act:
        return None, s.word("draw.over")
    kinds = {action.kind for action in s.legal}
    if s.me in to_act and kinds:
        ask = next((k for k in ASKS if k in kinds), None)
        if ask:
            return s.me, s.word(f"draw.ask.{ask}")
    if len(to_act) > 1:
        return None, s.word("draw.all-act")
    return to_act[0], s.word("draw.to-act", s.name(to_act[0]))


def _strip(s: Canvas) -> str:
    """The head of the board: the game, the question, and where the round stands."""
    th = s.th
    seat, ask = _prompt(s)
    out = box(0, 0, WIDTH, STRIP, th["iron"])
    out += box(0, STRIP - 3, WIDTH, 3, s.fill(seat) if seat is not None else th["brass_fill"])
    out += icon("tech-1", 26, 22, 24, th["brass_fill"])
    out += text(46, 29, s.word("draw.title"), 20, th["on_iron"], 700, "start", "display")
    out += text(176, 28, f"{_where(s)} · {s.word('draw.players', s.seats)}", 14, th["on_iron2"], 400, "start", room=330)
    at = 500.0
    if seat is not None:
        out += seat_shape(th, s.paint(seat), at + 9, 22, 18, edge=th["on_iron2"])
        at += 28
    out += text(at, 29, ask, 20, th["on_iron"], 700, "start", "display", 430)
    return group(out + _stops(s), "strip")


def _stops(s: Canvas) -> str:
    """The phases of the round as a line of stops."""
    th, out = s.th, ""
    phases = [1, 2, 3] + ([4] if s.view["round"] < s.t.n.rounds else [])
    step, left = 128.0, WIDTH - 70 - 128.0 * (len(phases) - 1)
    out += path(f"M{n(left)} 14h{n(step * (len(phases) - 1))}", th["on_iron2"], 1.5)
    for i, phase in enumerate(phases):
        cx, now, past = left + i * step, phase == s.view["phase"], phase < s.view["phase"]
        fill = th["arc_fill"] if now else th["on_iron2"] if past else th["iron"]
        ink, weight = ("on_iron", 600) if now else ("on_iron2", 400)
        out += disc(cx, 14, 6 if now else 4.5, fill, th["on_iron2"], 1.5)
        out += text(cx, 36, s.word(f"draw.phase.{phase}"), 12, th[ink], weight)
    return out


def _board(s: Canvas) -> str:
    """The left half: fair, common board, choices, schemes, money."""
    th, x, y, w, h = s.th, 8, TOP, 830, HEIGHT - TOP - 8
    out = box(x, y, w, h, th["map_land"], th["rule"], 1.25) + box(x + 4.5, y + 4.5, w - 9, h - 9, "none", th["hair"], 1)
    out += fair(s, x + 11, y + 11, 644)
    side, wide = x + 665, 157
    track = common.initiative if s.view["phase"] in FAIR_PHASES and s.view["track"] else common.turn_order
    out += track(s, side, y + 12)
    out += common.supply(s, side, y + 158, wide)
    out += common.improvements(s, side, y + 418, wide)
    out += common.piles(s, side, y + 570, wide)
    out += common.choices(s, x + 14, y + 660, w - 28)
    out += "".join(path(f"M{n(x + 14)} {n(y + dy)}h{n(w - 28)}", th["hair"], 1) for dy in (693, 716, 779))
    out += common.income(s, x + 14, y + 709, w - 28) + common.played(s, x + 14, y + 719, w - 28)
    return group(out + common.money(s, x + 14, y + 782, w - 28), "board")


def _sides(s: Canvas) -> str:
    """The right half: the others on top, the projects, and below them the viewer's own side."""
    x, w, gap = 846.0, 586.0, 8.0
    bottom = HEIGHT - 8.0
    if s.me is None:
        out = rivals(s, s.order(), x, TOP, w, bottom - TOP - gap - 240)
        return out + market(s, x, bottom - 240, w, 240)
    others = [seat for seat in s.order() if seat != s.me]
    high = (204.0, 240.0, 142.0)
    out = rivals(s, others, x, TOP, w, high[0])
    y = TOP + high[0] + gap
    out += market(s, x, y, w, high[1])
    y += high[1] + gap
    out += hand(s, s.me, x, y, w, high[2])
    y += high[2] + gap
    return out + board(s, s.me, x, y, w, bottom - y)


__all__ = ["WORDS", "svg"]
