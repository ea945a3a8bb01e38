"""Why a whole action cannot be carried out now: what is missing, with the figures of the nearest chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from machinehall.kernel.refusals import figure
from machinehall.kernel.values import Refusal
from machinehall.titles.nucleum.action_frames import Contract, Develop, Energize, Industrialize, PaidIncome, Urbanize
from machinehall.titles.nucleum.lookup import Lookup, bits
from machinehall.titles.nucleum.state import BUILDINGS, ROWS, State

from . import energize, industrialize, urbanize
from .contract_action import free_slots
from .power import Grid
from .refusals import cities_of, too_dear, too_few


def no_urbanize(t: Lookup, s: State, seat: int, args: Urbanize) -> Refusal:
    b = t.board[s.players]
    sites = urbanize.open_sites(t, s, seat, args.ignore)
    left = [building for building in range(BUILDINGS) if not s.built[seat] >> building & 1]
    if not left:
        return Refusal("NU-9.1", "refuse.urbanize.all_built", (BUILDINGS,))
    if not sites:
        return Refusal("NU-9.1", "refuse.urbanize.no_site", (cities_of(t, s, seat),))
    discount = urbanize.discount_of(t, s, seat, args.discount)
    prices = [urbanize.cost(t, building, 0, discount) for building in left if sites & b.black[building]]
    if sites & b.urban_red:
        prices += [urbanize.cost(t, building, 1, discount) for building in left]
    if not prices:
        return Refusal("NU-9.4", "refuse.urbanize.no_symbol", (cities_of(t, s, seat),))
    return too_dear(s, seat, "NU-9.2", min(prices), "refuse.urbanize.cheapest")


def no_industrialize(t: Lookup, s: State, seat: int, args: Industrialize) -> Refusal:
    b, base = t.board[s.players], ROWS * seat
    found: list[tuple[int, int]] = []
    mines, turbines = industrialize.open_sites(t, s, seat, args.ignore)
    for sites, reds, placed in ((mines, b.mine_red, s.mine_site), (turbines, b.turbine_red, s.turbine_site)):
        for row in range(ROWS):
            if sites and placed[base + row] < 0:
                red = 0 if sites & ~reds else industrialize.red_cost(t, args.less_thaler)
                found.append((industrialize.worker_cost(t, s, row, args.less_workers), red))
    if found:
        return too_few(s, seat, "NU-10.2", *min(found))
    if not mines and not turbines:
        return Refusal("NU-10.1", "refuse.industrialize.no_site", (cities_of(t, s, seat),))
    return Refusal("NU-10.1", "refuse.industrialize.all_built", (cities_of(t, s, seat),))


def no_develop(t: Lookup, s: State, seat: int, args: Develop) -> Refusal:
    prices = [price for tile, price in zip(s.market, t.prices, strict=True) if tile >= 0]
    if not prices:
        return Refusal("NU-11.1", "refuse.develop.no_tile", (s.tiles_left,))
    return too_dear(s, seat, "NU-11.1", max(0, min(prices) - args.discount), "refuse.develop.cheapest")


def no_contract(t: Lookup, s: State, seat: int, args: Contract) -> Refusal:
    if not free_slots(s, seat):
        return Refusal("NU-12.1", "refuse.contract.no_slot", (len(t.slots),))
    return Refusal("NU-12.1", "refuse.contract.none_shown", (s.silver_left + s.gold_left,))


def no_energize(t: Lookup, s: State, seat: int, args: Energize) -> Refusal:
    wanted = energize.targets(s, seat)
    if not wanted:
        return Refusal("NU-14.1", "refuse.energize.nothing_dark")
    grid = Grid(t, s, seat)
    best: tuple[int, int, int, int] | None = None
    for plant in range(len(t.names.plants)):
        most = max(0, grid.most(plant, grid.base + args.electricity, 0, 0, args.directive))
        for site in bits(wanted & grid.sites(plant)):
            need = t.piece_need[s.urban[site]]
            best = min(best or (need - most, site, need, most), (need - most, site, need, most))
    if best is None:
        return Refusal("NU-14.11", "refuse.energize.none_connected", (wanted.bit_count(),))
    _, site, need, most = best
    figures = (figure("electricity", need), figure("electricity", most))
    return Refusal("NU-14.1", "refuse.energize.nearest", (t.names.urban[site], *figures))


def no_income(t: Lookup, s: State, seat: int, args: PaidIncome) -> Refusal:
    return too_dear(s, seat, "NU-15.7", args.cost)


IMPOSSIBLE: dict[str, Callable[[Lookup, State, int, Any], Refusal]] = {
    "urbanize": no_urbanize,
    "industrialize": no_industrialize,
    "develop": no_develop,
    "contract": no_contract,
    "energize": no_energize,
    "income_any": no_income,
}
"""For each action that can be impossible: what it lacks."""
