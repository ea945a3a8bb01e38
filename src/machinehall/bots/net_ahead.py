"""What choices bring in the end if all go on as a net does: the lead, and the own points by source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from machinehall.kernel.title import Title
from machinehall.kernel.values import Action

from .ahead import Ahead, Way
from .luck import Luck
from .net import Net


def best_of(net: Net, state: Any, seat: int, legal: Sequence[Action]) -> Action:
    """What a net does most readily."""
    if len(legal) == 1:
        return legal[0]
    ready: list[float] = net.readiness(net.body(state, seat), legal).tolist()
    return legal[ready.index(max(ready))]


class NetAhead(Ahead):
    """Plays on in thought, and foretells the end from there."""

    def __init__(self, title: Title, net: Net) -> None:
        super().__init__(title, net)
        self.judge, self.sources = net, net.sources

    def ends(self, world: Any, seat: int, actions: Sequence[Action], luck: Luck) -> list[list[float]]:
        """For each choice the lead that it leads to, then the own final points by source, as the net foretells them;
        all with the same luck."""
        ways = [Way(world.clone(), luck.again()) for _ in actions]
        self.reach(ways, seat, actions)
        return [self.end(way.state, seat) for way in ways]

    def end(self, state: Any, seat: int) -> list[float]:
        if state.stack:
            found = self.judge.judge(self.net.body(state, seat), state, seat)
            return [found.lead(seat), *found.points[seat]]
        outcome = self.title.score(self.title.lookup, state)
        others = [score for i, score in enumerate(outcome.scores) if i != seat]
        points = outcome.breakdown[seat]
        return [outcome.scores[seat] - max(others, default=0), *(points.get(name, 0) for name in self.sources)]
