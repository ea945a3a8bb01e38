"""Who should meet next: those whose match tells most.

Strengths follow Bradley and Terry, with a wide guess beforehand so that a newcomer has one. Of two entrants we know by
how much they differ, and how surely; a match between them tells much where that is uncertain and the match is open.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from machinehall.arena.ratings import duels

from .folder import Deal, Row

WIDE = 2.3
"""The guess beforehand: 400 points of Elo, as a logarithm of odds."""
ROUNDS = 60
STEP = 1.0


class Strengths:
    """What is known of some entrants: their strengths, and how surely."""

    def __init__(self, names: Sequence[str], rows: Iterable[Row]) -> None:
        self.at = {name: i for i, name in enumerate(names)}
        count = len(names)
        self.won, self.met = np.zeros((count, count)), np.zeros((count, count))
        for row in rows:
            for one, other, got, weight in duels(row):
                i, j = self.at[one], self.at[other]
                self.won[i, j] += got
                self.won[j, i] += weight - got
                self.met[i, j] += weight
                self.met[j, i] += weight
        self.value = np.zeros(count)
        for _ in range(ROUNDS):
            step = np.linalg.solve(self.precision(), self.slope())
            self.value += np.clip(step, -STEP, STEP)
            if np.abs(step).max(initial=0.0) < 1e-9:
                break

    def chance(self) -> Any:
        """For each two the share that the first may expect."""
        return 1 / (1 + np.exp(self.value[None, :] - self.value[:, None]))

    def slope(self) -> Any:
        return (self.won - self.met * self.chance()).sum(axis=1) - self.value / WIDE**2

    def precision(self) -> Any:
        """How much is known: the inverse of the covariance."""
        p = self.chance()
        open_ = self.met * p * (1 - p)
        return np.diag(open_.sum(axis=1) + 1 / WIDE**2) - open_

    def tells(self) -> Any:
        """For each two how much one more match would tell, as the logarithm by which uncertainty shrinks."""
        p, spread = self.chance(), np.linalg.inv(self.precision())
        own = np.diag(spread)
        return np.log1p(p * (1 - p) * (own[:, None] + own[None, :] - 2 * spread))


def next_pair(
    names: Sequence[str], active: Sequence[str], deals: Sequence[Deal], rows: Sequence[Row], seats: int
) -> tuple[str, str]:
    """The pair that tells most, who sat alone less often last. What is under way counts as known already: so several
    pairs can be chosen before any of them has played."""
    known = Strengths(names, rows)
    played = Counter(row["deal"] for row in rows)
    for deal in deals:
        i, j = (known.at[name] for name in deal.pair)
        under_way = seats - played[deal.number]
        known.met[i, j] += under_way
        known.met[j, i] += under_way
    tells = known.tells()
    rng = random.Random(len(deals))
    pairs = list(combinations(active, 2))
    rng.shuffle(pairs)  # among equals, as at the beginning, none comes first for its name
    one, other = max(pairs, key=lambda pair: round(float(tells[known.at[pair[0]], known.at[pair[1]]]), 9))
    alone = Counter(deal.pair[1] for deal in deals if set(deal.pair) == {one, other})
    return (one, other) if alone[other] <= alone[one] else (other, one)
