"""Chapter 23, section f: Energize in the Baron's way (NU-23.46 to NU-23.48)."""

from __future__ import annotations

from machinehall.kernel.frames import Chance, Events, Step, step, then
from machinehall.kernel.values import CHANCE, Action, Event
from machinehall.titles.nucleum.baron_frames import BaronCoal, BaronEnergize, BaronPlant, BaronPowered, CoalArea
from machinehall.titles.nucleum.baron_lookup import ENERGIZE
from machinehall.titles.nucleum.lookup import Lookup, bits
from machinehall.titles.nucleum.options import ALL_CONNECTED, DISPUTED_COAL, NEED_VP
from machinehall.titles.nucleum.rules.end_of_game import gain_vp
from machinehall.titles.nucleum.rules.energize import import_coal, targets
from machinehall.titles.nucleum.rules.networks import own_components
from machinehall.titles.nucleum.rules.power import coal_price
from machinehall.titles.nucleum.state import BUILDINGS, NONE, ROWS, State

from .criteria import by_number, card_open, tell, weigh
from .turn import forgo, pay_thaler, short_of_thaler


def mine_cities(t: Lookup, s: State, b: int) -> list[int]:
    home = t.board[s.players].mine_city
    return [home[site] for site in s.mine_site[ROWS * b : ROWS * b + ROWS] if site >= 0]


def turbine_cities(t: Lookup, s: State, b: int) -> list[int]:
    home = t.board[s.players].turbine_city
    return [home[site] for site in s.turbine_site[ROWS * b : ROWS * b + ROWS] if site >= 0]


def regions(t: Lookup, s: State, plant: int) -> list[int]:
    """Coal areas that a plant reaches over anybody's links."""
    board = t.board[s.players]
    reach = board.components(s.complete)[board.plant_city[plant]]
    return [region for region, ends in enumerate(board.coal_cities[s.options[DISPUTED_COAL]]) if ends & reach]


def fuelled(t: Lookup, s: State, b: int) -> list[int]:
    """NU-23.46: plants connected to a coal area or to a mine of his."""
    board = t.board[s.players]
    near = board.components(s.complete)
    dug = mine_cities(t, s, b)
    return [
        plant
        for plant, city in enumerate(board.plant_city)
        if regions(t, s, plant) or any(near[city] >> home & 1 for home in dug)
    ]


def qualifying(t: Lookup, s: State, b: int) -> list[int]:
    """NU-23.46: unpowered buildings, own or neutral, connected to such a plant."""
    board = t.board[s.players]
    near = board.components(s.complete)
    lit = 0
    for plant in fuelled(t, s, b):
        lit |= near[board.plant_city[plant]]
    return [site for site in bits(targets(s, b)) if lit >> board.urban_city[site] & 1]


def energize(t: Lookup, s: State, args: BaronEnergize, ev: Events) -> None:
    """NU-23.46."""
    b, free = args
    if not free and short_of_thaler(s, b, ENERGIZE, ev):
        return
    board = t.board[s.players]
    found = qualifying(t, s, b)
    if not found:
        forgo(ev, b, ENERGIZE, "no_target")
        return
    own = s.own_urban[b]

    def government(site: int) -> bool:
        return bool(own >> site & 1 and t.government >> (s.urban[site] - BUILDINGS * b) & 1)

    left, lost = weigh(
        found,
        ("government", government),
        ("own", lambda site: own >> site & 1),
        ("need", lambda site: 0 if government(site) or not own >> site & 1 else -t.piece_need[s.urban[site]]),
    )
    if len(left) > 1:
        if not card_open(s, step("baron_energize", args)):
            return
        order = [site for city in board.urban_order for site in city]
        number = by_number(t, s, lambda site: board.urban_city[site])
        left, more = weigh(left, number, ("order", lambda site: -order.index(site)))
        lost += more
    s.stack.append(step("baron_plant", BaronPlant(b, site=left[0], free=free)))
    tell(ev, "baron_passed_urban", b, lost)


def plant_choice(t: Lookup, s: State, args: BaronPlant, ev: Events) -> None:
    """NU-23.46: a plant in his own network if possible."""
    b, site, free = args
    board = t.board[s.players]
    near = board.components(s.complete)[board.urban_city[site]]
    found = [plant for plant in fuelled(t, s, b) if near >> board.plant_city[plant] & 1]
    left, lost = weigh(found, ("own_network", lambda plant: s.presence[b] >> board.plant_city[plant] & 1))
    if len(left) > 1:
        if not card_open(s, step("baron_plant", args)):
            return
        left, more = weigh(left, by_number(t, s, lambda plant: board.plant_city[plant]))
        lost += more
    tell(ev, "baron_passed_plant", b, lost)
    if not free:
        pay_thaler(t, s, b, ev)
    then(
        s.stack,
        step("baron_coal", BaronCoal(b, plant=left[0], left=coal_for(t, s, b, site), region=NONE)),
        step("baron_powered", BaronPowered(b, plant=left[0], site=site)),
    )


# Coal


def coal_for(t: Lookup, s: State, b: int, site: int) -> int:
    """NU-23.47: by the level of the building."""
    if s.neutral_urban >> site & 1:
        return t.solo.n.baron_coal_neutral
    coal: int = t.solo.building_coal[s.urban[site] - BUILDINGS * b]
    return coal


def at_lowest(t: Lookup, s: State, region: int) -> int:
    """Wagons of an area at its present price."""
    first, second = s.wagons[2 * region : 2 * region + 2]
    return first or second


def fullest(t: Lookup, s: State, plant: int) -> list[int]:
    """Of the connected areas those with the lowest price, and with most coal at it."""
    found = regions(t, s, plant)
    lowest = min(coal_price(t, s, region) for region in found)
    cheap = [region for region in found if coal_price(t, s, region) == lowest]
    most = max(at_lowest(t, s, region) for region in cheap)
    return [region for region in cheap if at_lowest(t, s, region) == most]


def coal(t: Lookup, s: State, args: BaronCoal, ev: Events) -> None:
    """NU-23.47: always the cheapest, on with the same area while it is."""
    b, plant, left, region = args
    found = regions(t, s, plant)
    if not found:
        ev.append(Event("baron_no_coal", (b,)))
        return
    while left:
        if region == NONE or coal_price(t, s, region) > min(coal_price(t, s, other) for other in found):
            areas = fullest(t, s, plant)
            if len(areas) > 1 and at_lowest(t, s, areas[0]):
                s.stack.append(("coal_area", CHANCE, CoalArea(b, plant, left)))
                return
            region = areas[0]
        price = coal_price(t, s, region)
        import_coal(s, region)
        ev.append(Event("baron_coal", (b, region, price)))
        left -= 1


def area_outcomes(t: Lookup, s: State, args: CoalArea) -> list[tuple[Action, int]]:
    """NU-23.47: random if equal."""
    return [(t.a["draw-region"][region], 1) for region in fullest(t, s, args.plant)]


def area_resolve(t: Lookup, s: State, args: CoalArea, action: Action, ev: Events) -> None:
    s.stack.append(step("baron_coal", BaronCoal(args.baron, args.plant, args.left, region=action.args[0])))


# Power


def powered(t: Lookup, s: State, args: BaronPowered, ev: Events) -> None:
    """NU-23.48: VP for his pieces around the plant; the benefits are ignored. NU-24.9: VP for the need."""
    b, plant, site = args
    need = t.piece_need[s.urban[site]]
    s.powered |= 1 << site
    s.acted = 1
    ev.append(Event("baron_powered", (b, plant, site)))
    turbines, mines = counted(t, s, b, plant)
    if turbines or mines:
        ev.append(Event("baron_counts", (b, turbines, mines)))
    gain_vp(t, s, b, (turbines + mines) * t.solo.n.baron_piece_vp, ev)
    if s.options[NEED_VP]:
        ev.append(Event("frederik_need", (b, need)))
        gain_vp(t, s, b, need, ev)


def counted(t: Lookup, s: State, b: int, plant: int) -> tuple[int, int]:
    """His turbines in the network of the plant, and with a Nucleum his mines. NU-24.5: over anybody's links."""
    board = t.board[s.players]
    city = board.plant_city[plant]
    network = board.components(s.complete)[city] if s.options[ALL_CONNECTED] else own_components(t, s, b)[city]
    turbines = sum(network >> home & 1 for home in turbine_cities(t, s, b))
    mines = sum(network >> home & 1 for home in mine_cities(t, s, b)) if s.nucleums >> plant & 1 else 0
    return turbines, mines


CHANCES: dict[str, Chance[Lookup, State]] = {"coal_area": Chance(area_outcomes, area_resolve)}
STEPS: dict[str, Step[Lookup, State]] = {
    "baron_energize": energize,
    "baron_plant": plant_choice,
    "baron_coal": coal,
    "baron_powered": powered,
}
