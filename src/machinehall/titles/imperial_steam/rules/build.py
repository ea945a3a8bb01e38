"""Chapter 8C: build a station or a factory."""

from __future__ import annotations

from machinehall.kernel.frames import NOTHING, Decision, Events, Nothing
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Action, Event, Refusal
from machinehall.titles.imperial_steam.frames import Staff
from machinehall.titles.imperial_steam.lookup import BY_BOARD, BY_STATION, Lookup, bits
from machinehall.titles.imperial_steam.options import TWO_STATIONS
from machinehall.titles.imperial_steam.state import GOODS, LEVELS, ROWS, ZONES, State

from .refusals import city_names, nearest
from .storage import not_connected, owner_of, pay, short, stationed

# Stations


def station_fault(t: Lookup, s: State, seat: int, city: int) -> Refusal | None:
    """IS-8.22: a free station space in a connected city, not in Wien (Amb-50), and the cost."""
    tile, name = s.tile[city], t.cities[city]
    if -1 not in s.stations[ROWS * seat : ROWS * seat + ROWS]:
        return Refusal("IS-8.22", "refuse.station.none_left", ())
    if not t.network(s.tracks[seat]) >> city & 1:
        return not_connected(t, s, seat, city, "IS-8.22")
    if t.station_cost[tile] < 0 or city == t.start:
        return Refusal("IS-8.22", "refuse.station.no_space", (name,))
    if s.stations.count(city) >= t.station_slots[tile]:
        owners = tuple(at // ROWS for at, place in enumerate(s.stations) if place == city)
        return Refusal("IS-8.22", "refuse.station.taken", (name, owners))
    if not s.options[TWO_STATIONS] and stationed(s, seat) >> city & 1:
        return Refusal("IS-8.22", "refuse.station.own", (name,))
    return short("IS-8.22", s, seat, t.station_cost[tile])


def station_cities(t: Lookup, s: State, seat: int, only_one: bool = False) -> list[int]:
    if -1 not in s.stations[ROWS * seat : ROWS * seat + ROWS]:
        return []
    found: list[int] = []
    money, taken, single = s.money[seat], s.stations, not s.options[TWO_STATIONS]
    own = stationed(s, seat) if single else 0
    for city in bits(t.network(s.tracks[seat]) & ~(1 << t.start) & ~own):
        tile = s.tile[city]
        if 0 <= t.station_cost[tile] <= money and taken.count(city) < t.station_slots[tile]:
            found.append(city)
            if only_one:
                break
    return found


def build_station(t: Lookup, s: State, seat: int, city: int, ev: Events) -> None:
    """The unbuilt-station tile is discarded, which frees a warehouse space."""
    pay(s, seat, t.station_cost[s.tile[city]], ev)
    s.stations = put(s.stations, ROWS * seat + s.stations[ROWS * seat : ROWS * seat + ROWS].index(-1), city)
    ev.append(Event("station_built", (seat, city)))


# Factories


def occupied(s: State) -> int:
    """Factory sites in use, as bits."""
    found = 0
    for mask in s.factories:
        found |= mask
    return found


def site_cost(t: Lookup, s: State, site: int) -> int:
    """IS-8.24: a printed price or the station cost of the city, whatever is made there; or by the board."""
    place = t.site_place[site]
    tile = s.tile[t.site_city[site]]
    rule = t.board_rule[site] if place < 0 else t.tile_sites[tile][place]
    return t.station_cost[tile] if rule == BY_STATION else rule


def factory_cost(t: Lookup, s: State, site: int, good: int) -> int:
    """IS-8.24: the price of the site, or of the row."""
    cost = site_cost(t, s, site)
    return t.build_cost[s.seats][good][s.built[good]] if cost == BY_BOARD else cost


def factories(t: Lookup, s: State, seat: int, only_one: bool = False) -> list[tuple[int, int]]:
    """IS-8.23 to IS-8.26: free sites in connected cities, with a good whose row still has a token."""
    if not any(s.workers[ZONES * seat : ZONES * seat + ZONES]):
        return []
    found: list[tuple[int, int]] = []
    free = s.sites & t.sites_in(t.network(s.tracks[seat])) & ~occupied(s)
    if not free:
        return found
    money, costs = s.money[seat], t.build_cost[s.seats]
    rows = [(good, costs[good][built]) for good, built in enumerate(s.built) if built < len(costs[good])]
    for site in bits(free):
        cost = site_cost(t, s, site)
        found += [(site, good) for good, by_row in rows if (by_row if cost == BY_BOARD else cost) <= money]
        if only_one and found:
            return found
    return found


def factory_fault(t: Lookup, s: State, seat: int, site: int, good: int) -> Refusal | None:
    name = t.sites[site]
    if not s.sites >> site & 1:
        return Refusal("IS-8.23", "refuse.site.not_in_play", (name,))
    if not t.network(s.tracks[seat]) >> t.site_city[site] & 1:
        return not_connected(t, s, seat, t.site_city[site], "IS-8.23")
    if occupied(s) >> site & 1:
        return Refusal("IS-8.23", "refuse.site.taken", (name, owner_of(s, site)))
    if s.built[good] >= len(t.build_cost[s.seats][good]):
        return Refusal("IS-8.25", "refuse.factory.none_left", (t.goods[good],))
    if not any(s.workers[ZONES * seat : ZONES * seat + ZONES]):
        return Refusal("IS-8.26", "refuse.factory.no_worker", ())
    return short("IS-8.24", s, seat, factory_cost(t, s, site, good))


# The action

NO_STATION = {
    "refuse.station.none_left": "refuse.build.no_station",
    "refuse.station.no_space": "refuse.build.no_space",
    "refuse.station.taken": "refuse.build.no_space",
    "refuse.station.own": "refuse.build.no_space",
}
"""Why no station can be built, and what it comes to where no factory space is free either."""


def can_build(t: Lookup, s: State, seat: int, column: int) -> bool:
    return bool(factories(t, s, seat, True) or station_cities(t, s, seat, True))


def lacks(t: Lookup, s: State, seat: int) -> Refusal | None:
    """Why nothing can be built at all: what comes nearest; None: something can."""
    network = t.network(s.tracks[seat])
    free = bits(s.sites & t.sites_in(network) & ~occupied(s))
    found = [factory_fault(t, s, seat, site, good) for site in free for good in range(len(t.goods))]
    reason = nearest(found + [station_fault(t, s, seat, city) for city in bits(network)])
    if not reason or free or reason.message not in NO_STATION:
        return reason
    # What hinders a station says nothing of factories, which are built by the same action.
    return Refusal("IS-8.23", NO_STATION[reason.message], (city_names(t, s, seat),))


def begin(t: Lookup, s: State, seat: int, ev: Events) -> None:
    s.stack.append(("build", seat, NOTHING))


def build_offers(t: Lookup, s: State, seat: int, args: Nothing) -> list[Action]:
    stations, rows = t.a["station"], t.a["factory"]
    found = [stations[city] for city in station_cities(t, s, seat)]
    return found + [rows[GOODS * site + good] for site, good in factories(t, s, seat)]


def build_resolve(t: Lookup, s: State, seat: int, args: Nothing, action: Action, ev: Events) -> None:
    if action.kind == "station":
        build_station(t, s, seat, action.args[0], ev)
        return
    site, good = action.args
    pay(s, seat, factory_cost(t, s, site, good), ev)
    s.stack.append(("staff", seat, Staff(site, good)))


def build_refuse(t: Lookup, s: State, seat: int, args: Nothing, action: Action) -> Refusal | None:
    if action.kind == "station":
        return station_fault(t, s, seat, action.args[0])
    if action.kind == "factory":
        return factory_fault(t, s, seat, *action.args)
    return None


def staff_offers(t: Lookup, s: State, seat: int, args: Staff) -> list[Action]:
    """IS-8.26: any own worker, training or working, of any level."""
    return [action for action in t.a["staff"] if staff_refuse(t, s, seat, args, action) is None]


def staff_resolve(t: Lookup, s: State, seat: int, args: Staff, action: Action, ev: Events) -> None:
    """IS-8.25, IS-8.26: the leftmost token of the row, the worker on the site, cubes by his level."""
    site, good, (zone,) = args.site, args.good, action.args
    s.workers[ZONES * seat + zone] -= 1
    s.factories = put(s.factories, GOODS * seat + good, s.factories[GOODS * seat + good] | 1 << site)
    s.built = put(s.built, good, s.built[good] + 1)
    output = t.output[zone % LEVELS]
    s.cubes = put(s.cubes, site, output)
    s.supply[good] -= output
    ev.append(Event("factory_built", (seat, site, good, output)))


def staff_refuse(t: Lookup, s: State, seat: int, args: Staff, action: Action) -> Refusal | None:
    if action.kind == "staff" and not s.workers[ZONES * seat + action.args[0]]:
        return Refusal("IS-8.26", "refuse.staff.nobody_there", (t.domains["post"][action.args[0]],))
    return None


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "build": Decision("IS-8.22", build_offers, build_resolve, build_refuse),
    "staff": Decision("IS-8.26", staff_offers, staff_resolve, staff_refuse),
}
