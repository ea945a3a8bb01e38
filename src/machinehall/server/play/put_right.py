"""A position that differs from the real board is put right: only at tables of that kind, by whoever plays there.

The correction is a line of the journal like any other (`kernel.mending`), so restarts, replays, audits and undo need
nothing more. It is written whole or not at all: a position that breaks a law of its title is never stored.
"""

from __future__ import annotations

from typing import Any

from machinehall.kernel.mendable import BadMend
from machinehall.kernel.mending import Change, as_action, drafted, read_changes
from machinehall.kernel.values import Refusal
from machinehall.server.errors import Conflict, Malformed, Refused
from machinehall.server.shapes import Caller
from machinehall.server.store.stored_match import LiveMatch

from .by_hand import may_speak, written
from .table import Table
from .tables import Tables

MOST_CHANGES = 60
"""Changes that are made at once."""


def draft(table: Table, caller: Caller, text: str) -> tuple[list[Change], Any, list[str]]:
    """The changes of a text, the position with them, and message ids of what speaks against it."""
    may_speak(table, caller)
    return drafted_on(table.live, text)


def drafted_on(live: LiveMatch, text: str) -> tuple[list[Change], Any, list[str]]:
    """The same for any position of a match."""
    if not live.to_act:
        raise Conflict("mend.over")
    if live.title.looks.mending is None:
        raise Conflict("mend.not_this_game")
    if len(text.split()) > MOST_CHANGES:
        raise Malformed("mend.too_many", MOST_CHANGES)
    try:
        changes = read_changes(live.title, live.state, text)
    except BadMend:
        raise Malformed("mend.no_place") from None
    after, faults = drafted(live.title, live.state, changes)
    return changes, after, faults


async def put_right(tables: Tables, table: Table, caller: Caller, text: str, rev: int) -> None:
    """Make the changes; refused, and nothing is changed, where a law speaks against them."""
    _, after, faults = draft(table, caller, text)
    tables.check_rev(table, rev, table.seat_for(caller, None))
    live = table.live
    if faults:
        raise Refused(Refusal("MH-1.7", faults[0]), live.title)
    action, first = as_action(live.title, live.state, after), live.number
    if action is None:
        raise Malformed("mend.nothing")
    live.shown(action)
    await written(tables, table, first)
