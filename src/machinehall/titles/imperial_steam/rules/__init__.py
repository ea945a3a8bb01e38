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
    final_scoring,
    finance,
    free_actions,
    goods,
    influence,
    lay_tracks,
    recruit,
    rounds,
    setup,
    storage,
    tracks,
    trains,
    turns,
)

CHAPTERS = (
    setup,
    auction,
    influence,
    storage,
    rounds,
    turns,
    lay_tracks,
    tracks,
    recruit,
    build,
    goods,
    trains,
    finance,
    free_actions,
    final_scoring,
)
"""In the order of the book."""
DECISIONS, CHANCES, STEPS = gathered(CHAPTERS)
