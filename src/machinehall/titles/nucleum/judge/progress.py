"""How far a match is: what a thing is worth depends on what can still be done with it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from machinehall.titles.nucleum.lookup import Lookup
from machinehall.titles.nucleum.rules.baron.turn import barons, queue_of
from machinehall.titles.nucleum.rules.end_of_game import LAST_TURNS, SCORING
from machinehall.titles.nucleum.state import State

ALL_STAGES = ["before the first Recharge", "after the first", "after the second", "after the third", "closing"]
CLOSING = len(ALL_STAGES) - 1
"""The end has been triggered."""
CYCLE: Final = 9
"""Turns of a Baron from one Recharge to the next, about: he buys tiles too."""


def progress(t: Lookup, s: State, seat: int) -> float:
    """A stage, or a place between two.

    Among players it goes by the Recharges of an average other. The own ones do not count: to put one off makes the
    match no longer. Alone it goes by the turns that the Barons' queues leave (NU-23.55), or by the conditions of the
    end if those come sooner (NU-23.60).
    """
    if s.closing:
        return CLOSING
    if s.players > s.seats:
        whole = t.solo.n.baron_recharges_to_end * CYCLE
        return CLOSING * max(1 - turns_left(t, s) / whole, nearing(t, s))
    others = [done for who, done in enumerate(s.recharges) if who != seat]
    return min(sum(others) // len(others), CLOSING - 1)


def nearing(t: Lookup, s: State) -> float:
    """How much of the way to the end is done by its conditions: that of the last one that is needed (NU-17.2)."""
    tiles, contracts = supplies(t, s.players)
    shares = [
        1 - s.tiles_left / tiles,
        1 - (s.silver_left + s.gold_left) / contracts,
        max([tech.bit_count() for tech in s.tech[: s.seats]]) / t.board_techs[0].bit_count(),
        max(s.vp[: s.seats]) / t.n.vp_flag,
    ]
    return max(0.0, min(1.0, sorted(shares)[-t.needed[s.seats]]))


@lru_cache(maxsize=8)
def supplies(t: Lookup, players: int) -> tuple[int, int]:
    """Tiles and contracts in the stacks once the first are laid out."""
    tiles = t.basic.bit_count() + t.advanced_in_play[players] - len(t.prices)
    return tiles, sum(supply[players] for supply in t.supply) - t.n.open_silver - t.n.open_gold


def turns_left(t: Lookup, s: State) -> int:
    """Turns until the last Baron has recharged often enough, if none buys any more tiles."""
    return max(turns_of(t, queue_of(s, b), s.recharges[b]) for b in barons(s))


@lru_cache(maxsize=10_000)
def turns_of(t: Lookup, queue: tuple[int, ...], recharges: int) -> int:
    cycles = max(0, t.solo.n.baron_recharges_to_end - recharges)
    if not queue or not cycles:  # he has not been set up yet, or is through
        return cycles * CYCLE
    # While his queue is dealt anew the obstacle may not lie in it yet.
    obstacle = next((i for i, tile in enumerate(queue) if t.directive[tile]), len(queue))
    return obstacle + 1 + (cycles - 1) * (len(queue) + 1)


def barons_turns(t: Lookup, s: State) -> int:
    """Turns that each Baron has still, after the end is triggered too (NU-17.4); none once it is over."""
    if s.closing:
        return max(0, SCORING - s.closing) if s.stack else 0
    return turns_left(t, s) + LAST_TURNS


def stage(t: Lookup, s: State, seat: int) -> str:
    """The stage that a match is nearest to."""
    return ALL_STAGES[round(progress(t, s, seat))]
