"""A bot that plays the likeliest choices of a net on in thought before it takes one, at every table.

As `policy_search.py` does it alone, with the others acting in thought by the same net: each choice in the same worlds
with the same luck, up to the own next turn, where the net says by how much the lead will still grow.
"""

from __future__ import annotations

from typing import Any

from machinehall.kernel.title import Title
from machinehall.kernel.values import Action

from .luck import Luck
from .net import Net
from .net_ahead import Ahead
from .net_bot import NetBot
from .policy_search import PolicySearch, PolicySearchConfig
from .thinker import Candidate
from .turns import Budget


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

    def compare(self, view: dict[str, Any], legal: Any, deadline: float) -> list[Candidate]:
        """What is decided once a match is judged by the end that the net foretells: its policy was never asked."""
        world = self.title.sample(view, self.rng)
        if world.stack[-1][0] not in self.title.minds.once:
            return super().compare(view, legal, deadline)
        hopes = {action: self.first.hope(world.clone(), view["seat"], action) for action in legal}
        return sorted((Candidate(action, hope, 1, hope) for action, hope in hopes.items()), key=self.order)

    def play_on(self, state: Any, action: Action, luck: Luck, budget: Budget) -> float:
        """The lead at the own next turn: what it is then, and what the net expects from there on."""

        def late() -> bool:
            if budget.root.late():
                return True
            budget.count()
            return False

        self.ahead.reach(state, self.seat, action, luck, self.config.turns, late)
        if not state.stack:
            return self.standing(state)
        return self.net.worth(self.net.body(state, self.seat)) + self.standing(state)

    def standing(self, state: Any) -> float:
        """The lead over the best other, seats and automata, if the match ended here."""
        outcome = self.title.score(self.title.lookup, state)
        others = [score for seat, score in enumerate(outcome.scores) if seat != self.seat]
        return float(outcome.scores[self.seat] - max([*others, *(each.score for each in outcome.automata)]))
