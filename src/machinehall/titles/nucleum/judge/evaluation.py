"""What a position is worth to a seat, in victory points: what it would score now, and what its means usually bring.

The second part is a sum of terms, each a fact that a player would look at, times a weight. Weights are kept for each
stage of a match in `weights.json`; `scripts/train/tune.py` fits them to matches that bots play among themselves.
"""

from __future__ import annotations

import json
from functools import lru_cache
from operator import mul
from pathlib import Path

from machinehall.kernel.values import STEP
from machinehall.titles.nucleum.components.types import MAIN
from machinehall.titles.nucleum.lookup import HALVES, Lookup, bits
from machinehall.titles.nucleum.rules import final_scoring
from machinehall.titles.nucleum.rules.baron import end
from machinehall.titles.nucleum.rules.baron.turn import barons
from machinehall.titles.nucleum.rules.end_of_game import LAST_TURNS
from machinehall.titles.nucleum.rules.networks import building_cities
from machinehall.titles.nucleum.rules.recharge import entry
from machinehall.titles.nucleum.rules.resources import uranium_of
from machinehall.titles.nucleum.state import TRACKS, State

from .map_facts import NEW, buildings, map_number, promises, standing
from .outlook import end_goal, on_the_way
from .pending import carried_out, marker_values
from .progress import ALL_STAGES as ALL_STAGES
from .progress import barons_turns, progress
from .progress import stage as stage

TERMS = [
    "always",
    "thalers",
    "thalers, the first six",
    "workers",
    "workers, the first three",
    "uranium",
    "thaler income",
    "worker income",
    "points of the income tracks",
    "points that a Recharge would pay now",
    "thalers and workers that a Recharge would pay now",
    "achievements",
    "best marker that could be placed now: points",
    "best marker that could be placed now: multiplier",
    "markers: multipliers",
    "Recharges, after the first three",
    "tiles, the first eight",
    "further tiles",
    "turns with a tile between Recharges, as a share of all",
    "tiles in the pool, the first four",
    *(f"{action} in the pool, the first two" for action in MAIN),
    "other actions in the pool, the first two",
    "own unpowered buildings in reach of a plant: need",
    "own unpowered buildings in reach of a plant: points",
    "own unpowered buildings out of reach: points",
    "neutral buildings in reach of a plant: need",
    "building that can be powered now: need",
    "building that can be powered now: points",
    "powered buildings",
    "turbines",
    "mines",
    "permanent technologies",
    "technologies: levels",
    "contracts in hand, by the share done: points",
    "contracts in hand, by the share done: technology",
    "contracts in hand, by the share done: other rewards",
    "contracts that can be fulfilled",
    "violet contracts, by the share done: points",
    "cities with presence",
    "links that are complete",
    "rails",
    "urban sites in own networks, the first six",
    "technology still to be chosen: levels",
    "income steps and uranium still to be taken",
    "unpowered buildings in reach of a plant: technology",
    "unpowered buildings in reach of a plant: income steps",
    "electricity that can be had now, where a building waits, the first twelve",
    "best marker on the way, by the share of the tokens: points",
    "milestone tiles: what they count, by the usual multiplier",
    "ultimate technology, unlocked: points on the way",
    "ultimate technology, locked: points on the way",
    "steps on the last spaces of the income tracks",
    *(f"Experiment {name}" for name in "ABCD"),
]
PARTS = (
    ("always", "vp"),
    ("thaler income", "income"),
    ("worker income", "income"),
    ("points of the income", "income"),
    ("points that a Recharge", "income"),
    ("thalers and workers that", "income"),
    ("thalers", "thaler"),
    ("workers", "workers"),
    ("uranium", "uranium"),
    ("achievements", "achievement"),
    ("best marker", "achievement"),
    ("markers", "achievement"),
    ("Recharges", "recharges"),
    ("tiles", "tiles"),
    ("further tiles", "tiles"),
    ("turns with a tile", "tiles"),
    ("own unpowered", "buildings"),
    ("neutral buildings", "powered"),
    ("building that can be powered", "powered"),
    ("powered buildings", "powered"),
    ("turbines", "turbines"),
    ("mines", "mines"),
    ("permanent technologies", "technologies"),
    ("technologies", "technologies"),
    ("contracts that can", "fulfilled"),
    ("contracts", "contracts"),
    ("violet contracts", "contracts"),
    ("cities", "rails"),
    ("links", "links"),
    ("rails", "rails"),
    ("urban sites", "buildings"),
    ("technology still", "technologies"),
    ("income steps", "income"),
    ("unpowered buildings", "buildings"),
    ("electricity", "powered"),
    ("milestone tiles", "achievement"),
    ("ultimate technology", "technologies"),
    ("steps on the last", "income"),
    ("Experiment", "technologies"),
)
"""How terms begin, and the part of the reasons that they belong to; the rest are actions on tiles."""
PART_OF = [next((part for start, part in PARTS if term.startswith(start)), "tiles") for term in TERMS]
WEIGHTS = Path(__file__).with_name("weights.json")
Weights = dict[str, list[float]]
AMONG_PLAYERS, ALONE = "stages", "alone"
"""The tables of `weights.json`."""


@lru_cache(maxsize=4)
def weights(table: str = AMONG_PLAYERS, path: Path | None = None) -> Weights:
    """What holds among players, or alone against the Barons."""
    body = json.loads((path or WEIGHTS).read_text(encoding="utf-8"))
    if body["terms"] != TERMS:
        raise ValueError("weights.json was made for other terms; run scripts/train/tune.py")
    found: Weights = body[table]
    return found


def evaluate(t: Lookup, s: State, seat: int, w: Weights | None = None) -> float:
    """Points to be expected at the end of the match."""
    if not s.stack or s.closing >= LAST_TURNS:  # what is not worth anything in the last turn is worth nothing
        return float(sum(final_scoring.score_steps(t, s, seat).values()))
    if s.experiment[seat] < 0:
        return 0.0
    s = carried_out(t, s, seat)
    on_map = map_number(t, s, seat)
    hoped: float = sum(map(mul, row_at(t, s, seat, w), terms(t, s, seat, on_map)))
    return sure(t, s, seat, on_map) + hoped


def barons_worth(t: Lookup, s: State) -> list[float]:
    """What each Baron will score: what he would now, and what he usually gains in the turns that he has still."""
    more = turn_of_a_baron() * barons_turns(t, s)
    return [sum(end.baron_steps(t, s, b).values()) + more for b in barons(s)]


@lru_cache(maxsize=1)
def turn_of_a_baron() -> float:
    """Points that a turn of a Baron brings him, on average."""
    found: float = json.loads(WEIGHTS.read_text(encoding="utf-8"))["turn of a Baron"]
    return found


def reasons(t: Lookup, s: State, seat: int) -> dict[str, float]:
    """The same sum in its named parts, for hints."""
    found: dict[str, float] = dict.fromkeys(PART_OF, 0.0)
    if s.closing >= LAST_TURNS:
        return {**found, "vp": evaluate(t, s, seat)}
    if s.experiment[seat] < 0:
        return found
    s = carried_out(t, s, seat)
    points = final_scoring.powered_points(t, s, seat)
    found["powered"], found["vp"] = float(points), sure(t, s, seat) - points
    for part, weight, value in zip(PART_OF, row_at(t, s, seat), terms(t, s, seat), strict=True):
        found[part] += weight * value
    return found


def row_at(t: Lookup, s: State, seat: int, w: Weights | None = None) -> list[float]:
    """The weights of the stage, or of the place between two."""
    far = progress(t, s, seat)
    return between(w, far) if w else usual(AMONG_PLAYERS if s.players == s.seats else ALONE, far)


@lru_cache(maxsize=1_000)
def usual(table: str, far: float) -> list[float]:
    """The same row is asked for at every position of a turn."""
    return between(weights(table), far)


def between(w: Weights, far: float) -> list[float]:
    before = w[ALL_STAGES[int(far)]]
    if far == int(far):
        return before
    return [a + (b - a) * (far - int(far)) for a, b in zip(before, w[ALL_STAGES[int(far) + 1]], strict=True)]


def sure(t: Lookup, s: State, seat: int, on_map: int = NEW) -> float:
    """The score if the match ended here, without the resources."""
    counts, powered, _, reached, _, _ = standing.of(t, s, seat, map_number(t, s, seat, on_map))
    score = float(s.vp[seat] + s.zeros[seat] * t.n.zero_marker_vp)
    score += final_scoring.milestone_points(t, s, seat, counts) + powered
    if s.tech[seat] >> end_goal(t, s.experiment[seat])[0] & 1:
        score += reached
    return score + final_scoring.income_points(t, s, seat)


def terms(t: Lookup, s: State, seat: int, on_map: int = NEW) -> list[float]:
    """The facts, in the order of TERMS."""
    if s.experiment[seat] < 0:
        return [0.0] * len(TERMS)
    thaler, workers, pool = s.thaler[seat], s.supply[seat], s.pool[seat]
    tiles = (pool | s.row[seat]).bit_count()
    on_map = map_number(t, s, seat, on_map)
    built = buildings.of(t, s, seat, on_map)
    counts, _, hoped, reached, usual, placed = standing.of(t, s, seat, on_map)
    return [
        1.0,
        thaler,
        min(thaler, 6),
        workers,
        min(workers, 3),
        uranium_of(s, seat),
        *incomes(t, s, seat),
        s.achievement[seat],
        *max(marker_values(t, s, seat, counts), default=(0, 0, 0))[:2],
        marker_sum(t, s.markers[seat]),
        max(0, s.recharges[seat] - t.n.milestone_slots),
        min(8, tiles),
        max(0, tiles - 8),
        tiles / (tiles + 1),
        min(4, pool.bit_count()),
        *actions_at_hand(t, s, seat, pool),
        *built[:6],
        *placed[:3],
        *technologies(t, s.tech[seat]),
        *promises.of(t, s, seat, on_map),
        *placed[3:],
        min(6, (s.open_urban & t.board[s.players].sites_in(building_cities(t, s, seat))[0]).bit_count()),
        *waiting(s, seat),
        *built[6:],
        *on_the_way(t, s, seat, counts, hoped, reached, usual),
        *[int(k == s.experiment[seat]) for k in range(len(t.experiments))],
    ]


def incomes(t: Lookup, s: State, seat: int) -> list[float]:
    """What the tracks promise, and what a Recharge with the present row would pay."""
    base, row = TRACKS * seat, t.income
    thaler, more = row[0][s.income[base] - 1]
    workers, still = row[1][s.income[base + 1] - 1]
    points, _ = row[2][s.income[base + 2] - 1]
    coins, first = entry(t, s, seat, 0)
    pawns, second = entry(t, s, seat, 1)
    third, _ = entry(t, s, seat, 2)
    return [thaler, workers, points + more + still, third + first + second, coins + pawns]


@lru_cache(maxsize=10_000)
def marker_sum(t: Lookup, markers: int) -> int:
    """The multipliers of the markers on the track: what each further piece of the right kind brings."""
    return sum(t.multiplier[t.space_tier[k]] for k in bits(markers))


@lru_cache(maxsize=1_000)
def on_tile(t: Lookup, tile: int, used: int) -> tuple[int, ...]:
    """How often a tile offers each main action, a Special Directive each once; last, its other halves."""
    found = [0] * (len(MAIN) + 1)
    if t.directive[tile]:
        return (*(0 if used else 1 for _ in MAIN), 0)
    for half in range(HALVES):
        if not used >> half & 1:
            action = t.half_action[HALVES * tile + half]
            found[MAIN.index(action) if action in MAIN else -1] += 1
    return tuple(found)


@lru_cache(maxsize=4)
def on_tiles(t: Lookup) -> list[int]:
    """The same of every tile that is not begun, a byte for each number: so tiles are added up at once."""
    return [int.from_bytes(on_tile(t, tile, 0), "little") for tile in range(len(t.tiles))]


@lru_cache(maxsize=20_000)
def in_pool(t: Lookup, pool: int) -> tuple[int, ...]:
    """The same of all tiles in a pool."""
    found, rows = 0, on_tiles(t)
    for tile in bits(pool):
        found += rows[tile]
    return tuple(found.to_bytes(len(MAIN) + 1, "little"))


def actions_at_hand(t: Lookup, s: State, seat: int, pool: int) -> list[int]:
    """Actions on tiles of the pool, on a tile that is being played, and one that is begun; the first two of each."""
    found = list(in_pool(t, pool))
    for kind, who, args in s.stack:
        if kind == "tile" and (who == seat or (who == STEP and args.seat == seat)):
            for at, offered in enumerate(on_tile(t, args.tile, args.used)):
                found[at] += offered
        elif who == seat and kind in MAIN:
            found[MAIN.index(kind)] += 1
    return [min(2, n) for n in found]


@lru_cache(maxsize=20_000)
def technologies(t: Lookup, tech: int) -> tuple[int, int]:
    """Permanent ones, and the levels of all."""
    own = bits(tech)
    return sum(t.tech_kind[k] == "ongoing" for k in own), sum(t.tech_level[k] for k in own)


def waiting(s: State, seat: int) -> tuple[int, int]:
    """Rewards that are won but not yet taken: levels of technology, steps of income and uranium."""
    levels = steps = 0
    for kind, who, args in s.stack:
        if kind == "technology" and (who == seat or (who == STEP and args.seat == seat)):
            levels += args.level
        elif kind == "income_any" and who == seat:
            steps += args.steps
        elif kind == "uranium" and who == seat:
            steps += args.amount
    return levels, steps
