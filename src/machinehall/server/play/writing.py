"""What is written of a change: the line of the journal, the head of the match, and a position where one is due."""

from __future__ import annotations

from typing import Any

import msgspec

from machinehall.kernel.values import Event
from machinehall.server.store.rows import CommitRow, MatchRow, SeatRow, Snapshot, Write
from machinehall.server.store.seals import facts_text, seal, snapshot_of, text_digest
from machinehall.server.store.stored_match import LiveMatch, pack_events, print_of, state_text

from .table import Table

SNAP_EVERY = 32
"""Decisions between two stored positions: bounds the work of loading."""
DAY = 86_400.0


def write_of(
    table: Table, kind: str, seat: int | None, at: float, first: int | None, void_from: int | None,
    seats: list[SeatRow] | None, changes: Any,
) -> Write:  # fmt: skip
    """The line of the journal for what has happened since decision `first`, and all that goes with it."""
    old, match = table.known, table.match
    head = msgspec.structs.replace(old, rev=old.rev + 1, changed=at, **changes)
    lines: list[str] = []
    happened: list[list[Event]] = []
    if match is not None:
        start = match.number if first is None else first
        lines, happened = match.lines(start), match.happened[start - match.base :]
        _describe(head, match, at)
    row = CommitRow(
        head.id, head.rev, kind, seat, head.number - len(lines), "\n".join(lines), pack_events(happened),
        print_of(match.title, match.offered) if match is not None and kind == "play" else 0, "", at,
    )  # fmt: skip
    set_up = kind == "start" and bool(table.lesson) and not lines
    if void_from is not None:
        table.snapped = min(table.snapped, void_from)
    # What brings no decision leaves the match where it was: a position that is due there may be kept already.
    shot = _snapshot(table, head, set_up) if lines or set_up else None
    if set_up and match is not None:
        table.begins = text_digest(state_text(match.title, match.state))
    if seats is not None or kind == "start" or not changes.keys().isdisjoint(("owner", "data")) or not table.sealed:
        row.facts = facts_text(head, table.seats if seats is None else seats, table.begins)
    row.chain = head.chain = seal(old.chain, row, void_from)
    return Write(head, row, shot, void_from, seats, more=not changes.keys() <= {"pending"})


def _describe(head: MatchRow, match: LiveMatch, at: float) -> None:
    """What the head says about the position."""
    to_act = match.to_act
    head.number, head.floor = match.number, match.floor
    head.to_act = f",{','.join(map(str, to_act))}," if to_act else ""
    head.deadline = at + head.pace * DAY if head.pace and to_act else None
    if not to_act and head.status == "running":
        outcome = match.outcome
        head.status, head.outcome = "over", msgspec.json.encode(outcome).decode()
    elif to_act and head.status == "over":
        head.status, head.outcome = "running", None


def _snapshot(table: Table, head: MatchRow, set_up: bool) -> Snapshot | None:
    """The position, where one is due; `set_up`: a match that begins with a position, which its log cannot tell."""
    match = table.match
    if match is None:
        return None
    due = match.number - table.snapped >= SNAP_EVERY or not table.snapped or head.status == "over"
    if not set_up and (not due or match.number == table.snapped):
        return None
    return snapshot_of(match.title, head, match.number, match.state, match.deciders())
