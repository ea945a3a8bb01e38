"""The base of all states, whether they are written out or made from a declaration."""

from __future__ import annotations

from typing import ClassVar, Self

from .native import mypyc_attr
from .values import Frame


def put(row: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    """A row with another value at one place. Rows that seldom change are tuples, which copies of a state share."""
    new = list(row)
    new[at] = value
    return tuple(new)


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
