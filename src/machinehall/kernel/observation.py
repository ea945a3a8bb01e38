"""What the observations of every title have in common: words for their numbers, and blocks that are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from struct import pack
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

Blocks = Sequence[tuple[str, int]]
Observer = Callable[[Any, int], bytes | bytearray]
"""From a state and a seat: small non-negative numbers in a fixed order. It may keep what it has worked out."""


@cache
def _frombuffer() -> Callable[..., Any]:
    """Loaded when it is asked for: most of those who use a title need no arrays."""
    import numpy as np

    return partial(np.frombuffer, dtype=np.dtype(np.uint8))


def as_array(row: bytes | bytearray) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """An array that may be written to; bytes are copied for that, for others may have kept them."""
    array: np.ndarray[Any, np.dtype[np.uint8]] = _frombuffer()(row if type(row) is bytearray else bytearray(row))
    return array


class Kept:
    """A part of the observation, made again only when its source has changed: to compare lists is ten times as fast as
    to turn them into bytes. It is made once for the table, and from that for each seat that looks.

    Source and parts change hands together, so threads may share an observer."""

    __slots__ = ("_held", "_make", "_turn")

    def __init__(self, make: Callable[..., Any], turn: Callable[[Any, int], bytes]) -> None:
        self._make, self._turn = make, turn
        self._held: tuple[tuple[Any, ...], Any, dict[int, bytes]] = ((), None, {})

    def __call__(self, seat: int, *source: Any) -> bytes:
        """What a seat sees of ints and lists of ints. The lists are the state's own, so copies are kept."""
        held = self._held
        if held[0] != source:
            copies = tuple([part.copy() if type(part) is list else part for part in source])
            held = self._held = (copies, self._make(*copies), {})
        seen = held[2].get(seat)
        if seen is None:
            seen = held[2][seat] = self._turn(held[1], seat)
        return seen


def as_it_is(row: bytes, seat: int) -> bytes:
    """The turn of parts that look alike from each seat."""
    return row


NO_NUMBER = 255
"""In the order of a row that is picked: always 0."""
NO_SEAT = b"\xff"
"""-1 as a byte."""


def picked(order: bytes, numbers: list[int]) -> bytes:
    """Numbers (255 of them at most, what is above 255 counts as that) in another order.

    The order is translated with the numbers as its table, which is the fastest way there is."""
    try:
        row = bytearray(numbers)
    except ValueError:
        row = bytearray([min(number, 255) for number in numbers])
    return order.translate(row.ljust(256, b"\0"))


@lru_cache(maxsize=50_000)
def flags(mask: int, size: int) -> bytes:
    """A set as a row of 0 and 1."""
    return bytes([mask >> i & 1 for i in range(size)])


def signed(numbers: list[int]) -> bytes:
    """Numbers from -128 to 127 as bytes, ready to be translated."""
    return pack(f"{len(numbers)}b", *numbers)


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
