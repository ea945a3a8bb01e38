"""A person's own data: all of it to take along, and its removal.

Matches belong to everybody who sat at the table, so they stay; only who sat there is forgotten. Seats are changed
through the journal like any other change of a table, so its chain stays whole.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Table as SqlTable
from sqlalchemy import delete, or_, select, update
from sqlalchemy.exc import IntegrityError

from .errors import Conflict, LostRevision, Malformed, Unknown
from .people.identity import Identities, clean_login, new_id, require_identity
from .play.table import Table
from .play.tables import Tables
from .shapes import Caller
from .store import schema as s
from .store.rows import GONE, SeatRow

TRIES = 5
KEPT_ABOUT_A_PERSON: dict[str, tuple[SqlTable, tuple[str, ...]]] = {
    "sessions": (s.secrets, ("created", "used", "kind", "match", "seat", "label", "device")),
    "passkeys": (s.passkeys, ("created", "used", "name")),
    "mailboxes": (s.mailboxes, ("address", "confirmed")),
    "messages": (s.messages, ("at", "match", "number", "name", "text")),
    "notes": (s.notes, ("match", "text")),
    "feats": (s.feats, ("at", "match", "seat", "what")),
    "solved": (s.solved, ("at", "title", "item")),
    "retried": (s.retried, ("at", "match", "turn")),
    "packs": (s.packs, ("created", "changed", "id", "title", "name")),
    "pack_records": (s.pack_records, ("at", "pack", "file", "record", "body", "hands")),
}
"""What is told of a person, by table; hashes and keys are of no use to anybody."""


class Persons:
    """Export and deletion."""

    def __init__(self, tables: Tables, identities: Identities) -> None:
        self.tables = tables
        self.store = tables.store
        self.identities = identities

    async def find(self, who: str) -> str:
        """The id of an identity by its id or the name of its account; for operators."""
        c = s.identities.c
        async with self.store.read() as connection:
            query = select(c.id).where(or_(c.id == who, c.login == clean_login(who)))
            found = (await connection.execute(query)).scalars().first()
        if found is None:
            raise Unknown("identity.unknown", who)
        return str(found)

    # Taking along

    async def export(self, identity: str) -> dict[str, Any]:
        """Everything that is kept about an identity; of secrets only that there are some."""
        kept: dict[str, Any] = {}
        async with self.store.read() as connection:
            me = (await connection.execute(select(s.identities).where(s.identities.c.id == identity))).mappings().one()
            for name, (table, columns) in KEPT_ABOUT_A_PERSON.items():
                query = select(*(table.c[column] for column in columns)).where(table.c.identity == identity)
                rows = await connection.execute(query.order_by(*(table.c[column] for column in columns)))
                kept[name] = [dict(row) for row in rows.mappings()]
            kept["matches"] = await self._matches(connection, identity)
        about = {name: me[name] for name in ("id", "name", "login", "created")}
        notices = msgspec.json.decode(me["notify"] or "{}")
        has = {"password": me["password"] is not None, "recovery": me["recovery"] is not None}
        return {"machinehall": "person", "version": 1, "identity": about | has, "notices": notices, **kept}

    async def _matches(self, connection: Any, identity: str) -> list[dict[str, Any]]:
        """The tables somebody opened or sat at; the record of one that is over has the whole match."""
        m, p = s.matches.c, s.seats.c
        heads = select(m.id, m.title, m.status, m.owner, m.created, m.changed, m.outcome)
        mine = or_(m.owner == identity, m.id.in_(select(p.match).where(p.identity == identity)))
        found = []
        for row in (await connection.execute(heads.where(mine).order_by(m.created))).mappings():
            seats = await connection.execute(
                select(p.seat, p.name).where(p.match == row["id"], p.identity == identity).order_by(p.seat)
            )
            over = row["status"] == "over"
            found.append(
                {key: row[key] for key in ("id", "title", "status", "created", "changed")}
                | {"opened": row["owner"] == identity, "seats": [dict(seat) for seat in seats.mappings()]}
                | {"outcome": msgspec.json.decode(row["outcome"]) if row["outcome"] else None}
                | {"record": f"/api/v1/matches/{row['id']}/record" if over else None}
            )
        return found

    # Removing

    async def leave_for_good(self, caller: Caller, secret: str | None, name: str) -> None:
        """Remove the caller: by somebody who has just signed in, if there is a key, and writes down their name."""
        identity = require_identity(caller)
        await self.identities.prove(caller, secret)
        if name.strip() != caller.name:
            raise Malformed("person.other_name")
        await self.erase(identity)

    async def erase(self, identity: str) -> None:
        """Forget a person. What is asked again after a failure goes on where it stopped."""
        await self._leave_tables(identity)
        for tries in range(TRIES):
            try:
                await self._forget(identity)
                break
            except IntegrityError:  # something of theirs was written at the same moment
                if tries == TRIES - 1:
                    raise Conflict("table.changed") from None
        self.identities.forget(identity)
        await self._leave_tables(identity)  # a seat taken meanwhile by another window

    async def _forget(self, identity: str) -> None:
        m = s.messages.c
        async with self.store.write() as connection:
            # Numbers of what was said stay, or the next would be taken for heard; the words go.
            blank = update(s.messages).where(m.identity == identity).values(identity="", name="", text="")
            await connection.execute(blank)
            done = (s.solved, s.retried, s.feats)
            for table in (s.pack_records, s.packs, s.notes, *done, s.secrets, s.passkeys, s.mailboxes, s.letters):
                await connection.execute(delete(table).where(table.c.identity == identity))
            await self.store.erase_facts(connection, identity)
            await connection.execute(delete(s.identities).where(s.identities.c.id == identity))
            await self.identities.tell(connection, identity)

    async def _leave_tables(self, identity: str) -> None:
        c, p = s.matches.c, s.seats.c
        mine = or_(c.owner == identity, c.id.in_(select(p.match).where(p.identity == identity)))
        async with self.store.read() as connection:
            found = list((await connection.execute(select(c.id).where(mine))).scalars())
        for match in found:
            for tries in range(TRIES):
                try:
                    async with self.tables.table(match) as table:
                        await self._leave(table, identity)
                    break
                except LostRevision:
                    if tries == TRIES - 1:
                        raise Conflict("table.changed") from None

    async def _leave(self, table: Table, identity: str) -> None:
        """Before the start the seats are free again; later a former player holds them, another at every table."""
        head, gone = table.known, GONE + new_id()
        seats = [_without(row, identity, gone, head.status) for row in table.seats]
        others = [row.identity for row in seats if row.kind == "person" and row.identity and not row.former]
        owner = head.owner if head.owner != identity else next(iter(others), "")
        if seats != table.seats or owner != head.owner:
            mine = next((row.seat for row in table.seats if row.identity == identity), None)
            await self.tables.commit(table, "seat", mine, seats=seats, owner=owner)


def _without(row: SeatRow, identity: str, gone: str, status: str) -> SeatRow:
    if row.identity != identity:
        return row
    if status == "open":
        return SeatRow(row.seat, "person")
    if row.kind == "bot":  # it plays on under its own name
        return msgspec.structs.replace(row, identity=None, name="")
    return msgspec.structs.replace(row, identity=gone, name="", left=1 if status == "running" else row.left)
