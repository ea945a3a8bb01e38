"""What observations say of the Industry Fair: tiles, the grid, its ends, bid tokens."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from machinehall.kernel.rows import BYTES, NO_SEAT, Part, as_row, flags, placed, seat_order, signed
from machinehall.titles.promethium.lookup import SIDE, Lookup
from machinehall.titles.promethium.state import DOWN, NEUTRAL, State

from .cards import CARD_SHOWN, OWNERS
from .features import SEAT_SLOTS, TRACK_SLOTS

HOLDERS: Final = [[bytes((0, *code[:255])) for code in row] for row in OWNERS]
"""Codes of owners plus one."""
HOLDER_CODES: Final = [NEUTRAL + 1, *range(1, SEAT_SLOTS + 1)]
"""Of tiles out of the game, which have the code of the neutral player; then of those of each seat."""


class Tiles(Part[State]):
    """Whose each tile is; how often it was used."""

    def __init__(self, t: Lookup, s: State, before: Tiles | None = None) -> None:
        super().__init__()
        self.t, self.seats, self.gone, self.tiles, self.uses = t, s.seats, s.gone, s.tiles.copy(), s.uses
        self.sets = [s.gone, *s.tiles]
        start, total = [0] * len(self.sets), 0
        if before is not None and len(before.sets) == len(self.sets):
            start, total = before.sets, before.total
        self.total: int = placed(HOLDER_CODES, start, total, self.sets)
        self.where = as_row(self.total, len(t.tiles))

    def holds(self, s: State) -> bool:
        return self.tiles == s.tiles and self.gone == s.gone and self.uses is s.uses

    def anew(self, s: State) -> Tiles:
        return Tiles(self.t, s, self)

    def turned(self, seat: int) -> bytes:
        return self.where.translate(HOLDERS[self.seats][seat]) + bytearray(self.uses)


BACK_SHOWN: Final = bytes([DOWN - v + 1 if v <= DOWN else 0 for v in (*range(128), *range(-128, 0))])


class Grid(Part[State]):
    """Of the grid the tiles, then the backs, then what Espionage has moved."""

    def __init__(self, s: State) -> None:
        super().__init__()
        self.grid, self.swapped = s.grid.copy(), s.swapped
        cells = signed(s.grid)
        self.shown = cells.translate(CARD_SHOWN) + cells.translate(BACK_SHOWN) + flags(s.swapped, SIDE * SIDE)

    def holds(self, s: State) -> bool:
        return self.grid == s.grid and self.swapped == s.swapped

    def anew(self, s: State) -> Grid:
        return Grid(s)

    def turned(self, seat: int) -> bytes:
        return self.shown


VEIL: Final = 32
"""More than any token is worth. One that lies face down is lifted by it once for each seat up to the one that laid it:
no other seat's translation lets it through."""
UNVEIL: Final = [
    bytes([v if v < VEIL else v % VEIL if v // VEIL == seat + 1 else 0 for v in range(256)])
    for seat in range(SEAT_SLOTS)
]


class Fair(Part[State]):
    """Owners of meeples and tokens; values of the tokens that are known; owners of the markers and who laid the tokens;
    tokens face up; who acts for the neutral player."""

    def __init__(self, s: State) -> None:
        super().__init__()
        self.seats, self.up, self.controller = s.seats, s.end_up, s.controller
        self.ends, self.by, self.values = s.end_owner.copy(), s.end_by.copy(), s.end_value.copy()
        self.reserved, self.track = s.reserved, s.track.copy()
        size = len(s.end_owner)
        whose = signed(s.end_by + s.end_owner + s.track)
        self.known = bytearray(s.end_value)
        for end, laid in enumerate(s.end_by):
            if laid >= 0 and not s.end_up >> end & 1:
                self.known[end] += VEIL * (laid + 1)
        self.markers = whose[2 * size :].ljust(TRACK_SLOTS, NO_SEAT) + whose[:size]
        self.owners = meeples(s.reserved) + whose[size : 2 * size]
        self.shown = flags(s.end_up, size)

    def holds(self, s: State) -> bool:
        return (
            self.ends == s.end_owner
            and self.by == s.end_by
            and self.values == s.end_value
            and self.up == s.end_up
            and self.track == s.track
            and self.reserved is s.reserved
            and self.controller == s.controller
            and self.seats == s.seats
        )

    def anew(self, s: State) -> Fair:
        return Fair(s)

    def turned(self, seat: int) -> bytes:
        code, known = OWNERS[self.seats][seat], self.known.translate(UNVEIL[seat])
        acts = BYTES[(self.controller - seat) % self.seats + 1 if self.controller >= 0 else 0]
        return b"".join((self.owners.translate(code), known, self.markers.translate(code), self.shown, acts))


@lru_cache(maxsize=1024)
def meeples(reserved: tuple[int, ...]) -> bytes:
    """Who has reserved the tile of each place."""
    found = bytearray(NO_SEAT * SIDE * SIDE)
    for seat, cell in enumerate(reserved):
        if cell >= 0:
            found[cell] = seat
    return bytes(found)


class Tokens(Part[State]):
    """Bid tokens outside the grid."""

    def __init__(self, t: Lookup, s: State) -> None:
        super().__init__()
        self.t, self.seats, self.own, self.neutral = t, s.seats, s.tokens.copy(), s.neutral.copy()
        self.lost, self.returned, self.out = s.lost, s.returned, s.neutral_out
        row = s.tokens + s.neutral
        row += s.lost
        row += s.returned
        row += s.neutral_out
        self.numbers = bytearray(row).ljust(256, b"\0")

    def holds(self, s: State) -> bool:
        return (
            self.own == s.tokens
            and self.neutral == s.neutral
            and self.lost is s.lost
            and self.returned is s.returned
            and self.out is s.neutral_out
        )

    def anew(self, s: State) -> Tokens:
        return Tokens(self.t, s)

    def turned(self, seat: int) -> bytes:
        return token_orders(len(self.t.bids))[self.seats][seat].translate(self.numbers)


@lru_cache(maxsize=16)
def token_orders(width: int) -> list[list[bytes]]:
    """For each number of seats and each of them where it finds the own bid tokens, and those lost by each; the own
    neutral tokens, those taken back by each, and the neutral ones of each that have left the grid. See `Tokens`."""
    return [[token_order(width, seats, seat) for seat in range(seats)] for seats in range(SEAT_SLOTS + 1)]


def token_order(width: int, seats: int, seat: int) -> bytes:
    """The same for one seat."""
    order: list[int] = []
    for row, slots in ((0, 1), (2, SEAT_SLOTS), (1, 1), (3, SEAT_SLOTS), (4, SEAT_SLOTS)):
        order += seat_order(row * width * seats, width, seats, seat, slots)
    return bytes(order)
