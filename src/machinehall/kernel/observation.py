"""What the observations of every title have in common: words for their numbers, and blocks that are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import repeat
from operator import getitem
from struct import Struct, error
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from .frames import S
from .native import COMPILED
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


_numpy: list[Any] = []
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


def as_it_is(row: bytes, seat: int) -> bytes:
    """The turn of parts that look alike from each seat."""
    return row


WHOLE = repeat(slice(None))


def copied(source: tuple[Any, ...]) -> tuple[Any, ...]:
    """Copies of lists; the rest is what it was. Interpreted, slices do it fastest (a tuple's is the tuple itself), so
    numbers are best put together in a row of their own; compiled, a loop does."""
    try:
        if not COMPILED:
            return tuple(map(getitem, source, WHOLE))
    except TypeError:
        pass
    return tuple([part.copy() if isinstance(part, list) else part for part in source])


UNSEEN: list[bytes | None] = [None] * 8
"""What a part looks like from each seat, before anybody has looked: more seats than any title has."""
Held = tuple[tuple[Any, ...], Any, list[bytes | None]]
"""What a part was made of, what was made of it, what each seat has seen of that."""


class Kept:
    """A part of the observation, made again only when its source has changed: to compare lists is ten times as fast as
    to turn them into bytes. It is made once for the table, and from that for each seat that looks.

    Source and parts change hands together, so threads may share an observer. Rows lie by seat: a list takes a third of
    the memory of a dict, and is read faster."""

    __slots__ = ("_held", "_make", "_turn")

    def __init__(self, make: Callable[..., Any], turn: Callable[[Any, int], bytes] = as_it_is) -> None:
        self._make, self._turn = make, turn
        self._held: Held = ((), None, UNSEEN[:])

    def seen(self, seat: int, source: tuple[Any, ...]) -> bytes:
        """What a seat sees of ints and rows of ints. Lists are the state's own, so copies are kept; a row that is a
        tuple costs nothing as long as it is the same."""
        held = self._held
        if held[0] != source:
            copies = copied(source)
            held = self._held = (copies, self._make(*copies), UNSEEN[:])
        row = held[2][seat]
        if row is None:
            row = held[2][seat] = self._turn(held[1], seat)
        return row

    def made(self, source: tuple[Any, ...]) -> Any:
        """What is made for the table."""
        held = self._held
        if held[0] != source:
            copies = copied(source)
            held = self._held = (copies, self._make(*copies), UNSEEN[:])
        return held[1]


class Watched:
    """The same for what is made from the whole state, as long as the part that it is made of stays as it is."""

    __slots__ = ("_held", "_make", "_turn")

    def __init__(self, make: Callable[[Any], Any], turn: Callable[[Any, int], bytes] = as_it_is) -> None:
        self._make, self._turn = make, turn
        self._held: Held = ((), None, UNSEEN[:])

    def seen(self, seat: int, state: Any, source: tuple[Any, ...]) -> bytes:
        """What a seat sees of what was made when `source` became what it is."""
        held = self._held
        if held[0] != source:
            held = self._held = (copied(source), self._make(state), UNSEEN[:])
        row = held[2][seat]
        if row is None:
            row = held[2][seat] = self._turn(held[1], seat)
        return row

    def made(self, state: Any, source: tuple[Any, ...]) -> Any:
        """The same for all of the table."""
        held = self._held
        if held[0] != source:
            held = self._held = (copied(source), self._make(state), UNSEEN[:])
        return held[1]


Scores = tuple[list[int], bytes]
"""What each seat would score if the match ended now, Barons and the like after the seats; and that as it is written,
after the amounts that it goes with."""


class Standing(Generic[S]):
    """What each seat would score, made again when what it is made of has changed. A title says what that is (`source`)
    and what it makes of it. An observer's `standing` is asked for each observation in which it may have changed."""

    def __init__(self, make: Callable[..., Scores]) -> None:
        self._scores = Kept(make)
        self.last: list[int] = []  # after an observation those of the position observed

    def __call__(self, s: S) -> Scores:
        """How all stand."""
        found: Scores = self._scores.made(self.source(s))
        self.last = found[0]
        return found

    def scores(self, s: S) -> list[int]:
        """What each seat would score if the match ended now, then each automaton."""
        return self(s)[0]

    def source(self, s: S) -> tuple[Any, ...]:
        """What scores are made of, as `Kept` compares it."""
        raise NotImplementedError


def several(*parts: Any) -> tuple[Any, ...]:
    """The making of a part that has others in it: they are made when a seat looks."""
    return parts


NO_NUMBER = 255
"""In the order of a row that is picked: always 0."""
NO_SEAT = b"\xff"
"""-1 as a byte."""


def picked(order: bytes, numbers: list[int]) -> bytes:
    """Numbers (255 of them at most, what is above 255 counts as that) in another order.

    The order is translated with the numbers as its table, which is the fastest way there is."""
    return order.translate(clipped(numbers).ljust(256, b"\0"))


def shifted(numbers: Sequence[int]) -> bytes:
    """Numbers from -1 on plus one; what would be above 255 counts as that, what is below -1 as -1. Most are packed as
    signed bytes and translated, a third of the time of a loop."""
    try:
        return _signed_form(len(numbers)).pack(*numbers).translate(PLUS_ONE)
    except error:
        return bytes([min(255, max(0, number + 1)) for number in numbers])


PLUS_ONE = bytes([*range(1, 129), *[0] * 128])
"""Signed bytes plus one; what is below -1 becomes 0 too."""


def clipped(numbers: list[int]) -> bytearray:
    """A row of numbers; what is above 255 counts as that."""
    try:
        return bytearray(numbers)
    except ValueError:
        return bytearray([min(number, 255) for number in numbers])


@lru_cache(maxsize=50_000)
def flags(mask: int, size: int) -> bytes:
    """A set as a row of 0 and 1: its digits, which Python writes much faster than a loop would."""
    return f"{mask:0{size}b}".encode().translate(DIGITS)[::-1][:size]


DIGITS = bytes.maketrans(b"01", b"\0\1")


@lru_cache(maxsize=20_000)
def marks(code: int, mask: int) -> int:
    """A set as a number with a byte for each thing, its code for those in it: sets that have nothing in common add up
    to a row (`as_row`). A loop over all things takes several times as long."""
    return code * int.from_bytes(f"{mask:b}".encode().translate(DIGITS), "big")


def as_row(sum_of_marks: int, size: int) -> bytes:
    """What sets were added up to."""
    return sum_of_marks.to_bytes(size, "little")


def signed(numbers: Sequence[int]) -> bytes:
    """Numbers from -128 to 127 as bytes, ready to be translated."""
    return _signed_form(len(numbers)).pack(*numbers)


@cache
def _signed_form(size: int) -> Struct:
    return Struct(f"{size}b")


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


@cache
def _form(each: str, size: int) -> Struct:
    """So many numbers, each written like this."""
    return Struct(">" + each * size)


def large(amounts: Sequence[int]) -> bytes:
    """Amounts in two numbers each: how many times 256, and the rest. They are not below 0."""
    return _form("H", len(amounts)).pack(*amounts)


def below_zero_too(amounts: Sequence[int]) -> bytes:
    """Amounts in three numbers each: whether it is below 0, how many times 256 it is from there, and the rest."""
    if min(amounts) >= 0:
        return _form("xH", len(amounts)).pack(*amounts)
    row: list[int] = []
    for one in amounts:
        row += (one < 0, abs(one))
    return _form("?H", len(amounts)).pack(*row)


@cache
def _standing_form(amounts: int, scores: int) -> Struct:
    return Struct(f">{amounts}H" + "xH" * scores)


def standing_row(amounts: list[int], scores: list[int]) -> bytes:
    """Amounts in two numbers each, then scores in three, which may be below 0: mostly in one go."""
    if min(scores) >= 0:
        return _standing_form(len(amounts), len(scores)).pack(*amounts, *scores)
    return large(amounts) + below_zero_too(scores)


def seat_order(start: int, width: int, seats: int, seat: int, slots: int, own: bool = False) -> list[int]:
    """Where rows of a width that lie from `start` on in the order of the table are found, the own seat's first; nothing
    for empty seats, or, if only the own row is told, for all others. For `picked`."""
    order: list[int] = []
    for i in range(slots):
        first = start + width * ((seat + i) % seats)
        told = i < seats and not (own and i)
        order += range(first, first + width) if told else [NO_NUMBER] * width
    return order


def by_seat(rows: bytes, width: int, seat: int, slots: int) -> bytes:
    """Rows of a width in the order of the table: the own seat's first, room for empty seats last."""
    own = width * seat
    return (rows[own:] + rows[:own]).ljust(width * slots, b"\0")


def score_block(slots: int) -> Block:
    """What each seat would score if the match ended now."""
    words = ("below 0", "in 256s", "the rest")
    return block("score if the match ended now", SIGNED, each_seat(slots, words))


def questions(kinds: Iterable[str], arguments: Mapping[str, str]) -> tuple[str, ...]:
    """The codes of decisions, each with what its arguments are."""
    return ("none", *(f"{kind} ({arguments[kind]})" if kind in arguments else kind for kind in kinds))
