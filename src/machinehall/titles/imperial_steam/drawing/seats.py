"""The other players, or all of them for a spectator: a card for each, everything they have in a few lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from machinehall.draw.kit import box, counted, group, icon, n, text
from machinehall.draw.letters import width
from machinehall.titles.imperial_steam.drawing import holdings
from machinehall.titles.imperial_steam.drawing.boards import small_contract, small_width
from machinehall.titles.imperial_steam.drawing.own import train
from machinehall.titles.imperial_steam.drawing.pieces import cube, good_sign, panel, seat_mark
from machinehall.titles.imperial_steam.drawing.scene import Canvas
from machinehall.titles.imperial_steam.rules.final_scoring import income
from machinehall.titles.imperial_steam.state import GOODS, LEVELS

Item = tuple[float, str]
"""Width, and the drawing from 0, 0 in the middle of the line."""
PITCH, LOOSE = 20.0, 28.0
"""From line to line, at least and at most."""
ROOMY = 600.0
"""Width of a card from which on a spectator sees the trains as well."""
ROW = 34
"""From one train to the next."""
READABLE = 0.84
"""Letters of trains have twelve units; no smaller than ten."""
TRAIN = 354.0
"""Width of a row of trains."""


def rivals(s: Canvas, seats: list[int], x: float, y: float, w: float, h: float, columns: int) -> str:
    gap = 6.0
    rows = -(-len(seats) // columns)
    wide, high = (w - gap * (columns - 1)) / columns, (h - gap * (rows - 1)) / rows
    out = ""
    for i, seat in enumerate(seats):
        left, top = x + i % columns * (wide + gap), y + i // columns * (high + gap)
        out += group(s.kept(_card, seat, left, top, wide, high), f"seat-{seat}", s.names[seat])
    return group(out, "rivals")


def _card(s: Canvas, seat: int, x: float, y: float, w: float, h: float) -> str:
    th = s.th
    out = panel(s, x, y, w, h, seat) + seat_mark(s, seat, x + 18, y + 14, 15)
    left, most = holdings.pawns_left(s, seat)
    room = w - 42 - most * 12
    out += text(x + 31, y + 19, s.names[seat], 15, th["ink"], 700, "start", "display", room)
    for k in range(most):
        mark = seat_mark(s, seat, x + w - 14 - (most - 1 - k) * 12, y + 14, 10.5)
        out += mark if k < left else f'<g opacity="0.28">{mark}</g>'
    if seat in s.view["to_act"]:
        out += box(x, y, w, h, "none", th["arc"], 1.5, 4)
    roomy = s.me is None and w >= ROOMY
    rows, high = _rows(s, seat, w / 2 - 20 if roomy else w - 16, h - 35)
    for i, row in enumerate(rows):
        at, line = x + 12, y + 36 + i * high
        for wide, body in row:
            out += f'<g transform="translate({at:.1f} {line:.1f})">{body}</g>'
            at += wide + 9
    return out + _yard(s, seat, x + w / 2, y + 30, w / 2 - 12, h - 36) if roomy else out


def _rows(s: Canvas, seat: int, w: float, h: float) -> tuple[list[list[Item]], float]:
    """What a seat has in lines, and their pitch; money, trains, works and contracts apart where there is room."""
    kinds = [list(_money(s, seat)), list(_rolling(s, seat)), list(_works(s, seat)), list(_papers(s, seat))]
    rows = [row for kind in kinds for row in _flow(kind, w)]
    if len(rows) * PITCH > h + PITCH / 2:
        rows = list(_flow([item for kind in kinds for item in kind], w))[: int(h / PITCH + 0.9)]
    return rows, min(LOOSE, max(PITCH, h / max(1, len(rows))))


def _flow(items: Iterable[Item], w: float) -> Iterator[list[Item]]:
    """As many things in a line as fit."""
    row, at = list[Item](), 0.0
    for item in items:
        if row and at + item[0] > w:
            yield row
            row, at = [], 0.0
        row.append(item)
        at += item[0] + 9
    if row:
        yield row


def _yard(s: Canvas, seat: int, x: float, y: float, w: float, h: float) -> str:
    """The trains as their owner sees them, smaller; their ids belong to the owner's own drawing."""
    rows = holdings.yard(s, seat).trains
    scale = max(READABLE, min(1.0, w / TRAIN, h / (ROW * max(1, len(rows)))))
    step = min(ROW, h / scale / max(1, len(rows)))  # many trains stand closer rather than in smaller letters
    body = "".join(train(s, seat, *row, 0, r * step) for r, row in enumerate(rows))
    return f'<g transform="translate({n(x)} {n(y)}) scale({n(scale)})">{body}</g>'


def _papers(s: Canvas, seat: int) -> Iterator[Item]:
    for card, filled in holdings.contracts(s, seat):
        yield small_width(s, card), small_contract(s, card, 0, -10, filled)


def _stat(
    s: Canvas, sign: str, value: object, title: str, small: str = "", ink: str = "ink2", seat: int | None = None
) -> Item:
    """A holding: sign, figure, and a second figure that belongs to it; with a seat it is counted."""
    long = width(str(value), 14, 700)
    amount = text(16, 4.9, value, 14, s.th["ink"], 700, "start")
    out = icon(sign, 7, 0, 14, s.th[ink]) + (amount if seat is None else counted(amount, sign, seat))
    if small:
        out += text(19 + long, 4.9, small, 12, s.th["ink2"], 400, "start")
        long += 3 + width(small, 12, 400)
    return 16 + long, group(out, title=holdings.meaning(s, title, value, small))


def _money(s: Canvas, seat: int) -> Iterator[Item]:
    yield _stat(s, "florin", s.money(seat), "florin", f"+{s.rule(income, seat)}", "brass", seat)
    yield _stat(s, "influence", s.t.columns[s.s.influence[seat]], "influence", seat=seat)
    yield _stat(s, "share", s.t.share_price[s.s.share[seat]], "share", seat=seat)
    yield _stat(s, "investor", s.s.investors[seat], "investor", holdings.kept(s, seat), seat=seat)


def _rolling(s: Canvas, seat: int) -> Iterator[Item]:
    """Locomotives, wagons, goods."""
    th = s.th
    for loco in s.trains(seat):
        out = box(0, -8, 27, 16, th["iron2"], th["card_edge"], 1, 2) + icon("locomotive", 9, -0.5, 13, th["on_iron"])
        yield 27, group(out + text(21, 4.6, s.t.level[loco], 13, th["on_iron"], 700), title=s.t.locos[loco])
    wagons = [kind for _, _, row in holdings.yard(s, seat).trains for kind in row]
    free = len(wagons) - s.s.passengers[seat] - s.s.reserved[seat]
    yield _stat(s, "wagon-freight", free, "freight")
    if s.s.passengers[seat]:
        yield _stat(s, "wagon-passenger", s.s.passengers[seat], "passenger")
    if s.s.reserved[seat]:
        yield _stat(s, "lock", s.s.reserved[seat], "reserved")
    yield _cubes(s, s.goods(seat))
    ordered = s.s.ordered[GOODS * seat : GOODS * seat + GOODS]
    if any(ordered):
        wide, body = _cubes(s, ordered)
        sign = icon("ship", 7, 0, 13, th["ink2"])
        yield wide + 17, group(f'{sign}<g transform="translate(17 0)">{body}</g>', title=s.word("draw.figure.ordered"))


def _cubes(s: Canvas, amounts: Sequence[int]) -> Item:
    """Goods as cubes with their number; what is not there is left out."""
    at, out = 0.0, ""
    for good, k in enumerate(amounts):
        if k:
            out += cube(s, good, at + 6.5, 0, 13)
            at += 14
            if k > 1:
                out += text(at + 1, 4.6, k, 13, s.th["ink"], 700, "start")
                at += 2 + width(str(k), 13, 700)
            at += 3
    return max(at, 1.0), out


def _works(s: Canvas, seat: int) -> Iterator[Item]:
    """Tracks, stations, workers, factories, engineers, keys."""
    th, crew = s.th, holdings.workers(s, seat)
    yield _stat(s, "lay", s.s.tracks[seat].bit_count(), "lay", f"/{s.t.n.tracks}")
    yield _stat(s, "station", holdings.stations(s, seat), "station", f"/{s.t.n.stations}")
    yield _stat(s, "worker", "·".join(map(str, crew[:LEVELS])), "worker")
    if any(crew[LEVELS:]):
        yield _stat(s, "build", "·".join(map(str, crew[LEVELS:])), "working")
    have = holdings.tokens(s, seat)
    if any(have):
        out, at = icon("factory", 7, 0, 14, th["ink2"]), 17.0
        for good, k in enumerate(have):
            if k:
                out += good_sign(s, good, at + 6, 0, 12) + text(at + 13, 4.7, k, 13, th["ink"], 700, "start")
                at += 17 + width(str(k), 13, 700)
        yield at - 4, group(out, title=s.word("draw.figure.factory"))
    for kind, name in enumerate(("engineer-bridge", "engineer-tunnel")):
        if s.s.engineers[seat] >> kind & 1:
            yield 16, icon(name, 8, 0, 16, th["ink"])
    for hub, metal in holdings.keys(s, seat):
        sign = icon(f"key-{metal}", 8, 0, 14, th["brass" if metal == "gold" else "ink2"])
        yield 16, group(sign, title=s.city(s.hub_city(hub)))
    if s.s.semmering == seat:
        label = f"{s.word('draw.semmering')} ×{s.t.n.semmering_factor}"
        yield width(label, 12, 600), text(0, 4.5, label, 12, th["brass"], 600, "start")
