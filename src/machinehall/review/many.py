"""Over many matches: what somebody gives away most often, by source of points and by part of the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .shapes import Review, TurnReview

PARTS = ("begin", "middle", "end")
"""A match in three parts, each a third of its turns."""
BEST_OTHER = "review.best_other"
LEAST = 0.05
"""Points a match below which nothing is said of a source."""


class Habit(NamedTuple):
    """What is given away from one source, for each match."""

    source: str
    parts: tuple[float, ...]
    total: float


def faults(review: Review, seat: int) -> list[TurnReview]:
    return [turn for turn in review.turns if turn.fault and turn.seat == seat and turn.loss is not None]


def part_of(review: Review, turn: TurnReview) -> int:
    """Which third of the match a turn lies in."""
    return min(len(PARTS) - 1, len(PARTS) * (turn.number - 1) // len(review.turns))


def habits(played: Sequence[tuple[Review, int]]) -> list[Habit]:
    """From reviews of one title, each with the seat that somebody held: the most costly source first.

    A source counts with what the better turns gain there less what they cost there, so the sum over all sources is what
    the faults gave away, and nothing else.
    """
    sums: dict[str, list[float]] = {}
    for review, seat in played:
        for turn in faults(review, seat):
            part = part_of(review, turn)
            rows = [(change.source, change.differs) for change in turn.changes]
            if turn.other is not None:
                rows.append((BEST_OTHER, turn.other[0] - turn.other[1]))
            for source, points in rows:
                sums.setdefault(source, [0.0] * len(PARTS))[part] += points / len(played)
    found = [Habit(source, tuple(parts), sum(parts)) for source, parts in sums.items()]
    return sorted((habit for habit in found if abs(habit.total) >= LEAST), key=lambda habit: -habit.total)
