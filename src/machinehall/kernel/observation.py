"""What the observations of every title have in common: words for their numbers. How they are written: `rows`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .options import Option

if TYPE_CHECKING:
    import numpy as np

Observer = Callable[[Any, int], bytes | bytearray]
"""From a state and a seat: small non-negative numbers in a fixed order. It may keep what it has worked out. One that
has `scores`, from a state, tells with it what each seat, then each automaton, would score if the match ended there."""


class Kind(NamedTuple):
    """What sort of number it is, and the highest it gets; the lowest is 0."""

    sort: str
    """`flag` (0 or 1), `count` (how many, or a place in a row), `amount` (of money or points; one stands for `unit`),
    `category` (a number that stands for something: neighbours have nothing in common)."""
    high: int = 1
    unit: int = 1


FLAG = Kind("flag")


def count(high: int) -> Kind:
    """How many of something there are, or how far something has come."""
    return Kind("count", min(255, high))


def amount(high: int = 255, unit: int = 1) -> Kind:
    """Money, points and the like."""
    return Kind("amount", min(255, high), unit)


def category(size: int) -> Kind:
    """One of so many things; 0 is one of them, mostly none."""
    return Kind("category", size - 1)


LARGE = (amount(255, 256), amount(255))
"""An amount that may be more than 255: how many times 256, and the rest."""


SIGNED = (FLAG, *LARGE)
"""An amount that may be below 0 too: whether it is, then how far."""


class Block(NamedTuple):
    """A run of numbers of an observation that belong together."""

    name: str
    kinds: tuple[Kind, ...]
    """Of each number; a shorter row repeats."""
    parts: tuple[str, ...]
    """What each number is about; a single one may say nothing more."""
    codes: tuple[str, ...] = ()
    """Of some categories: what 0, 1, 2 and so on stand for."""


def block(name: str, kind: Kind | Sequence[Kind], parts: Iterable[str] = ("",), codes: Sequence[str] = ()) -> Block:
    """A block of numbers, one for each of `parts`."""
    kinds = (kind,) if isinstance(kind, Kind) else tuple(kind)
    found = Block(name, kinds, tuple(map(str, parts)), tuple(codes))
    if not kinds or len(found.parts) % len(kinds):
        raise ValueError(f"{name}: {len(found.parts)} numbers, but kinds for {len(kinds)}")
    return found


def coded(name: str, codes: Sequence[str], parts: Iterable[str] = ("",)) -> Block:
    """A block of categories, each with a word."""
    return block(name, category(len(codes)), parts, codes)


def option_block(name: str, options: Sequence[Option]) -> Block:
    """The options of a match, as they were chosen."""
    return block(name, [category(max(option.choices) + 1) for option in options], [o.name for o in options])


class Number(NamedTuple):
    """One number of an observation."""

    place: int
    """Counted from 0."""
    block: str
    part: str
    """What it is about within its block."""
    kind: str
    low: int
    high: int
    unit: int
    """What one of it stands for. Of an amount in two numbers the first counts 256s."""
    codes: tuple[str, ...]
    """Of some categories: what 0, 1, 2 and so on stand for."""


_numpy: Final[list[Any]] = []
"""The class of arrays, the type of bytes and that of truths: loaded when they are asked for, for most who use a title
need none of them."""


def as_array(row: bytes | bytearray) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """An array that may be written to; bytes are copied for that, for others may have kept them."""
    made, byte, _ = _numpy or _loaded()
    # Half the time of `frombuffer`.
    array: np.ndarray[Any, np.dtype[np.uint8]] = made(len(row), byte, row if type(row) is bytearray else bytearray(row))
    return array


def as_truths(row: bytearray) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """The same of zeros and ones. numpy finds what is true in a tenth of the time that numbers take."""
    made, _, truth = _numpy or _loaded()
    array: np.ndarray[Any, np.dtype[np.bool_]] = made(len(row), truth, row)
    return array


def _loaded() -> list[Any]:
    import numpy as np

    _numpy[:] = np.ndarray, np.dtype(np.uint8), np.dtype(np.bool_)  # at once: threads may come here together
    return _numpy


def seat_words(slots: int) -> list[str]:
    """Seats as an observation has them: the own one first."""
    return ["own seat", *(f"seat {i} to the left" for i in range(1, slots))]


def each_seat(slots: int, things: Iterable[str]) -> list[str]:
    """A row of things for each seat."""
    rows = list(things)
    return [f"{thing}, {seat}" for seat in seat_words(slots) for thing in rows]


def numbers(blocks: Iterable[Block]) -> tuple[Number, ...]:
    """Each number of an observation."""
    found: list[Number] = []
    for name, kinds, parts, codes in blocks:
        for i, part in enumerate(parts):
            kind = kinds[i % len(kinds)]
            found.append(Number(len(found), name, part, kind.sort, 0, kind.high, kind.unit, codes))
    return tuple(found)


def score_block(slots: int) -> Block:
    """What each seat would score if the match ended now."""
    words = ("below 0", "in 256s", "the rest")
    return block("score if the match ended now", SIGNED, each_seat(slots, words))


def questions(kinds: Iterable[str], arguments: Mapping[str, str]) -> tuple[str, ...]:
    """The codes of decisions, each with what its arguments are."""
    return ("none", *(f"{kind} ({arguments[kind]})" if kind in arguments else kind for kind in kinds))
