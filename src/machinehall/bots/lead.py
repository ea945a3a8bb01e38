"""Whom a search measures itself by."""

from __future__ import annotations

from typing import Any

from machinehall.kernel.title import Title
from machinehall.kernel.values import Outcome

from .greedy import Judge


def best_automaton(outcome: Outcome) -> float:
    """The score of the best opponent that nobody plays."""
    return float(max(automaton.score for automaton in outcome.automata))


def best_other(title: Title, judge: Judge, state: Any, seat: int) -> float:
    """The worth of the best other seat, or of an opponent that nobody plays.

    A judge that tells a lead has counted it already.
    """
    if getattr(judge, "relative", False):
        return 0.0
    others = [judge(title.lookup, state, i) for i in range(state.seats) if i != seat]
    return max([*others, *automata_worth(title, state)], default=0.0)


def automata_worth(title: Title, state: Any) -> list[float]:
    """What opponents that nobody plays may be expected to score; nothing at tables without them."""
    if title.automata is None or not title.alone(state.seats):
        return []
    if title.automata.worth:
        return list(title.automata.worth(title.lookup, state))
    return [float(opponent.score) for opponent in title.score(title.lookup, state).automata]


def lead(title: Title, judge: Judge, state: Any, seat: int, rivals: float) -> float:
    """Own worth less that of the best other, which counts by `rivals`."""
    return judge(title.lookup, state, seat) - rivals * best_other(title, judge, state, seat)
