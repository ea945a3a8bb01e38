"""Chapter 5: general rules: storing goods, giving them up, paying.

Goods may be rearranged at any time (IS-5.2), so only their number matters: coal goes to locomotives first, and all else
must fit on free freight wagons and in the warehouse.
"""

from __future__ import annotations

from machinehall.kernel.frames import NOTHING, Decision, Events, Nothing, Step
from machinehall.kernel.values import Action, Event, Refusal
from machinehall.titles.imperial_steam.frames import OfSeat
from machinehall.titles.imperial_steam.lookup import Lookup, bits
from machinehall.titles.imperial_steam.state import GOODS, ROWS, State


def freight(t: Lookup, s: State, seat: int) -> int:
    """Freight wagons without a reserve token."""
    wagons = -s.passengers[seat] - s.reserved[seat]
    for loco in s.trains[ROWS * seat : ROWS * seat + ROWS]:
        if loco >= 0:
            wagons += t.level[loco]
    return wagons


def warehouse(t: Lookup, s: State, seat: int) -> int:
    """IS-8.22: free warehouse spaces; the station in Wien never covered one."""
    built = sum(city >= 0 for city in s.stations[ROWS * seat : ROWS * seat + ROWS])
    return t.n.warehouse_free + built - 1


def engines(s: State, seat: int) -> int:
    """Locomotives, each with space for a coal."""
    return sum(loco >= 0 for loco in s.trains[ROWS * seat : ROWS * seat + ROWS])


def room(t: Lookup, s: State, seat: int) -> int:
    """IS-5.1: storage spaces left for goods other than coal on locomotives; below 0 if something must be given up."""
    at = GOODS * seat
    goods = s.goods
    loose = max(0, goods[at + t.coal] - engines(s, seat))
    held = goods[at] + goods[at + 1] + goods[at + 2] + goods[at + 3] - goods[at + t.coal] + loose
    return freight(t, s, seat) + warehouse(t, s, seat) - held


def tidy(t: Lookup, s: State, seat: int) -> None:
    """IS-5.3: ask what to give up if not everything can be stored."""
    if room(t, s, seat) < 0:
        s.stack.append(("give_up", seat, NOTHING))


def tidy_step(t: Lookup, s: State, args: OfSeat, ev: Events) -> None:
    tidy(t, s, args.seat)


def give_up_offers(t: Lookup, s: State, seat: int, args: Nothing) -> list[Action]:
    """Goods whose loss makes room (Amb-58)."""
    return [action for action in t.a["give-up"] if give_up_refuse(t, s, seat, args, action) is None]


def give_up_resolve(t: Lookup, s: State, seat: int, args: Nothing, action: Action, ev: Events) -> None:
    (good,) = action.args
    s.goods[GOODS * seat + good] -= 1
    s.supply[good] += 1
    ev.append(Event("good_given_up", (seat, good)))
    tidy(t, s, seat)


def give_up_refuse(t: Lookup, s: State, seat: int, args: Nothing, action: Action) -> Refusal | None:
    if action.kind != "give-up":
        return None
    (good,) = action.args
    if not s.goods[GOODS * seat + good]:
        return Refusal("IS-5.3", "refuse.good.none", (t.goods[good],))
    if good == t.coal and s.goods[GOODS * seat + good] <= engines(s, seat):
        return Refusal("IS-5.1", "refuse.give_up.on_locomotive", (t.goods[good],))
    return None


# Money


def receive(s: State, seat: int, amount: int, ev: Events) -> None:
    """From the bank."""
    if amount:
        s.money[seat] += amount
        s.bank -= amount
        ev.append(Event("money_received", (seat, amount)))


def pay(s: State, seat: int, amount: int, ev: Events) -> None:
    """To the bank, in full (IS-5.5)."""
    if amount:
        s.money[seat] -= amount
        s.bank += amount
        ev.append(Event("money_paid", (seat, amount)))


def hand_over(s: State, payer: int, payee: int, amount: int, ev: Events) -> None:
    """From player to player."""
    s.money[payer] -= amount
    s.money[payee] += amount
    ev.append(Event("money_handed_over", (payer, payee, amount)))


def short(rule: str, s: State, seat: int, price: int) -> Refusal | None:
    """IS-5.5: a refusal if the price cannot be paid in full."""
    if price > s.money[seat]:
        shares = shares_to_sell(s, seat)
        if shares > 0:
            return Refusal(rule, "refuse.money_or_share", (price, s.money[seat], shares))
        return Refusal(rule, "refuse.money", (price, s.money[seat]))
    return None


def shares_to_sell(s: State, seat: int) -> int:
    """IS-9.1, Amb-55: how many shares could be sold at this very moment."""
    kind, _, args = s.stack[-1]
    free = (
        kind in ("turn", "after", "order")
        or (kind == "collect" and args)
        or (kind == "track" and args.second)
        or (kind == "recruit" and args.hired)
    )
    return s.investors[seat] - s.share[seat] if free else 0


def fee_missing(rule: str, s: State, seat: int, price: int, paid: list[int]) -> Refusal:
    """What others would have to be paid for their tracks on a link, and who they are."""
    who, shares = tuple(paid), shares_to_sell(s, seat)
    if shares > 0:
        return Refusal(rule, "refuse.fee_or_share", (price, s.money[seat], who, shares))
    return Refusal(rule, "refuse.fee", (price, s.money[seat], who))


def city_full(t: Lookup, s: State, seat: int, link: int) -> Refusal:
    """IS-8.5: the ends of a link where no more own tracks may end."""
    tracks, stations = s.tracks[seat], stationed(s, seat)
    full = [
        t.cities[city]
        for city in t.ends[link]
        if not stations >> city & 1 and (t.city_links[city] & tracks).bit_count() >= t.n.track_limit
    ]
    return Refusal("IS-8.5", "refuse.track.limit", (t.links[link], tuple(full), t.n.track_limit))


def not_connected(t: Lookup, s: State, seat: int, city: int, rule: str) -> Refusal:
    reached = tuple(t.cities[other] for other in bits(t.network(s.tracks[seat])))
    return Refusal(rule, "refuse.city.not_connected", (t.cities[city], reached))


def owner_of(s: State, site: int) -> int:
    """Whose factory stands on a site, -1 if there is none."""
    return next((at // GOODS for at, sites in enumerate(s.factories) if sites >> site & 1), -1)


def site_refuse(t: Lookup, s: State, seat: int, site: int, rule: str) -> Refusal | None:
    """Why there is no good of the seat's own to be had on a site; None: there is one."""
    name, owner = t.sites[site], owner_of(s, site)
    if not s.sites >> site & 1:
        return Refusal(rule, "refuse.site.not_in_play", (name,))
    if owner < 0:
        return Refusal(rule, "refuse.goods.no_factory", (name,))
    if owner != seat:
        return Refusal(rule, "refuse.goods.of_other", (name, owner))
    return None if s.cubes[site] else Refusal(rule, "refuse.goods.used_up", (name,))


# Who stands where


def stationed(s: State, seat: int) -> int:
    """Cities with an own station, as bits."""
    found = 0
    for city in s.stations[ROWS * seat : ROWS * seat + ROWS]:
        if city >= 0:
            found |= 1 << city
    return found


def owners(s: State, seat: int, link: int) -> list[int]:
    """The other players with a track on a link."""
    return [other for other, tracks in enumerate(s.tracks) if other != seat and tracks >> link & 1]


def own_sites(s: State, seat: int) -> list[tuple[int, int]]:
    """Own factories that still have goods: site and good."""
    at = GOODS * seat
    return [
        (site, good)
        for good, sites in enumerate(s.factories[at : at + GOODS])
        if sites
        for site in bits(sites)
        if s.cubes[site]
    ]


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "give_up": Decision("IS-5.3", give_up_offers, give_up_resolve, give_up_refuse)
}
STEPS: dict[str, Step[Lookup, State]] = {"tidy": tidy_step}
