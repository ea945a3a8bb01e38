"""What training is shown of matches beside observations: figures of a judge, how all stand, where points came from."""

from __future__ import annotations

import random
from typing import Any

from machinehall.kernel.engine import Engine
from machinehall.kernel.observation import Observer
from machinehall.kernel.rows import Standings
from machinehall.kernel.title import Title
from machinehall.kernel.values import Action

SLOTS = 4
"""Seats, and after them opponents that nobody plays, at any table."""


class Insight:
    """Asked by a `Batch` for each match. Decisions that are none play themselves, and those that are made once a match
    are dealt at random: a learner would settle on one of them long before it can play the others."""

    def __init__(self, title: Title) -> None:
        if title.minds.told is None:
            raise ValueError(f"{title.name} does not say what a net is told")
        self.title, self.lookup = title, title.lookup
        self.engine: Engine = title.engine
        self.inputs, self.once = title.minds.told, title.minds.once
        self.sources = sources(title)

    @property
    def widths(self) -> tuple[int, int, int]:
        """Numbers told, slots, sources of points."""
        return len(self.inputs.names) + SLOTS, SLOTS, len(self.sources)

    def standing(self, state: Any, observe: Observer | None = None) -> list[float]:
        """What each would score if the match ended here. An observer that has just been asked knows it already."""
        return standing(self.title, state, observe)

    def observed(self, state: Any, observe: Observer) -> list[float]:
        """The same of the position that the observer was asked about last: mostly it need not look again."""
        kept = getattr(observe, "standing", None)
        return slots(kept.last) if isinstance(kept, Standings) else self.standing(state, observe)

    def told(self, state: Any, seat: int, standing: list[float]) -> list[float]:
        """What a net is told of a position from one seat, beside the observation."""
        return [*self.inputs.numbers(self.lookup, state, seat), *turned(standing, state.seats, seat)]

    def points(self, state: Any) -> list[list[float]]:
        """The points of each slot by source, of a match that is over."""
        outcome = self.title.score(self.lookup, state)
        rows = [[float(row.get(name, 0)) for name in self.sources] for row in outcome.breakdown]
        return rows + [[0.0] * len(self.sources)] * (SLOTS - len(rows))

    def go_on(self, state: Any, rng: random.Random) -> list[Action]:
        """Play what is no decision, up to the next that is one. Returns what may be done there."""
        engine = self.engine
        while state.stack:
            seat = min(engine.to_act(state))
            legal = engine.legal(state, seat)
            if len(legal) == 1:
                engine.apply(state, seat, legal[0], False)
            elif state.stack[-1][0] in self.once:
                engine.apply(state, seat, rng.choice(legal), False)
            else:
                return legal
            engine.deal(state, rng)
        return []


def standing(title: Title, state: Any, observe: Observer | None = None) -> list[float]:
    """What each seat, then each automaton, would score if the match ended here; noughts for empty slots."""
    scores = getattr(observe, "scores", None)
    if scores is not None:
        return slots(scores(state))
    outcome = title.score(title.lookup, state)
    return slots([*outcome.scores, *[each.score for each in outcome.automata]])


def slots(scores: list[int]) -> list[float]:
    """Scores of seats and automata; noughts for empty slots."""
    found = [float(score) for score in scores]
    return found + [0.0] * (SLOTS - len(found))


def turned(row: list[float], seats: int, seat: int) -> list[float]:
    """The own seat first; automata and empty slots stay where they are."""
    return row[seat:seats] + row[:seat] + row[seats:]


def sources(title: Title) -> tuple[str, ...]:
    """The scoring steps of a title, at every table it is played at."""
    found: dict[str, None] = {}
    for seats in range(title.seats[0], title.seats[1] + 1):
        options = {title.automata.option: 1} if title.automata is not None and title.alone(seats) else {}
        state = title.start(seats, options, random.Random(0))
        for row in title.score(title.lookup, state).breakdown:
            found |= dict.fromkeys(row)
    return tuple(found)
