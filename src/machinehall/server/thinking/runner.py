"""Bots think in worker processes with a time budget, and share them fairly.

A table waits for one decision at a time, in the line of its owner (`shares.py`). Tables of bots alone are played on
only while somebody watches, and after all others. A bot that fails is tried again; if that does not help, something
simpler decides once, which the table is told, and the next decision is the bot's own again.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import select

from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Action
from machinehall.server.errors import Fault, LostRevision
from machinehall.server.play.seating import told_of
from machinehall.server.play.table import Table
from machinehall.server.play.tables import Tables
from machinehall.server.shapes import BotsInfo
from machinehall.server.store import schema as s
from machinehall.server.store.rows import MatchRow, SeatRow, add_told

from .processes import BotFailed, Question, Worker, WorkerDied
from .shares import FIRST, LAST, Shares

log = logging.getLogger("machinehall.bots")
SIMPLER = "apprentice"
"""Decides in place of a bot that searches, or has a character, and fails; if that fails too, or is itself the one, any
legal action does."""
SEARCHING = frozenset({"journeyman", "master"})
TRIES = 2
"""How often a bot may fail at one decision."""
DEATHS = 5
"""How many workers may die over one decision before the match is helped on."""
SWEEP = 15.0
LATE = 5.0
"""Seconds beyond all thinking after which a table that owes a decision is looked at again."""


def bot_names() -> frozenset[str]:
    from machinehall.bots import BOTS, characters

    return frozenset([*BOTS, *(f"{characters.OFFERED}:{name}" for name in characters.NAMES)])


@dataclass(slots=True)
class Turn:
    """A decision that a bot owes, and what went wrong with it so far."""

    match: str
    seat: int
    bot: str
    rev: int
    number: int
    title: Title
    view: dict[str, Any]
    legal: list[Action]
    failed: int = 0
    died: int = 0

    @property
    def seed(self) -> str:
        return f"{self.match}/{self.seat}/{self.number}"


class BotRunner:
    """Keeps the bots of this process's matches going."""

    def __init__(self, tables: Tables, workers: int, seconds: float, packs: Mapping[str, str]) -> None:
        self.tables = tables
        self.seconds = seconds
        self.packs = packs
        self.clock: Callable[[], float] = time.monotonic
        self._workers = [Worker() for _ in range(workers)]
        self._line: Shares[str] = Shares()
        self._busy: dict[str, tuple[str, int] | None] = {}
        """Tables that are thought for; with owner and rank if they are to wait in line again afterwards."""
        self._trouble: dict[str, Turn] = {}
        """The decisions that went wrong at their last try."""
        self._tasks: set[asyncio.Task[None]] = set()
        self.decisions = self.failures = self.stand_ins = 0
        self.waits: Callable[[Table], Awaitable[bool]] = never
        """Whether the bots of a table hold still although one of them is to act."""

    async def open(self) -> None:
        if not self._workers:
            return
        for worker in self._workers:
            self._start(self._run(worker))
        self._start(self._sweep())

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in self._workers:
            await worker.stop()

    @property
    def deaths(self) -> int:
        return sum(worker.deaths for worker in self._workers)

    @property
    def waiting(self) -> int:
        return len(self._line)

    # Who is to be thought for

    def look(self, table: Table) -> None:
        """After a change: is a bot to act?"""
        if self._workers and acting_bot(table) is not None:
            self.wake(table.id, table.known.owner, bots_alone(table.seats))

    def wake(self, match: str, owner: str, alone: bool) -> None:
        if alone and not self.tables.hub.watched(match):
            return
        rank = LAST if alone else FIRST
        if match in self._busy:
            self._busy[match] = (owner, rank)
        else:
            self._line.put(match, owner, rank)

    def watched(self, match: str) -> None:
        """Somebody begins to watch: bots alone play on."""
        if self._workers:
            self._start(self._look_at(match))

    async def _look_at(self, match: str) -> None:
        with suppress(Fault):
            async with self.tables.table(match) as table:
                self.look(table)

    def state(self, table: Table) -> BotsInfo:
        """What the bots of a table are doing, for the people who wait for them."""
        if acting_bot(table) is None or not self._workers:
            return BotsInfo("none")
        if self._held(table):
            return BotsInfo("held")
        if table.id in self._line and len(self._busy) >= len(self._workers):
            return BotsInfo("queued", self._line.ahead(table.id) + 1)
        return BotsInfo("thinking")

    def _held(self, table: Table) -> bool:
        return bots_alone(table.seats) and not self.tables.hub.watched(table.id)

    async def _sweep(self) -> None:
        """Resume bots after a restart, here or of another process; a move already under way elsewhere does no harm."""
        quiet = 0.0
        while True:
            try:
                for match, owner, alone in await self._owed(self.tables.now() - quiet):
                    self.wake(match, owner, alone)
                quiet = 2 * self.seconds + LATE
            except Fault as fault:
                log.warning("cannot look for bots", extra={"fault": str(fault)})
            await asyncio.sleep(SWEEP if quiet else 1.0)

    async def _owed(self, before: float) -> list[tuple[str, str, bool]]:
        """Running matches in which a bot is to act: id, owner, and whether nobody else plays."""
        m, places = s.matches.c, s.seats.c
        query = (
            select(m.id, m.owner, m.to_act, places.seat, places.kind, places.left)
            .join(s.seats, places.match == m.id)
            .where(m.status == "running", m.changed <= before)
            .order_by(m.changed, m.id)
        )
        async with self.tables.store.read() as connection:
            rows = (await connection.execute(query)).all()
        people = {row.id for row in rows if row.kind != "bot" and not row.left}
        owed = {row.id: row.owner for row in rows if row.kind == "bot" and f",{row.seat}," in row.to_act}
        return [(match, owner, match not in people) for match, owner in owed.items()]

    # Thinking

    async def _run(self, worker: Worker) -> None:
        while True:
            match, owner = await self._line.get()
            self._busy[match], began = None, self.clock()
            try:
                await self._decide(match, worker)
            except Fault as fault:
                log.warning("bot waits", extra={"match": match, "fault": str(fault)})
            except Exception:
                log.exception("bot stopped", extra={"match": match})
            finally:
                self._line.charge(owner, self.clock() - began)
                again = self._busy.pop(match)
            if again is not None:
                self._line.put(match, *again)

    async def _decide(self, match: str, worker: Worker) -> None:
        """One decision of a bot, or one try at it; then the table waits in line again."""
        turn = await self._turn(match)
        if turn is None:
            return
        told, forced = "", len(turn.legal) == 1
        if forced:
            action = turn.legal[0]
        else:
            found = await self._try(worker, turn)
            if found is None and turn.failed < TRIES and turn.died < DEATHS:
                self._trouble[match] = turn
                await self._look_at(match)
                return
            told = "told.worker_died" if turn.died else ""
            if found is None:
                found, told = await self._stand_in(worker, turn), "told.bot_stand_in"
            action = found
        with suppress(LostRevision):
            async with self.tables.table(match) as table:
                if table.known.rev != turn.rev:
                    self.look(table)
                    return
                more: dict[str, Any] = {"told": told_once(table.known, told, turn.seat, turn.bot)} if told else {}
                await self.tables.play_at(table, turn.seat, action, forced=forced, **more)
                self.decisions += 1

    async def _turn(self, match: str) -> Turn | None:
        """What is to be decided; None: nothing, or the bots hold still."""
        async with self.tables.table(match) as table:
            seat, before = acting_bot(table), self._trouble.pop(match, None)
            if seat is None or self._held(table) or await self.waits(table):
                return None
            live, bot = table.live, table.seats[seat].bot
            turn = Turn(match, seat, bot, table.known.rev, live.number, live.title, live.view(seat), live.legal(seat))
        if before is not None and (before.seed, before.bot) == (turn.seed, bot):
            turn.failed, turn.died = before.failed, before.died
        return turn

    async def _try(self, worker: Worker, turn: Turn) -> Action | None:
        """What the bot itself decides; None if it failed, or its worker died over it."""
        try:
            return await self._ask(worker, turn, turn.bot)
        except WorkerDied as death:
            turn.died += 1
            log.error("bot worker died", extra=told_to_log(turn, turn.died, death))
        except BotFailed as fault:
            turn.failed += 1
            self.failures += 1
            log.warning("bot failed", extra=told_to_log(turn, turn.failed, fault))
        return None

    async def _ask(self, worker: Worker, turn: Turn, bot: str) -> Action:
        title, indexes = turn.title, [turn.title.action_index(action) for action in turn.legal]
        pack = self.tables.boxes.folder(title) or self.packs.get(title.name)
        chosen = (await worker.ask(Question(title.name, pack, bot, turn.seed, self.seconds, turn.view, indexes))).action
        if chosen is None or chosen not in indexes:
            raise BotFailed(f"chose {chosen}, which is not legal")
        return title.action_at(chosen)

    async def _stand_in(self, worker: Worker, turn: Turn) -> Action:
        """For this decision alone, so that the match goes on."""
        self.stand_ins += 1
        if turn.bot in SEARCHING or turn.bot.startswith(f"{SIMPLER}:"):
            try:
                return await self._ask(worker, turn, SIMPLER)
            except (BotFailed, WorkerDied) as fault:
                log.warning("no stand-in", extra=told_to_log(turn, 1, fault))
        return random.Random(turn.seed).choice(turn.legal)


async def never(table: Table) -> bool:
    return False


def acting_bot(table: Table) -> int | None:
    """The first seat of a bot that owes a decision."""
    if table.match is None or table.known.status != "running":
        return None
    acting = (seat for seat in table.match.to_act if seat != CHANCE)
    return next((seat for seat in acting if table.seats[seat].kind == "bot"), None)


def bots_alone(seats: Iterable[SeatRow]) -> bool:
    """Whether nobody plays who is not a bot."""
    return all(row.kind == "bot" or row.left for row in seats)


def told_once(head: MatchRow, message: str, *args: int | str) -> str:
    """What the table is told, in place of the same said earlier: trouble that stays does not fill the log."""
    left = [told for told in told_of(head) if (told["message"], told["args"]) != (message, list(args))]
    return add_told(msgspec.structs.replace(head, told=msgspec.json.encode(left).decode()), message, *args)


def told_to_log(turn: Turn, attempt: int, fault: Exception) -> dict[str, Any]:
    return {"match": turn.match, "seat": turn.seat, "bot": turn.bot, "attempt": attempt, "fault": str(fault)}
