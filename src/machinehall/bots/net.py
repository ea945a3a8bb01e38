"""A learned value: the hand-made evaluation, corrected by a small net over its terms. Played with numpy alone.

`scripts/train_value.py` makes the file. Where the net has seen little it answers little, and the evaluation stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import mul
from pathlib import Path
from typing import Any

from machinehall.kernel.title import Title

from .parts import module_of


class Inputs:
    """What a net is told of a position: the terms of the evaluation, the stage, and a title's further circumstances."""

    def __init__(self, title: Title) -> None:
        self.parts = module_of(title.name, "evaluation")
        self.stages = {
            name: [float(name == other) for other in self.parts.ALL_STAGES] for name in self.parts.ALL_STAGES
        }
        self.names = [*self.parts.TERMS, *self.parts.ALL_STAGES]
        self.more: Any = None
        self.rival: Any = None
        try:
            more = module_of(title.name, "circumstances")
        except ModuleNotFoundError:
            return
        self.names += more.names(title.tables)
        self.more, self.rival = more.circumstances, more.rival

    def __call__(self, tables: Any, state: Any, seat: int) -> tuple[float, list[float]]:
        """What the evaluation says, and the numbers."""
        parts = self.parts
        if hasattr(parts, "carried_out"):
            state = parts.carried_out(tables, state, seat)
        terms, stage = parts.terms(tables, state, seat), parts.stage(tables, state, seat)
        hand = parts.sure(tables, state, seat) + sum(map(mul, parts.row_at(tables, state, seat), terms))
        if not self.more:
            return hand, [*terms, *self.stages[stage]]
        return hand - self.rival(tables, state, seat), [*terms, *self.stages[stage], *self.more(tables, state, seat)]


class Net:
    """A judge: (tables, state, seat) gives the worth of a position."""

    def __init__(self, title: Title, data: Path | Mapping[str, Any]) -> None:
        import numpy as np

        self.np, self.inputs, self.score = np, Inputs(title), title.score
        self.relative = self.inputs.rival is not None
        """Whether it tells the lead over the best other instead of the own score."""
        if isinstance(data, Path):
            with np.load(data) as file:
                data = {name: file[name] for name in file.files}
        if list(data["names"]) != self.inputs.names:
            raise ValueError("this net was trained on other terms")
        self.mean, self.scale = data["mean"], data["scale"]
        self.layers = [(data[f"w{i}"], data[f"b{i}"]) for i in range(sum(name[0] == "w" for name in data))]
        self.unit = float(data["unit"])

    def __call__(self, tables: Any, state: Any, seat: int) -> float:
        if not state.stack:
            return self.ended(tables, state, seat)
        np = self.np
        hand, numbers = self.inputs(tables, state, seat)
        row = (np.array(numbers, np.float32) - self.mean) * self.scale
        for weight, bias in self.layers[:-1]:
            row = np.maximum(row @ weight + bias, 0)
        weight, bias = self.layers[-1]
        return hand + self.unit * float((row @ weight + bias)[0])

    def ended(self, tables: Any, state: Any, seat: int) -> float:
        outcome = self.score(tables, state)
        own = float(outcome.scores[seat])
        if not self.relative:
            return own
        others = [score for who, score in enumerate(outcome.scores) if who != seat]
        return own - max([*others, *(automaton.score for automaton in outcome.automata)])
