"""Fuel in one go: as much coal as a building still needs, from wherever it is cheapest (NU-14.3, NU-14.4)."""

from __future__ import annotations

from collections.abc import Sequence

from machinehall.kernel.values import Action
from machinehall.titles.nucleum.action_frames import Energize
from machinehall.titles.nucleum.lookup import Lookup
from machinehall.titles.nucleum.rules.power import Grid, coal_price
from machinehall.titles.nucleum.state import State


def cheapest_coal(t: Lookup, s: State, offers: Sequence[Action]) -> Action | None:
    """The next decision of whoever burns nothing but coal; None where coal cannot do it."""
    if t.one["done"] in offers:
        return t.one["done"]
    coal = (action for action in offers if action.kind == "coal")
    return min(coal, key=lambda found: coal_price(t, s, found.args[0]), default=None)


def coal_alone(s: State, grid: Grid, args: Energize, plant: int, site: int) -> tuple[int, int] | None:
    """The coal that a building needs where nothing else is burnt, and its price; None: no coal comes to the plant."""
    missing = grid.t.piece_need[s.urban[site]] - grid.base - args.electricity
    coal = left = max(0, -(-missing // grid.t.n.coal_electricity))
    bill = 0
    for price, count in grid.ladder(plant):
        bill += price * min(left, count)
        left -= min(left, count)
    return None if left else (coal, grid.price(bill, 0, args.directive))
