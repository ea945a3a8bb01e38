"""Owners' packs in the database, record by record: what is acknowledged is kept, and a save touches nothing else."""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from machinehall.kernel.own_packs import Entry, Own, standard
from machinehall.kernel.pack_zip import LONGEST_NAME
from machinehall.kernel.packs import Pack, Row
from machinehall.kernel.title import Title
from machinehall.server.errors import Conflict, Malformed, TooLarge, Unknown
from machinehall.server.people.identity import clean_name, new_id, require_identity
from machinehall.server.shapes import Caller
from machinehall.server.store import schema as s
from machinehall.server.store.store import Store

LONGEST_RECORD = 8_000
"""Bytes of one record. The longest of ours has 700."""
ASIDE = 500
"""Packs of which the record that was taken back last is remembered."""


class PackInfo(msgspec.Struct, frozen=True):
    """A pack of the caller's."""

    id: str
    title: str
    name: str
    records: int
    created: float
    changed: float


class Kept(msgspec.Struct, frozen=True):
    """A pack with all its records."""

    info: PackInfo
    own: dict[str, dict[str, Entry]]
    at: dict[str, dict[str, float]] = {}
    """When each of them was written."""


class Aside(msgspec.Struct, frozen=True):
    """A record as it was before something in it was taken back."""

    file: str
    record: str
    entry: Entry
    field: str
    """What was taken back; empty stands for all of it."""
    left: Row | None
    """The record as it has been since; None: as in the standard pack."""


class Shelf:
    """The packs of all owners; everybody sees the own ones only."""

    def __init__(
        self, store: Store, title: Callable[[str], Title], most: int, now: Callable[[], float] = time.time
    ) -> None:
        self.store = store
        self.title = title
        self.most = most
        self.now = now
        self._aside: OrderedDict[str, Aside] = OrderedDict()
        """By pack. In memory: a server that was started again offers no way back, and nothing else is lost."""

    def pack(self, title: str) -> Pack:
        """The standard pack of a title; Unknown, if nothing can be laid over it."""
        found = self.title(title).pack
        if found.shape is None:
            raise Unknown("packs.none")
        return found

    async def listed(self, caller: Caller) -> list[PackInfo]:
        """The caller's packs, the last changed first."""
        c, many = s.packs.c, func.count(s.pack_records.c.record)
        query = (
            select(c.id, c.title, c.name, many.label("records"), c.created, c.changed)
            .outerjoin(s.pack_records, s.pack_records.c.pack == c.id)
            .where(c.identity == require_identity(caller))
            .group_by(c.id, c.title, c.name, c.created, c.changed)
            .order_by(c.changed.desc(), c.id)
        )
        async with self.store.read() as connection:
            return [PackInfo(**row) for row in (await connection.execute(query)).mappings()]

    async def load(self, caller: Caller, pack: str) -> Kept:
        """A pack of the caller's. Nobody learns whether somebody else has one of this id."""
        c, r = s.packs.c, s.pack_records.c
        async with self.store.read() as connection:
            mine = (c.id == pack, c.identity == require_identity(caller))
            head = (await connection.execute(select(s.packs).where(*mine))).first()
            if head is None:
                raise Unknown("packs.unknown")
            rows = (await connection.execute(select(s.pack_records).where(r.pack == pack))).all()
        known, own, at = standard(self.pack(head.title)), dict[str, dict[str, Entry]](), dict[str, dict[str, float]]()
        for row in rows:
            if row.record in known.get(row.file, {}):  # of an older standard pack a record may be gone
                entry = Entry(msgspec.json.decode(row.body), tuple(msgspec.json.decode(row.hands)))
                own.setdefault(row.file, {})[row.record] = entry
                at.setdefault(row.file, {})[row.record] = row.at
        return Kept(PackInfo(head.id, head.title, head.name, len(rows), head.created, head.changed), own, at)

    async def create(self, caller: Caller, title: str, name: str, own: Own | None = None) -> str:
        """A new pack, empty or with records from elsewhere."""
        identity, pack = require_identity(caller), self.pack(title)
        name, ident, at = clean_pack(name), new_id(), self.now()
        rows = [row for stem, found in (own or {}).items() for row in self._rows(pack, ident, identity, stem, found)]
        async with self.store.write() as connection:
            mine = select(func.count()).select_from(s.packs).where(s.packs.c.identity == identity)
            if int((await connection.execute(mine)).scalar() or 0) >= self.most:
                raise Conflict("packs.full", self.most)
            head = {"id": ident, "identity": identity, "title": title, "name": name, "created": at, "changed": at}
            await connection.execute(insert(s.packs), head)
            if rows:
                await connection.execute(insert(s.pack_records), rows)
        return ident

    async def save(self, caller: Caller, kept: Kept, own: Own) -> None:
        """Write records of a pack; those that it has already are replaced."""
        identity, pack = require_identity(caller), self.pack(kept.info.title)
        async with self.store.write() as connection:
            await self._touch(connection, identity, kept.info.id)
            for stem, found in own.items():
                rows, r = self._rows(pack, kept.info.id, identity, stem, found), s.pack_records.c
                for row in rows:
                    here = (r.pack == kept.info.id, r.file == stem, r.record == row["record"])
                    await connection.execute(delete(s.pack_records).where(*here))
                if rows:
                    await connection.execute(insert(s.pack_records), rows)

    async def take_back(self, caller: Caller, kept: Kept, file: str, record: str) -> None:
        """A record is as in the standard pack again."""
        r = s.pack_records.c
        async with self.store.write() as connection:
            await self._touch(connection, require_identity(caller), kept.info.id)
            here = (r.pack == kept.info.id, r.file == file, r.record == record)
            await connection.execute(delete(s.pack_records).where(*here))

    def lay_aside(self, pack: str, aside: Aside) -> None:
        """Remember a record of a pack as it was, once something in it has been taken back."""
        self._aside[pack] = aside
        self._aside.move_to_end(pack)
        while len(self._aside) > ASIDE:
            self._aside.popitem(last=False)

    def aside(self, kept: Kept) -> Aside | None:
        """What can be put back into a pack; what was written since, here or by another process, is not written over."""
        found = self._aside.get(kept.info.id)
        now = kept.own.get(found.file, {}).get(found.record) if found else None
        left = found and msgspec.json.decode(msgspec.json.encode(found.left))  # as it comes back from the database
        return found if (now.body if now else None) == left else None

    async def rename(self, caller: Caller, pack: str, name: str) -> None:
        mine = (s.packs.c.id == pack, s.packs.c.identity == require_identity(caller))
        async with self.store.write() as connection:
            changed = update(s.packs).where(*mine).values(name=clean_pack(name), changed=self.now())
            if not (await connection.execute(changed)).rowcount:
                raise Unknown("packs.unknown")

    async def remove(self, caller: Caller, pack: str) -> None:
        """A pack with all its records."""
        async with self.store.write() as connection:
            await self._touch(connection, require_identity(caller), pack)
            await connection.execute(delete(s.pack_records).where(s.pack_records.c.pack == pack))
            await connection.execute(delete(s.packs).where(s.packs.c.id == pack))
        self._aside.pop(pack, None)

    async def note(self, pack: str, trial: bytes) -> None:
        """How a trial goes; a pack that is gone has none."""
        async with self.store.write() as connection:
            await connection.execute(update(s.packs).where(s.packs.c.id == pack).values(trial=trial.decode()))

    async def trial(self, pack: str) -> str | None:
        async with self.store.read() as connection:
            found = await connection.execute(select(s.packs.c.trial).where(s.packs.c.id == pack))
            return found.scalar()

    async def _touch(self, connection: AsyncConnection, identity: str, pack: str) -> None:
        mine = (s.packs.c.id == pack, s.packs.c.identity == identity)
        if not (await connection.execute(update(s.packs).where(*mine).values(changed=self.now()))).rowcount:
            raise Unknown("packs.unknown")

    def _rows(
        self, pack: Pack, ident: str, identity: str, stem: str, found: Mapping[str, Entry]
    ) -> list[dict[str, object]]:
        rows, known = [], standard(pack).get(stem, {})
        for key, entry in found.items():
            body = msgspec.json.encode(entry.body)
            if key not in known:
                raise Malformed("packs.no_record", f"{stem}: {key}")
            if len(body) > LONGEST_RECORD:
                raise TooLarge("api.too_large", LONGEST_RECORD)
            rows.append({
                "pack": ident, "file": stem, "record": key, "identity": identity, "body": body.decode(),
                "hands": msgspec.json.encode(entry.hands).decode(), "at": self.now(),
            })  # fmt: skip
        return rows


def clean_pack(name: str) -> str:
    """The name of a pack: like that of a person."""
    try:
        return clean_name(name[:LONGEST_NAME])
    except Malformed:
        raise Malformed("packs.bad_name") from None


def hand_of(caller: Caller) -> str:
    """The sign of an owner in all packs: tells nothing of who it is."""
    return hashlib.sha256(f"hand {require_identity(caller)}".encode()).hexdigest()[:16]
