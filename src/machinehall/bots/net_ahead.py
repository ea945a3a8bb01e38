"""Where a choice leads if all go on as a net does: up to the own next turn, and from there as it foretells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Action

from .luck import Luck
from .net import Net

REPLIES = 4
"""Where nobody says when a turn begins, a seat is asked again to reply to others: so many times it counts as one turn.
What a net foretells in the middle of it errs by more than choices differ."""


def best_of(net: Net, state: Any, seat: int, legal: Sequence[Action]) -> Action:
    """What a net does most readily."""
    if len(legal) == 1:
        return legal[0]
    ready: list[float] = net.readiness(net.body(state, seat), legal).tolist()
    return legal[ready.index(max(ready))]


def never() -> bool:
    """As long as it takes."""
    return False


class Ahead:
    """Plays on in thought."""

    def __init__(self, title: Title, net: Net) -> None:
        self.title, self.net = title, net
        self.turn_begins = {name for name, kind in title.events.items() if kind.turn}

    def likely(self, state: Any, seat: int, legal: Sequence[Action], most: int) -> list[Action]:
        """What the net takes most readily, the first first; all of what it was never asked."""
        if len(legal) == 1 or state.stack[-1][0] in self.title.minds.once:
            return list(legal)
        ready = self.net.readiness(self.net.body(state, seat), legal)
        return [legal[i] for i in np.argsort(-ready, kind="stable")[:most]]

    def reach(
        self, state: Any, seat: int, action: Action, luck: Luck, turns: int = 1, late: Callable[[], bool] = never
    ) -> None:
        """Play a choice and go on until the seat decides again, so many turns later, or it is over or too late. In a
        title that does not say where turns begin, some replies make one."""
        title, others = self.title, False
        turns *= 1 if self.turn_begins else REPLIES
        events = title.apply(state, seat, action, check=False)
        while state.stack:
            turns -= any(event.kind in self.turn_begins and event.args[0] == seat for event in events)
            if state.stack[-1][1] == CHANCE:
                events = title.apply(state, CHANCE, luck.draw(title.chance(state)), check=False)
                continue
            who = min(title.to_act(state))
            if who == seat and others and not self.turn_begins:
                turns, others = turns - 1, False
            if (who == seat and turns <= 0) or late():
                return
            others |= who != seat
            events = title.apply(state, who, best_of(self.net, state, who, title.legal(state, who)), check=False)

    def end(self, state: Any, seat: int, action: Action, luck: Luck) -> list[float]:
        """The lead that a choice leads to, then the own final points by source, as the net foretells them."""
        title = self.title
        self.reach(state, seat, action, luck)
        if state.stack:
            found = self.net.judge(self.net.body(state, seat), state, seat)
            return [found.lead(seat), *found.points[seat]]
        outcome = title.score(title.lookup, state)
        others = [score for i, score in enumerate(outcome.scores) if i != seat]
        points = outcome.breakdown[seat]
        return [outcome.scores[seat] - max(others, default=0), *(points.get(name, 0) for name in self.net.sources)]
