"""Writes what `features` describes: the position as a seat may know it, as bytes."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final

from machinehall.kernel.pending import Pending
from machinehall.kernel.rows import BYTES, Part, Standings, clipped, in_three, seat_order, seen, shifted
from machinehall.kernel.values import Frame
from machinehall.titles.imperial_steam.lookup import Lookup
from machinehall.titles.imperial_steam.options import HIDDEN_MONEY
from machinehall.titles.imperial_steam.state import State

from .board import HOLDERS, Board, Contracts, Market
from .features import ARG_SLOTS, BY_SEAT, FRAMES, SEAT_SLOTS, pending
from .standing import Standing


class Observer:
    """Writes the observations of a match. What changes seldom is kept until it does."""

    def __init__(self, t: Lookup) -> None:
        self.t, self.rounds, self.nothing = t, t.rounds, bytes(len(t.sites))
        self.questions = open_questions()
        self.standing = Standings(partial(Standing, t))
        self.scores = self.standing.scores
        self.parts: list[Part[State]] = []
        self.held: Holdings | None = None

    def __call__(self, s: State, seat: int) -> bytes:
        n, t, parts = s.seats, self.t, self.parts
        if not parts:
            parts = self.parts = [Board(t, s), Market(t, s), Bank(s), Contracts(t, s)]
        question, waiting = self.questions.told(s.stack, seat, n)
        return b"".join(
            (
                bytes((n, s.round, s.delivered)),
                question,
                bytes(s.order).translate(HOLDERS[n][seat]).ljust(SEAT_SLOTS, b"\0"),
                self.means(s, seat),
                seen(parts, s, seat),
                collected(s.stack, self.nothing),
                bytes((max(0, self.rounds - s.round), seat, *s.options)),
                waiting,
            )
        )

    def means(self, s: State, seat: int) -> bytes:
        """What stands before the players, then money and scores. It changes with nine decisions of ten."""
        held = self.held
        if held is None or not held.holds(s):
            held = self.held = Holdings(s)
        # All numbers are small but the money, which is counted in tens.
        row = [florins // 10 if florins < 2560 else 255 for florins in s.money]
        row += s.influence
        row += s.investors
        row += s.dividends
        row += s.workers
        row += s.goods
        row += s.pawns
        numbers = clipped(row) + held.row + self.standing.now(s).row
        return TURNED[s.options[HIDDEN_MONEY]][s.seats][seat].translate(numbers.ljust(256, b"\0"))


@lru_cache(maxsize=1)
def open_questions() -> Pending:
    """What writes them: the same for all matches."""
    return pending(question)


def question(frame: Frame | None) -> bytes:
    """Which decision a seat has to make."""
    if frame is None:
        return bytes(1 + ARG_SLOTS)
    kind, _, args = frame
    return (BYTES[FRAMES[kind]] + shifted(args[:ARG_SLOTS])).ljust(1 + ARG_SLOTS, b"\0")


def collected(stack: list[Frame], nothing: bytes) -> bytes:
    """IS-8.28: the factories that have been collected from in this action, in their order."""
    for kind, _, args in stack:
        if kind == "collect":
            row = bytearray(nothing)
            for i, site in enumerate(args, 1):
                row[site] = i
            return bytes(row)
    return nothing


class Bank(Part[State]):
    """What the bank holds, which may be less than nothing, if everybody may know it."""

    def __init__(self, s: State) -> None:
        super().__init__()
        self.bank, self.hidden = s.bank, s.options[HIDDEN_MONEY]
        self.row: list[int] = []
        in_three(self.row, (0 if self.hidden else s.bank,))

    def holds(self, s: State) -> bool:
        return self.bank == s.bank and self.hidden == s.options[HIDDEN_MONEY]

    def anew(self, s: State) -> Bank:
        return Bank(s)

    def turned(self, seat: int) -> bytes:
        return bytes(self.row)


class Holdings:
    """What stands before the players and changes seldom."""

    def __init__(self, s: State) -> None:
        self.trains, self.stations, self.ordered, self.tracks = s.trains, s.stations, s.ordered, s.tracks
        self.engineers, self.passengers, self.reserved = s.engineers, s.passengers, s.reserved
        self.share, self.standing = s.share, s.standing.copy()
        row = [number + 1 for number in s.trains + s.stations]
        row += s.ordered
        row += [mask.bit_count() for mask in s.tracks]
        row += s.engineers
        row += s.passengers
        row += s.reserved
        row += s.share
        ranks = [0] * s.seats  # before the first round some seats have no rank yet
        for rank, other in enumerate(s.standing):
            ranks[other] = rank
        self.row = clipped(row + ranks)

    def holds(self, s: State) -> bool:
        """Whether nothing of it has changed since."""
        return (
            self.trains is s.trains
            and self.stations is s.stations
            and self.ordered is s.ordered
            and self.tracks is s.tracks
            and self.engineers is s.engineers
            and self.passengers is s.passengers
            and self.reserved is s.reserved
            and self.share is s.share
            and self.standing == s.standing
        )


OFTEN: Final = ("money in tens", "column", "investors", "dividends", "workers by zone", "goods", "pawns by action")
"""The rows of `Observer.means` that change often, in their order."""
SELDOM: Final = (
    "trains plus one",
    "stations plus one",
    "ordered goods",
    "tracks laid",
    "engineers",
    "passenger wagons",
    "reserved wagons",
    "share row",
    "rank from 0",
)
"""The rows of `Holdings`, in their order."""


def turned(seats: int, seat: int, hidden: int) -> bytes:
    """Where a seat finds the rows of BY_SEAT in `Observer.means` and `Holdings`, then money and scores: the own seat's
    first. Hidden money is told to its owner alone (IS-2.21), and scores of others would tell it."""
    width, start, starts = dict(BY_SEAT), 0, {}
    for name in OFTEN + SELDOM:
        starts[name] = start
        start += width[name] * seats
    order: list[int] = []
    for name, wide in BY_SEAT:
        own = bool(hidden) and name == "money in tens"
        order += seat_order(starts[name], wide, seats, seat, SEAT_SLOTS, own)
    for wide in (2, 3):
        order += seat_order(start, wide, seats, seat, SEAT_SLOTS, bool(hidden))
        start += wide * seats
    return bytes(order)


TURNED: Final = [
    [[turned(seats, seat, hidden) for seat in range(seats)] for seats in range(SEAT_SLOTS + 1)] for hidden in (0, 1)
]
