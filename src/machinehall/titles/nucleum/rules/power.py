"""Below chapter 14: what a seat can transport to a plant, and how much electricity it can pay for."""

from __future__ import annotations

from functools import lru_cache

from machinehall.titles.nucleum.board import Ladder
from machinehall.titles.nucleum.lookup import Lookup
from machinehall.titles.nucleum.options import DISPUTED_COAL
from machinehall.titles.nucleum.state import ROWS, State

VIRTUAL = ("energize", "virtual_turbines")
EVERYWHERE = ("energize", "ignore_network")


def coal_price(t: Lookup, s: State, region: int) -> int:
    """NU-14.4: the price of the next coal of an area."""
    first, second, last = t.board[s.players].coal_prices[region]
    return first if s.wagons[2 * region] else second if s.wagons[2 * region + 1] else last


@lru_cache(maxsize=10_000)
def transport(t: Lookup, tech: int) -> tuple[bool, int]:
    """C7: whether coal, uranium and electricity move without any connection; the number of virtual turbines."""
    own = tech & t.perm[VIRTUAL]
    return bool(tech & t.perm[EVERYWHERE]), t.tech_value[VIRTUAL][own.bit_length() - 1] if own else 0


@lru_cache(maxsize=10_000)
def turbine_totals(t: Lookup, experiment: int, sites: tuple[int, ...]) -> tuple[int, int, int]:
    """NU-22.1: coal discount, electricity, electricity of a uranium; for turbines on these sites, -1 for none."""
    effects = [row[experiment] for row, site in zip(t.turbine_power, sites, strict=True) if site >= 0]
    discount, base = sum(effect[0] for effect in effects), sum(effect[1] for effect in effects)
    each = [effect[2] for effect in effects if effect[2]]
    return discount, base, each[-1] if each else t.n.uranium_electricity


class Grid:
    """The transport network as one seat may use it; made for one decision and thrown away."""

    __slots__ = ("all", "base", "board", "discount", "per_uranium", "s", "seat", "t", "virtual")

    def __init__(self, t: Lookup, s: State, seat: int) -> None:
        self.t, self.s, self.seat = t, s, seat
        self.board = t.board[s.players]
        self.all, self.virtual = transport(t, s.tech[seat])
        turbines = s.turbine_site[ROWS * seat : ROWS * seat + ROWS]
        self.discount, self.base, self.per_uranium = turbine_totals(t, s.experiment[seat], turbines)

    def cities(self, plant: int) -> int:
        """NU-6.6: everything joined to a plant by complete links, whoever owns them."""
        return self.board.cities if self.all else self.board.components(self.s.complete)[self.board.plant_city[plant]]

    def sites(self, plant: int) -> int:
        """NU-14.11: urban sites that a plant reaches."""
        return self.board.sites_in(self.cities(plant))[0]

    def reach(self) -> tuple[int, ...]:
        """NU-14.11: for each plant the urban sites that it reaches."""
        if self.all:
            return (self.board.urban,) * len(self.board.plant_city)
        return self.board.plant_sites(self.s.complete)[:-1]

    def regions(self, plant: int) -> list[int]:
        """NU-14.3: coal areas with a line to a city connected to the plant."""
        lines = self.board.coal_cities[self.s.options[DISPUTED_COAL]]
        cities = self.cities(plant)
        return [region for region, ends in enumerate(lines) if ends & cities]

    def mines(self, plant: int) -> list[int]:
        """NU-14.6: own connected mines with uranium; none without a Nucleum."""
        s, base = self.s, ROWS * self.seat
        if not s.nucleums >> plant & 1:
            return []
        cities, home, found = self.cities(plant), self.board.mine_city, []
        for row, stock in enumerate(s.uranium[base : base + ROWS]):
            if stock and cities >> home[s.mine_site[base + row]] & 1:
                found.append(row)
        return found

    def turbines(self, plant: int) -> list[int]:
        """How many turbines each seat has at a plant."""
        at, found = self.board.turbine_plant, [0] * self.s.players
        for i, site in enumerate(self.s.turbine_site):
            if site >= 0 and at[site] == plant:
                found[i // ROWS] += 1
        return found

    def limit(self, plant: int) -> int:
        """NU-14.6: uranium units that a plant takes."""
        if not self.s.nucleums >> plant & 1:
            return 0
        return self.t.n.uranium_base_limit + sum(self.turbines(plant)) + self.virtual

    def free_units(self, plant: int) -> int:
        """NU-14.7: uranium that needs no foreign turbine; own and virtual ones are used first."""
        return self.t.n.uranium_base_limit + self.turbines(plant)[self.seat] + self.virtual

    def foreign_needed(self, plant: int, burnt: int) -> int:
        """NU-14.7: foreign turbines that must be paid."""
        return max(0, burnt - self.free_units(plant)) if burnt > self.t.n.uranium_base_limit else 0

    def price(self, bill: int, fees: int, directive: int) -> int:
        """NU-14.5, NU-14.8: discounts on the coal bill; the Directive pays for a turbine if not for coal."""
        coal, rent = max(0, bill - self.discount), fees * self.t.n.turbine_fee_thaler
        if coal:
            return max(0, coal - directive) + rent
        return max(0, rent - min(directive, self.t.n.turbine_fee_thaler))

    def ladder(self, plant: int, wagons: tuple[int, ...] | None = None) -> Ladder:
        """NU-14.4: the prices of coal over all connected areas."""
        s = self.s
        return self.board.ladder(self.cities(plant), s.options[DISPUTED_COAL], wagons or s.wagons)

    def most(
        self,
        plant: int,
        el: int,
        bill: int,
        burnt: int,
        directive: int,
        gone: int = 0,
        wagons: tuple[int, ...] | None = None,
    ) -> int:
        """The most electricity that can still be had, paid from all that the seat owns; -1 if it cannot pay as is.

        `gone`: uranium of connected mines that would be burnt before; `wagons`: those that would be left.
        """
        s, seat = self.s, self.seat
        base = ROWS * seat
        funds = s.thaler[seat] + s.supply[seat] + sum(s.uranium[base : base + ROWS]) - gone
        ladder = self.ladder(plant, wagons)
        rows = self.mines(plant) if s.nucleums >> plant & 1 else []
        if not rows and not burnt:
            budget = funds + self.discount + directive - bill
            return el + self.t.n.coal_electricity * afford(ladder, budget) if budget >= 0 else -1
        units = min(self.limit(plant) - burnt, sum([s.uranium[base + row] for row in rows]) - gone)
        return max([self._burning(plant, el, bill, burnt, directive, more, funds, ladder) for more in range(units + 1)])

    def _burning(
        self, plant: int, el: int, bill: int, burnt: int, directive: int, more: int, funds: int, ladder: Ladder
    ) -> int:
        """The most electricity when so many more units of uranium are burnt, -1 if that cannot be paid."""
        n = self.t.n
        rent = self.foreign_needed(plant, burnt + more) * n.turbine_fee_thaler
        budget = funds - more - rent
        if budget >= 0:
            budget += self.discount + directive - bill
        elif rent and budget + min(directive, n.turbine_fee_thaler) >= 0:
            budget = self.discount - bill
        if budget < 0:
            return -1
        return el + more * self.per_uranium + n.coal_electricity * afford(ladder, budget)


def afford(ladder: Ladder, budget: int) -> int:
    """How many units a budget buys, cheapest first."""
    units = 0
    for price, count in ladder:
        if price * count > budget:
            return units + budget // price
        units += count
        budget -= price * count
    return units
