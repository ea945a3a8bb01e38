"""Chapter 9: the three free actions, open to the player whose turn it is before, during and after the action."""

from __future__ import annotations

from collections.abc import Sequence

from machinehall.kernel.frames import Events
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Action, Event, Frame, Refusal
from machinehall.titles.imperial_steam.lookup import Lookup, bits
from machinehall.titles.imperial_steam.options import BUYOUT_LIMIT, HIDDEN_MONEY
from machinehall.titles.imperial_steam.state import GOLD, GOODS, SECOND_COAL, SILVER, State

from .influence import grow
from .storage import (
    city_full,
    fee_missing,
    hand_over,
    not_connected,
    owners,
    pay,
    receive,
    short,
    site_refuse,
    stationed,
)
from .tracks import put_track

KINDS = frozenset({"sell", "deliver", "buy-out"})


def free_offers(t: Lookup, s: State, seat: int) -> list[Action]:
    """All free actions that are possible now."""
    found: list[Action] = []
    if s.investors[seat] > s.share[seat]:
        found.append(t.one["sell"])
    if not s.delivered and s.goods[GOODS * seat + t.coal] >= t.n.transport_coal:
        deliveries(t, s, seat, found)
    if s.crowns:
        buyouts(t, s, seat, found)
    return found


def any_free(t: Lookup, s: State, seat: int) -> bool:
    """Whether to ask for free actions: one is possible, or nobody may see that none can be paid for (IS-2.21)."""
    if s.investors[seat] > s.share[seat] or s.options[HIDDEN_MONEY]:
        return True
    found: list[Action] = []
    if not s.delivered and s.goods[GOODS * seat + t.coal] >= t.n.transport_coal:
        deliveries(t, s, seat, found, True)
    if not found and s.crowns:
        buyouts(t, s, seat, found)
    return bool(found)


def free_resolve(t: Lookup, s: State, seat: int, again: Frame, action: Action, ev: Events) -> None:
    """Do a free action, then ask the same question again."""
    s.stack.append(again)
    if action.kind == "sell":
        sell(t, s, seat, ev)
    elif action.kind == "deliver":
        deliver(t, s, seat, action.args, ev)
    else:
        buy_out(t, s, seat, action.args[0], ev)


def free_refuse(t: Lookup, s: State, seat: int, action: Action) -> Refusal | None:
    """Why a free action is not possible; None: it is."""
    if action.kind == "sell":
        if s.investors[seat] > s.share[seat]:
            return None
        return Refusal("IS-9.1", "refuse.sell.no_investor", (t.share_price[s.share[seat]], s.investors[seat]))
    if action.kind == "deliver":
        return deliver_refuse(t, s, seat, action.args)
    if action.kind == "buy-out":
        return buyout_refuse(t, s, seat, action.args[0])
    return None


# Sell a share


def sell(t: Lookup, s: State, seat: int, ev: Events) -> None:
    """IS-9.2: the topmost investor moves to the dividend zone and pays the current price."""
    s.investors[seat] -= 1
    s.dividends[seat] += 1
    price = t.share_price[s.share[seat]]
    ev.append(Event("share_sold", (seat, price)))
    receive(s, seat, price, ev)


# Deliver a good


def deliveries(t: Lookup, s: State, seat: int, found: list[Action], only_one: bool = False) -> None:
    """IS-9.3: every own factory with goods against every free demand space in the own network; `only_one`: until there
    are some."""
    built = s.factories[GOODS * seat : GOODS * seat + GOODS]
    if not any(built):
        return
    row, width, cubes, network = t.a["deliver"], len(t.cities), s.cubes, t.network(s.tracks[seat])
    for good, sites in enumerate(built):
        if not sites:
            continue
        want = (coal_targets(t, s, seat) if good == t.coal else s.wanted[good]) & network
        if want:
            found += [row[site * width + city] for site in bits(sites) if cubes[site] for city in bits(want)]
            if only_one and found:
                return


def coal_targets(t: Lookup, s: State, seat: int) -> int:
    """IS-9.8: cities that want coal and have had none from this player."""
    want = s.wanted[t.coal] | s.wanted[SECOND_COAL]
    for city in bits(want):
        hub = t.tile_hub[s.tile[city]]
        if hub >= 0 and s.keys[2 * hub + GOLD] == seat:
            want ^= 1 << city
    return want


def deliver(t: Lookup, s: State, seat: int, args: tuple[int, ...], ev: Events) -> None:
    """IS-9.4, IS-9.5: spend a coal, move the cube, take the reward."""
    site, city = args
    good = next(g for g in range(GOODS) if s.factories[GOODS * seat + g] >> site & 1)
    s.delivered = 1
    s.goods[GOODS * seat + t.coal] -= t.n.transport_coal
    s.supply[t.coal] += t.n.transport_coal
    s.cubes = put(s.cubes, site, s.cubes[site] - 1)
    ev.append(Event("good_delivered", (seat, site, city, good)))
    hub = t.tile_hub[s.tile[city]]
    steps = next_growth(t, s, city, hub) if hub >= 0 else 0
    row = SECOND_COAL if good == t.coal and not s.wanted[good] >> city & 1 else good
    s.wanted = put(s.wanted, row, s.wanted[row] ^ (1 << city))
    if good == t.coal:
        # IS-9.7: the largest key that is left.
        key = GOLD if row == good else SILVER
        s.keys = put(s.keys, 2 * hub + key, seat)
        ev.append(Event("key_taken", (seat, hub, key)))
    else:
        receive(s, seat, t.reward[s.seats][good][s.built[good] - 1], ev)
    if steps:
        grow(t, s, hub, steps, ev)


def next_growth(t: Lookup, s: State, city: int, hub: int) -> int:
    """IS-9.9: the number for the next cube, whoever delivered the ones before (Amb-34)."""
    done = len(t.demand[s.tile[city]]) - sum(mask >> city & 1 for mask in s.wanted)
    return t.growth_steps[s.growth[hub]][done]


def deliver_refuse(t: Lookup, s: State, seat: int, args: tuple[int, ...]) -> Refusal | None:
    """IS-9.3 to IS-9.8: why a good cannot be delivered; None: it can."""
    site, city = args
    good = next((g for g in range(GOODS) if s.factories[GOODS * seat + g] >> site & 1), -1)
    if s.delivered:
        return Refusal("IS-9.3", "refuse.deliver.once", ())
    if (empty := site_refuse(t, s, seat, site, "IS-9.3")) is not None:
        return empty
    if not t.network(s.tracks[seat]) >> city & 1:
        return not_connected(t, s, seat, city, "IS-9.3")
    want = s.wanted[good] | (s.wanted[SECOND_COAL] if good == t.coal else 0)
    if not want >> city & 1:
        return Refusal("IS-9.3", "refuse.deliver.not_wanted", (t.goods[good], t.cities[city]))
    if good == t.coal and not coal_targets(t, s, seat) >> city & 1:
        return Refusal("IS-9.8", "refuse.deliver.coal_twice", (t.cities[city],))
    if s.goods[GOODS * seat + t.coal] < t.n.transport_coal:
        return Refusal("IS-9.4", "refuse.deliver.no_coal", ())
    return None


# Buy a nationalised link


def buyable(t: Lookup, s: State, seat: int) -> Sequence[int]:
    """IS-9.11: crowned links that touch the network, without an own track, within the limit (Amb-14)."""
    tracks = s.tracks[seat]
    links = s.crowns & t.touching(t.network(tracks)) & ~tracks
    if links and s.options[BUYOUT_LIMIT]:
        links &= ~t.shut(tracks, stationed(s, seat))
    return bits(links) if links and tracks.bit_count() < t.n.tracks else ()


def buyouts(t: Lookup, s: State, seat: int, found: list[Action]) -> None:
    """IS-9.12: those of them that can be paid for."""
    row, money = t.a["buy-out"], s.money[seat]
    found += [row[link] for link in buyable(t, s, seat) if buyout_price(t, s, seat, link) <= money]


def toll(t: Lookup, s: State, link: int, owned: bool) -> int:
    """IS-9.12: the higher station cost to the bank, or the lower one to each owner."""
    a, b = t.ends[link]
    costs = t.station_cost[s.tile[a]], t.station_cost[s.tile[b]]
    return min(costs) if owned else max(costs)


def buyout_price(t: Lookup, s: State, seat: int, link: int) -> int:
    others = len(owners(s, seat, link))
    return toll(t, s, link, others > 0) * max(1, others)


def buy_out(t: Lookup, s: State, seat: int, link: int, ev: Events) -> None:
    """IS-9.12 to IS-9.14: pay, put the track; the crown stays."""
    others = owners(s, seat, link)
    ev.append(Event("link_bought", (seat, link)))
    if others:
        for other in others:
            hand_over(s, seat, other, toll(t, s, link, True), ev)
    else:
        pay(s, seat, toll(t, s, link, False), ev)
    put_track(t, s, seat, link, ev)


def buyout_refuse(t: Lookup, s: State, seat: int, link: int) -> Refusal | None:
    """IS-9.11, IS-9.12: why a nationalised link cannot be bought; None: it can."""
    tracks, name = s.tracks[seat], t.links[link]
    if not s.crowns >> link & 1:
        return Refusal("IS-9.11", "refuse.buyout.no_crown", (name,))
    if tracks >> link & 1:
        return Refusal("IS-9.11", "refuse.track.own", (name,))
    if not t.touching(t.network(tracks)) >> link & 1:
        return Refusal("IS-9.11", "refuse.track.not_touching", (name,))
    if tracks.bit_count() >= t.n.tracks:
        return Refusal("IS-1.6", "refuse.track.none_left", ())
    if s.options[BUYOUT_LIMIT] and t.shut(tracks, stationed(s, seat)) >> link & 1:
        return city_full(t, s, seat, link)
    price, paid = buyout_price(t, s, seat, link), owners(s, seat, link)
    if paid and price > s.money[seat]:
        return fee_missing("IS-9.12", s, seat, price, paid)
    return short("IS-9.12", s, seat, price)
