"""What the rules read: the component files, turned once into ids, masks and ready-made actions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from machinehall.kernel.lookup import BaseLookup
from machinehall.kernel.memo import kept
from machinehall.kernel.packs import Pack
from machinehall.kernel.values import Action

from .actions import CHANCE_KINDS, KINDS
from .components.types import ACTION_TILES, COLOURS, FACTORY_BOARD, GOODS, STATION_COST
from .options import OPTIONS

BY_BOARD, BY_STATION = -1, -2
"""Cost rules of factory sites besides a fixed price (IS-8.24)."""

BRIDGE, TUNNEL = 0, 1
ENGINEERS = ("bridge", "tunnel")
PLAYERS = (2, 3, 4)


@dataclass(frozen=True)
class Numbers:
    """The plain constants of the rulebook, as constants.json gives them."""

    workers: int
    start_workers: int
    tracks: int
    stations: int
    train_rows: int
    warehouse_free: int
    locomotives_per_player: int
    engineers_per_player: int
    reserve_tokens: int
    investors: int
    track_limit: int
    transit_fee: int
    trieste_bonus: int
    engineer_price: int
    influence_price: int
    funds: int
    repeat_cost: int
    transport_coal: int
    passenger_income: int
    station_income: int
    semmering_factor: int
    good_value: int
    route_fee: int
    start_investors: int
    investor_spaces: int
    bid_step: int


class Lookup(BaseLookup[Numbers]):
    """Everything static, by id. Built once for each pack."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack, Numbers, OPTIONS, CHANCE_KINDS)
        self._networks: dict[int, int] = {}
        self._touching_links: dict[int, int] = {}
        self._shut_links: dict[tuple[int, int], int] = {}
        self._sites_of: dict[int, int] = {}
        self.colours: list[str] = list(self.constants["colours"])
        self.goods = list(GOODS)
        self.wood, self.stone, self.iron, self.coal = range(len(GOODS))
        self._map(pack.records)
        self._tiles(pack.records)
        self._sites(pack.records)
        self._setups(pack.records)
        self._boards(pack.records)
        self._costs()
        self._crews(pack.records)
        self.set_actions(KINDS, self._domains())

    def _map(self, records: dict[str, list[Any]]) -> None:
        cities, links = records["cities"], records["links"]
        self.cities = [c.id for c in cities]
        self.city_names = [c.name for c in cities]
        self.city_at = [(c.x, c.y) for c in cities]
        self.city = {name: i for i, name in enumerate(self.cities)}
        self.board_influence: list[int] = [c.board_influence for c in cities]
        self.links = [link.id for link in links]
        self.link = {name: i for i, name in enumerate(self.links)}
        self.ends = [(self.city[link.a], self.city[link.b]) for link in links]
        self.city_links = [_mask(i for i, e in enumerate(self.ends) if c in e) for c in range(len(cities))]
        self.bridges = _mask(i for i, link in enumerate(links) if link.type == "bridge")
        self.tunnels = _mask(i for i, link in enumerate(links) if link.type == "tunnel")
        self.semmering = next(i for i, link in enumerate(links) if link.semmering)
        self.start = self.city[self.constants["start_city"]]
        self.goal = self.city[self.constants["end_city"]]
        self.goal_bit = 1 << self.goal
        self.site_of_number = {c.site_no: i for i, c in enumerate(cities) if c.site_no is not None}
        self.region_sites = [[i for i, c in enumerate(cities) if c.region == r] for r in "ABCD"]

    def _tiles(self, records: dict[str, list[Any]]) -> None:
        """City tiles, then metropolis tiles, then what is printed for cities without a tile."""
        tiles, hubs = records["city_tiles"], records["metropolis_tiles"]
        printed = [c for c in records["cities"] if c.printed is not None]
        faces = [*tiles, *hubs, *(c.printed for c in printed)]
        self.tiles = [x.id for x in (*tiles, *hubs)] + [f"P-{c.id}" for c in printed]
        self.effort: list[int] = [x.effort for x in faces]
        self.tile_influence: list[int] = [x.influence for x in faces]
        self.station_slots: list[int] = [x.station_slots for x in faces]
        self.station_cost: list[int] = [-1 if x.station_cost is None else x.station_cost for x in faces]
        self.tile_sites: list[list[int]] = [[_rule(r) for r in x.factory_sites] for x in faces]
        self.demand = [[GOODS.index(g) for g in x.demand] for x in faces]
        self.symbol: list[int] = [x.improvement_stack for x in faces]
        self.first_hub = len(tiles)
        self.tile_hub = [i - len(tiles) if len(tiles) <= i < len(tiles) + len(hubs) else -1 for i in range(len(faces))]
        self.hubs = [h.colour for h in hubs]
        self.hub_tiles = _mask(range(len(tiles), len(tiles) + len(hubs)))
        self.printed_tile = {self.city[c.id]: len(tiles) + len(hubs) + i for i, c in enumerate(printed)}
        self.pool = {n: _mask(i for i, x in enumerate(tiles) if x.players == n) for n in PLAYERS}
        self.tile_number: list[int] = [x.number for x in tiles]
        stacks = {x.symbol: x.bottom_to_top for x in records["improvement_stacks"]}
        self.stacks = {n: [[], *(list(stacks[k][str(n)]) for k in (1, 2, 3))] for n in PLAYERS}

    def _sites(self, records: dict[str, list[Any]]) -> None:
        """Factory sites: those printed on the board, then for each city those that a tile may bring."""
        board = records["factory_sites"]
        most = max((len(rules) for rules in self.tile_sites), default=0)
        self.sites = [x.id for x in board]
        self.site_city = [self.city[x.city] for x in board]
        self.board_rule = [_rule(x.cost_rule) for x in board]
        self.site_place = [-1] * len(board)
        self.board_sites = {n: _mask(i for i, x in enumerate(board) if x.min_players <= n) for n in PLAYERS}
        self.tile_site: dict[tuple[int, int], int] = {}
        for city, name in enumerate(self.cities):
            for place in range(most):
                self.tile_site[city, place] = len(self.sites)
                self.sites.append(f"{name}-{place + 1}")
                self.site_city.append(city)
                self.site_place.append(place)
        self.city_sites = [_mask(i for i, c in enumerate(self.site_city) if c == k) for k in range(len(self.cities))]

    def _setups(self, records: dict[str, list[Any]]) -> None:
        self.cards = [c.id for c in records["nationalised_links"]]
        self.card_link = [self.link[c.link] for c in records["nationalised_links"]]
        self.card_number: list[int] = [c.number for c in records["nationalised_links"]]
        normal = records["normal_cards"]
        self.normal = [c.id for c in normal]
        self.normal_for = {n: [i for i, c in enumerate(normal) if c.players == n] for n in PLAYERS}
        self.normal_hubs = [[self.city[c] for c in x.metropolis_cities] for x in normal]
        self.normal_cities = [[self.city[c] for c in x.special_cities] for x in normal]
        self.normal_tiles = [
            _mask(i for i in bits(self.pool[x.players]) if self.tile_number[i] in x.special_tile_numbers)
            for x in normal
        ]
        self.normal_crowns = [_mask(self.link[name] for name in x.nationalised_links) for x in normal]
        self.expeditions = [e.id for e in records["expedition_tiles"]]
        self.expedition_value: list[int] = [e.value for e in records["expedition_tiles"]]
        self.growth = [g.id for g in records["growth_tiles"]]
        self.growth_steps: list[list[int]] = [list(g.steps) for g in records["growth_tiles"]]
        self.beginner: dict[int, Any] = {x.players: x for x in records["beginner_setups"]}
        self.beginner_hub = {
            n: [self.city[h.beginner_city[str(n)]] for h in records["metropolis_tiles"]] for n in PLAYERS
        }
        self.contracts = [c.id for c in records["contracts"]]
        self.contract_size: list[int] = [c.deck for c in records["contracts"]]
        self.contract_value: list[int] = [c.value for c in records["contracts"]]
        self.contract_needs = [tuple(c.factories.count(g) for g in GOODS) for c in records["contracts"]]
        self.decks = [_mask(i for i, c in enumerate(records["contracts"]) if c.deck == d) for d in (1, 2, 3)]

    def _boards(self, records: dict[str, list[Any]]) -> None:
        self.columns: list[int] = [c.column for c in records["influence_columns"]]
        self.last_column = len(self.columns) - 1
        self.gold: list[int] = [c.gold_key for c in records["influence_columns"]]
        self.silver: list[int] = [c.silver_key for c in records["influence_columns"]]
        self.share_price: list[int] = [r.price for r in records["share_rows"]]
        self.share_cost: list[int] = [r.influence_cost for r in records["share_rows"]]
        self.market_spaces = len(records["market_rows"])
        prices = [r.price for r in records["market_rows"]]
        self.market_price: list[int] = [prices[-1], *reversed(prices)]
        """By number of cubes left in the column (IS-8.31)."""
        rows = {(r.players, r.good): r for r in records["factory_rows"]}
        self.build_cost: dict[int, list[list[int]]] = {n: [list(rows[n, g].build_cost) for g in GOODS] for n in PLAYERS}
        self.reward: dict[int, list[list[int]]] = {
            n: [list(rows[n, g].delivery_reward) for g in GOODS] for n in PLAYERS
        }
        locos = records["locomotives"]
        self.locos = [x.id for x in locos]
        self.level: list[int] = [x.level for x in locos]
        self.loco_price: list[int] = [x.price for x in locos]
        self.loco_influence: list[int] = [x.influence for x in locos]
        self.first_round: list[int] = [x.first_round or 0 for x in locos]
        boards = {b.players: b for b in records["worker_boards"]}
        names = [f"{c}-{i}" for c in COLOURS for i in (1, 2)]
        self.hire_columns = names
        self.hire_hub = [i // 2 for i in range(len(names))]
        self.hire_open: dict[int, list[int]] = {}
        for n in PLAYERS:
            owners = list(boards[n].columns)
            self.hire_open[n] = [2 * h + i for h, c in enumerate(COLOURS) for i in range(owners.count(c))]
        self.engineer_slots = {n: [boards[n].engineer_slots[c] for c in COLOURS] for n in PLAYERS}
        self.rounds = len(records["rounds"])
        self.actions_of_round: list[int] = [r.action_pawns for r in records["rounds"]]
        self.expedition_round = [r.expedition_space for r in records["rounds"]]
        self.refill_round = [r.market_refill for r in records["rounds"]]
        self.florins = sum(f.count * f.value for f in records["florins"])
        self.cube_count: list[int] = [g.count for g in records["goods"]]
        self.action_tiles = list(ACTION_TILES)

    def _costs(self) -> None:
        k = self.constants
        self.hiring_prices: list[int] = list(k["hiring_prices"])
        self.metropolis_bonus: list[int] = list(k["metropolis_bonus"])
        self.dividend_tenths: list[int] = list(k["dividend_tenths"])
        self.start_loco = self.locos.index(k["start_locomotive"])
        self.start_goods: list[int] = [k["start_goods"].get(g, 0) for g in GOODS]
        self.start_money: dict[int, int] = {n: k["start_money"][str(n)] for n in PLAYERS}
        self.refill_cubes = {n: k["refill_cubes"][str(n)] for n in PLAYERS}
        self.refill_pool: list[int] = [k["refill_pool"][g] for g in GOODS]
        self.contracts_shown = {n: k["contracts_shown"][str(n)] for n in PLAYERS}
        base = [k["track_materials"].get(g, 0) for g in GOODS]
        extra = {"bridge": GOODS.index(k["bridge_material"]), "tunnel": GOODS.index(k["tunnel_material"])}
        self.more_material = [-1] * len(self.links)
        for kind, mask in (("bridge", self.bridges), ("tunnel", self.tunnels)):
            for link in bits(mask):
                self.more_material[link] = extra[kind]
        self.engineer_of = [(self.bridges >> i & 1) | (self.tunnels >> i & 1) << 1 for i in range(len(self.links))]
        """Which engineer a link needs, as a bit of `State.engineers`."""
        self.materials: list[int] = base
        rows = [row for boards in self.build_cost.values() for row in boards]
        self.dearest = max(*self.loco_price, *self.station_cost, *self.hiring_prices, *(max(row) for row in rows))
        """The highest price of a single thing."""

    def _crews(self, records: dict[str, list[Any]]) -> None:
        """Every crew of workers of which nobody could be left out, for any effort on the map (IS-8.9, Amb-53)."""
        self.levels = [x.id for x in records["worker_levels"]]
        self.experience: list[int] = [x.experience for x in records["worker_levels"]]
        self.output: list[int] = [x.factory_output for x in records["worker_levels"]]
        most = max(self.effort)
        spans = [range(-(-most // e) + 1) for e in self.experience]
        self.crews = [c for c in product(*spans) if any(self.enough(c, need) for need in range(1, most + 1))]

    def enough(self, crew: Sequence[int], need: int) -> bool:
        """Whether a crew has the experience, and would not without any one of its workers."""
        total = sum(k * e for k, e in zip(crew, self.experience, strict=True))
        return total >= need and all(total - e < need for k, e in zip(crew, self.experience, strict=True) if k)

    def _domains(self) -> dict[str, Sequence[str]]:
        crews = ["+".join(f"{k}x{name}" for k, name in zip(c, self.levels, strict=True) if k) for c in self.crews]
        return {
            "seat": [str(i) for i in range(PLAYERS[-1])],
            "colour": self.colours,
            "city": self.cities,
            "link": self.links,
            "tile": self.tiles,
            "site": self.sites,
            "good": self.goods,
            "metropolis": self.hubs,
            "contract": self.contracts,
            "card": self.cards,
            "normal": self.normal,
            "expedition": self.expeditions,
            "growth": self.growth,
            "engineer": list(ENGINEERS),
            "hire": self.hire_columns,
            "loco": self.locos,
            "crew": crews,
            "post": [f"{zone}-{name}" for zone in ("training", "working") for name in self.levels],
            "use": ["influence", "share", "wagon"],
            "tile-name": self.action_tiles,
            "steps": [str(i) for i in range(1, self.last_column + 1)],
            "bid": [str(i * self.n.bid_step) for i in range(self.last_column + 1)],
            "price": [str(p) for p in self.share_price],
            "column": [str(c) for c in self.columns],
            "key": ["gold", "silver"],
            "option": list(self.option),
        }

    # Memos over masks: the same network is asked about many times before it grows.

    def network(self, tracks: int) -> int:
        """IS-5.4: the cities of a network, as bits."""
        try:
            return self._networks[tracks]
        except KeyError:
            return kept(self._networks, tracks, self._network(tracks))

    def _network(self, tracks: int) -> int:
        found = 1 << self.start
        for link in bits(tracks):
            a, b = self.ends[link]
            found |= 1 << a | 1 << b
        return found

    def touching(self, cities: int) -> int:
        """Links with an end in one of the cities, as bits."""
        try:
            return self._touching_links[cities]
        except KeyError:
            return kept(self._touching_links, cities, self._touching(cities))

    def _touching(self, cities: int) -> int:
        found = 0
        for city in bits(cities):
            found |= self.city_links[city]
        return found

    def shut(self, tracks: int, stations: int) -> int:
        """IS-8.5: links that end in a city where no further own track may end, as bits."""
        try:
            return self._shut_links[tracks, stations]
        except KeyError:
            return kept(self._shut_links, (tracks, stations), self._shut(tracks, stations))

    def _shut(self, tracks: int, stations: int) -> int:
        found, most = 0, self.n.track_limit
        for city in bits(self.network(tracks) & ~stations):
            if (self.city_links[city] & tracks).bit_count() >= most:
                found |= self.city_links[city]
        return found

    def sites_in(self, cities: int) -> int:
        """Factory sites that belong to one of the cities, as bits."""
        try:
            return self._sites_of[cities]
        except KeyError:
            return kept(self._sites_of, cities, self._sites_in(cities))

    def _sites_in(self, cities: int) -> int:
        found = 0
        for city in bits(cities):
            found |= self.city_sites[city]
        return found

    @lru_cache(maxsize=100_000)  # noqa: B019
    def crew_actions(self, need: int, have: tuple[int, ...]) -> list[Action]:
        """The crews that can be mobilised for an effort out of the workers in training."""
        return [
            action
            for action, crew in zip(self.a["mobilise"], self.crews, strict=True)
            if self.enough(crew, need) and all(k <= h for k, h in zip(crew, have, strict=True))
        ]


def _rule(cost_rule: int | str) -> int:
    if isinstance(cost_rule, int):
        return cost_rule
    return {FACTORY_BOARD: BY_BOARD, STATION_COST: BY_STATION}[cost_rule]


@lru_cache(maxsize=200_000)
def bits(mask: int) -> tuple[int, ...]:
    """The ids in a set, in order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def _mask(ids: Iterable[int]) -> int:
    return sum(1 << i for i in ids)
