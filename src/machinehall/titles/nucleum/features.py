"""The observation for learners: the position as small numbers in a fixed order, the own seat first."""

from __future__ import annotations

from machinehall.kernel.values import TOGETHER

from .state import BUILDINGS, ROWS, SLOTS, TRACKS, State
from .tables import SEATS, Tables

FEATURES_VERSION = 1
ARG_SLOTS = 6
NEUTRAL = SEATS + 1
DEBRIS = SEATS + 2

FRAMES = [
    "experiment",
    "turn",
    "tile",
    "lay",
    "matched",
    "urbanize",
    "industrialize",
    "develop",
    "free_tile",
    "power_bonus",
    "contract",
    "other_slot",
    "technology",
    "energize",
    "fuel",
    "rent",
    "uranium",
    "income_any",
    "owe",
    "worker_or_thaler",
    "marker",
    "nucleum",
    "last_marker",
]
HOLDINGS = 9


def names(t: Tables) -> tuple[tuple[str, int], ...]:
    """Each block of the observation with its length."""
    n = t.names
    tiles, contracts = len(t.tiles), len(t.contracts)
    return (
        ("seats", 1),
        ("closing", 1),
        ("first player, counted from the own seat", 1),
        ("active player, counted from the own seat", 1),
        ("contract fulfilled this turn", 1),
        ("decision asked of this seat, 0 for none", 1),
        ("arguments of the decision, plus one", ARG_SLOTS),
        ("by seat: Experiment plus one, T, W, reserve, tokens, VP, Recharges, markers on 0, row", SEATS * HOLDINGS),
        ("income markers by seat", SEATS * TRACKS),
        ("tiles: 0 unseen, by seat 1-4 pool, 5-8 row, 9-12 rail, 13 market", tiles),
        ("market: tile plus one", len(t.prices)),
        ("tiles left in the stacks", 1),
        ("technologies unlocked, by anybody", len(t.technologies)),
        ("contracts: 0 unseen, by seat 1-4 in a slot, 5-8 fulfilled, 9 shown", contracts),
        ("own contract slots: contract plus one", SLOTS),
        ("silver and gold contracts left", 2),
        ("urban sites: owner by seat plus one, 5 neutral, 6 debris", len(n.urban)),
        ("urban sites: building plus one", len(n.urban)),
        ("urban sites: powered", len(n.urban)),
        ("mine sites: owner by seat plus one, 6 debris", len(n.mines)),
        ("uranium by seat and mine", SEATS * ROWS),
        ("turbine slots: owner by seat plus one, 6 debris", len(n.turbines)),
        ("rail spaces: owner by seat plus one", len(n.spaces)),
        ("rail spaces: tile plus one", len(n.spaces)),
        ("rail spaces: flipped", len(n.spaces)),
        ("Nucleums at plants", len(n.plants)),
        ("Nucleums beside segments", len(t.segments)),
        ("coal wagons", 2 * len(n.regions)),
        ("milestone tiles plus one", len(t.segments)),
        ("milestone spaces with a marker, by seat", SEATS * len(t.space_value)),
        ("end conditions met by seat plus one", 5),
    )


def features(t: Tables, s: State, seat: int) -> list[int]:
    """The observation of one seat."""
    n = s.seats
    turn = [(seat + i) % n for i in range(n)]
    code = [(other - seat) % n + 1 for other in range(n)] + [0]
    gap = SEATS - n
    out = [n, s.closing, (s.first - seat) % n, (s.active - seat) % n, s.fulfilled_now]
    out += asked(s, seat)
    for other in turn:
        out += (
            s.experiment[other] + 1,
            min(255, s.thaler[other]),
            s.supply[other],
            s.reserve[other],
            min(255, s.achievement[other]),
            min(255, s.vp[other]),
            min(255, s.recharges[other]),
            min(255, s.zeros[other]),
            s.row[other].bit_count(),
        )
    out += [0] * (HOLDINGS * gap)
    for other in turn:
        out += s.income[TRACKS * other : TRACKS * other + TRACKS]
    out += [0] * (TRACKS * gap)
    out += tile_features(t, s, turn, code)
    out += contract_features(t, s, seat, turn)
    out += map_features(t, s, turn, code)
    out += [s.nucleums >> k & 1 for k in range(len(t.names.plants))]
    out += [s.track_nucleums >> k & 1 for k in range(len(t.segments))]
    out += s.wagons
    out += [tile + 1 for tile in s.milestone]
    width = len(t.space_value)
    for other in turn:
        out += [s.markers[other] >> k & 1 for k in range(width)]
    out += [0] * (width * gap)
    return out + [code[holder] for holder in s.conditions]


def asked(s: State, seat: int) -> list[int]:
    """Which decision this seat has to make."""
    if s.stack and s.stack[-1][1] == seat and seat != TOGETHER:
        kind, _, args = s.stack[-1]
        shown = [min(255, max(0, a + 1)) for a in args[:ARG_SLOTS]]
        return [FRAMES.index(kind) + 1, *shown, *[0] * (ARG_SLOTS - len(shown))]
    return [0] * (1 + ARG_SLOTS)


def tile_features(t: Tables, s: State, turn: list[int], code: list[int]) -> list[int]:
    where = [0] * len(t.tiles)
    for k, masks in enumerate((s.pool, s.row)):
        for other in turn:
            mask = masks[other]
            while mask:
                low = mask & -mask
                where[low.bit_length() - 1] = SEATS * k + code[other]
                mask ^= low
    for tile, owner in zip(s.rail_tile, s.rail_owner, strict=True):
        if tile >= 0:
            where[tile] = 2 * SEATS + code[owner]
    for tile in s.market:
        if tile >= 0:
            where[tile] = 3 * SEATS + 1
    unlocked = 0
    for mask in s.tech:
        unlocked |= mask
    techs = [unlocked >> k & 1 for k in range(len(t.technologies))]
    return where + [tile + 1 for tile in s.market] + [s.tiles_left] + techs


def contract_features(t: Tables, s: State, seat: int, turn: list[int]) -> list[int]:
    where = [0] * len(t.contracts)
    for i, other in enumerate(turn):
        for contract in s.slots[SLOTS * other : SLOTS * other + SLOTS]:
            if contract >= 0:
                where[contract] = 1 + i
        mask = s.fulfilled[other]
        while mask:
            low = mask & -mask
            where[low.bit_length() - 1] = 1 + SEATS + i
            mask ^= low
    for contract in (*s.display, *s.violet):
        if contract >= 0:
            where[contract] = 1 + 2 * SEATS
    own = [contract + 1 for contract in s.slots[SLOTS * seat : SLOTS * seat + SLOTS]]
    return where + own + [s.silver_left, s.gold_left]


def map_features(t: Tables, s: State, turn: list[int], code: list[int]) -> list[int]:
    names = t.names
    owners, kinds = [0] * len(names.urban), [0] * len(names.urban)
    for site, piece in enumerate(s.urban):
        if piece >= t.first_neutral:
            owners[site], kinds[site] = NEUTRAL, piece - t.first_neutral + 1
        elif piece >= 0:
            owners[site], kinds[site] = code[piece // BUILDINGS], piece % BUILDINGS + 1
        elif s.urban_debris >> site & 1:
            owners[site] = DEBRIS
    out = owners + kinds + [s.powered >> site & 1 for site in range(len(names.urban))]
    out += site_owners(s.mine_site, s.mine_debris, len(names.mines), code)
    for other in turn:
        out += s.uranium[ROWS * other : ROWS * other + ROWS]
    out += [0] * (ROWS * (SEATS - len(turn)))
    out += site_owners(s.turbine_site, s.turbine_debris, len(names.turbines), code)
    out += [code[owner] for owner in s.rail_owner]
    out += [tile + 1 for tile in s.rail_tile]
    return out + [s.rail_flipped >> space & 1 for space in range(len(names.spaces))]


def site_owners(pieces: list[int], debris: int, count: int, code: list[int]) -> list[int]:
    found = [DEBRIS if debris >> site & 1 else 0 for site in range(count)]
    for i, site in enumerate(pieces):
        if site >= 0:
            found[site] = code[i // ROWS]
    return found
