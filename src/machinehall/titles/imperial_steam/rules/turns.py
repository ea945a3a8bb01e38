"""Chapter 7: phase 7, the players' turns."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from machinehall.kernel.frames import NOTHING, Decision, Events, Nothing, Step, step
from machinehall.kernel.values import Action, Event, Frame, Refusal
from machinehall.titles.imperial_steam.frames import OfSeat, Turns
from machinehall.titles.imperial_steam.lookup import Lookup
from machinehall.titles.imperial_steam.options import HIDDEN_MONEY, PASS_ALWAYS
from machinehall.titles.imperial_steam.state import TILES, State

from . import build, finance, goods, lay_tracks, recruit, trains
from .free_actions import KINDS, any_free, free_offers, free_refuse, free_resolve
from .influence import lose

Can = Callable[[Lookup, State, int, int], bool]
"""(tables, state, seat, column): whether a player who stands in this column can do it."""
Begin = Callable[[Lookup, State, int, Events], None]

Lacks = Callable[[Lookup, State, int], Refusal | None]
"""What a player lacks for it, in words; None: it can be done. `Can` says the same without the words, and fast."""

ACTIONS: tuple[tuple[Can, Lacks, Begin], ...] = (
    (lay_tracks.can_lay, lay_tracks.lacks, lay_tracks.begin),
    (recruit.can_recruit, recruit.lacks, recruit.begin),
    (build.can_build, build.lacks, build.begin),
    (goods.can_collect, goods.collect_lacks, goods.begin_collect),
    (goods.can_import, goods.import_lacks, goods.begin_import),
    (trains.can_train, trains.train_lacks, trains.begin_train),
    (trains.can_sign, trains.sign_lacks, trains.begin_sign),
    (finance.can_buy_influence, finance.influence_lacks, finance.begin_influence),
    (finance.can_share, finance.share_lacks, finance.begin_share),
    (finance.always, finance.nothing, finance.raise_funds),
    (finance.always, finance.nothing, finance.do_nothing),
)
"""The eleven action tiles in order: whether one can be done, what it lacks, and how it begins."""

CAN = tuple(can for can, _, _ in ACTIONS)
PASS: Final = 10
AFTER_LOSS = {
    "refuse.metropolis.out_of_reach": "refuse.metropolis.out_of_reach_after",
    "refuse.influence": "refuse.influence_after",
}
"""Reasons to which the influence paid for the repetition has led."""


# Frames of every turn, made once


@cache
def turns_from(begun: int) -> Frame:
    return step("turns", Turns(begun))


@cache
def turn_of(seat: int) -> Frame:
    return "turn", seat, NOTHING


@cache
def after_action_of(seat: int) -> Frame:
    return step("after_action", OfSeat(seat))


def turns(t: Lookup, s: State, args: Turns, ev: Events) -> None:
    """IS-7.1: in turn order, one turn each, until all action pawns are used."""
    k = args.begun
    if k == s.seats * t.actions_of_round[s.round - 1]:
        s.stack.append(step("round_over"))
        return
    s.delivered = 0
    seat = s.order[k % s.seats]
    ev.append(Event("turn_began", (seat,)))
    s.stack += (turns_from(k + 1), turn_of(seat))


def penalty(t: Lookup, s: State, seat: int, tile: int) -> int:
    """IS-7.4: a step for each own pawn that stands there already."""
    return s.pawns[TILES * seat + tile] * t.n.repeat_cost


def turn_offers(t: Lookup, s: State, seat: int, args: Nothing) -> list[Action]:
    """IS-7.2: one of the eleven actions, and free actions before it."""
    row, at, column = t.a["do"], TILES * seat, s.influence[seat]
    pawns, cost = s.pawns, t.n.repeat_cost
    found = [
        row[tile]
        for tile in range(PASS)
        if (loss := pawns[at + tile] * cost) <= column and CAN[tile](t, s, seat, column - loss)
    ]
    # Amb-3: passing is open even without the influence for it; by the switch only to who can do nothing else.
    if s.options[PASS_ALWAYS] or not found or pawns[at + PASS] * cost <= column:
        found.append(row[PASS])
    return found + free_offers(t, s, seat)


def turn_resolve(t: Lookup, s: State, seat: int, args: Nothing, action: Action, ev: Events) -> None:
    """IS-7.4: the price of repeating is paid before the pawn is placed."""
    if action.kind in KINDS:
        free_resolve(t, s, seat, turn_of(seat), action, ev)
        return
    (tile,) = action.args
    lose(s, seat, penalty(t, s, seat, tile), ev)
    s.pawns[TILES * seat + tile] += 1
    ev.append(Event("pawn_placed", (seat, tile)))
    s.stack.append(after_action_of(seat))
    ACTIONS[tile][2](t, s, seat, ev)


def turn_refuse(t: Lookup, s: State, seat: int, args: Nothing, action: Action) -> Refusal | None:
    if action.kind in KINDS:
        return free_refuse(t, s, seat, action)
    if action.kind == "end-turn":
        return Refusal("IS-7.2", "refuse.turn.no_action_yet", ())
    if action.kind != "do":
        return None
    return fault(t, s, seat, action.args[0])


def fault(t: Lookup, s: State, seat: int, tile: int) -> Refusal | None:
    """IS-7.4: why an action cannot be done, as the player would stand after paying for the repetition; None: it can."""
    loss = penalty(t, s, seat, tile)
    if tile == PASS and (s.options[PASS_ALWAYS] or all(fault(t, s, seat, other) for other in range(PASS))):
        return None
    if loss > s.influence[seat]:
        return Refusal("IS-7.4", "refuse.influence", (loss, s.influence[seat]))
    after = s.clone()
    after.influence[seat] -= loss
    found = ACTIONS[tile][1](t, after, seat)
    if found and loss and found.message in AFTER_LOSS:
        return Refusal("IS-7.4", AFTER_LOSS[found.message], (loss, *found.args))
    return found


# After the action


def after_action(t: Lookup, s: State, args: OfSeat, ev: Events) -> None:
    """IS-7.2: free actions may follow; if none is possible the turn is over."""
    if any_free(t, s, args.seat):
        s.stack.append(("after", args.seat, NOTHING))


def after_offers(t: Lookup, s: State, seat: int, args: Nothing) -> list[Action]:
    return [*free_offers(t, s, seat), t.one["end-turn"]]


def after_resolve(t: Lookup, s: State, seat: int, args: Nothing, action: Action, ev: Events) -> None:
    if action.kind != "end-turn":
        free_resolve(t, s, seat, after_action_of(seat), action, ev)


def after_refuse(t: Lookup, s: State, seat: int, args: Nothing, action: Action) -> Refusal | None:
    if action.kind in KINDS:
        return free_refuse(t, s, seat, action)
    return Refusal("IS-7.2", "refuse.turn.one_action", ()) if action.kind == "do" else None


def open_question(t: Lookup, s: State, seat: int, kind: str) -> bool:
    """Whether everybody can tell what is offered: bids are secret, and so is money where that was agreed (IS-2.21)."""
    return kind != "bid" and not s.options[HIDDEN_MONEY]


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "turn": Decision("IS-7.2", turn_offers, turn_resolve, turn_refuse),
    "after": Decision("IS-7.2", after_offers, after_resolve, after_refuse),
}
STEPS: dict[str, Step[Lookup, State]] = {"turns": turns, "after_action": after_action}
