"""Chapter 11: Develop, and the market of tiles."""

from __future__ import annotations

from itertools import repeat

from machinehall.kernel.frames import Chance, Decision, Events, Step, step, then
from machinehall.kernel.values import CHANCE, Action, Event, Refusal
from machinehall.titles.nucleum.action_frames import Develop, FreeTile, Market, PowerBonus, SecondTile
from machinehall.titles.nucleum.frames import MayLay
from machinehall.titles.nucleum.lookup import END_TILES, Lookup
from machinehall.titles.nucleum.state import NONE, State

from .end_of_game import meet
from .refusals import must_go_on, tile_elsewhere, too_dear
from .resources import gain_workers, pay, wealth


def price_of(t: Lookup, s: State, tile: int, second: int) -> int:
    """NU-11.1, NU-11.2: the price under the tile, more for the second."""
    return t.prices[s.market.index(tile)] + (t.n.second_tile_thaler if second else 0)


def affordable(t: Lookup, s: State, seat: int, discount: int, second: int) -> list[int]:
    """Market tiles that a seat can pay with a discount (NU-11.4)."""
    limit = wealth(s, seat) + discount - (t.n.second_tile_thaler if second else 0)
    return [tile for tile, price in zip(s.market, t.prices, strict=True) if tile >= 0 and price <= limit]


def offers(t: Lookup, s: State, seat: int, args: Develop) -> list[Action]:
    row = t.a["buy"]
    found = [row[tile] for tile in affordable(t, s, seat, args.discount, args.second)]
    return [t.one["done"], *found] if args.second else found


def possible(t: Lookup, s: State, seat: int, args: Develop) -> bool:
    return bool(affordable(t, s, seat, args.discount, args.second))


def resolve(t: Lookup, s: State, seat: int, args: Develop, action: Action, ev: Events) -> None:
    """NU-11.2: after the first tile a second one may follow; the market stays as it is in between."""
    discount, second = args
    if action.kind == "done":
        s.stack.append(step("refill_market", Market(seat)))
        return
    (tile,) = action.args
    price = price_of(t, s, tile, second)
    take(s, seat, tile, ev)
    s.stack.append(
        step("refill_market", Market(seat))
        if second
        else step("second_tile", SecondTile(seat, discount=max(0, discount - price)))
    )
    pay(t, s, seat, max(0, price - discount), 0, ev)


def second_tile(t: Lookup, s: State, args: SecondTile, ev: Events) -> None:
    seat, discount = args
    if affordable(t, s, seat, discount, 1):
        s.stack.append(("develop", seat, Develop(discount, second=1)))
    else:
        s.stack.append(step("refill_market", Market(seat)))


def refuse(t: Lookup, s: State, seat: int, args: Develop, action: Action) -> Refusal | None:
    if action.kind == "done":
        return must_go_on("NU-11.1", args.second)
    return fault(t, s, seat, args, action.args[0]) if action.kind == "buy" else None


def fault(t: Lookup, s: State, seat: int, args: Develop, tile: int) -> Refusal | None:
    """NU-11.1, NU-11.2: why a tile cannot be bought; None: it can."""
    discount, second = args
    if tile not in s.market:
        return tile_elsewhere(t, s, seat, tile, "NU-11.1")
    price = max(0, price_of(t, s, tile, second) - discount)
    return too_dear(s, seat, "NU-11.2" if second else "NU-11.1", price)


def lacks(t: Lookup, s: State, seat: int, args: Develop) -> Refusal | None:
    """Why no tile can be bought; None: one can."""
    prices = [price for tile, price in zip(s.market, t.prices, strict=True) if tile >= 0]
    if not prices:
        return Refusal("NU-11.1", "refuse.develop.no_tile", (s.tiles_left,))
    return too_dear(s, seat, "NU-11.1", max(0, min(prices) - args.discount), "refuse.develop.cheapest")


# The market


def take(s: State, seat: int, tile: int, ev: Events) -> None:
    """NU-11.3: a bought tile joins the pool at once."""
    place = s.market.index(tile)
    s.market[place] = NONE
    s.pool[seat] |= 1 << tile
    ev.append(Event("tile_bought", (seat, tile, place)))


def refill_market(t: Lookup, s: State, args: Market, ev: Events) -> None:
    """NU-11.3: slide right, refill from the left."""
    gaps = s.market.count(NONE)
    if not gaps:
        return
    s.market = [NONE] * gaps + [tile for tile in s.market if tile >= 0]
    if s.tiles_left:
        then(s.stack, ("tile", CHANCE, args), step("refill_market", args))


def tile_outcomes(t: Lookup, s: State, args: Market) -> list[tuple[Action, int]]:
    """NU-2.3: all unseen basic tiles are in the stacks, and as many of the unseen advanced ones as fit."""
    basic, advanced = s.tiles_unseen & t.basic, s.tiles_unseen & t.advanced
    inside = s.tiles_left - basic.bit_count()
    weight = max(1, advanced.bit_count())
    found = list(zip(t.one_each("draw-tile", basic), repeat(weight)))
    if inside:
        found += zip(t.one_each("draw-tile", advanced), repeat(inside))
    return found


def tile_resolve(t: Lookup, s: State, args: Market, action: Action, ev: Events) -> None:
    """NU-11.5: drawing the last tile meets an end condition."""
    (tile,) = action.args
    place = s.market.count(NONE) - 1  # the gaps are on the left
    s.market[place] = tile
    s.tiles_unseen ^= 1 << tile
    s.tiles_left -= 1
    ev.append(Event("tile_shown", (tile, place)))
    if not s.tiles_left and args.seat >= 0:
        meet(t, s, args.seat, END_TILES, ev)


# A single tile at a discount: C5, D5, the plant at Plauen


def free_possible(t: Lookup, s: State, seat: int, args: FreeTile) -> bool:
    return bool(affordable(t, s, seat, args.discount, 0))


def free_offers(t: Lookup, s: State, seat: int, args: FreeTile) -> list[Action]:
    row = t.a["buy"]
    found = [row[tile] for tile in affordable(t, s, seat, args.discount, 0)]
    return [t.one["skip"], *found] if args.optional else found


def free_resolve(t: Lookup, s: State, seat: int, args: FreeTile, action: Action, ev: Events) -> None:
    """NU-D11: exactly one tile, no second purchase; the market refills."""
    discount, rail, _ = args
    if action.kind == "skip":
        return
    (tile,) = action.args
    price = max(0, price_of(t, s, tile, 0) - discount)
    take(s, seat, tile, ev)
    if rail:
        s.stack.append(step("may_lay", MayLay(seat, tile)))
    s.stack.append(step("refill_market", Market(seat)))
    pay(t, s, seat, price, 0, ev)


def free_refuse(t: Lookup, s: State, seat: int, args: FreeTile, action: Action) -> Refusal | None:
    if action.kind == "skip":
        return must_go_on("NU-11.1", args.optional)
    return fault(t, s, seat, Develop(args.discount), action.args[0]) if action.kind == "buy" else None


# A4, C4: a worker, or a tile at a discount


def bonus_offers(t: Lookup, s: State, seat: int, args: PowerBonus) -> list[Action]:
    return [t.one["worker"], *free_offers(t, s, seat, FreeTile(args.discount))]


def bonus_resolve(t: Lookup, s: State, seat: int, args: PowerBonus, action: Action, ev: Events) -> None:
    if action.kind == "worker":
        gain_workers(s, seat, args.workers, ev)
    else:
        free_resolve(t, s, seat, FreeTile(args.discount), action, ev)


def bonus_refuse(t: Lookup, s: State, seat: int, args: PowerBonus, action: Action) -> Refusal | None:
    return free_refuse(t, s, seat, FreeTile(args.discount), action)


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "develop": Decision("NU-11.1", offers, resolve, refuse),
    "free_tile": Decision("NU-11.1", free_offers, free_resolve, free_refuse),
    "power_bonus": Decision("NU-13.5", bonus_offers, bonus_resolve, bonus_refuse),
}
CHANCES: dict[str, Chance[Lookup, State]] = {"tile": Chance(tile_outcomes, tile_resolve)}
STEPS: dict[str, Step[Lookup, State]] = {"second_tile": second_tile, "refill_market": refill_market}
