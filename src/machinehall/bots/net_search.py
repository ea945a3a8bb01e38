"""A bot that plays the likeliest choices of a net on in thought before it takes one, at every table.

As `policy_search.py` does it alone, with the others acting in thought by the same net: each choice in the same worlds
with the same luck, up to the own next turn, where the net says by how much the lead will still grow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from machinehall.kernel.title import Title

from .luck import Luck
from .net import Net
from .net_ahead import Ahead, Way
from .net_bot import NetBot
from .policy_search import PolicySearch, PolicySearchConfig, Try
from .thinker import Candidate
from .turns import Budget

TOGETHER = 16
"""Ways that go on side by side: of more the net answers no quicker."""


class NetSearch(PolicySearch):
    """Any seat at any table."""

    def __init__(
        self,
        title: Title,
        seed: int | str | None = None,
        config: PolicySearchConfig | None = None,
        net: Net | None = None,
    ) -> None:
        self.net = net or Net(title)
        super().__init__(title, seed, config, self.net)
        self.first, self.ahead = NetBot(title, seed, net=self.net), Ahead(title, self.net)
        self.cost = 1.0
        """Decisions in thought on a way, as they were last counted."""

    def compare(self, view: dict[str, Any], legal: Any, deadline: float) -> list[Candidate]:
        """What is decided once a match is judged by the end that the net foretells: its policy was never asked."""
        world = self.title.sample(view, self.rng)
        if world.stack[-1][0] not in self.title.minds.once:
            return super().compare(view, legal, deadline)
        hopes = {action: self.first.hope(world.clone(), view["seat"], action) for action in legal}
        return sorted((Candidate(action, hope, 1, hope) for action, hope in hopes.items()), key=self.order)

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

        self.ahead.reach(ways, self.seat, [each.action for each in tries] * count, self.config.turns, late)
        self.cost = max(1.0, (budget.root.used - before) / len(ways))
        if budget.root.late():
            return 0
        found = self.ahead.hopes(ways, self.seat)
        for begin in range(0, len(ways), len(tries)):
            self.note(tries, found[begin : begin + len(tries)])
        return count

    def standing(self, state: Any) -> float:
        """The lead over the best other, if the match ended here."""
        return self.ahead.standing(state, self.seat)
