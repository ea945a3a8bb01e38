"""Chapter 7: phase 7, the players' turns."""

from __future__ import annotations

from collections.abc import Callable

from machinehall.kernel.rules import Args, Decision, Events, Step, step, then
from machinehall.kernel.values import Action, Event, Refusal

from . import build, finance, goods, lay_tracks, recruit, trains
from .free_actions import KINDS, any_free, free_offers, free_refuse, free_resolve
from .impossible import impossible
from .influence import lose
from .state import TILES, State
from .tables import Tables

Can = Callable[[Tables, State, int, int], bool]
"""(tables, state, seat, column): whether a player who stands in this column can do it."""
Begin = Callable[[Tables, State, int, Events], None]

ACTIONS: tuple[tuple[Can, Begin], ...] = (
    (lay_tracks.can_lay, lay_tracks.begin),
    (recruit.can_recruit, recruit.begin),
    (build.can_build, build.begin),
    (goods.can_collect, goods.begin_collect),
    (goods.can_import, goods.begin_import),
    (trains.can_train, trains.begin_train),
    (trains.can_sign, trains.begin_sign),
    (finance.can_buy_influence, finance.begin_influence),
    (finance.can_share, finance.begin_share),
    (finance.always, finance.raise_funds),
    (finance.always, finance.do_nothing),
)
"""The eleven action tiles in order: whether one can be done and how it begins."""

PASS = 10


def turns(t: Tables, s: State, args: Args, ev: Events) -> None:
    """IS-7.1: in turn order, one turn each, until all action pawns are used."""
    (k,) = args
    if k == s.seats * t.actions_of_round[s.round - 1]:
        s.stack.append(step("round_over"))
        return
    s.delivered = 0
    seat = s.order[k % s.seats]
    ev.append(Event("turn_began", (seat,)))
    then(s.stack, ("turn", seat, ()), step("turns", k + 1))


def penalty(t: Tables, s: State, seat: int, tile: int) -> int:
    """IS-7.4: a step for each own pawn that stands there already."""
    return s.pawns[TILES * seat + tile] * t.n.repeat_cost


def turn_offers(t: Tables, s: State, seat: int, args: Args) -> list[Action]:
    """IS-7.2: one of the eleven actions, and free actions before it."""
    row, at, column = t.a["do"], TILES * seat, s.influence[seat]
    pawns, cost = s.pawns, t.n.repeat_cost
    found = [
        row[tile]
        for tile in range(PASS)
        if (loss := pawns[at + tile] * cost) <= column and ACTIONS[tile][0](t, s, seat, column - loss)
    ]
    # Amb-3: a player who can do nothing else may pass even without the influence for it.
    if not found or pawns[at + PASS] * cost <= column:
        found.append(row[PASS])
    return found + free_offers(t, s, seat)


def turn_resolve(t: Tables, s: State, seat: int, args: Args, action: Action, ev: Events) -> None:
    """IS-7.4: the price of repeating is paid before the pawn is placed."""
    if action.kind in KINDS:
        free_resolve(t, s, seat, ("turn", seat, ()), action, ev)
        return
    (tile,) = action.args
    lose(s, seat, penalty(t, s, seat, tile), ev)
    s.pawns[TILES * seat + tile] += 1
    ev.append(Event("pawn_placed", (seat, tile)))
    s.stack.append(step("after_action", seat))
    ACTIONS[tile][1](t, s, seat, ev)


def turn_refuse(t: Tables, s: State, seat: int, args: Args, action: Action) -> Refusal | None:
    if action.kind in KINDS:
        return free_refuse(t, s, seat, action)
    if action.kind == "end-turn":
        return Refusal("IS-7.2", "refuse.turn.no_action_yet", ())
    if action.kind != "do":
        return None
    (tile,) = action.args
    loss = penalty(t, s, seat, tile)
    if loss > s.influence[seat]:
        return Refusal("IS-7.4", "refuse.influence", (loss, s.influence[seat]))
    return impossible(t, s, seat, tile, loss)


# After the action


def after_action(t: Tables, s: State, args: Args, ev: Events) -> None:
    """IS-7.2: free actions may follow; if none is possible the turn is over."""
    if any_free(t, s, args[0]):
        s.stack.append(("after", args[0], ()))


def after_offers(t: Tables, s: State, seat: int, args: Args) -> list[Action]:
    return [*free_offers(t, s, seat), t.one["end-turn"]]


def after_resolve(t: Tables, s: State, seat: int, args: Args, action: Action, ev: Events) -> None:
    if action.kind != "end-turn":
        free_resolve(t, s, seat, step("after_action", seat), action, ev)


def after_refuse(t: Tables, s: State, seat: int, args: Args, action: Action) -> Refusal | None:
    if action.kind in KINDS:
        return free_refuse(t, s, seat, action)
    return Refusal("IS-7.2", "refuse.turn.one_action", ()) if action.kind == "do" else None


DECISIONS = {
    "turn": Decision("IS-7.2", turn_offers, turn_resolve, turn_refuse),
    "after": Decision("IS-7.2", after_offers, after_resolve, after_refuse),
}
STEPS: dict[str, Step] = {"turns": turns, "after_action": after_action}
