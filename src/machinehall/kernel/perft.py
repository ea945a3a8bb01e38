"""Perft: how many positions lie a number of decisions ahead. One number that changes when any rule changes."""

from __future__ import annotations

from typing import Any

from .title import Title


def perft(title: Title, state: Any, depth: int) -> int:
    """Leaf positions after `depth` decisions, chance's among them. Simultaneous answers are taken in seat order."""
    seats = title.to_act(state)
    if depth == 0 or not seats:
        return 1
    actions = title.legal(state, seats[0])
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        after = state.clone()
        title.apply(after, seats[0], action, check=False)
        total += perft(title, after, depth - 1)
    return total
