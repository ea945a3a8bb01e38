"""What can be wrong with a stored match, and what would put it right."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from .deeds import Deed
from .rows import CommitRow, MatchRow, SeatRow, Snapshot

Weight = Literal["note", "mend", "lost"]
"""note: of an older version or not yet worked out, no damage; mend: the rest says what it should be; lost: nothing
does."""


class Flaw(msgspec.Struct, frozen=True):
    """One thing that is not as it should be; its sentence is `audit.<what>` of the words."""

    weight: Weight
    what: str
    args: tuple[int | str, ...] = ()


class Stored(msgspec.Struct):
    """All that is stored of a match."""

    head: MatchRow
    seats: list[SeatRow]
    rows: list[CommitRow]
    shots: list[Snapshot]
    deeds: list[Deed]


class Plan(msgspec.Struct):
    """What is to be written instead."""

    head: dict[str, Any] = {}
    rows: dict[int, dict[str, Any]] = {}
    """Columns of lines of the journal, by revision: only what follows from the decisions."""
    shots: dict[int, Snapshot | None] = {}
    """None: the position goes away."""
    seats: list[SeatRow] | None = None
    deeds: list[Deed] | None = None
    facts: str | None = None
    """What the journal does not yet say about the table; comes as a new line of it."""

    def row(self, rev: int, column: str, value: Any) -> None:
        self.rows.setdefault(rev, {})[column] = value

    def __bool__(self) -> bool:
        return any((self.head, self.rows, self.shots, self.seats, self.deeds is not None, self.facts))


class Finding(msgspec.Struct):
    """The flaws of one match."""

    match: str
    title: str
    rev: int
    flaws: list[Flaw]
    plan: Plan
    mended: bool = False

    def has(self, weight: Weight) -> bool:
        return any(flaw.weight == weight for flaw in self.flaws)

    @property
    def damaged(self) -> bool:
        return self.has("mend") or self.has("lost")
