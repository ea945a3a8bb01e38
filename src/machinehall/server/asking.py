"""What the others have to agree to: undo beyond what the kernel allows, and a bot on an abandoned seat.

A request stands in the head of the match and is answered seat by seat. Bots agree to everything. An undo needs all
seats that it touches; a takeover needs more than half of the other people. A played action makes a pending undo void.
"""

from __future__ import annotations

from typing import Any

import msgspec

from machinehall.kernel.match import Entry
from machinehall.kernel.values import CHANCE, Refusal

from .errors import Conflict, Forbidden, LostRevision, Malformed, Refused, Unknown
from .live import LiveMatch
from .positions import Table, revive
from .rows import MatchRow
from .seating import describe, requests_of
from .shapes import Caller, MatchInfo, Request
from .tables import Tables

IDLE = 600.0
"""Seconds without a move after which a live seat counts as abandoned."""


class Asking:
    """Requests and answers."""

    def __init__(self, tables: Tables, bots: frozenset[str]) -> None:
        self.tables = tables
        self.bots = bots

    # Asking

    async def ask_undo(self, caller: Caller, match: str, seat: int | None, rev: int, number: int) -> MatchInfo:
        """Ask the others to go back to before decision `number`, which must be one of the seat's own."""
        async with self.tables.table(match, rev) as table:
            mine = self.tables.my_seat(table, caller, seat)
            self.tables.check_rev(table, rev, mine)
            if table.known.status == "open":
                raise Conflict("table.not_started")
            then, entries, number = await self._from(table, number)
            if entries[0].seat != mine:
                raise Refused(Refusal("MH-1.3", "undo.not_yours"), then.title)
            touched = {e.seat for e in entries if e.seat != CHANCE} | seers(then, number)
            people = {row.seat for row in table.seats if row.kind == "person" and not row.left}
            needs = sorted((touched & people) - set(table.seats_of(caller)))
            request = Request("undo", mine, mine, needs, number)
            return await self._put(table, caller, request)

    async def _from(self, table: Table, number: int) -> tuple[LiveMatch, list[Entry], int]:
        """The match with its log from a number on in memory, and the number where that line of the journal begins."""
        live = table.live
        if not 0 <= number < live.number:
            raise Unknown("table.no_such_number", number, live.number)
        shot, _ = await self.tables.store.position(table.id, number)
        rows = await self.tables.store.tail(table.id, shot.number if shot else 0)
        whole = revive(live.title, live.seats, table.known, shot, rows)
        begins = max(row.first for row in rows if row.first <= number)
        return whole, whole.log[number - whole.base :], begins

    async def ask_takeover(self, caller: Caller, match: str, seat: int, bot: str) -> MatchInfo:
        """Ask the others to let a bot play on for somebody who left or does not move."""
        if bot not in self.bots:
            raise Malformed("table.no_such_bot", bot)
        async with self.tables.table(match) as table:
            asker = self.tables.my_seat(table, caller, None)
            if table.known.status != "running":
                raise Conflict("table.not_started")
            if not 0 <= seat < len(table.seats):
                raise Unknown("table.no_such_seat", seat)
            if not self._abandoned(table, seat):
                raise Conflict("table.not_abandoned", seat)
            mine = table.seats_of(caller)
            others = [r.seat for r in table.seats if r.kind == "person" and not r.left and r.seat != seat]
            needs = [s for s in others if s not in mine]
            return await self._put(table, caller, Request("takeover", seat, asker, needs, bot=bot))

    def _abandoned(self, table: Table, seat: int) -> bool:
        row, head = table.seats[seat], table.known
        if row.kind != "person":
            return False
        late = head.deadline if head.pace else head.changed + IDLE
        return bool(row.left) or (seat in table.live.to_act and late is not None and self.tables.now() > late)

    async def _put(self, table: Table, caller: Caller, request: Request) -> MatchInfo:
        if self._settled(table, request):
            await self._do(table, request)
        else:
            pending = {r.kind: r for r in requests_of(table.known)} | {request.kind: request}
            await self._commit(table, "ask", request.asked_by, pending=packed(pending))
        return describe(table, caller, self.tables.title)

    # Answering

    async def answer(self, caller: Caller, match: str, kind: str, rev: int, yes: bool) -> MatchInfo:
        """Agree to a request, or not: one no ends an undo; a takeover goes on while a majority is possible."""
        async with self.tables.table(match, rev) as table:
            mine = self.tables.my_seat(table, caller, None)
            self.tables.check_rev(table, rev, mine)
            pending = {r.kind: r for r in requests_of(table.known)}
            request = pending.get(kind)  # type: ignore[call-overload]
            if request is None:
                raise Conflict("ask.nothing")
            answering = [seat for seat in request.needs if seat in table.seats_of(caller)]
            if not answering and request.asked_by not in table.seats_of(caller):
                raise Forbidden("ask.not_asked")
            request.needs = [seat for seat in request.needs if seat not in answering]
            if not yes:
                del pending[kind]  # type: ignore[arg-type]
                await self._commit(table, "ask", mine, pending=packed(pending))
            elif self._settled(table, request):
                await self._do(table, request)
            else:
                await self._commit(table, "ask", mine, pending=packed(pending))
            return describe(table, caller, self.tables.title)

    def _settled(self, table: Table, request: Request) -> bool:
        if request.kind == "undo":
            return not request.needs
        people = sum(r.kind == "person" and not r.left and r.seat != request.seat for r in table.seats)
        return 2 * (people - len(request.needs)) > people

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
        table.match.settle(request.number)
        await self._commit(
            table, "undo", request.seat, first=request.number, void_from=request.number, pending=packed({})
        )

    async def _commit(self, table: Table, kind: str, seat: int, **changes: Any) -> None:
        try:
            await self.tables.commit(table, kind, seat, **changes)
        except LostRevision:
            raise Conflict("table.changed") from None


def packed(pending: dict[str, Request] | dict[Any, Request]) -> str:
    return msgspec.json.encode(pending).decode()


def add_told(head: MatchRow, message: str, *args: int | str) -> str:
    """What the table has to be told, added to what it was told before."""
    told = msgspec.json.decode(head.told or "[]")
    return msgspec.json.encode([*told, {"message": message, "args": list(args), "rev": head.rev + 1}]).decode()


def seers(match: LiveMatch, number: int) -> set[int]:
    """The seats that were shown something hidden since decision `number`."""
    seen: set[int] = set()
    for events in match.happened[number - match.base :]:
        for event in events:
            if match.title.events[event.kind].reveals:
                seen |= set(range(match.seats) if event.seen_by is None else event.seen_by)
    return seen
