"""A Nucleum position as SVG: everything on one board of 1440 by 900; nothing in Nucleum is hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from machinehall.draw.kit import box, document, group, icon, seat_shape, text
from machinehall.draw.letters import width
from machinehall.draw.theme import theme as theme_of
from machinehall.kernel.sheet import Sheet
from machinehall.kernel.values import Action
from machinehall.titles.nucleum.drawing import pieces
from machinehall.titles.nucleum.drawing.baron import card
from machinehall.titles.nucleum.drawing.hand import hand
from machinehall.titles.nucleum.drawing.map import the_map
from machinehall.titles.nucleum.drawing.own import board
from machinehall.titles.nucleum.drawing.places import H, W
from machinehall.titles.nucleum.drawing.scene import Canvas, places
from machinehall.titles.nucleum.drawing.seats import frame, holdings, rivals, title
from machinehall.titles.nucleum.drawing.side import heading, side
from machinehall.titles.nucleum.drawing.tally import points, result, steps
from machinehall.titles.nucleum.drawing.words import WORDS
from machinehall.titles.nucleum.lookup import Lookup
from machinehall.titles.nucleum.rules.end_of_game import LAST_TURNS, SCORING, TRIGGERED

WIDTH, HEIGHT = 1440, 900
STRIP = 48
THREE = 3
"""With more seats than these the cards of the others are narrow and need a line more."""
TOP = STRIP + 8
CLOSING = {TRIGGERED: "draw.triggered", LAST_TURNS: "draw.last-turns"}
ACT_SIGNS = {
    "done": "check",
    "skip": "close",
    "worker": "worker",
    "thaler": "thaler",
    "points": "vp",
    "icon": "uranium",
    "rent": "turbine",
    "convert": "swap",
    "experiment": "laboratory",
}


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
    called = names or [words.get(f"draw.colour.{c}", c) for c in t.constants["seat_colours"]]
    s = Canvas(view, theme_of(theme), words, called, legal, places(t, view, legal), t, labels=labels)
    body = pieces.hatches(s.th) + box(0, 0, WIDTH, HEIGHT, s.th["ground"]) + _strip(s)
    body += str(the_map(s, 8, TOP)) + _bar(s, 8, TOP + H + 8, W, HEIGHT - TOP - H - 16) + _sides(s)
    label = f"{s.word('draw.title')}, {_where(s)}"
    return document(WIDTH, HEIGHT, body, label, fonts=fonts, lang=s.lang, targets=s.targets)


def _where(s: Canvas) -> str:
    """Set-up, whose turn it is, or the end."""
    if s.view["closing"] >= SCORING:
        return s.word("draw.scoring")
    if None in s.view["experiment"][: s.view["seats"]]:
        return s.word("draw.setup")
    turn = s.word("draw.turn", s.name(s.view["active"]))
    closing = CLOSING.get(s.view["closing"])
    return f"{turn} · {s.word(closing)}" if closing else turn


def _prompt(s: Canvas) -> tuple[int | None, str]:
    """Whom the table waits for, and for what."""
    to_act = s.view["to_act"]
    if not to_act:
        return None, s.word("draw.over")
    if s.me in to_act and s.legal:
        kind, args = s.frame()
        so_far: tuple[int, ...] = ()
        if kind == "fuel":
            so_far = args.electricity, s.t.piece_need[s.t.pieces.index(s.view["urban"][args.site])]
        return s.me, s.word(f"draw.ask.{kind}", *so_far)
    return to_act[0], s.word("draw.to-act", s.name(to_act[0]))


def _strip(s: Canvas) -> str:
    """The head of the board: the game, where it stands, the question, all points."""
    th = s.th
    seat, ask = _prompt(s)
    out = box(0, 0, WIDTH, STRIP, th["iron"])
    out += box(0, STRIP - 3, WIDTH, 3, s.fill(seat) if seat is not None else th["brass_fill"])
    out += icon("nucleum", 26, 22, 24, th["brass_fill"])
    out += text(46, 29, s.word("draw.title"), 20, th["on_iron"], 700, "start", "display")
    alone = s.players > s.view["seats"]
    where = f"{_where(s)} · {s.word('draw.alone') if alone else s.word('draw.players', s.players)}"
    out += text(144, 28, where, 14, th["on_iron2"], 400, "start", room=330)
    at = 500.0
    if seat is not None:
        out += seat_shape(th, s.paint(seat), at + 9, 22, 18, edge=th["on_iron2"])
        at += 28
    out += text(at, 29, ask, 20, th["on_iron"], 700, "start", "display", 560)
    at = WIDTH - 16.0
    for other in reversed(s.order()):
        label = str(s.view["vp"][other] if s.view["to_act"] else sum(steps(s, s.s, other).values()))
        out += icon("vp", at - 8, 22, 15, th["brass_fill"])
        out += text(at - 20, 28, label, 16, th["on_iron"], 700, "end")
        at -= 26 + width(label, 16, 700)
        out += seat_shape(th, s.paint(other), at - 8, 22, 15, edge=th["on_iron2"])
        at -= 30
    return group(out, "strip")


# Under the map


def _bar(s: Canvas, x: float, y: float, w: float, h: float) -> str:
    """Choices that have no place on the table, and the score track."""
    out = box(x + 0.5, y + 0.5, w - 1, h - 1, s.th["paper"], s.th["hair"], 1, 4)
    upper = _choices(s, x + 10, y + 8, w - 20) if s.view["to_act"] else result(s, x + 10, y + 6, w - 20)
    return group(out + upper + points(s, x + 14, y + 72, w - 28), "bar")


def _plate_label(s: Canvas, place: str) -> tuple[str, str | None]:
    """What a plate says, and its sign."""
    kind, _, rest = place.removeprefix("act-").partition("-")
    sign = rest if kind == "directive" else ACT_SIGNS.get(kind)
    name = (
        rest.upper() if kind == "experiment" else s.name(int(rest)) if kind == "rent" else s.word(f"draw.name.{rest}")
    )
    return s.word(f"draw.act.{kind}", name), sign


def _plate_title(s: Canvas, place: str, label: str) -> str:
    """The choice; for an Experiment also what it can do."""
    records: list[Any] = s.t.pack.records["technologies"]
    which = place.removeprefix("act-experiment-")
    return "\n".join([label, *(f"{r.id.upper()} {s.technology(r)}" for r in records if r.experiment == which)])


def _choices(s: Canvas, x: float, y: float, w: float) -> str:
    th, at, top = s.th, x, y + 16.0
    found = [place for place in s.can if place.startswith("act-") and place != "act-recharge"]
    hint = "draw.no-choices" if not s.can else "draw.on-table" if len(found) < len(s.can) else ""
    out = heading(s, x, y + 9, s.word("draw.choices"), s.word(hint) if hint else "")
    for place in found:
        label, sign = _plate_label(s, place)
        long = width(label, 13) + 18 + (17 if sign else 0)
        if at + long > x + w:
            at, top = x, top + 30
        plate = box(at, top, long, 26, th["arc_soft"], th["arc"], 1.5, 3)
        plate += icon(sign, at + 16, top + 13, 15, th["ink"]) if sign else ""
        plate += text(at + (27 if sign else 9), top + 17.5, label, 13, th["ink"], 600, "start")
        out += group(plate, place, _plate_title(s, place, label), s.act(place))
        at += long + 6
    return group(out, "choices")


# The right half


def _sides(s: Canvas) -> str:
    """The others on top, the side board, and below it the viewer's own side."""
    x, w, gap, bottom = 846.0, 586.0, 8.0, HEIGHT - 8.0
    high = (160.0 if s.players > THREE else 140.0, 266.0, 86.0)
    if s.me is None:
        out = rivals(s, s.order(), card, x, TOP, w, bottom - TOP - gap - high[1])
        return out + side(s, x, bottom - high[1], w, high[1])
    order = [(s.me + k) % s.players for k in range(1, s.players)]
    out = rivals(s, order, card, x, TOP, w, high[0])
    y = TOP + high[0] + gap
    out += side(s, x, y, w, high[1])
    y += high[1] + gap
    mine = frame(s, s.me, x, y, w, high[2]) + title(s, s.me, x + 14, y + 16, 220)
    mine += holdings(s, s.me, x + 250, y + 16, w - 270, 17) + hand(s, s.me, x + 14, y + 32, w - 24)
    y += high[2] + gap
    mine += frame(s, s.me, x, y, w, bottom - y) + str(board(s, s.me, x + 14, y + 10))
    return out + group(mine, f"seat-{s.me}")


__all__ = ["WORDS", "svg"]
