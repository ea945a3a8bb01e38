"""Storage: matches, their journal and snapshots. What is acknowledged is committed.

A change of a match is one `Write`: a line of the journal and the new head, guarded by the revision before it; several
may be written all or none. Writes that wait at the same time share one transaction; if one of them has lost a race the
transaction is rolled back and each is tried by itself, so that no write ever suffers from another.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import zip_longest
from typing import Any

import msgspec
from sqlalchemy import and_, delete, func, insert, or_, select, update
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection

from machinehall.server.errors import Damaged, Down

from . import schema as s
from .engine import make_engines, make_lite_writer
from .health import Health
from .journal import LostRace, write_postgres, write_sqlite
from .rows import CommitRow, Loaded, MatchRow, SeatRow, Snapshot, Write
from .seals import erased, intact_text, read_facts, torn

Job = tuple[tuple[Write, ...], asyncio.Future[bool]]
"""Changes of one match, to be written all or none, and who waits for them."""
BATCH = 128
LONG_LINE = 8
"""A line of the journal seldom has more decisions, chance among them."""
FILLER = b"\0" * 8192
"""What a try to write is made with: more than a move takes."""


class Store:
    """All access to the database."""

    def __init__(self, url: URL, pool: int = 8) -> None:
        self.url = url
        self.postgres = url.get_backend_name() == "postgresql"
        self.writing, self.reading = make_engines(url, pool)
        # SQLite is written by one thread of ours: one hop for a whole batch instead of one for each statement.
        self._lite = None if self.postgres else make_lite_writer(url)
        self._thread = ThreadPoolExecutor(1, "journal")
        self._gate = asyncio.Lock()
        self._queue: asyncio.Queue[Job] = asyncio.Queue()
        self._writers: list[asyncio.Task[None]] = []
        self.batches = self.written = 0
        self.health = Health()
        self.hurt: Callable[[str, int], None] = lambda match, number: None
        """Told of a stored position that is damaged; the journal stands in for it."""

    async def open(self) -> None:
        # Two writers overlap on PostgreSQL: one gathers while the other waits for the disk.
        self._writers = [asyncio.create_task(self._write_for_ever()) for _ in range(2 if self.postgres else 1)]

    async def close(self) -> None:
        for task in self._writers:
            task.cancel()
        await asyncio.gather(*self._writers, return_exceptions=True)
        while not self._queue.empty():
            _, waiting = self._queue.get_nowait()
            if not waiting.done():
                waiting.set_exception(Down("storage.closing"))
        await self.writing.dispose()
        await self.reading.dispose()
        if self._lite is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._lite.dispose)
        self._thread.shutdown()

    # Reading

    @contextlib.asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self.reading.connect() as connection:
                yield connection
        except (SQLAlchemyError, OSError, TimeoutError) as fault:
            raise Down("storage.down") from fault

    @contextlib.asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction for whatever is not a change of a match."""
        try:
            async with self._turn(), self.writing.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except (SQLAlchemyError, OSError, TimeoutError) as fault:
            self.health.failed(fault)
            raise Down("storage.down") from fault

    @contextlib.asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """SQLite has one writer at a time: better to wait here than in the database, which waits by sleeping."""
        if self.postgres:
            yield
            return
        async with self._gate:
            yield

    async def probe(self) -> None:
        """Write something and take it away again: two commits, as a full disk may let the second pass."""
        async with self.write() as connection:
            await connection.execute(insert(s.pulse).values(at=time.time(), filler=FILLER))
        async with self.write() as connection:
            await connection.execute(delete(s.pulse))
        self.health.worked()

    async def load(self, match: str) -> Loaded | None:
        """Head, seats, the latest position before anything that can be taken back, and what happened since."""
        async with self.read() as connection:
            if self.postgres:
                await connection.execution_options(isolation_level="REPEATABLE READ")
            found = await self._head(connection, match)
            if found is None:
                return None
            head, places = found
            if head.status == "open":
                return Loaded(head, places, None, [], await self._facts(connection, match))
            shot = await self._snapshot(connection, match, head.floor)
            first = shot.number if shot else 0
            rows = await self._linked(connection, match, first, head.rev)
            tail = [row for row in rows if row.first >= first and row.lines and not row.void]
            facts = next((row.facts for row in reversed(rows) if row.facts is not None), None)
            return Loaded(head, places, shot, tail, facts, torn(rows, head.chain))

    async def _linked(self, connection: AsyncConnection, match: str, first: int, rev: int) -> list[CommitRow]:
        """The journal from a number on with what was taken back, and what it is checked with: the line before, the last
        line, and those with facts. One question, since each costs more than the rows it brings."""
        c = s.commits.c
        query = select(s.commits).where(c.match == match).order_by(c.rev)
        wanted = or_(c.first >= first - LONG_LINE, c.rev == rev, c.facts.is_not(None))
        return [CommitRow(**row) for row in (await connection.execute(query.where(wanted))).mappings()]

    async def _facts(self, connection: AsyncConnection, match: str) -> str | None:
        c = s.commits.c
        query = select(c.facts).where(c.match == match, c.facts.is_not(None)).order_by(c.rev.desc()).limit(1)
        return (await connection.execute(query)).scalar()

    async def _head(self, connection: AsyncConnection, match: str) -> tuple[MatchRow, list[SeatRow]] | None:
        row = (await connection.execute(select(s.matches).where(s.matches.c.id == match))).mappings().first()
        if row is None:
            return None
        places = await connection.execute(select(s.seats).where(s.seats.c.match == match).order_by(s.seats.c.seat))
        return MatchRow(**row), [seat_row(p) for p in places.mappings()]

    async def rev(self, match: str) -> int | None:
        async with self.read() as connection:
            found = await connection.execute(select(s.matches.c.rev).where(s.matches.c.id == match))
            return found.scalar()

    async def position(self, match: str, number: int) -> tuple[Snapshot | None, list[CommitRow]]:
        """What is needed to see a past position: the whole position before it and the decisions in between."""
        async with self.read() as connection:
            if self.postgres:
                await connection.execution_options(isolation_level="REPEATABLE READ")
            shot = await self._snapshot(connection, match, number)
            return shot, await self._tail(connection, match, shot.number if shot else 0, number)

    async def _snapshot(self, connection: AsyncConnection, match: str, at_most: int) -> Snapshot | None:
        """The latest sound position; a damaged one is passed over, since the journal gives the same."""
        c = s.snapshots.c
        while True:
            query = select(s.snapshots).where(c.match == match, c.number <= at_most).order_by(c.number.desc()).limit(1)
            row = (await connection.execute(query)).mappings().first()
            if row is None:
                facts = read_facts(await self._facts(connection, match))
                if facts is not None and facts.begins:
                    raise Damaged("table.damaged", match)  # it began with a position that is gone
                return None
            shot = Snapshot(**row)
            if intact_text(shot) is not None:
                return shot
            if shot.number == 0:
                raise Damaged("table.damaged", match)
            self.hurt(match, shot.number)
            at_most = shot.number - 1

    async def tail(
        self, match: str, first: int, limit: int | None = None, before: int | None = None
    ) -> list[CommitRow]:
        """The journal's lines with decisions that count, from a number on."""
        async with self.read() as connection:
            return await self._tail(connection, match, first, before, limit)

    async def journal(self, match: str) -> list[CommitRow]:
        """All of the journal's lines, also those that were taken back."""
        c = s.commits.c
        async with self.read() as connection:
            query = select(s.commits).where(c.match == match).order_by(c.rev)
            return [CommitRow(**row) for row in (await connection.execute(query)).mappings()]

    async def _tail(
        self, connection: AsyncConnection, match: str, first: int, before: int | None = None, limit: int | None = None
    ) -> list[CommitRow]:
        c = s.commits.c
        query = select(s.commits).where(c.match == match, c.first >= first, c.void == 0, c.lines != "").order_by(c.rev)
        if before is not None:
            query = query.where(c.first < before)
        if limit is not None:
            query = query.limit(limit)
        return [CommitRow(**row) for row in (await connection.execute(query)).mappings()]

    # Writing

    async def create(self, head: MatchRow, places: Sequence[SeatRow], commit: CommitRow) -> None:
        async with self.write() as connection:
            await connection.execute(insert(s.matches), msgspec.to_builtins(head))
            await connection.execute(insert(s.seats), [place(head.id, seat) for seat in places])
            await connection.execute(insert(s.commits), msgspec.structs.asdict(commit))

    async def append(self, *writes: Write) -> bool:
        """Commit a change, or several of one match that follow each other, all or none; False: somebody else has
        written this revision. Down: not known to be written."""
        waiting: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((writes, waiting))
        return await asyncio.shield(waiting)

    async def _write_for_ever(self) -> None:
        while True:
            jobs = [await self._queue.get()]
            while len(jobs) < BATCH and not self._queue.empty():
                jobs.append(self._queue.get_nowait())
            try:
                await self._write_jobs(jobs)
            except BaseException as fault:
                if isinstance(fault, Exception):
                    self.health.failed(fault)
                down = Down("storage.down")
                down.__cause__ = fault
                for _, waiting in jobs:
                    if not waiting.done():
                        waiting.set_exception(down)
                if not isinstance(fault, Exception):
                    raise

    async def _write_jobs(self, jobs: list[Job]) -> None:
        try:
            # In the order of ids, so that processes that race for several matches cannot block each other.
            await self._commit(sorted((writes for writes, _ in jobs), key=lambda writes: writes[0].head.id))
        except LostRace:
            if len(jobs) == 1:
                jobs[0][1].set_result(False)
                return
            for job in jobs:
                try:
                    await self._write_jobs([job])
                except (DBAPIError, SQLAlchemyError, OSError, TimeoutError) as fault:
                    self.health.failed(fault)
                    job[1].set_exception(Down("storage.down", type(fault).__name__))
            return
        self.health.worked()
        self.batches += 1
        self.written += sum(len(writes) for writes, _ in jobs)
        for _, waiting in jobs:
            waiting.set_result(True)

    async def _commit(self, changes: list[tuple[Write, ...]]) -> None:
        try:
            if self._lite is not None:
                async with self._gate:
                    await asyncio.get_running_loop().run_in_executor(self._thread, self._commit_lite, changes)
                return
            async with self.writing.begin() as connection:
                for writes in rounds(changes):
                    for write in writes:
                        for statement in extras(write):
                            await connection.execute(*statement)
                    await write_postgres(connection, writes)
        except IntegrityError as fault:
            raise LostRace from fault
        except PoolTimeout as fault:
            raise Down("storage.down") from fault

    def _commit_lite(self, changes: list[tuple[Write, ...]]) -> None:
        assert self._lite is not None
        with self._lite.begin() as connection:
            for writes in rounds(changes):
                for write in writes:
                    for statement in extras(write):
                        connection.execute(*statement)
                write_sqlite(connection, writes)

    async def erase_facts(self, connection: AsyncConnection, identity: str) -> None:
        """Of older lines that say where somebody sat leave only the digest, which the chain needs."""
        c = s.commits.c
        told = select(c.match, c.rev, c.facts).where(c.facts.contains(identity, autoescape=True))
        for row in (await connection.execute(told)).all():
            line = and_(c.match == row.match, c.rev == row.rev)
            await connection.execute(update(s.commits).where(line).values(facts=erased(row.facts)))

    async def count(self, status: str) -> int:
        async with self.read() as connection:
            query = select(func.count()).select_from(s.matches).where(s.matches.c.status == status)
            return int((await connection.execute(query)).scalar() or 0)


def rounds(changes: Sequence[Sequence[Write]]) -> Iterator[list[Write]]:
    """The first changes of all matches, then the second ones, and so on: each finds the head that it follows."""
    for some in zip_longest(*changes):
        yield [write for write in some if write is not None]


def extras(write: Write) -> list[tuple[Any, ...]]:
    """Statements beside the journal: decisions taken back, people who sit elsewhere."""
    match, found = write.head.id, list[tuple[Any, ...]]()
    if write.void_from is not None:
        c, shots = s.commits.c, s.snapshots.c
        late = and_(c.match == match, c.first >= write.void_from, c.void == 0, c.lines != "")
        found.append((update(s.commits).where(late).values(void=write.head.rev),))
        found.append((delete(s.snapshots).where(shots.match == match, shots.number > write.void_from),))
    if write.drop_snapshot is not None:
        shots = s.snapshots.c
        found.append((delete(s.snapshots).where(shots.match == match, shots.number == write.drop_snapshot),))
    if write.seats is not None:
        found.append((delete(s.seats).where(s.seats.c.match == match),))
        found.append((insert(s.seats), [place(match, seat) for seat in write.seats]))
    return found


def place(match: str, seat: SeatRow) -> dict[str, Any]:
    return msgspec.structs.asdict(seat) | {"match": match}


def seat_row(row: Any) -> SeatRow:
    return SeatRow(**{name: row[name] for name in SeatRow.__struct_fields__})
