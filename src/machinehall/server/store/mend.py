"""Putting right what an examination has found, in one transaction, unless the match has changed in the meantime."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema as s
from .flaws import Finding, Plan
from .rows import CommitRow, MatchRow, Write
from .seals import seal
from .store import Store, place
from .stored_match import pack_events


async def mend(store: Store, finding: Finding) -> bool:
    """Write what the plan says; False: somebody has written meanwhile, and it must be looked at again."""
    match, plan = finding.match, finding.plan
    async with store.write() as connection:
        if store.postgres:
            # Whoever writes a line of this match waits until we are done.
            await connection.execute(select(s.matches.c.id).where(s.matches.c.id == match).with_for_update())
        head = (await connection.execute(select(s.matches.c.rev).where(s.matches.c.id == match))).scalar()
        if head != finding.rev:
            return False
        await _write_head(connection, match, plan)
        await _write_rest(connection, match, plan)
    return plan.facts is None or await _say_facts(store, match, plan.facts)


async def _write_head(connection: AsyncConnection, match: str, plan: Plan) -> None:
    if plan.head:
        await connection.execute(update(s.matches).where(s.matches.c.id == match).values(**plan.head))
    for rev, columns in plan.rows.items():
        line = (s.commits.c.match == match) & (s.commits.c.rev == rev)
        await connection.execute(update(s.commits).where(line).values(**columns))


async def _write_rest(connection: AsyncConnection, match: str, plan: Plan) -> None:
    if plan.seats is not None:
        await connection.execute(delete(s.seats).where(s.seats.c.match == match))
        await connection.execute(insert(s.seats), [place(match, seat) for seat in plan.seats])
    for number, shot in plan.shots.items():
        here = (s.snapshots.c.match == match) & (s.snapshots.c.number == number)
        await connection.execute(delete(s.snapshots).where(here))
        if shot is not None:
            await connection.execute(insert(s.snapshots), msgspec.structs.asdict(shot))
    if plan.deeds is not None:
        await connection.execute(delete(s.feats).where(s.feats.c.match == match))
        rows: list[dict[str, Any]] = [deed._asdict() for deed in plan.deeds]
        if rows:
            await connection.execute(insert(s.feats), rows)


async def _say_facts(store: Store, match: str, facts: str) -> bool:
    """A line of the journal that says what the table is like, for a match that was begun before lines did."""
    async with store.read() as connection:
        row = (await connection.execute(select(s.matches).where(s.matches.c.id == match))).mappings().one()
    old = MatchRow(**row)
    head = msgspec.structs.replace(old, rev=old.rev + 1)
    line = CommitRow(match, head.rev, "seat", None, head.number, "", pack_events([]), 0, "", time.time(), facts=facts)
    line.chain = head.chain = seal(old.chain, line)
    return await store.append(Write(head, line))
