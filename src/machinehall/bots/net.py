"""A learned value: a small net over the terms of a title's evaluation, played with numpy alone.

`scripts/train_value.py` makes the file. It stands for the weighted sum of the hand-made evaluation: what a seat has for
sure is added as it is.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from machinehall.kernel.title import Title


class Net:
    """A judge: (tables, state, seat) gives the worth of a position."""

    def __init__(self, title: Title, path: Path) -> None:
        import numpy as np

        self.parts: Any = importlib.import_module(f"machinehall.titles.{title.name.replace('-', '_')}.evaluation")
        with np.load(path) as file:
            data = {name: file[name] for name in file.files}
        if list(data["names"]) != self.parts.TERMS:
            raise ValueError(f"{path} was trained on other terms")
        self.zeros = np.zeros
        self.stages = {name: i for i, name in enumerate(self.parts.ALL_STAGES)}
        self.mean, self.scale = data["mean"], data["scale"]
        self.layers = [(data[f"w{i}"], data[f"b{i}"]) for i in range(sum(name[0] == "w" for name in data))]
        self.unit = float(data["unit"])

    def __call__(self, tables: Any, state: Any, seat: int) -> float:
        if not state.stack:
            worth: float = self.parts.evaluate(tables, state, seat)
            return worth
        terms = self.parts.terms(tables, state, seat)
        row = self.zeros(len(terms) + len(self.stages), dtype="float32")
        row[: len(terms)] = (terms - self.mean) * self.scale
        row[len(terms) + self.stages[self.parts.stage(state, seat)]] = 1.0
        for weight, bias in self.layers[:-1]:
            row = row @ weight + bias
            row[row < 0] = 0.0
        weight, bias = self.layers[-1]
        known: float = self.parts.sure(tables, state, seat)
        return known + self.unit * float((row @ weight + bias)[0])
