"""Chapter 17: end of the game. With it NU-5.6, the score track, since points can end the game."""

from __future__ import annotations

from typing import Final

from machinehall.kernel.frames import Events
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Event
from machinehall.titles.nucleum.lookup import END_POINTS, Lookup
from machinehall.titles.nucleum.state import NONE, State

IN_PLAY: Final = 0
TRIGGERED: Final = 1
LAST_TURNS: Final = 2
SCORING: Final = 3
"""Values of `closing`."""


def gain_vp(t: Lookup, s: State, seat: int, amount: int, ev: Events) -> None:
    """NU-5.6: move the score marker. NU-17.2 (e): the first to reach the flag meets a condition.

    NU-23.14: a Baron never does.
    """
    if not amount:
        return
    s.vp[seat] += amount
    ev.append(Event("vp_gained", (seat, amount)))
    if s.vp[seat] >= t.n.vp_flag and s.conditions[END_POINTS] == NONE and seat < s.seats:
        meet(t, s, seat, END_POINTS, ev)


def meet(t: Lookup, s: State, seat: int, condition: int, ev: Events) -> None:
    """NU-17.3: each condition pays once, at the moment it is met. NU-17.1: enough of them trigger the end."""
    if s.conditions[condition] != NONE:
        return
    s.conditions = put(s.conditions, condition, seat)
    ev.append(Event("condition_met", (condition, seat)))
    if s.closing == IN_PLAY and sum(holder != NONE for holder in s.conditions) >= t.needed[s.seats]:
        trigger(s, seat, ev)
    gain_vp(t, s, seat, t.n.end_condition_vp, ev)


def trigger(s: State, seat: int, ev: Events) -> None:
    """NU-17.1: the end is near."""
    s.closing = TRIGGERED
    ev.append(Event("end_triggered", (seat,)))


def after_turn(s: State, ev: Events) -> None:
    """NU-17.4: after the trigger everybody gets equally many turns, then exactly one more."""
    if s.closing and (s.active + 1) % s.players == s.first:
        s.closing += 1
        if s.closing == LAST_TURNS:
            ev.append(Event("last_turns"))
