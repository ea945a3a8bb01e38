"""Chapters 14 and 22: Energize. Plant and building are chosen together, then fuel unit by unit, then whom to pay."""

from __future__ import annotations

from machinehall.kernel.frames import Decision, Events, Step, step, then
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Action, Event, Frame, Refusal
from machinehall.titles.nucleum.action_frames import AfterEnergize, Energize, Fuel, PowerBonus, Powered, Rent, Rents
from machinehall.titles.nucleum.lookup import Lookup, bits
from machinehall.titles.nucleum.state import NONE, ROWS, State

from .end_of_game import gain_vp
from .power import Grid, coal_price, transport
from .refusals import against_means, must_go_on, too_dear
from .resources import gain, gain_achievement, gain_thaler, gain_workers, pay, wealth

POWER_THALER = ("power_building", "thaler")
POWER_WORKER = ("power_building", "worker")
POWER_TILE = ("power_building", "or_action_tile_discount")


def targets(s: State, seat: int) -> int:
    """NU-14.1 (4): unpowered buildings, own or neutral."""
    return (s.own_urban[seat] | s.neutral_urban) & ~s.powered


def most_of(grid: Grid, plant: int, args: Energize) -> int:
    """The most electricity that a seat can make at a plant."""
    return grid.most(plant, grid.base + args.electricity, 0, 0, args.directive)


def offers(t: Lookup, s: State, seat: int, args: Energize) -> list[Action]:
    """Every plant with every building that it can reach and power."""
    found = [t.one["skip"]] if args.optional else []
    wanted = targets(s, seat)
    if not wanted:
        return found
    grid = Grid(t, s, seat)
    row, width, need, urban = t.a["energize"], len(t.names.urban), t.piece_need, s.urban
    for plant, sites in enumerate(grid.reach()):
        sites &= wanted
        if sites:
            most = most_of(grid, plant, args)
            found += [row[plant * width + site] for site in bits(sites) if need[urban[site]] <= most]
    return found


def possible(t: Lookup, s: State, seat: int, args: Energize) -> bool:
    """NU-14.1: legal only if a building can be powered."""
    wanted = targets(s, seat)
    if not wanted:
        return False
    if not wanted & t.board[s.players].plant_sites(s.complete)[-1] and not transport(t, s.tech[seat])[0]:
        return False
    grid = Grid(t, s, seat)
    need, urban = t.piece_need, s.urban
    base = grid.base + args.electricity
    for plant, sites in enumerate(grid.reach()):
        sites &= wanted
        if sites:
            lowest = min([need[urban[site]] for site in bits(sites)])
            if lowest <= base or lowest <= most_of(grid, plant, args):
                return True
    return False


def resolve(t: Lookup, s: State, seat: int, args: Energize, action: Action, ev: Events) -> None:
    if action.kind == "skip":
        return
    plant, site = action.args
    grid = Grid(t, s, seat)
    fuel(t, s, seat, Fuel(plant, site, grid.base + args.electricity, 0, 0, args.directive), ev)


def refuse(t: Lookup, s: State, seat: int, args: Energize, action: Action) -> Refusal | None:
    if action.kind == "skip":
        return must_go_on("NU-14.1", args.optional)
    return fault(t, s, seat, args, *action.args) if action.kind == "energize" else None


def fault(t: Lookup, s: State, seat: int, args: Energize, plant: int, site: int) -> Refusal | None:
    """NU-14.1, NU-14.11: why a plant cannot power a building; None: it can."""
    name = t.names.urban[site]
    if s.urban[site] == NONE:
        return Refusal("NU-14.1", "refuse.energize.no_building", (name,))
    if s.powered >> site & 1:
        return Refusal("NU-14.1", "refuse.energize.powered", (name,))
    if not targets(s, seat) >> site & 1:
        owner = next(other for other in range(s.players) if s.own_urban[other] >> site & 1)
        return Refusal("NU-14.1", "refuse.energize.not_yours", (name, owner))
    grid = Grid(t, s, seat)
    if not grid.sites(plant) >> site & 1:
        reached = tuple(t.names.cities[city] for city in bits(grid.cities(plant)))
        return Refusal("NU-14.11", "refuse.energize.not_connected", (name, t.names.plants[plant], reached))
    return short_of(name, t.piece_need[s.urban[site]], max(0, most_of(grid, plant, args)))


def lacks(t: Lookup, s: State, seat: int, args: Energize) -> Refusal | None:
    """Why nothing at all can be powered, with the figures of the nearest chance; None: something can."""
    wanted = targets(s, seat)
    if not wanted:
        return Refusal("NU-14.1", "refuse.energize.nothing_dark")
    grid = Grid(t, s, seat)
    found: list[tuple[int, int, int, int]] = []
    for plant in range(len(t.names.plants)):
        most = max(0, most_of(grid, plant, args))
        for site in bits(wanted & grid.sites(plant)):
            need = t.piece_need[s.urban[site]]
            found.append((need - most, site, need, most))
    if not found:
        return Refusal("NU-14.11", "refuse.energize.none_connected", (wanted.bit_count(),))
    _, site, need, most = min(found)
    return short_of(t.names.urban[site], need, most, "refuse.energize.nearest")


def short_of(site: str, need: int, most: int, message: str = "refuse.energize.too_little") -> Refusal | None:
    """NU-14.1: a building gets all that it needs, or nothing."""
    if most >= need:
        return None
    return Refusal("NU-14.1", message, (site, need, most))


# Fuel


def fuel(t: Lookup, s: State, seat: int, args: Fuel, ev: Events) -> None:
    """Ask for the next unit of fuel, unless nothing more can be transported."""
    enough = args.electricity >= t.piece_need[s.urban[args.site]]
    if enough and len(fuel_offers(t, s, seat, args)) == 1:
        pay_bill(t, s, seat, args, ev)
    else:
        s.stack.append(("fuel", seat, args))


def fuel_offers(t: Lookup, s: State, seat: int, args: Fuel) -> list[Action]:
    """NU-14.3, NU-14.6, NU-14.9: a coal, a uranium, or enough; only what leaves the building within reach."""
    plant, site, el, _, burnt, _ = args
    need = t.piece_need[s.urban[site]]
    grid = Grid(t, s, seat)
    found = [t.one["done"]] if el >= need else []
    for region in grid.regions(plant):
        if coal_leaves(t, s, grid, args, region, need):
            found.append(t.a["coal"][region])
    if burnt < grid.limit(plant):
        rows = grid.mines(plant)
        if rows and uranium_leaves(s, grid, args, need):
            found += [t.a["uranium"][row] for row in rows]
    return found


def uranium_leaves(s: State, grid: Grid, args: Fuel, need: int) -> bool:
    """Whether the building stays within reach after burning a uranium of any connected mine."""
    plant, _, el, bill, burnt, directive = args
    if el + grid.per_uranium >= need:
        return grid.price(bill, grid.foreign_needed(plant, burnt + 1), directive) < wealth(s, grid.seat)
    return grid.most(plant, el + grid.per_uranium, bill, burnt + 1, directive, gone=1) >= need


def coal_leaves(t: Lookup, s: State, grid: Grid, args: Fuel, region: int, need: int) -> bool:
    """Whether the building stays within reach after importing a coal from an area."""
    plant, _, el, bill, burnt, directive = args
    if el + t.n.coal_electricity >= need:
        total = grid.price(bill + coal_price(t, s, region), grid.foreign_needed(plant, burnt), directive)
        return total <= wealth(s, grid.seat)
    price, wagons = coal_price(t, s, region), imported(s.wagons, region)
    return grid.most(plant, el + t.n.coal_electricity, bill + price, burnt, directive, wagons=wagons) >= need


def imported(wagons: tuple[int, ...], region: int) -> tuple[int, ...]:
    """NU-14.4: a wagon flips to the second price, or leaves; without wagons the last price holds for ever."""
    at = 2 * region
    first, second = wagons[at], wagons[at + 1]
    if first:
        return put(put(wagons, at, first - 1), at + 1, second + 1)
    return put(wagons, at + 1, second - 1) if second else wagons


def import_coal(s: State, region: int) -> None:
    s.wagons = imported(s.wagons, region)


def fuel_resolve(t: Lookup, s: State, seat: int, args: Fuel, action: Action, ev: Events) -> None:
    plant, site, el, bill, burnt, directive = args
    if action.kind == "done":
        pay_bill(t, s, seat, args, ev)
        return
    if action.kind == "coal":
        (region,) = action.args
        price = coal_price(t, s, region)
        import_coal(s, region)
        ev.append(Event("coal_imported", (seat, region, price)))
        fuel(t, s, seat, Fuel(plant, site, el + t.n.coal_electricity, bill + price, burnt, directive), ev)
        return
    (row,) = action.args
    gives = Grid(t, s, seat).per_uranium
    s.uranium = put(s.uranium, ROWS * seat + row, s.uranium[ROWS * seat + row] - 1)
    ev.append(Event("uranium_spent", (seat, row)))
    fuel(t, s, seat, Fuel(plant, site, el + gives, bill, burnt + 1, directive), ev)


def fuel_refuse(t: Lookup, s: State, seat: int, args: Fuel, action: Action) -> Refusal | None:
    if action.kind == "done":
        return short_of(t.names.urban[args.site], t.piece_need[s.urban[args.site]], args.electricity)
    grid = Grid(t, s, seat)
    if action.kind == "coal":
        return coal_fault(t, s, grid, args, action.args[0])
    return uranium_fault(t, s, grid, args, action.args[0]) if action.kind == "uranium" else None


def coal_fault(t: Lookup, s: State, grid: Grid, args: Fuel, region: int) -> Refusal | None:
    """NU-14.4: the bill with one more coal; or what it leaves is too little for the building; None: it can be had."""
    plant, _, _, bill, burnt, directive = args
    if region not in grid.regions(plant):
        return Refusal("NU-14.3", "refuse.coal.not_connected", (t.names.regions[region],))
    total = grid.price(bill + coal_price(t, s, region), grid.foreign_needed(plant, burnt), directive)
    if (dear := too_dear(s, grid.seat, "NU-14.4", total, "refuse.fuel.bill")) is not None:
        return dear
    need = t.piece_need[s.urban[args.site]]
    return None if coal_leaves(t, s, grid, args, region, need) else out_of_reach(need)


def out_of_reach(need: int) -> Refusal:
    """NU-14.9: what would be left is too little for the building."""
    return Refusal("NU-14.9", "refuse.fuel.out_of_reach", (need,))


def uranium_fault(t: Lookup, s: State, grid: Grid, args: Fuel, row: int) -> Refusal | None:
    """NU-14.6, NU-14.7: why a mine cannot give a uranium; None: it can."""
    (plant, site, _, bill, burnt, directive), at = args, ROWS * grid.seat + row
    name = t.rows[row]
    if not s.nucleums >> plant & 1:
        return Refusal("NU-14.6", "refuse.uranium.no_nucleum", (t.names.plants[plant],))
    if s.mine_site[at] < 0:
        return Refusal("NU-14.6", "refuse.mine.not_built", (name,))
    if not s.uranium[at]:
        return Refusal("NU-14.6", "refuse.uranium.empty", (name,))
    if row not in grid.mines(plant):
        names = (name, t.names.mines[s.mine_site[at]], t.names.plants[plant])
        return Refusal("NU-14.6", "refuse.uranium.not_connected", names)
    if burnt >= grid.limit(plant):
        return Refusal("NU-14.6", "refuse.uranium.limit", (grid.limit(plant),))
    total = grid.price(bill, grid.foreign_needed(plant, burnt + 1), directive)
    if total >= wealth(s, grid.seat):
        return against_means(s, grid.seat, "NU-14.7", total, "refuse.fuel.bill_after_uranium")
    need = t.piece_need[s.urban[site]]
    return None if uranium_leaves(s, grid, args, need) else out_of_reach(need)


# Payment


def pay_bill(t: Lookup, s: State, seat: int, args: Fuel, ev: Events) -> None:
    """NU-14.5 to NU-14.8: pay coal and foreign turbines, then the building is powered."""
    plant, site, _, bill, burnt, directive = args
    grid = Grid(t, s, seat)
    fees = grid.foreign_needed(plant, burnt)
    s.stack.append(step("powered", Powered(seat, plant, site)))
    if fees:
        owned = [count if other != seat else 0 for other, count in enumerate(grid.turbines(plant))]
        s.stack.append(step("rents", Rents.of(seat, fees, owned)))
    pay(t, s, seat, grid.price(bill, fees, directive), 0, ev)


def rents(t: Lookup, s: State, args: Rents, ev: Events) -> None:
    """NU-14.7: the payer decides whose turbines are used."""
    seat, left, owned = args.seat, args.fees, list(args.owned)
    owners = [other for other, count in enumerate(owned) if count]
    while left and (len(owners) == 1 or left == sum(owned)):
        for other in owners:
            for _ in range(min(left, owned[other])):
                rent(t, s, seat, other, ev)
                left, owned[other] = left - 1, owned[other] - 1
    if left:
        s.stack.append(("rent", seat, Rent.of(left, owned)))


def rent(t: Lookup, s: State, seat: int, other: int, ev: Events) -> None:
    """NU-14.8: the owner is paid in any case, if need be by the bank."""
    ev.append(Event("turbine_rented", (seat, other)))
    if other < s.seats:
        gain_thaler(s, other, t.n.turbine_fee_thaler, ev)
    else:
        gain_vp(t, s, other, t.solo.n.baron_rent_vp, ev)  # NU-23.11


def rent_offers(t: Lookup, s: State, seat: int, args: Rent) -> list[Action]:
    row = t.a["rent"]
    return [row[other] for other, count in enumerate(args.owned) if count]


def rent_resolve(t: Lookup, s: State, seat: int, args: Rent, action: Action, ev: Events) -> None:
    (other,) = action.args
    owned = list(args.owned)
    owned[other] -= 1
    rent(t, s, seat, other, ev)
    if args.fees > 1:
        s.stack.append(step("rents", Rents.of(seat, args.fees - 1, owned)))


def rent_refuse(t: Lookup, s: State, seat: int, args: Rent, action: Action) -> Refusal | None:
    if action.kind != "rent":
        return None
    (other,) = action.args
    if other == seat:
        return Refusal("NU-14.7", "refuse.rent.own")
    if other >= s.players:
        return Refusal("NU-14.7", "refuse.rent.nobody", (s.players,))
    return None if args.owned[other] else Refusal("NU-14.7", "refuse.rent.no_turbine", (other,))


# Power


def powered(t: Lookup, s: State, args: Powered, ev: Events) -> None:
    """NU-14.1 (5), (6): achievements and benefits, triggers, and what turbines give after the action (NU-22.1).

    NU-13.5: what is unlocked by this very building does not yet count, so the triggers are taken down first.
    """
    seat, plant, site = args
    piece = s.urban[site]
    s.powered |= 1 << site
    ev.append(Event("building_powered", (seat, plant, site, t.piece_need[piece])))
    tech, exp = s.tech[seat], s.experiment[seat]
    later: list[Frame] = []
    if own := tech & t.perm[POWER_WORKER]:
        at = own.bit_length() - 1
        later.append(
            (
                "power_bonus",
                seat,
                PowerBonus(workers=t.tech_value[POWER_WORKER][at], discount=t.tech_value[POWER_TILE][at]),
            )
        )
    after = [t.turbine_after[row][exp] for row in range(ROWS) if s.turbine_site[ROWS * seat + row] >= 0]
    tokens, workers = sum(gift[0] for gift in after), sum(gift[1] for gift in after)
    if tokens or workers:
        later.append(step("after_energize", AfterEnergize(seat, tokens, workers)))
    then(s.stack, *later)
    gain_achievement(s, seat, t.piece_need[piece], ev)
    if own := tech & t.perm[POWER_THALER]:
        gain_thaler(s, seat, t.tech_value[POWER_THALER][own.bit_length() - 1], ev)
    gain(t, s, seat, t.piece_benefit[piece], ev)


def after_energize(t: Lookup, s: State, args: AfterEnergize, ev: Events) -> None:
    """NU-D10: after the action, so that it cannot help to pay for it."""
    seat, tokens, workers = args
    gain_achievement(s, seat, tokens, ev)
    gain_workers(s, seat, workers, ev)


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "energize": Decision("NU-14.1", offers, resolve, refuse),
    "fuel": Decision("NU-14.3", fuel_offers, fuel_resolve, fuel_refuse),
    "rent": Decision("NU-14.7", rent_offers, rent_resolve, rent_refuse),
}
STEPS: dict[str, Step[Lookup, State]] = {"rents": rents, "powered": powered, "after_energize": after_energize}
