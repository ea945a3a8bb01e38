"""The base of all states, whether they are written out or made from a declaration."""

from __future__ import annotations

from typing import ClassVar, Self

from .native import COMPILED, mypyc_attr
from .values import Frame


def put(row: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    """A row with another value at one place. Rows that seldom change are tuples, which copies of a state share."""
    new = list(row)
    new[at] = value
    return tuple(new)


def times(row: tuple[int, ...], value: int) -> int:
    """How often a value is in a row. Compiled, a loop takes a third of the instructions of `count`."""
    if not COMPILED:
        return row.count(value)
    found = 0
    for one in row:
        if one == value:
            found += 1
    return found


@mypyc_attr(allow_interpreted_subclasses=True)
class PlainState:
    """Plain data with a stack of pending frames."""

    NAMES: ClassVar[tuple[str, ...]] = ()
    """The fields of a state that is written out."""
    __slots__ = ()
    stack: list[Frame]

    def clone(self) -> Self:
        """An independent copy."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"State({', '.join([f'{name}={getattr(self, name)!r}' for name in self.NAMES])})"
