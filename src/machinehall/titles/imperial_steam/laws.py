"""What must hold after every action: nothing is lost, nothing is made from nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from .lookup import Lookup, bits
from .rules.storage import freight, room
from .state import GOLD, GOODS, ROWS, SECOND_COAL, SILVER, TILES, ZONES, State


def broken(t: Lookup, s: State) -> list[str]:
    """The laws that do not hold, in words; empty if all is well."""
    every = (money, goods, workers, tracks, stations, factories, tiles, demand, contracts, trains, influence, boards)
    return [text for law in every for text in law(t, s)]


def money(t: Lookup, s: State) -> Iterator[str]:
    """Bank and players hold all florins; IS-5.5: nobody is in debt."""
    if sum(s.money) + s.bank != t.florins:
        yield f"florins: {sum(s.money)} + {s.bank} do not make {t.florins}"
    if min(s.money) < 0:
        yield "money below 0"
    if any(m % 10 for m in s.money):
        yield "money that is no multiple of 10"


@lru_cache(maxsize=64)
def all_demand(t: Lookup, tiles: tuple[int, ...]) -> list[int]:
    """Demand spaces by good on all tiles that lie."""
    return [sum(t.demand[tile].count(good) for tile in tiles if tile >= 0) for good in range(GOODS)]


def goods(t: Lookup, s: State) -> Iterator[str]:
    """IS-1.4: all cubes of a good are in the market, with players, beside factories, in cities, waiting or unused."""
    demanded = all_demand(t, tuple(s.tile))
    for good in range(GOODS):
        rows = (good, SECOND_COAL) if good == t.coal else (good,)
        wanted = sum(s.wanted[row].bit_count() for row in rows)
        delivered = demanded[good] - wanted
        beside = sum(s.cubes[site] for mask in s.factories[good::GOODS] for site in bits(mask))
        held = sum(s.goods[good::GOODS]) + sum(s.ordered[good::GOODS])
        total = held + beside + delivered + s.market[good] + sum(s.refill[good::GOODS]) + s.supply[good]
        if total != t.cube_count[good]:
            yield f"{t.goods[good]}: {total} cubes instead of {t.cube_count[good]}"
    if min(s.goods) < 0 or min(s.ordered) < 0 or min(s.cubes) < 0:
        yield "a negative number of cubes"
    if min(s.market) < 0 or max(s.market) > t.market_spaces:
        yield "market columns off the board"
    asked = {seat for kind, seat, _ in s.stack if kind == "give_up"}
    tidying = {args.seat for kind, _, args in s.stack if kind == "tidy"}
    for seat in range(s.seats):
        if room(t, s, seat) < 0 and seat not in asked | tidying:
            yield f"seat {seat}: more goods than storage"
        tile = s.expeditions[s.round - 1] if s.round else -1
        most = t.expedition_value[tile] if tile >= 0 else 0
        if sum(s.ordered[GOODS * seat : GOODS * seat + GOODS]) > most:
            yield f"seat {seat}: more orders than the expedition allows"


def workers(t: Lookup, s: State) -> Iterator[str]:
    """IS-8.20: no more workers than there are, those standing as factories among them."""
    if min(s.workers) < 0:
        yield "a negative number of workers"
    for seat in range(s.seats):
        standing = sum(mask.bit_count() for mask in s.factories[GOODS * seat : GOODS * seat + GOODS])
        if sum(s.workers[ZONES * seat : ZONES * seat + ZONES]) + standing > t.n.workers:
            yield f"seat {seat}: too many workers"
    for kind in range(2):
        have = sum(mask >> kind & 1 for mask in s.engineers)
        placed = sum(s.engineers_left[kind::2])
        if have + placed != s.seats * t.n.engineers_per_player and s.order and s.round:
            yield f"engineers of type {kind}: {have} + {placed}"


def tracks(t: Lookup, s: State) -> Iterator[str]:
    """IS-1.6, IS-5.4, IS-8.5: enough tracks, one network from Wien, the limit in cities without a station."""
    for seat, mask in enumerate(s.tracks):
        if mask.bit_count() > t.n.tracks:
            yield f"seat {seat}: too many tracks"
        seen, grown = 1 << t.start, 0
        while grown != seen:
            grown = seen
            for link in bits(mask):
                a, b = t.ends[link]
                if grown >> a & 1 or grown >> b & 1:
                    seen |= 1 << a | 1 << b
        if seen != t.network(mask):
            yield f"seat {seat}: tracks apart from the network"
        own = s.stations[ROWS * seat : ROWS * seat + ROWS]
        for city in bits(seen):
            limited = city not in own and s.options[t.option["buyout_limit"]]
            if limited and (t.city_links[city] & mask).bit_count() > t.n.track_limit:
                yield f"seat {seat}: too many tracks in {t.cities[city]}"
    laid = any(mask >> t.semmering & 1 for mask in s.tracks)
    if (s.semmering >= 0) != laid:
        yield "Semmering token"


def stations(t: Lookup, s: State) -> Iterator[str]:
    """IS-8.22: no more stations in a city than spaces, only in connected cities."""
    for city in {c for c in s.stations if c >= 0}:
        if s.stations.count(city) > t.station_slots[s.tile[city]]:
            yield f"{t.cities[city]}: too many stations"
    for i, city in enumerate(s.stations):
        if city >= 0 and not t.network(s.tracks[i // ROWS]) >> city & 1:
            yield f"station in {t.cities[city]} without a track"


def factories(t: Lookup, s: State) -> Iterator[str]:
    """One factory on a site, as many tokens taken from a row as factories stand."""
    seen = 0
    for i, mask in enumerate(s.factories):
        if mask & seen or mask & ~s.sites:
            yield "a factory site in use twice or not in play"
        seen |= mask
        if mask & ~t.sites_in(t.network(s.tracks[i // GOODS])):
            yield "a factory in a city that is not connected"
    for good in range(GOODS):
        if sum(mask.bit_count() for mask in s.factories[good::GOODS]) != s.built[good]:
            yield f"{t.goods[good]}: factories and tokens differ"
        if s.built[good] > len(t.build_cost[s.seats][good]):
            yield f"{t.goods[good]}: too many factories"
    beside = sum(s.cubes[site] for site in bits(seen))
    if beside != sum(s.cubes):
        yield "goods beside no factory"


def tiles(t: Lookup, s: State) -> Iterator[str]:
    """IS-2.2: each tile once; IS-2.6: no more improvement tokens than the stack had."""
    laid = [tile for tile in s.tile if tile >= 0]
    if len(set(laid)) != len(laid):
        yield "a tile in two cities"
    if s.round and len(laid) != len(t.cities):
        yield "a city without a tile"
    for city, left in enumerate(s.improvements):
        most = len(t.stacks[s.seats][t.symbol[s.tile[city]]]) if s.tile[city] >= 0 else 0
        if not 0 <= left <= most:
            yield f"{t.cities[city]}: {left} improvement tokens"


def has_space(t: Lookup, tile: int, row: int) -> bool:
    """Whether a tile has the space of a row of `wanted`."""
    return tile >= 0 and (t.demand[tile].count(t.coal) > 1 if row == SECOND_COAL else row in t.demand[tile])


def demand(t: Lookup, s: State) -> Iterator[str]:
    """IS-9.7, IS-9.8: a key for each coal delivered to a metropolis, nobody holds both of a colour."""
    for city, tile in enumerate(s.tile):
        hub = t.tile_hub[tile] if tile >= 0 else -1
        if any(s.wanted[row] >> city & 1 and not has_space(t, tile, row) for row in range(SECOND_COAL + 1)):
            yield f"{t.cities[city]}: a free space for what it does not demand"
        if hub < 0:
            continue
        gold, silver = s.keys[2 * hub + GOLD], s.keys[2 * hub + SILVER]
        if gold >= 0 and gold == silver:
            yield f"{t.hubs[hub]}: both keys with one player"
        if (gold >= 0) == bool(s.wanted[t.coal] >> city & 1) or (silver >= 0) == bool(
            s.wanted[SECOND_COAL] >> city & 1
        ):
            yield f"{t.hubs[hub]}: keys and coal differ"


def contracts(t: Lookup, s: State) -> Iterator[str]:
    """IS-8.36, IS-8.37: reserve tokens by contract; investors on boards and in dividend zones are not more than all."""
    seen = s.offer
    for seat, mask in enumerate(s.contracts):
        if seen & mask:
            yield "a contract in two places"
        seen |= mask
        if s.reserved[seat] != sum(t.contract_size[card] for card in bits(mask)):
            yield f"seat {seat}: reserve tokens and contracts differ"
        most = t.n.start_investors + s.reserved[seat]
        if s.investors[seat] + s.dividends[seat] > most or not 0 <= s.investors[seat] <= t.n.investor_spaces:
            yield f"seat {seat}: investors"
    if s.round and seen.bit_count() != len(t.decks) * t.contracts_shown[s.seats]:
        yield "contracts lost or added"
    if sum(s.investors) + sum(s.dividends) > t.n.investors or sum(s.reserved) > t.n.reserve_tokens:
        yield "more investors or reserve tokens than there are"


def trains(t: Lookup, s: State) -> Iterator[str]:
    """IS-8.33, IS-8.34: locomotives on the track, with players and scrapped; no more wagons flipped than there are."""
    for loco, first in enumerate(t.first_round):
        total = s.locos[loco] + s.trains.count(loco) + s.scrapped[loco]
        wanted = s.seats * t.n.locomotives_per_player if first or loco == t.start_loco else 0
        if total != wanted:
            yield f"{t.locos[loco]}: {total} instead of {wanted}"
    for seat in range(s.seats):
        if freight(t, s, seat) < 0:
            yield f"seat {seat}: more passenger and reserved wagons than wagons"


def influence(t: Lookup, s: State) -> Iterator[str]:
    """IS-4.2, IS-4.5: a strict order by column; nobody off the track."""
    if s.round and sorted(s.standing) != list(range(s.seats)):
        yield "not every seat stands on the track once"
    columns = [s.influence[seat] for seat in s.standing]
    if columns != sorted(columns, reverse=True):
        yield "ranks against columns"
    if any(not 0 <= c <= t.last_column for c in (*s.influence, *s.metropolises)):
        yield "a marker off the track"
    if s.round and sorted(s.order) != list(range(s.seats)):
        yield "turn order"


def boards(t: Lookup, s: State) -> Iterator[str]:
    """IS-7.1, IS-8.19: pawns of a round, hiring cubes and share markers stay on their boards."""
    most = t.actions_of_round[s.round - 1] if s.round else 0
    for seat in range(s.seats):
        if sum(s.pawns[TILES * seat : TILES * seat + TILES]) > most:
            yield f"seat {seat}: too many pawns"
        if not 0 <= s.share[seat] < len(t.share_price):
            yield f"seat {seat}: share price off the ladder"
    if any(not 0 <= row < len(t.hiring_prices) for row in s.hiring):
        yield "a hiring cube off the board"
