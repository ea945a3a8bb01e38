"""A net whose numbers were never learned, for tests that need one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import machinehall as mh
from machinehall.bots.insight import SLOTS, Insight
from machinehall.bots.net import made_for, write

WIDE = 16


def some_net(title: mh.Title, path: Path, **other: Any) -> Path:
    """A net whose numbers were never learned."""
    rng = np.random.default_rng(1)
    insight, seen = Insight(title), title.observation_size
    told, _, kinds = insight.widths
    columns, amounts = np.arange(0, seen, 3), np.array([5, 8])
    most = np.full(len(columns), 3, np.uint8)
    sizes = {"told": (told + len(amounts), WIDE), "first": (4 * len(columns), WIDE), "first_bias": (WIDE,)}
    sizes |= {"action": (len(title.actions.all), WIDE), "action_bias": (len(title.actions.all),)}
    sizes |= {"judge": (WIDE, 8), "judge_bias": (8,), "worth": (8, 1), "worth_bias": (1,)}
    sizes |= {"end": (8, (3 + kinds) * SLOTS + 1), "end_bias": ((3 + kinds) * SLOTS + 1,)}
    sizes |= {
        f"{part}_0{more}": (WIDE, WIDE)[: 1 + (more == "")] for part in ("wide", "back") for more in ("", "_bias")
    }
    layers = {name: rng.normal(size=size, scale=0.1).astype(np.float32) for name, size in sizes.items()}
    layers |= {"mean": np.zeros(told + 2, np.float32), "scale": np.full(told + 2, 0.01, np.float32)}
    shape = {"columns": columns, "most": most, "start": np.arange(len(columns)) * 4, "amounts": amounts}
    write(path, made_for(title) | {"unit": 10.0, "blocks": 1} | other, shape, layers)
    return path
