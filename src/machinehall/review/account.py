"""The account of a result: start + own turns + luck + others + residual = final lead.

As in backgammon luck is what chance brought less its mean. A turn counts for what it changed in the expected lead: a
judge expects what is usual, so a usual turn counts for nothing, a better one for more. (Faults are measured against the
best turn found, which is another question.) With more than two seats the turns of the others are a term of their own.
What is left came between the turns, where nobody chose: a judge that errs makes the residual larger, never the sum
wrong. The residual's error is that of a sum of independent steps of the size that was seen, so a residual far beyond it
would be a judge that leans to one side.
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
    course: Course, points: Sequence[Point], lucks: Sequence[Luck], turns: Sequence[TurnReview]
) -> list[Account]:
    """One for each seat."""
    return [_account(course, points, lucks, turns, seat) for seat in range(course.seats)]


def _account(
    course: Course, points: Sequence[Point], lucks: Sequence[Luck], turns: Sequence[TurnReview], seat: int
) -> Account:
    start, final = points[course.begin].leads[seat], points[-1].leads[seat]
    luck = own = others = NOTHING
    for found in lucks:
        luck += found.gains[seat]
    steps: list[float] = []
    begin = course.begin
    for turn in turns:
        if turn.first < course.begin:
            continue
        steps.append(_moved(points, lucks, begin, turn.first, seat))
        brought = Figure(_moved(points, lucks, turn.first, turn.last, seat), turn.loss.error if turn.loss else 0.0)
        own, others = (own + brought, others) if turn.seat == seat else (own, others + brought)
        begin = turn.last
    steps.append(_moved(points, lucks, begin, len(points) - 1, seat))
    residual = final - start - own.value - luck.value - others.value
    # What is left is the sum of the steps; their sizes tell how large such a sum may be.
    return Account(seat, Figure(start), own, luck, others, Figure(residual, math.hypot(*steps)), final)


def _moved(points: Sequence[Point], lucks: Sequence[Luck], begin: int, end: int, seat: int) -> float:
    """What changed in the expected lead between two positions, less what chance brought there."""
    chance = sum(found.gains[seat].value for found in lucks if begin <= found.number < end)
    return points[end].leads[seat] - points[begin].leads[seat] - chance


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
