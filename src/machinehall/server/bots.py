"""Bots think in worker processes with a time budget. A crashed or slow one is tried again, then replaced.

Each worker is a program of its own (`bot_worker.py`) that is asked over a pipe, so that it can be ended at any moment
and never holds up the event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
from sqlalchemy import select

from machinehall.kernel.title import Title
from machinehall.kernel.values import Action

from . import schema as s
from .asking import add_told
from .errors import Fault, LostRevision
from .positions import Table
from .tables import Tables

log = logging.getLogger("machinehall.bots")
SIMPLEST = "random"
TRIES = 2
GRACE = 5.0
"""Seconds beyond its budget before a worker is ended."""
SWEEP = 15.0
LINE = 4 * 1024 * 1024


def bot_names() -> frozenset[str]:
    from machinehall.bots import BOTS

    return frozenset(BOTS)


class BotFailed(Exception):
    """No answer, or none that can be used."""


class Question(msgspec.Struct):
    """What a worker is asked."""

    title: str
    pack: str | None
    bot: str
    seed: str
    seconds: float
    view: dict[str, Any]
    legal: list[int]
    why: bool = False
    """Whether to tell the thoughts behind the choice as well."""
    hints: bool = False
    """Not one choice but some with their reasons."""


class HintRow(msgspec.Struct):
    """A choice with what it brings: message ids and the change of each."""

    action: int
    value: float
    reasons: list[tuple[str, float]]


class Answer(msgspec.Struct):
    """What it says."""

    action: int | None = None
    fault: str = ""
    thoughts: list[tuple[int, float, int]] = []
    """Action, value and visits of each candidate, the best first; of bots that can tell."""
    hints: list[HintRow] = []


class Worker:
    """One worker process, started when it is first needed."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self.started = 0

    async def ask(self, question: Question, grace: float | None = None) -> Answer:
        """What the bot says; BotFailed if nothing that can be used."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "machinehall.server.bot_worker", limit=LINE,
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            )  # fmt: skip
            self.started += 1
        pipe, back = self._process.stdin, self._process.stdout
        assert pipe is not None and back is not None
        try:
            pipe.write(msgspec.json.encode(question) + b"\n")
            await pipe.drain()
            line = await asyncio.wait_for(back.readline(), question.seconds + (GRACE if grace is None else grace))
            answer = msgspec.json.decode(line, type=Answer)
        except (TimeoutError, OSError, ValueError, msgspec.DecodeError) as fault:
            await self.stop()
            raise BotFailed(f"{type(fault).__name__}: {fault}") from None
        if answer.fault:
            raise BotFailed(answer.fault)
        return answer

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


class BotRunner:
    """Keeps the bots of this process's matches going."""

    def __init__(self, tables: Tables, workers: int, seconds: float, packs: Mapping[str, str]) -> None:
        self.tables = tables
        self.seconds = seconds
        self.packs = packs
        self._workers = [Worker() for _ in range(workers)]
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._waiting: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self.decisions = self.failures = 0
        self.waits: Callable[[Table], Awaitable[bool]] = never
        """Whether the bots of a table hold still although one of them is to act."""

    async def open(self) -> None:
        if not self._workers:
            return
        self._tasks = [asyncio.create_task(self._run(worker)) for worker in self._workers]
        self._tasks.append(asyncio.create_task(self._sweep()))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self._workers:
            await worker.stop()

    def look(self, table: Table) -> None:
        """After a change: is a bot to act?"""
        if self._workers and acting_bot(table) is not None:
            self.wake(table.id)

    def wake(self, match: str) -> None:
        if match not in self._waiting:
            self._waiting.add(match)
            self._queue.put_nowait(match)

    async def _sweep(self) -> None:
        """Resume bots after a restart, here or of another process; a move already under way elsewhere does no harm."""
        quiet = 0.0
        while True:
            try:
                for match in await self._owed(self.tables.now() - quiet):
                    self.wake(match)
                quiet = 2 * self.seconds + GRACE
            except Fault as fault:
                log.warning("cannot look for bots", extra={"fault": str(fault)})
            await asyncio.sleep(SWEEP if quiet else 1.0)

    async def _owed(self, before: float) -> list[str]:
        m, places = s.matches.c, s.seats.c
        query = (
            select(m.id, m.to_act, places.seat)
            .join(s.seats, places.match == m.id)
            .where(m.status == "running", places.kind == "bot", m.changed <= before)
        )
        async with self.tables.store.read() as connection:
            rows = (await connection.execute(query)).all()
        return sorted({row.id for row in rows if f",{row.seat}," in row.to_act})

    async def _run(self, worker: Worker) -> None:
        while True:
            match = await self._queue.get()
            self._waiting.discard(match)
            try:
                while await self._decide(match, worker):
                    await asyncio.sleep(0)
            except Fault as fault:
                log.warning("bot waits", extra={"match": match, "fault": str(fault)})
            except Exception:
                log.exception("bot stopped", extra={"match": match})

    async def _decide(self, match: str, worker: Worker) -> bool:
        """One decision of a bot; False when no bot is to act."""
        async with self.tables.table(match) as table:
            seat = acting_bot(table)
            if seat is None or await self.waits(table):
                return False
            live, rev, bot = table.live, table.known.rev, table.seats[seat].bot
            legal, view, number = live.legal(seat), live.view(seat), live.number
        if len(legal) > 1:
            action = await self._choose(worker, live.title, bot, f"{match}/{seat}/{number}", view, legal)
        else:
            action = legal[0]
        with contextlib.suppress(LostRevision):
            async with self.tables.table(match) as table:
                if table.known.rev != rev:
                    return True
                if action is None:
                    await self._replace(table, seat)
                else:
                    await self.tables.play_at(table, seat, action, forced=len(legal) == 1)
                    self.decisions += 1
        return True

    async def _choose(
        self, worker: Worker, title: Title, bot: str, seed: str, view: dict[str, Any], legal: list[Action]
    ) -> Action | None:
        indexes = [title.action_index(action) for action in legal]
        for attempt in range(TRIES):
            question = Question(title.name, self.packs.get(title.name), bot, seed, self.seconds, view, indexes)
            try:
                chosen = (await worker.ask(question)).action
                if chosen is None or chosen not in indexes:
                    raise BotFailed(f"chose {chosen}, which is not legal")
                return title.action_at(chosen)
            except BotFailed as fault:
                self.failures += 1
                log.warning("bot failed", extra={"bot": bot, "attempt": attempt + 1, "fault": str(fault)})
        return None

    async def _replace(self, table: Table, seat: int) -> None:
        """The simplest bot takes over; if even that fails, any legal action is taken."""
        old = table.seats[seat].bot
        if old == SIMPLEST:
            live = table.live
            await self.tables.play_at(table, seat, live.legal(seat)[0])
            return
        told = add_told(table.known, "told.bot_replaced", seat, old)
        seats = [msgspec.structs.replace(r, bot=SIMPLEST) if r.seat == seat else r for r in table.seats]
        await self.tables.commit(table, "seat", seat, seats=seats, told=told)


async def never(table: Table) -> bool:
    return False


def acting_bot(table: Table) -> int | None:
    """The first seat of a bot that owes a decision."""
    if table.match is None or table.known.status != "running":
        return None
    return next((seat for seat in table.match.to_act if table.seats[seat].kind == "bot"), None)
