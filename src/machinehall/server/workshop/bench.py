"""Who draws and tries owners' packs: helpers in processes of their own, one question after the other, with limits."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import NamedTuple

import msgspec

from machinehall.server.errors import NoAnswer, TooMany
from machinehall.server.thinking.processes import surroundings

from .questions import LookAt, Seen, Tried, TryOut

log = logging.getLogger("machinehall.workshop")
LINE = 8 * 1024 * 1024
PATIENCE = 60.0
"""Seconds for one drawing, on a busy machine; then the helper is ended."""
MOMENT = 240.0
"""The same for a few matches that somebody waits for: a moment's work where nothing else is going on."""
EACH = 2
"""Drawings of one person that may wait."""
ALL = 24
HOUR = 3600.0
"""The longest that a trial may take."""
TRIALS = 8
"""Trials that may wait, of all people."""
BEAT = 3.0
"""Seconds between two notes of how far a trial is."""
STALE = 90.0
"""Seconds without a note after which a trial is not under way any more: its server was stopped."""
DAY = 86_400.0

Note = Callable[[bytes], Awaitable[None]]


class Trial(NamedTuple):
    """A trial that somebody waits for."""

    who: str
    pack: str
    question: TryOut
    note: Note


class Helper:
    """One process, started when it is first needed."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, question: LookAt | TryOut, seconds: float) -> AsyncIterator[bytes]:
        """The lines that it says, as they come. Whoever has heard enough closes the iterator."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "machinehall.server.workshop.worker", limit=LINE, env=surroundings(os.environ),
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            )  # fmt: skip
        pipe, back = self._process.stdin, self._process.stdout
        assert pipe is not None and back is not None
        async with asyncio.timeout(seconds):
            pipe.write(msgspec.json.encode(question) + b"\n")
            await pipe.drain()
            while line := await back.readline():
                yield line
        raise OSError("the helper has ended")

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Bench:
    """Drawings for whoever types, and trials in the background."""

    def __init__(self, trials_a_day: int) -> None:
        self.trials_a_day = trials_a_day
        self._drawer = Helper()
        self._turn = asyncio.Lock()
        self._waiting: Counter[str] = Counter()
        self._line: deque[Trial] = deque()
        """The first of them is under way."""
        self._begun: dict[str, list[float]] = {}
        self._work: asyncio.Task[None] | None = None

    async def close(self) -> None:
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)
        await self._drawer.stop()

    async def look(self, who: str, question: LookAt) -> Seen:
        """A record, drawn; NoAnswer, if that takes too long."""
        if self._waiting[who] >= EACH or self._waiting.total() >= ALL:
            raise TooMany("thinking.busy")
        self._waiting[who] += 1
        try:
            async with self._turn:
                return await self._draw(question)
        finally:
            self._waiting[who] -= 1
            self._waiting += Counter()  # without those who wait no more

    async def _draw(self, question: LookAt) -> Seen:
        done = False
        try:
            async for line in self._drawer.ask(question, PATIENCE):
                done = True
                return msgspec.json.decode(line, type=Seen)
        except (OSError, TimeoutError, ValueError, msgspec.DecodeError) as fault:
            log.warning("a piece was not drawn", extra={"fault": f"{type(fault).__name__}: {fault}"})
        finally:
            if not done:  # it may still be at it, and its answer would be taken for the next
                await self._drawer.stop()
        raise NoAnswer("packs.not_drawn")

    async def proves(self, who: str, question: TryOut) -> bool:
        """Whether all of a few matches come to an end, while somebody waits for it; counted as a trial. NoAnswer, if
        that takes too long."""
        self._counted(who)
        helper = Helper()
        try:
            async with self._turn:
                async for line in helper.ask(question, MOMENT):
                    said = msgspec.json.decode(line, type=Tried)
                    if said.state == "done":
                        return said.own is not None and not said.own.dead_ends and not said.left_out
        except (OSError, TimeoutError, ValueError, msgspec.DecodeError) as fault:
            log.warning("a piece was not tried", extra={"fault": f"{type(fault).__name__}: {fault}"})
        finally:
            await helper.stop()
        raise NoAnswer("packs.not_tried")

    # Trials

    def trying(self, pack: str) -> bool:
        """Whether a trial of a pack is under way here, or waits."""
        return any(trial.pack == pack for trial in self._line)

    def _counted(self, who: str) -> None:
        """One more trial of somebody today."""
        now = time.monotonic()
        lately = self._begun[who] = [at for at in self._begun.get(who, []) if now - at < DAY]
        if len(lately) >= self.trials_a_day:
            raise TooMany("packs.enough_trials", self.trials_a_day)
        lately.append(now)

    def begin(self, who: str, pack: str, question: TryOut, note: Note) -> None:
        """Put a trial in the line; each person has one at a time, and some in a day."""
        if any(who == trial.who or pack == trial.pack for trial in self._line):
            raise TooMany("packs.trying")
        if len(self._line) >= TRIALS:
            raise TooMany("thinking.busy")
        self._counted(who)
        self._line.append(Trial(who, pack, question, note))
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self._line:
            try:
                await self._try(self._line[0].question, self._line[0].note)
            except Exception:  # the next in the line has its turn
                log.exception("a trial failed")
            finally:
                self._line.popleft()

    async def _try(self, question: TryOut, note: Note) -> None:
        """A process for each trial, ended when it is over."""
        helper, began, noted = Helper(), time.time(), 0.0
        said = Tried("running", 0, 2 * question.matches, "", question.seats, question.bot, began, began)
        await note(msgspec.json.encode(said))
        try:
            async for line in helper.ask(question, HOUR):
                said = msgspec.json.decode(line, type=Tried)
                said.at, said.began = time.time(), began
                if said.state == "done":
                    break
                if time.monotonic() - noted > BEAT:
                    noted = time.monotonic()
                    await note(msgspec.json.encode(said))
        except (OSError, TimeoutError, ValueError, msgspec.DecodeError) as fault:
            said.state, said.fault, said.at = "failed", type(fault).__name__, time.time()
        finally:
            await helper.stop()
        await note(msgspec.json.encode(said))
