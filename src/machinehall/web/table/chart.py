"""How a match went: a line for each player over its decisions, and what the final scoring made of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from machinehall.draw.kit import box, disc, esc, n, path, seat_shape, text
from machinehall.draw.look import Look
from machinehall.draw.theme import Theme, theme
from machinehall.kernel.match import Match
from machinehall.kernel.mending import stepped
from machinehall.kernel.wording import minus
from machinehall.web.shell import Ctx
from machinehall.words import Titled

Curve = list[tuple[int, list[int]]]
"""Numbers of decisions, and what each player had after them."""
Size = tuple[float, float]
WIDE, BESIDE, PHONE = 640.0, 420.0, 350.0
"""How wide a chart is drawn: alone, beside another, on a phone. It is shown about as large: figures would shrink."""
HIGH = 600.0
"""Room for all charts, one above the other; one alone takes no more than half of it."""
BETWEEN = 20.0
STRIP = 40.0
"""Width of the strip for the final scoring."""
SHORT, FIGURE = 3, 9.0
"""Figures that the room at the right is made for, and what each more of them takes."""
AFTER = 92.0
"""Between the end of the lines and the edge."""
APART = 17.0
"""Between figures at the ends of lines."""


def curves_of(match: Match, look: Look, players: int) -> list[Curve]:
    """All that the title follows over a match. It is over, so each seat's own view may tell what that seat has."""
    title, seats = match.title, match.seats
    state = title.start(match.seats, match.options)
    found: list[Curve] = [[] for _ in look.courses]
    for number, entry in enumerate(match.log, 1):
        state, _ = stepped(title, state, entry.seat, entry.action)
        views = [title.view(state, seat if seat < seats else None) for seat in range(min(players, seats + 1))]
        rows = [look.course(views[min(player, seats)], player) for player in range(players)]
        for k, curve in enumerate(found):
            known = [value for row in rows if (value := row[k]) is not None]
            if len(known) == players and (not curve or curve[-1][1] != known):
                curve.append((number, known))
    return found


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the lines of a chart lie."""

    th: Theme
    high: float
    last: int
    low: int
    most: int
    right: float
    left: float = 44.0
    top: float = 14.0

    @property
    def foot(self) -> float:
        return self.high - 30.0

    def at(self, number: float, value: float) -> tuple[float, float]:
        share = (value - self.low) / (self.most - self.low)
        return self.left + (self.right - self.left) * number / self.last, self.foot - (self.foot - self.top) * share


def charts(
    ctx: Ctx, look: Look, names: Sequence[str], curves: Sequence[Curve], final: Sequence[int]
) -> list[tuple[str, Markup]]:
    """Name and drawing of each; the first leads to the final scores."""
    shown = [(word, curve, k == 0) for k, (word, curve) in enumerate(zip(look.courses, curves, strict=False)) if curve]
    say = Titled(look.title.name, ctx.say)
    high = HIGH / max(2, len(shown)) - BETWEEN
    wide = PHONE if ctx.size == "narrow" else BESIDE if len(shown) > 1 else WIDE
    last = max((curve[-1][0] for _, curve, _ in shown), default=1)
    found = []
    for word, curve, first in shown:
        name = say(word)
        ends = list(final) if first else curve[-1][1]
        unit = look.unit if first else ""
        found.append((name, chart(ctx, look, [name, *names], curve, (ends, unit, last, (wide, high), first))))
    return found


def chart(
    ctx: Ctx, look: Look, names: Sequence[str], curve: Curve, more: tuple[list[int], str, int, Size, bool]
) -> Markup:
    """A line for each player, with its shape at the end."""
    ends, unit, last, (wide, high), scored = more
    values = [*ends, *(value for _, row in curve for value in row)]
    longest = max(len(f"{unit}{end}") for end in ends)
    right = wide - AFTER - FIGURE * max(0, longest - SHORT)
    frame = Frame(theme(ctx.theme), high, last, min(0, *values), max(10, *values), right)
    out = _grid(frame, _step(frame.most - frame.low, high / 40), _step(last, right / 60), scored)
    out += _lines(frame, look, [*curve, (last, curve[-1][1])], ends, unit, scored)
    label = "; ".join(minus(f"{name}: {unit}{points}") for name, points in zip(names[1:], ends, strict=True))
    name = esc(f"{names[0]}: {label}")
    return Markup(f'<svg class="chart" viewBox="0 0 {n(wide)} {n(high)}" role="img" aria-label="{name}">{out}</svg>')


def _step(span: int, parts: float) -> int:
    """A round number that divides a span into so many parts at most."""
    steps = (base * ten for ten in (1, 10, 100, 1000, 10_000) for base in (1, 2, 5))
    return next(step for step in steps if span / step <= parts)


def _grid(f: Frame, step: int, stride: int, scored: bool) -> str:
    th, out = f.th, ""
    if scored:
        out += box(f.right, f.top, STRIP, f.foot - f.top, th["well"])
    for value in range(-(-f.low // step) * step, f.most + 1, step):
        y = f.at(0, value)[1]
        out += path(f"M{n(f.left)} {n(y)}H{n(f.right + STRIP)}", th["hair"], 0.75)
        out += text(f.left - 8, y + 4.3, value, 12.5, th["ink2"], 400, "end")
    for number in range(0, f.last + 1, stride):
        x = f.at(number, 0)[0]
        out += path(f"M{n(x)} {n(f.foot)}v5", th["ink2"], 1) + text(x, f.foot + 18, number, 12.5, th["ink2"], 400)
    return out


def _lines(f: Frame, look: Look, curve: Curve, ends: Sequence[int], unit: str, scored: bool) -> str:
    th, out, tip = f.th, "", f.right + (STRIP if scored else 0)
    for seat in range(len(ends)):
        (x, y), *steps = (f.at(number, row[seat]) for number, row in curve)
        # What one has stays until it changes: steps, no slopes.
        d = f"M{n(x)} {n(y)}" + "".join(f"H{n(x)}V{n(y)}" for x, y in steps)
        d += f"L{n(tip)} {n(f.at(0, ends[seat])[1])}" if scored else ""
        out += path(d, th["paper"], 5.5) + path(d, th["rail"], 4)
        out += path(d, th[f"player.{look.paint(seat)}.fill"], 2.4)
    wished = [f.at(0, end)[1] for end in ends]
    for seat, y in enumerate(_spread(wished, f.foot)):
        colour = look.paint(seat)
        out += disc(tip, wished[seat], 3, th["ink"]) + seat_shape(th, colour, tip + 15, y, 14, edge=th["paper"])
        figure = f"{unit}{ends[seat]}"
        out += text(tip + 26, y + 5, figure, 14, th[f"player.{colour}.text"], 700, "start")
    return out


def _spread(wished: Sequence[float], low: float) -> list[float]:
    """The same heights, but so far apart that figures there can be read, and none below the chart."""
    order = sorted(range(len(wished)), key=lambda seat: wished[seat])
    found = list(wished)
    for seat, above in zip(order[1:], order, strict=False):
        found[seat] = max(found[seat], found[above] + APART)
    limit = low
    for seat in reversed(order):
        found[seat] = min(found[seat], limit)
        limit = found[seat] - APART
    return found
