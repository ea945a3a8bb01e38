"""What a position is worth to a seat, in florins: the hand-made judgement that bots start from."""

from __future__ import annotations

import heapq
import json
from functools import lru_cache
from pathlib import Path

from .lay_tracks import payable, power
from .scoring import best_filled, contract_money, income, key_value, matched, reached
from .scoring import outcome as final
from .state import GOLD, GOODS, LEVELS, SECOND_COAL, SILVER, ZONES, State
from .storage import freight
from .tables import BRIDGE, TUNNEL, Tables, bits

Weights = dict[str, float]


@lru_cache(maxsize=1)
def weights() -> Weights:
    text = Path(__file__).with_name("weights.json").read_text(encoding="utf-8")
    return {name: value for name, value in json.loads(text).items() if name != "about"}


def evaluate(t: Tables, s: State, seat: int, w: Weights | None = None) -> float:
    """Money to be expected at the end of the match, roughly, after dividends."""
    if not s.stack:
        return float(final(t, s).scores[seat])
    w = w or weights()
    left = t.rounds - s.round
    done = reached(t, s)
    rounds = 0 if done else min(left, 4)
    late = s.round / t.rounds
    worth: float = s.money[seat] + income(t, s, seat) * (1 + rounds) + key_value(t, s, seat)
    worth += w["liquid"] * (1 - late) * min(s.money[seat], 120) + (late**2) * matched(t, s, seat)
    worth += w["influence"] * s.influence[seat]
    worth += road(t, s, seat, w, done)
    worth += factories(t, s, seat, w)
    worth += contracts(t, s, seat, w, done)
    worth += w["wagon"] * freight(t, s, seat) + (0 if done else w["unsold"] * s.investors[seat])
    kept = t.dividend_tenths[min(s.dividends[seat], len(t.dividend_tenths) - 1)]
    lost = (10 - kept) / 10
    return worth - lost * max(worth, w["expected_total"])


def reasons(t: Tables, s: State, seat: int) -> dict[str, float]:
    """The same sum in its named parts, for hints."""
    w, done, late = weights(), reached(t, s), s.round / t.rounds
    rounds = 0 if done else min(t.rounds - s.round, 4)
    found = {
        "money": s.money[seat] + w["liquid"] * (1 - late) * min(s.money[seat], 120),
        "income": float(income(t, s, seat) * (1 + rounds)),
        "keys": float(key_value(t, s, seat)),
        "influence": w["influence"] * s.influence[seat] + (late**2) * matched(t, s, seat),
        "road": road(t, s, seat, w, done),
        "factories": factories(t, s, seat, w),
        "contracts": contracts(t, s, seat, w, done),
        "wagons": w["wagon"] * freight(t, s, seat),
        "investors": 0.0 if done else w["unsold"] * s.investors[seat],
    }
    worth = sum(found.values())
    kept = t.dividend_tenths[min(s.dividends[seat], len(t.dividend_tenths) - 1)]
    return {**found, "dividends": -(10 - kept) / 10 * max(worth, w["expected_total"])}


# The road to Trieste


@lru_cache(maxsize=50_000)
def _way(t: Tables, tracks: int, tiles: tuple[int, ...], crowns: int, engineers: int) -> tuple[int, ...]:
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
            if other not in seen:
                heapq.heappush(queue, (cost + t.effort[tiles[other]] + 2 + more, other, (*links, link)))
    return ()


def way(t: Tables, tracks: int, tiles: tuple[int, ...], crowns: int, engineers: int = 0) -> list[int]:
    """The links of the cheapest way from a network to Trieste, judged by effort, engineers and buy-outs."""
    return list(_way(t, tracks, tiles, crowns, engineers))


def nearest(t: Tables, s: State, seat: int) -> tuple[int, int, int, int]:
    """Links, effort, bridges and tunnels on that way."""
    tiles = tuple(s.tile)
    links = _way(t, s.tracks[seat], tiles, s.crowns, s.engineers[seat])
    network = t.network(s.tracks[seat])
    effort = bridges = tunnels = 0
    for link in links:
        a, b = t.ends[link]
        effort += t.effort[tiles[b if network >> a & 1 else a]]
        network |= 1 << a | 1 << b
        bridges += t.bridges >> link & 1
        tunnels += t.tunnels >> link & 1
    return len(links), effort, bridges, tunnels


def road(t: Tables, s: State, seat: int, w: Weights, done: bool) -> float:
    """Links laid, and what is at hand for the next ones: material, workers, engineers."""
    at = GOODS * seat
    wood, stone, iron, coal = (s.goods[at + g] + s.ordered[at + g] for g in range(GOODS))
    links, effort, bridges, tunnels = nearest(t, s, seat)
    worth = w["coal_ready"] * min(coal, 2) + t.n.good_value * (wood + stone + iron + max(0, coal - 2))
    zones = s.workers[ZONES * seat : ZONES * seat + ZONES]
    if not links:
        return worth + w["goal"] + 9 * w["step"]
    worth += w["step"] * (9 - links) + w["last_steps"] * max(0, 4 - links)
    sets = min(wood, stone, iron, (links + 1) // 2, 2)
    worth += w["set"] * sets
    worth += w["spare_good"] * (min(bridges, max(0, stone - sets), 1) + min(tunnels, max(0, iron - sets), 1))
    total = power(t, s, seat) + sum(k * e for k, e in zip(zones[LEVELS:], t.experience, strict=True))
    worth += w["experience"] * min(total, effort) + w["worker"] * min(sum(zones), 7)
    worth += under_way(t, s, seat, w)
    for kind, need in ((BRIDGE, bridges), (TUNNEL, tunnels)):
        if need and s.engineers[seat] >> kind & 1:
            worth += w["engineer"]
    return worth


def under_way(t: Tables, s: State, seat: int, w: Weights) -> float:
    """A track that is paid for but not laid yet, and a second one that costs hardly anything."""
    kind, who, args = s.stack[-1]
    if who != seat:
        return 0.0
    if kind == "mobilise":
        return w["step"]
    if kind == "track" and args[0] and payable(t, s, seat, args[1], True, True):
        return 0.8 * w["step"]
    return 0.0


# Factories, deliveries, contracts


def factories(t: Tables, s: State, seat: int, w: Weights) -> float:
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


def coal(t: Tables, s: State, seat: int, w: Weights, cubes: int, network: int) -> float:
    worth = 0.0
    for city in bits((s.wanted[t.coal] | s.wanted[SECOND_COAL]) & network):
        hub = t.tile_hub[s.tile[city]]
        if cubes and s.keys[2 * hub + GOLD] != seat and s.keys[2 * hub + SILVER] != seat:
            column = s.metropolises[hub]
            gold = s.wanted[t.coal] >> city & 1
            worth += w["key"] * (t.gold[column] if gold else t.silver[column])
            cubes -= 1
    return worth


def contracts(t: Tables, s: State, seat: int, w: Weights, done: bool) -> float:
    """Filled contracts count nearly in full once Trieste is reached, open ones are a debt by then."""
    if not s.contracts[seat]:
        return 0.0
    if done:
        return float(contract_money(t, s, seat))
    tokens = tuple(mask.bit_count() for mask in s.factories[GOODS * seat : GOODS * seat + GOODS])
    cards = bits(s.contracts[seat])
    filled = best_filled(t, cards, tokens)
    whole = sum(t.contract_value[card] for card in cards)
    return w["contract"] * filled + w["contract_open"] * (whole - filled)
