"""Chapter 4: the influence track."""

from __future__ import annotations

from machinehall.kernel.frames import Events
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Event
from machinehall.titles.imperial_steam.lookup import Lookup
from machinehall.titles.imperial_steam.state import State


def place(s: State, seat: int, column: int) -> None:
    """IS-4.3: enter the topmost free space of a column; the others close up. So the earlier stand higher."""
    standing, columns = s.standing, s.influence
    standing.remove(seat)
    columns[seat] = column
    at = 0
    while at < len(standing) and columns[standing[at]] >= column:
        at += 1
    standing.insert(at, seat)


def gain(t: Lookup, s: State, seat: int, steps: int, ev: Events) -> None:
    """IS-4.1, IS-4.4: one move to the right, as far as the track goes (IS-4.8, Amb-4)."""
    column = min(t.last_column, s.influence[seat] + steps)
    if column != s.influence[seat]:
        place(s, seat, column)
        ev.append(Event("influence_moved", (seat, column)))


def lose(s: State, seat: int, steps: int, ev: Events) -> None:
    """IS-4.1: one move left. A loss that is a price must be payable in full, for passing it ends at 0 (Amb-3)."""
    column = max(0, s.influence[seat] - steps)
    if column != s.influence[seat]:
        place(s, seat, column)
        ev.append(Event("influence_moved", (seat, column)))


def grow(t: Lookup, s: State, hub: int, steps: int, ev: Events) -> None:
    """IS-9.9, IS-4.6: a metropolis moves; it takes no player's space."""
    column = min(t.last_column, s.metropolises[hub] + steps)
    if column != s.metropolises[hub]:
        s.metropolises = put(s.metropolises, hub, column)
        ev.append(Event("metropolis_moved", (hub, column)))


def set_order(s: State, ev: Events) -> None:
    """IS-4.5, IS-6.6: the turn order follows the track."""
    s.order = tuple(s.standing)
    ev += [Event("turn_order", (place, seat)) for place, seat in enumerate(s.order, 1)]
