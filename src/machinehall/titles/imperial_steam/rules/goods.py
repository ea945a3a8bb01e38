"""Chapters 8D and 8E: collect factory goods, import goods."""

from __future__ import annotations

from machinehall.kernel.frames import NOTHING, Decision, Events, Nothing
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Action, Event, Refusal
from machinehall.titles.imperial_steam.frames import Collect
from machinehall.titles.imperial_steam.lookup import Lookup, bits
from machinehall.titles.imperial_steam.state import GOODS, State

from .free_actions import KINDS, any_free, free_offers, free_refuse, free_resolve
from .storage import own_sites, pay, short, site_refuse, tidy

# Collect

NONE_YET = Collect()


def can_collect(t: Lookup, s: State, seat: int, column: int) -> bool:
    cubes = s.cubes
    for sites in s.factories[GOODS * seat : GOODS * seat + GOODS]:
        for site in bits(sites) if sites else ():
            if cubes[site]:
                return True
    return False


def collect_lacks(t: Lookup, s: State, seat: int) -> Refusal | None:
    """IS-8.28: why no good can be collected; None: one can."""
    if own_sites(s, seat):
        return None
    return Refusal("IS-8.28", "refuse.collect.nothing", (factories_of(s, seat),))


def begin_collect(t: Lookup, s: State, seat: int, ev: Events) -> None:
    s.stack.append(("collect", seat, NONE_YET))


def collect_offers(t: Lookup, s: State, seat: int, args: Collect) -> list[Action]:
    """IS-8.28: at most one cube from each factory, from any of them."""
    row = t.a["collect"]
    found = [row[site] for site, _ in own_sites(s, seat) if site not in args]
    if args:
        found += free_offers(t, s, seat)
        found.append(t.one["done"])
    return found


def collect_resolve(t: Lookup, s: State, seat: int, args: Collect, action: Action, ev: Events) -> None:
    if action.kind == "done":
        return
    if action.kind in KINDS:
        free_resolve(t, s, seat, ("collect", seat, args), action, ev)
        return
    (site,) = action.args
    good = next(g for g in range(GOODS) if s.factories[GOODS * seat + g] >> site & 1)
    s.cubes = put(s.cubes, site, s.cubes[site] - 1)
    s.goods[GOODS * seat + good] += 1
    ev.append(Event("good_collected", (seat, site, good)))
    taken = Collect((*args, site))
    if any(other not in taken for other, _ in own_sites(s, seat)):
        s.stack.append(("collect", seat, taken))
    tidy(t, s, seat)


def factories_of(s: State, seat: int) -> int:
    return sum(mask.bit_count() for mask in s.factories[GOODS * seat : GOODS * seat + GOODS])


def collect_refuse(t: Lookup, s: State, seat: int, args: Collect, action: Action) -> Refusal | None:
    if action.kind in KINDS:
        return free_refuse(t, s, seat, action) if args else Refusal("Amb-55", "refuse.free.begin_first", ())
    if action.kind == "done":
        return None if args else Refusal("IS-8.28", "refuse.done.no_good", ())
    if action.kind != "collect":
        return None
    (site,) = action.args
    if site in args:
        return Refusal("IS-8.28", "refuse.collect.once", (t.sites[site],))
    return site_refuse(t, s, seat, site, "IS-8.28")


# Import


def price(t: Lookup, s: State, good: int) -> int:
    """IS-8.31: the row of the topmost cube; of the last row if the column is empty."""
    return t.market_price[s.market[good]]


def take(t: Lookup, s: State, seat: int, good: int, ev: Events) -> None:
    """Pay for the topmost cube of the column and take it, or one from the supply if there is none."""
    pay(s, seat, price(t, s, good), ev)
    if s.market[good]:
        s.market[good] -= 1
    else:
        s.supply[good] -= 1


def orders_left(t: Lookup, s: State, seat: int) -> int:
    """IS-8.30: what the expedition tile of the round still allows; nothing in round 8."""
    tile = s.expeditions[s.round - 1]
    return t.expedition_value[tile] - sum(s.ordered[GOODS * seat : GOODS * seat + GOODS]) if tile >= 0 else 0


def affordable(t: Lookup, s: State, seat: int) -> list[int]:
    money, prices = s.money[seat], t.market_price
    return [good for good, cubes in enumerate(s.market) if prices[cubes] <= money]


def can_import(t: Lookup, s: State, seat: int, column: int) -> bool:
    """The fullest column is the cheapest."""
    return t.market_price[max(s.market)] <= s.money[seat]


def import_lacks(t: Lookup, s: State, seat: int) -> Refusal | None:
    """IS-8.29: why no good can be imported; None: one can."""
    return short("IS-8.29", s, seat, min(price(t, s, good) for good in range(len(t.goods))))


def begin_import(t: Lookup, s: State, seat: int, ev: Events) -> None:
    s.stack.append(("import", seat, NOTHING))


def import_offers(t: Lookup, s: State, seat: int, args: Nothing) -> list[Action]:
    """IS-8.29: exactly one good at once, or IS-8.30: orders for the next round."""
    goods = affordable(t, s, seat)
    row = t.a["import"]
    found = [row[good] for good in goods]
    if orders_left(t, s, seat) > 0:
        row = t.a["order"]
        found += [row[good] for good in goods]
    return found


def import_resolve(t: Lookup, s: State, seat: int, args: Nothing, action: Action, ev: Events) -> None:
    (good,) = action.args
    if action.kind == "order":
        order(t, s, seat, good, ev)
        return
    take(t, s, seat, good, ev)
    s.goods[GOODS * seat + good] += 1
    ev.append(Event("good_imported", (seat, good)))
    tidy(t, s, seat)


def order(t: Lookup, s: State, seat: int, good: int, ev: Events) -> None:
    """IS-8.30: into the delivery zone; then perhaps another one."""
    take(t, s, seat, good, ev)
    s.ordered = put(s.ordered, GOODS * seat + good, s.ordered[GOODS * seat + good] + 1)
    ev.append(Event("good_ordered", (seat, good)))
    if orders_left(t, s, seat) > 0 and (affordable(t, s, seat) or any_free(t, s, seat)):
        s.stack.append(("order", seat, NOTHING))


def import_refuse(t: Lookup, s: State, seat: int, args: Nothing, action: Action) -> Refusal | None:
    if action.kind in KINDS:
        return Refusal("Amb-55", "refuse.free.begin_first", ())
    if action.kind == "import":
        return short("IS-8.29", s, seat, price(t, s, action.args[0]))
    return order_fault(t, s, seat, action.args[0]) if action.kind == "order" else None


def order_fault(t: Lookup, s: State, seat: int, good: int) -> Refusal | None:
    tile = s.expeditions[s.round - 1]
    if tile < 0:
        return Refusal("IS-8.30", "refuse.order.last_round", (s.round,))
    if orders_left(t, s, seat) <= 0:
        return Refusal("IS-8.30", "refuse.order.expedition", (t.expedition_value[tile],))
    return short("IS-8.30", s, seat, price(t, s, good))


def order_offers(t: Lookup, s: State, seat: int, args: Nothing) -> list[Action]:
    row = t.a["order"]
    found = [row[good] for good in affordable(t, s, seat)]
    found += free_offers(t, s, seat)
    found.append(t.one["done"])
    return found


def order_resolve(t: Lookup, s: State, seat: int, args: Nothing, action: Action, ev: Events) -> None:
    if action.kind in KINDS:
        free_resolve(t, s, seat, ("order", seat, args), action, ev)
    elif action.kind == "order":
        order(t, s, seat, action.args[0], ev)


def order_refuse(t: Lookup, s: State, seat: int, args: Nothing, action: Action) -> Refusal | None:
    if action.kind in KINDS:
        return free_refuse(t, s, seat, action)
    if action.kind == "import":
        return Refusal("IS-8.29", "refuse.import.ordering", ())
    return order_fault(t, s, seat, action.args[0]) if action.kind == "order" else None


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "collect": Decision("IS-8.28", collect_offers, collect_resolve, collect_refuse),
    "import": Decision("IS-8.29", import_offers, import_resolve, import_refuse),
    "order": Decision("IS-8.30", order_offers, order_resolve, order_refuse),
}
