"""Chapter 9: Urbanize."""

from __future__ import annotations

from machinehall.kernel.frames import Decision, Events, Step, step
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Action, Event, Refusal
from machinehall.titles.nucleum.action_frames import Urbanize, Urbanized
from machinehall.titles.nucleum.lookup import Lookup, bits
from machinehall.titles.nucleum.state import BUILDINGS, State

from .networks import building_cities
from .refusals import cities_of, must_go_on, out_of_network, too_dear, urban_taken
from .resources import pay, wealth

FREE = ("urbanize", "ignore_network")
CHEAP = ("urbanize", "discount_thaler")


def open_sites(t: Lookup, s: State, seat: int, ignore: int) -> int:
    """NU-9.1, NU-9.3: free urban sites in one's networks; NU-21 A7: anywhere."""
    b = t.board[s.players]
    if ignore or s.tech[seat] & t.perm[FREE]:
        return s.open_urban
    return s.open_urban & b.sites_in(building_cities(t, s, seat))[0]


def discount_of(t: Lookup, s: State, seat: int, discount: int) -> int:
    """NU-9.8: all discounts add up."""
    own = s.tech[seat] & t.perm[CHEAP]
    return discount + t.tech_value[CHEAP][own.bit_length() - 1] if own else discount


def cost(t: Lookup, building: int, red: int, discount: int) -> int:
    """NU-9.2, NU-9.5, NU-9.8: never below 0."""
    return max(0, t.building_cost[building] + (t.n.urban_red_thaler if red else 0) - discount)


Fits = tuple[int, int, int]
"""A building, the sites where its symbol counts, and the red ones it can have too."""


def fits(t: Lookup, s: State, seat: int, args: Urbanize, only_one: bool = False) -> list[Fits]:
    """The buildings that can be placed now: those for which `fault` finds nothing on some site, all at once."""
    found: list[Fits] = []
    discount, ignore, _ = args
    sites = open_sites(t, s, seat, ignore)
    if not sites:
        return found
    b = t.board[s.players]
    if s.tech[seat] & t.perm[CHEAP]:
        discount = discount_of(t, s, seat, discount)
    power = wealth(s, seat) + discount
    built, black, red = s.built[seat], b.black, sites & b.urban_red
    dear = power - t.n.urban_red_thaler if red else -1
    for building, price in enumerate(t.building_cost):
        if price <= power and not built >> building & 1 and (price <= dear or sites & black[building]):
            found.append((building, sites, red if price <= dear else 0))
            if only_one:
                break
    return found


def offers(t: Lookup, s: State, seat: int, args: Urbanize) -> list[Action]:
    """Every building with every site where it fits and which the seat can afford."""
    found = [t.one["skip"]] if args.optional else []
    b, rows = t.board[s.players], t.placing["urbanize"]
    for building, sites, red in fits(t, s, seat, args):
        found += map(rows[building].__getitem__, bits(b.black_sites(b.same_fit[building], sites) | red))
    return found


def possible(t: Lookup, s: State, seat: int, args: Urbanize) -> bool:
    """Whether anything can be built."""
    return bool(fits(t, s, seat, args, True))


def resolve(t: Lookup, s: State, seat: int, args: Urbanize, action: Action, ev: Events) -> None:
    if action.kind == "skip":
        return
    building, site = action.args
    red = t.board[s.players].urban_red >> site & 1
    s.stack.append(step("urbanized", Urbanized(seat, building, site)))
    pay(t, s, seat, cost(t, building, red, discount_of(t, s, seat, args.discount)), 0, ev)


def urbanized(t: Lookup, s: State, args: Urbanized, ev: Events) -> None:
    """The building stands."""
    seat, building, site = args
    s.built = put(s.built, seat, s.built[seat] | 1 << building)
    s.urban = put(s.urban, site, BUILDINGS * seat + building)
    s.own_urban = put(s.own_urban, seat, s.own_urban[seat] | 1 << site)
    s.open_urban ^= 1 << site
    s.presence = put(s.presence, seat, s.presence[seat] | 1 << t.board[s.players].urban_city[site])
    ev.append(Event("building_placed", (seat, building, site)))


def refuse(t: Lookup, s: State, seat: int, args: Urbanize, action: Action) -> Refusal | None:
    if action.kind == "skip":
        return must_go_on("NU-9.1", args.optional)
    return fault(t, s, seat, args, *action.args) if action.kind == "urbanize" else None


def fault(t: Lookup, s: State, seat: int, args: Urbanize, building: int, site: int) -> Refusal | None:
    """NU-9.1 to NU-9.8: why a building cannot be placed on a site; None: it can."""
    b = t.board[s.players]
    name = t.names.urban[site]
    if not b.urban >> site & 1:
        return Refusal("NU-6.1", "refuse.site.not_on_this_side", (name,))
    if s.built[seat] >> building & 1:
        at = t.names.urban[s.urban.index(BUILDINGS * seat + building)]
        return Refusal("NU-9.1", "refuse.urbanize.built", (t.buildings[building], at))
    if not s.open_urban >> site & 1:
        return urban_taken(t, s, site)
    sites = open_sites(t, s, seat, args.ignore)
    if not sites >> site & 1:
        return out_of_network(t, s, seat, "NU-9.1", name)
    red = b.urban_red >> site & 1
    if not red and not (b.black_one[building] | b.black_two[building]) >> site & 1:
        return Refusal("NU-9.4", "refuse.urbanize.symbol", (name, t.buildings[building], b.urban_symbols[site]))
    if not red and not b.black_sites(building, sites) >> site & 1:
        single = b.black_sites(building, sites) & b.city_urban[b.urban_city[site]]
        free = tuple(t.names.urban[other] for other in bits(single))
        return Refusal("NU-9.6", "refuse.urbanize.one_icon_first", (name, free))
    return too_dear(s, seat, "NU-9.2", cost(t, building, red, discount_of(t, s, seat, args.discount)))


def lacks(t: Lookup, s: State, seat: int, args: Urbanize) -> Refusal | None:
    """Why nothing at all can be built, with the figures of the nearest chance; None: something can."""
    b = t.board[s.players]
    sites = open_sites(t, s, seat, args.ignore)
    left = [building for building in range(BUILDINGS) if not s.built[seat] >> building & 1]
    if not left:
        return Refusal("NU-9.1", "refuse.urbanize.all_built", (BUILDINGS,))
    if not sites:
        return Refusal("NU-9.1", "refuse.urbanize.no_site", (cities_of(t, s, seat),))
    discount = discount_of(t, s, seat, args.discount)
    prices = [cost(t, building, 0, discount) for building in left if sites & b.black[building]]
    if sites & b.urban_red:
        prices += [cost(t, building, 1, discount) for building in left]
    if not prices:
        return Refusal("NU-9.4", "refuse.urbanize.no_symbol", (cities_of(t, s, seat),))
    return too_dear(s, seat, "NU-9.2", min(prices), "refuse.urbanize.cheapest")


DECISIONS: dict[str, Decision[Lookup, State]] = {"urbanize": Decision("NU-9.1", offers, resolve, refuse)}
STEPS: dict[str, Step[Lookup, State]] = {"urbanized": urbanized}
