"""Chapters 4 and 7: the turn, playing an action tile, and the windows for fulfilling a contract."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from machinehall.kernel.frames import NOTHING, Decision, Events, Nothing, Step, step
from machinehall.kernel.values import STEP, Action, Event, Refusal
from machinehall.titles.nucleum.action_frames import Grant, Half
from machinehall.titles.nucleum.baron_frames import BaronTurn
from machinehall.titles.nucleum.frames import FRAMES, Lay, OfSeat, Played, Tile
from machinehall.titles.nucleum.lookup import HALVES, SEATS, Lookup
from machinehall.titles.nucleum.state import NONE, State

from . import contract_action, develop, energize, industrialize, subsidies, urbanize
from .contracts import fulfil, fulfillable, refuse_fulfil, within_reach
from .end_of_game import SCORING, after_turn
from .rails import layable, refuse_rail
from .refusals import contract_elsewhere, tile_elsewhere

NEXT_TURN = step("next_turn")
RECHARGE = [step("recharge", OfSeat(seat)) for seat in range(SEATS)]
tile_of, played = cache(Tile), cache(Played)
"""The same few come in every turn, so each is made once."""
DIRECTIVE_USED: Final = 1
BOTH: Final = 3

LACKS: dict[str, Callable[[Lookup, State, int, Any], Refusal | None]] = {
    "urbanize": urbanize.lacks,
    "industrialize": industrialize.lacks,
    "develop": develop.lacks,
    "contract": contract_action.lacks,
    "energize": energize.lacks,
    "worker_or_thaler": subsidies.lacks,
    "income": subsidies.lacks,
    "achievement": subsidies.lacks,
    "income_any": subsidies.paid_lacks,
}
"""For each action of a tile: what it lacks to be carried out now."""
POSSIBLE: dict[str, Callable[[Lookup, State, int, Any], bool]] = {
    "urbanize": urbanize.possible,
    "industrialize": industrialize.possible,
    "develop": develop.possible,
    "contract": contract_action.possible,
    "energize": energize.possible,
    "free_tile": develop.free_possible,
    "worker_or_thaler": subsidies.possible,
    "income": subsidies.possible,
    "achievement": subsidies.possible,
    "income_any": subsidies.paid_possible,
}
"""Whether it lacks nothing, without the words: this is asked of every tile in every turn."""


def begin(t: Lookup, s: State, seat: int, half: tuple[str, Half], ev: Events) -> None:
    """Carry out an action: main actions ask where and how, subsidies happen."""
    kind, args = half
    direct = subsidies.DIRECT.get(kind)
    if direct:
        direct(t, s, seat, args, ev)
    else:
        s.stack.append((kind, seat, args))


# Chapter 4


def next_turn(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """NU-4.1: clockwise single turns until the end."""
    after_turn(s, ev)
    if s.logic != NONE:  # NU-23.18: discarded at the end of the turn
        ev.append(Event("logic_discarded", (s.logic,)))
        s.logic = NONE
    if s.closing == SCORING:
        s.stack.append(step("final_scoring"))
        return
    s.active = (s.active + 1) % s.players
    begin_turn(t, s, NOTHING, ev)


def begin_turn(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    active = s.active
    s.fulfilled_now = 0
    ev.append(Event("turn_began", (active,)))
    turn = ("turn", active, NOTHING) if active < s.seats else step("baron_turn", BaronTurn(active, extra=0))
    s.stack += (NEXT_TURN, turn)


def turn_offers(t: Lookup, s: State, seat: int, args: Nothing) -> list[Action]:
    """NU-4.2, NU-4.3: play a tile, place a rail, or Recharge; there is no pass."""
    found = [t.one["recharge"]]
    pool = s.pool[seat]
    if s.row[seat].bit_count() < t.n.row_slots:
        found += t.one_each("play", pool)
    if layable(t, s, seat):
        found += t.one_each("rail", pool & t.railway)
    return found


def turn_resolve(t: Lookup, s: State, seat: int, args: Nothing, action: Action, ev: Events) -> None:
    if action.kind == "recharge":
        s.stack.append(RECHARGE[seat])
    elif action.kind == "rail":
        s.stack.append(("lay", seat, Lay(tile=action.args[0], optional=0)))
    else:
        (tile,) = action.args
        s.pool[seat] ^= 1 << tile
        s.row[seat] |= 1 << tile
        ev.append(Event("tile_played", (seat, tile)))
        s.stack.append(("tile", STEP, played(seat, tile, 0)))


def turn_refuse(t: Lookup, s: State, seat: int, args: Nothing, action: Action) -> Refusal | None:
    if action.kind in ("play", "rail"):
        (tile,) = action.args
        if s.row[seat] >> tile & 1:
            return Refusal("NU-7.3", "refuse.tile.on_the_row", (t.tiles[tile],))
        if not s.pool[seat] >> tile & 1:
            return tile_elsewhere(t, s, seat, tile, "NU-4.3")
        return refuse_rail(t, s, seat, tile) if action.kind == "rail" else row_full(t, s, seat)
    if action.kind == "fulfil":
        if action.args[0] not in within_reach(s, seat):
            return contract_elsewhere(t, s, seat, action.args[0], "NU-7.4")
        return Refusal("NU-4.4", "refuse.fulfil.play_a_tile_first", (t.contracts[action.args[0]],))
    return None


def row_full(t: Lookup, s: State, seat: int) -> Refusal | None:
    """NU-4.3: a tile is played to a free slot of the row."""
    full = s.row[seat].bit_count() >= t.n.row_slots
    return Refusal("NU-4.3", "refuse.tile.row_full", (t.n.row_slots,)) if full else None


# Chapter 7


def doable(t: Lookup, s: State, seat: int, tile: int, used: int) -> list[Action]:
    """The actions of a played tile that can still be carried out."""
    if t.directive[tile]:
        if used:
            return []
        row = t.a["directive"]
        return [row[k] for k, (kind, args) in enumerate(t.directive_half) if POSSIBLE[kind](t, s, seat, args)]
    row, found = t.a["act"], []
    for k in range(HALVES):
        if not used >> k & 1:
            kind, args = t.half[HALVES * tile + k]
            if POSSIBLE[kind](t, s, seat, args):
                found.append(row[k])
    return found


def can_act(t: Lookup, s: State, seat: int, tile: int, used: int) -> bool:
    """Whether any action of a played tile can still be carried out."""
    if t.directive[tile]:
        return not used and any(POSSIBLE[kind](t, s, seat, args) for kind, args in t.directive_half)
    for k in range(HALVES):
        if not used >> k & 1:
            kind, args = t.half[HALVES * tile + k]
            if POSSIBLE[kind](t, s, seat, args):
                return True
    return False


def tile(t: Lookup, s: State, args: Played, ev: Events) -> None:
    """NU-7.1: the actions in any order, each optional, with the window for a contract (NU-7.4)."""
    seat, which, used = args
    if can_act(t, s, seat, which, used) or fulfillable(t, s, seat):
        s.stack.append(("tile", seat, tile_of(which, used)))


def tile_offers(t: Lookup, s: State, seat: int, args: Tile) -> list[Action]:
    which, used = args
    return [t.one["done"], *doable(t, s, seat, which, used), *fulfillable(t, s, seat)]


def tile_resolve(t: Lookup, s: State, seat: int, args: Tile, action: Action, ev: Events) -> None:
    which, used = args
    if action.kind == "done":
        return
    if action.kind == "fulfil":
        s.stack.append(("tile", STEP, played(seat, which, used)))
        fulfil(t, s, seat, action.args[0], ev)
        return
    (k,) = action.args
    ev.append(Event("directive_begun" if action.kind == "directive" else "action_begun", (seat, which, k)))
    if action.kind == "directive":
        s.stack.append(("tile", STEP, played(seat, which, DIRECTIVE_USED)))
        begin(t, s, seat, t.directive_half[k], ev)
    else:
        s.stack.append(("tile", STEP, played(seat, which, used | 1 << k)))
        begin(t, s, seat, t.half[HALVES * which + k], ev)


def tile_refuse(t: Lookup, s: State, seat: int, args: Tile, action: Action) -> Refusal | None:
    which, used = args
    if action.kind == "fulfil":
        return refuse_fulfil(t, s, seat, action.args[0])
    if action.kind == "directive":
        if not t.directive[which]:
            return Refusal("NU-7.2", "refuse.directive.not_one", (t.tiles[which],))
        if used:
            return Refusal("NU-7.2", "refuse.directive.one_action", (t.tiles[which],))
        return refuse_action(t, s, seat, t.directive_half[action.args[0]])
    if action.kind == "act":
        if t.directive[which]:
            return Refusal("NU-7.2", "refuse.act.directive", (t.tiles[which],))
        if used >> action.args[0] & 1:
            return Refusal("NU-7.1", "refuse.act.used", (t.tiles[which],))
        return refuse_action(t, s, seat, t.half[HALVES * which + action.args[0]])
    return None


def refuse_action(t: Lookup, s: State, seat: int, half: tuple[str, Half]) -> Refusal | None:
    kind, args = half
    return LACKS[kind](t, s, seat, args)


def granted(kind: str) -> Step:
    """NU-13.4: an action that a technology grants; if it cannot be carried out it is forgone (NU-E37)."""

    def grant(t: Lookup, s: State, args: Grant, ev: Events) -> None:
        seat, *rest = args
        wanted = FRAMES.decisions[kind]._make(rest)
        if POSSIBLE[kind](t, s, seat, wanted):
            s.stack.append((kind, seat, wanted))

    return grant


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "turn": Decision("NU-4.2", turn_offers, turn_resolve, turn_refuse),
    "tile": Decision("NU-7.1", tile_offers, tile_resolve, tile_refuse),
}
STEPS: dict[str, Step[Lookup, State]] = {
    "next_turn": next_turn,
    "begin_turn": begin_turn,
    "tile": tile,
    "grant_urbanize": granted("urbanize"),
    "grant_industrialize": granted("industrialize"),
    "grant_energize": granted("energize"),
    "grant_free_tile": granted("free_tile"),
}
