"""What a learned policy is told of a position beside the observation."""

from __future__ import annotations

from machinehall.titles.promethium.lookup import Lookup
from machinehall.titles.promethium.state import State

from .evaluation import TERMS, sure, terms

GUESSED = TERMS.index("crossings won, as many as tiles to be bought")
KNOWN = TERMS.index("private projects")
"""The terms from the first to the second count bids that lie face down: no seat may know them."""
NAMES = (*TERMS[:GUESSED], *TERMS[KNOWN:], "sure")


def numbers(t: Lookup, s: State, seat: int) -> list[float]:
    """The terms of the evaluation that the seat may know, and what it has for sure."""
    found = terms(t, s, seat)
    return [*found[:GUESSED], *found[KNOWN:], sure(t, s, seat)]
