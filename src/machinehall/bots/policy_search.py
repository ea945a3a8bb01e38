"""A bot that follows a learned policy, and plays its likeliest choices on in thought before it takes one.

Round by round each of them is played on in the same world with the same luck (`ahead.py`): chance decides, all go on by
the policy, and where they stop the policy says what is still to be gained. In equal parts of the time the worse half of
the choices is dropped (successive halving), and from what a round brings its baseline is taken off. For tables alone
against automata, where nobody else decides.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from machinehall.kernel.native import mypyc_attr
from machinehall.kernel.title import Title
from machinehall.kernel.values import Action

from .ahead import Ahead, Way
from .luck import Luck
from .policy import Learned, Policy, foremost
from .thinker import Candidate, SearchLimits, Thinker, gc_paused, subtract_baseline
from .turns import Budget

TOGETHER = 16
"""Ways that go on side by side: of more the net answers no quicker."""


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True)
class PolicySearchConfig(SearchLimits):
    """How policy search thinks. Its passes are choices that were made in thought."""

    most: int = 8
    """Choices that are tried."""
    unlikely: float = 0.005
    """What the policy would do less often than so, beside what it does most often, is not tried."""
    turns: int = 1
    """Own turns that begin before a position is judged."""
    prior: float = 2.0
    """Points that a choice is thought to be worth more if the policy takes it e times as readily, as if seen once."""
    enough: int = 24
    """Rounds with the same choices after which no more are needed."""


@mypyc_attr(native_class=False)
@dataclass(slots=True)
class Try:
    """A choice and what became of it."""

    action: Action
    ready: float
    """How readily the policy takes it, as a logarithm."""
    seen: dict[int, float] = field(default_factory=dict)
    """The lead in the end, by the number of the round."""
    gain: float = 0.0
    """The mean of it, less what those rounds brought to all alike."""

    def worth(self, config: PolicySearchConfig) -> float:
        """Between what the policy and what the rounds say."""
        return self.gain + config.prior * self.ready / max(1, len(self.seen))


@mypyc_attr(allow_interpreted_subclasses=True)
class PolicySearch(Thinker):
    """One seat alone."""

    in_time: ClassVar[float] = 0.95

    def __init__(
        self,
        title: Title,
        seed: int | str | None = None,
        config: PolicySearchConfig | None = None,
        policy: Learned | None = None,
    ) -> None:
        self.config = config or PolicySearchConfig()
        super().__init__(self.config)
        self.title, self.rng = title, random.Random(seed)
        self.policy = policy or Policy(title)
        self.ahead = Ahead(title, self.policy)
        self.cost = 1.0
        """Decisions in thought on a way, as they were last counted."""
        self.seat = 0

    @staticmethod
    def order(candidate: Candidate) -> tuple[float, ...]:
        """What is worth most is best; of those that were not tried, what is done more readily."""
        return -candidate.value, -candidate.first

    def think(self, view: dict[str, Any], legal: Sequence[Action], deadline: float) -> list[Candidate]:
        with gc_paused():
            return self.compare(view, legal, deadline)

    def compare(self, view: dict[str, Any], legal: Sequence[Action], deadline: float) -> list[Candidate]:
        """All choices with what is thought of them, the best first."""
        self.seat = view["seat"]
        budget = Budget(None if self.config.passes is not None else deadline, self.config.passes)
        world = self.title.sample(view, self.rng)
        body = self.policy.body(world, self.seat)
        budget.count()
        now = self.ahead.standing(world, self.seat) + self.policy.worth(body)
        ready = self.policy.ready(body, legal)
        likely = foremost(ready, self.config.most, self.config.unlikely)
        tries = [Try(action, ready[action]) for action in likely]
        self.rehearse(view, tries, budget)
        return self.ranked(tries, ready, now)

    def ranked(self, tries: Sequence[Try], ready: dict[Action, float], now: float) -> list[Candidate]:
        """All choices. What was not tried is worth no more than the least of what was."""
        config = self.config
        worth = {each.action: each.worth(config) + (0.0 if each.seen else now) for each in tries}
        least = min(worth.values())
        visits = {each.action: len(each.seen) for each in tries}
        rows = [
            Candidate(action, worth.get(action, least), visits.get(action, 0), now + config.prior * ready[action])
            for action in ready
        ]
        return sorted(rows, key=self.order)

    # Rounds

    def rehearse(self, view: dict[str, Any], tries: Sequence[Try], budget: Budget) -> None:
        """All choices that are left in each round, until one is left or the time is up."""
        left = list(tries)
        while len(left) > 1 and not budget.spent():
            part = budget.share(1 / math.ceil(math.log2(len(left))))
            coming = self.config.enough
            while coming > 0 and not part.spent() and (done := self.rounds(view, left, part, coming)):
                coming -= done
            subtract_baseline(tries)
            left.sort(key=lambda each: -each.worth(self.config))
            del left[(len(left) + 1) // 2 :]

    def rounds(self, view: dict[str, Any], tries: Sequence[Try], budget: Budget, most: int) -> int:
        """Several rounds side by side, as many as there is time for by what others took."""
        count = max(1, min(most, TOGETHER // len(tries), int(budget.left() / (self.cost * len(tries)))))
        ways: list[Way] = []
        for _ in range(count):
            world, luck = self.title.sample(view, self.rng), Luck(self.rng)
            ways += [Way(world.clone(), luck.again()) for _ in tries]
        before = budget.root.used

        def late() -> bool:
            if budget.root.late():
                return True
            budget.count()
            return False

        found = self.follow(ways, [each.action for each in tries] * count, late)
        self.cost = max(1.0, (budget.root.used - before) / len(ways))
        if budget.root.late():
            return 0
        for begin in range(0, len(ways), len(tries)):
            self.note(tries, found[begin : begin + len(tries)])
        return count

    def follow(self, ways: Sequence[Way], actions: Sequence[Action], late: Callable[[], bool]) -> list[float]:
        """Play choices on; the lead that each of them leads to."""
        self.ahead.reach(ways, self.seat, actions, self.config.turns, late)
        return self.ahead.hopes(ways, self.seat)

    @staticmethod
    def note(tries: Sequence[Try], found: Sequence[float]) -> None:
        """What a round has shown of each."""
        number = len(tries[0].seen)
        for each, value in zip(tries, found, strict=True):
            each.seen[number] = value
