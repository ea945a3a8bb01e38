"""A bot that does what a net does most readily, at once."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from machinehall.kernel.title import Title
from machinehall.kernel.values import Action

from .luck import Luck
from .net import Net, WrongNet, made_for
from .net_ahead import NetAhead, best_of
from .policy import purpose, read

NO_NET = (ValueError, KeyError, TypeError, AttributeError, EOFError, BadZipFile)
"""What reading brings where a file holds anything else."""
TOLD = 8
"""Choices that are told of, if it is asked why."""


class NetBot:
    """Decides by the policy. What is decided once a match it judges by how the match would end instead: there the
    policy was never asked."""

    def __init__(
        self, title: Title, seed: int | str | None = None, path: Path | None = None, net: Net | None = None
    ) -> None:
        self.title, self.rng, self.net = title, random.Random(seed), net or Net(title, path)
        self.asked: tuple[Any, int, list[Action]] | None = None
        """The last question, as it was understood."""

    def choose(self, view: dict[str, Any], legal: Sequence[Action], clock: object = None) -> Action:
        world, seat = self.title.sample(view, self.rng), view["seat"]
        self.asked = world, seat, list(legal)
        if world.stack[-1][0] in self.title.minds.once:
            return max(legal, key=lambda action: self.hope(world.clone(), seat, action))
        return best_of(self.net, world, seat, legal)

    def explain(self) -> list[tuple[Action, float]]:
        """Some choices of the last question, each with the lead in points that it leads to, the best first."""
        if self.asked is None:
            return []
        (world, seat, legal), ahead, luck = self.asked, NetAhead(self.title, self.net), Luck(self.rng)
        some = ahead.likely(world, seat, legal, TOLD)
        rows = [(action, end[0]) for action, end in zip(some, ahead.ends(world, seat, some, luck), strict=True)]
        return sorted(rows, key=lambda row: -row[1])

    def hope(self, world: Any, seat: int, action: Action) -> float:
        """The chance to win after an action."""
        self.title.apply(world, seat, action, check=False)
        self.title.deal(world, self.rng)
        return self.net.judge(self.net.body(world, seat), world, seat).win[seat]


@lru_cache(maxsize=16)
def learned(title: Title) -> bool:
    """Whether the title has a net that knows it, and plays better than a search without one. Another may still give
    hints, say which choices a search need not look at, and judge matches that are over (`review/net_judge.py`)."""
    return known(title) and purpose(title.home.net).get("plays") is True


@lru_cache(maxsize=16)
def known(title: Title) -> bool:
    """Whether the title has a net that was made for its observations, its actions and these components."""
    if not title.home.net.exists():
        return False
    made, wanted = purpose(title.home.net), made_for(title) | {"data": title.data_version}
    return {name: made.get(name) for name in wanted} == wanted


def from_file(title: Title, seed: str | None, name: str) -> NetBot:
    """For `net:FILE`."""
    path = Path(name.partition(":")[2])
    try:
        read(path)
    except NO_NET:
        raise WrongNet(
            f"{path} is no net of scripts/train/train.py; one of your own plays as module:Class,"
            " see docs/from-net-to-bot.md"
        ) from None
    return NetBot(title, seed, path)
