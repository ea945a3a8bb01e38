"""What stands on the map and in the contract slots. While a turn is thought through most positions agree in it, so each
fact is worked out once for all that agree in what it looks at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import Any, Final, Generic, TypeVar

from machinehall.kernel.plain_state import times
from machinehall.titles.nucleum.lookup import Lookup, bits
from machinehall.titles.nucleum.rules import contracts, final_scoring
from machinehall.titles.nucleum.rules.energize import targets
from machinehall.titles.nucleum.rules.power import Grid
from machinehall.titles.nucleum.rules.resources import uranium_of
from machinehall.titles.nucleum.state import NONE, ROWS, SLOTS, State

from .outlook import ultimate, usual_multiplier

Fact = TypeVar("Fact")
MOST_REMEMBERED = 4_000
"""Positions that are remembered; then it begins anew."""


class Remembered(Generic[Fact]):
    """A fact, kept by the number of the map and a key that names all else it depends on."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, tuple[Any, ...]], Fact] = {}

    def of(self, t: Lookup, s: State, seat: int, on_map: int) -> Fact:
        """The fact as it is known, or worked out now."""
        key = (on_map, self.key(s, seat))
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= MOST_REMEMBERED:
                self.known.clear()
            found = self.known[key] = self.work(t, s, seat)
        return found

    def key(self, s: State, seat: int) -> tuple[Any, ...]:
        """What it looks at beside the map."""
        raise NotImplementedError

    def work(self, t: Lookup, s: State, seat: int) -> Fact:
        """Work it out."""
        raise NotImplementedError


def map_key(s: State, seat: int) -> tuple[Any, ...]:
    """All that facts about the map look at."""
    return (
        seat,
        s.players,
        s.options,
        s.urban,
        s.own_urban[seat],
        s.neutral_urban,
        s.powered,
        s.complete,
        s.links[seat],
        s.presence[seat],
        s.built[seat],
        s.mine_site,
        s.turbine_site,
        times(s.rail_owner, seat),
    )


NEW: Final = -1
"""The number of a map that has not been looked up."""
_numbers = count()
_maps: dict[tuple[Lookup, tuple[Any, ...]], int] = {}


def map_number(t: Lookup, s: State, seat: int, known: int = NEW) -> int:
    """A number for the map as a seat has it: so its long key is looked up once, not for each fact. No two maps ever
    have the same one. It may be known already."""
    if known != NEW:
        return known
    key = (t, map_key(s, seat))
    found = _maps.get(key, NEW)
    if found == NEW:
        if len(_maps) >= MOST_REMEMBERED:
            _maps.clear()
        found = _maps[key] = next(_numbers)
    return found


# What scores

Standing = tuple[list[int], int, float, int, float, list[int]]
"""What would score if the match ended here, as far as it stands on the map: the count of each milestone tile; points of
powered buildings; points of the ultimate technology, if it were unlocked, in proportion to the way to the next
threshold, and those that are reached; what the milestone tiles count, each by its usual multiplier; the pieces."""


class Standings(Remembered[Standing]):
    """What scores on the map."""

    def key(self, s: State, seat: int) -> tuple[Any, ...]:
        return s.milestone, s.markers[seat], s.experiment[seat]

    def work(self, t: Lookup, s: State, seat: int) -> Standing:
        counts = final_scoring.milestone_counts(t, s, seat)
        hoped, reached = ultimate(t, s, seat)
        tiles = sum([number * times for number, times in zip(counts, usual_multiplier(t), strict=True)])
        return counts, final_scoring.powered_points(t, s, seat), hoped, reached, tiles, pieces(s, seat)


standing = Standings()


def pieces(s: State, seat: int) -> list[int]:
    """Powered buildings, turbines, mines, cities with presence, links that are complete, rails."""
    base = ROWS * seat
    return [
        (s.own_urban[seat] & s.powered).bit_count(),
        ROWS - s.turbine_site[base : base + ROWS].count(NONE),
        ROWS - s.mine_site[base : base + ROWS].count(NONE),
        s.presence[seat].bit_count(),
        (s.complete & s.links[seat]).bit_count(),
        times(s.rail_owner, seat),
    ]


# Buildings


def power_at_hand(t: Lookup, s: State, seat: int) -> list[float]:
    """Unpowered buildings, in reach of a plant or not, and the best that could be powered at once."""
    wanted = targets(s, seat)
    if not wanted:
        return [0.0] * 9
    grid = Grid(t, s, seat)
    reach = grid.reach()
    near = 0
    for sites in reach:
        near |= sites
    need, urban, own = t.piece_need, s.urban, s.own_urban[seat]
    mine = {site: final_scoring.building_points(t, s, seat, site) for site in bits(wanted & own)}
    found = [0.0] * 9
    for site, points in mine.items():
        if near >> site & 1:
            found[0] += need[urban[site]]
            found[1] += points
        else:
            found[2] += points
    found[3] = sum([need[urban[site]] for site in bits(wanted & near & ~own)])
    for site in bits(wanted & near):
        tech, steps = benefits(t, urban[site])
        found[6] += tech
        found[7] += steps
    found[4], found[5], found[8] = best_at_once(grid, reach, wanted, mine)
    return found


def best_at_once(grid: Grid, reach: Sequence[int], wanted: int, mine: Mapping[int, int]) -> tuple[int, int, int]:
    """Need and points of the best building that could be powered at once, and the most that a plant gives, up to 12."""
    t, s = grid.t, grid.s
    need, urban = t.piece_need, s.urban
    best, size_of_best, points_of_best, top = -1, 0, 0, 0
    without: dict[int, int] = {}
    """Plants without a Nucleum that reach the same have the same coal."""
    for plant, sites in enumerate(reach):
        if not sites & wanted:
            continue
        most = -1 if s.nucleums >> plant & 1 else without.get(sites, -1)
        if most < 0:
            most = grid.most(plant, grid.base, 0, 0, 0)
            if not s.nucleums >> plant & 1:
                without[sites] = most
        top = max(top, min(12, most))
        for site in bits(sites & wanted):
            size = need[urban[site]]
            if size <= most and size + mine.get(site, 0) > best:
                best, size_of_best, points_of_best = size + mine.get(site, 0), size, mine.get(site, 0)
    return size_of_best, points_of_best, top


@lru_cache(maxsize=100)
def benefits(t: Lookup, piece: int) -> tuple[int, int]:
    """What powering a building brings: level of technology, and steps of income."""
    gain = t.piece_benefit[piece]
    return gain.get("tech", 0), sum(amount for name, amount in gain.items() if name.endswith("income"))


class Buildings(Remembered[list[float]]):
    """Unpowered buildings and what could be powered."""

    def key(self, s: State, seat: int) -> tuple[Any, ...]:
        base = ROWS * seat
        stock = s.uranium[base : base + ROWS]
        funds = s.thaler[seat] + s.supply[seat] + sum(stock)
        return funds, stock, s.wagons, s.nucleums, s.tech[seat], s.experiment[seat]

    def work(self, t: Lookup, s: State, seat: int) -> list[float]:
        return power_at_hand(t, s, seat)


buildings = Buildings()


# Contracts


def promised(t: Lookup, s: State, seat: int) -> list[float]:
    """Contracts: rewards by the share of the condition that is met, nearer ones counting more."""
    points = tech = other = ready = violet = 0.0
    for contract in s.slots[SLOTS * seat : SLOTS * seat + SLOTS]:
        if contract < 0:
            continue
        share = min(1.0, contracts.has(t, s, seat, contract) / t.need_count[contract])
        ready += share >= 1
        for kind, amount in t.contract_reward[contract].items():
            if kind == "vp":
                points += share * amount
            elif kind == "tech":
                tech += share * amount
            else:
                other += share * amount
    for contract in s.violet:
        if contract >= 0:
            share = min(1.0, contracts.has(t, s, seat, contract) / t.need_count[contract])
            ready += share >= 1
            violet += share * share * t.contract_reward[contract].get("vp", 0)
    return [points, tech, other, ready, violet]


class Promises(Remembered[list[float]]):
    """Contracts and how far they are done."""

    def key(self, s: State, seat: int) -> tuple[Any, ...]:
        return (
            s.slots[SLOTS * seat : SLOTS * seat + SLOTS],
            s.violet,
            s.fulfilled[seat],
            s.achievement[seat],
            (s.pool[seat] | s.row[seat]).bit_count(),
            uranium_of(s, seat),
        )

    def work(self, t: Lookup, s: State, seat: int) -> list[float]:
        return promised(t, s, seat)


promises = Promises()
