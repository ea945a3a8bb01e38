"""The two turns that a key turn compares, carried out: the one played and the better one, from the same position."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from machinehall.kernel.actions import draw
from machinehall.kernel.match import Match
from machinehall.kernel.values import CHANCE, Event

from .shapes import TurnReview


class Step(NamedTuple):
    """A decision and what came of it."""

    number: int
    seat: int
    events: list[Event]


class Branch(NamedTuple):
    """A turn from its first decision to its last."""

    state: Any
    """Where it leads."""
    steps: list[Step]
    drawn: bool
    """Whether chance decided on the way."""


def before(match: Match, number: int) -> Any:
    """The position after the first decisions of a match, chance among them."""
    state = match.title.start(match.seats, match.options)
    for entry in match.log[:number]:
        match.title.apply(state, entry.seat, entry.action, check=False)
    return state


def played(match: Match, turn: TurnReview) -> Branch:
    """The turn as it was played."""
    rows = [Step(k, match.log[k].seat, match.happened[k]) for k in range(turn.first, turn.last)]
    return Branch(before(match, turn.last), rows, any(row.seat == CHANCE for row in rows))


def better(match: Match, turn: TurnReview, line: Sequence[str] | None = None) -> Branch:
    """The better turn, or another line, at the true table. What chance brings on the way is one example, always the
    same; where it makes the rest of the line impossible, it ends there."""
    title, state, rng = match.title, before(match, turn.first), random.Random(f"branch/{turn.number}")
    steps: list[Step] = []
    for text in turn.better if line is None else line:
        while CHANCE in title.to_act(state):
            outcome = draw(title.chance(state), rng)
            steps.append(Step(turn.first + len(steps), CHANCE, title.apply(state, CHANCE, outcome)))
        action = title.parse(text)
        if action not in title.legal(state, turn.seat):
            break
        steps.append(Step(turn.first + len(steps), turn.seat, title.apply(state, turn.seat, action)))
    return Branch(state, steps, any(step.seat == CHANCE for step in steps))
