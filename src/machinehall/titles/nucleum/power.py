"""Below chapter 14: what a seat can transport to a plant, and how much electricity it can pay for."""

from __future__ import annotations

from .rulings import DISPUTED_COAL
from .state import ROWS, State
from .tables import Tables

VIRTUAL = ("energize", "virtual_turbines")
EVERYWHERE = ("energize", "ignore_network")
ENDLESS = 1_000


def coal_price(t: Tables, s: State, region: int) -> int:
    """NU-14.4: the price of the next coal of an area."""
    first, second, last = t.board[s.seats].coal_prices[region]
    return first if s.wagons[2 * region] else second if s.wagons[2 * region + 1] else last


class Grid:
    """The transport network as one seat may use it; made for one decision and thrown away."""

    __slots__ = ("all", "base", "board", "components", "discount", "per_uranium", "s", "seat", "t", "virtual")

    def __init__(self, t: Tables, s: State, seat: int) -> None:
        self.t, self.s, self.seat = t, s, seat
        self.board = t.board[s.seats]
        self.components = self.board.components(s.complete)
        tech, exp = s.tech[seat], s.experiment[seat]
        self.all = bool(tech & t.perm[EVERYWHERE])
        """C7: coal, uranium and electricity move without any connection."""
        own = tech & t.perm[VIRTUAL]
        self.virtual = t.tech_value[VIRTUAL][own.bit_length() - 1] if own else 0
        gives = t.turbine_gives
        self.discount = self.base = 0
        self.per_uranium = t.n.uranium_electricity
        sites = s.turbine_site
        for row in range(ROWS):
            if sites[ROWS * seat + row] >= 0:
                self.discount += gives["coal_discount_thaler"][row][exp]
                self.base += gives["electricity"][row][exp]
                self.per_uranium = gives["electricity_per_uranium"][row][exp] or self.per_uranium

    def cities(self, plant: int) -> int:
        """NU-6.6: everything joined to a plant by complete links, whoever owns them."""
        return self.board.cities if self.all else self.components[self.board.plant_city[plant]]

    def sites(self, plant: int) -> int:
        """NU-14.11: urban sites that a plant reaches."""
        return self.board.sites_in(self.cities(plant))[0]

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
        cities, home = self.cities(plant), self.board.mine_city
        return [row for row in range(ROWS) if s.uranium[base + row] and cities >> home[s.mine_site[base + row]] & 1]

    def turbines(self, plant: int) -> list[int]:
        """How many turbines each seat has at a plant."""
        at, found = self.board.turbine_plant, [0] * self.s.seats
        for i, site in enumerate(self.s.turbine_site):
            if site >= 0 and at[site] == plant:
                found[i // ROWS] += 1
        return found

    def limit(self, plant: int) -> int:
        """NU-14.6: uranium units that a plant takes."""
        if not self.s.nucleums >> plant & 1:
            return 0
        return self.t.n.uranium_base_limit + sum(self.turbines(plant)) + self.virtual

    def foreign_needed(self, plant: int, burnt: int) -> int:
        """NU-14.7: own and virtual turbines are used first."""
        free = self.t.n.uranium_base_limit + self.turbines(plant)[self.seat] + self.virtual
        return max(0, burnt - free)

    def price(self, bill: int, fees: int, directive: int) -> int:
        """NU-14.5, NU-14.8: discounts on the coal bill; the Directive pays for a turbine if not for coal."""
        coal, rent = max(0, bill - self.discount), fees * self.t.n.turbine_fee_thaler
        if coal:
            return max(0, coal - directive) + rent
        return max(0, rent - min(directive, self.t.n.turbine_fee_thaler))

    def ladder(self, plant: int) -> list[tuple[int, int]]:
        """NU-14.4: prices with the number of coal at each, cheapest first, over all connected areas.

        A wagon serves once at the first price and once more at the second.
        """
        found = []
        for region in self.regions(plant):
            first, second, last = self.board.coal_prices[region]
            cheap, dear = self.s.wagons[2 * region], self.s.wagons[2 * region + 1]
            found += [(first, cheap), (second, cheap + dear), (last, ENDLESS)]
        found.sort()
        return found

    def most(self, plant: int, el: int, bill: int, burnt: int, directive: int) -> int:
        """The most electricity that can still be had, paid from all that the seat owns; -1 if it cannot pay as is."""
        s, seat, n = self.s, self.seat, self.t.n
        base = ROWS * seat
        stock = sum(s.uranium[base : base + ROWS])
        funds = s.thaler[seat] + s.supply[seat] + stock
        ladder = self.ladder(plant)
        units = 0
        if s.nucleums >> plant & 1:
            units = min(self.limit(plant) - burnt, sum(s.uranium[base + row] for row in self.mines(plant)))
        best = -1
        for more in range(units + 1):
            rent = self.foreign_needed(plant, burnt + more) * n.turbine_fee_thaler if burnt + more else 0
            budget = funds - more - rent
            if budget >= 0:
                budget += self.discount + directive - bill
            elif budget + min(directive, n.turbine_fee_thaler) >= 0 and rent:
                budget = self.discount - bill
            else:
                continue
            if budget >= 0:
                best = max(best, el + more * self.per_uranium + n.coal_electricity * afford(ladder, budget))
        return best


def afford(ladder: list[tuple[int, int]], budget: int) -> int:
    """How many units a budget buys, cheapest first."""
    units = 0
    for price, count in ladder:
        if price * count > budget:
            return units + budget // price
        units += count
        budget -= price * count
    return units
