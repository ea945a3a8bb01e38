"""Sampling and laws of a title that says little of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any


def everything_seen(lookup: object, view: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Where nothing is hidden a view is the whole position."""
    return dict(view)


def no_laws(lookup: object, state: object) -> list[str]:
    return []


@dataclass(frozen=True, slots=True)
class Total:
    """The numbers of some fields always add up to the same."""

    amount: int
    fields: tuple[str, ...]

    def broken(self, state: Any) -> str | None:
        values = [getattr(state, name) for name in self.fields]
        found = sum(sum(value) if isinstance(value, (list, tuple)) else value for value in values)
        return None if found == self.amount else f"{' + '.join(self.fields)} is {found}, not {self.amount}"


@dataclass(frozen=True, slots=True)
class Parted:
    """Some piles part a set: each of so many ids lies in exactly one of them. Piles are bit masks or lists of them."""

    count: int
    piles: tuple[str, ...]

    def broken(self, state: Any) -> str | None:
        seen = twice = 0
        for mask in self._masks(state):
            twice |= seen & mask
            seen |= mask
        missing = ((1 << self.count) - 1) & ~seen
        if twice or missing or seen >> self.count:
            return f"{', '.join(self.piles)}: ids in two piles {twice:b}, in none {missing:b}, all {seen:b}"
        return None

    def _masks(self, state: Any) -> Iterable[int]:
        for name in self.piles:
            value = getattr(state, name)
            yield from value if isinstance(value, (list, tuple)) else (value,)


def hold(*laws: Total | Parted) -> Callable[[object, Any], list[str]]:
    """Laws by declaration, as a title has them: (lookup, state) -> what does not hold."""

    def broken(lookup: object, state: Any) -> list[str]:
        return [told for law in laws if (told := law.broken(state)) is not None]

    return broken
