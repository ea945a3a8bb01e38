"""A bot that plays the likeliest choices of a net on in thought before it takes one, at every table.

As `policy_search.py` does it alone, with the others acting in thought by the same net: each choice in the same worlds
with the same luck, up to the own next turn, where the net says by how much the lead will still grow.
"""

from __future__ import annotations

from typing import Any

from machinehall.kernel.title import Title

from .net import Net
from .net_bot import NetBot
from .policy_search import PolicySearch, PolicySearchConfig
from .thinker import Candidate


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
        self.first = NetBot(title, seed, net=self.net)

    def compare(self, view: dict[str, Any], legal: Any, deadline: float) -> list[Candidate]:
        """What is decided once a match is judged by the end that the net foretells: its policy was never asked."""
        world = self.title.sample(view, self.rng)
        if world.stack[-1][0] not in self.title.minds.once:
            return super().compare(view, legal, deadline)
        hopes = {action: self.first.hope(world.clone(), view["seat"], action) for action in legal}
        return sorted((Candidate(action, hope, 1, hope) for action, hope in hopes.items()), key=self.order)
