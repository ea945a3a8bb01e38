"""Imperial Steam: the rulebook as code, a module for each chapter, in the order of the book.

2 and 12 set-up `setup`; 3 auction `auction`; 4 influence track `influence`; 5 general rules `storage`; 6 and 10 rounds
and end of the game `rounds`; 7 turns `turns`; 8A `lay_tracks` with `tracks`, 8B `recruit`, 8C `build`, 8D and 8E
`goods`, 8F and 8G `trains`, 8H to 8K `finance`; 9 `free_actions`; 11 `final_scoring`. `refusals` finds the reason that
lies closest; the reasons stand with the actions.
"""

from __future__ import annotations

from machinehall.kernel.frames import gathered

from . import (
    auction,
    build,
    finance,
    goods,
    lay_tracks,
    recruit,
    rounds,
    setup,
    storage,
    tracks,
    trains,
    turns,
)

DECISIONS = gathered(
    auction.DECISIONS,
    storage.DECISIONS,
    turns.DECISIONS,
    lay_tracks.DECISIONS,
    tracks.DECISIONS,
    recruit.DECISIONS,
    build.DECISIONS,
    goods.DECISIONS,
    trains.DECISIONS,
    finance.DECISIONS,
)
CHANCES = gathered(setup.CHANCES)
STEPS = gathered(
    setup.STEPS,
    auction.STEPS,
    storage.STEPS,
    rounds.STEPS,
    turns.STEPS,
    lay_tracks.STEPS,
)
