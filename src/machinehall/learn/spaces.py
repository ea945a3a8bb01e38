"""What a seat is shown, as Gymnasium's spaces say it."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from machinehall.kernel.title import Title

from .table import observation_size


def seat_space(title: Title, extra: int = 0) -> spaces.Dict:
    """What a seat is shown: a row of bytes and the mask of the action table."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (observation_size(title),), np.uint8),
            "action_mask": spaces.Box(0, 1, (len(title.actions.all) + extra,), np.int8),
        }
    )
