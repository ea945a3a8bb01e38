"""Offers against a slow reading of the rules: loops over everything there is, written as the rulebook says it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from imperial_steam.scene import TITLE, Scene, T
from machinehall.kernel.frames import NOTHING
from machinehall.titles.imperial_steam.frames import Collect, Recruit, Track
from machinehall.titles.imperial_steam.rules import DECISIONS
from machinehall.titles.imperial_steam.state import State

GOODS = ("wood", "stone", "iron", "coal")
NAMES = [str(name) for name in T.cities]


class Table:
    """The position of one seat as a person would tell it, in names and plain numbers."""

    def __init__(self, s: State, seat: int) -> None:
        view = TITLE.view(s, seat)
        self.v, self.seat, self.s = view, seat, s
        self.money = view["money"][seat]
        self.tracks = set(view["tracks"][seat])
        self.network = {"wien"} | {NAMES[c] for name in self.tracks for c in T.ends[T.link[name]]}
        self.goods = view["goods"][seat]
        self.wagons = sum(T.level[T.locos.index(x)] for x in view["trains"][seat] if x)
        self.freight = self.wagons - view["passengers"][seat] - view["reserved"][seat]
        self.tile = dict(zip(NAMES, s.tile, strict=True))
        rows = [view["factories"][4 * i : 4 * i + 4] for i in range(view["seats"])]
        self.own = {site: good for good, row in zip(GOODS, rows[seat], strict=True) for site in row}
        self.taken = {site for seat_rows in rows for row in seat_rows for site in row}

    def cost(self, city: str) -> int:
        return int(T.station_cost[self.tile[city]])

    def city_of(self, site: str) -> str:
        return NAMES[T.site_city[T.sites.index(site)]]


def sales(x: Table) -> Iterator[str]:
    """IS-9.1."""
    row_of_price = x.v["share"][x.seat] + 1
    if x.v["investors"][x.seat] >= row_of_price:
        yield "sell"


def deliveries(x: Table) -> Iterator[str]:
    """IS-9.3, IS-9.4, IS-9.8."""
    if x.v["delivered"] or not x.goods["coal"]:
        return
    for site, good in x.own.items():
        for city in x.network:
            hub = T.tile_hub[x.tile[city]]
            left = [city in row for row in x.v["wanted"]]
            if good != "coal" and left[GOODS.index(good)]:
                yield f"deliver {site} {city}" if x.v["cubes"].get(site) else ""
            if good == "coal" and (left[3] or left[4]) and x.s.keys[2 * hub] != x.seat:
                yield f"deliver {site} {city}" if x.v["cubes"].get(site) else ""


def buyouts(x: Table) -> Iterator[str]:
    """IS-9.11, IS-9.12, IS-8.5."""
    stations = x.v["stations"][x.seat]
    for name in x.v["crowns"]:
        a, b = (NAMES[c] for c in T.ends[T.link[name]])
        owners = [i for i, row in enumerate(x.v["tracks"]) if i != x.seat and name in row]
        price = min(x.cost(a), x.cost(b)) * len(owners) if owners else max(x.cost(a), x.cost(b))
        full = [c for c in (a, b) if c not in stations and sum(c in ends(k) for k in x.tracks) >= 2]
        fits = not full or not x.v["options"]["buyout_limit"]
        if name not in x.tracks and {a, b} & x.network and fits and len(x.tracks) < 18 and price <= x.money:
            yield f"buy-out {name}"


def ends(link: str) -> set[str]:
    return {NAMES[c] for c in T.ends[T.link[link]]}


def free(x: Table) -> set[str]:
    return {*sales(x), *deliveries(x), *buyouts(x)} - {""}


def building(x: Table) -> set[str]:
    """IS-8.22 to IS-8.26."""
    found = set()
    row = x.v["stations"]
    for city in x.network - {"wien"}:
        used = sum(mine.count(city) for mine in row)
        again = city in row[x.seat] and not x.v["options"]["two_stations"]
        if None in row[x.seat] and used < T.station_slots[x.tile[city]] and x.cost(city) <= x.money and not again:
            found.add(f"station {city}")
    if not any(x.v["workers"][x.seat].values()):
        return found
    for site in set(x.v["sites"]) - x.taken:
        city = x.city_of(site)
        if city not in x.network:
            continue
        place = T.site_place[T.sites.index(site)]
        rule = T.board_rule[T.sites.index(site)] if place < 0 else T.tile_sites[x.tile[city]][place]
        for k, good in enumerate(GOODS):
            costs = T.build_cost[x.v["seats"]][k]
            built = x.v["built"][k]
            if built < len(costs) and {-1: costs[built], -2: x.cost(city)}.get(rule, rule) <= x.money:
                found.add(f"factory {site} {good}")
    return found


def trains(x: Table) -> set[str]:
    """IS-8.32 to IS-8.34."""
    found = set()
    own = x.v["trains"][x.seat]
    for name, left in x.v["locos"].items():
        new = T.locos.index(name)
        if not left or T.first_round[new] > x.v["round"]:
            continue
        if None in own and T.loco_price[new] <= x.money:
            found.add(f"buy {name}")
        for old in (T.locos.index(o) for o in own if o):
            if T.level[new] > T.level[old] and T.loco_price[new] - T.loco_price[old] <= x.money:
                found.add(f"upgrade {T.locos[old]} {name}")
    return found


def contracts(x: Table) -> set[str]:
    """IS-8.36."""
    return {f"sign {c}" for c in x.v["offer"] if T.contract_size[T.contracts.index(c)] <= x.freight}


def recruits(x: Table) -> set[str]:
    """IS-8.17 to IS-8.21, before anybody is hired."""
    found = set()
    mine = x.v["influence"][x.seat]
    workers = sum(x.v["workers"][x.seat].values()) + len(x.own)
    for k in T.hire_open[x.v["seats"]]:
        price = T.hiring_prices[x.v["hiring"][k]]
        if mine >= x.v["metropolises"][k // 2] and price <= x.money and workers < 15:
            found.add(f"hire {T.hire_columns[k]}")
    for h, colour in enumerate(T.hubs):
        for kind, left in x.v["engineers_left"][h].items():
            if left and mine >= x.v["metropolises"][h] and x.money >= 30 and kind not in x.v["engineers"][x.seat]:
                found.add(f"engineer {colour} {kind}")
    return found


def imports(x: Table) -> set[str]:
    """IS-8.29 to IS-8.31."""
    prices = [50, 50, 40, 30, 30, 20, 20, 20, 10, 10, 10]
    found = {g for k, g in enumerate(GOODS) if prices[x.v["market"][k]] <= x.money}
    tile = x.v["expeditions"][x.v["round"] - 1]
    limit = T.expedition_value[T.expeditions.index(tile)] if tile else 0
    more = {f"order {g}" for g in found} if sum(x.v["ordered"][x.seat].values()) < limit else set()
    return {f"import {g}" for g in found} | more


def collecting(x: Table) -> set[str]:
    """IS-8.28."""
    return {f"collect {site}" for site in x.own if x.v["cubes"].get(site)}


def shares(x: Table) -> set[str]:
    """IS-8.40."""
    at, cost = x.v["share"][x.seat], [0, 1, 2, 3, 4, 5]
    up = {f"price {T.share_price[at + 1]}"} if at < 5 and cost[at + 1] <= x.v["influence"][x.seat] else set()
    return {f"price {T.share_price[k]}" for k in range(at)} | up


def influence(x: Table) -> set[str]:
    """IS-8.39."""
    return {f"influence {k}" for k in range(1, min(x.money // 10, 20 - x.v["influence"][x.seat]) + 1)}


READINGS: dict[str, Callable[[Table], set[str]]] = {
    "build": building,
    "train": trains,
    "contract": contracts,
    "recruit": recruits,
    "import": imports,
    "collect": collecting,
    "share": shares,
    "influence": influence,
}
FRAMES: dict[str, tuple[str, tuple[int, ...]]] = {
    "build": ("build", NOTHING),
    "train": ("train", NOTHING),
    "contract": ("sign", NOTHING),
    "recruit": ("recruit", Recruit(column=-1, hired=0)),
    "import": ("import", NOTHING),
    "collect": ("collect", Collect()),
    "share": ("share", NOTHING),
    "influence": ("influence", NOTHING),
}


def rich(seed: int) -> Iterator[State]:
    """Positions of players who can afford a lot, so that much is on offer."""
    rng = random.Random(seed)
    letters = "RVBY"[: 2 + seed % 3]
    number = rng.randint(3, 8)
    scene = Scene(letters, number, {"two_stations": seed & 1, "buyout_limit": seed >> 1 & 1})
    for letter in letters:
        scene.player(letter, money=rng.choice((40, 200, 900)), influence=rng.choice((0, 40, 100, 190)))
        scene.player(letter, workers=(3, 3, 3), goods="wood*2 stone*3 iron*3 coal*3", trains="IS-6 IS-5")
        scene.player(letter, engineers=rng.choice(("", "bridge", "bridge tunnel")))
    scene.begin("turns", 0)
    s = scene.s
    while s.stack and s.round == number:
        seat = TITLE.to_act(s)[0]
        legal = TITLE.legal(s, seat)
        if s.stack[-1][0] == "turn":
            yield s
        kinds = sorted({a.kind for a in legal} - {"end-turn"}) or ["end-turn"]
        kind = rng.choice(kinds)
        TITLE.apply(s, seat, rng.choice([a for a in legal if a.kind == kind]))


def texts(actions: Any) -> set[str]:
    return {TITLE.text(a) for a in actions}


@pytest.mark.parametrize("seed", range(24))
def test_offers_are_those_of_the_slow_reading(seed: int, count_matches: Any) -> None:
    compared = 0
    for s in rich(seed):
        seat = TITLE.to_act(s)[0]
        x = Table(s, seat)
        offered = texts(TITLE.legal(s, seat))
        assert {text for text in offered if not text.startswith("do ")} == free(x)
        for tile, reading in READINGS.items():
            wanted = reading(x)
            other = s.clone()
            kind, args = FRAMES[tile]
            other.stack.append((kind, seat, args))
            assert texts(TITLE.legal(other, seat)) == wanted, tile
            pawns = s.pawns[11 * seat + T.action_tiles.index(tile)]
            if not pawns:
                assert (f"do {tile}" in offered) == bool(wanted), tile
            elif pawns > s.influence[seat]:
                assert f"do {tile}" not in offered
            compared += 1
        # IS-8.42, Amb-3: passing is always open, whatever stands on the tile.
        assert "do pass" in offered
    assert compared > 8
    count_matches(1)


ASKED: dict[str, tuple[str, ...]] = {
    "turn": ("deliver", "buy-out"),
    "build": ("station", "factory"),
    "train": ("buy", "upgrade"),
    "sign": ("sign",),
    "recruit": ("hire", "engineer"),
    "import": ("import", "order"),
    "influence": ("influence",),
    "track": ("track",),
}
"""Decisions, with the kinds of action of which a predicate says what is wrong with each."""


@pytest.mark.parametrize("seed", range(8))
def test_what_is_offered_is_what_nothing_speaks_against(seed: int) -> None:
    """Offers are found quickly and reasons are given slowly; neither may know a condition that the other does not."""
    asked = [
        *FRAMES.values(),
        ("track", Track(second=0, spare=0)),
        ("track", Track(second=1, spare=2)),
        ("turn", NOTHING),
    ]
    seen = set()
    for s in rich(seed):
        seat = TITLE.to_act(s)[0]
        for kind, args in asked:
            if kind not in ASKED:
                continue
            other = s.clone()
            other.stack.append((kind, seat, args))
            offers = set(TITLE.legal(other, seat))
            for action in TITLE.actions.all:
                if action.kind in ASKED[kind]:
                    reason = DECISIONS[kind].refuse(T, other, seat, args, action)
                    assert (reason is None) == (action in offers), (TITLE.text(action), reason)
                    seen.add((action.kind, reason is None))
    assert {kind for kind, _ in seen} == {kind for kinds in ASKED.values() for kind in kinds}
    assert sum(allowed for _, allowed in seen) > 4
