"""Chapter 8: placing a rail tile."""

from __future__ import annotations

from machinehall.kernel.frames import Decision, Events, Step, step
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Action, Event, Refusal
from machinehall.titles.nucleum.board import PRAHA_COLOUR
from machinehall.titles.nucleum.frames import Laid, Lay, Link, MatchedOf, MayLay
from machinehall.titles.nucleum.lookup import HALVES, WILD_EDGE, Lookup
from machinehall.titles.nucleum.options import FROM_FIRST
from machinehall.titles.nucleum.state import State

from .end_of_game import gain_vp
from .networks import cover_space
from .refusals import against_means, must_go_on, too_few
from .resources import (
    VP_TRACK,
    can_pay,
    gain_achievement,
    gain_thaler,
    income_steps,
    pay,
    uranium_of,
)

ALL_WILD = ("railway", "own_railway_tiles_wild")
ON_RAIL_TURNS = ("railway", "may_fulfil_contract_on_railway_turn")
RAIL_TOKENS = ("place_railway", "achievement")
RAIL_THALER = ("place_railway", "thaler")


def has_worker(s: State, seat: int) -> bool:
    """NU-8.3: a worker in supply, or uranium that can become one."""
    return s.supply[seat] > 0 or (s.reserve[seat] > 0 and uranium_of(s, seat) > 0)


def touching(t: Lookup, s: State) -> int:
    """NU-8.2: empty spaces that touch a city or an occupied space."""
    found = s.open_spaces
    return found & ~(t.board[s.players].middle & found << 1 & found >> 1)  # the spaces of a link follow each other


def legal_spaces(t: Lookup, s: State, seat: int) -> int:
    """NU-8.4: a red space costs thalers."""
    b = t.board[s.players]
    found = touching(t, s)
    if found & b.space_red and not can_pay(s, seat, t.n.rail_red_thaler, 1):
        found &= ~b.space_red
    return found


def layable(t: Lookup, s: State, seat: int) -> bool:
    """NU-4.3: a worker and a legal space. Most often there is one at a city that costs nothing more."""
    if not s.supply[seat] and not has_worker(s, seat):
        return False
    return bool(s.open_spaces & t.board[s.players].easy_spaces or legal_spaces(t, s, seat))


def refuse_rail(t: Lookup, s: State, seat: int, tile: int) -> Refusal | None:
    """NU-8.2 to NU-8.5: why a tile cannot be placed as a rail; None: it can."""
    if not t.railway >> tile & 1:
        return Refusal("NU-8.5", "refuse.rail.directive", (t.tiles[tile],))
    if not s.supply[seat] and not s.reserve[seat]:
        return Refusal("NU-8.3", "refuse.rail.all_out")
    if not has_worker(s, seat):
        return Refusal("NU-8.3", "refuse.rail.no_worker", (s.supply[seat], uranium_of(s, seat)))
    if legal_spaces(t, s, seat):
        return None
    if s.open_spaces:
        return against_means(s, seat, "NU-8.4", t.n.rail_red_thaler, "refuse.rail.only_red")
    return Refusal("NU-8.2", "refuse.rail.no_space")


def may_lay(t: Lookup, s: State, args: MayLay, ev: Events) -> None:
    """C5, D5: the tile just taken may be placed as a rail."""
    seat, tile = args
    if t.railway >> tile & 1 and layable(t, s, seat):
        s.stack.append(("lay", seat, Lay(tile, optional=1)))


def lay_offers(t: Lookup, s: State, seat: int, args: Lay) -> list[Action]:
    """Every legal space, either way round."""
    found = [t.one["skip"]] if args.optional else []
    return found + t.lays(legal_spaces(t, s, seat))


def lay_resolve(t: Lookup, s: State, seat: int, args: Lay, action: Action, ev: Events) -> None:
    """NU-8.1 (1): tile and worker; a red space is paid first."""
    if action.kind == "skip":
        return
    space, way = action.args
    s.pool[seat] ^= 1 << args.tile
    s.stack.append(step("laid", Laid(seat, tile=args.tile, space=space, way=way)))
    red = t.board[s.players].space_red >> space & 1
    pay(t, s, seat, t.n.rail_red_thaler if red else 0, 1, ev)


def lay_refuse(t: Lookup, s: State, seat: int, args: Lay, action: Action) -> Refusal | None:
    if action.kind == "skip":
        return must_go_on("NU-8.1", args.optional)
    return fault(t, s, seat, action.args[0]) if action.kind == "lay" else None


def fault(t: Lookup, s: State, seat: int, space: int) -> Refusal | None:
    """NU-8.2 to NU-8.4: why no rail can be placed on a space; None: one can."""
    b, name = t.board[s.players], t.names.spaces[space]
    if not b.spaces >> space & 1:
        return Refusal("NU-6.2", "refuse.space.not_on_this_side", (name,))
    if not s.open_spaces >> space & 1:
        held = t.tiles[s.rail_tile[space]]
        return Refusal("NU-8.2", "refuse.space.taken", (name, held, s.rail_owner[space]))
    if not touching(t, s) >> space & 1:
        return Refusal("NU-8.2", "refuse.space.touches_nothing", (name,))
    if not b.space_red >> space & 1:
        return None
    return too_few(s, seat, "NU-8.4", 1, t.n.rail_red_thaler)


def laid(t: Lookup, s: State, args: Laid, ev: Events) -> None:
    """The tile lies: triggers (NU-21.3), matched actions, then completion (NU-8.1)."""
    seat, tile, space, way = args
    s.reserve[seat] -= 1  # the worker paid for the rail stays on it (NU-5.1)
    s.rail_tile = put(s.rail_tile, space, tile)
    s.rail_owner = put(s.rail_owner, space, seat)
    s.rail_flipped |= way << space
    ev.append(Event("rail_placed", (seat, tile, space, way)))
    complete = cover_space(t, s, seat, space)
    if complete:
        s.stack.append(step("inaugurate", Link(t.board[s.players].space_link[space])))
    found = matches(t, s, space)
    mine = [at for owner, at in found if owner == seat]
    if len(mine) < len(found):
        for other in reversed(others_in_order(s, seat)):
            theirs = [at for owner, at in found if owner == other]
            if theirs:
                s.stack.append(step("matched" if other < s.seats else "baron_matched", MatchedOf.of(other, theirs)))
    new = [at for at in mine if at // HALVES == space]
    old = [at for at in mine if at // HALVES != space]
    window = s.active == seat and bool(s.tech[seat] & t.perm[ON_RAIL_TURNS])
    if old or window:
        s.stack.append(step("matched", MatchedOf.of(seat, old)))
    if new:
        s.stack.append(step("matched", MatchedOf.of(seat, new)))
    rail_triggers(t, s, seat, ev)


def rail_triggers(t: Lookup, s: State, seat: int, ev: Events) -> None:
    """B1, D1, B5, D4: whenever a rail is placed."""
    if own := s.tech[seat] & t.perm[RAIL_TOKENS]:
        gain_achievement(s, seat, t.tech_value[RAIL_TOKENS][own.bit_length() - 1], ev)
    if own := s.tech[seat] & t.perm[RAIL_THALER]:
        gain_thaler(s, seat, t.tech_value[RAIL_THALER][own.bit_length() - 1], ev)


def others_in_order(s: State, seat: int) -> list[int]:
    """NU-8.9: clockwise from the player who placed the tile (NU-D01), or from the first player (NU-P04)."""
    start = s.first if s.options[FROM_FIRST] else seat
    return [other for k in range(s.players) if (other := (start + k) % s.players) != seat]


# Matching


def half_towards(s: State, space: int, side: int) -> int:
    """Which half of the tile on a space points towards side 0 (the first city of the link) or 1."""
    return side ^ (s.rail_flipped >> space & 1)


def edge(t: Lookup, s: State, space: int, half: int) -> int:
    """NU-8.6: the colour of an edge; D7 makes all of its owner's rails wild, for everybody."""
    if s.tech[s.rail_owner[space]] & t.perm[ALL_WILD]:
        return WILD_EDGE
    return t.edge[HALVES * s.rail_tile[space] + half]


def matches(t: Lookup, s: State, space: int, wild: bool = False) -> list[tuple[int, int]]:
    """NU-8.7: the matched actions of a tile just placed and of its neighbours, as owner and space * 2 + half.

    `wild`: both ends of the tile just placed are (NU-24.3).
    """
    b = t.board[s.players]
    own: list[tuple[int, int]] = []
    near: list[tuple[int, int]] = []
    for side, (city, other) in enumerate(b.space_sides[space]):
        half = half_towards(s, space, side)
        colour = WILD_EDGE if wild else edge(t, s, space, half)
        mine = (s.rail_owner[space], HALVES * space + half)
        if city >= 0:
            if colour == WILD_EDGE or b.colour[city] in (PRAHA_COLOUR, colour):
                own.append(mine)
        elif s.rail_owner[other] >= 0:
            theirs = half_towards(s, other, 1 - side)
            facing = edge(t, s, other, theirs)
            if colour == facing or WILD_EDGE in (colour, facing):
                own.append(mine)
                near.append((s.rail_owner[other], HALVES * other + theirs))
    return own + near


def inaugurate(t: Lookup, s: State, args: Link, ev: Events) -> None:
    """NU-8.12: everybody with a tile on the link advances the VP income. One-space links give nothing."""
    (link,) = args
    b = t.board[s.players]
    per_tile, steps = b.link_reward[link]
    owners = [s.rail_owner[space] for space in b.link_spaces[link]]
    ev.append(Event("link_completed", (link,)))
    if steps:
        for k in range(s.players):
            seat = (s.active + k) % s.players
            tiles = owners.count(seat)
            if not tiles:
                continue
            gained = steps * (tiles if per_tile else 1)
            if seat < s.seats:
                income_steps(t, s, seat, VP_TRACK, gained, ev)
            else:
                gain_vp(t, s, seat, gained * t.solo.n.baron_income_step_vp, ev)  # NU-23.13


DECISIONS: dict[str, Decision[Lookup, State]] = {"lay": Decision("NU-8.2", lay_offers, lay_resolve, lay_refuse)}
STEPS: dict[str, Step[Lookup, State]] = {"may_lay": may_lay, "laid": laid, "inaugurate": inaugurate}
