"""Positions half-way, as the evaluation sees them: once what a seat has begun is done, as far as it needs no choice."""

from __future__ import annotations

from collections.abc import Sequence

from machinehall.kernel.plain_state import put
from machinehall.titles.nucleum.action_frames import Fuel, Powered
from machinehall.titles.nucleum.frames import Owe
from machinehall.titles.nucleum.lookup import Lookup
from machinehall.titles.nucleum.rules import final_scoring
from machinehall.titles.nucleum.rules.energize import powered
from machinehall.titles.nucleum.rules.power import Grid
from machinehall.titles.nucleum.rules.recharge import spaces_for
from machinehall.titles.nucleum.state import ROWS, State


def carried_out(t: Lookup, s: State, seat: int) -> State:
    """The position once what the seat has begun is done: half-way it has paid and not yet gained, or the reverse."""
    kind, who, args = s.stack[-1]
    if who != seat or kind not in ("marker", "fuel", "owe"):
        return s
    if kind == "marker":
        return recharged(t, s, seat)
    return fuelled(t, s, seat, args) if kind == "fuel" else paid(t, s, seat, args)


def fuelled(t: Lookup, s: State, seat: int, args: Fuel) -> State:
    """The building has its electricity, the rest of it from uranium as far as it goes, then from coal (NU-14.1)."""
    plant, site, power, bill, burnt, directive = args
    s = s.clone()
    del s.stack[-1]
    grid, missing = Grid(t, s, seat), t.piece_need[s.urban[site]] - power
    for row in grid.mines(plant):
        while missing > 0 and burnt < grid.limit(plant) and s.uranium[ROWS * seat + row]:
            s.uranium = put(s.uranium, ROWS * seat + row, s.uranium[ROWS * seat + row] - 1)
            burnt, missing = burnt + 1, missing - grid.per_uranium
    for price, count in grid.ladder(plant):
        units = max(0, min(count, missing))
        bill, missing = bill + units * price, missing - units
    s.thaler[seat] -= grid.price(bill, grid.foreign_needed(plant, burnt), directive)
    powered(t, s, Powered(seat, plant, site), [])
    return s


def paid(t: Lookup, s: State, seat: int, args: Owe) -> State:
    """What is owed is paid, and a building that waits for it is powered (NU-5.2)."""
    s = s.clone()
    del s.stack[-1]
    s.thaler[seat] -= args.thaler
    s.supply[seat] -= args.workers
    if s.stack[-1][0] == "rents":
        del s.stack[-1]
    kind, _, waits = s.stack[-1]
    if kind == "powered":
        del s.stack[-1]
        powered(t, s, waits, [])
    return s


def recharged(t: Lookup, s: State, seat: int) -> State:
    """The position once the seat has placed the best marker and finished its Recharge (NU-16.1)."""
    best = max(marker_values(t, s, seat), default=None)
    s = s.clone()
    if best:
        s.markers = put(s.markers, seat, s.markers[seat] | 1 << best[2])
    else:
        s.zeros[seat] += 1
    s.pool[seat], s.row[seat] = s.pool[seat] | s.row[seat], 0
    s.achievement = put(s.achievement, seat, 0)
    s.recharges[seat] += 1
    return s


def marker_values(t: Lookup, s: State, seat: int, counts: Sequence[int] = ()) -> list[tuple[int, int, int]]:
    """Milestone markers that the achievements allow: points as things stand, multiplier, space."""
    spaces = spaces_for(t, s, seat)
    if not spaces:
        return []
    counts = counts or final_scoring.milestone_counts(t, s, seat)
    found: list[tuple[int, int, int]] = []
    for k in spaces:
        times = t.multiplier[t.space_tier[k]]
        found.append((counts[t.space_segment[k]] * times, times, k))
    return found
