"""The arguments of frames have names: a title has a `NamedTuple` for each kind of frame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from .values import CHANCE, STEP

Args = tuple[Any, ...]


class Nothing(NamedTuple):
    """The arguments of a frame that says all by its kind."""


NOTHING = Nothing()


@dataclass(frozen=True, slots=True)
class Shapes:
    """The named arguments of a title's frames: for each kind a `NamedTuple`.

    A decision and the step that leads to it may have the same name; chance and steps are asked first.
    """

    decisions: Mapping[str, Any]
    chances: Mapping[str, Any]
    steps: Mapping[str, Any]

    def named(self, kind: str, who: int, args: Iterable[int]) -> Any:
        """Arguments that were stored without their names."""
        shapes = self.steps if who == STEP else self.chances if who == CHANCE else self.decisions
        return shapes[kind]._make(args)
