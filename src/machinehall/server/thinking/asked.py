"""Small questions to workers about a match that is over: one worker at a time, its answers kept in memory.

An answer follows from the match and from what was asked alone, so whoever asks the same gets the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Generic, TypeVar

from machinehall.server.errors import NoAnswer, StillThinking, TooMany
from machinehall.server.people.identity import require_identity
from machinehall.server.shapes import Caller

from .review_worker import Growth, Job

log = logging.getLogger("machinehall.reviews")
LONGEST_ANSWER = 300.0
"""Seconds after which a worker is ended that has no answer."""
EACH, ALL = 2, 16
"""Questions of one asker, and of all, that may wait."""
ANSWERS_KEPT = 512

Key = TypeVar("Key")
Answer = TypeVar("Answer")


class Asked(Generic[Key, Answer]):
    """Questions that wait for a worker, and what workers have answered."""

    def __init__(self, answer: Callable[[Job], Awaitable[Answer | None]]) -> None:
        self._answer = answer
        self._found: OrderedDict[Key, Answer | None] = OrderedDict()
        """None: nothing came of it, which is told once; whoever asks then begins anew."""
        self._open: dict[Key, tuple[str, asyncio.Task[None]]] = {}
        self._one = asyncio.Lock()

    async def close(self) -> None:
        tasks = [task for _, task in self._open.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def answered(self, key: Key) -> Answer | None:
        """What has been answered already."""
        return self._found.get(key)

    async def of(self, caller: Caller, key: Key, job: Callable[[], Awaitable[Job]], patience: float) -> Answer:
        """The answer; `job` makes the question if nobody has asked it yet. StillThinking: not yet, ask again."""
        if key not in self._open and key not in self._found:
            await self._take(require_identity(caller), key, job)
        if key in self._open:
            await asyncio.wait({self._open[key][1]}, timeout=patience)
        if key in self._open:
            raise StillThinking(len(self._open) - 1)
        found = self._found.get(key)
        if found is None:  # others who have waited for it are told the same
            self._found.pop(key, None)
            raise NoAnswer("thinking.failed")
        return found

    async def _take(self, asker: str, key: Key, job: Callable[[], Awaitable[Job]]) -> None:
        self._room(asker)
        made = await job()
        if key in self._open or key in self._found:  # somebody else has asked in the meantime
            return
        self._room(asker)  # or the same asker for something else
        self._open[key] = asker, asyncio.create_task(self._make(key, made))

    def _room(self, asker: str) -> None:
        if len(self._open) >= ALL or sum(who == asker for who, _ in self._open.values()) >= EACH:
            raise TooMany("thinking.busy")

    async def _make(self, key: Key, job: Job) -> None:
        found: Answer | None = None
        try:
            async with self._one, asyncio.timeout(LONGEST_ANSWER):
                found = await self._answer(job)
        except Exception:  # whoever asks must hear of it
            log.exception("no answer", extra={"question": str(key)})
        self._found[key] = found
        while len(self._found) > ANSWERS_KEPT:
            self._found.popitem(last=False)
        del self._open[key]


async def last(grown: AsyncGenerator[Growth, None], read: Callable[[Growth], Answer | None]) -> Answer | None:
    """What a worker said in the end."""
    found: Answer | None = None
    async with contextlib.aclosing(grown) as lines:
        async for growth in lines:
            found = read(growth) or found
    return found
