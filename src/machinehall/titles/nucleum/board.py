"""Chapter 6: a side of the main board by ids and masks. Both sides share the ids; what a side lacks is empty."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from math import atan2, tau
from operator import or_
from typing import Any, Final

from machinehall.kernel.memo import kept

from .components.types import COLOURS, GOVERNMENT, PRAHA, TYPES, Building, City, CoalRegion, Link, Site

NO_COLOUR: Final = -1
PRAHA_COLOUR: Final = -2
PART: Final = 12
"""Bits of a set that are looked up at once."""
ENDLESS = 1_000

Ladder = tuple[tuple[int, int], ...]
"""Prices of coal with the number of units at each."""


@lru_cache(maxsize=20_000)
def bits(mask: int) -> tuple[int, ...]:
    """The ids in a set. The same sets come again and again, so they are remembered, and so are their parts.

    Caches are kept small: one that doubles at a hundred thousand entries holds a decision up for milliseconds.
    """
    found: tuple[int, ...] = ()
    for start in range(0, mask.bit_length(), PART):
        found += part(mask >> start & (1 << PART) - 1, start)
    return found


@lru_cache(maxsize=20_000)
def part(mask: int, start: int) -> tuple[int, ...]:
    """The ids in a small part of a set, counted from `start`."""
    return tuple([start + i for i in range(PART) if mask >> i & 1])


def mask_of(ids: Any) -> int:
    return sum(1 << i for i in ids)


class Names:
    """The ids that both sides share."""

    def __init__(self, records: dict[str, list[Any]]) -> None:
        def union(file: str, kind: str = "") -> list[str]:
            rows = [*records[f"{file}_34"], *records[f"{file}_12"]]
            return list(dict.fromkeys(r.id for r in rows if not kind or r.kind == kind))

        self.cities = union("cities")
        self.urban = union("sites", "urban")
        self.mines = union("sites", "mine")
        self.turbines = union("sites", "turbine")
        self.links = union("links")
        self.regions = union("coal")
        longest = dict.fromkeys(self.links, 0)
        for row in (*records["links_34"], *records["links_12"]):
            longest[row.id] = max(longest[row.id], row.spaces)
        self.spaces = [f"{name}.{i + 1}" for name in self.links for i in range(longest[name])]
        plants = [c.id for c in (*records["cities_34"], *records["cities_12"]) if c.plant]
        self.plants = list(dict.fromkeys(plants))


class Board:
    """A side of the board."""

    def __init__(self, names: Names, side: str, records: dict[str, list[Any]], buildings: Sequence[Building]) -> None:
        self.side = side
        self._components_of: dict[int, list[int]] = {}
        self._plant_sites_of: dict[int, tuple[int, ...]] = {}
        self._black_sites_of: dict[tuple[int, int], int] = {}
        self._sites_of: dict[int, tuple[int, int, int]] = {}
        self.names = names
        self._cities(records[f"cities_{side}"])
        self._sites(records[f"sites_{side}"])
        self._places(records[f"sites_{side}"], buildings)
        self._links(records[f"links_{side}"])
        self._coal(records[f"coal_{side}"])

    def _cities(self, rows: list[City]) -> None:
        names = self.names
        self.city_id = {row.id: names.cities.index(row.id) for row in rows}
        self.cities = mask_of(self.city_id.values())
        self.colour = [NO_COLOUR] * len(names.cities)
        self.pos = [(0, 0)] * len(names.cities)
        self.label = list(names.cities)
        for row in rows:
            city = self.city_id[row.id]
            self.colour[city] = PRAHA_COLOUR if row.colour == PRAHA else COLOURS.index(row.colour)
            self.pos[city], self.label[city] = row.pos, row.name
        self.number = [0] * len(names.cities)
        """The numbers by which Logic cards choose (NU-23.19)."""
        for row in rows:
            self.number[self.city_id[row.id]] = row.number
        self.praha = names.cities.index(PRAHA)
        self.plant_city = [names.cities.index(name) for name in names.plants]
        kinds = {row.id: row for row in rows}
        self.takes_nucleum = mask_of(i for i, name in enumerate(names.plants) if kinds[name].plant == "nucleum")
        self.nucleum_bonus = [kinds[name].nucleum_bonus or {} for name in names.plants]
        self.colour_cities = [mask_of(c for c, k in enumerate(self.colour) if k == i) for i in range(len(COLOURS))]

    def _sites(self, rows: list[Site]) -> None:
        names = self.names
        self.urban_city = [NO_COLOUR] * len(names.urban)
        self.urban_symbols: list[tuple[str, ...]] = [()] * len(names.urban)
        self.mine_city, self.mine_bonus = [NO_COLOUR] * len(names.mines), [0] * len(names.mines)
        self.turbine_plant = [NO_COLOUR] * len(names.turbines)
        self.urban = self.urban_red = self.mines = self.mine_red = self.turbines = self.turbine_red = 0
        self.turbine_min = [1] * len(names.turbines)
        for row in rows:
            city = self.city_id[row.city]
            if row.kind == "urban":
                i = names.urban.index(row.id)
                self.urban |= 1 << i
                self.urban_red |= row.red << i
                self.urban_city[i], self.urban_symbols[i] = city, row.symbols
            elif row.kind == "mine":
                i = names.mines.index(row.id)
                self.mines |= 1 << i
                self.mine_red |= row.red << i
                self.mine_city[i], self.mine_bonus[i] = city, row.uranium_bonus
            else:
                i = names.turbines.index(row.id)
                self.turbines |= 1 << i
                self.turbine_red |= row.red << i
                self.turbine_plant[i], self.turbine_min[i] = names.plants.index(row.city), row.min_players

    def _places(self, rows: list[Site], buildings: Sequence[Building]) -> None:
        """Sites by city and colour, and the sites that fit each building."""
        names = self.names
        self.city_urban = [mask_of(bits_where(self.urban_city, c)) for c in range(len(names.cities))]
        self.same_city = [self.city_urban[c] if c >= 0 else 0 for c in self.urban_city]
        self.city_mines = [mask_of(bits_where(self.mine_city, c)) for c in range(len(names.cities))]
        self.turbine_city = [self.plant_city[p] if p >= 0 else NO_COLOUR for p in self.turbine_plant]
        self.city_turbines = [mask_of(bits_where(self.turbine_city, c)) for c in range(len(names.cities))]
        colours = [self.colour[city] if city >= 0 else NO_COLOUR for city in self.urban_city]
        self.urban_colour = [mask_of(bits_where(colours, k)) for k in range(len(COLOURS))]
        self.mine_colour = [self.colour[city] if city >= 0 else NO_COLOUR for city in self.mine_city]
        self.turbine_colour = [self.colour[city] if city >= 0 else NO_COLOUR for city in self.turbine_city]
        kinds = [building.symbols for building in buildings]
        self.same_fit = [kinds.index(kind) for kind in kinds]
        """For each building the first one that fits the same sites."""
        self.black: list[int] = []
        self.black_one: list[int] = []
        self.black_two: list[int] = []
        for building in buildings:
            fits = [i for i in bits(self.urban) if set(building.symbols) & set(self.urban_symbols[i])]
            self.black_one.append(mask_of(i for i in fits if len(self.urban_symbols[i]) == 1))
            self.black_two.append(mask_of(i for i in fits if len(self.urban_symbols[i]) > 1))
            self.black.append(mask_of(fits))
        self.urban_order = [[i for i in bits(self.urban) if self.urban_city[i] == c] for c in range(len(names.cities))]
        """Reading order within a city: the order of the component file (NU-2.11)."""
        order = {row.id: k for k, row in enumerate(rows)}
        for sites in self.urban_order:
            sites.sort(key=lambda i: order[names.urban[i]])

    def _links(self, rows: list[Link]) -> None:
        names = self.names
        count, spaces = len(names.links), len(names.spaces)
        self.links = self.spaces = self.space_red = 0
        self.link_ends = [(NO_COLOUR, NO_COLOUR)] * count
        self.link_spaces: list[tuple[int, ...]] = [()] * count
        self.link_reward: list[tuple[bool, int]] = [(False, 0)] * count
        self.link_mask = [0] * count
        self.space_link = [NO_COLOUR] * spaces
        self.space_sides: list[tuple[tuple[int, int], tuple[int, int]]] = [((-1, -1), (-1, -1))] * spaces
        """For each space, towards a and towards b: (city, -1) or (-1, space)."""
        self.middle = 0
        for row in rows:
            link = names.links.index(row.id)
            ids = tuple(names.spaces.index(f"{row.id}.{i + 1}") for i in range(row.spaces))
            a, b = self.city_id[row.a], self.city_id[row.b]
            self.links |= 1 << link
            self.link_ends[link], self.link_spaces[link], self.link_mask[link] = (a, b), ids, mask_of(ids)
            self.link_reward[link] = (row.reward == "per_tile", row.vp_income)
            for k, space in enumerate(ids):
                self.space_link[space] = link
                self.spaces |= 1 << space
                self.space_red |= (k + 1 in row.red_spaces) << space
                self.middle |= (0 < k < row.spaces - 1) << space
                towards_a = (a, -1) if k == 0 else (-1, ids[k - 1])
                towards_b = (b, -1) if k == row.spaces - 1 else (-1, ids[k + 1])
                self.space_sides[space] = (towards_a, towards_b)

        self.easy_spaces = self.spaces & ~self.space_red & ~self.middle
        """Spaces that touch a city and cost nothing more than a worker."""
        self.clockwise = [self._around(city) for city in range(len(names.cities))]
        """The links at each city, clockwise from its top (NU-23.20)."""

    def _around(self, city: int) -> list[int]:
        x, y = self.pos[city]

        def angle(link: int) -> float:
            a, b = self.link_ends[link]
            to = self.pos[b if a == city else a]
            return atan2(to[0] - x, y - to[1]) % tau

        return sorted((link for link in bits(self.links) if city in self.link_ends[link]), key=angle)

    def _coal(self, rows: list[CoalRegion]) -> None:
        names = self.names
        by_id = {row.id: row for row in rows}
        regions = [by_id[name] for name in names.regions]
        self.coal_cities = [
            [mask_of(self.city_id[c] for c in r.cities) for r in regions],
            [mask_of(self.city_id[c] for c in (*r.cities, *r.disputed_cities)) for r in regions],
        ]
        """Without and with the disputed coal lines (NU-P12)."""
        self.wagons = [{int(seats): n for seats, n in r.wagons.items()} for r in regions]
        self.coal_prices = [r.prices for r in regions]
        self.region_pos = [r.pos for r in regions]

    def components(self, links: int) -> list[int]:
        """For each city, the set of cities joined to it by these links, itself included (NU-6.4, NU-6.6)."""
        try:
            return self._components_of[links]
        except KeyError:
            return kept(self._components_of, links, self._components(links))

    def _components(self, links: int) -> list[int]:
        found = [1 << city for city in range(len(self.names.cities))]
        for link in bits(links):
            a, b = self.link_ends[link]
            joined = found[a] | found[b]
            if found[a] != found[b]:
                for city in bits(joined):
                    found[city] = joined
        return found

    def plant_sites(self, links: int) -> tuple[int, ...]:
        """NU-14.11: for each plant the urban sites that it reaches over these links; last, those of any plant."""
        try:
            return self._plant_sites_of[links]
        except KeyError:
            return kept(self._plant_sites_of, links, self._plant_sites(links))

    def _plant_sites(self, links: int) -> tuple[int, ...]:
        joined = self.components(links)
        found = [self.sites_in(joined[city])[0] for city in self.plant_city]
        return (*found, reduce(or_, found))

    @lru_cache(maxsize=20_000)  # noqa: B019
    def ladder(self, cities: int, disputed: int, wagons: tuple[int, ...]) -> Ladder:
        """NU-14.4: prices with the number of coal at each, cheapest first, over all areas with a line to these cities.

        A wagon serves once at the first price and once more at the second.
        """
        found: list[tuple[int, int]] = []
        for region, ends in enumerate(self.coal_cities[disputed]):
            if ends & cities:
                first, second, last = self.coal_prices[region]
                cheap = wagons[2 * region]
                found += ((first, cheap), (second, cheap + wagons[2 * region + 1]), (last, ENDLESS))
        if len(found) > 3:
            found.sort()
        return tuple(found)

    @lru_cache(maxsize=20_000)  # noqa: B019
    def industry_in_colours(self, mines: tuple[int, ...], turbines: tuple[int, ...]) -> list[int]:
        """How many pieces on these sites (-1: not built) stand in cities of each colour."""
        colours = [self.mine_colour[site] for site in mines if site >= 0]
        colours += [self.turbine_colour[site] for site in turbines if site >= 0]
        return [colours.count(k) for k in range(len(COLOURS))]

    @lru_cache(maxsize=20_000)  # noqa: B019
    def neutral_site(self, city: int, free: int, symbols: tuple[str, ...]) -> int:
        """NU-2.8: a red site, else one with such an icon, one-icon sites first; equal ones from the top (NU-D31)."""
        sites = [site for site in self.urban_order[city] if free >> site & 1]
        red = [site for site in sites if self.urban_red >> site & 1]
        fits = [site for site in sites if set(self.urban_symbols[site]) & set(symbols)]
        fits.sort(key=lambda site: len(self.urban_symbols[site]))
        return (*red, *fits, -1)[0]

    def black_sites(self, building: int, sites: int) -> int:
        """NU-9.4, NU-9.7: sites that show a symbol of the building. NU-9.6: a one-icon site of the city goes first."""
        try:
            return self._black_sites_of[building, sites]
        except KeyError:
            return kept(self._black_sites_of, (building, sites), self._black_sites(building, sites))

    def _black_sites(self, building: int, sites: int) -> int:
        ones = sites & self.black_one[building]
        twos = sites & self.black_two[building]
        for site in bits(twos):
            if ones & self.same_city[site]:
                twos ^= 1 << site
        return ones | twos

    def sites_in(self, cities: int) -> tuple[int, int, int]:
        """Urban sites, mine sites and turbine slots in these cities."""
        try:
            return self._sites_of[cities]
        except KeyError:
            return kept(self._sites_of, cities, self._sites_in(cities))

    def _sites_in(self, cities: int) -> tuple[int, int, int]:
        urban = mines = turbines = 0
        for city in bits(cities):
            urban |= self.city_urban[city]
            mines |= self.city_mines[city]
            turbines |= self.city_turbines[city]
        return urban, mines, turbines


def bits_where(values: Sequence[int], wanted: int) -> list[int]:
    return [i for i, value in enumerate(values) if value == wanted]


SYMBOLS = (*TYPES, GOVERNMENT)
