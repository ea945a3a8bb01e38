"""Habits: how readily each action is taken when it is legal. The quick way to play, for the inside of a search.

A title may have a file `habits.json`, learned from bots' matches by `scripts/train/learn_habits.py`;
without it every action is as good as the next, and a search still works. Where a title names the stages of a match,
what is done more or less readily in one of them can be learned too.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from machinehall.kernel.title import Title
from machinehall.kernel.values import Action


def habits_file(title: Title) -> Path:
    return title.home.habits


@lru_cache(maxsize=8)
def habits(title: Title) -> Habits:
    """The title's habits, or none."""
    path = habits_file(title)
    if not path.exists():
        return Habits(title, {})
    body = json.loads(path.read_text(encoding="utf-8"))
    return Habits(title, body["habits"], body.get("stages"))


class Habits:
    """Weights of actions, by the action itself: looked up a hundred thousand times a second."""

    def __init__(
        self, title: Title, known: dict[str, float], stages: dict[str, dict[str, float]] | None = None
    ) -> None:
        texts = list(zip(title.actions.all, title.actions.texts, strict=True))
        self.weight = {action: math.exp(known.get(text, 0.0)) for action, text in texts}
        self.phase = title.minds.phase
        self.at_stage = {
            stage: {action: self.weight[action] * math.exp(more.get(text, 0.0)) for action, text in texts}
            for stage, more in (stages or {}).items()
        }

    def pick(self, legal: list[Action], rng: random.Random, state: Any = None) -> Action:
        """One of the actions, by weight; by that of the stage if the position is told."""
        if len(legal) == 1:
            return legal[0]
        known = self.weight
        if state is not None and self.phase is not None:
            known = self.at_stage.get(self.phase(state), known)
        weights = [known[action] for action in legal]
        left = rng.random() * sum(weights)
        for i, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return legal[i]
        return legal[-1]

    def shares(self, legal: Sequence[Action]) -> list[float]:
        """How likely each action is."""
        weights = [self.weight[action] for action in legal]
        total = sum(weights)
        return [weight / total for weight in weights]
