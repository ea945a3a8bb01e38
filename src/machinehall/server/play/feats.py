"""Feats of players over their matches (MH-2.1, MH-2.2).

When a match is over, what each of its players has brought about is worked out from the journal and kept beside it, in
the background: no move waits for it. The rows of a match are written as a whole, so doing it again changes nothing.
Whatever was missed, in a crash or before there were feats, is made up when the server starts or somebody looks.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence

from sqlalchemy import and_, delete, exists, insert, select, text
from sqlalchemy.exc import IntegrityError

from machinehall.kernel.feats import Feat
from machinehall.kernel.title import Title
from machinehall.server.background import Background
from machinehall.server.errors import Fault
from machinehall.server.people.identity import require_identity
from machinehall.server.shapes import Caller, FeatInfo, SeatFeat
from machinehall.server.store import schema as s
from machinehall.server.store.deeds import Deed, continued, deeds, earning, known_luck_told
from machinehall.server.store.journal import CHANNEL
from machinehall.server.store.rows import CommitRow, Loaded
from machinehall.server.store.stored_match import unpack_events
from machinehall.words import Titled, Words

from .ending import seal
from .table import Table, revive
from .tables import Tables

log = logging.getLogger("machinehall.feats")


def _reckoned(title: Title, loaded: Loaded, journal: Sequence[CommitRow]) -> list[Deed]:
    if continued(journal) or known_luck_told(loaded.head.told):
        return []
    live = revive(title, len(loaded.seats), loaded.head, loaded.snapshot, loaded.tail)
    happened = [events for row in journal for events in unpack_events(row.events)]
    return deeds(title, loaded.head.id, loaded.seats, happened, live.state, journal[-1].at)


class FeatKeeper(Background):
    """Works out feats and knows who has earned which."""

    def __init__(self, tables: Tables, titles: Callable[[], Collection[str]]) -> None:
        self.tables = tables
        self.store = tables.store
        self.titles = titles
        self._queue: asyncio.Queue[str] = asyncio.Queue()

    def with_feats(self) -> list[Title]:
        return [title for title in map(self.tables.title, self.titles()) if title.feats is not None]

    def look(self, table: Table) -> None:
        """After a change: is the match over?"""
        head = table.known
        if head.status == "over" and self.tables.title(head.title).feats is not None and earning(table.seats):
            self._queue.put_nowait(table.id)

    async def _run(self) -> None:
        await self._safely(self._missed())
        while True:
            await self._safely(self.reckon(await self._queue.get()))

    async def _safely(self, work: Awaitable[None]) -> None:
        try:
            await work
        except Exception as fault:  # feats are made up later; they must not stop because of one match
            log.warning("feats were not worked out", extra={"fault": str(fault)})

    async def _missed(self) -> None:
        """Matches that are over and have nothing kept yet."""
        c = s.matches.c
        none = ~exists().where(s.feats.c.match == c.id)
        names = [title.name for title in self.with_feats()]
        query = select(c.id).where(c.status == "over", c.title.in_(names), none).order_by(c.changed)
        async with self.store.read() as connection:
            found = list((await connection.execute(query)).scalars())
        for match in found:
            self._queue.put_nowait(match)

    async def reckon(self, match: str) -> None:
        """Work out the feats of a match and keep them, unless it has changed in the meantime."""
        loaded = await self.store.load(match)
        if loaded is None or loaded.head.status != "over" or not earning(loaded.seats):
            return
        title = self.tables.title(loaded.head.title)
        if (loaded.head.rules, loaded.head.data) != (title.rules_version, title.data_version):
            return  # of other rules: it cannot be played again here
        journal = await self.store.tail(match, 0)
        found = await asyncio.to_thread(_reckoned, title, loaded, journal)
        try:
            written = await self._keep(match, loaded.head.rev, found)
        except IntegrityError:
            return  # another process has written the same
        if written:
            self.tables.hub.publish(match, feats=len(found))

    async def _keep(self, match: str, rev: int, found: Sequence[Deed]) -> bool:
        async with self.store.write() as connection:
            now = select(s.matches.c.rev).where(s.matches.c.id == match).with_for_update(read=True)
            if (await connection.execute(now)).scalar() != rev:
                return False
            await connection.execute(delete(s.feats).where(s.feats.c.match == match))
            if found:
                await connection.execute(insert(s.feats), [deed._asdict() for deed in found])
            if self.store.postgres:
                news = {"c": CHANNEL, "n": f"{match}:f{len(found)}"}
                await connection.execute(text("select pg_notify(:c, :n)"), news)
        return True

    # Looking

    async def mine(self, caller: Caller, say: Words) -> list[FeatInfo]:
        """All feats of all titles, with those that the caller has earned."""
        past = await self._past([require_identity(caller)])
        return [info for title in self.with_feats() for info in tell(title, past.get(title.name, []), say)]

    async def shown(self, caller: Caller, say: Words) -> list[FeatInfo]:
        """The same for a page, which also strangers may read."""
        if caller.identity is not None and caller.match is None:
            return await self.mine(caller, say)
        return [info for title in self.with_feats() for info in tell(title, [], say)]

    async def of_match(self, caller: Caller, match: str, say: Words) -> list[SeatFeat]:
        """What the players of a match have earned in it; by those who may look at it."""
        async with self.tables.table(match) as table:
            table.seat_for(caller, None)
            title = self.tables.title(table.known.title)
            seats = {row.identity: row.seat for row in earning(table.seats) if row.identity}
            if table.known.status != "over" or title.feats is None or not seats:
                return []
            await seal(self.tables, table, caller)
        if not await self._kept(match):
            try:
                await self.reckon(match)
            except Fault:
                return []  # somebody only looks: they will be there next time
        found: list[SeatFeat] = []
        for identity, seat in sorted(seats.items(), key=lambda pair: pair[1]):
            past = (await self._past([identity])).get(title.name, [])
            found += [info for feat in title.feats.all if (info := earned_here(title, feat, past, match, seat, say))]
        return found

    async def _kept(self, match: str) -> bool:
        async with self.store.read() as connection:
            rows = await connection.execute(select(s.feats.c.seat).where(s.feats.c.match == match))
            return rows.first() is not None

    async def _past(self, identities: Sequence[str]) -> dict[str, list[Deed]]:
        """What people have brought about in matches that are over, by title, in the order of time.

        A match counts when it is final: until then its end could be taken back.
        """
        c, m = s.feats.c, s.matches.c
        ended = and_(m.id == c.match, m.status == "over", m.final == 1)
        query = select(s.feats, m.title).join(s.matches, ended).where(c.identity.in_(identities))
        found: dict[str, list[Deed]] = {}
        async with self.store.read() as connection:
            for row in await connection.execute(query.order_by(c.at, c.match)):
                found.setdefault(row.title, []).append(Deed(row.match, row.seat, row.identity, row.what, row.at))
        return found


def matches_of(past: Sequence[Deed]) -> list[tuple[Deed, list[str]]]:
    """Deeds by match: the first of each, and all their names."""
    found: dict[str, tuple[Deed, list[str]]] = {}
    for deed in past:
        found.setdefault(deed.match, (deed, []))[1].append(deed.what)
    return list(found.values())


def tell(title: Title, past: Sequence[Deed], say: Words) -> list[FeatInfo]:
    """Every feat of a title as one player has it."""
    assert title.feats is not None
    earned, facts, words = title.feats.earned(matches_of(past)), {deed.what for deed in past}, Titled(title.name, say)
    found = []
    for feat in title.feats.all:
        deed = earned.get(feat.name)
        found.append(
            FeatInfo(
                title=title.name,
                name=feat.name,
                group=feat.group,
                rule=feat.rule,
                earned=deed is not None,
                text=words(f"feat.{feat.name}", feat.figure),
                match=deed.match if deed else None,
                at=deed.at if deed else None,
                gathered=title.feats.gathered(feat, facts),
                needed=len(feat.needs),
            )
        )
    return found


def earned_here(title: Title, feat: Feat, past: Sequence[Deed], match: str, seat: int, say: Words) -> SeatFeat | None:
    """A feat that a player earned in a match: done in it, or completed by it."""
    assert title.feats is not None
    first = title.feats.earned(matches_of(past)).get(feat.name)
    new = first is not None and first.match == match
    if not new and not any(deed.match == match and deed.what == feat.name for deed in past):
        return None
    words = Titled(title.name, say)(f"feat.{feat.name}", feat.figure)
    return SeatFeat(seat=seat, name=feat.name, group=feat.group, rule=feat.rule, text=words, first=new)
