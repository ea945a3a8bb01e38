"""Writes what `features` describes: the position as a seat may know it, as bytes."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final

from machinehall.kernel.pending import Pending
from machinehall.kernel.rows import (
    BYTES,
    NO_NUMBER,
    Part,
    Standings,
    clipped,
    flags,
    in_two,
    seat_order,
    seen,
    shifted,
)
from machinehall.kernel.values import Frame
from machinehall.titles.promethium.lookup import Lookup
from machinehall.titles.promethium.state import SEATS, State

from .cards import Deck, Projects, Schemes
from .fair import VEIL, Fair, Grid, Tiles, Tokens
from .features import ARG_SLOTS, FRAMES, SEAT_SLOTS, pending
from .standing import Standing


class Observer:
    """Writes the observations of a match. Learners ask at every step: what changes seldom is kept until it does."""

    def __init__(self, t: Lookup) -> None:
        if max(t.bids) >= VEIL:
            raise ValueError(f"observations have room for bid tokens up to {VEIL - 1}, not {max(t.bids)}")
        self.t, self.rounds, self.questions = t, t.n.rounds, open_questions(len(t.tiles))
        self.standing = Standings(partial(Standing, t))
        self.scores = self.standing.scores
        self.parts: list[Part[State]] = []

    def __call__(self, s: State, seat: int) -> bytes:
        n, t, parts = s.seats, self.t, self.parts
        if not parts:
            fair = [Tiles(t, s), Grid(s), Fair(s), Tokens(t, s)]
            parts = self.parts = [Means(t, self.standing, s), *fair, Projects(t, s), Deck(t, s), Schemes(t, s)]
        question, waiting = self.questions.told(s.stack, seat, n)
        head = bytes((n, s.round, s.phase, (s.first - seat) % n))
        settled = bytes((max(0, self.rounds - s.round), s.passes, seat, *s.options))
        return b"".join((head, question, seen(parts, s, seat), settled, waiting))


@lru_cache(maxsize=16)
def open_questions(tiles: int) -> Pending:
    """What writes them: the same for all matches."""
    return pending(partial(question, 1 + ARG_SLOTS + tiles))


def question(size: int, frame: Frame | None) -> bytes:
    """Which decision a seat has to make, and the tiles it has chosen for a project so far."""
    if frame is None:
        return bytes(size)
    kind, _, args = frame
    if kind == "tiles":
        head: bytes = (FRAME_CODE[kind] + BYTES[args.card + 1]).ljust(1 + ARG_SLOTS, b"\0")
        return head + flags(args.chosen, size - len(head))
    return (FRAME_CODE[kind] + shifted(args[:ARG_SLOTS])).ljust(size, b"\0")


FRAME_CODE: Final = {kind: BYTES[i + 1] for i, kind in enumerate(FRAMES)}
HELD: Final = 6
"""Numbers in a seat's row of holdings."""
EARNED: Final = 3
"""Numbers in a seat's row of private projects, pile and schemes."""


class Means(Part[State]):
    """What players have, the elements, money and scores, what was earned."""

    def __init__(self, t: Lookup, standing: Standings[State], s: State, before: Means | None = None) -> None:
        super().__init__()
        self.t, self.standing, self.how = t, standing, standing.now(s)
        self.seats, self.influence, self.bought, self.schemed = s.seats, s.influence.copy(), s.bought, s.schemed
        self.hand, self.pile, self.elements = s.hand.copy(), s.pile.copy(), s.elements.copy()
        self.income, self.best, self.private = s.income, s.best, s.private
        held = s.money + s.influence + s.promethium
        held += s.lobby
        held += s.bought
        held += [mask.bit_count() for mask in s.hand]
        stays = before is not None and before.elements == s.elements
        self.lying: bytearray = before.lying if before is not None and stays else clipped(s.elements)
        stays = before is not None and before.income is s.income and before.best is s.best
        self.credited: bytes = before.credited if before is not None and stays else card_income(s.income, s.best)
        earned: list[int] = []
        for i, cards in enumerate(s.private):
            earned += (cards.bit_count(), s.pile[i].bit_count(), s.schemed >> i & 1)
        row = b"".join((clipped(held), self.lying, self.how.row, self.credited, bytearray(earned)))
        self.numbers = row.ljust(256, b"\0")

    def holds(self, s: State) -> bool:
        return (
            self.how is self.standing.now(s)
            and self.influence == s.influence
            and self.hand == s.hand
            and self.schemed == s.schemed
            and self.bought is s.bought
            and self.pile == s.pile
            and self.private is s.private
            and self.income is s.income
            and self.best is s.best
        )

    def anew(self, s: State) -> Means:
        return Means(self.t, self.standing, s, self)

    def turned(self, seat: int) -> bytes:
        orders = mean_orders(len(self.t.elements), self.t.n.rounds)
        return orders[self.seats][seat].translate(self.numbers)


@lru_cache(maxsize=16)
def mean_orders(width: int, rounds: int) -> list[list[bytes]]:
    """For each number of seats and each of them where it finds the holdings, the elements, money and scores, and what
    was earned; the own seat's first."""
    return [[mean_order(width, rounds, seats, seat) for seat in range(seats)] for seats in range(SEAT_SLOTS + 1)]


def mean_order(width: int, rounds: int, seats: int, seat: int) -> bytes:
    """The same for one seat."""
    held: list[int] = []
    for place in range(SEAT_SLOTS):
        other = (seat + place) % seats
        held += [seats * k + other if place < seats else NO_NUMBER for k in range(HELD)]
    start = HELD * seats
    order = held + [start + i for i in range(SEATS * width)]
    start += SEATS * width
    for wide in (width, 2, 3, 2 + 2 * rounds, EARNED):
        order += seat_order(start, wide, seats, seat, SEAT_SLOTS)
        start += wide * seats
    return bytes(order)


def card_income(income: tuple[int, ...], best: tuple[int, ...]) -> bytes:
    """For each seat the highest income of a card, then the income of each Exposition."""
    rounds, row = len(income) // len(best), list[int]()
    for i, one in enumerate(best):
        in_two(row, (one, *income[rounds * i : rounds * i + rounds]))
    return bytes(row)
