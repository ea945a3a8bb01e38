"""What a seat is shown, as Gymnasium's spaces say it."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from machinehall.kernel.title import Title

from .table import observation_size

KEYS = ("observation", "action_mask")
"""Where PettingZoo, TorchRL and others look for them."""


def seat_space(title: Title, extra: int = 0, keys: tuple[str, str] = KEYS) -> spaces.Dict:
    """What a seat is shown: a row of bytes and the mask of the action table."""
    shown, mask = keys
    return spaces.Dict(
        {
            shown: spaces.Box(0, 255, (observation_size(title),), np.uint8),
            mask: spaces.Box(0, 1, (len(title.actions.all) + extra,), np.int8),
        }
    )
