"""Chapter 11: Develop, and the market of tiles. Frame arguments: discount left, whether it is the second tile."""

from __future__ import annotations

from itertools import repeat

from machinehall.kernel.rules import Args, Chance, Decision, Events, Step, step, then
from machinehall.kernel.values import CHANCE, Action, Event, Refusal

from .end_of_game import meet
from .resources import gain_workers, pay, wealth
from .state import NONE, State
from .tables import END_TILES, Tables
from .whereabouts import must_go_on, tile_elsewhere, too_dear


def price_of(t: Tables, s: State, tile: int, second: int) -> int:
    """NU-11.1, NU-11.2: the price under the tile, more for the second."""
    return t.prices[s.market.index(tile)] + (t.n.second_tile_thaler if second else 0)


def affordable(t: Tables, s: State, seat: int, discount: int, second: int) -> list[int]:
    """Market tiles that a seat can pay with a discount (NU-11.4)."""
    limit = wealth(s, seat) + discount - (t.n.second_tile_thaler if second else 0)
    return [tile for tile, price in zip(s.market, t.prices, strict=True) if tile >= 0 and price <= limit]


def offers(t: Tables, s: State, seat: int, args: Args) -> list[Action]:
    row = t.a["buy"]
    found = [row[tile] for tile in affordable(t, s, seat, *args)]
    return [t.one["done"], *found] if args[1] else found


def any_affordable(t: Tables, s: State, seat: int, discount: int, second: int) -> bool:
    limit = wealth(s, seat) + discount - (t.n.second_tile_thaler if second else 0)
    return any(tile >= 0 and price <= limit for tile, price in zip(s.market, t.prices, strict=True))


def possible(t: Tables, s: State, seat: int, args: Args) -> bool:
    return any_affordable(t, s, seat, *args)


def resolve(t: Tables, s: State, seat: int, args: Args, action: Action, ev: Events) -> None:
    """NU-11.2: after the first tile a second one may follow; the market stays as it is in between."""
    discount, second = args
    if action.kind == "done":
        s.stack.append(step("refill_market", seat))
        return
    (tile,) = action.args
    price = price_of(t, s, tile, second)
    take(s, seat, tile, ev)
    s.stack.append(step("refill_market", seat) if second else step("second_tile", seat, max(0, discount - price)))
    pay(t, s, seat, max(0, price - discount), 0, ev)


def second_tile(t: Tables, s: State, args: Args, ev: Events) -> None:
    seat, discount = args
    if any_affordable(t, s, seat, discount, 1):
        s.stack.append(("develop", seat, (discount, 1)))
    else:
        s.stack.append(step("refill_market", seat))


def refuse(t: Tables, s: State, seat: int, args: Args, action: Action) -> Refusal | None:
    if action.kind == "done":
        return must_go_on("NU-11.1")
    if action.kind != "buy":
        return None
    return refuse_tile(t, s, seat, action.args[0], (args[0], args[1]))


def refuse_tile(t: Tables, s: State, seat: int, tile: int, terms: tuple[int, int]) -> Refusal:
    discount, second = terms
    if tile not in s.market:
        return tile_elsewhere(t, s, seat, tile, "NU-11.1")
    price = max(0, price_of(t, s, tile, second) - discount)
    return too_dear(s, seat, "NU-11.2" if second else "NU-11.1", price)


# The market


def take(s: State, seat: int, tile: int, ev: Events) -> None:
    """NU-11.3: a bought tile joins the pool at once."""
    place = s.market.index(tile)
    s.market[place] = NONE
    s.pool[seat] |= 1 << tile
    ev.append(Event("tile_bought", (seat, tile, place)))


def refill_market(t: Tables, s: State, args: Args, ev: Events) -> None:
    """NU-11.3: slide right, refill from the left. args: the seat that caused it, -1 in the set-up."""
    gaps = s.market.count(NONE)
    if not gaps:
        return
    s.market = [NONE] * gaps + [tile for tile in s.market if tile >= 0]
    if s.tiles_left:
        then(s.stack, ("tile", CHANCE, args), step("refill_market", *args))


def tile_outcomes(t: Tables, s: State, args: Args) -> list[tuple[Action, int]]:
    """NU-2.3: all unseen basic tiles are in the stacks, and as many of the unseen advanced ones as fit."""
    basic, advanced = s.tiles_unseen & t.basic, s.tiles_unseen & t.advanced
    inside = s.tiles_left - basic.bit_count()
    weight = max(1, advanced.bit_count())
    found = list(zip(t.one_each("draw-tile", basic), repeat(weight)))
    if inside:
        found += zip(t.one_each("draw-tile", advanced), repeat(inside))
    return found


def tile_resolve(t: Tables, s: State, args: Args, action: Action, ev: Events) -> None:
    """NU-11.5: drawing the last tile meets an end condition."""
    (tile,) = action.args
    place = s.market.count(NONE) - 1  # the gaps are on the left
    s.market[place] = tile
    s.tiles_unseen ^= 1 << tile
    s.tiles_left -= 1
    ev.append(Event("tile_shown", (tile, place)))
    if not s.tiles_left and args[0] >= 0:
        meet(t, s, args[0], END_TILES, ev)


# A single tile at a discount: C5, D5, the plant at Plauen. Arguments: discount, may be laid as a rail, optional.


def free_possible(t: Tables, s: State, seat: int, args: Args) -> bool:
    return any_affordable(t, s, seat, args[0], 0)


def free_offers(t: Tables, s: State, seat: int, args: Args) -> list[Action]:
    row = t.a["buy"]
    found = [row[tile] for tile in affordable(t, s, seat, args[0], 0)]
    return [t.one["skip"], *found] if args[2] else found


def free_resolve(t: Tables, s: State, seat: int, args: Args, action: Action, ev: Events) -> None:
    """NU-D11: exactly one tile, no second purchase; the market refills."""
    discount, rail, _ = args
    if action.kind == "skip":
        return
    (tile,) = action.args
    price = max(0, price_of(t, s, tile, 0) - discount)
    take(s, seat, tile, ev)
    if rail:
        s.stack.append(step("may_lay", seat, tile))
    s.stack.append(step("refill_market", seat))
    pay(t, s, seat, price, 0, ev)


def free_refuse(t: Tables, s: State, seat: int, args: Args, action: Action) -> Refusal | None:
    if action.kind == "skip":
        return must_go_on("NU-11.1")
    return refuse_tile(t, s, seat, action.args[0], (args[0], 0)) if action.kind == "buy" else None


# A4, C4: a worker, or a tile at a discount. Arguments: workers, discount.


def bonus_offers(t: Tables, s: State, seat: int, args: Args) -> list[Action]:
    return [t.one["worker"], *free_offers(t, s, seat, (args[1], 0, 0))]


def bonus_resolve(t: Tables, s: State, seat: int, args: Args, action: Action, ev: Events) -> None:
    if action.kind == "worker":
        gain_workers(s, seat, args[0], ev)
    else:
        free_resolve(t, s, seat, (args[1], 0, 0), action, ev)


def bonus_refuse(t: Tables, s: State, seat: int, args: Args, action: Action) -> Refusal | None:
    return free_refuse(t, s, seat, (args[1], 0, 0), action)


DECISIONS = {
    "develop": Decision("NU-11.1", offers, resolve, refuse),
    "free_tile": Decision("NU-11.1", free_offers, free_resolve, free_refuse),
    "power_bonus": Decision("NU-13.5", bonus_offers, bonus_resolve, bonus_refuse),
}
CHANCES = {"tile": Chance(tile_outcomes, tile_resolve)}
STEPS: dict[str, Step] = {"second_tile": second_tile, "refill_market": refill_market}
