"""A bot that does what a net does most readily, at once."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from machinehall.kernel.title import Title
from machinehall.kernel.values import Action

from .net import Net


class NetBot:
    """Decides by the policy. What is decided once a match it judges by how the match would end instead: there the
    policy was never asked."""

    def __init__(self, title: Title, seed: int | str | None = None, path: Path | None = None) -> None:
        self.title, self.rng, self.net = title, random.Random(seed), Net(title, path)

    def choose(self, view: dict[str, Any], legal: Sequence[Action], clock: object = None) -> Action:
        world, seat = self.title.sample(view, self.rng), view["seat"]
        if world.stack[-1][0] in self.title.minds.once:
            return max(legal, key=lambda action: self.hope(world.clone(), seat, action))
        ready: list[float] = self.net.readiness(self.net.body(world, seat), legal).tolist()
        return legal[ready.index(max(ready))]

    def hope(self, world: Any, seat: int, action: Action) -> float:
        """The chance to win after an action."""
        self.title.apply(world, seat, action, check=False)
        self.title.deal(world, self.rng)
        return self.net.judge(self.net.body(world, seat), world, seat).win[seat]


def from_file(title: Title, seed: str | None, name: str) -> NetBot:
    """For `net:FILE`."""
    return NetBot(title, seed, Path(name.partition(":")[2]))
