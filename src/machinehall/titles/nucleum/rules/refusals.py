"""Where a thing is that a player cannot have now, and what a player could pay: the figures of refusals."""

from __future__ import annotations

from machinehall.kernel.values import Refusal
from machinehall.titles.nucleum.lookup import Lookup, bits
from machinehall.titles.nucleum.state import ROWS, SLOTS, State

from .networks import building_cities
from .resources import can_pay, uranium_of, wealth


def too_dear(s: State, seat: int, rule: str, price: int, message: str = "refuse.thaler") -> Refusal | None:
    """NU-5.2: a price that cannot be paid; None: it can."""
    return against_means(s, seat, rule, price, message) if price > wealth(s, seat) else None


def against_means(s: State, seat: int, rule: str, price: int, message: str) -> Refusal:
    """A price against the thalers at hand and what could be turned into thalers."""
    return Refusal(rule, message, (price, s.thaler[seat], s.supply[seat], uranium_of(s, seat), wealth(s, seat)))


def too_few(s: State, seat: int, rule: str, workers: int, thaler: int = 0) -> Refusal | None:
    """NU-5.2: workers, and thalers beside them if any, that cannot be paid; None: they can."""
    return workers_missing(s, seat, rule, workers, thaler) if not can_pay(s, seat, thaler, workers) else None


def workers_missing(s: State, seat: int, rule: str, workers: int, thaler: int) -> Refusal:
    """Workers, and thalers beside them if any, against the means."""
    means = (s.supply[seat], uranium_of(s, seat))
    if not thaler:
        return Refusal(rule, "refuse.workers.alone", (workers, *means))
    return Refusal(rule, "refuse.workers", (workers, thaler, *means, s.thaler[seat]))


def must_go_on(rule: str, optional: int) -> Refusal | None:
    """NU-7.1, NU-13.4: before an action is begun it may be left out; what a technology grants may be forgone later."""
    return None if optional else Refusal(rule, "refuse.skip.begun")


def tile_elsewhere(t: Lookup, s: State, seat: int, tile: int, rule: str) -> Refusal:
    """Where a tile is that is not where it should be."""
    name = t.tiles[tile]
    if tile in s.market:
        return Refusal(rule, "refuse.tile.in_market", (name, t.prices[s.market.index(tile)]))
    if tile in s.rail_tile:
        space = s.rail_tile.index(tile)
        return Refusal(rule, "refuse.tile.is_rail", (name, s.rail_owner[space], t.names.spaces[space]))
    for b, queue in enumerate(s.queue, s.seats):
        if tile in queue:
            return Refusal(rule, "refuse.tile.of_other", (name, b))
    for other in range(s.players):
        if (s.pool[other] | s.row[other]) >> tile & 1:
            if other == seat:
                return Refusal(rule, "refuse.tile.yours", (name,))
            return Refusal(rule, "refuse.tile.of_other", (name, other))
    if s.tiles_unseen >> tile & 1:
        return Refusal(rule, "refuse.tile.unseen", (name, s.tiles_left))
    if s.discarded_tiles >> tile & 1:
        return Refusal(rule, "refuse.tile.gone", (name,))
    return Refusal(rule, "refuse.tile.special", (name,))


def contract_elsewhere(t: Lookup, s: State, seat: int, contract: int, rule: str) -> Refusal:
    """Where a contract is that is not where it should be."""
    name = t.contracts[contract]
    if contract in s.slots:
        owner, slot = divmod(s.slots.index(contract), SLOTS)
        if owner == seat:
            return Refusal(rule, "refuse.contract.in_slot", (name, t.slots[slot]))
        return Refusal(rule, "refuse.contract.of_other", (name, owner))
    for other in range(s.players):
        if s.fulfilled[other] >> contract & 1:
            return Refusal(rule, "refuse.contract.fulfilled", (name, other))
    if contract in s.display:
        return Refusal(rule, "refuse.contract.on_display", (name,))
    if s.contracts_unseen >> contract & 1:
        return Refusal(rule, "refuse.contract.unseen", (name,))
    return Refusal(rule, "refuse.contract.gone", (name,))


def urban_taken(t: Lookup, s: State, site: int) -> Refusal:
    """NU-6.1: what stands on an urban site."""
    name = t.names.urban[site]
    if s.urban_debris >> site & 1:
        return Refusal("NU-6.1", "refuse.site.debris", (name,))
    owner = next((other for other in range(s.players) if s.own_urban[other] >> site & 1), None)
    if owner is None:
        return Refusal("NU-6.1", "refuse.site.neutral", (name,))
    return Refusal("NU-6.1", "refuse.site.taken", (name, owner))


def industry_taken(t: Lookup, s: State, mine: bool, site: int) -> Refusal:
    """NU-6.1: what stands on a mine site or turbine slot."""
    name = (t.names.mines if mine else t.names.turbines)[site]
    placed = s.mine_site if mine else s.turbine_site
    if site not in placed:
        return Refusal("NU-6.1", "refuse.site.debris", (name,))
    return Refusal("NU-6.1", "refuse.site.taken", (name, placed.index(site) // ROWS))


def cities_of(t: Lookup, s: State, seat: int) -> tuple[str, ...]:
    """The cities that the networks of a seat reach."""
    return tuple(t.names.cities[city] for city in bits(building_cities(t, s, seat)))


def out_of_network(t: Lookup, s: State, seat: int, rule: str, name: str) -> Refusal:
    return Refusal(rule, "refuse.site.not_in_network", (name, cities_of(t, s, seat)))
