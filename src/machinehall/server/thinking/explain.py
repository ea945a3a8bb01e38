"""What a bot thought: told on demand once a match is over, so that nothing leaks.

The position is the stored one as the bot's seat saw it. The bot thinks about it again in a worker process of its own,
one question after the other within a small time (`desk.py`), so that neither the event loop nor running matches wait.
"""

from __future__ import annotations

from collections.abc import Mapping

from machinehall.server.errors import Unknown
from machinehall.server.play.ending import seal
from machinehall.server.play.table import position, revive
from machinehall.server.play.tables import Tables
from machinehall.server.shapes import Caller, Candidate, Thinking

from .desk import Desk
from .processes import Question

MOST_CANDIDATES = 12
"""Candidates that are told."""
SECONDS = 1.0
"""For one decision."""


class Thinker:
    """Asks bots for their reasons."""

    def __init__(self, tables: Tables, packs: Mapping[str, str], seconds: float) -> None:
        self.tables = tables
        self.packs = packs
        self.seconds = min(SECONDS, seconds)
        self.desk = Desk()

    async def close(self) -> None:
        await self.desk.close()

    async def thoughts(self, caller: Caller, match: str, number: int, patience: float | None = None) -> Thinking:
        """What the bot that decided after the first `number` decisions would consider there, and what was done.

        StillThinking: not yet, ask again. `patience`: seconds to wait for the answer."""
        question, base = await self._question(caller, match, number)
        answer = await self.desk.ask(caller.identity or "", (match, number), question, patience)
        texts = self.tables.title(question.title).actions.texts
        base.candidates = [Candidate(texts[i], value, visits) for i, value, visits in answer.thoughts[:MOST_CANDIDATES]]
        base.more = max(0, len(answer.thoughts) - MOST_CANDIDATES)
        return base

    async def _question(self, caller: Caller, match: str, number: int) -> tuple[Question, Thinking]:
        """The position as the bot's seat saw it; refused while the match runs."""
        async with self.tables.table(match) as table:
            await seal(self.tables, table, caller)
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
        pack = self.tables.boxes.folder(title) or self.packs.get(title.name)
        question = Question(title.name, pack, bot, f"{match}/{seat}/{number}", self.seconds, at.view, legal, True)
        return question, Thinking(match, number, seat, bot, title.text(done))
