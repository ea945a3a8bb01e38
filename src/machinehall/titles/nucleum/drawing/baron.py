"""The panel of a Baron: money and workers, queue with the Obstacle, what he has built, contracts, next buildings."""

from __future__ import annotations

from machinehall.draw.kit import box, group, icon, text
from machinehall.draw.letters import width
from machinehall.titles.nucleum.components.types import TYPES
from machinehall.titles.nucleum.drawing import pieces
from machinehall.titles.nucleum.drawing.scene import Canvas
from machinehall.titles.nucleum.drawing.seats import TINT, frame, seat_card, title
from machinehall.titles.nucleum.state import ROWS
from machinehall.titles.nucleum.words.names import ROMAN

TILE = 36.0
LEAST_TILE = 22.0
GAP = 1.5
QUEUE_H = 20.0
LABEL = 44.0


def card(s: Canvas, player: int, x: float, y: float, w: float, h: float) -> str:
    """The panel of another seat, or of a Baron."""
    return seat_card(s, player, x, y, w, h) if player < s.view["seats"] else baron_card(s, player, x, y, w, h)


def baron_card(s: Canvas, b: int, x: float, y: float, w: float, h: float) -> str:
    left, room = x + 12, w - 22
    out = frame(s, b, x, y, w, h) + title(s, b, left, y + 17, room)
    out += _figures(s, b, left, y + 39, room) + _queue(s, b, left, y + 52, room)
    out += _works(s, b, left, y + 86, room) + _next(s, b, left, y + 108)
    if s.view["logic"]:
        solo = s.t.solo
        at = solo.logic.index(s.view["logic"])
        types = " > ".join(s.word(f"draw.type.{TYPES[k]}") for k in solo.types[at])
        tie = s.word("draw.highest" if solo.highest[at] else "draw.lowest")
        words = f"{s.word('draw.logic')}: {tie} · {types} · {s.word(f'draw.logic.{solo.industry[at]}')}"
        out += group(text(left, y + 132, words, 12, s.th["ink2"], 400, "start", room=room), "logic", words)
    return group(out, f"seat-{b}", s.name(b))


def _row(s: Canvas, rows: list[tuple[str, str, str]], x: float, y: float, room: float, size: float) -> str:
    """Signs with their figures and what they mean."""
    total = sum(size + 6 + width(value, size) for _, value, _ in rows)
    gap, out = min(14.0, (room - total) / max(1, len(rows) - 1)), ""
    for sign, value, meaning in rows:
        body = icon(sign, x + size * 0.55, y, size * 1.05, s.th[TINT.get(sign, "ink2")])
        body += text(x + size * 1.2, y + size * 0.35, value, size, s.th["ink"], 700, "start")
        out += group(body, title=meaning)
        x += size + 6 + width(value, size) + gap
    return out


def _figures(s: Canvas, b: int, x: float, y: float, room: float) -> str:
    view, n = s.view, s.t.solo.n
    rows = [
        ("vp", str(view["vp"][b]), s.word("draw.figure.vp")),
        ("thaler", str(view["thaler"][b]), s.word("draw.figure.thaler")),
        ("worker", f"{view['supply'][b]}+{view['reserve'][b]}", s.word("draw.figure.worker")),
        ("recharge", f"{view['recharges'][b]}/{n.baron_recharges_to_end}", s.word("draw.end.recharges")),
        ("contract", f"{len(view['fulfilled'][b])}/{n.baron_contracts}", s.word("draw.end.contracts")),
    ]
    return _row(s, rows, x, y, room, 15)


def _queue(s: Canvas, b: int, x: float, y: float, room: float) -> str:
    """The tiles from the front; the Obstacle is dark."""
    tiles = s.view["queue"][b - s.view["seats"]]
    wide = min(TILE, max(LEAST_TILE, (room - LABEL) / max(1, len(tiles)) - GAP))
    step = min(wide + GAP, (room - LABEL - wide) / max(1, len(tiles) - 1))
    out = text(x, y + 14, s.word("draw.queue"), 12, s.th["ink2"], 400, "start", room=LABEL - 4)
    return group(out + queue_row(s, b, x + LABEL, y, wide, step), f"queue-{b}")


def queue_row(s: Canvas, b: int, x: float, y: float, wide: float, step: float) -> str:
    """The tiles alone, one every `step`."""
    out = ""
    for i, tile in enumerate(s.view["queue"][b - s.view["seats"]]):
        left = x + i * step
        if s.t.directive[s.t.tiles.index(tile)]:
            body = box(left + 0.6, y + 0.6, wide - 1.2, 18.8, s.th["iron"], s.th["rule"], 1, 2)
            body += icon("lock", left + wide / 2, y + 10, 13, s.th["brass_fill"])
            out += group(body, f"obstacle-{b}", s.word("draw.obstacle"))
        else:
            out += group(pieces.small_card(s, tile, left, y, wide), title=f"{i + 1}. {s.called(tile)}")
    return out


def _works(s: Canvas, b: int, x: float, y: float, room: float) -> str:
    """What stands on the map."""
    view, base = s.view, ROWS * b
    built = view["built"][b]
    rows = [(kind, str(sum(name.startswith(kind) for name in built)), s.word(f"draw.type.{kind}")) for kind in TYPES]
    for sign, sites in (("turbine", view["turbine_site"]), ("mine", view["mine_site"])):
        there = sum(map(bool, sites[base : base + ROWS]))
        rows.append((sign, str(there), s.word(f"draw.milestone.own_{sign}s")))
    rows.append(("rail-tile", str(view["rail_owner"].count(b)), s.word("draw.figure.rails")))
    return _row(s, rows, x, y, room, 13)


def _next(s: Canvas, b: int, x: float, y: float) -> str:
    """The top of each stack of buildings."""
    built, records = s.view["built"][b], s.t.pack.records["buildings"]
    out = text(x, y + 4.5, s.word("draw.next"), 12, s.th["ink2"], 400, "start", room=LABEL - 4)
    x += LABEL
    for kind, stack in zip(TYPES, s.t.solo.stacks, strict=True):
        top = next((building for building in stack if s.t.buildings[building] not in built), None)
        label = "–" if top is None else ROMAN[records[top].level]  # type: ignore[attr-defined]
        out += icon(kind, x + 7, y, 13, s.th["ink2"]) + text(x + 17, y + 4.5, label, 12.5, s.th["ink"], 600, "start")
        x += 50
    return group(out, f"stacks-{b}")
