"""How far a match is: what a thing is worth depends on what can still be done with it."""

from __future__ import annotations

from .baron import barons, obstacle, queue_of
from .state import State
from .tables import Tables

ALL_STAGES = ["before the first Recharge", "after the first", "after the second", "after the third", "closing"]
CLOSING = len(ALL_STAGES) - 1
"""The end has been triggered."""
CYCLE = 9
"""Turns of a Baron from one Recharge to the next, about: he buys tiles too."""


def progress(t: Tables, s: State, seat: int) -> float:
    """A stage, or a place between two.

    Among players it goes by the Recharges of an average other. The own ones do not count: to put one off makes the
    match no longer. Alone it goes by the turns that the Barons' queues leave (NU-23.55).
    """
    if s.closing:
        return CLOSING
    if s.players > s.seats:
        whole = t.solo.n.baron_recharges_to_end * CYCLE
        return CLOSING * max(0.0, 1 - turns_left(t, s) / whole)
    others = [done for who, done in enumerate(s.recharges) if who != seat]
    return min(sum(others) // len(others), CLOSING - 1)


def turns_left(t: Tables, s: State) -> int:
    """Turns until the last Baron has recharged often enough, if none buys any more tiles."""
    found = [0]
    for b in barons(s):
        cycles = t.solo.n.baron_recharges_to_end - s.recharges[b]
        if not queue_of(s, b):  # he has not been set up yet
            found.append(cycles * CYCLE)
        elif cycles > 0:
            found.append(obstacle(t, s, b) + 1 + (cycles - 1) * (len(queue_of(s, b)) + 1))
    return max(found)


def stage(t: Tables, s: State, seat: int) -> str:
    """The stage that a match is nearest to."""
    return ALL_STAGES[round(progress(t, s, seat))]
