"""Chapter 13: rulings that a table may decide otherwise, as options of a match. The defaults are recommended."""

from __future__ import annotations

from machinehall.kernel.options import Option

OPTIONS = (
    Option(
        "neutral_first_controller",
        2,
        (1, 2),
        "A-35",
        "Who acts first for the neutral player each round: player 1 or 2.",
    ),
    Option("financier_swap_cost", 0, (0, 1), "A-23", "Influence for the Financier's swap with the Stock."),
    Option("lobby_supply_limited", 1, (0, 1), "A-31", "1: no more lobby tokens than the box holds; 0: unlimited."),
)
