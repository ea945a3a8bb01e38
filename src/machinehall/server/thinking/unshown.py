"""Marks that are nobody else's business: a seat may keep to itself what a review says of its turns.

The curve stays, for it is that of the whole match. Whoever holds the seat goes on seeing everything.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import delete, insert, select

from machinehall.server.errors import Forbidden
from machinehall.server.play.tables import Tables
from machinehall.server.shapes import Caller
from machinehall.server.store import schema as s


class Unshown:
    """Which seats hide their marks."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    async def seats(self, match: str) -> set[int]:
        """The seats of a match that hide their marks."""
        c = s.unshown.c
        async with self.tables.store.read() as connection:
            return set((await connection.execute(select(c.seat).where(c.match == match))).scalars())

    async def hide(self, caller: Caller, match: str, hidden: bool) -> None:
        """Hide the marks of the caller's own seats from others, or show them again."""
        async with self.tables.table(match) as table:
            mine = table.owned(caller)
        if not mine:
            raise Forbidden("table.only_watching")
        c = s.unshown.c
        async with self.tables.store.write() as connection:
            await connection.execute(delete(s.unshown).where(c.match == match, c.seat.in_(mine)))
            if hidden:
                await connection.execute(insert(s.unshown), [{"match": match, "seat": seat} for seat in mine])

    async def from_others(self, match: str, own: Collection[int]) -> set[int]:
        """The seats whose marks somebody does not see who holds some seats."""
        return await self.seats(match) - set(own)
