"""Hints of a net: what it would do most readily, and what the end brings then, by source, beside its other choices."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from machinehall.kernel.title import Title
from machinehall.kernel.values import Action

from .hints import COUNT, WEIGHED, Hint, Late, beside, told
from .luck import Luck
from .net import Net
from .net_ahead import NetAhead

WORLDS = 4
"""In which the same choices are played on, with the same luck, as long as there is time."""


class NetAdviser:
    """Plays the likeliest choices on, all seats by the net, up to the seat's next turn, and judges there.

    Only the seat's own view is used: what it does not know is filled in anew for each world.
    """

    def __init__(self, title: Title, seed: int | str | None = 0) -> None:
        self.title, self.rng = title, random.Random(seed)
        self.ahead = NetAhead(title, Net(title))

    def suggest(self, view: dict[str, Any], legal: Sequence[Action], seconds: float = 2.0) -> list[Hint]:
        """The best choices found within the time, the best first: what they bring beside the mean of all weighed."""
        seat, late = int(view["seat"]), Late(seconds)
        chosen = self.ahead.likely(self.title.sample(view, self.rng), seat, legal, WEIGHED)
        rows: list[Any] = []
        while not rows or (len(rows) < WORLDS and not late()):
            world, luck = self.title.sample(view, self.rng), Luck(self.rng)
            rows.append(self.ahead.ends(world, seat, chosen, luck))
        ends = np.array(rows).mean(axis=0)
        leads = ends[:, 0] - ends[:, 0].mean()
        names = [f"{self.title.name}.{part}" for part in self.ahead.sources]
        reasons = beside([dict(zip(names, row[1:], strict=True)) for row in ends.tolist()]) if len(chosen) > 1 else [{}]
        order = sorted(range(len(chosen)), key=lambda i: -leads[i])
        return [Hint(chosen[i], float(leads[i]), told(reasons[i])) for i in order[:COUNT]]
