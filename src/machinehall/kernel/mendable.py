"""What of a title can be put right at a real table: which fields of its state people see there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Final, Generic, Literal

from .frames import L, S
from .values import MachineHallError

MENDED: Final = "mended"
"""Kind of the event that tells of it: the number of its field in `Mending.parts`."""


class BadMend(MachineHallError):
    """A correction that cannot be: it names what nobody may put right, or the position would break a law."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A field of the state that people see on a real board."""

    field: str
    kind: Literal["number", "thing", "set", "row"]
    """A number or a thing for each place; a set of things for each place; things in a row for each place."""
    rows: str = "seat"
    """Domain of its places; empty: they are counted."""
    holds: str = ""
    """Domain of the things."""
    columns: str = ""
    """Domain of several places for each of `rows`, in one flat list."""
    width: int = 1
    once: bool = False
    """Whether each thing of the domain lies in one place only: put elsewhere, it leaves where it was."""
    empty: bool = True
    """Whether there may be nothing."""
    most: int = 999
    least: int = 0
    step: int = 1
    group: str = "boards"
    """Where it lies: boards, map or market."""
    beside: str = ""
    """A field without which this one says nothing: shown only where that one holds something."""
    flat: bool = False
    """Whether the field itself is one row of things, which may grow and shrink."""
    openly: str = ""
    """A field that must lie open as well: what follows from a change would tell of its secrets."""
    when: tuple[str, ...] = ()
    """Kinds of questions at which it can be put right; at others something would still count on it. None: always."""
    drawn: str = ""
    """Id of its places in the drawing, a tap there asks about it: {0} is the name of a place or its number, {1} that of
    what lies there."""
    told: bool = False
    """Whether a thing is told in full where it is chosen: neither a picture nor its name says which one it is."""
    among: str = ""
    """What `Mending.there` is asked for its places instead of their domain: not all of them can be put right."""
    only: str = ""
    """The same for the things that it may hold."""
    backs: str = ""
    """Domain of the backs: a thing may lie face down, and all that is known of it is -2 less its back then."""


@dataclass(frozen=True, slots=True, eq=False)
class Beneath:
    """Things that lie openly in some fields and unseen in others, such as the cards of a deck and of hands.

    One that is unseen comes into the open only in exchange for another, which takes its place there. Whoever puts right
    what all can see never learns where it was, and the line in the log does not tell.
    """

    seen: tuple[str, ...]
    hidden: tuple[str, ...]
    each: bool = False
    """Whether every seat has things of its own."""


@dataclass(frozen=True, slots=True, eq=False)
class Mending(Generic[L, S]):
    """What of a title can be put right at a real table."""

    parts: tuple[Part, ...]
    """Stored events count them: new ones come last."""
    follows: tuple[str, ...]
    """Fields that `work_out` works out from the others."""
    work_out: Callable[[L, S, S], None]
    """(lookup, state, state before): make true what follows from the parts."""
    there: Callable[[L, S, str], Collection[int] | None]
    """(lookup, state, domain): the ids that this match has; None: all of them."""
    laws: tuple[Callable[[L, S], Iterable[str]], ...]
    """The laws one by one: what a broken one says to people is the message `mend.law.<its name>`."""
    beneath: tuple[Beneath, ...] = ()
    compare: tuple[str, ...] = ()
    """Kinds of events after which people are asked whether their board looks the same."""

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(part.field for part in self.parts)

    def part(self, field: str) -> Part:
        found = next((part for part in self.parts if part.field == field), None)
        if found is None:
            raise BadMend(f"nobody puts {field!r} right by hand")
        return found
