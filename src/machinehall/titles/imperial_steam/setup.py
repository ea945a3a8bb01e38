"""Chapters 2 and 12: set-up, beginner, normal or random. All luck of the game is here."""

from __future__ import annotations

from machinehall.kernel.rules import Args, Chance, Events, Step, step, then
from machinehall.kernel.values import CHANCE, Action, Event, Frame

from .rulings import BEGINNER, NORMAL, SETUP
from .state import GOODS, ROWS, SECOND_COAL, TILES, ZONES, State
from .tables import ENGINEERS, Tables, bits

Outcomes = list[tuple[Action, int]]


def opening(t: Tables, seats: int, options: tuple[int, ...]) -> State:
    """The box unpacked: everything in its place, nothing shuffled yet."""
    cities = len(t.cities)
    money = t.start_money[seats]
    start_goods = t.start_goods * seats
    loose = [t.cube_count[g] - t.market_spaces - seats * t.start_goods[g] for g in range(GOODS)]
    return State(
        seats=seats,
        options=options,
        round=0,
        order=[],
        delivered=0,
        money=[money] * seats,
        bank=t.florins - money * seats,
        bids=[-1] * seats,
        influence=[0] * seats,
        standing=[],
        metropolises=[0] * len(t.hubs),
        tile=[t.printed_tile.get(city, -1) for city in range(cities)],
        sites=t.board_sites[seats],
        crowns=0,
        semmering=-1,
        improvements=[0] * cities,
        wanted=[0] * (SECOND_COAL + 1),
        keys=[-1] * (2 * len(t.hubs)),
        tracks=[0] * seats,
        stations=[t.start, *[-1] * (t.n.stations - 1)] * seats,
        factories=[0] * (GOODS * seats),
        cubes=[0] * len(t.sites),
        built=[0] * GOODS,
        workers=[t.n.start_workers, *[0] * (ZONES - 1)] * seats,
        engineers=[0] * seats,
        engineers_left=[0] * (len(ENGINEERS) * len(t.hubs)),
        hiring=[0] * len(t.hire_columns),
        trains=[t.start_loco, *[-1] * (ROWS - 1)] * seats,
        passengers=[0] * seats,
        reserved=[0] * seats,
        locos=[seats * t.n.locomotives_per_player if first else 0 for first in t.first_round],
        scrapped=[0] * len(t.locos),
        goods=start_goods,
        ordered=[0] * (GOODS * seats),
        market=[t.market_spaces] * GOODS,
        supply=loose,
        refill=[0] * (GOODS * t.rounds),
        expeditions=[-1] * t.rounds,
        growth=[-1] * len(t.hubs),
        contracts=[0] * seats,
        offer=0,
        investors=[t.n.start_investors] * seats,
        share=[0] * seats,
        dividends=[0] * seats,
        pawns=[0] * (TILES * seats),
        stack=[step("auction"), step("set_up")],
    )


def set_up(t: Tables, s: State, args: Args, ev: Events) -> None:
    """The order of the rulebook: tiles, turn order, round track, influence and crowns, side boards."""
    kind = s.options[SETUP]
    parts: list[Frame] = []
    if kind == BEGINNER:
        beginner_tiles(t, s, ev)
    elif kind == NORMAL:
        parts.append(("setup_card", CHANCE, ()))
    else:
        parts += [step("region", *sites) for sites in t.region_sites]
        parts.append(step("tiles_left"))
    parts += [("next", CHANCE, ())] * s.seats
    if kind == BEGINNER:
        beginner_rounds(t, s, ev)
    else:
        parts += [("expedition", CHANCE, (r,)) for r in range(t.rounds) if t.expedition_round[r]]
    per_round = t.refill_cubes[s.seats]
    parts += [("cube", CHANCE, (r,)) for r in range(t.rounds) if t.refill_round[r] for _ in range(per_round)]
    if kind == BEGINNER:
        beginner_influence(t, s, ev)
    else:
        parts.append(step("pile", 0, 0))
        parts += [("growth", CHANCE, (hub,)) for hub in range(len(t.hubs))]
    slots = t.engineer_slots[s.seats]
    parts += [("engineer_token", CHANCE, (hub,)) for hub, number in enumerate(slots) for _ in range(number)]
    shown = t.contracts_shown[s.seats]
    parts += [("reveal", CHANCE, (deck,)) for deck in range(len(t.decks)) for _ in range(shown)]
    then(s.stack, *parts)


# Tiles


def lay_tile(t: Tables, s: State, city: int, tile: int, ev: Events) -> None:
    """IS-2.6: with the improvement tokens of its symbol; its demand and factory sites come into play."""
    s.tile[city] = tile
    s.improvements[city] = len(t.stacks[s.seats][t.symbol[tile]])
    for place in range(len(t.tile_sites[tile])):
        s.sites |= 1 << t.tile_site[city, place]
    for good in t.demand[tile]:
        row = SECOND_COAL if good == t.coal and s.wanted[good] >> city & 1 else good
        s.wanted[row] |= 1 << city
    ev.append(Event("tile_laid", (city, tile)))


def beginner_tiles(t: Tables, s: State, ev: Events) -> None:
    """IS-2.4: each tile on the site with the number on its back."""
    for tile in bits(t.pool[s.seats]):
        lay_tile(t, s, t.site_of_number[t.tile_number[tile]], tile, ev)
    for hub, city in enumerate(t.beginner_hub[s.seats]):
        lay_tile(t, s, city, t.first_hub + hub, ev)


def card_outcomes(t: Tables, s: State, args: Args) -> Outcomes:
    row = t.a["setup-card"]
    return [(row[card], 1) for card in t.normal_for[s.seats]]


def card_resolve(t: Tables, s: State, args: Args, action: Action, ev: Events) -> None:
    """IS-2.3: metropolises, marked tiles on marked cities, then all the others. IS-2.14: its crowns."""
    (card,) = action.args
    ev.append(Event("setup_card", (card,)))
    set_crowns(t, s, t.normal_crowns[card], ev)
    hubs: list[Frame] = [("tile", CHANCE, (city, -1)) for city in t.normal_hubs[card]]
    special: list[Frame] = [("tile", CHANCE, (city, card)) for city in t.normal_cities[card]]
    then(s.stack, *hubs, *special, step("tiles_left"))


def region(t: Tables, s: State, args: Args, ev: Events) -> None:
    """IS-12.1: one site of a region gets a metropolis; the other two get city tiles like all the rest."""
    s.stack.append(("spot", CHANCE, args))


def spot_outcomes(t: Tables, s: State, args: Args) -> Outcomes:
    row = t.a["spot"]
    return [(row[city], 1) for city in args]


def spot_resolve(t: Tables, s: State, args: Args, action: Action, ev: Events) -> None:
    s.stack.append(("tile", CHANCE, (action.args[0], -1)))


def tiles_left(t: Tables, s: State, args: Args, ev: Events) -> None:
    then(s.stack, *(("tile", CHANCE, (city, -2)) for city in t.site_of_number.values() if s.tile[city] < 0))


def tile_outcomes(t: Tables, s: State, args: Args) -> Outcomes:
    """Metropolis tiles (-1), the tiles that a set-up card marks, or any city tile (-2)."""
    group = args[1]
    pool = t.hub_tiles if group == -1 else t.pool[s.seats] if group == -2 else t.normal_tiles[group]
    laid = 0
    for tile in s.tile:
        if tile >= 0:
            laid |= 1 << tile
    row = t.a["tile"]
    return [(row[tile], 1) for tile in bits(pool & ~laid)]


def tile_resolve(t: Tables, s: State, args: Args, action: Action, ev: Events) -> None:
    lay_tile(t, s, args[0], action.args[0], ev)


# Turn order and round track


def next_outcomes(t: Tables, s: State, args: Args) -> Outcomes:
    """IS-2.7: random turn order."""
    return [(action, 1) for seat, action in enumerate(t.a["next"][: s.seats]) if seat not in s.order]


def next_resolve(t: Tables, s: State, args: Args, action: Action, ev: Events) -> None:
    """IS-2.12: in turn order to the topmost free space of column 0."""
    (seat,) = action.args
    s.order.append(seat)
    s.standing.append(seat)
    ev.append(Event("turn_order", (len(s.order), seat)))


def beginner_rounds(t: Tables, s: State, ev: Events) -> None:
    """IS-2.8: fixed expedition tiles."""
    free = list(range(len(t.expeditions)))
    rounds = [r for r in range(t.rounds) if t.expedition_round[r]]
    for r, value in zip(rounds, t.beginner[s.seats].expeditions, strict=True):
        tile = next(i for i in free if t.expedition_value[i] == value)
        free.remove(tile)
        s.expeditions[r] = tile
        ev.append(Event("expedition_laid", (r + 1, tile)))


def expedition_outcomes(t: Tables, s: State, args: Args) -> Outcomes:
    return [(action, 1) for i, action in enumerate(t.a["expedition"]) if i not in s.expeditions]


def expedition_resolve(t: Tables, s: State, args: Args, action: Action, ev: Events) -> None:
    (s.expeditions[args[0]],) = action.args
    ev.append(Event("expedition_laid", (args[0] + 1, action.args[0])))


def cube_outcomes(t: Tables, s: State, args: Args) -> Outcomes:
    """IS-2.11: out of a mix of the same number of each good."""
    left = [t.refill_pool[g] - sum(s.refill[g::GOODS]) for g in range(GOODS)]
    return [(action, k) for action, k in zip(t.a["cube"], left, strict=True) if k]


def cube_resolve(t: Tables, s: State, args: Args, action: Action, ev: Events) -> None:
    (r,), (good,) = args, action.args
    s.refill[GOODS * r + good] += 1
    s.supply[good] -= 1
    ev.append(Event("cube_laid", (r + 1, good)))


# Influence and crowns


def set_crowns(t: Tables, s: State, links: int, ev: Events) -> None:
    s.crowns |= links
    for link in bits(links):
        ev.append(Event("crown_set", (link,)))


def beginner_influence(t: Tables, s: State, ev: Events) -> None:
    """IS-2.14, IS-2.17: fixed columns, growth tiles and crowns."""
    fixed = t.beginner[s.seats]
    set_crowns(t, s, sum(1 << t.link[name] for name in fixed.crowns), ev)
    for hub, colour in enumerate(t.hubs):
        s.metropolises[hub] = t.columns.index(fixed.metropolis_columns[colour])
        s.growth[hub] = t.growth.index(fixed.growth[colour])
        ev.append(Event("metropolis_moved", (hub, s.metropolises[hub])))
        ev.append(Event("growth_laid", (hub, s.growth[hub])))


def pile(t: Tables, s: State, args: Args, ev: Events) -> None:
    """IS-2.13: four times a marker from the bottom of the pile and a card. args: column so far, cards drawn."""
    column, drawn = args
    if 0 in s.metropolises:
        then(s.stack, ("marker", CHANCE, ()), ("card", CHANCE, (column, drawn)))
    elif s.options[SETUP] != NORMAL:
        s.stack.append(("crown_number", CHANCE, (drawn,)))


def marker_outcomes(t: Tables, s: State, args: Args) -> Outcomes:
    """The pile is in random order: any marker that still stands on column 0."""
    return [(action, 1) for action, column in zip(t.a["marker"], s.metropolises, strict=True) if not column]


def marker_resolve(t: Tables, s: State, args: Args, action: Action, ev: Events) -> None:
    """Remember whose turn it is in the frame of the card."""
    kind, seat, rest = s.stack.pop()
    s.stack.append((kind, seat, (*rest, action.args[0])))


def number_outcomes(t: Tables, s: State, args: Args) -> Outcomes:
    """Cards of the deck that have not been drawn; the arguments carry the drawn ones as bits."""
    drawn = args[0] if len(args) == 1 else args[1]
    return [(action, 1) for i, action in enumerate(t.a["card"]) if not drawn >> i & 1]


def number_resolve(t: Tables, s: State, args: Args, action: Action, ev: Events) -> None:
    """The pile advances by the number of the card; the bottom marker stays."""
    column, drawn, hub = args
    (card,) = action.args
    column += t.card_number[card]
    s.metropolises[hub] = column
    ev.append(Event("metropolis_moved", (hub, column)))
    s.stack.append(step("pile", column, drawn | 1 << card))


def crowns_resolve(t: Tables, s: State, args: Args, action: Action, ev: Events) -> None:
    """IS-12.2: the number of a card is the number of crowns."""
    (card,) = action.args
    s.stack.append(step("more_crowns", args[0] | 1 << card, t.card_number[card]))


def more_crowns(t: Tables, s: State, args: Args, ev: Events) -> None:
    if args[1]:
        s.stack.append(("crown", CHANCE, args))


def crown_outcomes(t: Tables, s: State, args: Args) -> Outcomes:
    return number_outcomes(t, s, args[:1])


def crown_resolve(t: Tables, s: State, args: Args, action: Action, ev: Events) -> None:
    drawn, left = args
    (card,) = action.args
    set_crowns(t, s, 1 << t.card_link[card], ev)
    s.stack.append(step("more_crowns", drawn | 1 << card, left - 1))


# Side boards


def growth_outcomes(t: Tables, s: State, args: Args) -> Outcomes:
    return [(action, 1) for i, action in enumerate(t.a["growth"]) if i not in s.growth]


def growth_resolve(t: Tables, s: State, args: Args, action: Action, ev: Events) -> None:
    (s.growth[args[0]],) = action.args
    ev.append(Event("growth_laid", (args[0], action.args[0])))


def engineer_outcomes(t: Tables, s: State, args: Args) -> Outcomes:
    """IS-2.17: as many bridge as tunnel engineers, mixed."""
    each = s.seats * t.n.engineers_per_player
    left = [each - sum(s.engineers_left[kind :: len(ENGINEERS)]) for kind in range(len(ENGINEERS))]
    return [(action, k) for action, k in zip(t.a["engineer-token"], left, strict=True) if k]


def engineer_resolve(t: Tables, s: State, args: Args, action: Action, ev: Events) -> None:
    (hub,), (kind,) = args, action.args
    s.engineers_left[len(ENGINEERS) * hub + kind] += 1
    ev.append(Event("engineer_laid", (hub, kind)))


def reveal_outcomes(t: Tables, s: State, args: Args) -> Outcomes:
    """IS-2.18: contracts of a deck; what is not revealed leaves the game unseen."""
    row = t.a["reveal"]
    return [(row[card], 1) for card in bits(t.decks[args[0]] & ~s.offer)]


def reveal_resolve(t: Tables, s: State, args: Args, action: Action, ev: Events) -> None:
    s.offer |= 1 << action.args[0]
    ev.append(Event("contract_shown", action.args))


CHANCES = {
    "setup_card": Chance(card_outcomes, card_resolve),
    "spot": Chance(spot_outcomes, spot_resolve),
    "tile": Chance(tile_outcomes, tile_resolve),
    "next": Chance(next_outcomes, next_resolve),
    "expedition": Chance(expedition_outcomes, expedition_resolve),
    "cube": Chance(cube_outcomes, cube_resolve),
    "marker": Chance(marker_outcomes, marker_resolve),
    "card": Chance(number_outcomes, number_resolve),
    "crown_number": Chance(number_outcomes, crowns_resolve),
    "crown": Chance(crown_outcomes, crown_resolve),
    "growth": Chance(growth_outcomes, growth_resolve),
    "engineer_token": Chance(engineer_outcomes, engineer_resolve),
    "reveal": Chance(reveal_outcomes, reveal_resolve),
}
STEPS: dict[str, Step] = {
    "set_up": set_up,
    "region": region,
    "tiles_left": tiles_left,
    "pile": pile,
    "more_crowns": more_crowns,
}
