"""The apprentice: looks at what each choice leads to by the end of its own turn's step, and takes the best."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from machinehall.kernel.title import Title
from machinehall.kernel.values import Action

WORLDS = 3
"""How many ways of filling in the unknown are looked at."""
DEPTH = 2
"""How many further decisions of its own, such as the tiles for a project, are thought through."""


class Greedy:
    """Plays by a title's hand-made evaluation. It sees a view and fills the unknown in by sampling."""

    def __init__(self, title: Title, seed: int | str | None = None) -> None:
        if title.evaluate is None:
            raise ValueError(f"{title.name} has no evaluation")
        self.title = title
        self.judge = title.evaluate
        self.rng = random.Random(seed)

    def choose(self, view: dict[str, Any], legal: Sequence[Action], clock: object = None) -> Action:
        """The action with the best value, averaged over some worlds that fit the view."""
        seat: int = view["seat"]
        worlds = [self.title.sample(view, self.rng) for _ in range(WORLDS)]
        values = [sum(self.value(world, seat, action, DEPTH) for world in worlds) for action in legal]
        return legal[max(range(len(legal)), key=lambda i: (values[i], self.rng.random()))]

    def value(self, world: Any, seat: int, action: Action, depth: int) -> float:
        """What a choice is worth once chance has decided and the seat has gone on as well as it can."""
        after = world.clone()
        self.title.apply(after, seat, action, check=False)
        self.title.deal(after, self.rng)
        if depth and seat in self.title.to_act(after):
            return max(self.value(after, seat, further, depth - 1) for further in self.title.legal(after, seat))
        return self.judge(self.title.tables, after, seat)
