"""What was tried on a scale: how much the turn gave away at the table, what each try gives away, and what counts."""

from __future__ import annotations

from collections.abc import Sequence

from machinehall.draw.kit import box, disc, n, path, seat_shape, text
from machinehall.draw.theme import Theme

from .pictures import Brush, step_of, svg

HIGH, AXIS = 58.0, 30.0
EDGE = 16.0
RADIUS = 9.0
GREEN = "retry-counts"


def scale(brush: Brush, seat: int, lost: float, within: float, tries: Sequence[float]) -> str:
    """Points given away from left to right, less and less; tries by their number, that at the table as its seat."""
    th, say, most = brush.th, brush.speaker.say, max(lost, within, *tries) * 1.08
    figure = brush.speaker.figure

    def x(value: float) -> float:
        return EDGE + (brush.wide - 2 * EDGE) * (1 - max(0.0, value) / most)

    out = green(th) + path(f"M{n(EDGE)} {n(AXIS)}H{n(brush.wide - EDGE)}", th["rule"], 1)
    left = x(within)
    out += box(left, AXIS - 9, brush.wide - EDGE - left, 18, f"url(#{GREEN})", th["ok"], 1, 2)
    step = step_of(most, brush.wide / 70)
    ticks = [step * k for k in range(int(most / step) + 1)]
    for value in ticks:
        out += path(f"M{n(x(value))} {n(AXIS)}v6", th["ink2"], 1)
        said = figure(-value) if step < 1 else brush.speaker.whole(-value)
        out += text(x(value), AXIS + 24, said, 12, th["ink2"], 400)
    for number, value in enumerate(tries, 1):
        edge = th["ok"] if value <= within else th["ink"]
        out += disc(x(value), AXIS, RADIUS, th["sheet"], edge, 1.6)
        out += text(x(value), AXIS + 4.2, number, 12, edge, 700)
    out += seat_shape(th, brush.paint(seat), x(lost), AXIS, 17, th["warn"], th["warn"])
    table = x(lost)
    anchor = "start" if table < brush.wide / 2 else "end"
    out += text(table, AXIS - 14, say("review.retry.table"), 12, th["ink2"], 400, anchor, room=brush.wide / 2)
    tried = say("list.separator").join(figure(-value) for value in tries) or "–"
    label = say("review.retry.scale", figure(-lost), tried, figure(-within))
    return svg(brush, HIGH, label, out)


def green(th: Theme) -> str:
    """The engraver's tone of what counts."""
    return (
        f'<defs><pattern id="{GREEN}" width="5" height="5" patternUnits="userSpaceOnUse">'
        f'<rect width="5" height="5" fill="{th["sheet"]}"/>'
        f'<path d="M-1 1l2 -2M0 5l5 -5M4 6l2 -2" stroke="{th["ok"]}" stroke-width="1"/></pattern></defs>'
    )
