"""Positions half-way, as the evaluation sees them: once what a seat has begun is done, as far as it needs no choice."""

from __future__ import annotations

from collections.abc import Sequence

from machinehall.kernel.rules import Args

from . import final_scoring
from .energize import powered
from .power import Grid
from .recharge import spaces_for
from .state import ROWS, State
from .tables import Tables


def carried_out(t: Tables, s: State, seat: int) -> State:
    """The position once what the seat has begun is done: half-way it has paid and not yet gained, or the reverse."""
    kind, who, args = s.stack[-1]
    if who != seat or kind not in ("marker", "fuel", "owe"):
        return s
    if kind == "marker":
        return recharged(t, s, seat)
    return fuelled(t, s, seat, args) if kind == "fuel" else paid(t, s, seat, args)


def fuelled(t: Tables, s: State, seat: int, args: Args) -> State:
    """The building has its electricity, the rest of it from uranium as far as it goes, then from coal (NU-14.1)."""
    plant, site, power, bill, burnt, directive = args
    s = s.clone()
    del s.stack[-1]
    grid, missing = Grid(t, s, seat), t.piece_need[s.urban[site]] - power
    for row in grid.mines(plant):
        while missing > 0 and burnt < grid.limit(plant) and s.uranium[ROWS * seat + row]:
            s.uranium[ROWS * seat + row] -= 1
            burnt, missing = burnt + 1, missing - grid.per_uranium
    for price, count in grid.ladder(plant):
        units = max(0, min(count, missing))
        bill, missing = bill + units * price, missing - units
    s.thaler[seat] -= grid.price(bill, grid.foreign_needed(plant, burnt), directive)
    powered(t, s, (seat, plant, site), [])
    return s


def paid(t: Tables, s: State, seat: int, args: Args) -> State:
    """What is owed is paid, and a building that waits for it is powered (NU-5.2)."""
    s = s.clone()
    del s.stack[-1]
    s.thaler[seat] -= args[0]
    s.supply[seat] -= args[1]
    if s.stack[-1][0] == "rents":
        del s.stack[-1]
    if s.stack[-1][0] == "powered":
        powered(t, s, s.stack.pop()[2], [])
    return s


def recharged(t: Tables, s: State, seat: int) -> State:
    """The position once the seat has placed the best marker and finished its Recharge (NU-16.1)."""
    best = max(marker_values(t, s, seat), default=None)
    s = s.clone()
    if best:
        s.markers[seat] |= 1 << best[2]
    else:
        s.zeros[seat] += 1
    s.pool[seat], s.row[seat] = s.pool[seat] | s.row[seat], 0
    s.achievement[seat] = 0
    s.recharges[seat] += 1
    return s


def marker_values(t: Tables, s: State, seat: int, counts: Sequence[int] = ()) -> list[tuple[int, int, int]]:
    """Milestone markers that the achievements allow: points as things stand, multiplier, space."""
    spaces = spaces_for(t, s, seat)
    if not spaces:
        return []
    counts = counts or final_scoring.milestone_counts(t, s, seat)
    times = [t.multiplier[tier] for tier in t.space_tier]
    return [(counts[t.space_segment[k]] * times[k], times[k], k) for k in spaces]
