"""A database held against itself, match by match, and mended where the rest says what should be there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from sqlalchemy import Table, exists, select, text, type_coerce
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import NullType

from machinehall.kernel.title import Title
from machinehall.server.errors import Down
from machinehall.words import say

from . import schema as s
from .deeds import Deed
from .examine import examine
from .flaws import Finding, Flaw, Plan, Stored
from .mend import mend as put_right
from .rows import CommitRow, MatchRow, Snapshot
from .store import Store, seat_row

PAGE = 200
TRIES = 5
"""A match that is being played may change while it is looked at."""
Titles = Callable[[str], Title]


def _raw(table: Table) -> Any:
    """Columns as they are: junk must arrive here, and not fail on its way."""
    return select(*(type_coerce(column, NullType()).label(column.name) for column in table.c))


async def read_stored(store: Store, match: str) -> Stored | None:
    async with store.read() as connection:
        if store.postgres:
            await connection.execution_options(isolation_level="REPEATABLE READ")
        head = (await connection.execute(_raw(s.matches).where(s.matches.c.id == match))).mappings().first()
        if head is None:
            return None
        return Stored(
            head=MatchRow(**head),
            seats=[seat_row(row) for row in await _rows(connection, s.seats, match, s.seats.c.seat)],
            rows=[CommitRow(**row) for row in await _rows(connection, s.commits, match, s.commits.c.rev)],
            shots=[Snapshot(**row) for row in await _rows(connection, s.snapshots, match, s.snapshots.c.number)],
            deeds=[Deed(**row) for row in await _rows(connection, s.feats, match, s.feats.c.what)],
        )


async def _rows(connection: AsyncConnection, table: Table, match: str, order: Any) -> list[dict[str, Any]]:
    found = await connection.execute(_raw(table).where(table.c.match == match).order_by(order))
    return [dict(row) for row in found.mappings()]


async def audit_match(store: Store, title_of: Titles, match: str, *, mend: bool = False) -> Finding | None:
    """What is wrong with a match, and, if it is to be mended, what was."""
    for _ in range(TRIES):
        try:
            stored = await read_stored(store, match)
        except (Down, TypeError, ValueError) as fault:
            return Finding(match, "", 0, [Flaw("lost", "unreadable", (str(fault.__cause__ or fault)[:200],))], Plan())
        if stored is None:
            return None
        finding = await asyncio.to_thread(examine, title_of, stored)
        if not mend or not finding.plan:
            return finding
        try:
            finding.mended = await put_right(store, finding)
        except IntegrityError:  # such as feats of somebody who is no longer known here
            return finding
        if finding.mended:
            return finding
    return finding


async def audit_all(
    store: Store, title_of: Titles, *, mend: bool = False, own: Callable[[str], Awaitable[Titles]] | None = None
) -> AsyncIterator[Finding]:
    """The findings of a whole database, a match at a time; those without a flaw too. `own`: titles as a match has them,
    with the pack that is kept for it."""
    for finding in await _file(store):
        yield finding
    last, c = "", s.matches.c
    while True:
        async with store.read() as connection:
            page = select(c.id).where(c.id > last).order_by(c.id).limit(PAGE)
            ids = list((await connection.execute(page)).scalars())
        for match in ids:
            found = await audit_match(store, title_of if own is None else await own(match), match, mend=mend)
            if found is not None:
                yield found
        if len(ids) < PAGE:
            break
        last = ids[-1]
    async for finding in _orphans(store):
        yield finding


async def _file(store: Store) -> list[Finding]:
    """What SQLite itself has to say about its file."""
    if store.postgres:
        return []
    async with store.read() as connection:
        said = list((await connection.execute(text("pragma integrity_check(20)"))).scalars())
    flaws = [Flaw("lost", "file", (line,)) for line in said if line != "ok"]
    return [Finding("", "", 0, flaws, Plan())] if flaws else []


async def _orphans(store: Store) -> AsyncIterator[Finding]:
    """Rows of matches that are not there."""
    lost: dict[str, list[Flaw]] = {}
    async with store.read() as connection:
        for table in (s.commits, s.seats, s.snapshots, s.feats, s.reviews, s.retried, s.unshown, s.messages, s.notes):
            none = ~exists().where(s.matches.c.id == table.c.match)
            for match in (await connection.execute(select(table.c.match).where(none).distinct())).scalars():
                lost.setdefault(match, []).append(Flaw("lost", "orphans", (table.name,)))
    for match, flaws in lost.items():
        yield Finding(match, "", 0, flaws, Plan())


def sentences(finding: Finding, lang: str | None = None) -> list[str]:
    """The damage in words; notes are left out."""
    words = say(lang) if lang else say()
    return [words(f"audit.{flaw.what}", *flaw.args) for flaw in finding.flaws if flaw.weight != "note"]


async def audit(store: Store, title_of: Titles, match: str) -> list[str]:
    """The faults of a stored match in words; none: nothing is lost, doubled or changed."""
    finding = await audit_match(store, title_of, match)
    return [] if finding is None else [f"{match}: {said}" for said in sentences(finding)]
