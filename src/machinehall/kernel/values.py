"""The small values that pass between a title, the kernel and the people around it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from .native import COMPILED, mypyc_attr

CHANCE: Final = -1
"""The seat that decides what is left to luck."""

STEP: Final = -2
"""Not a seat: a frame that the kernel runs by itself, such as "next player"."""

TOGETHER: Final = -3
"""Not a seat: a frame that holds one frame per seat, answered in any order."""

Frame = tuple[str, int, Any]
"""One pending piece of work: kind, seat, arguments. Plain values, so it is copied by reference and saved as JSON.

The arguments are a tuple with names, of the class that the title has for the kind (`frames.Shapes`).
"""


class Action(NamedTuple):
    """One choice. The arguments are small ids of the title; names belong to the text form."""

    kind: str
    args: tuple[int, ...] = ()


@mypyc_attr(native_class=True)
class Event:
    """One fact that happened.

    `seen_by` lists the seats that may know all of it (None: everybody). The others are told the fact without the
    arguments at the positions in `secret`, or nothing at all if `secret` is empty.

    Two are made in a decision, more than of all else that has a name. So it is a class of its own: a named tuple takes
    many times as long to make where the engine is compiled. Where it is not, `plain_event.py` has its like.
    """

    __slots__ = ("args", "kind", "secret", "seen_by")

    def __init__(
        self,
        kind: str,
        args: tuple[int | None, ...] = (),
        seen_by: tuple[int, ...] | None = None,
        secret: tuple[int, ...] = (),
    ) -> None:
        self.kind: Final = kind
        self.args: Final = args
        self.seen_by: Final = seen_by
        self.secret: Final = secret

    def plain(self) -> tuple[str, tuple[int | None, ...], tuple[int, ...] | None, tuple[int, ...]]:
        """As a tuple, in the order in which it is made; for what is stored."""
        return self.kind, self.args, self.seen_by, self.secret

    def seen_from(self, seat: int | None) -> Event | None:
        """The fact as one seat (None: a spectator) may know it."""
        if self.seen_by is None or seat in self.seen_by:
            return Event(self.kind, self.args)
        if not self.secret:
            return None
        return Event(self.kind, tuple(None if i in self.secret else a for i, a in enumerate(self.args)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.plain() == other.plain()

    def __hash__(self) -> int:
        return hash(self.plain())

    def __repr__(self) -> str:
        return f"Event(kind={self.kind!r}, args={self.args!r}, seen_by={self.seen_by!r}, secret={self.secret!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Event, self.plain()


if not COMPILED:
    from .plain_event import made_in_c

    globals()["Event"] = made_in_c(Event)  # not as a statement: to the compiler a class has one meaning


Argument = int | str | tuple[int | str, ...]
"""A number, an id, or several of them; `Title.refusals` says of what."""


class Refusal(NamedTuple):
    """Why an action is not allowed: the rule, a message id and the figures to put into the message."""

    rule: str
    message: str
    args: tuple[Argument, ...] = ()


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True)
class Automaton:
    """An opponent that nobody plays, such as a Baron: it is no seat, but it scores."""

    name: str
    """Message id of its name."""
    score: int
    breakdown: dict[str, int]


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    """1 for the winner; tied seats share a place. An automaton may win, then no seat has the first place."""
    breakdown: tuple[dict[str, int], ...]
    """For each seat: the points of each scoring step, in order."""
    reason: str
    """Message id of the reason."""
    automata: tuple[Automaton, ...] = field(default=(), repr=False)


@mypyc_attr(allow_interpreted_subclasses=True)
class MachineHallError(Exception):
    """A mistake of the caller. The message says what to mend; nothing has changed."""


class UnknownTitle(MachineHallError):
    """No such title."""


class BadOption(MachineHallError):
    """An option that the title does not have, or a value it does not take."""


class BadAction(MachineHallError):
    """A text or value that is no action of the title."""


class AmbiguousAction(BadAction):
    """A text that could mean more than one action."""


class IllegalAction(MachineHallError):
    """An action of the title that is not allowed now."""

    def __init__(self, text: str, refusal: Refusal) -> None:
        super().__init__(f"{text}: {refusal.message} {refusal.args or ''} (rule {refusal.rule})")
        self.refusal = refusal


class BadRecord(MachineHallError):
    """A record that is broken, was changed, or belongs to other rules or data."""


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True)
class PackFault:
    """One fault of a component file."""

    file: str
    record: str
    field: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}: {self.record}: {self.field}: {self.message}"


class BadPack(MachineHallError):
    """A component pack with faults; all of them are listed."""

    def __init__(self, problems: list[PackFault]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems: list[PackFault] = list(problems)
