"""Made small for exact methods: up to the first Recharge, or the last decisions. See `machinehall.learn.small`."""

from __future__ import annotations

from machinehall.kernel.parts import Small
from machinehall.titles.nucleum.state import State


def recharged(s: State) -> bool:
    """Somebody has recharged for the first time."""
    return any(s.recharges)


SMALL = {
    "one-recharge": Small(over=recharged),
    "one-recharge-alone": Small(seats=1, over=recharged),
    "ending": Small(seed=2550, skip=507),
}
"""For exact methods: until the first Recharge; the last three decisions of one match, in 451 positions."""
