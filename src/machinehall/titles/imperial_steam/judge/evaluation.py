"""What a position is worth to a seat, in florins: the hand-made judgement that bots start from."""

from __future__ import annotations

import heapq
import json
from functools import lru_cache
from pathlib import Path

from machinehall.titles.imperial_steam.lookup import BRIDGE, TUNNEL, Lookup, bits
from machinehall.titles.imperial_steam.rules.final_scoring import best_filled, income, key_value, reached
from machinehall.titles.imperial_steam.rules.final_scoring import outcome as final
from machinehall.titles.imperial_steam.rules.lay_tracks import experience, payable, power
from machinehall.titles.imperial_steam.rules.storage import freight, stationed, warehouse
from machinehall.titles.imperial_steam.state import GOLD, GOODS, LEVELS, ROWS, SECOND_COAL, SILVER, ZONES, State

Weights = dict[str, float]
STATION_FIRST = 3
"""What a link costs more that ends where a station is needed first (IS-8.5)."""


@lru_cache(maxsize=1)
def weights() -> Weights:
    text = Path(__file__).with_name("weights.json").read_text(encoding="utf-8")
    return {name: value for name, value in json.loads(text).items() if name != "about"}


def evaluate(t: Lookup, s: State, seat: int, w: Weights | None = None) -> float:
    """Money to be expected at the end of the match, roughly, after dividends."""
    if not s.stack:
        return float(final(t, s).scores[seat])
    return sum(parts(t, s, seat, w or weights()).values())


def reasons(t: Lookup, s: State, seat: int) -> dict[str, float]:
    """The same sum in its named parts, for hints."""
    return parts(t, s, seat, weights())


def parts(t: Lookup, s: State, seat: int, w: Weights) -> dict[str, float]:
    """What is there by now, and what it may still become in the turns that are left."""
    done = reached(t, s)
    last = done or s.round == t.rounds
    turns, own = turns_left(t, s, seat, last)
    hope = min(1.0, turns / w["horizon"])
    rounds = 0 if last else min(t.rounds - s.round, 4)
    factor = t.n.semmering_factor if s.semmering == seat else 1
    space = freight(t, s, seat) + warehouse(t, s, seat)
    due = 1.0 if last else (s.round / t.rounds) ** 2
    money, column = purse(t, s, seat)
    hubs = sum(column >= needed for needed in s.metropolises)
    found = {
        "money": money + w["liquid"] * hope * (1 - s.round / t.rounds) * min(money, 120),
        "income": float(income(t, s, seat) * (factor + rounds)),
        "keys": float(key_value(t, s, seat)),
        "influence": (w["influence"] * column + w["access"] * min(hubs, 2)) * hope + due * t.metropolis_bonus[hubs],
        "goods": goods(t, s, seat, w, space, last, hope),
        "factories": factories(t, s, seat, w) * (1.0 if own and not s.delivered else hope),
        "contracts": contracts(t, s, seat, w, done),
    }
    real = sum(found.values())
    sold = shares(t, s, seat, real, w["expected_total"] * hope, own or turns > 0)
    found["road"] = road(t, s, seat, w, space, hope, turns)
    found["wagons"] = hope * storage(space, w)
    found["investors"] = sold[1] + w["unsold"] * hope * s.investors[seat]
    found["dividends"] = sold[0]
    return found


def purse(t: Lookup, s: State, seat: int) -> tuple[int, int]:
    """Money and column on the influence track; a bid that is not revealed yet is as good as paid."""
    steps = max(0, s.bids[seat])
    return s.money[seat] - steps * t.n.bid_step, s.influence[seat] + steps


def turns_left(t: Lookup, s: State, seat: int, last: bool) -> tuple[int, bool]:
    """Turns of the seat after the one that is being played, and whether that one is its own."""
    later = 0 if last else sum(t.actions_of_round[s.round :])
    for kind, _, args in s.stack:
        if kind == "turns":
            k, all_of_them = args.begun, s.seats * t.actions_of_round[s.round - 1]
            place = s.order.index(seat)
            return later + len(range(k + (place - k) % s.seats, all_of_them, s.seats)), (k - 1) % s.seats == place
    return later, False


def storage(space: int, w: Weights) -> float:
    """Room: three places for the materials of a track (IS-8.7), a fourth for a bridge or tunnel, more at leisure."""
    return w["needed_space"] * min(space, 3) + w["space"] * min(space, 4) + w["ample_space"] * min(space, 7)


def shares(t: Lookup, s: State, seat: int, real: float, floor: float, can_sell: bool) -> tuple[float, float]:
    """What dividends take of the total, and what the shares bring that can be sold at the present price."""
    kept, price = t.dividend_tenths, t.share_price[s.share[seat]]
    found = []
    for k in range(max(0, s.investors[seat] - s.share[seat]) + 1 if can_sell else 1):
        lost = 10 - kept[min(s.dividends[seat] + k, len(kept) - 1)]
        found.append(k * price - lost / 10 * max(real + k * price, floor))
    return found[0], max(found) - found[0]


# The road to Trieste


@lru_cache(maxsize=50_000)
def _way(t: Lookup, tracks: int, tiles: tuple[int, ...], crowns: int, engineers: int, stations: int) -> tuple[int, ...]:
    shut = t.shut(tracks, stations)
    queue: list[tuple[int, int, tuple[int, ...]]] = [(0, city, ()) for city in bits(t.network(tracks))]
    heapq.heapify(queue)
    seen: set[int] = set()
    while queue:
        cost, city, links = heapq.heappop(queue)
        if city == t.goal:
            return links
        if city in seen:
            continue
        seen.add(city)
        for link in bits(t.city_links[city]):
            other = sum(t.ends[link]) - city
            kind = t.engineer_of[link]
            more = 4 if crowns >> link & 1 else 0 if not kind else 2 if kind & ~engineers else 1
            more += STATION_FIRST if shut >> link & 1 else 0
            if other not in seen:
                heapq.heappush(queue, (cost + t.effort[tiles[other]] + 2 + more, other, (*links, link)))
    return ()


def way(t: Lookup, tracks: int, tiles: tuple[int, ...], crowns: int, engineers: int = 0) -> list[int]:
    """The links of the cheapest way from a network to Trieste, judged by effort, engineers and buy-outs."""
    return list(_way(t, tracks, tiles, crowns, engineers, 0))


def nearest(t: Lookup, s: State, seat: int) -> tuple[int, int, int, int]:
    """Links, effort, bridges and tunnels on that way."""
    tiles = tuple(s.tile)
    links = _way(t, s.tracks[seat], tiles, s.crowns, s.engineers[seat], stationed(s, seat))
    network = t.network(s.tracks[seat])
    effort = bridges = tunnels = 0
    for link in links:
        a, b = t.ends[link]
        effort += t.effort[tiles[b if network >> a & 1 else a]]
        network |= 1 << a | 1 << b
        bridges += t.bridges >> link & 1
        tunnels += t.tunnels >> link & 1
    return len(links), effort, bridges, tunnels


def road(t: Lookup, s: State, seat: int, w: Weights, space: int, hope: float, turns: int) -> float:
    """Links laid, and what is at hand for the next ones: material, workers, engineers."""
    at = GOODS * seat
    wood, stone, iron, _ = (s.goods[at + g] + s.ordered[at + g] for g in range(GOODS))
    links, effort, bridges, tunnels = nearest(t, s, seat)
    if not links:
        return w["goal"] + 9 * w["step"]
    worth = (w["step"] * (9 - links) + w["last_steps"] * max(0, 4 - links)) * min(1.0, turns / (w["pace"] * links))
    zones = s.workers[ZONES * seat : ZONES * seat + ZONES]
    sets = min(wood, stone, iron, (links + 1) // 2, 2, space // 3)
    spare = min(min(bridges, max(0, stone - sets), 1) + min(tunnels, max(0, iron - sets), 1), max(0, space - 3 * sets))
    near = w["set"] * sets + w["spare_good"] * spare
    total = power(t, s, seat) + experience(t, s.workers, ZONES * seat + LEVELS)
    near += w["experience"] * min(total, effort) + w["worker"] * min(sum(zones), 7)
    near += under_way(t, s, seat, w)
    for kind, need in ((BRIDGE, bridges), (TUNNEL, tunnels)):
        if need and s.engineers[seat] >> kind & 1:
            near += w["engineer"]
    return worth + near * hope


def goods(t: Lookup, s: State, seat: int, w: Weights, space: int, last: bool, hope: float) -> float:
    """What is stored is worth money in the end, what is ordered if it comes in time and finds room; coal more."""
    at = GOODS * seat
    engines = sum(loco >= 0 for loco in s.trains[ROWS * seat : ROWS * seat + ROWS])
    stored = sum(s.goods[at : at + GOODS])
    room_left = space - stored + min(s.goods[at + t.coal], engines)
    coming = 0 if last else min(sum(s.ordered[at : at + GOODS]), max(0, room_left))
    coal = s.goods[at + t.coal] + min(s.ordered[at + t.coal], coming)
    worth = t.n.good_value * (stored + min(0, room_left) + coming)
    return worth + (w["coal_ready"] - t.n.good_value) * hope * min(coal, 2)


def under_way(t: Lookup, s: State, seat: int, w: Weights) -> float:
    """A track that is paid for but not laid yet, and a second one that costs hardly anything."""
    kind, who, args = s.stack[-1]
    if who != seat:
        return 0.0
    if kind == "mobilise":
        return w["step"]
    if kind == "track" and args.second and payable(t, s, seat, args.spare, True, True):
        return 0.8 * w["step"]
    return 0.0


# Factories, deliveries, contracts


def factories(t: Lookup, s: State, seat: int, w: Weights) -> float:
    """Goods beside factories against the demand that is open, nearer demand first."""
    network = t.network(s.tracks[seat])
    worth = 0.0
    for good in range(GOODS):
        sites = s.factories[GOODS * seat + good]
        if not sites:
            continue
        cubes = sum(s.cubes[site] for site in bits(sites))
        worth += w["token"] * sites.bit_count()
        if good == t.coal:
            worth += coal(t, s, seat, w, cubes, network)
            continue
        reward = t.reward[s.seats][good][s.built[good] - 1]
        open_now = (s.wanted[good] & network).bit_count()
        later = s.wanted[good].bit_count() - open_now
        worth += w["delivery"] * reward * min(cubes, open_now, 3)
        worth += w["blocked_delivery"] * reward * min(max(0, cubes - open_now), later, 2)
    return worth


def coal(t: Lookup, s: State, seat: int, w: Weights, cubes: int, network: int) -> float:
    worth = 0.0
    for city in bits((s.wanted[t.coal] | s.wanted[SECOND_COAL]) & network):
        hub = t.tile_hub[s.tile[city]]
        if cubes and s.keys[2 * hub + GOLD] != seat and s.keys[2 * hub + SILVER] != seat:
            column = s.metropolises[hub]
            gold = s.wanted[t.coal] >> city & 1
            worth += w["key"] * (t.gold[column] if gold else t.silver[column])
            cubes -= 1
    return worth


def contracts(t: Lookup, s: State, seat: int, w: Weights, done: bool) -> float:
    """Filled contracts count nearly in full once Trieste is reached, open ones are a debt by then."""
    if not s.contracts[seat]:
        return 0.0
    tokens = tuple(mask.bit_count() for mask in s.factories[GOODS * seat : GOODS * seat + GOODS])
    whole, filled = _filled(t, s.contracts[seat], tokens)
    if done:
        return 2.0 * filled - whole
    return w["contract"] * filled + w["contract_open"] * (whole - filled)


@lru_cache(maxsize=50_000)
def _filled(t: Lookup, contracts: int, tokens: tuple[int, ...]) -> tuple[int, int]:
    """The value of contracts, and of those that the factories fill."""
    cards = bits(contracts)
    return sum(t.contract_value[card] for card in cards), best_filled(t, cards, tokens)
