"""A net that learned a title at all its tables: how readily each action is taken, and how the match will end for each
seat: chance to win, points with their spread, by source. Numpy alone; `scripts/train/train.py` makes the file.

What it sees is the observation for learners, number by number as a choice among values, the larger ones as amounts
too, and what the title tells nets beside it (`TitleMinds.told`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from machinehall.kernel.title import Title
from machinehall.kernel.values import Action, MachineHallError

from .insight import SLOTS, Insight
from .policy import even, packed, read


class WrongNet(MachineHallError):
    """A net that was made for other observations, actions or inputs."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """How a match will end, seen from one seat: rows by slot, the own seat first, then the others in turn."""

    win: Any
    """The chance of each to win."""
    points: Any
    spread: Any
    """Final points of each, and their standard deviation."""
    by_source: Any
    """Rows by slot: final points by scoring step, in the order of `Net.sources`."""
    left: float
    """Own decisions still to come."""


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
    """Answers for one position at a time.

    What the first layer made of the last position is kept: the next one asked about mostly differs in few numbers.
    """

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
        self.rows = data["start"].copy()
        self.first = data["first"][self.rows].sum(axis=0)
        self.standing: list[float] = []
        """What each would have scored in the last position that was looked at."""

    def body(self, state: Any, seat: int) -> Any:
        """The last layer before the answers."""
        data, first = self.data, self.data["first"]
        seen = np.frombuffer(self.observe(state, seat), np.uint8)
        rows = np.minimum(seen[data["columns"]], data["most"]) + data["start"]
        other = np.flatnonzero(rows != self.rows)
        self.first = self.first + first[rows[other]].sum(axis=0) - first[self.rows[other]].sum(axis=0)
        self.rows = rows
        self.standing = self.insight.standing(state, self.observe)
        told = np.concatenate([np.array(self.insight.told(state, seat, self.standing)), seen[data["amounts"]]])
        x = self.first + ((told - data["mean"]) * data["scale"]).astype(np.float32) @ data["told"] + data["first_bias"]
        for wide, wide_bias, back, back_bias in self.blocks:
            x = x + np.maximum(even(x) @ wide + wide_bias, 0) @ back + back_bias
        return np.maximum(even(x), 0)

    def readiness(self, body: Any, legal: Sequence[Action]) -> Any:
        """How likely each action is taken, as logarithms."""
        numbers = [self.index[action] for action in legal]
        found = self.data["action"][numbers] @ body + self.data["action_bias"][numbers]
        found -= found.max()
        return found - np.log(np.exp(found).sum())

    def judge(self, body: Any) -> Judgement:
        """How the match will end."""
        data, kinds = self.data, len(self.sources)
        x = np.maximum(body @ data["judge"] + data["judge_bias"], 0)
        out = x @ data["end"] + data["end_bias"]
        win, points, spread = out[:SLOTS], out[SLOTS : 2 * SLOTS], out[2 * SLOTS : 3 * SLOTS]
        win = np.exp(win - win.max())
        return Judgement(
            win / win.sum(),
            points * self.unit,
            np.exp(spread) * self.unit,
            out[3 * SLOTS : (3 + kinds) * SLOTS].reshape(SLOTS, kinds) * self.unit,
            float(np.expm1(out[(3 + kinds) * SLOTS])),
        )

    def worth(self, body: Any) -> float:
        """Points that the lead over the best other is still to grow by."""
        data = self.data
        x = np.maximum(body @ data["judge"] + data["judge_bias"], 0)
        return float((x @ data["worth"] + data["worth_bias"])[0]) * self.unit
