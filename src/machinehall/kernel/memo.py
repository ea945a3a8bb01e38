"""What was worked out is kept: the same sets and networks are asked about many times before they change.

    try:
        return self._networks[tracks]
    except KeyError:
        return kept(self._networks, tracks, self._network(tracks))

It says more than `lru_cache`, but for what rules ask all the time it costs less: the key is the number itself, not a
tuple with the look-ups in it, and compiled such a question is a call in C, where one of `lru_cache` is a call of an
object.
"""

from __future__ import annotations

from typing import Final, TypeVar

K = TypeVar("K")
V = TypeVar("V")

MOST_REMEMBERED: Final = 20_000
"""So few, because a dict that doubles at a hundred thousand entries holds a decision up for milliseconds."""


def kept(memo: dict[K, V], key: K, value: V) -> V:
    """Remember a value, and hand it on. A memo that is full begins anew."""
    if len(memo) >= MOST_REMEMBERED:
        memo.clear()
    memo[key] = value
    return value
