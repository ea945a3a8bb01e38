"""What the bots saw at a key turn: worked out by a worker when somebody asks, and kept in memory."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict

from machinehall.review.candidates import Candidate
from machinehall.server.errors import NoAnswer, StillThinking, TooMany, Unknown
from machinehall.server.people.identity import require_identity
from machinehall.server.shapes import Caller

from .retries import turn_of
from .review_worker import Job, Tried
from .reviews import Reviews, grown

log = logging.getLogger("machinehall.reviews")
LONGEST = 300.0
"""Seconds after which a worker is ended that has no answer."""
EACH, ALL = 2, 16
"""Turns of one asker, and of all, that may wait."""
KEPT = 256

Key = tuple[str, int]


class Candidates:
    """Lets workers compare the turns that could have been played."""

    def __init__(self, reviews: Reviews) -> None:
        self.reviews = reviews
        self._found: OrderedDict[Key, list[Candidate] | None] = OrderedDict()
        self._open: dict[Key, tuple[str, asyncio.Task[None]]] = {}
        self._one = asyncio.Lock()

    async def close(self) -> None:
        tasks = [task for _, task in self._open.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def of(self, caller: Caller, match: str, number: int, patience: float) -> list[Candidate]:
        """The turns of a key turn, for whoever may see the review; StillThinking: not yet, ask again."""
        asker, key = require_identity(caller), (match, number)
        review = await self.reviews.ready(caller, match)
        turn = turn_of(review, number) if review is not None else None
        if review is None or turn is None:
            raise Unknown("review.no_such_turn")
        if key not in self._open and key not in self._found:
            what = Tried(turn.first, turn.seat, turn.actions, turn.better)
            await self._take(caller, asker, key, review.title, what)
        if key in self._open:
            await asyncio.wait({self._open[key][1]}, timeout=patience)
        if key in self._open:
            raise StillThinking(len(self._open) - 1)
        found = self._found[key]
        if found is None:
            del self._found[key]
            raise NoAnswer("thinking.failed")
        return found

    async def _take(self, caller: Caller, asker: str, key: Key, title: str, what: Tried) -> None:
        if len(self._open) >= ALL or sum(who == asker for who, _ in self._open.values()) >= EACH:
            raise TooMany("thinking.busy")
        record = await self.reviews.ending.record(caller, key[0])
        if key in self._open:  # somebody else has asked in the meantime
            return
        job = Job(record, self.reviews.packs.get(title), 0.0, what, True)
        self._open[key] = asker, asyncio.create_task(self._make(key, job))

    async def _make(self, key: Key, job: Job) -> None:
        found: list[Candidate] = []
        try:
            async with self._one, asyncio.timeout(LONGEST), contextlib.aclosing(grown(job)) as answers:
                async for growth in answers:
                    found = growth.candidates or found
        except Exception:  # whoever asks must hear of it
            log.exception("no candidates", extra={"match": key[0]})
        self._found[key] = found or None
        while len(self._found) > KEPT:
            self._found.popitem(last=False)
        del self._open[key]
