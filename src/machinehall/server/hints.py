"""Hints at the table: thought out in a worker process of their own, from what the seat may see.

Whoever plays alone with bots may ask for them. At a table with other people they are off unless its owner allows them,
which everybody is told; the last such word counts.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping

from machinehall.kernel.values import Action

from .asking import add_told
from .bots import BotFailed, Question, Worker
from .errors import Conflict, Forbidden, LostRevision
from .identity import known
from .positions import Table
from .seating import describe, told_of
from .shapes import Caller, MatchInfo
from .tables import Tables

ON, OFF = "told.hints_on", "told.hints_off"
SECONDS = 2.0
KEPT = 256

Hint = tuple[Action, float, list[tuple[str, float]]]
"""A choice, what it is worth, and why: message ids with the change of each."""


class Hints:
    """Asks a worker for sensible moves."""

    def __init__(self, tables: Tables, packs: Mapping[str, str], enabled: bool) -> None:
        self.tables = tables
        self.packs = packs
        self.enabled = enabled
        """A server without workers thinks for nobody."""
        self._worker = Worker()
        self._turn = asyncio.Lock()
        self._known: OrderedDict[tuple[str, int, int], list[Hint]] = OrderedDict()

    async def close(self) -> None:
        await self._worker.stop()

    def allowed(self, table: Table) -> bool:
        if not self.enabled:
            return False
        for told in reversed(told_of(table.known)):
            if told["message"] in (ON, OFF):
                return bool(told["message"] == ON)
        return sum(row.kind != "bot" for row in table.seats) == 1

    async def state(self, caller: Caller, match: str) -> str:
        """For a page: "on", "off" where the caller may switch them on, or nothing."""
        async with self.tables.table(match) as table:
            if not self.enabled or table.lesson or not table.seats_of(caller) or table.known.status != "running":
                return ""
            return "on" if self.allowed(table) else "off" if caller.identity == table.known.owner else ""

    async def suggest(self, caller: Caller, match: str, seat: int | None) -> list[Hint]:
        """Two or three moves for a seat that has to decide."""
        async with self.tables.table(match) as table:
            mine = self.tables.my_seat(table, caller, seat)
            live, key = table.live, (match, table.known.rev, mine)
            if not self.allowed(table):
                raise Conflict("table.no_hints")
            if mine not in live.to_act:
                raise Conflict("table.no_hint_now")
            title, view, legal = live.title, live.view(mine), live.legal(mine)
        async with self._turn:
            if key not in self._known:
                indexes = [title.action_index(action) for action in legal]
                pack = self.packs.get(title.name)
                question = Question(title.name, pack, "", f"{match}/{key[1]}", SECONDS, view, indexes, hints=True)
                try:
                    rows = (await self._worker.ask(question)).hints
                except BotFailed:
                    raise Conflict("table.no_hint_now") from None
                self._known[key] = [(title.action_at(r.action), r.value, r.reasons) for r in rows]
                while len(self._known) > KEPT:
                    self._known.popitem(last=False)
            return self._known[key]

    async def switch(self, caller: Caller, match: str, on: bool) -> MatchInfo:
        """Allow hints at a table, or not; by its owner."""
        async with self.tables.table(match) as table:
            if known(caller) != table.known.owner:
                raise Forbidden("table.only_owner")
            told = add_told(table.known, ON if on else OFF)
            try:
                await self.tables.commit(table, "seat", None, told=told)
            except LostRevision:
                raise Conflict("table.changed") from None
            return describe(table, caller, self.tables.title)
