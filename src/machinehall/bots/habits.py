"""Habits: how readily each action is taken when it is legal. The quick way to play, for the inside of a search.

A title may have a file `habits.json`, learned from bots' matches by `scripts/tune.py`; without it every action is as
good as the next, and a search still works.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from machinehall.kernel.title import Title
from machinehall.kernel.values import Action

TITLES = Path(__file__).parent.parent / "titles"


def habits_file(title: Title) -> Path:
    return TITLES / title.name.replace("-", "_") / "habits.json"


@lru_cache(maxsize=8)
def habits(title: Title) -> Habits:
    """The title's habits, or none."""
    path = habits_file(title)
    known: dict[str, float] = {}
    if path.exists():
        known = json.loads(path.read_text(encoding="utf-8"))["habits"]
    return Habits(title, known)


class Habits:
    """Weights of actions, by the action itself: looked up a hundred thousand times a second."""

    def __init__(self, title: Title, known: dict[str, float]) -> None:
        texts = title.actions.texts
        self.weight = {
            action: math.exp(known.get(text, 0.0)) for action, text in zip(title.actions.all, texts, strict=True)
        }

    def pick(self, legal: Sequence[Action], rng: random.Random) -> Action:
        """One of the actions, by weight."""
        if len(legal) == 1:
            return legal[0]
        weights = [self.weight[action] for action in legal]
        left = rng.random() * sum(weights)
        for action, weight in zip(legal, weights, strict=True):
            left -= weight
            if left < 0:
                return action
        return legal[-1]

    def shares(self, legal: Sequence[Action]) -> list[float]:
        """How likely each action is."""
        weights = [self.weight[action] for action in legal]
        total = sum(weights)
        return [weight / total for weight in weights]
