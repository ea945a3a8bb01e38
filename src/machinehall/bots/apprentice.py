"""The apprentice: a first opponent with plain habits, the same for everybody who begins."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol

from machinehall.kernel.title import Title
from machinehall.kernel.values import Action

from . import Clock, UnknownBot


class Habits(Protocol):
    """How good an action looks to a beginner. Made from views."""

    def scores(self, view: dict[str, Any], legal: Sequence[Action], rng: random.Random) -> list[float]: ...


def habits(title: Title) -> Habits:
    if title.name == "promethium":
        from .promethium import PromethiumHabits

        return PromethiumHabits(title)
    raise UnknownBot(f"the apprentice has not learned {title.name!r}")


class Apprentice:
    """Takes what looks best at first sight."""

    def __init__(self, title: Title, seed: int | str | None = None) -> None:
        self.rng = random.Random(seed)
        self.habits = habits(title)

    def choose(self, view: dict[str, Any], legal: Sequence[Action], clock: Clock) -> Action:
        scores = self.habits.scores(view, legal, self.rng)
        best = max(scores)
        return self.rng.choice([action for action, score in zip(legal, scores, strict=True) if score == best])
