"""Chapters 2 and 12: set-up, beginner, normal or random. All luck of the game is here."""

from __future__ import annotations

from typing import Any

from machinehall.kernel.frames import NOTHING, Chance, Events, Nothing, Step, step, then
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import CHANCE, Action, Event, Frame
from machinehall.titles.imperial_steam.frames import Card, CrownNumber, Crowns, Deck, Hub, Pile, Region, Round, Tile
from machinehall.titles.imperial_steam.lookup import ENGINEERS, Lookup, bits
from machinehall.titles.imperial_steam.options import BEGINNER, NORMAL, SETUP
from machinehall.titles.imperial_steam.state import GOODS, ROWS, SECOND_COAL, TILES, ZONES, State

Outcomes = list[tuple[Action, int]]

A_METROPOLIS, ANY_TILE = -1, -2
"""Which tiles a city may get, beside those that a set-up card marks."""


def opening(t: Lookup, seats: int, options: tuple[int, ...]) -> State:
    """The box unpacked: everything in its place, nothing shuffled yet."""
    money = t.start_money[seats]
    return State(
        seats=seats,
        options=options,
        round=0,
        order=(),
        delivered=0,
        money=[money] * seats,
        bank=t.florins - money * seats,
        bids=(-1,) * seats,
        influence=[0] * seats,
        standing=[],
        stack=[step("auction"), step("set_up")],
        **_map(t, seats),
        **_boards(t, seats),
        **_players(t, seats),
    )


def _map(t: Lookup, seats: int) -> dict[str, Any]:
    """Cities, links and what lies on them."""
    cities = len(t.cities)
    return {
        "tile": [t.printed_tile.get(city, -1) for city in range(cities)],
        "sites": t.board_sites[seats],
        "crowns": 0,
        "semmering": -1,
        "improvements": (0,) * cities,
        "wanted": (0,) * (SECOND_COAL + 1),
        "keys": (-1,) * (2 * len(t.hubs)),
        "tracks": (0,) * seats,
        "stations": (t.start, *[-1] * (t.n.stations - 1)) * seats,
        "factories": (0,) * (GOODS * seats),
        "cubes": (0,) * len(t.sites),
    }


def _boards(t: Lookup, seats: int) -> dict[str, Any]:
    """Influence, market, factory, worker and round track."""
    return {
        "metropolises": (0,) * len(t.hubs),
        "growth": (-1,) * len(t.hubs),
        "built": (0,) * GOODS,
        "engineers_left": (0,) * (len(ENGINEERS) * len(t.hubs)),
        "hiring": (0,) * len(t.hire_columns),
        "locos": tuple([seats * t.n.locomotives_per_player if first else 0 for first in t.first_round]),
        "scrapped": (0,) * len(t.locos),
        "market": [t.market_spaces] * GOODS,
        "supply": [t.cube_count[g] - t.market_spaces - seats * t.start_goods[g] for g in range(GOODS)],
        "refill": (0,) * (GOODS * t.rounds),
        "expeditions": (-1,) * t.rounds,
        "offer": 0,
    }


def _players(t: Lookup, seats: int) -> dict[str, Any]:
    """IS-2.19 to IS-2.22: player and investment boards."""
    return {
        "workers": [t.n.start_workers, *[0] * (ZONES - 1)] * seats,
        "engineers": (0,) * seats,
        "trains": (t.start_loco, *[-1] * (ROWS - 1)) * seats,
        "passengers": (0,) * seats,
        "reserved": (0,) * seats,
        "goods": t.start_goods * seats,
        "ordered": (0,) * (GOODS * seats),
        "contracts": (0,) * seats,
        "investors": [t.n.start_investors] * seats,
        "share": (0,) * seats,
        "dividends": [0] * seats,
        "pawns": [0] * (TILES * seats),
    }


def set_up(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """The order of the rulebook: tiles, turn order, round track, influence and crowns, side boards."""
    kind = s.options[SETUP]
    parts: list[Frame] = []
    if kind == BEGINNER:
        beginner_tiles(t, s, ev)
    elif kind == NORMAL:
        parts.append(("setup_card", CHANCE, NOTHING))
    else:
        parts += [step("region", Region(sites)) for sites in t.region_sites]
        parts.append(step("tiles_left"))
    parts += [("next", CHANCE, NOTHING)] * s.seats
    if kind == BEGINNER:
        beginner_rounds(t, s, ev)
    else:
        parts += [("expedition", CHANCE, Round(r)) for r in range(t.rounds) if t.expedition_round[r]]
    per_round = t.refill_cubes[s.seats]
    for r in range(t.rounds):
        if t.refill_round[r]:
            parts += [("cube", CHANCE, Round(r))] * per_round
    if kind == BEGINNER:
        beginner_influence(t, s, ev)
    else:
        parts.append(step("pile", Pile(column=0, drawn=0)))
        parts += [("growth", CHANCE, Hub(hub)) for hub in range(len(t.hubs))]
    slots = t.engineer_slots[s.seats]
    for hub, number in enumerate(slots):
        parts += [("engineer_token", CHANCE, Hub(hub))] * number
    shown = t.contracts_shown[s.seats]
    for deck in range(len(t.decks)):
        parts += [("reveal", CHANCE, Deck(deck))] * shown
    then(s.stack, *parts)


# Tiles


def lay_tile(t: Lookup, s: State, city: int, tile: int, ev: Events) -> None:
    """IS-2.6: with the improvement tokens of its symbol; its demand and factory sites come into play."""
    s.tile[city] = tile
    s.improvements = put(s.improvements, city, len(t.stacks[s.seats][t.symbol[tile]]))
    for place in range(len(t.tile_sites[tile])):
        s.sites |= 1 << t.tile_site[city, place]
    for good in t.demand[tile]:
        row = SECOND_COAL if good == t.coal and s.wanted[good] >> city & 1 else good
        s.wanted = put(s.wanted, row, s.wanted[row] | 1 << city)
    ev.append(Event("tile_laid", (city, tile)))


def beginner_tiles(t: Lookup, s: State, ev: Events) -> None:
    """IS-2.4: each tile on the site with the number on its back."""
    for tile in bits(t.pool[s.seats]):
        lay_tile(t, s, t.site_of_number[t.tile_number[tile]], tile, ev)
    for hub, city in enumerate(t.beginner_hub[s.seats]):
        lay_tile(t, s, city, t.first_hub + hub, ev)


def card_outcomes(t: Lookup, s: State, args: Nothing) -> Outcomes:
    row = t.a["setup-card"]
    return [(row[card], 1) for card in t.normal_for[s.seats]]


def card_resolve(t: Lookup, s: State, args: Nothing, action: Action, ev: Events) -> None:
    """IS-2.3: metropolises, marked tiles on marked cities, then all the others. IS-2.14: its crowns."""
    (card,) = action.args
    ev.append(Event("setup_card", (card,)))
    set_crowns(t, s, t.normal_crowns[card], ev)
    hubs: list[Frame] = [("tile", CHANCE, Tile(city, A_METROPOLIS)) for city in t.normal_hubs[card]]
    special: list[Frame] = [("tile", CHANCE, Tile(city, card)) for city in t.normal_cities[card]]
    then(s.stack, *hubs, *special, step("tiles_left"))


def region(t: Lookup, s: State, args: Region, ev: Events) -> None:
    """IS-12.1: one site of a region gets a metropolis; the other two get city tiles like all the rest."""
    s.stack.append(("spot", CHANCE, args))


def spot_outcomes(t: Lookup, s: State, args: Region) -> Outcomes:
    row = t.a["spot"]
    return [(row[city], 1) for city in args]


def spot_resolve(t: Lookup, s: State, args: Region, action: Action, ev: Events) -> None:
    s.stack.append(("tile", CHANCE, Tile(action.args[0], A_METROPOLIS)))


def tiles_left(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    then(s.stack, *(("tile", CHANCE, Tile(city, ANY_TILE)) for city in t.site_of_number.values() if s.tile[city] < 0))


def tile_outcomes(t: Lookup, s: State, args: Tile) -> Outcomes:
    """Metropolis tiles, any city tile, or the tiles that a set-up card marks."""
    group = args.group
    pool = t.hub_tiles if group == A_METROPOLIS else t.pool[s.seats] if group == ANY_TILE else t.normal_tiles[group]
    laid = 0
    for tile in s.tile:
        if tile >= 0:
            laid |= 1 << tile
    row = t.a["tile"]
    return [(row[tile], 1) for tile in bits(pool & ~laid)]


def tile_resolve(t: Lookup, s: State, args: Tile, action: Action, ev: Events) -> None:
    lay_tile(t, s, args.city, action.args[0], ev)


# Turn order and round track


def next_outcomes(t: Lookup, s: State, args: Nothing) -> Outcomes:
    """IS-2.7: random turn order."""
    return [(action, 1) for seat, action in enumerate(t.a["next"][: s.seats]) if seat not in s.order]


def next_resolve(t: Lookup, s: State, args: Nothing, action: Action, ev: Events) -> None:
    """IS-2.12: in turn order to the topmost free space of column 0."""
    (seat,) = action.args
    s.order += (seat,)
    s.standing.append(seat)
    ev.append(Event("turn_order", (len(s.order), seat)))


def beginner_rounds(t: Lookup, s: State, ev: Events) -> None:
    """IS-2.8: fixed expedition tiles."""
    free = list(range(len(t.expeditions)))
    rounds = [r for r in range(t.rounds) if t.expedition_round[r]]
    for r, value in zip(rounds, t.beginner[s.seats].expeditions, strict=True):
        tile = next(i for i in free if t.expedition_value[i] == value)
        free.remove(tile)
        s.expeditions = put(s.expeditions, r, tile)
        ev.append(Event("expedition_laid", (r + 1, tile)))


def expedition_outcomes(t: Lookup, s: State, args: Round) -> Outcomes:
    return [(action, 1) for i, action in enumerate(t.a["expedition"]) if i not in s.expeditions]


def expedition_resolve(t: Lookup, s: State, args: Round, action: Action, ev: Events) -> None:
    s.expeditions = put(s.expeditions, args.round, action.args[0])
    ev.append(Event("expedition_laid", (args.round + 1, action.args[0])))


def cube_outcomes(t: Lookup, s: State, args: Round) -> Outcomes:
    """IS-2.11: out of a mix of the same number of each good."""
    left = [t.refill_pool[g] - sum(s.refill[g::GOODS]) for g in range(GOODS)]
    return [(action, k) for action, k in zip(t.a["cube"], left, strict=True) if k]


def cube_resolve(t: Lookup, s: State, args: Round, action: Action, ev: Events) -> None:
    r, (good,) = args.round, action.args
    s.refill = put(s.refill, GOODS * r + good, s.refill[GOODS * r + good] + 1)
    s.supply[good] -= 1
    ev.append(Event("cube_laid", (r + 1, good)))


# Influence and crowns


def set_crowns(t: Lookup, s: State, links: int, ev: Events) -> None:
    s.crowns |= links
    for link in bits(links):
        ev.append(Event("crown_set", (link,)))


def beginner_influence(t: Lookup, s: State, ev: Events) -> None:
    """IS-2.14, IS-2.17: fixed columns, growth tiles and crowns."""
    fixed = t.beginner[s.seats]
    set_crowns(t, s, sum(1 << t.link[name] for name in fixed.crowns), ev)
    for hub, colour in enumerate(t.hubs):
        s.metropolises = put(s.metropolises, hub, t.columns.index(fixed.metropolis_columns[colour]))
        s.growth = put(s.growth, hub, t.growth.index(fixed.growth[colour]))
        ev.append(Event("metropolis_moved", (hub, s.metropolises[hub])))
        ev.append(Event("growth_laid", (hub, s.growth[hub])))


def pile(t: Lookup, s: State, args: Pile, ev: Events) -> None:
    """IS-2.13: four times a marker from the bottom of the pile and a card."""
    if 0 in s.metropolises:
        then(s.stack, ("marker", CHANCE, NOTHING), ("card", CHANCE, Card(args)))
    elif s.options[SETUP] != NORMAL:
        s.stack.append(("crown_number", CHANCE, CrownNumber(args.drawn)))


def marker_outcomes(t: Lookup, s: State, args: Nothing) -> Outcomes:
    """The pile is in random order: any marker that still stands on column 0."""
    return [(action, 1) for action, column in zip(t.a["marker"], s.metropolises, strict=True) if not column]


def marker_resolve(t: Lookup, s: State, args: Nothing, action: Action, ev: Events) -> None:
    """Remember whose turn it is in the frame of the card."""
    kind, seat, rest = s.stack.pop()
    s.stack.append((kind, seat, Card((*rest, action.args[0]))))


def number_outcomes(t: Lookup, s: State, args: Card | CrownNumber | Crowns) -> Outcomes:
    """Cards of the deck that have not been drawn."""
    drawn = args.drawn
    return [(action, 1) for i, action in enumerate(t.a["card"]) if not drawn >> i & 1]


def number_resolve(t: Lookup, s: State, args: Card, action: Action, ev: Events) -> None:
    """The pile advances by the number of the card; the bottom marker stays."""
    (card,) = action.args
    column = args.column + t.card_number[card]
    s.metropolises = put(s.metropolises, args.hub, column)
    ev.append(Event("metropolis_moved", (args.hub, column)))
    s.stack.append(step("pile", Pile(column, args.drawn | 1 << card)))


def crowns_resolve(t: Lookup, s: State, args: CrownNumber, action: Action, ev: Events) -> None:
    """IS-12.2: the number of a card is the number of crowns."""
    (card,) = action.args
    s.stack.append(step("more_crowns", Crowns(args.drawn | 1 << card, t.card_number[card])))


def more_crowns(t: Lookup, s: State, args: Crowns, ev: Events) -> None:
    if args.left:
        s.stack.append(("crown", CHANCE, args))


def crown_resolve(t: Lookup, s: State, args: Crowns, action: Action, ev: Events) -> None:
    drawn, left = args.drawn, args.left
    (card,) = action.args
    set_crowns(t, s, 1 << t.card_link[card], ev)
    s.stack.append(step("more_crowns", Crowns(drawn | 1 << card, left - 1)))


# Side boards


def growth_outcomes(t: Lookup, s: State, args: Hub) -> Outcomes:
    return [(action, 1) for i, action in enumerate(t.a["growth"]) if i not in s.growth]


def growth_resolve(t: Lookup, s: State, args: Hub, action: Action, ev: Events) -> None:
    s.growth = put(s.growth, args.hub, action.args[0])
    ev.append(Event("growth_laid", (args.hub, action.args[0])))


def engineer_outcomes(t: Lookup, s: State, args: Hub) -> Outcomes:
    """IS-2.17: as many bridge as tunnel engineers, mixed."""
    each = s.seats * t.n.engineers_per_player
    left = [each - sum(s.engineers_left[kind :: len(ENGINEERS)]) for kind in range(len(ENGINEERS))]
    return [(action, k) for action, k in zip(t.a["engineer-token"], left, strict=True) if k]


def engineer_resolve(t: Lookup, s: State, args: Hub, action: Action, ev: Events) -> None:
    hub, (kind,) = args.hub, action.args
    at = len(ENGINEERS) * hub + kind
    s.engineers_left = put(s.engineers_left, at, s.engineers_left[at] + 1)
    ev.append(Event("engineer_laid", (hub, kind)))


def reveal_outcomes(t: Lookup, s: State, args: Deck) -> Outcomes:
    """IS-2.18: contracts of a deck; what is not revealed leaves the game unseen."""
    row = t.a["reveal"]
    return [(row[card], 1) for card in bits(t.decks[args.deck] & ~s.offer)]


def reveal_resolve(t: Lookup, s: State, args: Deck, action: Action, ev: Events) -> None:
    s.offer |= 1 << action.args[0]
    ev.append(Event("contract_shown", action.args))


CHANCES: dict[str, Chance[Lookup, State]] = {
    "setup_card": Chance(card_outcomes, card_resolve),
    "spot": Chance(spot_outcomes, spot_resolve),
    "tile": Chance(tile_outcomes, tile_resolve),
    "next": Chance(next_outcomes, next_resolve),
    "expedition": Chance(expedition_outcomes, expedition_resolve),
    "cube": Chance(cube_outcomes, cube_resolve),
    "marker": Chance(marker_outcomes, marker_resolve),
    "card": Chance(number_outcomes, number_resolve),
    "crown_number": Chance(number_outcomes, crowns_resolve),
    "crown": Chance(number_outcomes, crown_resolve),
    "growth": Chance(growth_outcomes, growth_resolve),
    "engineer_token": Chance(engineer_outcomes, engineer_resolve),
    "reveal": Chance(reveal_outcomes, reveal_resolve),
}
STEPS: dict[str, Step[Lookup, State]] = {
    "set_up": set_up,
    "region": region,
    "tiles_left": tiles_left,
    "pile": pile,
    "more_crowns": more_crowns,
}
