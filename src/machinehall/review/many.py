"""Over many matches: what somebody gives away most often, by source of points and by part of the match."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from .shapes import Review, TurnReview

PARTS = ("begin", "middle", "end")
"""A match in three parts, each a third of its turns."""
BEST_OTHER = "review.best_other"
LEAST_LOSS = 0.05
"""Points a match below which nothing is said of a source, in any part of the match."""


class Habit(NamedTuple):
    """What is given away from one source, for each match."""

    source: str
    parts: tuple[float, ...]
    total: float


def faults(review: Review, seat: int) -> list[TurnReview]:
    return [turn for turn in review.turns if turn.fault and turn.seat == seat and turn.loss is not None]


def part_of(review: Review, turn: TurnReview) -> int:
    """Which third of the match a turn lies in."""
    return next(k for k, (_, last) in enumerate(thirds(len(review.turns))) if turn.number <= last)


def thirds(turns: int) -> list[tuple[int, int]]:
    """The first and the last turn of each third of a match."""
    ends = [-(-k * turns // len(PARTS)) for k in range(len(PARTS) + 1)]
    return [(first + 1, last) for first, last in pairwise(ends)]


def by_source(turn: TurnReview) -> list[tuple[str, float]]:
    """What the better turn gains by each source, the best other's loss among them; together what was given away."""
    rows = [(change.source, change.differs) for change in turn.changes]
    if turn.other is not None:
        rows.append((BEST_OTHER, turn.other[0] - turn.other[1]))
    return rows


def habits(played: Sequence[tuple[Review, int]]) -> list[Habit]:
    """From reviews of one title, each with the seat that somebody held: the most costly source first.

    A source counts with what the better turns gain there less what they cost there, so the sum over all sources is what
    the faults gave away, and nothing else.
    """
    sums: dict[str, list[float]] = {}
    for review, seat in played:
        for turn in faults(review, seat):
            part = part_of(review, turn)
            for source, points in by_source(turn):
                sums.setdefault(source, [0.0] * len(PARTS))[part] += points / len(played)
    found = [Habit(source, tuple(parts), sum(parts)) for source, parts in sums.items()]
    told = [habit for habit in found if any(abs(points) >= LEAST_LOSS for points in habit.parts)]
    return sorted(told, key=lambda habit: -habit.total)
