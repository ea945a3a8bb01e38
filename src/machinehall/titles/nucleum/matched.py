"""Chapter 8, second half: resolving matched actions. Frame arguments: the actions left, as space * 2 + half."""

from __future__ import annotations

from machinehall.kernel.refusals import the_seat
from machinehall.kernel.rules import Args, Decision, Events, Step, step
from machinehall.kernel.values import Action, Event, Refusal

from .contracts import fulfil, fulfillable, refuse_fulfil
from .playing import POSSIBLE, begin, refuse_action
from .rails import ON_RAIL_TURNS
from .state import State
from .tables import HALVES, Tables


def half_at(t: Tables, s: State, at: int) -> tuple[str, tuple[int, ...]]:
    """NU-8.10: the action of a tile on the map, with its printed modifiers."""
    return t.half[HALVES * s.rail_tile[at // HALVES] + at % HALVES]


def window(t: Tables, s: State, seat: int) -> list[Action]:
    """NU-8.14, NU-13.9: no contract on a rail turn, except with D7."""
    return fulfillable(t, s, seat) if s.tech[seat] & t.perm[ON_RAIL_TURNS] else []


def can_act(t: Tables, s: State, seat: int, at: int) -> bool:
    kind, args = half_at(t, s, at)
    return POSSIBLE[kind](t, s, seat, args)


def offers(t: Tables, s: State, seat: int, args: Args) -> list[Action]:
    row = t.a["match"]
    return [t.one["done"], *(row[at] for at in args if can_act(t, s, seat, at)), *window(t, s, seat)]


def matched(t: Tables, s: State, args: Args, ev: Events) -> None:
    """NU-8.8, NU-8.9: in any order, each optional; what cannot be carried out now is lost."""
    seat, left = args[0], args[1:]
    if any(can_act(t, s, seat, at) for at in left) or window(t, s, seat):
        s.stack.append(("matched", seat, left))


def resolve(t: Tables, s: State, seat: int, args: Args, action: Action, ev: Events) -> None:
    if action.kind == "done":
        return
    if action.kind == "fulfil":
        s.stack.append(step("matched", seat, *args))
        fulfil(t, s, seat, action.args[0], ev)
        return
    space, half = action.args
    at = HALVES * space + half
    ev.append(Event("action_begun", (seat, s.rail_tile[space], half)))
    s.stack.append(step("matched", seat, *(other for other in args if other != at)))
    begin(t, s, seat, half_at(t, s, at), ev)


def refuse(t: Tables, s: State, seat: int, args: Args, action: Action) -> Refusal | None:
    if action.kind == "fulfil":
        if not s.tech[seat] & t.perm[ON_RAIL_TURNS]:
            return Refusal("NU-8.14", "refuse.fulfil.rail_turn", (t.contracts[action.args[0]],))
        return refuse_fulfil(t, s, seat, action.args[0])
    if action.kind != "match":
        return None
    space, half = action.args
    if HALVES * space + half not in args:
        return refuse_match(t, s, seat, space, half)
    return refuse_action(t, s, seat, half_at(t, s, HALVES * space + half))


def refuse_match(t: Tables, s: State, seat: int, space: int, half: int) -> Refusal:
    """NU-8.7, NU-8.9: an own tile beside the one just placed, with edges that match."""
    name, owner = t.names.spaces[space], s.rail_owner[space]
    if not t.board[s.players].spaces >> space & 1:
        return Refusal("NU-6.2", "refuse.space.not_on_this_side", (name,))
    if owner < 0:
        return Refusal("NU-8.7", "refuse.match.no_rail", (name,))
    if owner != seat:
        return Refusal("NU-8.9", "refuse.match.of_other", (name, the_seat(owner)))
    return Refusal("NU-8.7", "refuse.match.not_matched", (name, t.domains["half"][half]))


DECISIONS = {"matched": Decision("NU-8.8", offers, resolve, refuse)}
STEPS: dict[str, Step] = {"matched": matched}
