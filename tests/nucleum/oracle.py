"""Slow enumerations that follow the rulebook word by word, as oracles of the fast ones.

They read the component records by name and go over every possibility; nothing here uses a mask of the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from machinehall.titles.nucleum.components.types import City, CoalRegion, Link, Site
from machinehall.titles.nucleum.state import BUILDINGS, ROWS, State
from nucleum.scene import T

Units = tuple[tuple[int, ...], tuple[int, ...]]
"""Coal from each area and uranium from each mine."""


class Map:
    """A side of the board with what lies on it, by name."""

    def __init__(self, s: State) -> None:
        self.s = s
        side = "12" if s.players < 3 else "34"
        self.cities = T.pack.rows(f"cities_{side}", City)
        self.links = T.pack.rows(f"links_{side}", Link)
        self.sites = {row.id: row for row in T.pack.rows(f"sites_{side}", Site)}
        self.coal = T.pack.rows(f"coal_{side}", CoalRegion)

    def owners(self, link: Link) -> list[int]:
        """Who has a tile on each space of a link, -1 for an empty one."""
        return [self.s.rail_owner[T.names.spaces.index(f"{link.id}.{k + 1}")] for k in range(link.spaces)]

    def complete(self, link: Link) -> bool:
        return -1 not in self.owners(link)

    def pieces(self, seat: int) -> list[str]:
        """The cities of a seat's buildings, mines and turbines."""
        s = self.s
        names = [T.names.urban[i] for i, piece in enumerate(s.urban) if 0 <= piece - BUILDINGS * seat < BUILDINGS]
        names += [T.names.mines[i] for i in s.mine_site[ROWS * seat : ROWS * seat + ROWS] if i >= 0]
        names += [T.names.turbines[i] for i in s.turbine_site[ROWS * seat : ROWS * seat + ROWS] if i >= 0]
        return [self.sites[name].city for name in names]

    def present(self, seat: int, city: str) -> bool:
        """NU-6.3, clause by clause."""
        if city in self.pieces(seat):
            return True
        for link in self.links:
            owners = self.owners(link)
            if city == link.b:
                owners.reverse()
            elif city != link.a:
                continue
            if self.complete(link) and seat in owners:
                return True
            if owners[0] == seat:
                return True
            if len(owners) == 3 and owners[1] == seat and owners[0] != -1:
                return True
        return False

    def reach(self, start: str, own: int | None) -> set[str]:
        """NU-6.6: over complete links of anybody; NU-6.4: with `own` only over those that the seat co-owns."""
        found, todo = {start}, [start]
        while todo:
            here = todo.pop()
            for link in self.links:
                if here in (link.a, link.b) and self.complete(link) and (own is None or own in self.owners(link)):
                    other = link.b if here == link.a else link.a
                    if other not in found:
                        found.add(other)
                        todo.append(other)
        return found

    def networks(self, seat: int) -> set[frozenset[str]]:
        """NU-6.4."""
        mine = [row.id for row in self.cities if self.present(seat, row.id)]
        return {frozenset(self.reach(city, seat)) for city in mine}


class Power:
    """Chapter 14 for one seat, as it stands before the first unit of fuel."""

    def __init__(self, s: State, seat: int, bonus: int, directive: int) -> None:
        self.s, self.seat, self.map, self.directive = s, seat, Map(s), directive
        tech = {T.technologies[k] for k in range(len(T.technologies)) if s.tech[seat] >> k & 1}
        letter = T.experiments[s.experiment[seat]]
        built = [k for k in range(ROWS) if s.turbine_site[ROWS * seat + k] >= 0]
        self.anywhere = "c7" in tech
        self.virtual = int(bool(tech & {"b2", "c2"}))
        self.base = bonus + (2 if 2 in built else 0) + (1 if 3 in built else 0)
        self.discount = (1 if 0 in built else 0) + (2 if 1 in built and letter == "a" else 0)
        self.per_uranium = 3 if 1 in built and letter == "c" else 2

    def joined(self, one: str, other: str) -> bool:
        return self.anywhere or other in self.map.reach(one, None)

    def at_plant(self, plant: str) -> list[int]:
        """Owners of the turbines at a plant."""
        slots = [(i // ROWS, site) for i, site in enumerate(self.s.turbine_site) if site >= 0]
        return [owner for owner, site in slots if self.map.sites[T.names.turbines[site]].city == plant]

    def targets(self) -> list[str]:
        """Unpowered buildings, own or neutral."""
        s, found = self.s, []
        for i, piece in enumerate(s.urban):
            mine = 0 <= piece - BUILDINGS * self.seat < BUILDINGS
            if (mine or piece >= T.first_neutral) and not s.powered >> i & 1:
                found.append(T.names.urban[i])
        return found

    def coal_cost(self, region: int, units: int) -> int:
        """NU-14.4: wagon by wagon."""
        ones, twos = self.s.wagons[2 * region : 2 * region + 2]
        total = 0
        for _ in range(units):
            if ones:
                ones, twos, total = ones - 1, twos + 1, total + 1
            elif twos:
                twos, total = twos - 1, total + 2
            else:
                total += 3
        return total

    def price(self, plant: str, coal: tuple[int, ...], burnt: int) -> int:
        """NU-14.5, NU-14.7, NU-14.8: the cheaper use of the Directive's thaler."""
        bill = sum(self.coal_cost(region, units) for region, units in enumerate(coal))
        bill = max(0, bill - self.discount)
        fees = max(0, burnt - 1 - self.virtual - self.at_plant(plant).count(self.seat))
        on_coal = max(0, bill - self.directive) + fees
        on_fee = bill + max(0, fees - self.directive)
        return min(on_coal, on_fee)

    def ways(self, plant: str, site: str, most: int) -> Iterator[Units]:
        """Every lawful and payable set of fuel, at most so many coal from each area, that powers a building."""
        s, seat, m = self.s, self.seat, self.map
        if not self.joined(plant, m.sites[site].city):
            return
        need = T.piece_need[s.urban[T.names.urban.index(site)]]
        mines: list[range] = []
        for k in range(ROWS):
            where = s.mine_site[ROWS * seat + k]
            usable = where >= 0 and self.joined(m.sites[T.names.mines[where]].city, plant)
            nucleum = bool(s.nucleums >> T.names.plants.index(plant) & 1)
            mines.append(range(s.uranium[ROWS * seat + k] + 1 if usable and nucleum else 1))
        areas: list[range] = []
        for name in T.names.regions:
            region = next(row for row in m.coal if row.id == name)
            lines = region.cities + (region.disputed_cities if s.options[T.option["disputed_coal_lines"]] else ())
            areas.append(range(most + 1 if self.anywhere or any(self.joined(c, plant) for c in lines) else 1))
        limit = 1 + len(self.at_plant(plant)) + self.virtual
        owned = sum(s.uranium[ROWS * seat : ROWS * seat + ROWS])
        for burnt in product(*mines):
            used = sum(burnt)
            if used > limit:
                continue
            for coal in product(*areas):
                if self.base + sum(coal) + used * self.per_uranium < need:
                    continue
                if self.price(plant, coal, used) <= s.thaler[seat] + s.supply[seat] + owned - used:
                    yield coal, burnt

    def pairs(self) -> set[tuple[str, str]]:
        """Every plant with every building that it can power."""
        found = set()
        for plant in T.names.plants:
            for site in self.targets():
                need = T.piece_need[self.s.urban[T.names.urban.index(site)]]
                if next(self.ways(plant, site, need), None) is not None:
                    found.add((plant, site))
        return found


def covers(way: Units, units: Units) -> bool:
    """Whether a way uses at least these units."""
    return all(a >= b for row, least in zip(way, units, strict=True) for a, b in zip(row, least, strict=True))


def next_units(power: Power, plant: str, site: str, used: Units) -> dict[str, Any]:
    """What may follow some units of fuel: `done`, a coal of an area, a uranium of a mine."""
    need = T.piece_need[power.s.urban[T.names.urban.index(site)]]
    ways = list(power.ways(plant, site, max(used[0]) + need))
    found: dict[str, Any] = {"done": used in ways, "coal": [], "uranium": []}
    for kind, row in (("coal", 0), ("uranium", 1)):
        for k in range(len(used[row])):
            more = [list(used[0]), list(used[1])]
            more[row][k] += 1
            if any(covers(way, (tuple(more[0]), tuple(more[1]))) for way in ways):
                found[kind].append(k)
    return found


def best_of_resources(uranium: int, workers: int, reserve: int, thaler: int) -> int:
    """NU-18.5: the points of everything that NU-5.2 and NU-5.3 can make of the resources, one conversion at a time."""
    seen, todo, best = set(), [(uranium, workers, reserve, thaler)], 0
    while todo:
        here = u, w, r, c = todo.pop()
        if here in seen:
            continue
        seen.add(here)
        best = max(best, u // 2 + w // 2 + c // 5)
        if u:
            todo.append((u - 1, w + 1, r - 1, c) if r else (u - 1, w, r, c + 1))
        if w:
            todo.append((u, w - 1, r + 1, c + 1))
    return best
