"""A learned policy: how readily each action is taken in a position, and what the position is worth. Numpy alone.

`scripts/train/train_policy.py` makes the file. What it sees is the observation for learners, number by number as a
choice among the values that were met in training, and the terms of the title's evaluation.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

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


class Policy:
    """Answers for one position at a time.

    What the first layer made of the last position is kept: the next one asked about mostly differs in few numbers.
    """

    def __init__(self, title: Title, path: Path | None = None) -> None:
        data = read(path or policy_file(title))
        made, wanted = data["made"], made_for(title)
        if {name: made[name] for name in wanted} != wanted:
            was = ", ".join(f"{name} {made[name]}, not {wanted[name]}" for name in wanted if made[name] != wanted[name])
            raise ValueError(
                f"this policy was made for other observations or actions of {title.name} ({was}): train it anew, or, "
                "if every number it knows is still told, give them their new places with scripts/train/refit_policy.py"
            )
        self.sight, self.index, self.data = PolicyInputs(title), title.actions.index, data
        self.unit = float(made["unit"])
        self.blocks = [
            [data[f"{part}_{i}{more}"] for part in ("wide", "back") for more in ("", "_bias")]
            for i in range(made["blocks"])
        ]
        self.rows = data["start"].copy()
        self.first = data["first"][self.rows].sum(axis=0)
        self.sure = 0.0
        """The score of the last position, had the match ended there."""

    def body(self, state: Any, seat: int) -> Any:
        """The last layer before the answers."""
        data, first = self.data, self.data["first"]
        seen = np.frombuffer(self.sight.observe(state, seat), np.uint8)[data["columns"]]
        rows = np.minimum(seen, data["most"]) + data["start"]
        other = np.flatnonzero(rows != self.rows)
        self.first = self.first + first[rows[other]].sum(axis=0) - first[self.rows[other]].sum(axis=0)
        self.rows = rows
        numbers = self.sight.numbers(state, seat)
        self.sure = numbers[-1]
        told = (np.array(numbers, np.float32) - data["mean"]) * data["scale"]
        x = self.first + told @ data["told"] + data["first_bias"]
        for wide, wide_bias, back, back_bias in self.blocks:
            x = x + np.maximum(even(x) @ wide + wide_bias, 0) @ back + back_bias
        return np.maximum(even(x), 0)

    def worth(self, body: Any) -> float:
        """Points that are still to be gained on the best other."""
        data = self.data
        x = np.maximum(body @ data["value"] + data["value_bias"], 0)
        return float((x @ data["worth"] + data["worth_bias"])[0]) * self.unit

    def readiness(self, body: Any, legal: Sequence[Action]) -> list[float]:
        """How likely each action is taken, as logarithms."""
        numbers = [self.index[action] for action in legal]
        found = self.data["action"][numbers] @ body + self.data["action_bias"][numbers]
        found -= found.max()
        ready: list[float] = (found - np.log(np.exp(found).sum())).tolist()
        return ready

    def best(self, state: Any, seat: int, legal: Sequence[Action]) -> Action:
        """What is taken most readily."""
        if len(legal) == 1:
            return legal[0]
        ready = self.readiness(self.body(state, seat), legal)
        return legal[ready.index(max(ready))]


def even(x: Any) -> Any:
    """With a mean of nought and a spread of one."""
    x = x - x.mean()
    return x / np.sqrt((x @ x) / len(x) + SMALL)
