"""What the players of a match have brought about in it (MH-2.1), worked out from what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from machinehall.kernel.title import Title
from machinehall.kernel.values import Event
from machinehall.school.items import PREFIX

from .rows import CommitRow, SeatRow
from .same_deal import SAME_DEAL


class Deed(NamedTuple):
    """A feat or fact of one player in one match."""

    match: str
    seat: int
    identity: str
    what: str
    at: float


def earning(seats: Sequence[SeatRow]) -> list[SeatRow]:
    """MH-2.1: people who sit on one seat only, have stayed, and for whom no bot has decided.

    Nobody earns feats with both hands of a hot seat. Lessons and problems earn nothing: their positions are laid out
    for the learner.
    """
    if any(row.bot.startswith(PREFIX) for row in seats):
        return []
    held = Counter(row.identity for row in seats)
    people = [row for row in seats if row.identity is not None and not (row.away or row.bot or row.former)]
    return [row for row in people if held[row.identity] == 1]


def known_luck_told(told: str | None) -> bool:
    """Whether a match was told that it goes on from another one, or has its deal: somebody may know what comes."""
    return any(row["message"] in ("told.continued", SAME_DEAL) for row in (msgspec.json.decode(told) if told else ()))


def continued(journal: Iterable[CommitRow]) -> bool:
    """Whether a match goes on from a position of an earlier one (MH-1.6): its first line holds decisions of seats.

    An ordinary match begins with what chance has dealt. At a real table people say what chance brings: there a line
    begins with it. Nobody earns anything in either.
    """
    for row in journal:
        if row.kind == "start" and any(not line.startswith("*") for line in row.log()):
            return True
        if row.kind == "play" and row.lines.startswith("*"):
            return True
    return False


def deeds(
    title: Title, match: str, seats: Sequence[SeatRow], happened: Sequence[Sequence[Event]], state: Any, at: float
) -> list[Deed]:
    """All that counts in a match that was over at a time, with its last position."""
    outcome = title.outcome(state)
    if title.feats is None or outcome is None:
        return []
    found: list[Deed] = []
    for row in earning(seats):
        assert row.identity is not None
        names = title.feats.found(title.lookup, happened, state, outcome, row.seat)
        found += [Deed(match, row.seat, row.identity, what, at) for what in names]
    return found
