"""Reviews of matches that are over: made one after the other by a worker of low priority, kept with the match.

Whoever looks sees it grow. Those who wait get fair shares, so nobody's many matches keep back others. A review that
another judge made, or an earlier form of it, is made anew when somebody looks.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import time
import zlib
from collections import OrderedDict
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from machinehall.kernel.title import Title
from machinehall.review.judge import judge_for
from machinehall.review.shapes import VERSION, Review, TurnReview
from machinehall.server.errors import Conflict, NoAnswer, StillThinking, TooMany, Unknown
from machinehall.server.play.ending import Ending
from machinehall.server.play.tables import Tables
from machinehall.server.shapes import Caller
from machinehall.server.store import schema as s

from .processes import surroundings
from .review_worker import Growth, Job, Tried
from .shares import Shares
from .unshown import Unshown

log = logging.getLogger("machinehall.reviews")
SECONDS = 60.0
"""After so long no more turns of a match are searched."""
LONGEST_REVIEW = 900.0
"""Seconds after which a worker is ended that is not done."""
EACH, ALL = 3, 64
"""Reviews of one asker, and of all, that may wait."""
LINE = 16 * 1024 * 1024
REVIEWS_KEPT = 32
"""Reviews in memory."""
LATEST = 40
"""Matches of somebody that are looked at together."""


class Reviewed(NamedTuple):
    """A review and the seat that somebody held in it."""

    match: str
    review: Review
    seat: int
    at: float
    rules: int
    data: str
    """Rules and components by which the match was played."""


class Reviews:
    """Makes reviews, and gives them out."""

    def __init__(self, tables: Tables, ending: Ending, packs: Mapping[str, str], enabled: bool) -> None:
        self.tables, self.ending, self.packs = tables, ending, packs
        self.enabled = enabled
        """A server without workers thinks for nobody."""
        self.unshown = Unshown(tables)
        self._line: Shares[str] = Shares()
        self._open: dict[str, tuple[str, Job]] = {}
        self._growing: dict[str, Review] = {}
        self._kept: OrderedDict[str, Review | None] = OrderedDict()
        """None: it could not be made, which is told once; whoever asks then begins anew."""
        self._work: asyncio.Task[None] | None = None

    async def close(self) -> None:
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)

    async def of(self, caller: Caller, match: str) -> Review:
        """The review of a match that is over, as far as it has grown; StillThinking: nothing of it is there yet."""
        async with self.tables.table(match) as table:
            table.seat_for(caller, None)
            head, own = table.known, table.owned(caller)
            if head.status != "over":
                raise Conflict("review.not_over")
            if not head.final:  # looking changes nothing: its own people let the end stand first (`ending`)
                raise Conflict("table.not_final")
        found = await self._there(match, self.tables.boxes.title(head.title, head.data))
        if found is None and match not in self._open:
            await self._take(caller, match)
        if found is None:
            raise StillThinking(self._ahead(match))
        return found.without(await self.unshown.from_others(match, own))

    def _ahead(self, match: str) -> int:
        """How many come before a match that waits, with the one that is made just now, if there is one."""
        return self._line.ahead(match) + len(self._open) - len(self._line) if match in self._line else 0

    async def go_on(self, caller: Caller, match: str) -> None:
        """Search on where a review stopped; what was found stays."""
        found = await self.of(caller, match)
        if found.whole and found.left and match not in self._open:
            known = self._kept.get(match)
            await self._take(caller, match, known)
            if known is not None:
                self._growing[match] = known.going_on()

    async def ready(self, caller: Caller, match: str) -> Review | None:
        """The same if there is something to show already; None: nothing yet."""
        try:
            return await self.of(caller, match)
        except StillThinking:
            return None

    async def seen(self, caller: Caller, match: str) -> Review | None:
        """What is there of a review by now; nobody is set to work."""
        async with self.tables.table(match) as table:
            table.seat_for(caller, None)
            head, own = table.known, table.owned(caller)
        if head.status != "over" or not head.final:
            return None
        try:
            found = await self._there(match, self.tables.boxes.title(head.title, head.data))
        except NoAnswer:
            return None
        return found and found.without(await self.unshown.from_others(match, own))

    async def fault(self, caller: Caller, match: str, number: int) -> tuple[Review, TurnReview]:
        """A turn of a review that gave something away."""
        found = await self.ready(caller, match)
        turn = fault_of(found, number) if found is not None else None
        if found is None or turn is None:
            raise Unknown("review.no_such_turn")
        return found, turn

    async def job(
        self, caller: Caller, match: str, seconds: float = 0.0, tried: Tried | None = None, beside: bool = False,
        begun: Review | None = None,
    ) -> Job:  # fmt: skip
        """What a worker is given of a match: its record, and the components that it was played with."""
        async with self.tables.table(match) as table:
            head = table.known
        title = self.tables.boxes.title(head.title, head.data)
        pack = self.tables.boxes.folder(title) or self.packs.get(title.name)
        return Job(await self.ending.record(caller, match), pack, seconds, tried, beside, begun)

    async def mine(self, caller: Caller) -> list[Reviewed]:
        """The reviews of the caller's latest matches, once for each seat that they held."""
        r, m, places = s.reviews.c, s.matches.c, s.seats.c
        held = (places.match == r.match) & (places.identity == caller.identity) & (places.kind == "person")
        query = (
            select(r.match, r.body, places.seat, m.changed, m.rules, m.data)
            .join(s.seats, held)
            .join(s.matches, m.id == r.match)
            .where(m.status == "over", m.final == 1)
            .order_by(m.changed.desc())
            .limit(LATEST)
        )
        if caller.identity is None:
            return []
        async with self.tables.store.read() as connection:
            rows = (await connection.execute(query)).all()
        return await asyncio.to_thread(opened, [tuple(row) for row in rows])

    async def _there(self, match: str, title: Title) -> Review | None:
        """What is known by now: one that grows comes before the one it goes on from."""
        return self._growing.get(match) or await self._kept_review(match, title)

    async def _kept_review(self, match: str, title: Title) -> Review | None:
        """One that is whole, and by the present judge."""
        if match in self._kept:
            found = self._kept[match]
            if found is None:
                del self._kept[match]
                raise NoAnswer("review.failed")
            if made_by(found) == wanted(title):
                return found
        c = s.reviews.c
        async with self.tables.store.read() as connection:
            row = (await connection.execute(select(c.judge, c.body).where(c.match == match))).first()
        if row is None or row.judge != wanted(title):
            return None
        found = msgspec.json.decode(zlib.decompress(row.body), type=Review)
        self._remember(match, found)
        return found

    def _remember(self, match: str, found: Review | None) -> None:
        self._kept[match] = found
        self._kept.move_to_end(match)
        while len(self._kept) > REVIEWS_KEPT:
            self._kept.popitem(last=False)

    async def _take(self, caller: Caller, match: str, begun: Review | None = None) -> None:
        asker = caller.identity or ""
        if not self.enabled:
            raise Conflict("review.no_workers")
        if len(self._open) >= ALL or sum(who == asker for who, _ in self._open.values()) >= EACH:
            raise TooMany("thinking.busy")
        job = await self.job(caller, match, SECONDS, begun=begun)
        if match in self._open:  # somebody else has asked in the meantime
            return
        self._open[match] = asker, job
        self._line.put(match, asker)
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self._line:
            match, asker = await self._line.get()
            began = time.monotonic()
            self._remember(match, await self._make(match, self._open[match][1]))
            del self._open[match]
            self._growing.pop(match, None)
            self._line.charge(asker, time.monotonic() - began)

    async def _make(self, match: str, job: Job) -> Review | None:
        """Let a worker make it, and keep it when it is whole."""
        found: Review | None = None
        try:
            async with asyncio.timeout(LONGEST_REVIEW), contextlib.aclosing(grown(job)) as lines:
                async for growth in lines:
                    if growth.fault:
                        raise ChildProcessError(growth.fault)
                    if not growth.done:
                        found = self._grow(match, msgspec.json.decode(growth.review, type=Review), job.begun)
        except Exception:  # whoever asks must hear of it, and the next match has its turn
            log.exception("no review" if found is None else "part of a review", extra={"match": match})
            found = found if found is not None and found.looked else job.begun
            return found.stopped() if found is not None else None  # not kept with the match: another time it may do
        if found is not None:
            await self._keep(match, found)
        return found

    def _grow(self, match: str, found: Review, begun: Review | None) -> Review:
        """What is shown from now on; one that goes on does not fall back behind what was there."""
        if begun is None or (found.looked and found.searched >= begun.searched):
            self._growing[match] = found
        return found

    async def _keep(self, match: str, found: Review) -> None:
        row = {
            "match": match,
            "judge": made_by(found),
            "body": zlib.compress(msgspec.json.encode(found)),
            "at": time.time(),
        }
        with contextlib.suppress(IntegrityError):  # another process has made the same, or the match is gone
            async with self.tables.store.write() as connection:
                await connection.execute(delete(s.reviews).where(s.reviews.c.match == match))
                await connection.execute(insert(s.reviews), [row])


def fault_of(found: Review, number: int) -> TurnReview | None:
    """A turn that gave something away, by its number."""
    turn = found.turns[number - 1] if 0 < number <= len(found.turns) else None
    return turn if turn is not None and turn.fault and turn.loss is not None else None


def opened(rows: Sequence[tuple[str, bytes, int, float, int, str]]) -> list[Reviewed]:
    """Stored reviews of the present form, read."""
    found = []
    for match, body, seat, at, rules, data in rows:
        with contextlib.suppress(msgspec.ValidationError):  # of an earlier version: made anew when somebody looks
            review = msgspec.json.decode(zlib.decompress(body), type=Review)
            if review.version == VERSION:
                found.append(Reviewed(match, review, seat, at, rules, data))
    return found


def wanted(title: Title) -> str:
    """Who makes reviews of a title now."""
    return f"{VERSION}/{judge_for(title).name}"[:80]


def made_by(found: Review) -> str:
    return f"{found.version}/{found.judge}"[:80]


async def grown(job: Job) -> AsyncGenerator[Growth, None]:
    """What a worker of its own says of a job, line by line; it ends with whoever listens."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "machinehall.server.thinking.review_worker",
        limit=LINE, env=surroundings(os.environ),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(msgspec.json.encode(job) + b"\n")
        await process.stdin.drain()
        while True:
            line = await process.stdout.readline()
            if not line.endswith(b"\n"):
                raise ChildProcessError(f"a worker died: exit status {process.returncode}")
            growth = msgspec.json.decode(line, type=Growth)
            yield growth
            if growth.done or growth.fault:
                return
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
