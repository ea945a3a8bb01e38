"""What a learned policy is told of a position beside the observation."""

from __future__ import annotations

from machinehall.titles.nucleum.lookup import Lookup
from machinehall.titles.nucleum.state import State

from .evaluation import TERMS, sure, terms
from .map_facts import map_number
from .pending import carried_out

NAMES = (*TERMS, "sure")


def numbers(t: Lookup, s: State, seat: int) -> list[float]:
    """The terms of the evaluation, and the score if the match ended here."""
    s = carried_out(t, s, seat)
    on_map = map_number(t, s, seat)
    return [*terms(t, s, seat, on_map), sure(t, s, seat, on_map) if s.experiment[seat] >= 0 else 0.0]
