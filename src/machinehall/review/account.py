"""The account of a result: start + own turns + luck + others + residual = final lead.

As in backgammon luck is what chance brought less its mean. A turn counts for what it changed in the expected lead
beyond what a turn usually changes where the judge plays against itself, so a usual turn counts for nothing, a better
one for more. (Faults are measured against the best turn found, which is another question.) The turns of the others
are a term of their own. What is left came between the turns, where nobody chose: a judge that errs makes the residual
larger, never the sum wrong. Its error is that of a sum of independent steps of the size that was seen, so a residual
far beyond it would be a judge that leans to one side.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import zip_longest
from statistics import fmean, pstdev

from .course import Course, Luck, Played
from .shapes import NOTHING, Account, Drawn, Figure, Point, TurnReview


class Weighing:
    """What a first look is worth: how much of its losses was left where turns were searched, and how far it was off."""

    def __init__(self, looked: Sequence[float], searched: Sequence[float], least: float) -> None:
        self.share, self.error = 1.0, least
        if len(looked) > 1 and sum(looked) > 0:
            self.share = min(1.0, max(0.0, sum(searched) / sum(looked)))
            off = [s - self.share * q for q, s in zip(looked, searched, strict=True)]
            self.error = max(least, pstdev(off) / 2)


def accounts(
    course: Course,
    points: Sequence[Point],
    lucks: Sequence[Luck],
    turns: Sequence[TurnReview],
    usual: Figure | None = None,
) -> list[Account]:
    """One for each seat. A judge looks better after every turn of one's own and worse while others act: that is no
    merit and no fault. So what is usual for a fair share of the turns is taken from one's own and given to the rest."""
    counted = [turn for turn in turns if turn.first >= course.begin]
    moved = changes(course, points, lucks, counted)
    usual = usual or usual_of(counted, moved)
    return [_account(course, points, lucks, counted, moved[seat], usual, seat) for seat in range(course.seats)]


def changes(
    course: Course, points: Sequence[Point], lucks: Sequence[Luck], turns: Sequence[TurnReview] | Sequence[Played]
) -> list[list[float]]:
    """For each seat what each turn changed in its expected lead, luck aside."""
    return [[_moved(points, lucks, t.first, t.last, seat) for t in turns] for seat in range(course.seats)]


def usual_of(turns: Sequence[TurnReview], moved: Sequence[Sequence[float]]) -> Figure:
    """What a turn of this match changed on average, where the judge does not know what turns usually change.

    Alone there is nobody to be measured by. At two what one wins the other loses: the mean of both would give each
    the same half of everything, so there is none.
    """
    return mean_of([moved[turn.seat][k] for k, turn in enumerate(turns)]) if len(moved) > 2 else NOTHING


def mean_of(values: Sequence[float]) -> Figure:
    if len(values) < 2:
        return NOTHING
    return Figure(fmean(values), pstdev(values) / math.sqrt(len(values) - 1))


def _account(
    course: Course,
    points: Sequence[Point],
    lucks: Sequence[Luck],
    turns: Sequence[TurnReview],
    moved: Sequence[float],
    usual: Figure,
    seat: int,
) -> Account:
    start, final = points[course.begin].leads[seat], points[-1].leads[seat]
    luck = own = others = NOTHING
    for found in lucks:
        gain = found.gains[seat]
        luck += Figure(gain.value) if found.goes_on else gain
    noise = math.sqrt(2) * (single := _noise(points, turns, seat))
    for turn, step in zip(turns, moved, strict=True):
        step_of = Figure(step, math.hypot(turn.loss.error if turn.loss else 0.0, noise))
        if turn.seat == seat:
            own += step_of
        else:
            others += step_of
    shift = usual.times(len(turns) / course.seats)  # who has fewer turns than the others has that from own turns
    own, others = own + shift.times(-1), others + shift
    residual = final - start - own.value - luck.value - others.value
    stops = [course.begin, *(turn.last for turn in turns)]
    between = [
        _moved(points, lucks, begin, end, seat)
        for begin, end in zip(stops, [*(turn.first for turn in turns), len(points) - 1], strict=True)
    ]
    rest = Figure(residual, math.hypot(*between))
    return Account(seat, Figure(start, single), own, luck, others, rest, final, by_kind(lucks, seat))


def by_kind(lucks: Sequence[Luck], seat: int) -> list[Drawn]:
    """What chance brought a seat, by what was drawn, the most first."""
    found: dict[str, Figure] = {}
    for luck, after in zip_longest(lucks, lucks[1:]):
        gain = luck.gains[seat]
        unsure = after.gains[seat].error if after is not None and after.goes_on else 0.0
        found[luck.kind] = found.get(luck.kind, NOTHING) + Figure(gain.value, math.hypot(gain.error, unsure))
    return [Drawn(kind, gain) for kind, gain in sorted(found.items(), key=lambda row: -abs(row[1].value))]


def _noise(points: Sequence[Point], turns: Sequence[TurnReview], seat: int) -> float:
    """How far a single expectation of a lead is off by itself.

    Expectations that are right move, all their steps squared and added up, as far as the end was uncertain at first.
    What they move beyond that is the judge's own unrest; each step has it twice, at its beginning and at its end.
    """
    if not turns:
        return 0.0
    moved = [points[turn.last].leads[seat] - points[turn.first].leads[seat] for turn in turns]
    spread = points[turns[0].first].deviation
    uncertain = spread[seat] ** 2 + fmean(spread) ** 2
    return math.sqrt(max(0.0, sum(step**2 for step in moved) - uncertain) / len(moved) / 2)


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
