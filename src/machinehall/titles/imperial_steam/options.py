"""Set-up variants and rulings that a table may decide otherwise. The defaults are recommended."""

from __future__ import annotations

from typing import Final

from machinehall.kernel.options import Option

BEGINNER, NORMAL, RANDOM = 0, 1, 2

SETUP: Final = 0
HIDDEN_MONEY: Final = 1
UPGRADE_INFLUENCE: Final = 2
BUYOUT_LIMIT: Final = 3
TWO_STATIONS: Final = 4
PASS_ALWAYS: Final = 5
"""Places of the options in a state."""

OPTIONS = (
    Option("setup", NORMAL, (BEGINNER, NORMAL, RANDOM), "IS-2.5", "Set-up: 0 beginner, 1 normal, 2 random."),
    Option("hidden_money", 0, (0, 1), "IS-2.21", "1: only the owner sees how much money a player has; 0: all is open."),
    Option("upgrade_influence", 1, (0, 1), "Amb-26", "Influence of an upgraded train: 1 in full, 0 the difference."),
    Option(
        "buyout_limit", 1, (0, 1), "Amb-14", "1: the limit of two tracks in a city holds for buy-outs; 0: it does not."
    ),
    Option("two_stations", 1, (0, 1), "Amb-25", "1: a player may build two stations in one city; 0: only one."),
    Option(
        "pass_always",
        1,
        (0, 1),
        "Amb-3",
        "Passing again without the influence for it: 1 always allowed, at a loss down to 0; 0 only if nothing else is.",
        before=0,
    ),
)
