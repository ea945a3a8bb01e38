"""The tree search, kept to what a net would do: its time goes to the few choices that the net takes readily.

For titles whose net knows well what to do, but foretells the end less well than a search finds it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from machinehall.kernel.title import Title
from machinehall.kernel.values import Action

from .net import Net
from .policy import foremost
from .search import MctsConfig, Node, Search
from .thinker import Candidate

UNLIKELY = 0.1
"""What the net takes less than a tenth as readily as its first choice is not looked at."""
READY = 1.0
"""Points that a choice is worth more at the first look if the net takes it e times as readily."""


class Guided(Search):
    """Each decision anew, as `Search` does."""

    def __init__(self, title: Title, seed: int | str | None = None, plan: MctsConfig | None = None) -> None:
        super().__init__(title, seed, plan)
        self.net = Net(title)
        self.ready: dict[Action, float] = {}
        """Of the choices that are looked at: how readily the net takes each, beside its first one, as a logarithm."""

    def think(self, view: dict[str, Any], legal: Sequence[Action], deadline: float) -> list[Candidate]:
        """All choices; what was not looked at is worth no more than the least of what was."""
        self.ready = self.likely(view, legal)
        rows = super().think(view, list(self.ready), deadline)
        least = min(row.value for row in rows)
        return rows + [Candidate(action, least, 0, least) for action in legal if action not in self.ready]

    def likely(self, view: dict[str, Any], legal: Sequence[Action]) -> dict[Action, float]:
        """What is worth a look: all of what the net was never asked."""
        world, seat = self.title.sample(view, self.rng), view["seat"]
        if world.stack[-1][0] in self.title.minds.once:
            return dict.fromkeys(legal, 0.0)
        ready = self.net.ready(self.net.bodies([(world, seat)])[0], legal)
        first, *others = foremost(ready, unlikely=UNLIKELY)
        return {first: 0.0} | {action: ready[action] - ready[first] for action in others}

    def first_look(self, view: dict[str, Any], legal: Sequence[Action], deadline: float) -> Node:
        """The opinions of the evaluation and of the net, put together."""
        root = super().first_look(view, legal, deadline)
        for action, child in root.children.items():
            child.prior += READY * self.ready[action]
        return root
