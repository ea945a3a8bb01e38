"""What the key turns of a seat have in common: how they began, in which part of the match, from which source.

Nothing is told of any single better turn: only of what was done, and of all key turns together.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import NamedTuple

from .many import by_source, part_of, thirds
from .shapes import Review, TurnReview

FEWEST = 2
"""Key turns that can have something in common."""
MOST_OF_LOSS = 0.5
"""More than this part of what was given away is most of it."""
LEAST_POINTS = 0.05
"""Points that would be said as 0.0."""


class Common(NamedTuple):
    """What is common to the key turns of a seat."""

    turns: int
    lost: float
    """Points given away by all of them."""
    part: int | None
    """The third of the match in which most of that was given away; None: in no single one."""
    in_part: float
    span: tuple[int, int]
    """The first and the last turn of that third."""
    source: str
    """Where their better turns gain most, together."""
    gained: float
    begun: str
    """The choice with which most of them began, as in records; empty: they began differently."""
    alike: int
    """How many of them began so."""


def common(review: Review, seat: int) -> Common | None:
    """None: there are too few key turns."""
    turns = [turn for number in review.seats[seat].keys if (turn := review.turns[number - 1]).loss is not None]
    if len(turns) < FEWEST:
        return None
    parts: dict[int, float] = defaultdict(float)
    sources: dict[str, float] = defaultdict(float)
    for turn in turns:
        parts[part_of(review, turn)] += loss(turn)
        for source, points in by_source(turn):
            sources[source] += points
    lost = sum(map(loss, turns))
    part, in_part = max(parts.items(), key=lambda row: row[1])
    source, gained = max(sources.items(), key=lambda row: row[1], default=("", 0.0))
    begun, alike = Counter(turn.actions[0] for turn in turns if turn.actions).most_common(1)[0]
    return Common(
        turns=len(turns),
        lost=lost,
        part=part if in_part > MOST_OF_LOSS * lost else None,
        in_part=in_part,
        span=thirds(len(review.turns))[part],
        source=source if gained >= LEAST_POINTS else "",
        gained=gained,
        begun=begun if 2 * alike > len(turns) else "",
        alike=alike,
    )


def loss(turn: TurnReview) -> float:
    return turn.loss.value if turn.loss is not None else 0.0
