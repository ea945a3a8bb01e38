"""Questions that nobody's turn depends on: hints, and what a bot considered. They are answered one after the other.

Whoever asks waits a moment. What takes longer, on a busy machine or behind other questions, is thought out all the
same: StillThinking says so, and asking again brings the answer as soon as it is there.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Hashable
from contextlib import suppress

from machinehall.server.errors import NoAnswer, StillThinking, TooMany

from .processes import Answer, BotFailed, Question, Worker, WorkerDied
from .shares import Shares

log = logging.getLogger("machinehall.thinking")
PATIENCE = 8.0
"""Seconds that a program is kept waiting before it is told to ask again."""
EACH = 3
"""Questions of one asker that may be open."""
ALL = 64
DEATHS = 3
GRACE = 300.0
"""Seconds beyond its time before a worker is ended: nobody's turn depends on it."""
KEPT_ANSWERS = 512


class Desk:
    """One worker, and a line of questions with fair shares for those who ask."""

    def __init__(self) -> None:
        self.worker = Worker()
        self._line: Shares[Hashable] = Shares()
        self._open: dict[Hashable, tuple[str, Question, asyncio.Event]] = {}
        self._kept: OrderedDict[Hashable, Answer | None] = OrderedDict()
        """None: there was no answer, which is told once; whoever asks then begins anew."""
        self._work: asyncio.Task[None] | None = None

    @property
    def deaths(self) -> int:
        return self.worker.deaths

    async def close(self) -> None:
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)
        await self.worker.stop()

    async def ask(self, asker: str, key: Hashable, question: Question, patience: float | None = None) -> Answer:
        """The answer; StillThinking: not yet. The same key is the same question, whoever asks it."""
        if key not in self._kept:
            if key not in self._open:
                self._take(asker, key, question)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._open[key][2].wait(), PATIENCE if patience is None else patience)
        if key in self._open:
            raise StillThinking(self._ahead(key))
        answer = self._kept.get(key)
        if answer is None:
            self._kept.pop(key, None)
            raise NoAnswer("thinking.failed")
        return answer

    def _ahead(self, key: Hashable) -> int:
        """How many come before a question that waits, with the one that is thought about just now, if there is one."""
        return self._line.ahead(key) + len(self._open) - len(self._line) if key in self._line else 0

    def _take(self, asker: str, key: Hashable, question: Question) -> None:
        if len(self._open) >= ALL or sum(who == asker for who, _, _ in self._open.values()) >= EACH:
            raise TooMany("thinking.busy")
        self._open[key] = asker, question, asyncio.Event()
        self._line.put(key, asker)
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self._line:
            key, asker = await self._line.get()
            _, question, answered = self._open[key]
            began = time.monotonic()
            self._kept[key] = await self._think(question)
            while len(self._kept) > KEPT_ANSWERS:
                self._kept.popitem(last=False)
            del self._open[key]
            answered.set()
            self._line.charge(asker, time.monotonic() - began)

    async def _think(self, question: Question) -> Answer | None:
        """A worker that dies is no answer: it is asked again, a few times."""
        for attempt in range(1, DEATHS + 1):
            told = {"bot": question.bot or "hints", "attempt": attempt}
            try:
                return await self.worker.ask(question, GRACE)
            except WorkerDied as death:
                log.error("bot worker died", extra={**told, "fault": str(death)})
            except BotFailed as fault:
                log.warning("no thoughts", extra={**told, "fault": str(fault)})
                return None
            except Exception:  # whoever asks must hear of it, and the next question has its turn
                log.exception("no thoughts", extra=told)
                return None
        return None
