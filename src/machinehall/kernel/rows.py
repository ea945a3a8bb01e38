"""How observations are written: rows of bytes, and parts that are kept as long as nothing in them has changed.

Learners ask at every step, of which most change little. What is asked for often is a method with a name and a table
that is `Final`, for compiled those are calls and rows in C; what `lru_cache` keeps has to be found by a tuple of all
its arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from struct import Struct, error
from typing import Final, Generic

from .frames import S
from .memo import kept

MOST_SEATS: Final = 8
"""More than any title has."""
UNSEEN: Final[list[bytes | bytearray | None]] = [None] * MOST_SEATS
"""What a part looks like from each seat, before anybody has looked."""


class Part(Generic[S]):
    """What an observation says of a part of the position. It is made once for the table, and from that for each seat
    that looks; both are kept with what it was made of, as long as that `holds`.

    A part never changes: another takes its place, so threads may share an observer. Rows lie by seat: a list takes a
    third of the memory of a dict, and is read faster."""

    def __init__(self) -> None:
        self._rows = UNSEEN.copy()

    def holds(self, s: S) -> bool:
        """Whether it is true of a position. Lists are the state's own, so it has copies to compare; a row that is a
        tuple costs nothing as long as it is the same, and is made anew when it is another."""
        raise NotImplementedError

    def anew(self, s: S) -> Part[S]:
        """The same part of a position of which this one is not true; it may go by what has stayed."""
        raise NotImplementedError

    def turned(self, seat: int) -> bytes | bytearray:
        """What a seat sees of it."""
        raise NotImplementedError

    def seen(self, seat: int) -> bytes | bytearray:
        """The same, made when it is asked for first."""
        row = self._rows[seat]
        if row is None:
            row = self._rows[seat] = self.turned(seat)
        return row


def seen(parts: list[Part[S]], s: S, seat: int) -> bytes:
    """What a seat sees of all parts of a position. Those that are no longer true are replaced."""
    rows = []
    for i, part in enumerate(parts):
        if not part.holds(s):
            part = parts[i] = part.anew(s)
        rows.append(part.seen(seat))
    return b"".join(rows)


class Standing(Generic[S]):
    """What each seat would score if the match ended now, Barons and the like after the seats; and how that is written,
    after the amounts that it goes with (`standing_row`). Kept like a part."""

    def __init__(self, scores: list[int], row: bytearray) -> None:
        self.scores, self.row = scores, row

    def holds(self, s: S) -> bool:
        """Whether it is true of a position."""
        raise NotImplementedError

    def anew(self, s: S) -> Standing[S]:
        """The same of a position of which this one is not true."""
        raise NotImplementedError


class Standings(Generic[S]):
    """How all stand, reckoned again when that has changed. An observer's `standing` is asked for each observation in
    which it may have."""

    def __init__(self, reckon: Callable[[S], Standing[S]]) -> None:
        self._reckon = reckon
        self._held: Standing[S] | None = None
        self.last: list[int] = []  # after an observation those of the position observed

    def now(self, s: S) -> Standing[S]:
        """How all stand."""
        held = self._held
        if held is None:
            held = self._held = self._reckon(s)
        elif not held.holds(s):
            held = self._held = held.anew(s)
        self.last = held.scores
        return held

    def scores(self, s: S) -> list[int]:
        """What each seat would score if the match ended now, then each automaton."""
        return self.now(s).scores


NO_NUMBER: Final = 255
"""In the order of a row that is picked: always 0."""
NO_SEAT: Final = b"\xff"
"""-1 as a byte."""


BYTES: Final = [bytes((number,)) for number in range(256)]
"""Each as a row of its own: to make one takes as long as to write twenty numbers."""


def shifted(numbers: Sequence[int]) -> bytes:
    """Numbers from -1 on plus one; what would be above 255 counts as that, what is below -1 as -1. Most are packed as
    signed bytes and translated, a third of the time of a loop."""
    try:
        return signed(numbers).translate(PLUS_ONE)
    except error:
        return bytes([min(255, max(0, number + 1)) for number in numbers])


PLUS_ONE: Final = bytes([*range(1, 129), *[0] * 128])
"""Signed bytes plus one; what is below -1 becomes 0 too."""


def clipped(numbers: list[int]) -> bytearray:
    """A row of numbers; what is above 255 counts as that."""
    try:
        return bytearray(numbers)
    except ValueError:
        return bytearray([min(number, 255) for number in numbers])


FLAGS: Final[dict[tuple[int, int], bytes]] = {}
"""Sets as they were written before."""


def flags(mask: int, size: int) -> bytes:
    """A set as a row of 0 and 1: its digits, which Python writes much faster than a loop would."""
    row = FLAGS.get((mask, size))
    if row is None:
        digits = f"{mask:0{size}b}".encode().translate(DIGITS)
        row = kept(FLAGS, (mask, size), digits[::-1][:size])
    return row


DIGITS: Final = bytes.maketrans(b"01", b"\0\1")


def as_row(total: int, size: int) -> bytes:
    """What sets were added up to."""
    return total.to_bytes(size, "little")


def placed(codes: list[int], before: list[int], total: int, now: list[int]) -> int:
    """Where things are that lie in sets which have nothing in common, as a number with a byte for each: the code of its
    set (`as_row`). It goes by what it was `before`: mostly one or two things have come or gone."""
    for i, new in enumerate(now):
        things = before[i] ^ new
        while things:
            place = things.bit_length() - 1
            mark = codes[i] << 8 * place
            total += mark if new >> place & 1 else -mark
            things ^= 1 << place
    return total


SIGNED_FORMS: Final = [Struct(f"{size}b").pack for size in range(256)]
"""What writes so many signed bytes."""


def signed(numbers: Sequence[int]) -> bytes:
    """Numbers from -128 to 127 as bytes, ready to be translated."""
    size = len(numbers)
    written: bytes = (SIGNED_FORMS[size] if size < len(SIGNED_FORMS) else Struct(f"{size}b").pack)(*numbers)
    return written


def in_two(row: list[int], amounts: Sequence[int]) -> None:
    """Add amounts that are not below 0 in two numbers each: how many times 256, and the rest."""
    for amount in amounts:
        row.append(amount >> 8)
        row.append(amount & 255)


def in_three(row: list[int], amounts: Sequence[int]) -> None:
    """Add amounts in three numbers each: whether it is below 0, how many times 256 it is from there, and the rest."""
    for amount in amounts:
        far = abs(amount)
        row.append(1 if amount < 0 else 0)
        row.append(far >> 8)
        row.append(far & 255)


def standing_row(amounts: Sequence[int], scores: Sequence[int]) -> bytearray:
    """Amounts in two numbers each, then scores in three."""
    row: list[int] = []
    in_two(row, amounts)
    in_three(row, scores)
    return bytearray(row)


def seat_order(start: int, width: int, seats: int, seat: int, slots: int, own: bool = False) -> list[int]:
    """Where rows of a width that lie from `start` on in the order of the table are found, the own seat's first; nothing
    for empty seats, or, if only the own row is told, for all others. For a `translate` with the numbers as table."""
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
