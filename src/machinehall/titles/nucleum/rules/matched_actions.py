"""Chapter 8, second half: resolving matched actions."""

from __future__ import annotations

from typing import Any

from machinehall.kernel.frames import Decision, Events, Step, step
from machinehall.kernel.values import STEP, Action, Event, Refusal
from machinehall.titles.nucleum.action_frames import Half
from machinehall.titles.nucleum.frames import Matched, MatchedOf
from machinehall.titles.nucleum.lookup import HALVES, Lookup
from machinehall.titles.nucleum.state import State

from .contracts import fulfil, fulfillable, refuse_fulfil
from .rails import ON_RAIL_TURNS
from .turn import POSSIBLE, begin, refuse_action


def half_at(t: Lookup, s: State, at: int) -> tuple[str, Half]:
    """NU-8.10: the action of a tile on the map, with its printed modifiers."""
    return t.half[HALVES * s.rail_tile[at // HALVES] + at % HALVES]


def window(t: Lookup, s: State, seat: int) -> list[Action]:
    """NU-8.14, NU-13.9: no contract on a rail turn, except with D7."""
    return fulfillable(t, s, seat) if s.tech[seat] & t.perm[ON_RAIL_TURNS] else []


def can_act(t: Lookup, s: State, seat: int, at: int) -> bool:
    kind, args = half_at(t, s, at)
    return POSSIBLE[kind](t, s, seat, args)


def offers(t: Lookup, s: State, seat: int, args: Matched) -> list[Action]:
    row = t.a["match"]
    return [t.one["done"], *[row[at] for at in args.left if can_act(t, s, seat, at)], *window(t, s, seat)]


def matched(t: Lookup, s: State, args: MatchedOf, ev: Events) -> None:
    """NU-8.8, NU-8.9: in any order, each optional; what cannot be carried out now is lost."""
    seat, left = args.seat, args.left
    if any(can_act(t, s, seat, at) for at in left) or window(t, s, seat):
        s.stack.append(("matched", seat, Matched(left)))


def resolve(t: Lookup, s: State, seat: int, args: Matched, action: Action, ev: Events) -> None:
    if action.kind == "done":
        return
    if action.kind == "fulfil":
        s.stack.append(step("matched", MatchedOf.of(seat, args.left)))
        fulfil(t, s, seat, action.args[0], ev)
        return
    space, half = action.args
    at = HALVES * space + half
    ev.append(Event("action_begun", (seat, s.rail_tile[space], half)))
    s.stack.append(step("matched", MatchedOf.of(seat, (other for other in args.left if other != at))))
    begin(t, s, seat, half_at(t, s, at), ev)


def refuse(t: Lookup, s: State, seat: int, args: Matched, action: Action) -> Refusal | None:
    if action.kind == "fulfil":
        return refuse_contract(t, s, seat, action)
    if action.kind != "match":
        return None
    space, half = action.args
    if HALVES * space + half not in args.left:
        return refuse_match(t, s, seat, space, half)
    return refuse_action(t, s, seat, half_at(t, s, HALVES * space + half))


def refuse_contract(t: Lookup, s: State, seat: int, action: Action) -> Refusal | None:
    """NU-8.14: not on a rail turn. On a tile turn (C5, D5) the window opens again after matched actions (NU-7.4)."""
    name = t.contracts[action.args[0]]
    if s.active == seat and not s.tech[seat] & t.perm[ON_RAIL_TURNS]:
        if not waiting(s, "tile", seat):
            return Refusal("NU-8.14", "refuse.fulfil.rail_turn", (name,))
        if refuse_fulfil(t, s, seat, action.args[0]) is None:
            return Refusal("NU-7.4", "refuse.fulfil.after_matched", (name,))
    return refuse_fulfil(t, s, seat, action.args[0])


def waiting(s: State, kind: str, seat: int) -> list[Any]:
    """The arguments of a seat's steps of a kind that are still to come."""
    return [args for name, who, args in s.stack if (name, who) == (kind, STEP) and args.seat == seat]


def refuse_match(t: Lookup, s: State, seat: int, space: int, half: int) -> Refusal:
    """NU-8.7, NU-8.9: an own tile beside the one just placed, with edges that match."""
    name, owner = t.names.spaces[space], s.rail_owner[space]
    if not t.board[s.players].spaces >> space & 1:
        return Refusal("NU-6.2", "refuse.space.not_on_this_side", (name,))
    if owner < 0:
        return Refusal("NU-8.7", "refuse.match.no_rail", (name,))
    if owner != seat:
        return Refusal("NU-8.9", "refuse.match.of_other", (name, owner))
    if any(HALVES * space + half in step.left for step in waiting(s, "matched", seat)):
        return Refusal("NU-8.8", "refuse.match.waits", (name, t.domains["half"][half]))
    return Refusal("NU-8.7", "refuse.match.not_matched", (name, t.domains["half"][half]))


DECISIONS: dict[str, Decision[Lookup, State]] = {"matched": Decision("NU-8.8", offers, resolve, refuse)}
STEPS: dict[str, Step[Lookup, State]] = {"matched": matched}
