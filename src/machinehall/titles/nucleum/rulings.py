"""Chapter 30: rulings that a table may decide otherwise, as options of a match. The defaults are recommended.

NU-P13 and NU-P15 are component data; NU-P09 to NU-P11 concern the solo opponent.
"""

from __future__ import annotations

from machinehall.kernel.options import Option

OPTIONS = (
    Option("first_game_workers", 0, (0, 1), "NU-3.6", "1: three workers at the start, the variant for first games."),
    Option("start_income_always", 0, (0, 1), "NU-16.2", "1: the start income is paid even without a tile on the row."),
    Option("uranium_icon_after", 0, (0, 1), "NU-10.8", "1: a tile's uranium icon is taken after the action only."),
    Option(
        "others_from_first_player",
        0,
        (0, 1),
        "NU-8.9",
        "1: the others resolve matched actions clockwise from the first player, not from the one who placed the tile.",
    ),
    Option("middle_tile_presence", 1, (0, 1), "NU-6.3", "0: the middle tile of a link gives no presence in a city."),
    Option("praha_doubles_government", 1, (0, 1), "NU-18.6", "0: Government buildings in Praha are not doubled."),
    Option("government_counts_neutrals", 1, (0, 1), "NU-18.6", "0: neutral buildings do not count for Government."),
    Option("violet_is_gained", 0, (0, 1), "NU-21.3", "1: fulfilling a violet contract counts as gaining a contract."),
    Option("disputed_coal_lines", 1, (0, 1), "NU-6.7", "0: on the 1/2 side Silesian coal arrives at Dresden only."),
    Option("rising_worker_costs", 0, (0, 1), "NU-10.2", "1: the rows of mines and turbines cost 1, 2, 3, 4 workers."),
)

(
    FIRST_GAME,
    START_INCOME,
    ICON_AFTER,
    FROM_FIRST,
    MIDDLE_TILE,
    PRAHA_DOUBLES,
    COUNT_NEUTRALS,
    VIOLET_GAINED,
    DISPUTED_COAL,
    RISING_COSTS,
) = range(len(OPTIONS))
"""Positions of the options in a state."""
