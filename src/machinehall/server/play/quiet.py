"""Whom somebody does not want to hear, or to have at their tables.

Mute: I do not see what that person says, at this and every table. Block: that too, and they can neither sit down at a
table that I opened, before it has begun, nor invite me to one. The other is not told of a mute; of a block only by the
refusal at such a table. People are named by a seat or a message; ids of identities never leave the server.
"""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from machinehall.server.errors import Conflict, Forbidden, Malformed, Unknown
from machinehall.server.people.identity import new_id, require_identity
from machinehall.server.play.tables import Tables
from machinehall.server.shapes import Caller, MutedInfo
from machinehall.server.store import schema as s

MOST_MUTED = 500
"""People that one person may have on the list."""


class Quiet:
    """The lists of all people."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store

    async def mute(
        self, caller: Caller, match: str, seat: int | None, message: int | None, block: bool
    ) -> list[MutedInfo]:
        """Put whoever sits on a seat, or has said something, on the caller's list."""
        identity = require_identity(caller)
        if (seat is None) == (message is None):
            raise Malformed("quiet.whom")
        found = self._sits(caller, match, seat) if seat is not None else self._said(caller, match, message)
        other, name = await found
        if other == identity:
            raise Malformed("quiet.yourself")
        listed = await self.listed(caller)
        c = s.mutes.c
        row = {
            "identity": identity, "other": other, "id": new_id(), "name": name, "block": int(block),
            "at": self.tables.now(),
        }  # fmt: skip
        async with self.store.write() as connection:
            gone = await connection.execute(delete(s.mutes).where(c.identity == identity, c.other == other))
            if not gone.rowcount and len(listed) >= MOST_MUTED:
                raise Conflict("quiet.full", MOST_MUTED)
            await connection.execute(insert(s.mutes), row)
        return await self.listed(caller)

    async def _sits(self, caller: Caller, match: str, seat: int) -> tuple[str, str]:
        async with self.tables.table(match) as table:
            if not table.owned(caller) and table.known.owner != caller.identity and table.known.visibility == "private":
                raise Forbidden("table.not_for_you")
            row = table.seats[seat] if 0 <= seat < len(table.seats) else None
            if row is None or row.identity is None:
                raise Unknown("table.no_such_seat", seat)
            return row.identity, row.name

    async def _said(self, caller: Caller, match: str, message: int | None) -> tuple[str, str]:
        async with self.tables.table(match) as table:
            if table.known.status != "open" or table.known.visibility == "private":
                table.seat_for(caller, None)
        c = s.messages.c
        query = select(c.identity, c.name).where(c.match == match, c.number == message)
        async with self.store.read() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            raise Unknown("quiet.no_message")
        return row.identity, row.name

    async def listed(self, caller: Caller) -> list[MutedInfo]:
        """The caller's list, the latest first."""
        c = s.mutes.c
        query = select(s.mutes).where(c.identity == require_identity(caller)).order_by(c.at.desc(), c.id)
        async with self.store.read() as connection:
            return [MutedInfo(row.id, row.name, bool(row.block), row.at) for row in await connection.execute(query)]

    async def hear_again(self, caller: Caller, entry: str) -> None:
        """Take somebody off the list."""
        c = s.mutes.c
        async with self.store.write() as connection:
            gone = await connection.execute(
                delete(s.mutes).where(c.identity == require_identity(caller), c.id == entry)
            )
            if not gone.rowcount:
                raise Unknown("quiet.not_listed")

    async def muted(self, identity: str | None) -> set[str]:
        """Whom somebody does not hear."""
        if identity is None:
            return set()
        query = select(s.mutes.c.other).where(s.mutes.c.identity == identity)
        async with self.store.read() as connection:
            return set((await connection.execute(query)).scalars())

    async def blocks(self, identity: str, other: str) -> bool:
        """Whether somebody wants another not at their tables, and no invitation from them."""
        c = s.mutes.c
        query = select(c.id).where(c.identity == identity, c.other == other, c.block == 1)
        async with self.store.read() as connection:
            return (await connection.execute(query)).first() is not None
