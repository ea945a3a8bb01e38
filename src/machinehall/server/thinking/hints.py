"""Hints at the table: thought out in a worker process of their own, from what the seat may see.

Whoever plays alone with bots may ask for them. At a table with other people they are off unless its owner allows them,
which everybody is told; the last such word counts.
"""

from __future__ import annotations

from collections.abc import Mapping

from machinehall.kernel.values import Action
from machinehall.server.errors import Conflict, Forbidden, LostRevision
from machinehall.server.people.identity import require_identity
from machinehall.server.play.seating import describe, told_of
from machinehall.server.play.table import Table
from machinehall.server.play.tables import Tables
from machinehall.server.shapes import Caller, MatchInfo
from machinehall.server.store.rows import add_told

from .desk import Desk
from .processes import Question

ON, OFF = "told.hints_on", "told.hints_off"
SECONDS = 2.0
"""Of the processor's time, see `bots.hints`."""

Hint = tuple[Action, float, list[tuple[str, float]]]
"""A choice, what it is worth, and why: message ids with the change of each."""


class Hints:
    """Asks a worker for sensible moves."""

    def __init__(self, tables: Tables, packs: Mapping[str, str], enabled: bool) -> None:
        self.tables = tables
        self.packs = packs
        self.enabled = enabled
        """A server without workers thinks for nobody."""
        self.desk = Desk()

    async def close(self) -> None:
        await self.desk.close()

    def allowed(self, table: Table) -> bool:
        if not self.enabled:
            return False
        for told in reversed(told_of(table.known)):
            if told["message"] in (ON, OFF):
                return bool(told["message"] == ON)
        return sum(row.kind != "bot" for row in table.seats) == 1

    def state(self, table: Table, caller: Caller) -> str:
        """For a page: "on", "off" where the caller may switch them on, or nothing."""
        if not self.enabled or table.lesson or not table.seats_of(caller) or table.known.status != "running":
            return ""
        return "on" if self.allowed(table) else "off" if caller.identity == table.known.owner else ""

    async def suggest(self, caller: Caller, match: str, seat: int | None, patience: float | None = None) -> list[Hint]:
        """Two or three moves for a seat that has to decide. StillThinking: not yet, ask again."""
        async with self.tables.table(match) as table:
            mine = self.tables.my_seat(table, caller, seat)
            live, key = table.live, (match, table.known.rev, mine)
            if not self.allowed(table):
                raise Conflict("table.no_hints")
            if mine not in live.to_act:
                raise Conflict("table.no_hint_now")
            title, view, legal = live.title, live.view(mine), live.legal(mine)
        indexes = [title.action_index(action) for action in legal]
        pack = self.tables.boxes.folder(title) or self.packs.get(title.name)
        question = Question(title.name, pack, "", f"{match}/{key[1]}", SECONDS, view, indexes, hints=True)
        rows = (await self.desk.ask(require_identity(caller), key, question, patience)).hints
        return [(title.action_at(row.action), row.value, row.reasons) for row in rows]

    async def switch(self, caller: Caller, match: str, on: bool) -> MatchInfo:
        """Allow hints at a table, or not; by its owner."""
        async with self.tables.table(match) as table:
            return await self.switch_for(table, caller, on)

    async def switch_for(self, table: Table, caller: Caller, on: bool) -> MatchInfo:
        if require_identity(caller) != table.known.owner:
            raise Forbidden("table.only_owner")
        told = add_told(table.known, ON if on else OFF)
        try:
            await self.tables.commit(table, "seat", None, told=told)
        except LostRevision:
            raise Conflict("table.changed") from None
        return describe(table, caller, self.tables.title)
