"""Made small for exact methods: a single round, or the last decisions of a match. See `machinehall.learn.small`."""

from __future__ import annotations

from machinehall.kernel.parts import Small
from machinehall.titles.imperial_steam.state import State


def round_played(s: State) -> bool:
    """The first round is over."""
    return s.round > 1


SMALL = {"one-round": Small(over=round_played), "ending": Small(seed=1534, skip=179)}
"""For exact methods: a single round; the last decisions, eight at most, of one match, in 178 positions."""
