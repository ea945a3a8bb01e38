"""Parameters of which some are proved in every run of the suite, and the rest in `make test-long`."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def now_and_then(cases: Iterable[Any], here: Collection[Any]) -> list[Any]:
    """The cases of a parametrized test; all but those of `here` are marked `long`."""
    found = list(cases)
    assert all(one in found for one in here), "what is to be proved each time is no case"
    rows = [one if isinstance(one, tuple) else (one,) for one in found]
    return [
        one if one in here else pytest.param(*row, marks=pytest.mark.long) for one, row in zip(found, rows, strict=True)
    ]
