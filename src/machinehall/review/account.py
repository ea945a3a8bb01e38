"""The account of a result: start + own turns + luck + others + residual = final lead.

As in backgammon luck is what chance brought less its mean, and skill is the turn played less the best turn; with more
than two seats the turns of the others are a term of their own: what they gave away, as far as it came to this seat.
A judge that errs makes the residual larger, never the sum wrong. The residual's error is that of a sum of independent
steps of the size that was seen, so a residual far beyond it would be a judge that leans to one side.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, pstdev

from .course import Course, Luck, Played
from .shapes import NOTHING, Account, Figure, Point, TurnReview


class Weighing:
    """What a first look is worth: how much of its losses was left where turns were searched, and how far it was off."""

    def __init__(self, looked: Sequence[float], searched: Sequence[float], least: float) -> None:
        self.share, self.error = 1.0, least
        if len(looked) > 1 and sum(looked) > 0:
            self.share = min(1.0, max(0.0, sum(searched) / sum(looked)))
            off = [s - self.share * q for q, s in zip(looked, searched, strict=True)]
            self.error = max(least, pstdev(off) / 2)


def accounts(
    course: Course, points: Sequence[Point], lucks: Sequence[Luck], turns: Sequence[TurnReview], weighing: Weighing
) -> list[Account]:
    """One for each seat."""
    return [_account(course, points, lucks, turns, weighing, seat) for seat in range(course.seats)]


def _account(
    course: Course,
    points: Sequence[Point],
    lucks: Sequence[Luck],
    turns: Sequence[TurnReview],
    weighing: Weighing,
    seat: int,
) -> Account:
    start, final = points[course.begin].leads[seat], points[-1].leads[seat]
    luck = own = others = NOTHING
    for found in lucks:
        luck += found.gains[seat]
    steps: list[float] = []
    counted = [turn for turn in turns if turn.first >= course.begin]
    ends = [turn.first for turn in counted[1:]] + [len(points) - 1]
    begin = course.begin
    for turn, end in zip(counted, ends, strict=True):
        chance = sum(found.gains[seat].value for found in lucks if begin <= found.number < end)
        moved = points[end].leads[seat] - points[begin].leads[seat] - chance
        brought = _brought(turn, points, lucks, weighing, seat)
        own, others = (own + brought, others) if turn.seat == seat else (own, others + brought)
        steps.append(moved - brought.value)
        begin = end
    residual = final - start - own.value - luck.value - others.value
    # What is left is the sum of the steps; their sizes tell how large such a sum may be.
    return Account(seat, Figure(start), own, luck, others, Figure(residual, math.hypot(*steps)), final)


def _brought(turn: TurnReview, points: Sequence[Point], lucks: Sequence[Luck], weighing: Weighing, seat: int) -> Figure:
    """What a turn did to a seat's lead beside the best turn; before anybody has looked, what changed in it."""
    if turn.loss is None:
        if turn.kind != "real":
            return NOTHING
        chance = sum(found.gains[seat].value for found in lucks if turn.first <= found.number < turn.last)
        return Figure(points[turn.last].leads[seat] - points[turn.first].leads[seat] - chance)
    if not turn.gaps:
        return NOTHING
    if turn.searched:
        return Figure(turn.gaps[seat], turn.loss.error)
    return Figure(weighing.share * turn.gaps[seat], weighing.error if any(turn.gaps) else 0.0)


def punished(turn: TurnReview, own: Sequence[Played], points: Sequence[Point]) -> bool | None:
    """Whether half of what was given away or more did not come back by the end of the next two own turns."""
    if turn.loss is None:
        return None
    later = [other.last for other in own if other.first > turn.first][:2]
    end = later[-1] if later else len(points) - 1
    regained = points[end].leads[turn.seat] - points[turn.last].leads[turn.seat]
    return regained < turn.loss.value / 2


def percent(given: float, band: float) -> int:
    """A hundred for nothing given away, a quarter less for each two thirds of a small loss in a turn."""
    kept = math.pow(0.75, max(0.0, given) * 1.5 / band)
    return round(100 * kept)


def given_away(turns: Sequence[TurnReview], weighing: Weighing) -> Figure:
    """Points given away for each turn that counts."""
    losses = [
        turn.loss if turn.searched else Figure(turn.loss.value * weighing.share, weighing.error)
        for turn in turns
        if turn.loss is not None
    ]
    if not losses:
        return NOTHING
    return Figure(fmean(max(0.0, loss.value) for loss in losses), math.hypot(*(x.error for x in losses)) / len(losses))
