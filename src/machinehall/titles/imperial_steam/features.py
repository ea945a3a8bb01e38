"""The observation for learners: what a seat may know, as small numbers in a fixed order, the own seat first."""

from __future__ import annotations

from .rulings import HIDDEN_MONEY
from .state import GOODS, ROWS, TILES, ZONES, State
from .tables import Tables, bits

SEAT_SLOTS = 4
ARG_SLOTS = 3
FEATURES_VERSION = 1

FRAMES = [
    "bid",
    "turn",
    "after",
    "track",
    "mobilise",
    "improve",
    "recruit",
    "build",
    "staff",
    "collect",
    "import",
    "order",
    "train",
    "sign",
    "influence",
    "share",
    "give_up",
]

HOLDINGS = (
    "money in tens, column, rank from 0, tracks laid, engineers, trains plus one, passenger wagons, reserved wagons, "
    "investors, share row, dividends, stations plus one, workers by zone, goods, ordered goods, pawns by tile"
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


def features(t: Tables, s: State, seat: int) -> list[int]:
    """The observation of one seat."""
    n = s.seats
    turn = [(seat + i) % n for i in range(n)]
    code = [0] * n
    for i, other in enumerate(turn):
        code[other] = i + 1
    gap = SEAT_SLOTS - n
    out = [n, s.round, s.delivered, *asked(s, seat)]
    out += [code[other] for other in s.order] + [0] * (SEAT_SLOTS - len(s.order))
    for other in turn:
        out += holdings(s, seat, other)
    out += [0] * (seat_width() * gap)
    out += s.metropolises
    out += [code[h] if h >= 0 else 0 for h in s.keys]
    out += [g + 1 for g in s.growth]
    out.append(code[s.semmering] if s.semmering >= 0 else 0)
    out += [tile + 1 for tile in s.tile]
    out += s.improvements
    for mask in s.wanted:
        out += [mask >> city & 1 for city in range(len(t.cities))]
    out += [s.crowns >> link & 1 for link in range(len(t.links))]
    for other in turn:
        out += [s.tracks[other] >> link & 1 for link in range(len(t.links))]
    out += [0] * (len(t.links) * gap)
    return out + board_features(t, s, turn)


def holdings(s: State, viewer: int, seat: int) -> list[int]:
    hidden = s.options[HIDDEN_MONEY] and seat != viewer
    stand = s.standing.index(seat) if seat in s.standing else 0
    rows = slice(ROWS * seat, ROWS * seat + ROWS)
    return [
        0 if hidden else min(255, s.money[seat] // 10),
        s.influence[seat],
        stand,
        s.tracks[seat].bit_count(),
        s.engineers[seat],
        *[loco + 1 for loco in s.trains[rows]],
        s.passengers[seat],
        s.reserved[seat],
        s.investors[seat],
        s.share[seat],
        s.dividends[seat],
        *[city + 1 for city in s.stations[rows]],
        *s.workers[ZONES * seat : ZONES * seat + ZONES],
        *s.goods[GOODS * seat : GOODS * seat + GOODS],
        *s.ordered[GOODS * seat : GOODS * seat + GOODS],
        *s.pawns[TILES * seat : TILES * seat + TILES],
    ]


def asked(s: State, seat: int) -> list[int]:
    """Which decision this seat has to make."""
    frames = s.stack[-1:]
    if frames and frames[0][0] == "together":
        frames = list(frames[0][2])
    for kind, who, args in frames:
        if who == seat:
            shown = [min(255, a + 1) for a in args[:ARG_SLOTS]]
            return [FRAMES.index(kind) + 1, *shown, *[0] * (ARG_SLOTS - len(shown))]
    return [0] * (1 + ARG_SLOTS)


def board_features(t: Tables, s: State, turn: list[int]) -> list[int]:
    sites = [s.sites >> site & 1 for site in range(len(t.sites))]
    cards = [s.offer >> card & 1 for card in range(len(t.contracts))]
    for i, other in enumerate(turn):
        for good in range(GOODS):
            for site in bits(s.factories[GOODS * other + good]):
                sites[site] = 2 + good + GOODS * i
        for card in bits(s.contracts[other]):
            cards[card] = 2 + i
    out = sites + s.cubes + s.built + s.hiring + s.engineers_left + s.locos + s.market + s.refill
    out += [t.expedition_value[tile] if tile >= 0 else 0 for tile in s.expeditions]
    return out + cards
