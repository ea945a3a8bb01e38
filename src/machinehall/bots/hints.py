"""Hints: two or three sensible moves for a seat, with the reasons that the evaluation gives in its named parts.

Only the seat's own view is used, so a hint tells nothing that the seat could not know.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from machinehall.kernel.title import Title
from machinehall.kernel.values import Action

from .greedy import BREADTH, Greedy
from .habits import habits

COUNT = 3
REASONS = 3
LEAST = 0.75
"""Smaller changes are not worth a word."""
UNSAID = "stage"
"""A part that only tells how late it is in the match."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A move, what it is worth beside doing nothing, and why."""

    action: Action
    value: float
    reasons: tuple[tuple[str, float], ...]
    """Message ids with the change that the move brings, the largest first."""


def parts(title: Title, state: Any, seat: int) -> Mapping[str, float]:
    """What a position is made of for a seat, by message id: the evaluation's parts, or the score and plain figures."""
    name = title.name
    if title.reasons is not None and state.stack:
        found = title.reasons(title.tables, state, seat)
        return {f"hint.{name}.{part}": value for part, value in found.items() if part != UNSAID}
    steps = title.score(title.tables, state).breakdown[seat]
    figures = title.facts(title.tables, state, seat) if title.facts is not None else {}
    return {**steps, **{f"hint.{name}.{fact}": value for fact, value in figures.items()}}


class Adviser:
    """Looks at each choice once it is carried out, as the apprentice does, and remembers where it leads."""

    def __init__(self, title: Title, seed: int | str | None = 0) -> None:
        self.title = title
        self.greedy = Greedy(title, seed)
        self.rng = random.Random(seed)

    def suggest(self, view: dict[str, Any], legal: Sequence[Action], seconds: float = 2.0) -> list[Hint]:
        """The best choices found within the time, the best first."""
        deadline, seat = time.perf_counter() + seconds, int(view["seat"])
        worlds = [self.title.sample(view, self.rng) for _ in range(self.greedy.worlds)]
        asked, weight = self.title.decision(worlds[0], seat), habits(self.title).weight
        found: list[tuple[float, Action, list[Any]]] = []
        for action in sorted(legal, key=weight.__getitem__, reverse=True):
            if found and time.perf_counter() > deadline:
                break
            ends = [self.follow(world, seat, action, 0, asked) for world in worlds]
            found.append((sum(value for value, _ in ends) / len(ends), action, [state for _, state in ends]))
        found.sort(key=lambda row: -row[0])
        before = sum(self.greedy.judge(self.title.tables, world, seat) for world in worlds) / len(worlds)
        return [
            Hint(action, value - before, self.reasons(worlds, states, seat)) for value, action, states in found[:COUNT]
        ]

    def follow(self, world: Any, seat: int, action: Action, level: int, asked: object) -> tuple[float, Any]:
        """The value of a choice with the answers that belong to it, and the position it leads to."""
        title, after = self.title, world.clone()
        title.apply(after, seat, action, check=False)
        title.deal(after, self.rng)
        best = self.greedy.judge(title.tables, after, seat), after
        if level >= len(BREADTH) or not after.stack or after.stack[-1][1] != seat:
            return best
        if title.decision(after, seat) == asked:
            return best
        further = title.legal(after, seat)
        if len(further) > BREADTH[level]:
            further = self.rng.sample(further, BREADTH[level])
        return max([best, *(self.follow(after, seat, a, level + 1, asked) for a in further)], key=lambda row: row[0])

    def reasons(self, before: Sequence[Any], after: Sequence[Any], seat: int) -> tuple[tuple[str, float], ...]:
        """The largest changes of the parts, averaged over the worlds."""
        change: dict[str, float] = {}
        for old, new in zip(before, after, strict=True):
            was, now = parts(self.title, old, seat), parts(self.title, new, seat)
            for part in {**was, **now}:
                step = (now.get(part, 0.0) - was.get(part, 0.0)) / len(before)
                change[part] = change.get(part, 0.0) + step
        rows = sorted(change.items(), key=lambda row: -abs(row[1]))
        return tuple((part, round(value, 1)) for part, value in rows[:REASONS] if abs(value) >= LEAST)
