"""What the others have to agree to: undo beyond what the kernel allows, and a bot on an abandoned seat.

A request stands in the head of the match and is answered seat by seat. Bots agree to everything. An undo needs all
seats that it touches; a takeover needs more than half of the other people. A played action makes a pending undo void.

Going back from the end needs everybody whose match it was, and is over once the match is final (MH-1.5). Where one
person alone would decide over another's seat, its player has a longer time first, which everybody sees running; and
may come back at any time afterwards (`places`).
"""

from __future__ import annotations

from typing import Any

import msgspec

from machinehall.kernel.match import Entry
from machinehall.kernel.values import CHANCE, Refusal
from machinehall.server.errors import Conflict, Forbidden, LostRevision, Malformed, Refused, Unknown
from machinehall.server.shapes import Caller, MatchInfo, Request
from machinehall.server.store.rows import CommitRow, add_told
from machinehall.server.store.stored_match import LiveMatch

from .seating import describe, requests_of
from .table import Table, revive
from .tables import Tables
from .writing import DAY


class Asking:
    """Requests and answers."""

    def __init__(self, tables: Tables, bots: frozenset[str], idle: float, alone: float) -> None:
        self.tables = tables
        self.bots = bots
        self.idle = idle
        """Seconds without a move after which a live seat counts as abandoned."""
        self.alone = alone
        """Seconds that its player has from then on, where one person alone decides."""

    # Asking

    async def ask_undo(self, caller: Caller, match: str, seat: int | None, rev: int, number: int) -> MatchInfo:
        """Ask the others to go back to before decision `number`, which must be one of the seat's own."""
        async with self.tables.table(match, rev) as table:
            return await self.ask_undo_for(table, caller, seat, rev, number)

    async def ask_undo_for(self, table: Table, caller: Caller, seat: int | None, rev: int, number: int) -> MatchInfo:
        mine = self.tables.my_seat(table, caller, seat)
        self.tables.check_rev(table, rev, mine)
        if table.known.status == "open":
            raise Conflict("table.not_started")
        if table.known.final:
            raise Refused(Refusal("MH-1.5", "undo.final"), table.live.title)
        then, entries, line = await self._from(table, number)
        if entries[0].seat != mine:
            raise Refused(Refusal("MH-1.3", "undo.not_yours"), then.title)
        if line.kind == "start":  # what a match goes on from was decided at another table
            raise Refused(Refusal("MH-1.6", "undo.begins_here"), then.title)
        number = line.first
        touched = {e.seat for e in entries if e.seat != CHANCE} | seers(then, number)
        people = {row.seat for row in table.seats if row.kind == "person" and not row.left}
        if table.known.status == "over":  # a result belongs to all, also to who has left or was replaced by a bot
            people = touched = {row.seat for row in table.seats if row.identity is not None}
        needs = sorted((touched & people) - set(table.owned(caller)))
        request = Request("undo", mine, mine, needs, number)
        return await self._put(table, caller, request)

    async def _from(self, table: Table, number: int) -> tuple[LiveMatch, list[Entry], CommitRow]:
        """The match with its log from a number on in memory, and the line of the journal that holds that decision."""
        live = table.live
        if not 0 <= number < live.number:
            raise Unknown("table.no_such_number", number, live.number)
        shot, _ = await self.tables.store.position(table.id, number)
        rows = await self.tables.store.tail(table.id, shot.number if shot else 0)
        whole = revive(live.title, live.seats, table.known, shot, rows)
        line = max((row for row in rows if row.first <= number), key=lambda row: row.first)
        return whole, whole.log[number - whole.base :], line

    async def ask_takeover(self, caller: Caller, match: str, seat: int, bot: str) -> MatchInfo:
        """Ask the others to let a bot play on for somebody who left or does not move."""
        async with self.tables.table(match) as table:
            return await self.ask_takeover_for(table, caller, seat, bot)

    async def ask_takeover_for(self, table: Table, caller: Caller, seat: int, bot: str) -> MatchInfo:
        if bot not in self.bots:
            raise Malformed("table.no_such_bot", bot)
        asker = self.tables.my_seat(table, caller, None)
        if table.known.status != "running":
            raise Conflict("table.not_started")
        if not 0 <= seat < len(table.seats):
            raise Unknown("table.no_such_seat", seat)
        if not self._abandoned(table, seat):
            raise Conflict("table.not_abandoned", seat)
        if any((r.kind, r.seat) == ("takeover", seat) for r in requests_of(table.known)):
            raise Conflict("ask.already")
        mine = table.seats_of(caller)
        needs = [s for s in voters(table, seat) if s not in mine]
        request = Request("takeover", seat, asker, needs, bot=bot)
        if len(set(voters(table, seat).values())) == 1 and not table.seats[seat].left:
            head = table.known
            request.due = self.tables.now() + (head.pace * DAY if head.pace else self.alone)
        return await self._put(table, caller, request)

    def late(self, table: Table) -> float | None:
        """From when on a seat that owes a decision counts as abandoned; None: nobody owes one."""
        head = table.known
        if table.match is None or not table.match.to_act:
            return None
        return head.deadline if head.pace else head.changed + self.idle

    def _abandoned(self, table: Table, seat: int) -> bool:
        row, late = table.seats[seat], self.late(table)
        if row.kind != "person":
            return False
        return bool(row.left) or (seat in table.live.to_act and late is not None and self.tables.now() > late)

    async def _put(self, table: Table, caller: Caller, request: Request) -> MatchInfo:
        if self._agreed(table, request):
            await self._do(table, request)
        else:
            pending = {r.kind: r for r in requests_of(table.known)} | {request.kind: request}
            await self._commit(table, "ask", request.asked_by, pending=packed(pending))
        return describe(table, caller, self.tables.title)

    # Answering

    async def answer(self, caller: Caller, match: str, kind: str, rev: int, yes: bool) -> MatchInfo:
        """Agree to a request, or not: one no ends an undo; a takeover goes on while a majority is possible."""
        async with self.tables.table(match, rev) as table:
            return await self.answer_for(table, caller, kind, rev, yes)

    async def answer_for(self, table: Table, caller: Caller, kind: str, rev: int, yes: bool) -> MatchInfo:
        mine = table.seat_for(caller, None)
        self.tables.check_rev(table, rev, mine)
        pending = {r.kind: r for r in requests_of(table.known)}
        request = pending.get(kind)  # type: ignore[call-overload]
        if request is None:
            raise Conflict("ask.nothing")
        self._may_answer(table, caller, request, yes)
        request.needs = [seat for seat in request.needs if seat not in table.owned(caller)]
        if not yes:
            del pending[kind]  # type: ignore[arg-type]
            await self._commit(table, "ask", mine, pending=packed(pending))
        elif self._agreed(table, request):
            await self._do(table, request)
        else:
            await self._commit(table, "ask", mine, pending=packed(pending))
        return describe(table, caller, self.tables.title)

    def _may_answer(self, table: Table, caller: Caller, request: Request, yes: bool) -> None:
        """Those who are asked, and whoever asked; against a bot on a seat also the player whose seat it is."""
        mine = table.owned(caller)
        if not yes and request.kind == "takeover" and request.seat in mine:
            return
        if request.asked_by not in mine and not any(seat in mine for seat in request.needs):
            raise Forbidden("ask.not_asked")
        if yes and request.kind == "takeover" and table.known.status != "running":
            raise Conflict("table.over")
        if yes and request.due is not None and self.tables.now() < request.due:
            raise Conflict("ask.not_yet", max(1, round((request.due - self.tables.now()) / 60)))

    def _agreed(self, table: Table, request: Request) -> bool:
        if request.kind == "undo":
            return not request.needs
        if request.due is not None and self.tables.now() < request.due:
            return False
        people = voters(table, request.seat)
        against = {people[seat] for seat in request.needs if seat in people}
        return 2 * (len(set(people.values())) - len(against)) > len(set(people.values()))

    async def _do(self, table: Table, request: Request) -> None:
        pending = packed({r.kind: r for r in requests_of(table.known) if r.kind != request.kind})
        if request.kind == "takeover":
            told = add_told(table.known, "told.takeover", request.seat, request.bot)
            seats = [
                msgspec.structs.replace(r, kind="bot", bot=request.bot, left=0) if r.seat == request.seat else r
                for r in table.seats
            ]
            await self._commit(table, "seat", request.seat, seats=seats, pending=pending, told=told)
            return
        assert request.number is not None
        live = table.live
        shot, rows = await self.tables.store.position(table.id, request.number)
        table.match = revive(live.title, live.seats, table.known, shot, rows, request.number)
        table.match.keep_from(request.number)
        await self._commit(
            table, "undo", request.seat, first=request.number, void_from=request.number, pending=packed({})
        )

    async def _commit(self, table: Table, kind: str, seat: int | None, **changes: Any) -> None:
        try:
            await self.tables.commit(table, kind, seat, **changes)
        except LostRevision:
            raise Conflict("table.changed") from None


def packed(pending: dict[str, Request] | dict[Any, Request]) -> str:
    return msgspec.json.encode(pending).decode()


def voters(table: Table, seat: int) -> dict[int, str | None]:
    """The seats whose people decide over another seat, each person's voice counted once."""
    return {r.seat: r.identity for r in table.seats if r.kind == "person" and not r.left and r.seat != seat}


def seers(match: LiveMatch, number: int) -> set[int]:
    """The seats that were shown something hidden since decision `number`."""
    seen: set[int] = set()
    for events in match.happened[number - match.base :]:
        for event in events:
            if match.title.events[event.kind].reveals:
                seen |= set(range(match.seats) if event.seen_by is None else event.seen_by)
    return seen
