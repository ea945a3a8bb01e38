"""Hands in the database: every kind of row that is stored of a match, changed behind the server's back."""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from sqlalchemy import delete, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

import machinehall as mh
from machinehall.server.store import schema as s
from machinehall.server.store.audit import audit, audit_match
from machinehall.server.store.engine import database_url
from machinehall.server.store.seals import text_digest
from machinehall.server.store.store import Store
from machinehall.server.store.stored_match import link

PARTS = (s.matches, s.seats, s.commits, s.snapshots, s.feats)
Deed = Callable[[AsyncConnection, str], Awaitable[None]]


class Tamper(NamedTuple):
    """One change; `mend`: the rest says what was there."""

    name: str
    do: Deed
    mend: bool = True
    load: bool = True
    """Noticed already when the table is brought into memory."""


def sql(statement: str) -> Deed:
    """`{last}` is the last line of the journal that was played, `{shot}` the position that a table is loaded from."""

    async def do(connection: AsyncConnection, match: str) -> None:
        last = "(select max(rev) from commits where match = :m and kind = 'play' and void = 0)"
        shot = (
            "(select max(number) from snapshots where match = :m"
            " and number <= (select floor from matches where id = :m))"
        )
        blob = "bytea" if connection.dialect.name == "postgresql" else "blob"
        await connection.execute(text(statement.format(last=last, shot=shot, blob=blob)), {"m": match})

    return do


async def _rich(connection: AsyncConnection, match: str) -> None:
    """Money out of nothing: every number in the position that is small becomes 555, as somebody would do it."""
    c = s.snapshots.c
    for row in (await connection.execute(select(s.snapshots).where(c.match == match))).mappings().all():
        state = json.loads(zlib.decompress(row["state"]))
        name = next(name for name in ("money", "cash", "coins", "gulden", "thalers", "round") if name in state)
        state[name] = [555 for _ in state[name]] if isinstance(state[name], list) else 555
        changed = zlib.compress(json.dumps(state, separators=(",", ":")).encode())
        await connection.execute(
            update(s.snapshots).where(c.match == match, c.number == row["number"]).values(state=changed)
        )


TAMPERS = (
    Tamper("snapshots.state: rich", _rich),
    Tamper("snapshots.state: junk", sql("update snapshots set state = cast('junk' as {blob}) where match = :m")),
    Tamper("snapshots.digest", sql("update snapshots set digest = 'none' where match = :m")),
    Tamper("snapshots.decided", sql("update snapshots set decided = 77 where match = :m and number = {shot}")),
    Tamper("snapshots.number", sql(
        "update snapshots set number = 9999 where match = :m and number = {shot}"), load=False),
    Tamper("commits.events: junk", sql(
        "update commits set events = cast('junk' as {blob}) where match = :m and void = 0"), load=False),
    Tamper("commits.events: others", sql(
        "update commits set events = (select events from commits where match = :m and rev = 0)"
        " where match = :m and rev = {last}"), load=False),
    Tamper("commits.offers", sql("update commits set offers = 1 where match = :m and rev = {last}"), load=False),
    Tamper("commits.void", sql("update commits set void = 1 where match = :m and rev = {last}")),
    Tamper("commits.first", sql("update commits set first = first + 1 where match = :m and rev = {last}")),
    Tamper("commits.chain", sql("update commits set chain = 'none' where match = :m and rev = {last}")),
    Tamper("seats.name", sql("update seats set name = 'Mallory' where match = :m and seat = 0")),
    Tamper("seats.identity", sql("update seats set identity = 'mallory' where match = :m and seat = 1")),
    Tamper("seats.kind", sql("update seats set kind = 'bot', bot = 'mallory' where match = :m and seat = 1")),
    Tamper("seats: one gone", sql("delete from seats where match = :m and seat = 1")),
    Tamper("matches.outcome", sql("update matches set outcome = '{{\"scores\":[999,0]}}' where id = :m")),
    Tamper("matches.outcome: junk", sql("update matches set outcome = 'junk' where id = :m")),
    Tamper("matches.to_act", sql("update matches set to_act = ',0,1,' where id = :m")),
    Tamper("matches.status", sql("update matches set status = 'open' where id = :m")),
    Tamper("matches.number", sql("update matches set number = number + 1 where id = :m")),
    Tamper("matches.rev", sql("update matches set rev = rev - 1 where id = :m"), load=False),
    Tamper("matches.chain", sql("update matches set chain = 'none' where id = :m"), load=False),
    Tamper("matches.floor", sql("update matches set floor = 9999 where id = :m"), load=False),
    Tamper("matches.options", sql("update matches set options = '{{}}' where id = :m")),
    Tamper("matches.owner", sql("update matches set owner = 'mallory' where id = :m")),
    Tamper("matches.rules", sql("update matches set rules = 999 where id = :m")),
    Tamper("matches.pending: junk", sql("update matches set pending = 'junk' where id = :m")),
    Tamper("matches.told: junk", sql("update matches set told = 'junk' where id = :m")),
    Tamper("commits.lines", sql("update commits set lines = '0 done' where match = :m and rev = {last}"), mend=False),
    Tamper("commits.kind", sql("update commits set kind = 'ask' where match = :m and rev = {last}"), mend=False),
    Tamper("commits.seat", sql("update commits set seat = 7 where match = :m and rev = {last}"), mend=False),
    Tamper("commits.at", sql("update commits set at = 0 where match = :m and rev = {last}"), mend=False),
    Tamper("commits.facts", sql(
        "update commits set facts = replace(facts, 'person', 'bot') where match = :m"), mend=False),
    Tamper("commits.facts: erased", sql(
        "update commits set facts = '#0' where match = :m and facts is not null"), mend=False, load=False),
    Tamper("commits: one gone", sql("delete from commits where match = :m and rev = {last}"), mend=False),
)  # fmt: skip


async def dump(store: Store, match: str) -> dict[str, list[dict[str, Any]]]:
    """Everything that is stored of a match."""
    found = {}
    async with store.read() as connection:
        for table in PARTS:
            key = table.c.id if table is s.matches else table.c.match
            rows = await connection.execute(select(table).where(key == match).order_by(*table.primary_key.columns))
            found[table.name] = [dict(row) for row in rows.mappings()]
    return found


async def restore(store: Store, match: str, kept: dict[str, list[dict[str, Any]]]) -> None:
    """As from a backup."""
    async with store.write() as connection:
        for table in PARTS[1:]:
            await connection.execute(delete(table).where(table.c.match == match))
        await connection.execute(update(s.matches).where(s.matches.c.id == match).values(**kept["matches"][0]))
        for table in PARTS[1:]:
            if kept[table.name]:
                await connection.execute(insert(table), kept[table.name])


async def as_before(store: Store, match: str) -> None:
    """The journal of a version that knew no facts, and whose positions had a digest of their text alone."""
    kept, chain = await dump(store, match), ""
    voided = {row["void"] for row in kept["commits"] if row["void"]}
    for row in kept["commits"]:
        undo = [f"undo {row['first']}"] if row["rev"] in voided or row["kind"] == "undo" else []
        chain = link(chain, [row["kind"], *undo, *(row["lines"].split("\n") if row["lines"] else [])])
        row |= {"facts": None, "chain": chain}
    for shot in kept["snapshots"]:
        shot["digest"] = text_digest(zlib.decompress(shot["state"]))
    kept["matches"][0]["chain"] = chain
    await restore(store, match, kept)


async def harm(database: str, played: list[str], seed: int = 0) -> tuple[dict[str, tuple[int, int]], list[str]]:
    """Change each kind of row of some matches: for each how often it was found and mended; what went wrong."""
    store, rng = Store(database_url(database)), random.Random(seed)
    found: dict[str, tuple[int, int]] = {}
    faults: list[str] = []
    await store.open()
    try:
        for kind in TAMPERS:
            seen = mended = 0
            for match in rng.sample(played, min(3, len(played))):
                kept = await dump(store, match)
                async with store.write() as connection:
                    await kind.do(connection, match)
                if await dump(store, match) == kept:
                    continue  # such as a result where there is none
                finding = await audit_match(store, mh.title, match, mend=True)
                noticed = finding is not None and finding.damaged and finding.has("lost") != kind.mend
                healed = kind.mend and await audit(store, mh.title, match) == []
                seen, mended = seen + noticed, mended + healed
                if not noticed or healed != kind.mend:
                    faults.append(f"{match}: {kind.name}: {finding}")
                await restore(store, match, kept)
                faults += await audit(store, mh.title, match)
            found[kind.name] = seen, mended
    finally:
        await store.close()
    return found, faults
