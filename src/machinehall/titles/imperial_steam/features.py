"""The observation for learners: what a seat may know, as small numbers in a fixed order, the own seat first."""

from __future__ import annotations

from functools import lru_cache

from machinehall.kernel.values import TOGETHER

from .rulings import HIDDEN_MONEY
from .state import GOODS, ROWS, TILES, ZONES, State
from .tables import Tables, bits, flags

SEAT_SLOTS = 4
ARG_SLOTS = 3
FEATURES_VERSION = 1

KINDS = """
    bid turn after track mobilise improve recruit build staff collect import order train sign influence share give_up
"""
FRAMES = {kind: i for i, kind in enumerate(KINDS.split(), 1)}

HOLDINGS = (
    "money in tens, column, rank from 0, tracks laid, engineers, passenger wagons, reserved wagons, investors, "
    "share row, dividends, trains plus one, stations plus one, workers by zone, goods, ordered goods, pawns by tile"
)


def seat_width() -> int:
    return 10 + 2 * ROWS + ZONES + 2 * GOODS + TILES


def names(t: Tables) -> tuple[tuple[str, int], ...]:
    """Each block of the observation with its length."""
    cities, links, sites = len(t.cities), len(t.links), len(t.sites)
    return (
        ("seats", 1),
        ("round", 1),
        ("delivered in this turn", 1),
        ("decision asked of this seat, 0 for none", 1),
        ("arguments of the decision, plus one", ARG_SLOTS),
        ("turn order: seats from the own one, plus one", SEAT_SLOTS),
        (f"holdings by seat: {HOLDINGS}", SEAT_SLOTS * seat_width()),
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


@lru_cache(maxsize=16)
def seen_from(seats: int, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats from one of them on, and each holder's code: 1 for that seat, 0 for nobody (index -1)."""
    turn = tuple((seat + i) % seats for i in range(seats))
    return turn, (*((other - seat) % seats + 1 for other in range(seats)), 0)


def features(t: Tables, s: State, seat: int) -> bytearray:
    """The observation of one seat. Whole rows of bytes are added faster than number by number."""
    n = s.seats
    turn, code = seen_from(n, seat)
    gap = SEAT_SLOTS - n
    row = [n, s.round, s.delivered]
    row += asked(s, seat)
    row += [code[other] for other in s.order]
    row += [0] * (SEAT_SLOTS - len(s.order))
    for other in turn:
        row += holdings(s, seat, other)
    row += [0] * (seat_width() * gap)
    row += s.metropolises
    row += [code[holder] for holder in s.keys]
    row += [g + 1 for g in s.growth]
    row.append(code[s.semmering])
    out = bytearray(row)
    out += tile_row(tuple(s.tile))
    out.extend(s.improvements)
    cities, links = len(t.cities), len(t.links)
    for mask in s.wanted:
        out += flags(mask, cities)
    out += flags(s.crowns, links)
    for other in turn:
        out += flags(s.tracks[other], links)
    out += bytes(links * gap)
    out += site_row(len(t.sites), s.sites, tuple(s.factories), seat, n)
    out += bytes(s.cubes)
    row = s.built + s.hiring + s.engineers_left + s.locos + s.market + s.refill
    row += [t.expedition_value[tile] if tile >= 0 else 0 for tile in s.expeditions]
    out += bytes(row)
    out += card_row(len(t.contracts), s.offer, tuple(s.contracts), seat, n)
    return out


def holdings(s: State, viewer: int, seat: int) -> list[int]:
    """What stands before a player. All numbers are small but the money, which is counted in tens."""
    hidden = s.options[HIDDEN_MONEY] and seat != viewer
    rows, at = slice(ROWS * seat, ROWS * seat + ROWS), GOODS * seat
    out = [
        0 if hidden else min(255, s.money[seat] // 10),
        s.influence[seat],
        s.standing.index(seat) if seat in s.standing else 0,
        s.tracks[seat].bit_count(),
        s.engineers[seat],
        s.passengers[seat],
        s.reserved[seat],
        s.investors[seat],
        s.share[seat],
        s.dividends[seat],
    ]
    out += [loco + 1 for loco in s.trains[rows]]
    out += [city + 1 for city in s.stations[rows]]
    out += s.workers[ZONES * seat : ZONES * seat + ZONES]
    out += s.goods[at : at + GOODS]
    out += s.ordered[at : at + GOODS]
    out += s.pawns[TILES * seat : TILES * seat + TILES]
    return out


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


# Rows that change seldom are remembered: a learner asks for them at every decision.


@lru_cache(maxsize=64)
def tile_row(tiles: tuple[int, ...]) -> bytes:
    return bytes([tile + 1 for tile in tiles])


@lru_cache(maxsize=4096)
def site_row(size: int, sites: int, factories: tuple[int, ...], seat: int, seats: int) -> bytes:
    row = bytearray(flags(sites, size))
    for i, other in enumerate(seen_from(seats, seat)[0]):
        for good in range(GOODS):
            for site in bits(factories[GOODS * other + good]):
                row[site] = 2 + good + GOODS * i
    return bytes(row)


@lru_cache(maxsize=4096)
def card_row(size: int, offer: int, contracts: tuple[int, ...], seat: int, seats: int) -> bytes:
    row = bytearray(flags(offer, size))
    for i, other in enumerate(seen_from(seats, seat)[0]):
        for card in bits(contracts[other]):
            row[card] = 2 + i
    return bytes(row)
