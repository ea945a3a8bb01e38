"""The observation for learners: what a seat may know, as small numbers in a fixed order, the own seat first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import chain

from machinehall.kernel.observation import (
    NO_NUMBER,
    Kept,
    as_it_is,
    described,
    each_seat,
    flags,
    picked,
    questions,
    seat_words,
    signed,
)
from machinehall.kernel.values import TOGETHER
from machinehall.titles.imperial_steam.lookup import Lookup, bits
from machinehall.titles.imperial_steam.options import HIDDEN_MONEY
from machinehall.titles.imperial_steam.state import GOODS, ROWS, TILES, ZONES, State

SEAT_SLOTS = 4
ARG_SLOTS = 3
FEATURES_VERSION = 2

KINDS = """
    bid turn after track mobilise improve recruit build staff collect import order train sign influence share give_up
"""
FRAMES = {kind: i for i, kind in enumerate(KINDS.split(), 1)}
ARGUMENTS = {
    "track": "1 for the second track; effort left over",
    "mobilise": "link; 1 for the second track; effort still needed",
    "improve": "points left",
    "recruit": "hiring column; workers hired",
    "staff": "factory site; good",
    "collect": "sites taken from so far",
}
"""What the arguments of a decision are; other decisions have none."""

BY_SEAT = (
    ("money in tens", 1),
    ("column", 1),
    ("rank from 0", 1),
    ("tracks laid", 1),
    ("engineers", 1),
    ("passenger wagons", 1),
    ("reserved wagons", 1),
    ("investors", 1),
    ("share row", 1),
    ("dividends", 1),
    ("trains plus one", ROWS),
    ("stations plus one", ROWS),
    ("workers by zone", ZONES),
    ("goods", GOODS),
    ("ordered goods", GOODS),
    ("pawns by action", TILES),
)
"""What stands before the players, each thing for all seats, the own seat first."""


def names(t: Lookup) -> tuple[tuple[str, int], ...]:
    """Each block of the observation with its length."""
    cities, links, sites = len(t.cities), len(t.links), len(t.sites)
    return (
        ("seats", 1),
        ("round", 1),
        ("delivered in this turn", 1),
        ("decision asked of this seat, 0 for none", 1),
        ("arguments of the decision, plus one", ARG_SLOTS),
        ("turn order: seats from the own one, plus one", SEAT_SLOTS),
        *((f"by seat: {name}", SEAT_SLOTS * width) for name, width in BY_SEAT),
        ("columns of the metropolises", len(t.hubs)),
        ("key holders by seat plus one", 2 * len(t.hubs)),
        ("growth tile of each metropolis plus one", len(t.hubs)),
        ("Semmering holder by seat plus one", 1),
        ("tile of each city plus one", cities),
        ("improvement tokens left", cities),
        ("demand by good and second coal", 5 * cities),
        ("crowns", links),
        ("tracks by seat", SEAT_SLOTS * links),
        ("factory sites: 0 not in play, 1 free, then 2 + good + 4 x seat", sites),
        ("goods beside factories", sites),
        ("factories built by good", GOODS),
        ("hiring rows", len(t.hire_columns)),
        ("engineers left by metropolis", 2 * len(t.hubs)),
        ("locomotives for sale", len(t.locos)),
        ("market", GOODS),
        ("cubes waiting by round", GOODS * t.rounds),
        ("orders allowed by round", t.rounds),
        ("contracts: 0 away, 1 on offer, 2 + seat", len(t.contracts)),
    )


def parts(t: Lookup) -> dict[str, tuple[str, ...]]:
    """What each number of a block is about."""
    rows = [f"row {i + 1}" for i in range(ROWS)]
    hubs, rounds = t.hubs, [f"round {i + 1}" for i in range(t.rounds)]
    words = {
        "arguments": [f"argument {i + 1}" for i in range(ARG_SLOTS)],
        "turn order": [f"place {i + 1}" for i in range(SEAT_SLOTS)],
        "by seat: ": seat_words(SEAT_SLOTS),
        "by seat: trains": each_seat(SEAT_SLOTS, rows),
        "by seat: stations": each_seat(SEAT_SLOTS, rows),
        "by seat: workers": each_seat(SEAT_SLOTS, t.domains["post"]),
        "by seat: goods": each_seat(SEAT_SLOTS, t.goods),
        "by seat: ordered": each_seat(SEAT_SLOTS, t.goods),
        "by seat: pawns": each_seat(SEAT_SLOTS, t.action_tiles),
        "columns": hubs,
        "key holders": [f"{hub}, {key}" for hub in hubs for key in t.domains["key"]],
        "growth": hubs,
        "tile of": t.cities,
        "improvement": t.cities,
        "demand": [f"{what}, {city}" for what in (*t.goods, "second coal") for city in t.cities],
        "crowns": t.links,
        "tracks by": each_seat(SEAT_SLOTS, t.links),
        "factory sites": t.sites,
        "goods beside": t.sites,
        "factories built": t.goods,
        "hiring": t.hire_columns,
        "engineers left": [f"{hub}, {kind}" for hub in hubs for kind in t.domains["engineer"]],
        "locomotives": t.locos,
        "market": t.goods,
        "cubes waiting": [f"{when}, {good}" for when in rounds for good in t.goods],
        "orders": rounds,
        "contracts": t.contracts,
    }
    return described(names(t), words)


def codes(t: Lookup) -> dict[str, tuple[str, ...]]:
    """What the numbers of a block stand for, from 0 on."""
    bridge, tunnel = t.domains["engineer"]
    return {
        "decision asked of this seat, 0 for none": questions(FRAMES, ARGUMENTS),
        "by seat: engineers": ("none", bridge, tunnel, f"{bridge} and {tunnel}"),
        "by seat: trains plus one": ("none", *t.locos),
        "by seat: stations plus one": ("none", *t.cities),
        "growth tile of each metropolis plus one": ("none", *t.growth),
        "tile of each city plus one": ("none", *t.tiles),
    }


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
        self.hubs = Kept(hub_rows, seen_hubs)
        self.map = Kept(partial(map_rows, len(t.cities), len(t.links)), as_it_is)
        self.tracks = Kept(partial(track_rows, len(t.links)), partial(seen_tracks, len(t.links)))
        self.sites = Kept(partial(site_rows, len(t.sites)), seen_sites)
        self.cubes = Kept(bytes, as_it_is)
        self.market = Kept(self.market_rows, as_it_is)
        self.contracts = Kept(partial(contract_rows, len(t.contracts)), seen_contracts)

    def __call__(self, s: State, seat: int) -> bytes:
        n = s.seats
        return b"".join(
            (
                bytes((n, s.round, s.delivered, *asked(s, seat))),
                bytes(s.order).translate(seen_from(n, seat)).ljust(SEAT_SLOTS, b"\0"),
                holdings(s, seat),
                self.hubs(seat, n, s.metropolises, s.keys, s.growth, s.semmering),
                self.map(seat, s.tile, s.improvements, s.wanted, s.crowns),
                self.tracks(seat, s.tracks),
                self.sites(seat, n, s.sites, s.factories),
                self.cubes(seat, s.cubes),
                self.market(seat, s.built, s.hiring, s.engineers_left, s.locos, s.market, s.refill, s.expeditions),
                self.contracts(seat, s.offer, s.contracts),
            )
        )

    def market_rows(self, *rows: Sequence[int]) -> bytes:
        """Factories built, hiring, engineers, locomotives, market, cubes to come, orders allowed by round."""
        *shown, expeditions = rows
        return bytes([*chain(*shown), *(self.value[tile] for tile in expeditions)])


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
