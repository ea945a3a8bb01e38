"""A match that is over stays over (MH-1.5).

Whoever wants to go back there needs the consent of everybody (`asking`), and only as long as nothing was given out that
is told only after the end: the record, how everybody stood over time, the feats, the thoughts of bots. Whoever asks for
such a thing makes the match final first; after a time it becomes final by itself.
"""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy import exists, select

from machinehall.school.items import PREFIX
from machinehall.server.background import Background
from machinehall.server.errors import Conflict, Fault, LostRevision
from machinehall.server.shapes import Caller, MatchInfo
from machinehall.server.store import schema as s

from .seating import describe
from .table import Table, revive
from .tables import Tables

log = logging.getLogger("machinehall.ending")
SWEEP = 600.0
"""Seconds between two looks for matches that have become final."""


async def seal(tables: Tables, table: Table, caller: Caller) -> None:
    """Before anything is given out that is told only after the end: nobody can go back there any more.

    Only the table's own people bring that about. A lesson has no result that somebody could change.
    """
    table.seat_for(caller, None)
    if table.known.status != "over":
        raise Conflict("table.not_over")
    if table.known.final or table.lesson:
        return
    if not table.owned(caller):
        raise Conflict("table.not_final")
    await write_final(tables, table)


async def write_final(tables: Tables, table: Table) -> None:
    try:
        await tables.commit(table, "final", None, final=1, pending="{}")
    except LostRevision:
        raise Conflict("table.changed") from None


class Ending(Background):
    """Makes matches final, and gives out their records."""

    def __init__(self, tables: Tables, seconds: float) -> None:
        self.tables = tables
        self.store = tables.store
        self.seconds = seconds

    async def record(self, caller: Caller, match: str) -> str:
        """The whole record; only of a match that is over, since it tells everything. From then on it is final."""
        async with self.tables.table(match) as table:
            table.seat_for(caller, None)
            if table.known.status == "over" and (await self.store.position(match, 0))[0] is not None:
                raise Conflict("table.set_up")
            await seal(self.tables, table, caller)
            head, live = table.known, table.live
            rows = await self.store.tail(match, 0)
        return revive(live.title, live.seats, head, None, rows).record()

    async def make_final(self, caller: Caller, match: str) -> MatchInfo:
        """Let the end stand: everything may be told now."""
        async with self.tables.table(match) as table:
            await seal(self.tables, table, caller)
            return describe(table, caller, self.tables.title)

    async def _run(self) -> None:
        while True:
            try:
                await self.sweep()
            except Exception as fault:  # a fault of one moment must not keep later matches open for ever
                log.warning("cannot make matches final", extra={"fault": str(fault)})
            await asyncio.sleep(SWEEP)

    async def sweep(self) -> None:
        """Matches that nobody went back to in time are final."""
        c, places = s.matches.c, s.seats.c
        lesson = exists().where(places.match == c.id, places.bot.startswith(PREFIX, autoescape=True))
        due = self.tables.now() - self.seconds
        query = select(c.id).where(c.status == "over", c.final == 0, c.changed <= due, ~lesson)
        async with self.store.read() as connection:
            found = list((await connection.execute(query)).scalars())
        for match in found:
            try:
                async with self.tables.table(match) as table:
                    if table.known.status == "over" and not table.known.final and table.known.changed <= due:
                        await write_final(self.tables, table)
            except Fault as fault:  # of other rules, or another process was faster
                log.info("not made final", extra={"match": match, "fault": str(fault)})
