"""Hints: two or three sensible moves for a seat, with the reasons that the evaluation gives in its named parts.

Only the seat's own view is used, so a hint tells nothing that the seat could not know.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from machinehall.kernel.title import Title
from machinehall.kernel.values import Action

from .greedy import Greedy
from .habits import habits

COUNT = 3
WEIGHED = 6
"""Choices whose parts are laid side by side."""
REASONS = 3
LEAST_TOLD = 0.75
"""Smaller differences are not worth a word."""
SHARE = 0.3
"""Of the largest difference; what makes less of it is not why."""
SLOW = 10
"""How many times slower than alone the thinking may get on a busy machine."""
UNSAID = "stage"
"""A part that only tells how late it is in the match."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A move, what it is worth beside doing nothing, and why."""

    action: Action
    value: float
    reasons: tuple[tuple[str, float], ...]
    """Message ids with what the move brings beside the other choices that were weighed, the largest first."""


def parts(title: Title, state: Any, seat: int, ended: bool = False) -> Mapping[str, float]:
    """What a position is made of for a seat, by message id: the evaluation's parts, or the score and plain figures.
    Where the match has ended nothing but the score counts."""
    name = title.name
    if title.minds.reasons is not None and not ended:
        found = title.minds.reasons(title.lookup, state, seat)
        return {f"hint.{name}.{part}": value for part, value in found.items() if part != UNSAID}
    steps = title.score(title.lookup, state).breakdown[seat]
    figures = title.minds.facts(title.lookup, state, seat) if title.minds.facts is not None and not ended else {}
    return {
        **{f"{name}.{step}": value for step, value in steps.items()},
        **{f"hint.{name}.{fact}": value for fact, value in figures.items()},
    }


class Advises(Protocol):
    """Who is asked for hints."""

    def suggest(self, view: dict[str, Any], legal: Sequence[Action], seconds: float = 2.0) -> list[Hint]:
        """The best choices found within the time, the best first."""
        ...


class Late:
    """Whether so much of the processor's time is used up, or many times that on the wall."""

    def __init__(self, seconds: float) -> None:
        self.used, self.passed = time.process_time() + seconds, time.perf_counter() + SLOW * seconds

    def __call__(self) -> bool:
        return time.process_time() > self.used or time.perf_counter() > self.passed


class Adviser:
    """Looks at each choice once it is carried out, as the apprentice does, and remembers where it leads."""

    def __init__(self, title: Title, seed: int | str | None = 0) -> None:
        self.title = title
        self.greedy = Greedy(title, seed)

    def suggest(self, view: dict[str, Any], legal: Sequence[Action], seconds: float = 2.0) -> list[Hint]:
        """The best choices found within the time, the best first; `seconds` of the processor's time, so that they are
        no worse beside other work, within reason."""
        seat, late = int(view["seat"]), Late(seconds)
        worlds = [self.title.sample(view, self.greedy.rng) for _ in range(self.greedy.worlds)]
        asked, weight = self.title.decision(worlds[0], seat), habits(self.title).weight
        found: list[tuple[float, Action, list[Any]]] = []
        for action in sorted(legal, key=weight.__getitem__, reverse=True):
            if found and late():
                break
            ends = [self.greedy.follow(world, seat, action, 0, asked) for world in worlds]
            found.append((sum(value for value, _ in ends) / len(ends), action, [state for _, state in ends]))
        found.sort(key=lambda row: -row[0])
        before = sum(self.greedy.judge(self.title.lookup, world, seat) for world in worlds) / len(worlds)
        changes = beside([self.changes(worlds, states, seat) for _, _, states in found[:WEIGHED]])
        counts = beside([self.counts(states, seat) for _, _, states in found[:WEIGHED]])
        rows = zip(found[:COUNT], changes, counts, strict=False)
        return [Hint(action, value - before, told(change, count)) for (value, action, _), change, count in rows]

    def changes(self, before: Sequence[Any], after: Sequence[Any], seat: int) -> dict[str, float]:
        """What becomes of the parts, averaged over the worlds."""
        change: dict[str, float] = {}
        for old, new in zip(before, after, strict=True):
            was, now = (parts(self.title, state, seat, ended=not new.stack) for state in (old, new))
            for part in {**was, **now}:
                step = (now.get(part, 0.0) - was.get(part, 0.0)) / len(before)
                change[part] = change.get(part, 0.0) + step
        return change

    def counts(self, states: Sequence[Any], seat: int) -> dict[str, float]:
        """The plain figures of a seat, by the message of the part that has the same name."""
        facts, name = self.title.minds.facts, self.title.name
        found: dict[str, float] = {}
        if facts is None:
            return found
        for state in states:
            for fact, figure in facts(self.title.lookup, state, seat).items():
                found[f"hint.{name}.{fact}"] = found.get(f"hint.{name}.{fact}", 0.0) + figure / len(states)
        return found


def beside(changes: Sequence[Mapping[str, float]]) -> list[dict[str, float]]:
    """Each of them less the mean of the others that are told in the same parts: what all choices bring is no reason for
    one. One that ends the match is told by the score, and so beside others that do."""
    found = []
    for change in changes:
        others = [other for other in changes if other is not change and other.keys() == change.keys()]
        count = len(others) or 1
        found.append({part: value - sum(other[part] for other in others) / count for part, value in change.items()})
    return found


def told(change: Mapping[str, float], counts: Mapping[str, float] | None = None) -> tuple[tuple[str, float], ...]:
    """What is worth a word. `counts`: how much more or less there is of what can be counted: a judgement that likes to
    have fewer workers is no reason that a person would understand by "workers"."""
    rows = sorted(change.items(), key=lambda row: -abs(row[1]))
    true = [row for row in rows if counts is None or row[0] not in counts or counts[row[0]] * row[1] > 0]
    least = max(LEAST_TOLD, SHARE * abs(true[0][1])) if true else 0.0
    return tuple((part, round(value, 1)) for part, value in true[:REASONS] if abs(value) >= least)
