"""Trying a key turn again: a table of one's own from the position before it, at which nobody else moves.

What was done there is judged by a worker beside the better turn of the review. A verdict follows from the match, the
turn and the line alone, so it is only kept in memory; whoever asks again gets the same. That somebody has found a turn
that counts stays with them.
"""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from typing import NamedTuple

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from machinehall.review.shapes import Review, TurnReview
from machinehall.review.trial import Verdict, verdict
from machinehall.server.errors import Conflict, Fault, LostRevision, Unknown
from machinehall.server.people.identity import require_identity
from machinehall.server.play.consent import Asking
from machinehall.server.play.continuing import Continuing
from machinehall.server.play.origin import Origin, goes_on, origin_of
from machinehall.server.play.table import Table
from machinehall.server.shapes import Caller, ContinueSpec, MatchInfo, SeatSpec
from machinehall.server.store import schema as s

from .asked import ANSWERS_KEPT, Asked, last
from .review_worker import Job, Tried
from .reviews import Reviews, fault_of, grown

OTHERS = "apprentice"
"""Who takes the other seats when the match is played on from there."""

Line = tuple[str, ...]
Key = tuple[str, int, Line]


class Here(NamedTuple):
    """Where somebody stands who tries a turn again."""

    origin: Origin
    review: Review
    turn: TurnReview
    line: Line
    """What was decided there so far."""


class Retries:
    """Opens such tables, and judges what is done there."""

    def __init__(self, reviews: Reviews, continuing: Continuing, asking: Asking) -> None:
        self.reviews, self.continuing, self.asking = reviews, continuing, asking
        self.tables = reviews.tables
        self._asked: Asked[Key, Verdict] = Asked(judged)
        self._tries: OrderedDict[str, list[Line]] = OrderedDict()
        """What was tried at each table, in its order."""

    async def close(self) -> None:
        await self._asked.close()

    async def open(self, caller: Caller, match: str, number: int) -> MatchInfo:
        """A table at which a turn of the review is tried again, by whoever may see the review."""
        require_identity(caller)
        found, turn = await self.reviews.fault(caller, match, number)
        seats = [SeatSpec(kind="bot", bot=OTHERS) for _ in found.seats]
        seats[turn.seat] = SeatSpec(kind="you")
        spec = ContinueSpec(number=turn.first, seats=seats, start=True)
        return await self.continuing.open(caller, match, spec, retry=number)

    async def waits(self, table: Table) -> bool:
        """Whether the bots of a table hold still: a turn is tried again there."""
        origin = origin_of(table.known)
        return origin is not None and bool(origin.retry)

    async def here(self, caller: Caller, match: str) -> Here | None:
        """Where a table stands at which a turn is tried again; None: it is none, or its review is not there."""
        async with self.tables.table(match) as table:
            table.seat_for(caller, None)
            origin = origin_of(table.known)
            if origin is None or not origin.retry:
                return None
            lines = [line for row in await self.tables.store.tail(match, 0) for line in row.log()]
        try:
            found = await self.reviews.ready(caller, origin.match)
        except Fault:  # the match has gone, or nobody makes reviews here any more
            return None
        turn = fault_of(found, origin.retry) if found is not None else None
        if found is None or turn is None:
            return None
        return Here(origin, found, turn, own_line(lines[origin.number :], turn.seat))

    # Verdicts

    def judged(self, at: Here) -> Verdict | None:
        """What is known already of a line."""
        turn = at.turn
        assert turn.loss is not None
        if at.line == tuple(turn.actions) and turn.win is not None:
            return verdict(turn.loss, turn.win, at.review.bands)
        return self._asked.answered(key_of(at))

    def tries(self, match: str, at: Here) -> list[tuple[Line, Verdict]]:
        """What was tried at a table and judged, the first first."""
        lines = self._tries.get(match, [])
        found = [(line, self.judged(at._replace(line=line))) for line in lines]
        return [(line, judged) for line, judged in found if judged is not None]

    async def judge(self, caller: Caller, match: str, patience: float) -> tuple[Here, Verdict]:
        """What is thought of what was done; StillThinking: not yet, ask again."""
        require_identity(caller)
        at = await self.here(caller, match)
        if at is None:
            raise Unknown("review.no_such_turn")
        if not at.line:
            raise Conflict("review.retry.nothing")
        lines = self._tries.setdefault(match, [])
        if at.line not in lines:
            lines.append(at.line)
        while len(self._tries) > ANSWERS_KEPT:
            self._tries.popitem(last=False)
        found = self.judged(at) or await self._verdict(caller, at, patience)
        if found.good:
            await self._keep(caller, at.origin.match, at.turn.number)
        return at, found

    async def _verdict(self, caller: Caller, at: Here, patience: float) -> Verdict:
        what = Tried(at.turn.first, at.turn.seat, list(at.line), at.turn.better, at.turn.ended)

        async def job() -> Job:
            return await self.reviews.job(caller, at.origin.match, tried=what)

        return await self._asked.of(caller, key_of(at), job, patience)

    # What was solved

    async def solved(self, caller: Caller, *matches: str) -> set[tuple[str, int]]:
        """Key turns of some matches for which the caller has found a turn that counts."""
        c = s.retried.c
        if caller.identity is None or not matches:
            return set()
        query = select(c.match, c.turn).where(c.identity == caller.identity, c.match.in_(matches))
        async with self.tables.store.read() as connection:
            return {(row.match, row.turn) for row in await connection.execute(query)}

    async def _keep(self, caller: Caller, match: str, number: int) -> None:
        if (match, number) in await self.solved(caller, match):
            return
        row = {"identity": caller.identity, "match": match, "turn": number, "at": self.tables.now()}
        with contextlib.suppress(IntegrityError):  # another page of the same person was quicker
            async with self.tables.store.write() as connection:
                await connection.execute(insert(s.retried), [row])

    # At the table

    async def again(self, table: Table, caller: Caller, rev: int) -> None:
        """Back to the position before the turn."""
        origin = self._origin(table)
        rows = [line for row in await self.tables.store.tail(table.id, 0) for line in row.log()]
        seat = self.tables.my_seat(table, caller, None)
        first = next((k for k in range(origin.number, len(rows)) if own_line(rows[k : k + 1], seat)), None)
        if first is not None:
            await self.asking.ask_undo_for(table, caller, seat, rev, first)

    async def play_on(self, table: Table, caller: Caller) -> None:
        """From here on it is an ordinary match against bots."""
        self.tables.my_seat(table, caller, None)
        self._origin(table)
        try:
            await self.tables.commit(table, "seat", None, told=goes_on(table.known))
        except LostRevision:
            raise Conflict("table.changed") from None

    def _origin(self, table: Table) -> Origin:
        origin = origin_of(table.known)
        if origin is None or not origin.retry:
            raise Conflict("review.no_such_turn")
        return origin


def key_of(at: Here) -> Key:
    return at.origin.match, at.turn.number, at.line


async def judged(job: Job) -> Verdict | None:
    return await last(grown(job), lambda growth: growth.verdict)


def own_line(lines: list[str], seat: int) -> Line:
    """What a seat decided, from lines of a log."""
    rows = (line.partition(" ") for line in lines)
    return tuple(text for who, _, text in rows if who.removesuffix("!") == str(seat))
