"""Fuel in one go: as much coal as a building still needs, from wherever it is cheapest (NU-14.3, NU-14.4)."""

from __future__ import annotations

from machinehall.kernel.frames import Events
from machinehall.kernel.values import Action
from machinehall.titles.nucleum.action_frames import Energize, Fuel
from machinehall.titles.nucleum.lookup import Lookup
from machinehall.titles.nucleum.rules.energize import fuel_offers, fuel_resolve
from machinehall.titles.nucleum.rules.power import Grid, coal_price
from machinehall.titles.nucleum.state import State


def coal_needed(t: Lookup, state: State, seat: int) -> tuple[list[Action], int]:
    """The decisions that power the building with coal alone, and what they cost; none where coal cannot do it.

    Nothing is hidden and nobody else is asked meanwhile, so a copy of the position tells the price.
    """
    s = state.clone()
    taken: list[Action] = []
    ev: Events = []
    while s.stack and s.stack[-1][:2] == ("fuel", seat):
        args: Fuel = s.stack[-1][2]
        offers = fuel_offers(t, s, seat, args)
        coal = [action for action in offers if action.kind == "coal"]
        if t.one["done"] in offers:
            action = t.one["done"]
        elif coal:
            action = min(coal, key=lambda found: coal_price(t, s, found.args[0]))
        else:
            return [], 0
        taken.append(action)
        s.stack.pop()
        fuel_resolve(t, s, seat, args, action, ev)
    return taken, sum(event.args[1] or 0 for event in ev if event.kind == "paid")


def coal_alone(s: State, grid: Grid, args: Energize, plant: int, site: int) -> tuple[int, int] | None:
    """The coal that a building needs where nothing else is burnt, and its price; None: no coal comes to the plant."""
    missing = grid.t.piece_need[s.urban[site]] - grid.base - args.electricity
    coal = left = max(0, -(-missing // grid.t.n.coal_electricity))
    bill = 0
    for price, count in grid.ladder(plant):
        bill += price * min(left, count)
        left -= min(left, count)
    return None if left else (coal, grid.price(bill, 0, args.directive))
