"""Chapter 23, section a: set-up of a match alone, with what Frederik adds to it (NU-24.4, NU-24.10)."""

from __future__ import annotations

from machinehall.kernel.frames import NOTHING, Chance, Events, Nothing, Step, step, then
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import CHANCE, Action, Event, Frame
from machinehall.titles.nucleum.action_frames import Urbanized
from machinehall.titles.nucleum.baron_frames import BaronCard, BaronCity, BaronFirstRail, OfBaron
from machinehall.titles.nucleum.components.types import GOVERNMENT
from machinehall.titles.nucleum.lookup import Lookup, bits
from machinehall.titles.nucleum.options import FIRST_RAIL, SECOND_BUILDING
from machinehall.titles.nucleum.rules.networks import cover_space
from machinehall.titles.nucleum.rules.setup import lay_out
from machinehall.titles.nucleum.rules.urbanize import urbanized
from machinehall.titles.nucleum.state import NONE, State

from .turn import barons, set_queue

BUILDING, RAIL = range(2)
"""What a set-up card is drawn for."""


def alone(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """NU-23.1, NU-23.7: the human is the first player; the board as for two or three."""
    ev.append(Event("first_player", (s.first,)))
    lay_out(t, s, ("experiment", 0, NOTHING), *(step("baron_setup", OfBaron(b)) for b in barons(s)), step("begin_turn"))


def baron_setup(t: Lookup, s: State, args: OfBaron, ev: Events) -> None:
    """NU-23.2 to NU-23.6, step by step."""
    (b,) = args
    n = t.solo.n
    s.thaler[b], s.supply[b] = n.baron_thaler, n.baron_workers
    s.reserve[b] = t.n.workers - n.baron_workers
    s.markers = put(s.markers, b, 1 << t.space_value.index(n.baron_marker))
    ev.append(Event("baron_arrived", (b, n.baron_thaler, n.baron_workers)))
    cards = [BUILDING] * (2 if s.options[SECOND_BUILDING] else 1) + [RAIL] * s.options[FIRST_RAIL]
    then(
        s.stack,
        ("baron_experiment", CHANCE, OfBaron(b)),
        *(("baron_tile", CHANCE, OfBaron(b)) for _ in range(n.baron_extra_tiles)),
        step("baron_queue", OfBaron(b)),
        *(("baron_card", CHANCE, BaronCard(b, purpose)) for purpose in cards),
    )


# The queue


def experiment_outcomes(t: Lookup, s: State, args: OfBaron) -> list[tuple[Action, int]]:
    """NU-23.2: a random one of those that are left."""
    return [(action, 1) for k, action in enumerate(t.a["draw-experiment"]) if k not in s.experiment]


def experiment_resolve(t: Lookup, s: State, args: OfBaron, action: Action, ev: Events) -> None:
    """Only its action tiles are used; the Special Directive is the Obstacle."""
    (b,), (which,) = args, action.args
    s.experiment = put(s.experiment, b, which)
    s.pool[b] = t.starting_tiles[which]
    ev.append(Event("experiment_chosen", (b, which)))


def tile_outcomes(t: Lookup, s: State, args: BaronCity | OfBaron) -> list[tuple[Action, int]]:
    """NU-23.4: of the unused tiles without dots. What is unseen is as likely to be unused as in a stack."""
    return [(action, 1) for action in t.one_each("draw-tile", s.tiles_unseen & t.advanced)]


def tile_resolve(t: Lookup, s: State, args: OfBaron, action: Action, ev: Events) -> None:
    (b,), (tile,) = args, action.args
    s.tiles_unseen ^= 1 << tile
    s.pool[b] |= 1 << tile
    ev.append(Event("baron_tile_added", (b, tile)))


def loose(t: Lookup, s: State, b: int) -> list[int]:
    """Tiles that do not yet lie in the queue."""
    return [tile for tile in bits(s.pool[b]) if not t.directive[tile]]


def baron_queue(t: Lookup, s: State, args: OfBaron, ev: Events) -> None:
    """NU-23.4: shuffled tiles face up, the Obstacle at the right end."""
    (b,) = args
    if loose(t, s, b):
        then(s.stack, ("queue", CHANCE, OfBaron(b)), step("baron_queue", OfBaron(b)))
        return
    set_queue(s, b, [*s.queue[b - s.seats], *bits(s.pool[b])])
    s.pool[b] = 0
    ev.append(Event("obstacle_laid", (b,)))


def queue_outcomes(t: Lookup, s: State, args: OfBaron) -> list[tuple[Action, int]]:
    return [(t.a["draw-tile"][tile], 1) for tile in loose(t, s, args.baron)]


def queue_resolve(t: Lookup, s: State, args: OfBaron, action: Action, ev: Events) -> None:
    (b,), (tile,) = args, action.args
    s.pool[b] ^= 1 << tile
    queue = [*s.queue[b - s.seats], tile]
    set_queue(s, b, queue)
    ev.append(Event("baron_tile_queued", (b, tile, len(queue))))


# Set-up cards


def card_outcomes(t: Lookup, s: State, args: BaronCard) -> list[tuple[Action, int]]:
    """One more set-up card; if none is left, all are shuffled."""
    return [(action, 1) for action in t.one_each("draw-card", s.cards or (1 << len(t.cards)) - 1)]


def card_resolve(t: Lookup, s: State, args: BaronCard, action: Action, ev: Events) -> None:
    """NU-23.6: again if the card names no city of this board, or one where nothing fits."""
    (b, purpose), (card,) = args, action.args
    s.cards = (s.cards or (1 << len(t.cards)) - 1) ^ 1 << card
    ev.append(Event("card_drawn", (card,)))
    city = usable(t, s, b, purpose, card)
    if city != NONE:
        s.stack.append(first_use(t, s, b, purpose, city))
        return
    ev.append(Event("baron_card_void", (b, card)))
    if any(usable(t, s, b, purpose, other) != NONE for other in range(len(t.cards))):
        s.stack.append(("baron_card", CHANCE, args))


def usable(t: Lookup, s: State, b: int, purpose: int, card: int) -> int:
    """The city of a card's first row, if it can be used."""
    row = t.card[card]
    city = t.board[s.players].city_id.get(row.neutral_city or "")
    if city is None or s.players < row.neutral_min_players:
        return NONE
    return city if (rails_at(t, s, city) if purpose == RAIL else buildings(t, s, b, city)) else NONE


def first_use(t: Lookup, s: State, b: int, purpose: int, city: int) -> Frame:
    return (
        ("baron_first_tile", CHANCE, BaronCity(b, city))
        if purpose == RAIL
        else step("baron_building", BaronCity(b, city))
    )


def site_for(t: Lookup, s: State, building: int, city: int) -> int:
    """A free site without red border and without the Government icon; one icon first, then in reading order."""
    b = t.board[s.players]
    free = [site for site in b.urban_order[city] if s.open_urban >> site & 1 and b.black[building] >> site & 1]
    plain = [site for site in free if GOVERNMENT not in b.urban_symbols[site]]
    return min(plain, key=lambda site: len(b.urban_symbols[site]), default=NONE)


def buildings(t: Lookup, s: State, b: int, city: int) -> list[int]:
    """The top buildings that fit a city, of the lowest need."""
    tops = [next((x for x in stack if not s.built[b] >> x & 1), NONE) for stack in t.solo.stacks]
    fits = [top for top in tops if top != NONE and site_for(t, s, top, city) != NONE]
    lowest = min((t.piece_need[top] for top in fits), default=0)
    return [top for top in fits if t.piece_need[top] == lowest]


def baron_building(t: Lookup, s: State, args: BaronCity, ev: Events) -> None:
    """NU-23.6: random among equals."""
    b, city = args
    found = buildings(t, s, b, city)
    if len(found) > 1:
        s.stack.append(("baron_building", CHANCE, args))
    else:
        urbanized(t, s, Urbanized(b, found[0], site_for(t, s, found[0], city)), ev)


def building_outcomes(t: Lookup, s: State, args: BaronCity) -> list[tuple[Action, int]]:
    return [(t.a["draw-building"][building], 1) for building in buildings(t, s, args.baron, args.city)]


def building_resolve(t: Lookup, s: State, args: BaronCity, action: Action, ev: Events) -> None:
    (b, city), (building,) = args, action.args
    urbanized(t, s, Urbanized(b, building, site_for(t, s, building, city)), ev)


# NU-24.10


def rails_at(t: Lookup, s: State, city: int) -> list[int]:
    """Free spaces that touch a city, of one-space links if there are any."""
    b = t.board[s.players]
    touching = [space for space in bits(s.open_spaces) if (city, NONE) in b.space_sides[space]]
    single = [space for space in touching if len(b.link_spaces[b.space_link[space]]) == 1]
    return single or touching


def first_tile_resolve(t: Lookup, s: State, args: BaronCity, action: Action, ev: Events) -> None:
    """A random unused tile, then a random place for it."""
    tile_resolve(t, s, OfBaron(args.baron), action, ev)
    s.stack.append(("baron_first_rail", CHANCE, BaronFirstRail(args.baron, args.city, tile=action.args[0])))


def first_rail_outcomes(t: Lookup, s: State, args: BaronFirstRail) -> list[tuple[Action, int]]:
    row = t.a["draw-rail"]
    return [(row[2 * space + way], 1) for space in rails_at(t, s, args.city) for way in (0, 1)]


def first_rail_resolve(t: Lookup, s: State, args: BaronFirstRail, action: Action, ev: Events) -> None:
    """With an additional worker of his, from the reserve; nothing is matched."""
    (b, _, tile), (space, way) = args, action.args
    s.pool[b] ^= 1 << tile
    s.reserve[b] -= 1
    s.rail_tile = put(s.rail_tile, space, tile)
    s.rail_owner = put(s.rail_owner, space, b)
    s.rail_flipped |= way << space
    ev.append(Event("rail_placed", (b, tile, space, way)))
    cover_space(t, s, b, space)


CHANCES: dict[str, Chance[Lookup, State]] = {
    "baron_experiment": Chance(experiment_outcomes, experiment_resolve),
    "baron_tile": Chance(tile_outcomes, tile_resolve),
    "queue": Chance(queue_outcomes, queue_resolve),
    "baron_card": Chance(card_outcomes, card_resolve),
    "baron_building": Chance(building_outcomes, building_resolve),
    "baron_first_tile": Chance(tile_outcomes, first_tile_resolve),
    "baron_first_rail": Chance(first_rail_outcomes, first_rail_resolve),
}
STEPS: dict[str, Step[Lookup, State]] = {
    "alone": alone,
    "baron_setup": baron_setup,
    "baron_queue": baron_queue,
    "baron_building": baron_building,
}
