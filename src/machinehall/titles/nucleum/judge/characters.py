"""Bots with a character in Nucleum: what each of them likes, and how it fared against the apprentice."""

from __future__ import annotations

from machinehall.kernel.parts import Character, Fared

CHARACTERS = (
    Character(
        "builder",
        {"buildings": 1.6, "powered": 1.4, "turbines": 1.3, "mines": 1.3},
        {"score.powered": 1.6},
        won=6,
        of=12,
    ),
    Character(
        "racer",
        {"rails": 1.8, "links": 1.8, "achievement": 1.4},
        {"score.milestones": 1.5},
        won=9,
        of=12,
    ),
    Character(
        "trader",
        {"contracts": 1.7, "fulfilled": 1.7, "technologies": 1.3, "income": 1.2},
        {"score.ultimate": 1.5, "score.income": 1.5},
        won=5,
        of=12,
    ),
)

FARED = {
    "apprentice": Fared(20, 20),
    "journeyman": Fared(37, 40, learned=True),
    "master": Fared(10, 12, brief=True, learned=True),
}
"""As docs/bots-results.md and the benchmark have it, the level below being random, apprentice and journeyman."""
