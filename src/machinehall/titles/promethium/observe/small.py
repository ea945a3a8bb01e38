"""Made small for exact methods: a single round, or the last decisions of a match. See `machinehall.learn.small`."""

from __future__ import annotations

from machinehall.kernel.parts import Small
from machinehall.titles.promethium.state import State

AFTER_THE_FAIR = 4
"""The phase in which hands are refilled (chapter 9)."""


def round_played(s: State) -> bool:
    """The first Exposition is over: the hands are not refilled any more."""
    return s.round > 1 or s.phase == AFTER_THE_FAIR


SMALL = {"one-round": Small(over=round_played), "ending": Small(seed=171, skip=227)}
"""For exact methods: a single round; the last decisions, ten at most, of one match, in 652 positions."""
