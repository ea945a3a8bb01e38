"""Chapter 30: rulings that a table may decide otherwise, as options of a match. The defaults are recommended.

NU-P13 and NU-P15 are component data. With them what a solo match is made of: how many Barons, and the challenges of
Frederik (chapter 24). A match of two and more ignores these.
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
    Option("disputed_coal_lines", 0, (0, 1), "NU-6.7", "1: on the 1/2 side Silesian coal arrives at Riesa too."),
    Option("rising_worker_costs", 0, (0, 1), "NU-10.2", "1: the rows of mines and turbines cost 1, 2, 3, 4 workers."),
    Option("barons", 1, (1, 2), "NU-23.1", "Alone: how many Barons sit at the table."),
    Option("baron_keeps_any", 0, (0, 1), "NU-23.30", "1: the Baron lays a tile if one of its actions is on another."),
    Option("baron_last_leftmost", 0, (0, 1), "NU-23.44", "1: of new tiles the last taken goes to the very front."),
    Option("baron_marker_scoring", 0, (0, 1), "NU-23.62", "1: the Baron scores milestone tiles for each marker there."),
    Option("frederik_1", 0, (0, 1), "NU-24.1", "1: after he develops, the rightmost market tile leaves."),
    Option("frederik_2", 0, (0, 1), "NU-24.2", "1: after he takes a contract, the poorest silver one leaves."),
    Option("frederik_3", 0, (0, 1), "NU-24.3", "1: on a rail turn he always carries out both actions."),
    Option("frederik_4", 0, (0, 1), "NU-24.4", "1: he starts with a second building."),
    Option("frederik_5", 0, (0, 1), "NU-24.5", "1: powering pays for his pieces connected by anybody's links."),
    Option("frederik_6", 0, (0, 1), "NU-24.6", "1: after a Recharge he takes another turn at once."),
    Option("frederik_7", 0, (0, 1), "NU-24.7", "1: a Logic card places your Nucleums, without a bonus."),
    Option("frederik_8", 0, (0, 1), "NU-24.8", "1: each pair of turbine and mine gives him VP."),
    Option("frederik_9", 0, (0, 1), "NU-24.9", "1: powering gives him VP equal to the need."),
    Option("frederik_10", 0, (0, 1), "NU-24.10", "1: he starts with a rail."),
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
    BARONS,
    KEEPS_ANY,
    LAST_LEFTMOST,
    MARKER_SCORING,
    TILE_LEAVES,
    CONTRACT_LEAVES,
    BOTH_ACTIONS,
    SECOND_BUILDING,
    ALL_CONNECTED,
    EXTRA_TURN,
    BLIND_NUCLEUM,
    PAIR_VP,
    NEED_VP,
    FIRST_RAIL,
) = range(len(OPTIONS))
"""Positions of the options in a state."""

PRESETS = {
    "novice": {"barons": 1},
    "standard": {"barons": 1, "frederik_4": 1, "frederik_8": 1},
    "hard": {"barons": 1, "frederik_3": 1, "frederik_4": 1, "frederik_5": 1, "frederik_6": 1, "frederik_8": 1},
    "merciless": {"barons": 1} | {f"frederik_{k}": 1 for k in range(1, 11)},
    "two-barons": {"barons": 2},
}
"""Named settings for a match alone, from the plain Baron to all of Frederik's challenges."""
