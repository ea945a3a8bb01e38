"""Going on from a past position of a match that is over, at a table of one's own (MH-1.6).

Whoever sits down there may look into every hand and learn what was hidden. So it is given out like the record: only
after the end, to those who may watch, and from then on the end is final (`ending.seal`). A match that goes on cannot
be continued elsewhere; who plays alone can take back everything there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from machinehall.kernel.values import CHANCE
from machinehall.server.errors import Conflict, Malformed, Unknown
from machinehall.server.people.identity import new_id, require_identity
from machinehall.server.shapes import Caller, ContinueSpec, MatchInfo, SeatSpec
from machinehall.server.store.rows import SeatRow

from .ending import seal
from .origin import Origin, again
from .seating import Seating
from .table import Table


async def places_again(
    seating: Seating, caller: Caller, table: Table, seats: Sequence[SeatSpec], shared: str | None = None
) -> tuple[list[SeatRow], dict[int, str]]:
    """Seats for a match that is played once more, from somewhere or from its deal: as many as it had."""
    if len(seats) != table.live.seats or any(seat.kind == "automaton" for seat in seats):
        raise Malformed("continue.seats", table.live.seats)
    found = seating.places(caller, seats, shared)
    await seating.within_the_day(require_identity(caller), seating.tables.now())
    return found


class Continuing:
    """Opens tables that go on from a past position."""

    def __init__(self, seating: Seating) -> None:
        self.seating = seating
        self.tables = seating.tables

    async def open(
        self, caller: Caller, match: str, spec: ContinueSpec, shared: Callable[[str], str] | None = None, retry: int = 0
    ) -> MatchInfo:
        """A new table of the caller's: same title and options, the same past up to a number, other people and bots.

        `shared` as for any new table: makes from its id one code for all who are invited. `retry`: a turn of the
        review that is tried again there.
        """
        ident = new_id()
        owner, origin = require_identity(caller), Origin(match, spec.number, retry)
        async with self.tables.table(match) as table:
            await self.check(table, caller, origin.number, bool(retry))
            title, options = table.live.title, msgspec.json.decode(table.known.options)
            code = shared(ident) if shared is not None else None
            places, codes = await places_again(self.seating, caller, table, spec.seats, code)
            await seal(self.tables, table, caller)
        head = await self.seating.lay(owner, title, options, places, spec.pace, spec.visibility, origin, ident)
        return await self.seating.opened(caller, head.id, codes, spec.start)

    async def check(self, table: Table, caller: Caller, number: int, first: bool = False) -> None:
        """Whether the caller may go on from there; nothing is changed. `first`: also before the first decision."""
        table.seat_for(caller, None)
        head = table.known
        if head.status != "over":
            raise Conflict("continue.not_over")
        if not 0 <= number <= table.live.number:
            raise Unknown("table.no_such_number", number, table.live.number)
        if number == table.live.number:
            raise Conflict("continue.at_the_end")
        if table.lesson or (await self.tables.store.position(table.id, 0))[0] is not None:
            raise Conflict("table.set_up")
        if not (head.final or table.owned(caller)):
            raise Conflict("table.not_final")
        there = await again(self.tables.store, table.live.title, Origin(table.id, number))
        if not first and all(entry.seat == CHANCE for entry in there.log):
            # Such a match would be like any other, and its players would know what was dealt.
            raise Conflict("continue.not_begun")
