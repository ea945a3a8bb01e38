"""Chapters 23 and 24: the solo opponent, in the order of the book.

23 his part of the set-up `setup`, his turn `turn`, which thing he takes `criteria`, his rails `rails`, his buildings
`building`, develop, contracts and subsidies `actions`, energizing `power`, his scoring and how it ends `end`;
24 the second Baron `frederik`.
"""

from __future__ import annotations

from machinehall.kernel.frames import gathered

from . import actions, building, end, frederik, power, rails, setup, turn

CHANCES = gathered(setup.CHANCES, turn.CHANCES, power.CHANCES)
STEPS = gathered(
    setup.STEPS,
    turn.STEPS,
    rails.STEPS,
    building.STEPS,
    actions.STEPS,
    power.STEPS,
    end.STEPS,
    frederik.STEPS,
)
