"""The same deal again, after a match: for bots, for friends, or to do it better oneself (duplicate).

Whoever sat there knows what comes, and everybody at the new table is told so. It is given out like the record.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from sqlalchemy import and_, or_, select

from machinehall.server.errors import Conflict
from machinehall.server.people.identity import new_id, require_identity
from machinehall.server.shapes import Caller, DealSpec, MatchInfo
from machinehall.server.store import schema as s
from machinehall.server.store.same_deal import SAME_DEAL, deal_told, dealt

from .continuing import places_again
from .ending import seal
from .seating import Seating
from .table import Table

MOST_MATCHES = 12
"""Matches of one deal that are told side by side."""


class Dealing:
    """Opens tables with the deal of a match that is over."""

    def __init__(self, seating: Seating) -> None:
        self.seating = seating
        self.tables = seating.tables

    async def open(
        self, caller: Caller, match: str, spec: DealSpec, shared: Callable[[str], str] | None = None
    ) -> MatchInfo:
        """A new table of the caller's with as many seats, the same options and the same deal."""
        ident, owner = new_id(), require_identity(caller)
        async with self.tables.table(match) as table:
            await self.check(table, caller)
            title, options = table.live.title, msgspec.json.decode(table.known.options)
            code = shared(ident) if shared is not None else None
            places, codes = await places_again(self.seating, caller, table, spec.seats, code)
            await seal(self.tables, table, caller)
            lines = [line for row in await self.tables.store.tail(match, 0) for line in row.log()]
        told = deal_told(dealt(match, lines))
        head = await self.seating.lay(owner, title, options, places, spec.pace, spec.visibility, None, ident, told)
        return await self.seating.opened(caller, head.id, codes, spec.start)

    async def played(self, caller: Caller, match: str) -> list[MatchInfo]:
        """Matches that are over and had the deal of this one, as far as the caller may see them."""
        c = s.matches.c
        here = select(s.seats.c.match).where(s.seats.c.identity == (caller.identity or ""))
        seen = or_(c.visibility == "open", c.owner == (caller.identity or ""), c.id.in_(here))
        of_it = (c.told.contains(f'"{word}"', autoescape=True) for word in (SAME_DEAL, match))
        return await self.seating.some(caller, and_(seen, *of_it, c.status == "over", c.final == 1), None, MOST_MATCHES)

    async def check(self, table: Table, caller: Caller) -> None:
        """Whether the caller may have its deal; nothing is changed."""
        table.seat_for(caller, None)
        if table.known.status != "over":
            raise Conflict("deal.not_over")
        if table.lesson or (await self.tables.store.position(table.id, 0))[0] is not None:
            raise Conflict("table.set_up")
        if not (table.known.final or table.owned(caller)):
            raise Conflict("table.not_final")
