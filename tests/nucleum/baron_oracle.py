"""The Baron's choices once more, slowly and by name, as a person with the solo rules beside the board would find them.

Nothing here uses a mask or a criterion of the engine; records are read as they are on file.
"""

from __future__ import annotations

from collections import Counter
from math import atan2, tau
from typing import Any

from machinehall.titles.nucleum.state import BUILDINGS, ROWS, State
from nucleum.oracle import Map
from nucleum.scene import T

ORDER = ["urbanize", "industrialize", "develop", "contract", "energize"]
CARDS: dict[str, Any] = {row.id: row for row in T.pack.records["logic_cards"]}  # type: ignore[attr-defined]
TILES: list[Any] = list(T.pack.records["action_tiles"])
HOUSES: list[Any] = list(T.pack.records["buildings"])
NEUTRALS: list[Any] = list(T.pack.records["neutral_buildings"])


class Baron:
    """One Baron in a position with a Logic card."""

    def __init__(self, s: State, b: int, card: str) -> None:
        self.s, self.b, self.map, self.card = s, b, Map(s), CARDS[card]
        self.city: dict[str, Any] = {row.id: row for row in self.map.cities}
        self.networks = self.map.networks(b)
        self.here = {city for network in self.networks for city in network}
        self.plants = [row.id for row in self.map.cities if row.plant]
        self.atoms = {name for k, name in enumerate(T.names.plants) if s.nucleums >> k & 1}

    def pick(self, cities: list[str]) -> str:
        """NU-23.20."""
        choose = max if self.card.tie_break == "highest" else min
        return choose(cities, key=lambda name: self.city[name].number)

    # Rails

    def tile_at(self, space: str) -> tuple[int, Any, bool] | None:
        at = T.names.spaces.index(space)
        owner = self.s.rail_owner[at]
        return None if owner < 0 else (owner, TILES[self.s.rail_tile[at]], bool(self.s.rail_flipped >> at & 1))

    def touches(self, link: Any, k: int, tile: Any, way: int) -> list[tuple[int, str]]:
        """Matching halves of a tile on space k (from 0) with the kind of partner."""
        found = []
        for side in (0, 1):
            half = (side + way) % 2
            mine = tile.halves[half].colour
            next_to = k + (1 if side else -1)
            if 0 <= next_to < link.spaces:
                other = self.tile_at(f"{link.id}.{next_to + 1}")
                if other is None:
                    continue
                owner, record, turned = other
                theirs = record.halves[(1 - side + turned) % 2].colour
                if self.s.tech[owner] >> T.technologies.index("d7") & 1:
                    theirs = "wild"
                if "wild" in (mine, theirs) or mine == theirs:
                    found.append((half, "own" if owner == self.b else "baron" if owner else "human"))
            else:
                colour = self.city[link.b if side else link.a].colour
                if mine == "wild" or colour in (mine, "praha"):
                    found.append((half, "city"))
        return found

    def rail(self, tile: Any, queue: list[Any]) -> tuple[str, str, int] | None:
        """NU-23.30 to NU-23.36: condition, space and way; None for a normal turn."""
        if not self.s.supply[self.b]:
            return None
        rest = [half.action for other in queue if other is not tile for half in other.halves]
        if any(half.action in ORDER and half.action not in rest for half in tile.halves):
            return None
        for name, places in self.places().items():
            count = {(link.id, k): max(len(self.touches(link, k, tile, way)) for way in (0, 1)) for link, k in places}
            fits = [p for p in places if count[p[0].id, p[1]] >= (2 if name == "two" else 1)]
            if fits:
                most = max(count[link.id, k] for link, k in fits)
                link, k = self.link_choice([p for p in fits if count[p[0].id, p[1]] == most])
                return name, f"{link.id}.{k + 1}", self.way(link, k, tile)
        return None

    def places(self) -> dict[str, list[tuple[Any, int]]]:
        """Links and spaces by the condition that they fulfil, in the order in which the conditions are tried."""
        with_piece = [n for n in self.networks if any(city in n for city in self.map.pieces(self.b))]
        groups: dict[str, list[tuple[Any, int]]] = {"one": [], "two": [], "three": [], "four": []}
        for link in self.map.links:
            owners = self.map.owners(link)
            free = [k for k, owner in enumerate(owners) if owner < 0]
            if link.spaces > 1 and len(free) == 1:
                groups["one"].append((link, free[0]))
            if link.spaces == 1 and free:
                groups["two"].append((link, 0))
            if link.spaces == 3 and len(free) == 2 and self.b in owners:
                groups["three"] += [(link, k) for k in free]
            if len(free) == link.spaces:
                for network in with_piece:
                    if link.a in network and link.b not in network:
                        groups["four"].append((link, 0))
                    if link.b in network and link.a not in network:
                        groups["four"].append((link, link.spaces - 1))
        return groups

    def link_choice(self, fits: list[tuple[Any, int]]) -> tuple[Any, int]:
        city = self.pick([end for link, _ in fits for end in (link.a, link.b)])
        fits = [(link, k) for link, k in fits if city in (link.a, link.b)]
        x, y = self.city[city].pos

        def angle(link: Any) -> float:
            to = self.city[link.b if link.a == city else link.a].pos
            return atan2(to[0] - x, y - to[1]) % tau

        return min(fits, key=lambda p: (angle(p[0]), p[1] if p[0].a == city else p[0].spaces - p[1]))

    def way(self, link: Any, k: int, tile: Any) -> int:
        """NU-23.36."""

        def worth(way: int) -> tuple[Any, ...]:
            ends = self.touches(link, k, tile, way)
            broke = self.s.thaler[self.b] == 0

            def rank(half: int) -> int:
                action = tile.halves[half].action
                if action not in ORDER:
                    return 5
                return 6 if broke and action in ("urbanize", "industrialize", "energize") else ORDER.index(action)

            ranks = sorted((rank(half), ["own", "city", "baron", "human"].index(mate)) for half, mate in ends)
            best = min((r for r, _ in ranks), default=0)
            return -len(ends), best, [mate for _, mate in ranks], way

        return min((0, 1), key=worth)

    # Actions

    def connected_plants(self, city: str) -> list[str]:
        return [plant for plant in self.plants if plant in self.map.reach(city, None)]

    def urbanize(self) -> tuple[str, str] | None:
        """NU-23.42: building and site."""
        s, b = self.s, self.b
        free = [row for row in self.map.sites.values() if row.kind == "urban" and row.city in self.here]
        free = [row for row in free if s.open_urban >> T.names.urban.index(row.id) & 1]
        own = {
            self.map.sites[T.names.urban[i]].city for i, p in enumerate(s.urban) if 0 <= p - BUILDINGS * b < BUILDINGS
        }
        for kind in self.card.urbanize:
            left = [h for level in (1, 2, 4, 3) for h in HOUSES if (h.type, h.level) == (kind, level)]
            left = [h for h in left if not s.built[b] >> T.buildings.index(h.id) & 1]
            sites = [row for row in free if row.red or set(row.symbols) & set(left[0].symbols)] if left else []
            if not sites:
                continue
            scores = {}
            for city in {row.city for row in sites}:
                plants = self.connected_plants(city)
                plant = 2 if self.atoms & set(plants) else 1 if plants else 0
                scores[city] = (plant, city == "praha", city not in own)
            city = self.pick([name for name in scores if scores[name] == max(scores.values())])
            there = [row for row in sites if row.city == city]
            return left[0].id, min(there, key=lambda row: (row.red, len(row.symbols))).id
        return None

    def industrialize(self) -> tuple[str, str] | None:
        """NU-23.43: kind and site."""
        s, b = self.s, self.b
        mines = [i for i in s.mine_site[ROWS * b : ROWS * b + ROWS] if i >= 0]
        turbines = [i for i in s.turbine_site[ROWS * b : ROWS * b + ROWS] if i >= 0]
        wish = self.card.industrialize
        if wish == "least_built":
            wish = "mine" if len(mines) < len(turbines) else "turbine"
        for kind in (wish, "mine" if wish == "turbine" else "turbine"):
            names, open_ = (T.names.mines, s.open_mines) if kind == "mine" else (T.names.turbines, s.open_turbines)
            rows = [row for row in self.map.sites.values() if row.kind == kind and row.city in self.here]
            rows = [row for row in rows if open_ >> names.index(row.id) & 1]
            if not rows or len(mines if kind == "mine" else turbines) == 4:
                continue
            worth = {
                row.city: (
                    self.map.present(0, row.city),
                    row.city in self.atoms
                    if kind == "turbine"
                    else max(r.uranium_bonus for r in rows if r.city == row.city),
                )
                for row in rows
            }
            city = self.pick([name for name in worth if worth[name] == max(worth.values())])
            there = [row for row in rows if row.city == city]
            return kind, min(there, key=lambda row: (-row.uranium_bonus, row.red)).id
        return None

    def energize(self) -> tuple[str, str, int] | None:
        """NU-23.46, NU-23.48: plant, site and points."""
        s, b = self.s, self.b
        coal = {c for r in self.map.coal for c in (*r.cities, *(r.disputed_cities if s.options[8] else ()))}
        dug = [self.map.sites[T.names.mines[i]].city for i in s.mine_site[ROWS * b : ROWS * b + ROWS] if i >= 0]
        spun = [self.map.sites[T.names.turbines[i]].city for i in s.turbine_site[ROWS * b : ROWS * b + ROWS] if i >= 0]
        found: list[tuple[tuple[int, int], str]] = []
        for i, piece in enumerate(s.urban):
            mine = 0 <= piece - BUILDINGS * b < BUILDINGS
            if s.powered >> i & 1 or piece < 0 or not (mine or piece >= T.first_neutral):
                continue
            row = self.map.sites[T.names.urban[i]]
            reach = self.map.reach(row.city, None)
            if not self.connected_plants(row.city) or not (coal | set(dug)) & reach:
                continue
            house = HOUSES[piece - BUILDINGS * b] if mine else None
            rank = (2, 0) if house is None else (0, 0) if house.level == 4 else (1, house.power_need)
            found.append((rank, row.id))
        if not found:
            return None
        best = [site for rank, site in found if rank == min(found)[0]]
        city = self.pick([self.map.sites[site].city for site in best])
        site = next(name for name in self.map.sites if name in best and self.map.sites[name].city == city)
        plants = self.connected_plants(city)
        plant = self.pick([p for p in plants if p in self.here] or plants)
        network = self.map.reach(plant, b)
        points = sum(c in network for c in spun) + (sum(c in network for c in dug) if plant in self.atoms else 0)
        return plant, site, points

    def develop(self) -> list[str]:
        """NU-23.44: the tiles in the order taken."""

        def deeds(tile: int) -> list[str]:
            return [half.action for half in TILES[tile].halves if half.action in ORDER]

        market = [tile for tile in self.s.market if tile >= 0]
        mine = Counter(deed for tile in self.s.queue[self.b - 1] for deed in deeds(tile))
        taken: list[int] = []
        for step in (1, 2, 3):
            there = Counter(deed for tile in market for deed in deeds(tile))
            counts = mine if step == 1 else there
            fits = [tile for tile in market if step == 3 or any(counts[deed] == 1 for deed in deeds(tile))]
            if fits and len(taken) < 2:
                taken.append(fits[-1])
                market.remove(fits[-1])
        return [T.tile_ids[tile] for tile in taken]
