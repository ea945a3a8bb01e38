"""Common random numbers: whatever those who are compared do, the same card lies on top, the same faces come up.

Each outcome has times at which it arrives, as in a Poisson process: the next outcome is the one that arrives first
among those that are possible. So each comes with its own chance, a pile is dealt in one order whoever draws from it and
when, and a die shows the same faces in the same order.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from machinehall.kernel.values import Action


class Luck:
    """What is decided is remembered; `again` begins from the start with the same luck."""

    __slots__ = ("arrivals", "drawn", "rng")

    def __init__(self, rng: random.Random, arrivals: dict[Action, list[float]] | None = None) -> None:
        self.rng = rng
        self.arrivals = {} if arrivals is None else arrivals
        self.drawn: dict[Action, int] = {}

    def again(self) -> Luck:
        return Luck(self.rng, self.arrivals)

    def look(self, outcomes: Sequence[tuple[Action, int]]) -> Action:
        """What would come up now."""
        if len(outcomes) == 1:
            return outcomes[0][0]
        arrivals, drawn = self.arrivals, self.drawn
        best, first = outcomes[0][0], math.inf
        for action, weight in outcomes:
            times, count = arrivals.get(action, ()), drawn.get(action, 0)
            when = (times[count] if count < len(times) else self.arrival(action, count)) / weight
            if when < first:
                best, first = action, when
        return best

    def draw(self, outcomes: Sequence[tuple[Action, int]]) -> Action:
        """What comes up now; the next time it comes later."""
        found = self.look(outcomes)
        self.drawn[found] = self.drawn.get(found, 0) + 1
        return found

    def arrival(self, action: Action, count: int) -> float:
        """When an outcome comes up that has come up so often."""
        times = self.arrivals.setdefault(action, [])
        while len(times) <= count:
            times.append((times[-1] if times else 0.0) + self.rng.expovariate(1.0))
        return times[count]
