"""Nothing in Nucleum is known to some seats only: a view is the whole position (see `state`)."""

from __future__ import annotations

import random
from typing import Any

from .lookup import Lookup


def fill(t: Lookup, view: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The border form of a full state that fits a view: the view itself. What is to come is drawn when it comes."""
    return dict(view)
