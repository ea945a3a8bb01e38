"""A seat belongs to its player: coming back to it, giving it away before the start, and the next match."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import select

from machinehall.server.errors import Conflict, Forbidden, Unknown
from machinehall.server.people.identity import new_id, require_identity
from machinehall.server.play.quiet import Quiet
from machinehall.server.shapes import Caller, MatchInfo
from machinehall.server.store import schema as s
from machinehall.server.store.rows import MatchRow, SeatRow, add_told

from .consent import packed
from .naming import name_of, named_told
from .seating import Seating, describe, mark_of, opening, requests_of, told_of
from .table import Table


class Places:
    """What people do with the seats that are theirs."""

    def __init__(self, seating: Seating, quiet: Quiet) -> None:
        self.seating = seating
        self.tables = seating.tables
        self.store = seating.store
        self.quiet = quiet

    async def come_back(self, caller: Caller, match: str, seat: int | None) -> MatchInfo:
        """Back to the caller's own seat, at any time; a bot that plays for them yields at its next decision."""
        require_identity(caller)
        async with self.tables.table(match) as table:
            away = [s for s in table.owned(caller) if table.seats[s].away and seat in (None, s)]
            if not away:
                raise Forbidden("table.not_your_seat", seat) if seat is not None else Conflict("table.never_away")
            if table.known.status != "running":
                raise Conflict("table.over")
            row = table.seats[away[0]]
            bot = row.bot if row.kind == "bot" and await self._decided(table, row) else ""
            back = msgspec.structs.replace(row, kind="person", bot=bot, left=0)
            left = {r.kind: r for r in requests_of(table.known) if (r.kind, r.seat) != ("takeover", row.seat)}
            told = add_told(table.known, "told.came_back", row.seat)
            return await self.seating.seated(table, caller, back, pending=packed(left), told=told)

    async def _decided(self, table: Table, row: SeatRow) -> bool:
        """Whether the bot has decided anything since it took over."""
        since = [t["rev"] for t in told_of(table.known) if t["message"] == "told.takeover" and t["args"][0] == row.seat]
        c = s.commits.c
        query = select(c.rev).where(
            c.match == table.id, c.seat == row.seat, c.kind == "play", c.void == 0, c.rev > max(since, default=0)
        )
        async with self.store.read() as connection:
            return (await connection.execute(query.limit(1))).first() is not None

    # Before the start

    async def remove(self, caller: Caller, match: str, seat: int) -> MatchInfo:
        """The owner of a table asks somebody to leave before the start: the seat is free again, and they are told."""
        async with self.tables.table(match) as table:
            row = self.seating.own_seat_row(table, caller, seat)
            if table.known.status != "open":
                raise Conflict("table.already_started")
            if row.identity is None and row.kind != "bot":
                raise Conflict("table.seat_empty", seat)
            if row.identity == caller.identity or row.kind == "bot":
                return await self.seating.seated(table, caller, SeatRow(seat, "person"))
            assert row.identity is not None
            others = (r.identity == row.identity for r in table.seats if r.seat != seat)
            who = {} if row.kind == "asked" or any(others) else {"who": mark_of(table.known, row.identity)}
            told = add_told(table.known, "told.removed", row.name, **who)
            return await self.seating.seated(table, caller, SeatRow(seat, "person"), told=told)

    async def decline(self, caller: Caller, match: str, seat: int) -> MatchInfo:
        """No, thank you: the seat that the caller was invited to is free for others."""
        identity = require_identity(caller)
        async with self.tables.table(match) as table:
            row = table.seats[seat] if 0 <= seat < len(table.seats) else None
            if row is None or row.kind != "asked" or row.identity != identity:
                raise Unknown("table.not_asked")
            told = add_told(table.known, "told.declined", row.name)
            return await self.seating.seated(table, caller, SeatRow(seat, "person"), told=told)

    # Once more

    async def rematch(self, caller: Caller, match: str) -> MatchInfo:
        """The same table again: same title and options, bots seated, the others invited.

        Whoever asks second is led to the table made first and has thereby accepted.
        """
        owner = require_identity(caller)
        async with self.tables.table(match) as table:
            old = table.known
            if not table.owned(caller) and old.owner != owner:
                raise Unknown("table.not_for_you")
            if old.status != "over":
                raise Conflict("table.not_over")
            if old.rematch is None:
                await self.seating.within_the_day(owner, self.tables.now())
                head = self._next(old, owner)
                places = [await self._place(caller, row) for row in table.seats]
                await self.store.create(head, places, opening(head, places))
                await self.seating.write(table, "rematch", None, rematch=head.id)
            made = table.known.rematch
        assert made is not None
        async with self.tables.table(made) as table:
            asked = any(row.kind == "asked" and row.identity == owner for row in table.seats)
            if not asked or table.known.status != "open":
                return describe(table, caller, self.tables.title)
        return await self.seating.join(caller, made, None, None, None)

    def _next(self, old: MatchRow, owner: str) -> MatchRow:
        title, at = self.tables.boxes.title(old.title, old.data), self.tables.now()
        called = named_told(None, name) if (name := name_of(old.told)) else None
        fresh: dict[str, Any] = {"deadline": None, "pending": "{}", "outcome": None, "told": called, "rematch": None}
        return msgspec.structs.replace(
            old, id=new_id(), rules=title.rules_version, data=title.data_version, owner=owner, status="open", final=0,
            rev=0, number=0, floor=0, chain="", to_act="", created=at, changed=at, **fresh,
        )  # fmt: skip

    async def _place(self, caller: Caller, row: SeatRow) -> SeatRow:
        """A seat of the next match: the caller's, a bot's, or one that its player is invited to."""
        if row.identity is None:
            return SeatRow(row.seat, "bot", name=row.name, bot=row.bot)
        if row.identity == caller.identity:
            return SeatRow(row.seat, "person", row.identity, row.name)
        if row.former:
            return SeatRow(row.seat, "person")
        if await self.quiet.blocks(row.identity, require_identity(caller)) or await self.quiet.blocks(
            require_identity(caller), row.identity
        ):
            return SeatRow(row.seat, "person")
        return SeatRow(row.seat, "asked", row.identity, row.name)
