"""Chapters 6 and 10: the phases of a round around the actions, and the end of the game."""

from __future__ import annotations

from machinehall.kernel.frames import Events, Nothing, Step, step, then
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Event
from machinehall.titles.imperial_steam.frames import OfSeat, Turns
from machinehall.titles.imperial_steam.lookup import Lookup
from machinehall.titles.imperial_steam.state import GOODS, LEVELS, TILES, ZONES, State

from .final_scoring import close_accounts, income, reached
from .influence import set_order
from .storage import receive


def new_round(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """IS-6: phases 1 to 6 are skipped in round 1 (IS-3.3)."""
    s.round += 1
    ev.append(Event("round_began", (s.round,)))
    if s.round == 1:
        s.stack.append(step("turns", Turns(0)))
        return
    s.pawns = [0] * (TILES * s.seats)
    refill_market(t, s, ev)
    arrivals(s, ev)
    then(s.stack, *(step("tidy", OfSeat(seat)) for seat in s.order), step("morning"))


def refill_market(t: Lookup, s: State, ev: Events) -> None:
    """IS-6.2: each cube to the lowest empty space of its column; without one to the supply."""
    at = GOODS * (s.round - 1)
    for good in range(GOODS):
        for _ in range(s.refill[at + good]):
            if s.market[good] < t.market_spaces:
                s.market[good] += 1
            else:
                s.supply[good] += 1
            ev.append(Event("market_refilled", (good, s.market[good])))
        s.refill = put(s.refill, at + good, 0)


def arrivals(s: State, ev: Events) -> None:
    """IS-6.3: ordered goods move to storage; what does not fit is given up afterwards."""
    for seat in s.order:
        for good in range(GOODS):
            number = s.ordered[GOODS * seat + good]
            if number:
                s.goods[GOODS * seat + good] += number
                s.ordered = put(s.ordered, GOODS * seat + good, 0)
                ev.append(Event("goods_arrived", (seat, good, number)))


def morning(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """Phases 4 to 6: income, training, turn order."""
    for seat in s.order:
        receive(s, seat, income(t, s, seat), ev)
    train(s)
    ev.append(Event("workers_trained"))
    set_order(s, ev)
    s.stack.append(step("turns", Turns(0)))


def train(s: State) -> None:
    """IS-6.5: those in training rise, then those who worked come back to the level they had."""
    w = s.workers
    for at in range(0, len(w), ZONES):
        w[at + 2] += w[at + 1]
        w[at + 1] = w[at]
        w[at] = 0
        for level in range(LEVELS):
            w[at + level] += w[at + LEVELS + level]
            w[at + LEVELS + level] = 0


def round_over(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """IS-10.1: the end after the last round, or after a round in which somebody has connected Trieste."""
    if s.round == t.rounds or reached(t, s):
        close_accounts(t, s, ev)
    else:
        s.stack.append(step("new_round"))


STEPS: dict[str, Step[Lookup, State]] = {"new_round": new_round, "morning": morning, "round_over": round_over}
