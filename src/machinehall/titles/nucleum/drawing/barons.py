"""The boards of the Barons: what they have, and the queue of tiles that the die chooses from (NU-23.4)."""

from __future__ import annotations

from machinehall.draw.kit import box, figure_width, group, icon, seat_shape, text
from machinehall.draw.letters import width
from machinehall.titles.nucleum.baron_end import baron_steps
from machinehall.titles.nucleum.component_types import TYPES
from machinehall.titles.nucleum.drawing import pieces
from machinehall.titles.nucleum.drawing.scene import Scene
from machinehall.titles.nucleum.final_scoring import score_steps
from machinehall.titles.nucleum.state import ROWS

TILE, PITCH = 34.0, 36.0
LABEL = 52.0


def baron_card(s: Scene, seat: int, x: float, y: float, w: float, h: float) -> str:
    """Name and Recharges, holdings, the queue from its front, what stands on the map."""
    th, left, room = s.th, x + 12, w - 20
    out = box(x + 0.5, y + 0.5, w - 1, h - 1, th["paper"], th["hair"], 1, 4) + box(x, y, 5, h, s.fill(seat), rx=1)
    if seat == s.view["active"]:
        out += box(x, y, w, h, "none", th["arc"], 2.5, 4)
    out += seat_shape(th, s.paint(seat), left + 9, y + 17, 17)
    out += text(left + 25, y + 22.5, s.name(seat), 16, th["ink"], 700, "start", "display", room - 150)
    out += _recharges(s, seat, x + w - 12, y + 17)
    out += _holdings(s, seat, left, y + 41)
    out += _works(s, seat, left + min(170.0, room * 0.45), y + 41, room * 0.55)
    return group(out + _queue(s, seat, left, y + 58, room), f"seat-{seat}", s.name(seat))


def final_steps(s: Scene, player: int) -> dict[str, int]:
    """The steps of the final scoring in their order; a Baron scores fewer of them, and in his own way (NU-23.62)."""
    state = s.state()
    steps = score_steps(s.t, state, player if player < s.view["seats"] else 0)
    return steps if player < s.view["seats"] else dict.fromkeys(steps, 0) | baron_steps(s.t, state, player)


def _recharges(s: Scene, seat: int, right: float, y: float) -> str:
    """How often he has recharged, of the times that end the match (NU-23.60)."""
    done, last = s.view["recharges"][seat], s.t.solo.n.baron_recharges_to_end
    label = s.word("draw.baron.recharges", done, last)
    out = text(right, y + 4.5, label, 12.5, s.th["ink2"], 600, "end")
    return out + icon("recharge", right - width(label, 12.5, 600) - 12, y, 14, s.th["ink2"])


def _holdings(s: Scene, seat: int, x: float, y: float) -> str:
    out = ""
    for sign, value, tint in (
        ("vp", s.view["vp"][seat], "brass"),
        ("thaler", s.view["thaler"][seat], "brass"),
        ("worker", s.view["supply"][seat], "ink"),
    ):
        body = icon(sign, x + 8, y, 16, s.th[tint]) + text(x + 18, y + 5, value, 15, s.th["ink"], 700, "start")
        out += group(body, title=s.word(f"draw.figure.{sign}"))
        x += figure_width(str(value), 15) + 14
    return out


def _works(s: Scene, seat: int, x: float, y: float, w: float) -> str:
    """What stands on the map, and his contracts."""
    view, base = s.view, ROWS * seat
    built = view["built"][seat]
    rows: list[tuple[str, int]] = [(kind, sum(name.startswith(kind) for name in built)) for kind in TYPES]
    rows.append(("turbine", sum(bool(at) for at in view["turbine_site"][base : base + ROWS])))
    rows.append(("mine", sum(bool(at) for at in view["mine_site"][base : base + ROWS])))
    rows.append(("rail-tile", view["rail_owner"].count(seat)))
    rows.append(("contract", len(view["fulfilled"][seat])))
    total = sum(16 + width(str(value), 12.5) for _, value in rows)
    gap, out = min(12.0, (w - total) / (len(rows) - 1)), ""
    for sign, value in rows:
        out += icon(sign, x + 7, y, 13, s.th["ink2"]) + text(x + 15, y + 4.5, value, 12.5, s.th["ink"], 600, "start")
        x += 16 + width(str(value), 12.5) + gap
    return group(out, title=", ".join(built) or s.word("draw.buildings"))


def _queue(s: Scene, seat: int, x: float, y: float, w: float) -> str:
    """His tiles from the front, in as many lines as it takes; the die counts them, and stops before the Obstacle."""
    tiles = s.view["queue"][seat - s.view["seats"]]
    out = text(x, y + 14, s.word("draw.queue"), 12, s.th["ink2"], 400, "start", room=LABEL - 4)
    each = max(1, int((w - LABEL) / PITCH))
    step = PITCH if len(tiles) <= 3 * each else (w - LABEL - TILE) / max(1, -(-len(tiles) // 3) - 1)
    each = each if step == PITCH else -(-len(tiles) // 3)
    for i, tile in enumerate(tiles):
        left, top = x + LABEL + (i % each) * step, y + (i // each) * 25
        out += group(pieces.small_card(s, tile, left, top, TILE), title=_said(s, i, tile))
    return out


def _said(s: Scene, place: int, tile: str) -> str:
    obstacle = pieces.record(s, tile).directive is not None
    return f"{place + 1}: {s.word('draw.obstacle') if obstacle else tile}"
