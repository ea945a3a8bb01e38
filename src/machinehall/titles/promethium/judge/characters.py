"""Bots with a character in Promethium: what each of them likes, and how it fared against the apprentice."""

from __future__ import annotations

from machinehall.kernel.parts import Character, Fared

CHARACTERS = (
    Character(
        "builder",
        {"projects": 1.5, "cards": 1.6, "improvements": 1.6},
        {"score.unactivated": 1.6},
        won=10,
        of=24,
    ),
    Character(
        "racer",
        {"promethium": 1.3, "influence": 1.2, "countries": 1.3},
        {"score.promethium": 1.6},
        won=10,
        of=24,
    ),
    Character(
        "trader",
        {"gems": 1.4, "bids": 1.3, "lobby": 1.2, "experts": 1.2},
        {"score.minerals": 1.8, "score.lobby": 1.5},
        won=6,
        of=24,
    ),
)

FARED = {
    "apprentice": Fared(399, 400),
    "journeyman": Fared(34.5, 40, brief=True),
}
"""As docs/bots-results.md and the benchmark have it, the level below being random, apprentice and journeyman."""
