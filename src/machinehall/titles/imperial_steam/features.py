"""The observation for learners: what a seat may know, as small numbers in a fixed order, the own seat first."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from operator import itemgetter

from machinehall.kernel.observation import Observer, described, each_seat, questions, seat_words
from machinehall.kernel.values import TOGETHER

from .rulings import HIDDEN_MONEY
from .state import GOODS, ROWS, TILES, ZONES, State
from .tables import Tables, bits, flags

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


def parts(t: Tables) -> dict[str, tuple[str, ...]]:
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


def codes(t: Tables) -> dict[str, tuple[str, ...]]:
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
def seen_from(seats: int, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats from one of them on, and each holder's code: 1 for that seat, 0 for nobody (index -1)."""
    turn = tuple((seat + i) % seats for i in range(seats))
    return turn, (*((other - seat) % seats + 1 for other in range(seats)), 0)


def observer(t: Tables) -> Observer:
    return partial(features, t)


def features(t: Tables, s: State, seat: int) -> bytearray:
    """The observation of one seat. Whole rows of bytes are added faster than number by number."""
    n = s.seats
    turn, code = seen_from(n, seat)
    gap = SEAT_SLOTS - n
    row = [n, s.round, s.delivered]
    row += asked(s, seat)
    row += [code[other] for other in s.order]
    row += [0] * (SEAT_SLOTS - len(s.order))
    row += holdings(s, seat)
    row += s.metropolises
    row += [code[holder] for holder in s.keys]
    row += [g + 1 for g in s.growth]
    row.append(code[s.semmering])
    out = bytearray(row)
    out += tile_row(tuple(s.tile))
    out += bytearray(s.improvements)
    cities, links = len(t.cities), len(t.links)
    for mask in s.wanted:
        out += flags(mask, cities)
    out += flags(s.crowns, links)
    for other in turn:
        out += flags(s.tracks[other], links)
    out += bytes(links * gap)
    out += site_row(len(t.sites), s.sites, tuple(s.factories), seat, n)
    out += bytearray(s.cubes)
    row = s.built + s.hiring + s.engineers_left + s.locos + s.market + s.refill
    row += [t.expedition_value[tile] if tile >= 0 else 0 for tile in s.expeditions]
    out += bytearray(row)
    out += card_row(len(t.contracts), s.offer, tuple(s.contracts), seat, n)
    return out


def holdings(s: State, seat: int) -> tuple[int, ...]:
    """What stands before the players. All numbers are small but the money, which is counted in tens."""
    money = [m // 10 if m < 2560 else 255 for m in s.money]
    if s.options[HIDDEN_MONEY]:
        money = [m if i == seat else 0 for i, m in enumerate(money)]
    ranks = [0] * s.seats
    for rank, other in enumerate(s.standing):
        ranks[other] = rank
    laid = [mask.bit_count() for mask in s.tracks]
    rows = money + s.influence + ranks + laid + s.engineers + s.passengers + s.reserved + s.investors + s.share
    rows += s.dividends
    rows += [loco + 1 for loco in s.trains]
    rows += [city + 1 for city in s.stations]
    rows += s.workers + s.goods + s.ordered + s.pawns
    rows.append(0)
    return turned(s.seats, seat)(rows)


@lru_cache(maxsize=16)
def turned(seats: int, seat: int) -> Callable[[list[int]], tuple[int, ...]]:
    """Picks from the rows of BY_SEAT, which lie in seat order: the own seat first, for empty seats the 0 at the end."""
    order: list[int] = []
    start = 0
    for _, width in BY_SEAT:
        for i in range(SEAT_SLOTS):
            first = start + width * ((seat + i) % seats)
            order += range(first, first + width) if i < seats else [-1] * width
        start += width * seats
    return itemgetter(*order)


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
