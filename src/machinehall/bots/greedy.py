"""The apprentice: looks at what each choice leads to once it is carried out, and takes the best."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from machinehall.kernel.engine import Engine
from machinehall.kernel.native import mypyc_attr
from machinehall.kernel.title import Title
from machinehall.kernel.values import Action, Event

Judge = Callable[[Any, Any, int], float]
"""(tables, state, seat): what a position is worth to a seat."""

WORLDS = 2
"""How many ways of filling in the unknown are looked at."""
BREADTH = (6, 3, 1, 1)
"""How many answers are tried to the questions that belong to a choice, such as the tiles for a project."""


def judge_of(title: Title) -> Judge:
    """The title's evaluation. Without one, the score if the match ended here: crude, but the same for every title."""
    return title.minds.evaluate or AsIfEnded(title)


class AsIfEnded:
    """Counts the points that a seat would have if the match ended now."""

    def __init__(self, title: Title) -> None:
        self.score = title.score

    def __call__(self, tables: Any, state: Any, seat: int) -> float:
        return float(self.score(tables, state).scores[seat])


@mypyc_attr(allow_interpreted_subclasses=True)
class Greedy:
    """Plays by a title's evaluation. It sees a view and fills the unknown in by sampling."""

    def __init__(
        self, title: Title, seed: int | str | None = None, judge: Judge | None = None, worlds: int = WORLDS
    ) -> None:
        self.title = title
        self.engine: Engine = title.engine
        self.judge = judge or judge_of(title)
        self.rng = random.Random(seed)
        self.worlds = worlds
        self.thoughts: list[tuple[Action, float]] = []

    def choose(self, view: dict[str, Any], legal: Sequence[Action], clock: object = None) -> Action:
        """The action with the best value, averaged over some worlds that fit the view."""
        seat: int = view["seat"]
        worlds = [self.title.sample(view, self.rng) for _ in range(self.worlds)]
        if all(world == worlds[0] for world in worlds):  # nothing is hidden: one is enough
            del worlds[1:]
        values = self.values(worlds, seat, legal)
        self.thoughts = sorted(zip(legal, values, strict=True), key=lambda row: (-row[1], self.rng.random()))
        return self.thoughts[0][0]

    def explain(self) -> list[tuple[Action, float]]:
        """The candidates of the last choice with their values, the best first."""
        return self.thoughts

    def values(self, worlds: Sequence[Any], seat: int, legal: Sequence[Action]) -> list[float]:
        """The mean value of each action."""
        asked = self.title.decision(worlds[0], seat)
        return [sum(self.value(world, seat, action, 0, asked) for world in worlds) / len(worlds) for action in legal]

    def another_turn(self, events: Sequence[Event], dealt: Sequence[tuple[Action, Sequence[Event]]]) -> bool:
        """Whether a new turn has begun: alone, a seat is asked again and again, and nobody else in between."""
        kinds = self.title.events
        return any(kinds[event.kind].turn for facts in (events, *(facts for _, facts in dealt)) for event in facts)

    def value(self, world: Any, seat: int, action: Action, level: int, asked: object) -> float:
        """What a choice is worth once it is carried out."""
        return self.follow(world, seat, action, level, asked)[0]

    def follow(self, world: Any, seat: int, action: Action, level: int, asked: object) -> tuple[float, Any]:
        """What a choice is worth once it is carried out, and the position it leads to: chance has decided, and the seat
        has answered some of the questions that follow from it as well as it can. What was `asked` at first ends it, and
        a new turn: that is the next choice.
        """
        engine = self.engine
        after = world.clone()
        events = engine.apply(after, seat, action, False)
        dealt = engine.deal(after, self.rng)
        best = self.judge(engine.lookup, after, seat), after
        if level >= len(BREADTH) or not after.stack or after.stack[-1][1] != seat:
            return best
        if engine.decision(after, seat) == asked or self.another_turn(events, dealt):
            return best
        further = engine.legal(after, seat)
        if len(further) > BREADTH[level]:
            further = self.rng.sample(further, BREADTH[level])
        return max([best, *(self.follow(after, seat, a, level + 1, asked) for a in further)], key=lambda row: row[0])
