"""Table talk and private notes. They change no position, so they have no revision."""

from __future__ import annotations

from sqlalchemy import delete, func, insert, select, text
from sqlalchemy.exc import IntegrityError

from machinehall.server.errors import Conflict, Forbidden, Malformed
from machinehall.server.people.identity import require_identity
from machinehall.server.play.quiet import Quiet
from machinehall.server.shapes import Caller, Message
from machinehall.server.store import schema as s
from machinehall.server.store.journal import CHANNEL

from .tables import Tables

LONGEST_MESSAGE = 2_000
TRIES = 5


def clean_text(words: str) -> str:
    """Without what no database and no page can show."""
    return "".join(c for c in words if c in "\n\t" or c.isprintable()).strip()


class Talk:
    """Chat for those who sit or may watch; notes for oneself."""

    def __init__(self, tables: Tables, quiet: Quiet) -> None:
        self.tables = tables
        self.quiet = quiet
        self.store = tables.store

    async def say(self, caller: Caller, match: str, words: str) -> Message:
        identity, words = require_identity(caller), clean_text(words)
        if not 1 <= len(words) <= LONGEST_MESSAGE:
            raise Malformed("talk.length", LONGEST_MESSAGE)
        async with self.tables.table(match) as table:
            mine = table.owned(caller)
            if not mine and table.known.visibility != "open":
                raise Forbidden("table.not_for_you")
        seat = mine[0] if mine else None
        for _ in range(TRIES):
            try:
                message = await self._write(identity, caller.name, match, seat, words)
            except IntegrityError:
                continue  # somebody spoke at the same moment
            self.tables.hub.publish(match, chat=message.number)
            return message
        raise Conflict("table.changed")

    async def _write(self, identity: str, name: str, match: str, seat: int | None, words: str) -> Message:
        c, at = s.messages.c, self.tables.now()
        async with self.store.write() as connection:
            if self.store.postgres:  # one speaker at a time; SQLite has one writer anyway
                await connection.execute(text("select pg_advisory_xact_lock(hashtext(:m))"), {"m": match})
            last = await connection.execute(select(func.max(c.number)).where(c.match == match))
            number = int(last.scalar() or 0) + 1
            row = {"match": match, "number": number, "identity": identity, "seat": seat, "name": name}
            await connection.execute(insert(s.messages), row | {"text": words, "at": at})
            if self.store.postgres:
                await connection.execute(text("select pg_notify(:c, :n)"), {"c": CHANNEL, "n": f"{match}:c{number}"})
        return Message(number, seat, name, words, at, True)

    async def heard(self, caller: Caller, match: str, since: int = 0, limit: int = 200) -> list[Message]:
        """What was said after a number, without those whom the caller does not want to hear."""
        async with self.tables.table(match) as table:
            if table.known.status != "open" or table.known.visibility == "private":
                table.seat_for(caller, None)
        c = s.messages.c
        hushed = await self.quiet.muted(caller.identity)
        query = select(s.messages).where(c.match == match, c.number > since, c.identity.not_in(hushed))
        query = query.where(c.text != "")  # not what was taken away
        query = query.order_by(c.number).limit(limit)
        async with self.store.read() as connection:
            rows = (await connection.execute(query)).all()
        return [
            Message(row.number, row.seat, row.name, row.text, row.at, row.identity == caller.identity) for row in rows
        ]

    async def note(self, caller: Caller, match: str) -> str:
        """The caller's own note about a match; nobody else ever gets it."""
        c = s.notes.c
        query = select(c.text).where(c.match == match, c.identity == require_identity(caller))
        async with self.store.read() as connection:
            return (await connection.execute(query)).scalar() or ""

    async def keep_note(self, caller: Caller, match: str, words: str) -> None:
        identity, c = require_identity(caller), s.notes.c
        async with self.tables.table(match):
            pass  # there is such a table
        async with self.store.write() as connection:
            await connection.execute(delete(s.notes).where(c.match == match, c.identity == identity))
            await connection.execute(insert(s.notes), {"match": match, "identity": identity, "text": clean_text(words)})
