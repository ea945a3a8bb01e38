"""What a learned policy is told of a position beside the observation."""

from __future__ import annotations

from machinehall.titles.promethium.lookup import Lookup
from machinehall.titles.promethium.state import State

from .evaluation import GUESSED, KNOWN, TERMS, elements, holdings, known, sure

NAMES = (*TERMS[:GUESSED], *TERMS[KNOWN:], "sure")


def numbers(t: Lookup, s: State, seat: int) -> list[float]:
    """The terms of the evaluation that the seat may know, and what it has for sure."""
    pieces = holdings(t, *elements(t, s, seat))
    return [*known(t, s, seat, pieces), sure(t, s, seat, pieces)]
