"""One link for all seats that wait for a friend. The database keeps only hashes; whoever opened the table has the link
again on every visit, because its code follows from the secret of their own session, which nobody else has."""

from __future__ import annotations

import base64
import hashlib
import hmac

from machinehall.server.errors import Conflict
from machinehall.server.people.identity import hashed
from machinehall.server.shapes import Caller
from machinehall.server.store.rows import SeatRow

from .seating import Seating
from .table import Table

REMEMBERED = 200
"""Revisions of a table at which its link may have been made: a table that has not begun has few."""


def code_of(secret: str, match: str, rev: int) -> str:
    """The code that a session makes for a table at a revision; it tells nothing of the secret."""
    digest = hmac.new(secret.encode(), f"invitation/{match}/{rev}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def by_link(table: Table) -> list[SeatRow]:
    """The free seats that a link leads to: those kept for friends, and all others of a private table."""
    private = table.known.visibility == "private"
    return [row for row in table.seats if row.free and (row.kind == "invited" or (private and row.kind == "person"))]


class Invites:
    """The link of a table, for whoever opened it."""

    def __init__(self, seating: Seating) -> None:
        self.seating = seating
        self.tables = seating.tables

    async def own_code(self, caller: Caller, secret: str | None, match: str) -> str | None:
        """The code that opens every seat that waits, if this session has made it; None: a new link is needed."""
        async with self.tables.table(match) as table:
            waiting = {row.invite for row in by_link(table)}
            if not secret or len(waiting) != 1 or table.known.owner != caller.identity:
                return None
            return remembered(secret, table, waiting)

    async def cover(self, caller: Caller, secret: str, match: str, anew: bool) -> None:
        """One link for all seats that wait: the one there is, or `anew`, and then the old ones are worth nothing."""
        async with self.tables.table(match) as table:
            self.seating.own_seat_row(table, caller, 0)
            rows = by_link(table)
            if not rows:
                raise Conflict("table.no_free_seat")
            code = None if anew else remembered(secret, table, {row.invite for row in rows})
            digest = hashed(code or code_of(secret, match, table.known.rev))
            fresh = {row.seat: SeatRow(row.seat, "invited", name=row.name, invite=digest) for row in rows}
            seats = [fresh.get(row.seat, row) for row in table.seats]
            await self.seating.write(table, "seat", rows[0].seat, seats=seats)


def remembered(secret: str, table: Table, digests: set[str | None]) -> str | None:
    """The latest code of this session that one of these seats waits for."""
    last = table.known.rev
    codes = (code_of(secret, table.id, rev) for rev in range(last, max(-1, last - REMEMBERED), -1))
    return next((code for code in codes if hashed(code) in digests), None)
