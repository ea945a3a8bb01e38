"""Who plays whom: all pairs of bots or the rungs of a ladder, each deal once from every seat."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import NamedTuple


class Task(NamedTuple):
    """One match: a pure function of these values, so that it can be played anywhere, and again."""

    number: int
    pair: tuple[str, str]
    seed: int
    bots: tuple[str, ...]
    """By seat."""


def schedule(bots: Sequence[str], seats: int, games: int, seed: int = 0, ladder: bool = False) -> list[Task]:
    """At least `games` matches for each pair. On a ladder each bot meets only its neighbours in the list.

    At two seats the pair meet head to head. At more, the later named bot of a pair sits alone among copies of the
    other. Each deal is played once with that bot at every seat, and all pairs play the same deals. A table of one seat
    has no pairs: each bot plays alone.
    """
    pairs = list(pairwise(bots) if ladder else combinations(bots, 2)) if seats > 1 else [(bot, bot) for bot in bots]
    deals = -(-games // seats)
    tasks: list[Task] = []
    for deal in range(deals):
        for pair in pairs:
            for seat in range(seats):
                line = tuple(pair[1] if i == seat else pair[0] for i in range(seats))
                tasks.append(Task(len(tasks), pair, seed + deal, line))
    return tasks
