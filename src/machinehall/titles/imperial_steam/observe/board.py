"""What observations say of the board: the map, the market, contracts."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from machinehall.kernel.rows import BYTES, Part, as_row, flags, placed, signed
from machinehall.titles.imperial_steam.lookup import Lookup, bits
from machinehall.titles.imperial_steam.state import GOODS, State

from .features import SEAT_SLOTS, SUBSTITUTES


def seen_from(seats: int, seat: int) -> bytes:
    """How a watcher sees holders (signed bytes, -1 for nobody): 1 for the own seat, 2 for the next, 0 for nobody."""
    code = bytearray(256)
    for other in range(seats):
        code[other] = (other - seat) % seats + 1
    return bytes(code)


HOLDERS: Final = [[seen_from(seats, seat) for seat in range(seats)] for seats in range(SEAT_SLOTS + 1)]


def groups(seats: int, seat: int, size: int) -> bytes:
    """How a watcher sees codes from 2 on, so many for each seat: those of the own seat first."""
    code = bytearray(range(256))
    for i in range(seats * size):
        code[2 + i] = 2 + (i - seat * size) % (seats * size)
    return bytes(code)


CONTRACTS: Final = [[groups(seats, seat, 1) for seat in range(seats)] for seats in range(SEAT_SLOTS + 1)]
SITES: Final = [[groups(seats, seat, GOODS) for seat in range(seats)] for seats in range(SEAT_SLOTS + 1)]


class Board(Part[State]):
    """The own bid, metropolises, the map, tracks, factories."""

    def __init__(self, t: Lookup, s: State) -> None:
        super().__init__()
        self.t, self.bids, self.metropolises, self.keys, self.growth = t, s.bids, s.metropolises, s.keys, s.growth
        self.tiles, self.improvements, self.wanted = s.tile.copy(), s.improvements, s.wanted
        self.tracks, self.factories, self.semmering = s.tracks, s.factories, s.semmering
        self.crowns, self.sites = s.crowns, s.sites
        cities, links = len(t.cities), len(t.links)
        demand = b"".join([flags(mask, cities) for mask in s.wanted])
        tiles = bytes([tile + 1 for tile in s.tile])
        self.places = tiles + bytes(s.improvements) + demand + flags(s.crowns, links)
        built = bytearray(flags(s.sites, len(t.sites)))
        for i, mask in enumerate(s.factories):
            for site in bits(mask):
                built[site] = 2 + i
        self.built, self.laid = bytes(built), [flags(mask, links) for mask in s.tracks]
        self.grown = bytes([tile + 1 for tile in s.growth])

    def holds(self, s: State) -> bool:
        return (
            self.tracks is s.tracks
            and self.factories is s.factories
            and self.tiles == s.tile
            and self.improvements is s.improvements
            and self.wanted is s.wanted
            and self.bids is s.bids
            and self.keys is s.keys
            and self.growth is s.growth
            and self.metropolises is s.metropolises
            and self.semmering == s.semmering
            and self.crowns == s.crowns
            and self.sites == s.sites
        )

    def anew(self, s: State) -> Board:
        return Board(self.t, s)

    def turned(self, seat: int) -> bytes:
        n, laid = len(self.tracks), b"".join(self.laid[seat:] + self.laid[:seat])
        code = HOLDERS[n][seat]
        return b"".join(
            (
                BYTES[self.bids[seat] + 1],
                bytes(self.metropolises),
                signed(self.keys).translate(code),
                self.grown,
                signed((self.semmering,)).translate(code),
                self.places,
                laid.ljust(SEAT_SLOTS * len(self.t.links), b"\0"),
                self.built.translate(SITES[n][seat]),
            )
        )


class Market(Part[State]):
    """Goods beside factories; factories built, hiring, engineers, locomotives, market, cubes to come; orders allowed by
    round, and by which tile; locomotives scrapped; cubes outside the game board."""

    def __init__(self, t: Lookup, s: State, before: Market | None = None) -> None:
        super().__init__()
        self.t, self.cubes, self.built, self.hiring = t, s.cubes, s.built, s.hiring
        self.engineers, self.locos, self.market, self.refill = s.engineers_left, s.locos, s.market.copy(), s.refill
        self.expeditions, self.scrapped, self.supply = s.expeditions, s.scrapped, s.supply.copy()
        stays = before is not None and before.cubes is s.cubes
        self.goods: bytes = before.goods if before is not None and stays else bytes(s.cubes)
        row = [*s.built, *s.hiring, *s.engineers_left, *s.locos, *s.market, *s.refill]
        value = (*t.expedition_value, 0)
        ordered = orders(value, s.expeditions)
        self.shown = b"".join((self.goods, bytearray(row), ordered, bytearray(s.scrapped), outside(*s.supply)))

    def holds(self, s: State) -> bool:
        return (
            self.supply == s.supply
            and self.market == s.market
            and self.cubes is s.cubes
            and self.built is s.built
            and self.hiring is s.hiring
            and self.locos is s.locos
            and self.engineers is s.engineers_left
            and self.refill is s.refill
            and self.expeditions is s.expeditions
            and self.scrapped is s.scrapped
        )

    def anew(self, s: State) -> Market:
        return Market(self.t, s, self)

    def turned(self, seat: int) -> bytes:
        return self.shown


@lru_cache(maxsize=4096)
def outside(*supply: int) -> bytes:
    """Cubes outside the game board, and how many substitutes stand for."""
    return bytes([min(255, max(0, amount + SUBSTITUTES)) for amount in supply])


@lru_cache(maxsize=256)
def orders(value: tuple[int, ...], expeditions: tuple[int, ...]) -> bytes:
    """How many may be ordered in each round, and by which tile."""
    return bytes([*(value[tile] for tile in expeditions), *(tile + 1 for tile in expeditions)])


class Contracts(Part[State]):
    """Where each contract is."""

    def __init__(self, t: Lookup, s: State, before: Contracts | None = None) -> None:
        super().__init__()
        self.t, self.offer, self.contracts, self.sets = t, s.offer, s.contracts, [s.offer, *s.contracts]
        start, total = [0] * len(self.sets), 0
        if before is not None and len(before.sets) == len(self.sets):
            start, total = before.sets, before.total
        self.total: int = placed(IN_HANDS, start, total, self.sets)
        self.where = as_row(self.total, len(t.contracts))

    def holds(self, s: State) -> bool:
        return self.offer == s.offer and self.contracts is s.contracts

    def anew(self, s: State) -> Contracts:
        return Contracts(self.t, s, self)

    def turned(self, seat: int) -> bytes:
        return self.where.translate(CONTRACTS[len(self.contracts)][seat])


IN_HANDS: Final = list(range(1, 2 + SEAT_SLOTS))
"""Codes of the contracts on offer, and of those of each seat."""
