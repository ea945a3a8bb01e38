"""Words for the numbers of an observation: what the features of every title have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

Blocks = Sequence[tuple[str, int]]


def seat_words(slots: int) -> list[str]:
    """Seats as an observation has them: the own one first."""
    return ["own seat", *(f"seat {i} to the left" for i in range(1, slots))]


def each_seat(slots: int, things: Iterable[str]) -> list[str]:
    """A row of things for each seat."""
    rows = list(things)
    return [f"{thing}, {seat}" for seat in seat_words(slots) for thing in rows]


def described(blocks: Blocks, words: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """What each number of a block is about: by the longest key with which the block's name begins."""
    found = {}
    for name, size in blocks:
        key = max((key for key in words if name.startswith(key)), key=len, default="")
        parts = tuple(map(str, words[key])) if key else ()
        if len(parts) != (size if key else 0):
            raise ValueError(f"{name}: {size} numbers, but words for {len(parts)}")
        found[name] = parts
    return found


def questions(kinds: Iterable[str], arguments: Mapping[str, str]) -> tuple[str, ...]:
    """The codes of decisions, each with what its arguments are."""
    return ("none", *(f"{kind} ({arguments[kind]})" if kind in arguments else kind for kind in kinds))
