"""What the searches have in common: what they think of a choice, and whom they measure themselves by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from machinehall.kernel.title import Title
from machinehall.kernel.values import Action

from .greedy import Judge


@dataclass(slots=True)
class Candidate:
    """What a search thinks of one choice."""

    action: Action
    value: float
    """Expected lead over the best other, in points."""
    visits: int
    """How often it was looked at."""
    first: float
    """The value at the first look."""


def best_other(title: Title, judge: Judge, state: Any, seat: int) -> float:
    """The worth of the best other seat, or what an opponent that nobody plays would score if it ended now."""
    others = [judge(title.tables, state, i) for i in range(state.seats) if i != seat]
    if title.automata is not None and state.seats == title.automata.seats:
        others += [float(opponent.score) for opponent in title.score(title.tables, state).automata]
    return max(others, default=0.0)
