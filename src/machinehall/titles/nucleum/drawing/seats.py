"""The boards of the other seats, and of all of them for a spectator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from machinehall.draw.kit import box, counted, figure_width, group, icon, n, path, seat_shape, text
from machinehall.draw.letters import lines, width
from machinehall.titles.nucleum.components.types import TYPES
from machinehall.titles.nucleum.drawing import pieces
from machinehall.titles.nucleum.drawing.own import buildings, industry, tech_marks
from machinehall.titles.nucleum.drawing.scene import Canvas
from machinehall.titles.nucleum.drawing.side import contract_card
from machinehall.titles.nucleum.rules.recharge import entry_for
from machinehall.titles.nucleum.state import ROWS, SLOTS, TRACKS

FULL = 420
"""From this width on a card shows contracts and technologies in full."""
TALL = 265
"""From this height on it also shows what is not yet built."""
TINT = {"vp": "brass", "thaler": "brass", "uranium": "good.uranium", "achievement": "good.achievement"}
Card = Callable[[Canvas, int, float, float, float, float], str]
"""Draws the panel of a player."""
TABLE = ("seat", "players", "seats", "to_act", "first", "options", "rail_owner")
OF_A_SEAT = {
    **dict.fromkeys(("vp", "thaler", "supply", "reserve", "achievement", "experiment", "row", "pool"), 1),
    **dict.fromkeys(("tech", "built", "fulfilled"), 1),
    **dict.fromkeys(("turbine_site", "mine_site", "uranium"), ROWS),
    "income": TRACKS,
    "slots": SLOTS,
}
"""What a panel is made from: fields of the view, and lists of which each seat has so many numbers."""
TRACK_SIGNS = ("income-thaler", "income-worker", "income-vp")


def rivals(s: Canvas, seats: list[int], card: Card, x: float, y: float, w: float, h: float) -> str:
    """Side by side; for a spectator one below the other."""
    gap, out = 8.0, ""
    down = s.me is None
    each = w if down else (w - gap * (len(seats) - 1)) / len(seats)
    high = (h - gap * (len(seats) - 1)) / len(seats) if down else h
    for i, seat in enumerate(seats):
        left, top = (x, y + i * (high + gap)) if down else (x + i * (each + gap), y)
        out += card(s, seat, left, top, each, high)
    return out


def frame(s: Canvas, seat: int, x: float, y: float, w: float, h: float) -> str:
    """The panel of a seat: a bar in its colour, a ring when it is to act."""
    out = box(x + 0.5, y + 0.5, w - 1, h - 1, s.th["paper"], s.th["hair"], 1, 4) + box(x, y, 5, h, s.fill(seat), rx=1)
    return out + (box(x, y, w, h, "none", s.th["arc"], 2.5, 4) if seat in s.view["to_act"] else "")


def title(s: Canvas, seat: int, x: float, y: float, w: float) -> str:
    """Shape, name, Experiment, the crown of the first player."""
    th = s.th
    experiment = s.view["experiment"][seat]
    room = w - 26 - (22 if experiment else 0) - (18 if seat == s.view["first"] else 0)
    out = seat_shape(th, s.paint(seat), x + 9, y, 17)
    out += text(x + 25, y + 5.5, s.name(seat), 16, th["ink"], 700, "start", "display", room)
    at = x + 33 + min(room, width(s.name(seat), 16, 700, "display"))
    if experiment:
        body = box(at, y - 8, 16, 16, "none", th["rule"], 1, 3)
        body += text(at + 8, y + 4.5, experiment.upper(), 12.5, th["ink2"], 600)
        out += group(body, title=s.word("draw.experiment", experiment.upper()))
        at += 22
    if seat == s.view["first"]:
        out += group(icon("crown", at + 7, y, 14, th["ink2"]), title=s.word("draw.first"))
    return out


def holdings(s: Canvas, seat: int, x: float, y: float, w: float, size: float) -> str:
    """Points, thaler, workers, uranium, achievement tokens."""
    view = s.view
    rows = [
        ("vp", str(view["vp"][seat])),
        ("thaler", str(view["thaler"][seat])),
        ("worker", f"{view['supply'][seat]}+{view['reserve'][seat]}"),
        ("uranium", str(s.uranium(seat))),
        ("achievement", str(view["achievement"][seat])),
    ]
    total = sum(figure_width(value, size) for _, value in rows)
    gap, out = min(16.0, (w - total) / (len(rows) - 1)), ""
    for sign, value in rows:
        body = icon(sign, x + size * 0.55, y, size * 1.05, s.th[TINT.get(sign, "ink")])
        amount = text(x + size * 1.22, y + size * 0.35, value, size, s.th["ink"], 700, "start")
        out += group(body + counted(amount, sign, seat), title=s.word(f"draw.figure.{sign}"))
        x += figure_width(value, size) + gap
    return out


def seat_card(s: Canvas, seat: int, x: float, y: float, w: float, h: float) -> str:
    """The panel of a seat, made again only when something of it has changed."""
    return s.part(_seat_card, TABLE, args=(seat, x, y, w, h), rows=s.rows(seat, OF_A_SEAT))


def _seat_card(s: Canvas, seat: int, x: float, y: float, w: float, h: float) -> str:
    left, full = x + 12, w >= FULL
    room = 268.0 if full else w - 18
    narrow = room < 200
    inner = room - (6 if narrow else 0)  # figures stand clear of the edge
    out = frame(s, seat, x, y, w, h)
    out += title(s, seat, left, y + 17, room - (0 if narrow else 110))
    out += _incomes(s, seat, left if narrow else left + room - 106, y + (37 if narrow else 17))
    down = 18 if narrow else 0
    out += holdings(s, seat, left, y + 39 + down, inner, 13.5 if narrow else 15)
    out += _tiles(s, left, y + 52 + down, room, s.view["row"][seat], s.word("draw.row"))
    out += _tiles(s, left, y + 75 + down, room, s.view["pool"][seat], s.word("draw.hand"))
    out += _works(s, seat, left, y + 107 + down, inner)
    out += tech_marks(s, seat, left, y + 116 + down, room)
    if h > TALL:
        out += buildings(s, seat, left - 4, y + 144) + industry(s, seat, left + 186, y + 144)
        room += 30
    if full:
        out += path(f"M{n(left + room + 8)} {n(y + 10)}v{n(h - 20)}", s.th["hair"], 1)
        out += _papers(s, seat, left + room + 17, y + 8, x + w - 8 - (left + room + 17), h - 14)
    return group(out, f"seat-{seat}", s.name(seat))


def _incomes(s: Canvas, seat: int, x: float, y: float) -> str:
    """What the next Recharge pays of each track."""
    out, tiles, always = "", len(s.view["row"][seat]), bool(s.view["options"]["start_income_always"])
    for track, sign in enumerate(TRACK_SIGNS):
        place = s.view["income"][TRACKS * seat + track]
        amount, vp = entry_for(s.t, track, place, tiles, always)
        body = icon(sign, x + 8, y, 15, s.th["ink2"])
        body += text(x + 17, y + 4.5, place, 12.5, s.th["ink"], 600, "start")
        out += group(body, title=f"{s.called(s.t.domains['track'][track])} {place}: {amount} + {vp}")
        x += 36
    return out


def _tiles(s: Canvas, x: float, y: float, w: float, tiles: list[str], label: str) -> str:
    """Small tiles in a line; when they are many, they get narrower and at last overlap."""
    head = max(34.0, *(width(s.word(f"draw.{row}"), 12, 400) + 3 for row in ("row", "hand")))
    wide = min(36.0, max(22.0, (w - head) / max(1, len(tiles)) - 1.5))
    step = min(wide + 1.5, (w - head - wide) / max(1, len(tiles) - 1))
    shown = label if step > wide else f"{len(tiles)}×"
    out = group(text(x, y + 14, shown, 12, s.th["ink2"], 400, "start", room=head - 2), title=label)
    x += head
    for i, tile in enumerate(tiles):
        out += group(pieces.small_card(s, tile, x + i * step, y, wide), title=s.called(tile))
    return out + ("" if tiles else text(x + 2, y + 14, "–", 12, s.th["ink2"], 400, "start"))


def _works(s: Canvas, seat: int, x: float, y: float, w: float) -> str:
    """What stands on the map, contracts open and fulfilled, technologies."""
    view = s.view
    built = view["built"][seat]
    rows: list[tuple[str, object, str]] = [("urbanize", len(built), "figure.built")]
    if w > 200:
        rows = [(kind, sum(name.startswith(kind) for name in built), f"type.{kind}") for kind in TYPES]
    base = ROWS * seat
    rows.append(("turbine", sum(map(bool, view["turbine_site"][base : base + ROWS])), "milestone.own_turbines"))
    rows.append(("mine", sum(map(bool, view["mine_site"][base : base + ROWS])), "milestone.own_mines"))
    rows.append(("rail-tile", view["rail_owner"].count(seat), "figure.rails"))
    slots = sum(map(bool, view["slots"][SLOTS * seat : SLOTS * seat + SLOTS]))
    rows.append(("contract", f"{slots}+{len(view['fulfilled'][seat])}", "figure.contracts"))
    rows.append(("tech-1", len(view["tech"][seat]), "technologies"))
    total = sum(16 + width(str(value), 12.5) for _, value, _ in rows)
    gap, out = min(12.0, (w - total) / (len(rows) - 1)), ""
    for sign, value, meaning in rows:
        body = icon(sign, x + 7, y, 13, s.th["ink2"]) + text(x + 15, y + 4.5, value, 12.5, s.th["ink"], 600, "start")
        out += group(body, title=s.word(f"draw.{meaning}"))
        x += 16 + width(str(value), 12.5) + gap
    return out


def _papers(s: Canvas, seat: int, x: float, y: float, w: float, h: float) -> str:
    """Contracts in the slots, and under them the Experiment's technologies in words."""
    out, each = "", (w - 9) / 4
    for k, name in enumerate(s.view["slots"][SLOTS * seat : SLOTS * seat + SLOTS]):
        left = x + k * (each + 3)
        if name:
            out += contract_card(s, name, left, y, each, 45)
        else:
            out += box(left + 0.5, y + 0.5, each - 1, 44, "none", s.th["rule"], 1, 3, "3 2")
    experiment = s.view["experiment"][seat]
    if not experiment:
        return out
    room = int((h - 50) / 15.5)
    techs: list[Any] = s.t.pack.records["technologies"]
    rows: list[str] = []
    for row in techs:
        if row.id in s.view["tech"][seat]:
            rows += lines(f"{row.id.upper()} {s.technology(row)}", w, 2, 12, 400)
    for i, label in enumerate(rows[:room]):
        out += text(x, y + 61 + i * 15.5, label, 12, s.th["ink2"], 400, "start")
    return out
