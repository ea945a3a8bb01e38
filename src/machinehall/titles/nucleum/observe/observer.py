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
    as_row,
    clipped,
    flags,
    placed,
    seat_order,
    seen,
    shifted,
)
from machinehall.kernel.values import Frame
from machinehall.titles.nucleum.lookup import SEATS, Lookup, mask_of
from machinehall.titles.nucleum.options import BARONS as FIRST_SOLO
from machinehall.titles.nucleum.options import OPTIONS
from machinehall.titles.nucleum.state import TRACKS, State

from .board import Contracts, Rails, Sites, Track, codes_for
from .features import ARG_SLOTS, BARONS, FRAMES, QUEUE, pending
from .standing import Standing


class Observer:
    """Writes the observations of a match; Barons count as seats. What changes seldom is kept until it does."""

    def __init__(self, t: Lookup) -> None:
        self.t, self.questions = t, open_questions()
        self.standing = Standings(partial(Standing, t))
        self.scores = self.standing.scores
        self.parts: list[Part[State]] = []

    def __call__(self, s: State, seat: int) -> bytes:
        n, t, parts = s.players, self.t, self.parts
        if not parts:
            board = [Contracts(t, s), Sites(t, s), Rails(t, s), Track(t, s)]
            parts = self.parts = [Means(self.standing, s), Tiles(t, s), *board, Settled(t, s)]
        question, waiting = self.questions.told(s.stack, seat, n)
        turn = bytes((n, s.closing, (s.first - seat) % n, (s.active - seat) % n, s.fulfilled_now))
        return b"".join((turn, question, seen(parts, s, seat), waiting))


@lru_cache(maxsize=1)
def open_questions() -> Pending:
    """What writes them: the same for all matches."""
    return pending(question)


CODES: Final = {kind: BYTES[i] for i, kind in enumerate(FRAMES, 1)}


def question(frame: Frame | None) -> bytes:
    """Which decision a seat has to make."""
    if frame is None:
        return bytes(1 + ARG_SLOTS)
    kind, _, args = frame
    return (CODES[kind] + shifted(args[:ARG_SLOTS])).ljust(1 + ARG_SLOTS, b"\0")


class Means(Part[State]):
    """What players have, then amounts and scores."""

    def __init__(self, standing: Standings[State], s: State) -> None:
        super().__init__()
        self.standing, self.how = standing, standing.now(s)
        self.recharges, self.row = s.recharges.copy(), s.row.copy()
        self.experiment, self.achievement, self.players = s.experiment, s.achievement, s.players
        row = s.thaler + s.supply + s.reserve + s.vp + s.recharges + s.zeros
        row += [mask.bit_count() for mask in s.row]
        row += [tile + 1 for tile in s.experiment]
        row += s.achievement
        row += s.income
        self.numbers = (clipped(row) + self.how.row).ljust(256, b"\0")

    def holds(self, s: State) -> bool:
        return (
            self.how is self.standing.now(s)
            and self.row == s.row
            and self.recharges == s.recharges
            and self.experiment is s.experiment
            and self.achievement is s.achievement
        )

    def anew(self, s: State) -> Means:
        return Means(self.standing, s)

    def turned(self, seat: int) -> bytes:
        return TURNED[self.players][seat].translate(self.numbers)


HELD: Final = (7, 0, 1, 2, 8, 3, 4, 5, 6)
"""Where each number of a player's row is among those of `Means`."""


def turned(players: int, seat: int) -> bytes:
    """Where a seat finds the rows of all players, then their income, amounts and scores: the own seat's first."""
    found: list[int] = []
    for i in range(SEATS):
        other = (seat + i) % players
        found += [players * row + other if i < players else NO_NUMBER for row in HELD]
    start = players * len(HELD)
    found += seat_order(start, TRACKS, players, seat, SEATS)
    start += TRACKS * players
    thalers = seat_order(start, 2, players, seat, SEATS)
    points = seat_order(start + 2 * players, 2, players, seat, SEATS)
    for i in range(0, 2 * SEATS, 2):
        found += thalers[i : i + 2] + points[i : i + 2]
    return bytes(found + seat_order(start + 4 * players, 3, players, seat, SEATS))


TURNED: Final = [[turned(players, seat) for seat in range(players)] for players in range(SEATS + 1)]


class Settled(Part[State]):
    """What only a match alone has; what is settled before the first turn, and two flags of the Barons."""

    def __init__(self, t: Lookup, s: State) -> None:
        super().__init__()
        self.t, self.seats, self.options, self.queue = t, s.seats, s.options, s.queue
        self.logic, self.logic_deck, self.cards = s.logic, s.logic_deck, s.cards
        self.first_card, self.recharged_out, self.acted = s.first_card, s.recharged_out, s.acted
        self.solo = solo(len(t.solo.logic), s.queue, s.logic, s.logic_deck, s.options)
        head, last = bytes((s.seats, *s.options)), bytes((s.first_card + 1, s.recharged_out, s.acted))
        self.rest = head + flags(s.cards, len(t.cards)) + last

    def holds(self, s: State) -> bool:
        return (
            self.acted == s.acted
            and self.queue is s.queue
            and self.logic == s.logic
            and self.logic_deck == s.logic_deck
            and self.recharged_out == s.recharged_out
            and self.cards == s.cards
            and self.first_card == s.first_card
            and self.options is s.options
            and self.seats == s.seats
        )

    def anew(self, s: State) -> Settled:
        return Settled(self.t, s)

    def turned(self, seat: int) -> bytes:
        return self.solo + BYTES[seat] + self.rest


def solo(cards: int, queues: tuple[tuple[int, ...], ...], logic: int, deck: int, options: tuple[int, ...]) -> bytes:
    """What only a match alone has; zeros in others."""
    if not queues:
        return bytes(2 + cards + BARONS * QUEUE + len(OPTIONS) - FIRST_SOLO)
    rows = b"".join(bytes([tile + 1 for tile in queue[:QUEUE]]).ljust(QUEUE, b"\0") for queue in queues)
    head = bytes((len(queues), logic + 1)) + flags(deck, cards)
    return head + rows.ljust(BARONS * QUEUE, b"\0") + bytes(options[FIRST_SOLO:])


TILES: Final = [[codes_for(players, seat, 3) for seat in range(players)] for players in range(SEATS + 1)]


def laid_tiles(size: int, rails: tuple[int, ...], owners: tuple[int, ...]) -> int:
    """Where tiles lie on rail spaces, as `placed` tells it of sets."""
    where = bytearray(size + 1)  # what is nowhere (-1) is written behind the last tile
    for tile, owner in zip(rails, owners, strict=True):
        where[tile] = 2 * SEATS + 1 + owner
    return int.from_bytes(where[:size], "little")


IN_SETS: Final = [
    [*range(1, players + 1), *range(SEATS + 1, SEATS + players + 1), 3 * SEATS + 1, 3 * SEATS + 2]
    for players in range(SEATS + 1)
]
"""Codes of the tiles in the pool and in the row of each player, in the market and out of the game."""


class Tiles(Part[State]):
    """Where each tile is; market, tiles left, technologies that anybody has."""

    def __init__(self, t: Lookup, s: State, before: Tiles | None = None) -> None:
        super().__init__()
        self.t, self.players, self.tech, self.left = t, s.players, s.tech, s.tiles_left
        self.pool, self.row, self.queue = s.pool.copy(), s.row.copy(), s.queue
        self.rails, self.owners, self.market = s.rail_tile, s.rail_owner, s.market.copy()
        self.discarded = s.discarded_tiles
        pool = self.pool if not s.queue else [*s.pool[: s.seats], *map(mask_of, s.queue)]
        self.sets = [*pool, *s.row, mask_of([tile for tile in s.market if tile >= 0]), s.discarded_tiles]
        codes, start, total = IN_SETS[s.players], [0] * len(self.sets), 0
        if before is not None and len(before.sets) == len(self.sets):
            start, total = before.sets, before.total
        self.total: int = placed(codes, start, total, self.sets)
        stays = before is not None and before.rails is s.rail_tile and before.owners is s.rail_owner
        self.laid: int = (
            before.laid if before is not None and stays else laid_tiles(len(t.tiles), s.rail_tile, s.rail_owner)
        )
        self.where = as_row(self.total + self.laid, len(t.tiles))
        unlocked = 0
        for mask in s.tech:
            unlocked |= mask
        self.rest = shifted((*s.market, s.tiles_left - 1)) + flags(unlocked, len(t.technologies))

    def holds(self, s: State) -> bool:
        return (
            self.pool == s.pool
            and self.row == s.row
            and self.rails is s.rail_tile
            and self.owners is s.rail_owner
            and self.market == s.market
            and self.left == s.tiles_left
            and self.discarded == s.discarded_tiles
            and self.tech is s.tech
            and self.queue is s.queue
        )

    def anew(self, s: State) -> Tiles:
        return Tiles(self.t, s, self)

    def turned(self, seat: int) -> bytes:
        return self.where.translate(TILES[self.players][seat]) + self.rest
