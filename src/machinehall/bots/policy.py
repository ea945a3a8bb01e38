"""A learned policy: how readily each action is taken in a position, and what the position is worth. Numpy alone.

`scripts/train/train_policy.py` makes the file. What it sees is the observation for learners, number by number as a
choice among the values that were met in training, and the terms of the title's evaluation.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from machinehall.kernel.native import mypyc_attr
from machinehall.kernel.title import Title
from machinehall.kernel.values import Action

SMALL = 1e-5
"""Keeps the spread of a layer from being nought."""
LARGE = 100_000
WHOLE = ("columns", "most", "start", "amounts")
"""Whole numbers of a file: kept as they are."""
FINE = 127
"""Tables of so many numbers are kept in whole numbers up to this, times a scale for each row."""


class PolicyInputs:
    """What a policy is told of a position, seen from one seat."""

    def __init__(self, title: Title) -> None:
        self.lookup = title.lookup
        if title.minds.policy is None:
            raise ValueError(f"{title.name} does not say what a policy is told")
        self.inputs = title.minds.policy
        self.observe = title.observer()
        self.names = list(self.inputs.names)

    def numbers(self, state: Any, seat: int) -> list[float]:
        """The terms of the evaluation, and the score if the match ended here."""
        return self.inputs.numbers(self.lookup, state, seat)


def packed(arrays: Mapping[str, Any]) -> dict[str, Any]:
    """Numbers as they are written: those of large tables in single bytes, the others in two."""
    found: dict[str, Any] = {}
    for name, array in arrays.items():
        if array.size < LARGE:
            found[name] = array.astype(np.float16)
            continue
        scale = np.abs(array).max(axis=1, keepdims=True) / FINE + SMALL
        found[name], found[f"{name}/scale"] = np.round(array / scale).astype(np.int8), scale.astype(np.float32)
    return found


@lru_cache(maxsize=8)
def read(path: Path) -> dict[str, Any]:
    """A file of numbers, ready for reckoning; what it was made for is told in `made`."""
    with path.open("rb") as source, np.load(source) as file:
        data = {name: file[name] for name in file.files}
    found: dict[str, Any] = {"made": json.loads(str(data.pop("made")))}
    found |= {name: data.pop(name) for name in WHOLE if name in data}
    for name, array in data.items():
        if not name.endswith("/scale"):
            found[name] = array.astype(np.float32) * data.get(f"{name}/scale", np.float32(1))
    return found


def purpose(path: Path) -> dict[str, Any]:
    """What a file was made for, without its numbers: those take a second to unpack."""
    with path.open("rb") as source, np.load(source) as file:
        told: dict[str, Any] = json.loads(str(file["made"]))
    return told


def policy_file(title: Title) -> Path:
    return title.home.policy


def holds(title: Title, view: Mapping[str, Any]) -> bool:
    """Whether the title has a policy, and it was made for such tables and these components."""
    path = policy_file(title)
    if not path.exists():
        return False
    made = read(path)["made"]
    options = view["options"]
    return bool(
        made["data"] == title.data_version
        and made["seats"] == view["seats"]
        and all(options[name] == value for name, value in made["options"].items())
    )


def made_for(title: Title) -> dict[str, Any]:
    """What a policy must have been made for, to fit the observations and actions of a title."""
    return {
        "features": title.minds.features_version,
        "actions": len(title.actions.all),
        "names": PolicyInputs(title).names,
    }


class Kept:
    """What the first layer made of a position: the next one of the same match mostly differs in few numbers."""

    __slots__ = ("first", "rows")

    def __init__(self, rows: Any, first: Any) -> None:
        self.rows, self.first = rows, first

    def copy(self) -> Kept:
        return Kept(self.rows, self.first)


@mypyc_attr(allow_interpreted_subclasses=True)
class Learned:
    """Answers of what was learned, for positions one at a time or many at once: together they take a tenth of the time
    of each alone."""

    judging: ClassVar[str] = ""
    """The layer by which a position's worth is told."""

    def __init__(self, title: Title, data: dict[str, Any]) -> None:
        self.data, self.index, self.observe = data, title.actions.index, title.observer()
        self.unit = float(data["made"]["unit"])
        self.blocks = [
            [data[f"{part}_{i}{more}"] for part in ("wide", "back") for more in ("", "_bias")]
            for i in range(data["made"]["blocks"])
        ]
        rows = data["start"].copy()
        self.blank = Kept(rows, data["first"][rows].sum(axis=0))
        self.kept = self.blank.copy()

    def numbers(self, state: Any, seat: int) -> list[float]:
        """What is told beside the observation, which has just been made."""
        raise NotImplementedError

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
        data, first = self.data, self.data["first"]
        seen = np.frombuffer(self.observe(state, seat), np.uint8)
        rows = np.minimum(seen[data["columns"]], data["most"]) + data["start"]
        other = np.flatnonzero(rows != kept.rows)
        if len(other):
            kept.first = kept.first + first[rows[other]].sum(axis=0) - first[kept.rows[other]].sum(axis=0)
            kept.rows = rows
        told = np.array(self.numbers(state, seat))
        return kept.first, np.concatenate([told, seen[data["amounts"]]]) if "amounts" in data else told

    def readiness(self, body: Any, legal: Sequence[Action]) -> Any:
        """How likely each action is taken, as logarithms."""
        numbers = [self.index[action] for action in legal]
        found = self.data["action"][numbers] @ body + self.data["action_bias"][numbers]
        found -= found.max()
        return found - np.log(np.exp(found).sum())

    def ready(self, body: Any, legal: Sequence[Action]) -> dict[Action, float]:
        """The same by action."""
        return dict(zip(legal, self.readiness(body, legal).tolist(), strict=True))

    def worth(self, body: Any) -> float:
        """Points that the lead over the best other is still to grow by."""
        return self.worths(body[None])[0]

    def worths(self, bodies: Any) -> list[float]:
        """The same for many positions."""
        data = self.data
        x = np.maximum(bodies @ data[self.judging] + data[f"{self.judging}_bias"], 0)
        found: list[float] = ((x @ data["worth"] + data["worth_bias"])[:, 0] * self.unit).tolist()
        return found


def foremost(ready: Mapping[Action, float], most: int | None = None, unlikely: float = 0.0) -> list[Action]:
    """What is taken most readily, the first first: at most so many, and nothing that is taken less than `unlikely`
    times as readily as the first."""
    first = sorted(ready, key=lambda action: -ready[action])[:most]
    least = ready[first[0]] + math.log(unlikely) if unlikely else -math.inf
    return [action for action in first if ready[action] >= least]


class Policy(Learned):
    """What was learned alone against automata."""

    judging: ClassVar[str] = "value"

    def __init__(self, title: Title, path: Path | None = None) -> None:
        data = read(path or policy_file(title))
        made, wanted = data["made"], made_for(title)
        if {name: made[name] for name in wanted} != wanted:
            was = ", ".join(f"{name} {made[name]}, not {wanted[name]}" for name in wanted if made[name] != wanted[name])
            raise ValueError(
                f"this policy was made for other observations or actions of {title.name} ({was}): train it anew, or, "
                "if every number it knows is still told, give them their new places with scripts/train/refit_policy.py"
            )
        super().__init__(title, data)
        self.sight = PolicyInputs(title)

    def numbers(self, state: Any, seat: int) -> list[float]:
        return self.sight.numbers(state, seat)

    def best(self, state: Any, seat: int, legal: Sequence[Action]) -> Action:
        """What is taken most readily."""
        if len(legal) == 1:
            return legal[0]
        return legal[int(self.readiness(self.body(state, seat), legal).argmax())]


def even_rows(x: Any) -> Any:
    """Each row with a mean of nought and a spread of one."""
    x = x - x.mean(axis=1, keepdims=True)
    return x / np.sqrt((x * x).mean(axis=1, keepdims=True) + SMALL)
