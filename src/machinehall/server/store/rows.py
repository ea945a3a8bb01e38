"""Rows of the database as values."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

GONE = "~"
"""How the mark begins that stands for somebody who has been forgotten; no identity begins like that."""


class SeatRow(msgspec.Struct):
    """A place at a table."""

    seat: int
    kind: str
    """person; invited: waits for whoever brings the code; asked: waits for its identity to accept; bot.

    The identity of a bot's seat is the person for whom it stands in.
    """
    identity: str | None = None
    name: str = ""
    bot: str = ""
    """Of a person: the bot that has played for them."""
    invite: str | None = None
    left: int = 0

    @property
    def away(self) -> bool:
        """Whether somebody owns this seat, but does not sit on it."""
        return self.kind == "bot" or bool(self.left)

    @property
    def former(self) -> bool:
        """Held by somebody who has left this server for good."""
        return self.kind == "person" and self.identity is not None and self.identity.startswith(GONE)

    @property
    def free(self) -> bool:
        return self.kind == "asked" or (self.kind != "bot" and self.identity is None)


class MatchRow(msgspec.Struct):
    """The head of a match; `rev` grows by one with every change."""

    id: str
    title: str
    rules: int
    data: str
    options: str
    owner: str
    pace: int
    visibility: str
    status: str
    rev: int
    number: int
    floor: int
    chain: str
    to_act: str
    created: float
    changed: float
    deadline: float | None = None
    pending: str = "{}"
    outcome: str | None = None
    told: str | None = None
    rematch: str | None = None
    final: int = 0
    """Whether something was given out that is told only after the end: then nobody can go back there."""


class CommitRow(msgspec.Struct):
    """One line of the journal."""

    match: str
    rev: int
    kind: str
    seat: int | None
    first: int
    lines: str
    events: bytes
    offers: int
    chain: str
    at: float
    void: int = 0
    facts: str | None = None
    """JSON (`seals.Facts`): what the table is like from here on, where this line says so."""

    def log(self) -> list[str]:
        return self.lines.split("\n") if self.lines else []


class Snapshot(msgspec.Struct):
    """A whole position."""

    match: str
    number: int
    rules: int
    data: str
    state: bytes
    digest: str
    decided: int = 0
    """The seats, as bits, that had decided something of their own."""


class Write(msgspec.Struct):
    """One change of one match: a line of the journal with all that goes with it, or nothing of it."""

    head: MatchRow
    """As it is afterwards; it is written only if the stored revision is the one before."""
    commit: CommitRow
    snapshot: Snapshot | None = None
    void_from: int | None = None
    """Decisions from this number on are taken back."""
    seats: list[SeatRow] | None = None
    drop_snapshot: int | None = None
    """A stored position of this number is replaced."""
    more: bool = False
    """Whether the head differs in more than what a decision changes."""


class Loaded(msgspec.Struct):
    """All that is needed to bring a match to life."""

    head: MatchRow
    seats: list[SeatRow]
    snapshot: Snapshot | None
    tail: list[CommitRow]
    facts: str | None = None
    """The last line of the journal that says what the table is like."""
    torn: int | None = None
    """A revision in the tail that does not follow from the one before it."""


def add_told(head: MatchRow, message: str, *args: int | str, **more: str) -> str:
    """What the table has to be told, added to what it was told before."""
    told = msgspec.json.decode(head.told or "[]")
    return msgspec.json.encode([*told, {"message": message, "args": list(args), "rev": head.rev + 1, **more}]).decode()


BY_HAND = "told.by_hand"
"""Marks a match at a real table: people say what chance brings."""


def by_hand_told(head: MatchRow | None = None, drawn: Iterable[str] = ()) -> str:
    """What a match at a real table is told, beside what it was told before; `drawn`: what the app draws for it."""
    told = msgspec.json.decode(head.told or "[]") if head is not None else []
    mark = {"message": BY_HAND, "args": [], "rev": 0, "drawn": ",".join(sorted(drawn))}
    return msgspec.json.encode([mark, *(row for row in told if row["message"] != BY_HAND)]).decode()


def told_by_hand(told: str | None) -> frozenset[str] | None:
    """The kinds of chance that the app draws at a real table; None: it is no such match, the app draws all."""
    for row in msgspec.json.decode(told) if told else ():
        if row["message"] == BY_HAND:
            return frozenset(filter(None, row.get("drawn", "").split(",")))
    return None


TYPED = "told.typed"
"""Says that a match is played with what its owner has typed at the table."""


def typed_told(head: MatchRow, pack: str) -> str:
    """What a match is told once its owner has typed a piece; said once, for the last one."""
    told = [row for row in msgspec.json.decode(head.told or "[]") if row["message"] != TYPED]
    return msgspec.json.encode([*told, {"message": TYPED, "args": [pack], "rev": head.rev + 1}]).decode()
