"""The arguments of frames have names: a title has a `NamedTuple` for each kind of frame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from .native import mypyc_attr
from .values import CHANCE, STEP

Args = tuple[Any, ...]


class Nothing(NamedTuple):
    """The arguments of a frame that says all by its kind."""


NOTHING = Nothing()


@mypyc_attr(native_class=False)
class Several(tuple[int, ...]):
    """The arguments of a frame that is as long as there are places, cards or players: a tuple that names its parts."""

    __slots__ = ()

    @classmethod
    def _make(cls, numbers: Iterable[int]) -> Any:
        make: Any = cls  # compiled, a call of `cls` itself would have to give the base, not the kind that was asked
        return make(numbers)


@mypyc_attr(native_class=False)
class Part:
    """One number of several, by its place."""

    def __init__(self, at: int) -> None:
        self.at = at

    def __get__(self, args: tuple[int, ...], kind: type[Several]) -> int:
        return args[self.at]


@mypyc_attr(native_class=False)
class Rest:
    """All numbers of several from a place on."""

    def __init__(self, start: int) -> None:
        self.start = start

    def __get__(self, args: tuple[int, ...], kind: type[Several]) -> tuple[int, ...]:
        return args[self.start :]


@mypyc_attr(native_class=False)
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
