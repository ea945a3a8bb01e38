"""The score track, and after the end how the points came about."""

from __future__ import annotations

from machinehall.draw.kit import group, icon, movable, n, path, seat_shape, text
from machinehall.titles.nucleum.drawing.scene import Canvas
from machinehall.titles.nucleum.rules.baron.end import baron_steps
from machinehall.titles.nucleum.rules.final_scoring import score_steps
from machinehall.titles.nucleum.state import State

SCORE_SIGNS = {
    "score.track": "vp",
    "score.milestones": "milestone",
    "score.zero_markers": "minus",
    "score.ultimate": "tech-3",
    "score.resources": "thaler",
    "score.powered": "powered",
    "score.income": "income-any",
}
"""Of the steps of the final scoring, in their order; a Baron has only some."""


def steps(s: Canvas, state: State, player: int) -> dict[str, int]:
    """The points of a player or of a Baron, step by step."""
    return score_steps(s.t, state, player) if player < state.seats else baron_steps(s.t, state, player)


def result(s: Canvas, x: float, y: float, w: float) -> str:
    """The final scores, step by step."""
    th, state, out = s.th, s.s, ""
    scores = {seat: steps(s, state, seat) for seat in range(s.players)}
    ranked = sorted(scores, key=lambda seat: -sum(scores[seat].values()))
    each = (w - 190) / len(SCORE_SIGNS)
    for i, seat in enumerate(ranked):
        mid = y + 9 + i * 15.5
        row = seat_shape(th, s.paint(seat), x + 7, mid, 13)
        row += text(x + 20, mid + 4.5, s.name(seat), 13, th["ink"], 600, "start", room=110)
        for k, (step, sign) in enumerate(SCORE_SIGNS.items()):
            if step not in scores[seat]:
                continue
            value = scores[seat][step]
            at = x + 140 + k * each
            label = str(value) if k == 0 or value < 0 else f"+{value}"
            row += icon(sign, at + 7, mid, 13, th["ink2"]) + text(
                at + 18, mid + 4.5, label, 13, th["ink"], 400, "start"
            )
        row += text(x + w - 4, mid + 4.5, f"= {sum(scores[seat].values())}", 14, th["brass"], 700, "end")
        out += group(row, f"result-{seat}")
    return group(out, "result")


def points(s: Canvas, x: float, y: float, w: float) -> str:
    """The score track up to the flag, or as far as somebody has come."""
    th, flag = s.th, s.t.n.vp_flag
    most = max(flag, *s.view["vp"]) + 5
    unit = (w - 60) / most
    left = x + 52
    out = text(x, y + 18, s.word("draw.points"), 12, th["ink"], 600, "start", room=48)
    out += path(f"M{n(left)} {n(y + 14)}h{n(unit * most)}", th["rule"], 1.25)
    for value in range(0, most + 1, 5):
        tall = 5 if value % 10 == 0 else 3
        out += path(f"M{n(left + value * unit)} {n(y + 14)}v{tall}", th["rule"], 1)
        if value % 10 == 0:
            out += text(left + value * unit, y + 31, value, 12, th["brass" if value == flag else "ink2"], 600)
    out += path(f"M{n(left + flag * unit)} {n(y + 14)}v-14l9 3.5l-9 3.5", th["brass"], 1.5, th["brass_fill"])
    free = 0.0
    for seat in sorted(range(s.players), key=lambda k: (s.view["vp"][k], k)):
        at = left + max(0, s.view["vp"][seat]) * unit
        cx = max(at, free)
        free = cx + 14
        mark = path(f"M{n(at)} {n(y + 14)}L{n(cx)} {n(y + 8)}", th["ink2"], 1)
        mark += movable(seat_shape(th, s.paint(seat), cx, y + 5, 14, edge=th["paper"]), f"points-{seat}", seat)
        out += group(mark, f"points-{seat}", f"{s.name(seat)}: {s.view['vp'][seat]}")
    return group(out, "points")
