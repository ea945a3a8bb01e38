"""The arrays of many matches in one piece of memory, which worker processes may share."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
Layout = list[tuple[str, tuple[int, ...], np.dtype[Any]]]

LINE = 64
"""Each array begins on a cache line of its own."""


@dataclass(slots=True)
class Arrays:
    """What is told of matches after a step: one row for each match."""

    observation: Array
    """Of the seat that decides next."""
    mask: Array
    """True for each action that this seat may take. Where a match waits to be dealt anew any answer will do."""
    seat: Array
    """Who decides next."""
    reward: Array
    """For each seat its payoff; all zeros unless the match has just ended."""
    terminated: Array
    truncated: Array
    """Whether this step ended the match, by the rules or because it took too long."""
    score: Array
    """The points of each seat where the match has just ended; zeros elsewhere."""
    place: Array
    """Likewise the places, 1 for the winner."""
    length: Array
    """Likewise how many decisions learners took in it."""
    final: Array
    """The last observation of the seat that acted, where the match has just ended."""
    action: Array
    """What is decided: written by whoever plays."""
    told: Array
    standing: Array
    """With insight: what a net is told of the position beside the observation, and what each would score by now."""
    ended: Array
    points: Array
    """With insight: how all stood at the end of a match, and where their points came from."""

    def part(self, first: int, count: int) -> Arrays:
        """The same memory, some of the matches."""
        rows = slice(first, first + count)
        return Arrays(**{f.name: getattr(self, f.name)[rows] for f in fields(self)})


def layout(count: int, seats: int, seen: int, actions: int, insight: tuple[int, int, int] = (0, 0, 0)) -> Layout:
    """Names, shapes and types, in the order of `Arrays`."""
    byte, flag, short, whole = (np.dtype(t) for t in (np.uint8, np.bool_, np.int32, np.int64))
    part = np.dtype(np.float32)
    told, slots, sources = insight
    return [
        ("observation", (count, seen), byte),
        ("mask", (count, actions), flag),
        ("seat", (count,), whole),
        ("reward", (count, seats), part),
        ("terminated", (count,), flag),
        ("truncated", (count,), flag),
        ("score", (count, seats), short),
        ("place", (count, seats), short),
        ("length", (count,), short),
        ("final", (count, seen), byte),
        ("action", (count,), whole),
        ("told", (count, told), part),
        ("standing", (count, slots), part),
        ("ended", (count, slots), part),
        ("points", (count, slots, sources), part),
    ]


def needed(rows: Layout) -> int:
    """Bytes for all of them."""
    return sum(_whole_lines(shape, kind) for _, shape, kind in rows)


def arrays(rows: Layout, buffer: Any = None) -> Arrays:
    """The arrays in a piece of memory, or in a new one."""
    memory = bytearray(needed(rows)) if buffer is None else buffer
    found, at = {}, 0
    for name, shape, kind in rows:
        size = int(np.prod(shape))
        found[name] = np.frombuffer(memory, kind, size, at).reshape(shape)
        at += _whole_lines(shape, kind)
    return Arrays(**found)


def _whole_lines(shape: tuple[int, ...], kind: np.dtype[Any]) -> int:
    size = int(np.prod(shape)) * kind.itemsize
    return -(-size // LINE) * LINE
