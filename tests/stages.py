"""Titles by how far they have come: a test asks only those that promise what it is about."""

from __future__ import annotations

import machinehall as mh
from machinehall.kernel.parts import Stage
from machinehall.words import ENGLISH, load

__all__ = ["Stage", "own_id", "titles_from"]


def titles_from(stage: Stage) -> list[str]:
    """The titles that have come at least so far."""
    return sorted(name for name, title in mh.titles().items() if title.stage >= stage)


def own_id(name: str, message: str) -> str:
    """The id under which a title says something: its own, or the common one."""
    own = f"{name}.{message}"
    return own if own in load(ENGLISH).sentences else message
