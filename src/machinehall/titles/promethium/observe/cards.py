"""What observations say of cards: projects, their deck, scheme cards."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from machinehall.kernel.rows import BYTES, Part, by_seat, flags, signed
from machinehall.titles.promethium.lookup import Lookup, bits
from machinehall.titles.promethium.state import NEUTRAL, State

from .features import SEAT_SLOTS

STAGES: Final = 3
"""Of project cards: realised, activated, valued."""
CARD_SHOWN: Final = bytes([v + 1 if v < 128 else 0 for v in range(256)])
"""A tile or a card plus one; 0 for none."""


def card_codes(seats: int, seat: int) -> bytes:
    """How a watcher sees the places of cards: those of the own seat first."""
    status = bytearray(range(256))
    for i in range(STAGES * seats):
        status[2 + i] = 2 + (i - STAGES * seat) % (STAGES * seats)
    return bytes(status)


PLACES: Final = [[card_codes(n, seat) for seat in range(n)] for n in range(SEAT_SLOTS + 1)]


def owner_codes(seats: int, seat: int) -> bytes:
    """For one watcher: codes of owners (signed bytes, nobody being -1), own seat first."""
    owner = bytearray(256)
    owner[NEUTRAL] = NEUTRAL + 1
    for other in range(seats):
        owner[other] = (other - seat) % seats + 1
    return bytes(owner)


OWNERS: Final = [[owner_codes(n, seat) for seat in range(n)] for n in range(SEAT_SLOTS + 1)]


class Projects(Part[State]):
    """Display; where each card is; cubes; the own private projects; improvements."""

    def __init__(self, t: Lookup, s: State) -> None:
        super().__init__()
        self.t, self.realised, self.active, self.valued = t, s.realised, s.active, s.valued
        self.display, self.cubes, self.private = s.display, s.cubes, s.private
        self.improvements, self.discarded = s.improvements, s.discarded
        self.where = bytearray(flags(s.discarded, len(t.projects)))
        for stage, masks in enumerate((s.realised, s.active, s.valued)):
            for seat, mask in enumerate(masks):
                for card in bits(mask):
                    self.where[card] = 2 + STAGES * seat + stage
        self.shown, self.holders = signed(s.display).translate(CARD_SHOWN), signed(s.improvements)

    def holds(self, s: State) -> bool:
        return (
            self.display is s.display
            and self.private is s.private
            and self.realised is s.realised
            and self.active is s.active
            and self.valued is s.valued
            and self.improvements is s.improvements
            and self.cubes is s.cubes
            and self.discarded == s.discarded
        )

    def anew(self, s: State) -> Projects:
        return Projects(self.t, s)

    def turned(self, seat: int) -> bytes:
        n, own = len(self.private), flags(self.private[seat], len(self.t.projects))
        where, holders = self.where.translate(PLACES[n][seat]), self.holders.translate(OWNERS[n][seat])
        return b"".join((self.shown, where, bytearray(self.cubes), own, holders))


class Deck(Part[State]):
    """Cards in the deck and at its bottom; those on top. PR-12.11: everybody sees who has looked at a card, only those
    know which it is."""

    def __init__(self, t: Lookup, s: State) -> None:
        super().__init__()
        self.t, self.seats, self.deck, self.bottom = t, s.seats, s.deck, s.deck_bottom
        self.top, self.known = s.deck_top.copy(), s.deck_known.copy()
        under = bytearray(len(t.projects))
        for i, card in enumerate(s.deck_bottom, 1):
            under[card] = i
        self.count = BYTES[s.deck.bit_count()] + under

    def holds(self, s: State) -> bool:
        return (
            self.top == s.deck_top
            and self.known == s.deck_known
            and self.deck == s.deck
            and self.bottom is s.deck_bottom
            and self.seats == s.seats
        )

    def anew(self, s: State) -> Deck:
        return Deck(self.t, s)

    def turned(self, seat: int) -> bytes:
        places = self.t.n.planning_cards
        top = (*zip(self.top, self.known, strict=True), *[(0, 0)] * places)[:places]
        return self.count + seen_top(top, self.seats, seat)


@lru_cache(maxsize=1024)
def seen_top(top: tuple[tuple[int, int], ...], seats: int, seat: int) -> bytes:
    """The cards on top of the deck, and who knows them."""
    names = bytes([card + 1 if mask >> seat & 1 else 0 for card, mask in top])
    return names + b"".join([by_seat(flags(mask, seats), 1, seat, SEAT_SLOTS) for _, mask in top])


class Schemes(Part[State]):
    """The own hand, the cards used by each seat, the own pile, what the own seat has laid aside."""

    def __init__(self, t: Lookup, s: State) -> None:
        super().__init__()
        self.t, self.width, self.aside = t, len(t.schemes), s.aside
        self.hand, self.used, self.pile = s.hand.copy(), s.used.copy(), s.pile.copy()
        self.laid = b"".join([flags(mask, self.width) for mask in s.used])

    def holds(self, s: State) -> bool:
        return self.hand == s.hand and self.used == s.used and self.pile == s.pile and self.aside is s.aside

    def anew(self, s: State) -> Schemes:
        return Schemes(self.t, s)

    def turned(self, seat: int) -> bytes:
        width, used = self.width, by_seat(self.laid, self.width, seat, SEAT_SLOTS)
        return b"".join(
            (flags(self.hand[seat], width), used, flags(self.pile[seat], width), flags(self.aside[seat], width))
        )
