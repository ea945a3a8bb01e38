"""Lessons and problems at the table: ordinary matches whose other seats are held by the bot of the lesson.

How far a learner is, is worked out from the journal. What somebody has done is kept with the identity, so that it is
there on every device.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from machinehall.kernel.options import resolve_options
from machinehall.kernel.title import Title
from machinehall.kernel.values import UnknownTitle
from machinehall.school.items import PREFIX, Item, Lesson, Puzzle, UnknownItem, begin, item, items
from machinehall.school.progress import Progress, progress
from machinehall.server.errors import Conflict, LostRevision, Unknown
from machinehall.server.people.identity import require_identity
from machinehall.server.shapes import Caller
from machinehall.server.store import schema as s
from machinehall.server.store.rows import SeatRow
from machinehall.server.store.stored_match import LiveMatch

from .consent import Asking
from .seating import Seating
from .table import Table
from .tables import Tables

GOES_ON = "apprentice"
"""The bot that takes the other seats when a lesson is over."""
KEPT_PROGRESS = 256


class Teaching:
    """Opens learners' tables and follows them."""

    def __init__(self, tables: Tables, seating: Seating, asking: Asking) -> None:
        self.tables = tables
        self.seating = seating
        self.asking = asking
        self._seen: OrderedDict[tuple[str, str], Progress] = OrderedDict()

    def find(self, name: str, ident: str) -> tuple[Title, Item]:
        try:
            return self.tables.title(name), item(name, ident)
        except (UnknownTitle, UnknownItem):
            raise Unknown("table.no_lesson", ident) from None

    async def open(self, caller: Caller, name: str, ident: str) -> str:
        """A table with this lesson or problem, begun; its id."""
        owner, (title, found) = require_identity(caller), self.find(name, ident)
        bot = SeatRow(0, "bot", bot=PREFIX + ident)
        places = [msgspec.structs.replace(bot, seat=seat) for seat in range(found.seats)]
        places[found.seat] = SeatRow(found.seat, "person", caller.identity, caller.name)
        options = dict(zip((o.name for o in title.options), resolve_options(title.options, found.options), strict=True))
        head = await self.seating.lay(owner, title, options, places, 0, "private")
        async with self.tables.table(head.id) as table:
            live = LiveMatch(title, options, begin(title, found), 0, found.seats)
            for line in found.opening if isinstance(found, Lesson) else ():
                live.redo(line)
            live.keep_from(live.number)
            table.match = live
            await self.tables.commit(table, "start", None, first=0, status="running")
        return head.id

    async def progress(self, table: Table) -> tuple[Item, Progress] | None:
        """How far the learner is; None: this is no learner's table."""
        if not table.lesson or table.match is None:
            return None
        try:
            title, found = self.find(table.known.title, table.lesson)
        except Unknown:  # an item of an earlier version: the match goes on without it
            return None
        key = (table.id, table.known.chain)
        if key not in self._seen:
            rows = await self.tables.store.tail(table.id, 0)
            lines = [line for row in rows for line in row.log()]
            self._seen[key] = progress(title, found, lines)
            while len(self._seen) > KEPT_PROGRESS:
                self._seen.popitem(last=False)
        return found, self._seen[key]

    async def waits(self, table: Table) -> bool:
        """Whether the other seats of a lesson hold still: the learner has something to take back first."""
        followed = await self.progress(table)
        return followed is not None and isinstance(followed[0], Lesson) and followed[1].again

    async def solved(self, caller: Caller, name: str) -> list[str]:
        """The items of a title that the caller has done, the first first."""
        if caller.identity is None:
            return []
        c = s.solved.c
        query = select(c.item).where(c.identity == caller.identity, c.title == name).order_by(c.at, c.item)
        async with self.tables.store.read() as connection:
            return list((await connection.execute(query)).scalars())

    async def keep(self, caller: Caller, name: str, done: Iterable[str]) -> list[str]:
        """Note what the caller has done, and get all of it; ids that a title does not have are left out."""
        there = await self.solved(caller, name)
        fresh = [ident for ident in dict.fromkeys(done) if ident in items(name) and ident not in there]
        if fresh and caller.identity is not None:
            row = {"identity": caller.identity, "title": name, "at": self.tables.now()}
            try:
                async with self.tables.store.write() as connection:
                    await connection.execute(insert(s.solved), [row | {"item": ident} for ident in fresh])
            except IntegrityError:  # another page of the same person was quicker
                return await self.solved(caller, name)
        return there + fresh

    async def again(self, table: Table, caller: Caller, rev: int) -> None:
        """A problem from its beginning; a lesson from the step that was answered otherwise."""
        found = self._item(table)
        followed = await self.progress(table)
        number = followed[1].strayed if followed is not None else None
        if number is None:
            rows = await self.tables.store.tail(table.id, 0)
            lines = [line for row in rows for line in row.log()]
            own = [i for i, line in enumerate(lines) if line.split()[0] == str(found.seat) and i >= start(found)]
            number = None if not own else own[0] if isinstance(found, Puzzle) else own[-1]
        if number is not None:
            await self.asking.ask_undo_for(table, caller, found.seat, rev, number)

    async def go_on(self, table: Table, caller: Caller) -> None:
        """The lesson is over: ordinary bots take the other seats."""
        self.tables.my_seat(table, caller, None)
        self._item(table)
        seats = [msgspec.structs.replace(r, bot=GOES_ON) if r.bot.startswith(PREFIX) else r for r in table.seats]
        try:
            await self.tables.commit(table, "seat", None, seats=seats)
        except LostRevision:
            raise Conflict("table.changed") from None

    def _item(self, table: Table) -> Item:
        if not table.lesson:
            raise Conflict("table.no_lesson", table.id)
        return self.find(table.known.title, table.lesson)[1]


def start(found: Item) -> int:
    """The number of decisions before the learner's first."""
    return len(found.opening) if isinstance(found, Lesson) else 0
