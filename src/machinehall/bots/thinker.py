"""What all bots that search have in common: the time they have, how a choice is made, what they tell of it."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import fmean
from typing import Any, ClassVar, Protocol

from machinehall.kernel.native import mypyc_attr
from machinehall.kernel.values import Action

SETTLED = 12
"""Steps after which what choices gained and what rounds brought are told apart well enough."""


@contextmanager
def gc_paused() -> Iterator[None]:
    """Without the search for unreachable cycles: beside a tree it takes a fifth of the time and finds little."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True)
class SearchLimits:
    """What thinking may cost, and what it is measured by."""

    seconds: float = 1.0
    """For one decision, unless the clock gives less."""
    passes: int | None = None
    """At most so many passes: for tests and for play that can be repeated exactly."""
    rivals: float = 1.0
    """What a point of the best other counts."""


@mypyc_attr(native_class=False)
@dataclass(slots=True)
class Candidate:
    """What a search thinks of one choice."""

    action: Action
    value: float
    """Expected lead over the best other, in points."""
    visits: int
    """How often it was looked at."""
    first: float
    """The value at the first look."""


class Tried(Protocol):
    """Something that was played on in some of the rounds, all that are compared with the same luck."""

    seen: dict[int, float]
    """What it gained, by the number of the round."""
    gain: float
    """The mean of it, less what those rounds brought to all alike."""


def subtract_baseline(lines: Sequence[Tried]) -> None:
    """What each gained, less the baseline of each round: what that round brought to all lines alike."""
    for line in lines:
        line.gain = fmean(line.seen.values()) if line.seen else 0.0
    for _ in range(SETTLED):
        rounds: dict[int, list[float]] = {}
        for line in lines:
            for number, value in line.seen.items():
                rounds.setdefault(number, []).append(value - line.gain)
        luck = {number: fmean(found) for number, found in rounds.items()}
        for line in lines:
            if line.seen:
                line.gain = fmean(value - luck[number] for number, value in line.seen.items())


@mypyc_attr(allow_interpreted_subclasses=True)
class Thinker:
    """A bot that thinks about its choices. After each `explain()` tells what it thought."""

    in_time: ClassVar[float] = 0.97
    """The part of the time that is planned with; the rest is for what was begun."""

    def __init__(self, limits: SearchLimits) -> None:
        self.limits = limits
        self.candidates: list[Candidate] = []

    def choose(self, view: dict[str, Any], legal: Sequence[Action], clock: Any = None) -> Action:
        """The best choice that is found in time; what was foreseen needs no new thought."""
        started = time.perf_counter()
        if len(legal) == 1:
            self.candidates = [Candidate(legal[0], 0.0, 0, 0.0)]
            return legal[0]
        if self.foreseen(view, legal):
            return self.candidates[0].action
        given = getattr(clock, "seconds", None)
        budget = self.limits.seconds if given is None else min(given, self.limits.seconds)
        self.candidates = self.think(view, legal, started + budget * self.in_time)
        action = self.candidates[0].action
        self.keep(action)
        return action

    def explain(self) -> list[Candidate]:
        """The candidates of the last choice, the best first."""
        return self.candidates

    def think(self, view: dict[str, Any], legal: Sequence[Action], deadline: float) -> list[Candidate]:
        """All choices with what is thought of them, the best first."""
        raise NotImplementedError

    def foreseen(self, view: dict[str, Any], legal: Sequence[Action]) -> bool:
        """Whether an earlier thought has answered this already; then `candidates` has the answer."""
        return False

    def keep(self, action: Action) -> None:
        """Remember what was thought of the time after a choice."""
