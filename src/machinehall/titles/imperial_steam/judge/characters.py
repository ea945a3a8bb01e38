"""Bots with a character in Imperial Steam: what each of them likes, and how it fared against the apprentice."""

from __future__ import annotations

from machinehall.kernel.parts import Character, Fared

CHARACTERS = (
    Character(
        "builder",
        {"factories": 1.4, "goods": 1.2},
        {"score.goods": 1.6, "score.income": 1.4},
        won=11,
        of=20,
    ),
    Character(
        "racer",
        {"road": 1.35, "wagons": 1.1},
        {"score.routes": 1.8},
        won=10,
        of=20,
    ),
    Character(
        "trader",
        {"contracts": 1.8, "influence": 1.4, "investors": 1.3},
        {"score.contracts": 1.8, "score.keys": 1.4, "score.metropolises": 1.4},
        won=9,
        of=20,
    ),
)

FARED = {
    "apprentice": Fared(400, 400),
    "journeyman": Fared(6, 6, learned=True),
}
"""As docs/bots-results.md and the benchmark have it, the level below being random, apprentice and journeyman."""
