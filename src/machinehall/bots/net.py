"""A net that learned a title at all its tables: how readily each action is taken, and how the match will end for each
seat: chance to win, points with their spread, by source. Numpy alone; `scripts/train/train.py` makes the file.

What it sees is the observation for learners, number by number as a choice among values, the larger ones as amounts
too, and what the title tells nets beside it (`TitleMinds.told`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from machinehall.kernel.title import Title
from machinehall.kernel.values import MachineHallError

from .insight import SLOTS, Insight
from .judgement import Judgement
from .policy import Learned, packed, read


class WrongNet(MachineHallError):
    """A net that was made for other observations, actions or inputs."""


def write(path: Path, made: Mapping[str, Any], shape: Mapping[str, Any], layers: Mapping[str, Any]) -> None:
    """As `bots.policy.read` reads it; in one step, so that no half file is ever met."""
    beside = path.with_suffix(".part.npz")
    np.savez_compressed(beside, made=np.array(json.dumps(made)), **shape, **packed(layers))
    beside.replace(path)


def made_for(title: Title) -> dict[str, Any]:
    """What a net must have been made for, to fit the observations and actions of a title."""
    insight = Insight(title)
    return {
        "features": title.minds.features_version,
        "seen": title.observation_size,
        "actions": len(title.actions.all),
        "names": list(insight.inputs.names),
        "sources": list(insight.sources),
    }


class Net(Learned):
    """What was learned at all tables."""

    judging: ClassVar[str] = "judge"

    def __init__(self, title: Title, path: Path | None = None) -> None:
        data = read(path or title.home.net)
        made, wanted = data["made"], made_for(title)
        if {name: made.get(name) for name in wanted} != wanted:
            raise WrongNet(f"this net was made for other observations or actions of {title.name}: train it anew")
        super().__init__(title, data)
        self.title, self.insight = title, Insight(title)
        self.sources = self.insight.sources

    def numbers(self, state: Any, seat: int) -> list[float]:
        insight = self.insight
        return insight.told(state, seat, insight.standing(state, self.observe))

    def judge(self, body: Any, state: Any, seat: int) -> Judgement:
        """How the match will end, as a seat sees it."""
        return self.judge_rows(body[None], [(state, seat)])[0]

    def judge_rows(self, bodies: Any, asked: Sequence[tuple[Any, int]]) -> list[Judgement]:
        """The same for many positions."""
        if not asked:
            return []
        data = self.data
        x = np.maximum(bodies @ data["judge"] + data["judge_bias"], 0)
        out = x @ data["end"] + data["end_bias"]
        return [self.judgement(row, state, seat) for row, (state, seat) in zip(out, asked, strict=True)]

    def judgement(self, out: Any, state: Any, seat: int) -> Judgement:
        """The answers of the net begin with the own seat, then go round; automata come after all seats."""
        kinds, seats, unit, title = len(self.sources), state.seats, self.unit, self.title
        there = seats + (len(title.score(title.lookup, state).automata) if title.alone(seats) else 0)
        slots = [*((k - seat) % seats for k in range(seats)), *range(seats, there)]
        win = np.exp(out[:there] - out[:there].max())
        points, spread = out[SLOTS : 2 * SLOTS] * unit, np.exp(out[2 * SLOTS : 3 * SLOTS]) * unit
        by_source = out[3 * SLOTS : (3 + kinds) * SLOTS].reshape(SLOTS, kinds) * unit
        rows = by_source[slots[:seats]].astype(float)
        chances = (win / win.sum())[slots[:seats]]
        return Judgement(
            tuple(map(tuple, rows.tolist())),
            tuple(spread[slots[:seats]].tolist()),
            tuple(chances.tolist()),
            tuple(points[slots[seats:]].tolist()),
        )
