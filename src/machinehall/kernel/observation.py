"""What the observations of every title have in common: words for their numbers, and blocks that are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from struct import Struct, pack
from typing import TYPE_CHECKING, Any, NamedTuple

from .options import Option

if TYPE_CHECKING:
    import numpy as np

Observer = Callable[[Any, int], bytes | bytearray]
"""From a state and a seat: small non-negative numbers in a fixed order. It may keep what it has worked out."""


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


class Watched:
    """A part of the observation that is made from the whole state, for each seat that looks, and kept while what it is
    made of has not changed."""

    __slots__ = ("_held", "_make")

    def __init__(self, make: Callable[[Any, int], bytes]) -> None:
        self._make = make
        self._held: tuple[tuple[Any, ...], dict[int, bytes]] = ((), {})

    def __call__(self, state: Any, seat: int, *source: Any) -> bytes:
        """What a seat sees, as long as `source`, ints and lists of ints, stays as it is."""
        held = self._held
        if held[0] != source:
            held = self._held = (tuple([part[:] if type(part) is list else part for part in source]), {})
        seen = held[1].get(seat)
        if seen is None:
            seen = held[1][seat] = self._make(state, seat)
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


def signed(numbers: Sequence[int]) -> bytes:
    """Numbers from -128 to 127 as bytes, ready to be translated."""
    return pack(f"{len(numbers)}b", *numbers)


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


@lru_cache(maxsize=64)
def _large_form(slots: int) -> Struct:
    return Struct(f">{slots}H")


def large(amounts: list[int], slots: int) -> bytes:
    """Amounts in two numbers each: how many times 256, and the rest. They are not below 0; places left over are 0."""
    missing = slots - len(amounts)
    return _large_form(slots).pack(*amounts, *[0] * missing) if missing else _large_form(slots).pack(*amounts)


@lru_cache(maxsize=64)
def _signed_forms(slots: int) -> tuple[Struct, Struct]:
    """If none is below 0, and otherwise."""
    return Struct(">" + "xH" * slots), Struct(">" + "?H" * slots)


def below_zero_too(amounts: list[int], slots: int) -> bytes:
    """Amounts in three numbers each: whether it is below 0, how many times 256 it is from there, and the rest."""
    above, any_ = _signed_forms(slots)
    each = amounts + [0] * (slots - len(amounts))
    if min(each) >= 0:
        return above.pack(*each)
    row: list[int] = []
    for one in each:
        row += (one < 0, abs(one))
    return any_.pack(*row)


def score_block(slots: int) -> Block:
    """What each seat would score if the match ended now."""
    words = ("below 0", "in 256s", "the rest")
    return block("score if the match ended now", SIGNED, each_seat(slots, words))


def questions(kinds: Iterable[str], arguments: Mapping[str, str]) -> tuple[str, ...]:
    """The codes of decisions, each with what its arguments are."""
    return ("none", *(f"{kind} ({arguments[kind]})" if kind in arguments else kind for kind in kinds))
