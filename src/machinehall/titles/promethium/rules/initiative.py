"""Chapter 3: the initiative track."""

from __future__ import annotations

from machinehall.titles.promethium.lookup import Lookup
from machinehall.titles.promethium.state import NEUTRAL, State


def order(s: State) -> list[int]:
    """The seats in turn order of this round: the first player, then clockwise."""
    return [(s.first + i) % s.seats for i in range(s.seats)]


def lay_out(t: Lookup, s: State) -> None:
    """PR-3.1: two markers for each player as a snake. PR-11.4: with two players the neutral player follows each leg."""
    forth = order(s)
    legs = [forth if i % 2 == 0 else forth[::-1] for i in range(t.n.initiative_markers_per_player)]
    neutral = [NEUTRAL] if s.controller >= 0 else []
    s.track = [owner for leg in legs for owner in leg + neutral]


def rank(s: State, owner: int) -> int:
    """PR-3.3: the earliest remaining marker; those without one come last, in turn order (A-10)."""
    if owner in s.track:
        return s.track.index(owner)
    late = s.seats if owner == NEUTRAL else (owner - s.first) % s.seats
    return len(s.track) + late
