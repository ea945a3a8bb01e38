"""What a bot thought: told on demand once a match is over, so that nothing leaks.

The position is the stored one as the bot's seat saw it. The bot thinks about it again in a worker process of its own,
one question after the other within a small time, so that neither the event loop nor running matches wait for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping

from .bots import BotFailed, Question, Worker
from .errors import Conflict, NoAnswer, TooMany, Unknown
from .positions import position, revive
from .shapes import Caller, Candidate, Thinking
from .tables import Tables

log = logging.getLogger("machinehall.thinking")
MOST = 12
"""Candidates that are told."""
SECONDS = 1.0
"""For one decision."""
PATIENCE = 20.0
"""Seconds beyond that: nobody's turn depends on it, and the worker may have to start first."""
QUEUE = 8
"""Questions that may wait."""
KEPT = 512


class Thinker:
    """Asks bots for their reasons."""

    def __init__(self, tables: Tables, packs: Mapping[str, str], seconds: float) -> None:
        self.tables = tables
        self.packs = packs
        self.seconds = min(SECONDS, seconds)
        self._worker = Worker()
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._kept: OrderedDict[tuple[str, int], Thinking] = OrderedDict()

    async def close(self) -> None:
        await self._worker.stop()

    async def thoughts(self, caller: Caller, match: str, number: int) -> Thinking:
        """What the bot that decided after the first `number` decisions would consider there, and what was done."""
        question, base = await self._question(caller, match, number)
        known = self._kept.get((match, number))
        if known is not None:
            return known
        if self._waiting >= QUEUE:
            raise TooMany("thinking.busy")
        self._waiting += 1
        try:
            async with self._turn:
                answer = await self._worker.ask(question, PATIENCE)
        except BotFailed as fault:
            log.warning("no thoughts", extra={"bot": question.bot, "fault": str(fault)})
            raise NoAnswer("thinking.failed") from None
        finally:
            self._waiting -= 1
        texts = self.tables.title(question.title).actions.texts
        base.candidates = [Candidate(texts[i], value, visits) for i, value, visits in answer.thoughts[:MOST]]
        base.more = max(0, len(answer.thoughts) - MOST)
        self._kept[match, number] = base
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return base

    async def _question(self, caller: Caller, match: str, number: int) -> tuple[Question, Thinking]:
        """The position as the bot's seat saw it; refused while the match runs."""
        async with self.tables.table(match) as table:
            table.seat_for(caller, None)
            if table.known.status != "over":
                raise Conflict("table.not_over")
            head, live, seats = table.known, table.live, table.seats
            if not 0 <= number < live.number:
                raise Unknown("table.no_such_number", number, live.number)
            shot, rows = await self.tables.store.position(match, number)
            following = await self.tables.store.tail(match, number, 1)
        # A seat's decision begins a line of the journal; what chance brought follows in the same line.
        seat = following[0].seat if following and following[0].first == number else None
        if seat is None or seats[seat].kind != "bot":
            raise Unknown("thinking.no_bot")
        then = revive(live.title, live.seats, head, shot, rows, number)
        at, title, bot = position(then, head, seat, final=False), live.title, seats[seat].bot
        then.redo(following[0].log()[0])
        done = then.log[-1].action
        legal = [title.action_index(action) for action in at.legal]
        question = Question(
            title.name, self.packs.get(title.name), bot, f"{match}/{seat}/{number}", self.seconds, at.view, legal, True
        )
        return question, Thinking(match, number, seat, bot, title.text(done))
