"""Writes what `features` describes: the position as a seat may know it, as bytes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import chain

from machinehall.kernel.observation import NO_NUMBER, Kept, as_it_is, below_zero_too, flags, large, picked, signed
from machinehall.kernel.values import TOGETHER
from machinehall.titles.imperial_steam.lookup import Lookup, bits
from machinehall.titles.imperial_steam.options import HIDDEN_MONEY
from machinehall.titles.imperial_steam.state import GOODS, State

from .features import ARG_SLOTS, BY_SEAT, FRAMES, SEAT_SLOTS, SUBSTITUTES, pending
from .standing import Standing


@lru_cache(maxsize=16)
def seen_from(seats: int, seat: int) -> bytes:
    """How a watcher sees holders (signed bytes, -1 for nobody): 1 for the own seat, 2 for the next, 0 for nobody."""
    code = bytearray(256)
    for other in range(seats):
        code[other] = (other - seat) % seats + 1
    return bytes(code)


class Observer:
    """Writes the observations of a match. What changes seldom is kept until it does."""

    def __init__(self, t: Lookup) -> None:
        self.value = (*t.expedition_value, 0)
        self.rounds, self.nothing = t.rounds, bytes(len(t.sites))
        self.pending, self.standing = pending(), Standing(t)
        self.hubs = Kept(hub_rows, seen_hubs)
        self.map = Kept(partial(map_rows, len(t.cities), len(t.links)), as_it_is)
        self.tracks = Kept(partial(track_rows, len(t.links)), partial(seen_tracks, len(t.links)))
        self.sites = Kept(partial(site_rows, len(t.sites)), seen_sites)
        self.cubes = Kept(bytes, as_it_is)
        self.market = Kept(self.market_rows, as_it_is)
        self.contracts = Kept(partial(contract_rows, len(t.contracts)), seen_contracts)

    def __call__(self, s: State, seat: int) -> bytes:
        n = s.seats
        hidden = s.options[HIDDEN_MONEY]
        return b"".join(
            (
                bytes((n, s.round, s.delivered, *asked(s, seat))),
                bytes(s.order).translate(seen_from(n, seat)).ljust(SEAT_SLOTS, b"\0"),
                holdings(s, seat),
                amounts(s, seat),
                self.standing(s, seat),
                bytes((s.bids[seat] + 1,)),
                self.hubs(seat, n, s.metropolises, s.keys, s.growth, s.semmering),
                self.map(seat, s.tile, s.improvements, s.wanted, s.crowns),
                self.tracks(seat, s.tracks),
                self.sites(seat, n, s.sites, s.factories),
                self.cubes(seat, s.cubes),
                self.market(
                    seat,
                    s.built,
                    s.hiring,
                    s.engineers_left,
                    s.locos,
                    s.market,
                    s.refill,
                    s.expeditions,
                    s.scrapped,
                    s.supply,
                ),
                below_zero_too([0 if hidden else s.bank], 1),
                self.contracts(seat, s.offer, s.contracts),
                collected(s, self.nothing),
                table(max(0, self.rounds - s.round), seat, s.options),
                self.pending(s.stack, seat, n),
            )
        )

    def market_rows(self, *rows: Sequence[int]) -> bytes:
        """Factories built, hiring, engineers, locomotives, market, cubes to come; orders allowed by round, and by which
        tile; locomotives scrapped; cubes outside the game board."""
        *shown, expeditions, scrapped, supply = rows
        cubes = [min(255, max(0, amount + SUBSTITUTES)) for amount in supply]
        orders = (*(self.value[tile] for tile in expeditions), *(tile + 1 for tile in expeditions))
        return bytes([*chain(*shown), *orders, *scrapped, *cubes])


@lru_cache(maxsize=4096)
def table(left: int, seat: int, options: tuple[int, ...]) -> bytes:
    """Rounds left, the own seat, the options."""
    return bytes((left, seat, *options))


def collected(s: State, nothing: bytes) -> bytes:
    """IS-8.28: the factories that have been collected from in this action, in their order."""
    for kind, _, args in s.stack:
        if kind == "collect":
            row = bytearray(nothing)
            for i, site in enumerate(args, 1):
                row[site] = i
            return bytes(row)
    return nothing


def amounts(s: State, seat: int) -> bytes:
    """Money of each seat, whole."""
    money = s.money
    if s.options[HIDDEN_MONEY]:
        return large(money[seat : seat + 1], SEAT_SLOTS)
    return large(money[seat:] + money[:seat], SEAT_SLOTS)


def holdings(s: State, seat: int) -> bytes:
    """What stands before the players. All numbers are small but the money, which is counted in tens."""
    money = [m // 10 if m < 2560 else 255 for m in s.money]
    if s.options[HIDDEN_MONEY]:
        money = [m if i == seat else 0 for i, m in enumerate(money)]
    ranks = [0] * s.seats
    for rank, other in enumerate(s.standing):
        ranks[other] = rank
    laid = [mask.bit_count() for mask in s.tracks]
    rows = [*money, *s.influence, *ranks, *laid, *s.engineers, *s.passengers, *s.reserved, *s.investors, *s.share]
    rows += s.dividends
    rows += [loco + 1 for loco in s.trains]
    rows += [city + 1 for city in s.stations]
    rows += [*s.workers, *s.goods, *s.ordered, *s.pawns]
    return picked(turned(s.seats, seat), rows)


@lru_cache(maxsize=16)
def turned(seats: int, seat: int) -> bytes:
    """Where a seat finds the rows of BY_SEAT, which lie in seat order: the own seat's first."""
    order: list[int] = []
    start = 0
    for _, width in BY_SEAT:
        for i in range(SEAT_SLOTS):
            first = start + width * ((seat + i) % seats)
            order += range(first, first + width) if i < seats else [NO_NUMBER] * width
        start += width * seats
    return bytes(order)


def asked(s: State, seat: int) -> list[int]:
    """Which decision this seat has to make."""
    frames = s.stack[-1:]
    if frames and frames[0][1] == TOGETHER:
        frames = list(frames[0][2])
    for kind, who, args in frames:
        if who == seat:
            shown = [min(255, a + 1) for a in args[:ARG_SLOTS]]
            return [FRAMES[kind], *shown, *[0] * (ARG_SLOTS - len(shown))]
    return [0] * (1 + ARG_SLOTS)


def hub_rows(
    seats: int, columns: tuple[int, ...], keys: tuple[int, ...], growth: tuple[int, ...], semmering: int
) -> tuple[int, bytes, bytes, bytes, bytes]:
    """Seats; columns of the metropolises, holders of keys, growth tiles, holder of the Semmering."""
    return seats, bytes(columns), signed(keys), bytes([tile + 1 for tile in growth]), signed([semmering])


def seen_hubs(rows: tuple[int, bytes, bytes, bytes, bytes], seat: int) -> bytes:
    n, columns, keys, growth, semmering = rows
    code = seen_from(n, seat)
    return columns + keys.translate(code) + growth + semmering.translate(code)


def map_rows(
    cities: int, links: int, tiles: list[int], improvements: tuple[int, ...], wanted: tuple[int, ...], crowns: int
) -> bytes:
    demand = b"".join([flags(mask, cities) for mask in wanted])
    return bytes([tile + 1 for tile in tiles]) + bytes(improvements) + demand + flags(crowns, links)


def track_rows(links: int, tracks: tuple[int, ...]) -> list[bytes]:
    return [flags(mask, links) for mask in tracks]


def seen_tracks(links: int, rows: list[bytes], seat: int) -> bytes:
    return b"".join(rows[seat:] + rows[:seat]).ljust(SEAT_SLOTS * links, b"\0")


def site_rows(size: int, seats: int, sites: int, factories: tuple[int, ...]) -> tuple[int, bytes]:
    """Seats; what is on each factory site, by seat of the table."""
    row = bytearray(flags(sites, size))
    for i, mask in enumerate(factories):
        for site in bits(mask):
            row[site] = 2 + i
    return seats, bytes(row)


def seen_sites(rows: tuple[int, bytes], seat: int) -> bytes:
    n, row = rows
    return row.translate(groups(n, seat, GOODS))


def contract_rows(size: int, offer: int, contracts: tuple[int, ...]) -> tuple[int, bytes]:
    """Seats; where each contract is, by seat of the table."""
    row = bytearray(flags(offer, size))
    for seat, mask in enumerate(contracts):
        for card in bits(mask):
            row[card] = 2 + seat
    return len(contracts), bytes(row)


def seen_contracts(rows: tuple[int, bytes], seat: int) -> bytes:
    n, row = rows
    return row.translate(groups(n, seat, 1))


@lru_cache(maxsize=32)
def groups(seats: int, seat: int, size: int) -> bytes:
    """How a watcher sees codes from 2 on, so many for each seat: those of the own seat first."""
    code = bytearray(range(256))
    for i in range(seats * size):
        code[2 + i] = 2 + (i - seat * size) % (seats * size)
    return bytes(code)
