"""Hints of a net: what it would do most readily, and what the end brings then, by source, beside its other choices."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Action

from .hints import COUNT, LEAST, REASONS, Hint, Late
from .luck import Luck
from .net import Net
from .net_bot import best_of

WEIGHED = 6
"""Choices that are looked into."""
WORLDS = 4
"""In which the same choices are played on, with the same luck, as long as there is time."""


class NetAdviser:
    """Plays the likeliest choices on, all seats by the net, up to the seat's next turn, and judges there.

    Only the seat's own view is used: what it does not know is filled in anew for each world.
    """

    def __init__(self, title: Title, seed: int | str | None = 0) -> None:
        self.title, self.rng, self.net = title, random.Random(seed), Net(title)
        self.turn_begins = {name for name, kind in title.events.items() if kind.turn}

    def suggest(self, view: dict[str, Any], legal: Sequence[Action], seconds: float = 2.0) -> list[Hint]:
        """The best choices found within the time, the best first: what they bring beside the mean of all weighed."""
        seat, late = int(view["seat"]), Late(seconds)
        chosen = self.likely(view, legal, seat)
        rows: list[Any] = []
        while not rows or (len(rows) < WORLDS and not late()):
            world, luck = self.title.sample(view, self.rng), Luck(self.rng)
            rows.append([self.end(world.clone(), seat, action, luck.again()) for action in chosen])
        ends = np.array(rows).mean(axis=0)
        beside = ends - ends.mean(axis=0) if len(chosen) > 1 else ends * 0
        order = sorted(range(len(chosen)), key=lambda i: -beside[i, 0])
        return [Hint(chosen[i], float(beside[i, 0]), self.reasons(beside[i, 1:])) for i in order[:COUNT]]

    def likely(self, view: dict[str, Any], legal: Sequence[Action], seat: int) -> list[Action]:
        """What the net takes most readily; all of what it was never asked."""
        world = self.title.sample(view, self.rng)
        if len(legal) == 1 or world.stack[-1][0] in self.title.minds.once:
            return list(legal)
        ready = self.net.readiness(self.net.body(world, seat), legal)
        return [legal[i] for i in np.argsort(-ready)[:WEIGHED]]

    def end(self, state: Any, seat: int, action: Action, luck: Luck) -> list[float]:
        """The lead that a choice leads to, then the own final points by source, as the net foretells them."""
        title, own = self.title, False
        events = title.apply(state, seat, action, check=False)
        while state.stack:
            if state.stack[-1][1] == CHANCE:
                events = title.apply(state, CHANCE, luck.draw(title.chance(state)), check=False)
                continue
            begun = any(event.kind in self.turn_begins and event.args[0] == seat for event in events)
            who = min(title.to_act(state))
            if who == seat and (begun or (own and not self.turn_begins)):
                found = self.net.judge(self.net.body(state, seat))
                return [float(found.points[0] - max(found.points[1 : state.seats], default=0)), *found.by_source[0]]
            own |= who != seat
            events = title.apply(state, who, best_of(self.net, state, who, title.legal(state, who)), check=False)
        outcome = title.score(title.lookup, state)
        others = [score for i, score in enumerate(outcome.scores) if i != seat]
        points = outcome.breakdown[seat]
        return [outcome.scores[seat] - max(others, default=0), *(points.get(name, 0) for name in self.net.sources)]

    def reasons(self, change: Any) -> tuple[tuple[str, float], ...]:
        """The largest changes, by the message of the scoring step."""
        rows = sorted(zip(self.net.sources, change.tolist(), strict=True), key=lambda row: -abs(row[1]))
        name = self.title.name
        return tuple((f"{name}.{part}", round(value, 1)) for part, value in rows[:REASONS] if abs(value) >= LEAST)
