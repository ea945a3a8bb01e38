"""An Imperial Steam position as SVG: everything that one seat may know, on one board of 1440 by 900."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from machinehall.draw.kit import box, document, group, icon, seat_shape, text
from machinehall.draw.letters import width
from machinehall.draw.theme import theme as theme_of
from machinehall.kernel.sheet import Sheet
from machinehall.kernel.values import TOGETHER, Action
from machinehall.titles.imperial_steam.drawing import pieces
from machinehall.titles.imperial_steam.drawing.boards import actions, divider, factory_board, offer, worker_board
from machinehall.titles.imperial_steam.drawing.own import board, hand
from machinehall.titles.imperial_steam.drawing.places import layout
from machinehall.titles.imperial_steam.drawing.railway import railway
from machinehall.titles.imperial_steam.drawing.scene import Canvas, places
from machinehall.titles.imperial_steam.drawing.seats import rivals
from machinehall.titles.imperial_steam.drawing.strips import strips
from machinehall.titles.imperial_steam.drawing.words import WORDS
from machinehall.titles.imperial_steam.lookup import Lookup
from machinehall.titles.imperial_steam.rules.final_scoring import accounts
from machinehall.titles.imperial_steam.sampling import read

WIDTH, HEIGHT = 1440, 900
STRIP = 48
TOP = STRIP + 8.0
SIDE = 862.0
"""Left edge of the right half."""


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
    position = read(t, view)
    can = places(t, position, view["seat"], legal)
    s = Canvas(view, theme_of(theme), words, called, legal, can, t, position, labels=labels)
    body = pieces.hatches(t, s.th) + box(0, 0, WIDTH, HEIGHT, s.th["ground"]) + _strip(s)
    drawn = str(railway(s, layout(t, position)) + strips(s))
    body += group(drawn, "map", more=f' transform="translate(8 {int(TOP)})"')
    label = f"{s.word('draw.title')}, {_where(s)}"
    return document(
        WIDTH, HEIGHT, body + _sides(s), label, symbols=pieces.symbols(), fonts=fonts, lang=s.lang, targets=s.targets
    )


def _where(s: Canvas) -> str:
    return s.word("draw.round", s.s.round, s.t.rounds) if s.s.round else s.word("draw.auction")


def _prompt(s: Canvas) -> tuple[int | None, str]:
    """Whom the table waits for, and for what."""
    to_act = s.view["to_act"]
    if not to_act:
        return None, s.word("draw.over")
    if s.me in to_act and s.legal:
        kind, who, args = s.view["stack"][-1]
        asked = next((row[0] for row in args if row[1] == s.me), kind) if who == TOGETHER else kind
        return s.me, s.word(f"draw.ask.{asked}")
    if len(to_act) > 1:
        return None, s.word("draw.all-act")
    return to_act[0], s.word("draw.to-act", s.names[to_act[0]])


def _strip(s: Canvas) -> str:
    """The head of the board: the game, the question, and the choices that lie nowhere on the table."""
    th = s.th
    seat, ask = _prompt(s)
    out = box(0, 0, WIDTH, STRIP, th["iron"])
    out += box(0, STRIP - 3, WIDTH, 3, s.seat_colour(seat) if seat is not None else th["brass_fill"])
    out += icon("tech-1", 26, 22, 24, th["brass_fill"])
    out += text(46, 29, s.word("draw.title"), 20, th["on_iron"], 700, "start", "display")
    where = f"{_where(s)} · {s.word('draw.players', s.s.seats)}"
    out += text(196, 28, where, 14, th["on_iron2"], 400, "start", room=210)
    at = 420.0
    if seat is not None:
        out += seat_shape(th, s.paint(seat), at + 9, 22, 18, edge=th["on_iron2"])
        at += 28
    out += text(at, 29, ask, 20, th["on_iron"], 700, "start", "display", 400)
    if not s.view["to_act"]:
        return group(out + _result(s), "strip")
    return group(out + _plates(s, at + 30 + width(ask, 20, 700, "display")), "strip")


def _result(s: Canvas) -> str:
    """The final sums, if the viewer may know them all."""
    if None in s.view["money"]:
        return ""
    sums = [sum(steps.values()) for steps in accounts(s.t, s.s)]
    out, at = "", WIDTH - 16.0
    for seat in sorted(range(s.s.seats), key=lambda k: sums[k]):
        long = width(str(sums[seat]), 19, 700)
        out += text(at, 29, sums[seat], 19, s.th["on_iron"], 700, "end")
        out += seat_shape(s.th, s.paint(seat), at - long - 13, 22, 16, edge=s.th["on_iron2"])
        at -= long + 46
    return group(out, "result")


def _plates(s: Canvas, start: float) -> str:
    """Choices without a place, from the right edge; the way out comes last."""
    found = [(place, texts) for place, texts in s.can.items() if place.startswith("act-")]
    labels = [_label(s, place) for place, _ in found]
    total = sum(width(label, 14) + 28 for label in labels)
    size = 14.0 if total <= WIDTH - start - 12 else 12.0
    gap = 6.0 if size > 12 else 3.0
    pad = 11.0 if size > 12 else 5.0
    at = WIDTH - 12 - sum(width(label, size) + 2 * pad + gap for label in labels) + gap
    out = ""
    for (place, _), label in zip(found, labels, strict=True):
        long = width(label, size) + 2 * pad
        plate = box(at, 8, long, 29, s.th["arc_soft"], s.th["arc"], 1.5, 4)
        plate += text(at + pad, 22.5 + size * 0.35, label, size, s.th["ink"], 600, "start")
        out += group(plate, place, label, s.act(place))
        at += long + gap
    return group(out, "choices")


def _label(s: Canvas, place: str) -> str:
    kind, _, rest = place.removeprefix("act-").partition("-")
    if kind != "mobilise":
        return s.word(f"draw.act.{place.removeprefix('act-')}")
    crew = (part.partition("x") for part in rest.split("+"))
    return "+".join(level if number == "1" else f"{number}×{level}" for number, _, level in crew)


def _sides(s: Canvas) -> str:
    """The right half: the others on top, the common boards, and below them the viewer's own side."""
    w, gap, bottom = WIDTH - SIDE - 8, 6.0, HEIGHT - 8.0
    shared = 214.0 if len(s.t.decks) * s.t.contracts_shown[s.s.seats] <= OFFER_ROW else 262.0
    if s.me is None:
        high = bottom - TOP - 2 * gap - 58 - shared
        out = rivals(s, s.seated, SIDE, TOP, w, high, 2)
        y = TOP + high + gap
        return out + actions(s, SIDE, y, w, 58) + _shared(s, y + 58 + gap, w, shared)
    others = [seat for seat in s.seated if seat != s.me]
    high = CARD[len(others)]
    out = rivals(s, others, SIDE, TOP, w, high, len(others))
    y = TOP + high + gap
    out += actions(s, SIDE, y, w, 58)
    y += 58 + gap
    out += _shared(s, y, w, shared)
    y += shared + gap
    out += hand(s, s.me, SIDE, y, w, 34)
    y += 34 + gap
    return out + board(s, s.me, SIDE, y, w, bottom - y)


CARD = {1: 98.0, 2: 138.0, 3: 158.0}
"""Height of the others' cards by their number."""
OFFER_ROW = 8
"""Contracts that fit in one row."""


def _shared(s: Canvas, y: float, w: float, h: float) -> str:
    """Factory board, worker board, contracts on offer."""
    out = pieces.panel(s, SIDE, y, w, h) + factory_board(s, SIDE + 8, y + 4, 226) + worker_board(s, SIDE + 248, y + 4)
    out += divider(s, SIDE + 8, y + 156, w - 16)
    return group(out + offer(s, SIDE + 8, y + 159, w - 16), "boards")


__all__ = ["WORDS", "svg"]
