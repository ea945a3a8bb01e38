"""Nothing in Nucleum is known to some seats only: a view is the whole position (see `state`)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from machinehall.kernel import fields

from .lookup import Lookup
from .state import State


def fill(t: Lookup, view: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The border form of a full state that fits a view: the view itself. What is to come is drawn when it comes."""
    return dict(view)


def read(t: Lookup, view: Mapping[str, Any]) -> State:
    """A view as a position, for words and drawings: what it hides is made up, the same each time."""
    return fields.from_data(State, fill(t, dict(view), random.Random(0)), t.domains)
