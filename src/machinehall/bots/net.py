"""A net that learned a title at all its tables: how readily each action is taken, and how the match will end for each
seat: chance to win, points with their spread, by source. Numpy alone; `scripts/train/train.py` makes the file.

What it sees is the observation for learners, number by number as a choice among values, the larger ones as amounts
too, and what the title tells nets beside it (`TitleMinds.told`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from machinehall.kernel.title import Title
from machinehall.kernel.values import Action, MachineHallError

from .insight import SLOTS, Insight
from .judgement import Judgement
from .policy import SMALL, packed, read


class WrongNet(MachineHallError):
    """A net that was made for other observations, actions or inputs."""


class Kept:
    """What the first layer made of a position: the next one of the same match mostly differs in few numbers."""

    __slots__ = ("first", "rows")

    def __init__(self, rows: Any, first: Any) -> None:
        self.rows, self.first = rows, first

    def copy(self) -> Kept:
        return Kept(self.rows, self.first)


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


class Net:
    """Answers for positions, one at a time or many at once: together they take a tenth of the time of each alone."""

    def __init__(self, title: Title, path: Path | None = None) -> None:
        self.data = data = read(path or title.home.net)
        made, wanted = data["made"], made_for(title)
        if {name: made.get(name) for name in wanted} != wanted:
            raise WrongNet(f"this net was made for other observations or actions of {title.name}: train it anew")
        self.title, self.insight, self.observe = title, Insight(title), title.observer()
        self.index, self.sources, self.unit = title.actions.index, self.insight.sources, float(made["unit"])
        self.blocks = [
            [data[f"{part}_{i}{more}"] for part in ("wide", "back") for more in ("", "_bias")]
            for i in range(made["blocks"])
        ]
        rows = data["start"].copy()
        self.blank = Kept(rows, data["first"][rows].sum(axis=0))
        self.kept = self.blank.copy()

    def body(self, state: Any, seat: int) -> Any:
        """The last layer before the answers."""
        return self.bodies([(state, seat)], [self.kept])[0]

    def bodies(self, asked: Sequence[tuple[Any, int]], kept: Sequence[Kept] | None = None) -> Any:
        """The same for many positions, each with the seat that looks: a row for each.

        What is kept leaves traces in the last digits. Without it the same question has the same answer.
        """
        data = self.data
        kept = kept or [self.blank.copy()] * len(asked)
        told = [self.look(state, seat, memory) for (state, seat), memory in zip(asked, kept, strict=True)]
        first = np.array([row for row, _ in told])
        numbers = (np.array([row for _, row in told]) - data["mean"]) * data["scale"]
        x = first + numbers.astype(np.float32) @ data["told"] + data["first_bias"]
        for wide, wide_bias, back, back_bias in self.blocks:
            x = x + np.maximum(even_rows(x) @ wide + wide_bias, 0) @ back + back_bias
        return np.maximum(even_rows(x), 0)

    def look(self, state: Any, seat: int, kept: Kept) -> tuple[Any, Any]:
        """The first layer, as far as it comes from the observation, and the numbers that it is told beside it."""
        data, first, insight = self.data, self.data["first"], self.insight
        seen = np.frombuffer(self.observe(state, seat), np.uint8)
        rows = np.minimum(seen[data["columns"]], data["most"]) + data["start"]
        other = np.flatnonzero(rows != kept.rows)
        if len(other):
            kept.first = kept.first + first[rows[other]].sum(axis=0) - first[kept.rows[other]].sum(axis=0)
            kept.rows = rows
        told = insight.told(state, seat, insight.standing(state, self.observe))
        return kept.first, np.concatenate([np.array(told), seen[data["amounts"]]])

    def readiness(self, body: Any, legal: Sequence[Action]) -> Any:
        """How likely each action is taken, as logarithms."""
        numbers = [self.index[action] for action in legal]
        found = self.data["action"][numbers] @ body + self.data["action_bias"][numbers]
        found -= found.max()
        return found - np.log(np.exp(found).sum())

    def worth(self, body: Any) -> float:
        """Points that the lead over the best other is still to grow by."""
        return self.worths(body[None])[0]

    def worths(self, bodies: Any) -> list[float]:
        """The same for many positions."""
        data = self.data
        x = np.maximum(bodies @ data["judge"] + data["judge_bias"], 0)
        found: list[float] = ((x @ data["worth"] + data["worth_bias"])[:, 0] * self.unit).tolist()
        return found

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


def even_rows(x: Any) -> Any:
    """Each row with a mean of nought and a spread of one."""
    x = x - x.mean(axis=1, keepdims=True)
    return x / np.sqrt((x * x).mean(axis=1, keepdims=True) + SMALL)
