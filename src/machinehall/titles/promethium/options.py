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
    Option(
        "equal_tokens",
        1,
        (0, 1),
        "A-53",
        "Of equal highest own tokens: 1 their owner chooses which leaves; 0 the first of west, east, north, south.",
        before=0,
    ),
    Option(
        "activation_any_time",
        0,
        (0, 1),
        "A-25",
        "When a player could activate after an action: 1 others with a card of the same family go first; 0 they wait.",
        before=0,
    ),
)
