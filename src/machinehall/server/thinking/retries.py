"""Trying a key turn again: a table of one's own from the position before it, at which nobody else moves.

What was done there is judged by a worker beside the better turn of the review. A verdict follows from the match, the
turn and the line alone, so it is only kept in memory; whoever asks again gets the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from typing import NamedTuple

from machinehall.review.shapes import Review, TurnReview
from machinehall.review.trial import Verdict, verdict
from machinehall.server.errors import Conflict, Fault, LostRevision, NoAnswer, StillThinking, TooMany, Unknown
from machinehall.server.people.identity import require_identity
from machinehall.server.play.consent import Asking
from machinehall.server.play.continuing import Continuing
from machinehall.server.play.origin import Origin, goes_on, origin_of
from machinehall.server.play.table import Table
from machinehall.server.shapes import Caller, ContinueSpec, MatchInfo, SeatSpec

from .review_worker import Job, Tried
from .reviews import Reviews, grown

log = logging.getLogger("machinehall.reviews")
LONGEST = 300.0
"""Seconds after which a worker is ended that has no verdict."""
EACH, ALL = 2, 16
"""Turns of one asker, and of all, that may wait for a verdict."""
KEPT = 512
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
        self._verdicts: OrderedDict[Key, Verdict | None] = OrderedDict()
        self._open: dict[Key, tuple[str, asyncio.Task[None]]] = {}
        self._tries: OrderedDict[str, list[Line]] = OrderedDict()
        """What was tried at each table, in its order."""
        self._one = asyncio.Lock()

    async def close(self) -> None:
        tasks = [task for _, task in self._open.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def open(self, caller: Caller, match: str, number: int) -> MatchInfo:
        """A table at which a turn of the review is tried again, by whoever may see the review."""
        require_identity(caller)
        found = await self.reviews.ready(caller, match)
        turn = turn_of(found, number) if found is not None else None
        if found is None or turn is None:
            raise Unknown("review.no_such_turn")
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
        turn = turn_of(found, origin.retry) if found is not None else None
        if found is None or turn is None:
            return None
        return Here(origin, found, turn, own_line(lines[origin.number :], turn.seat))

    # Verdicts

    def known(self, at: Here) -> Verdict | None:
        """What is known already of a line."""
        turn = at.turn
        assert turn.loss is not None
        if at.line == tuple(turn.actions) and turn.win is not None:
            return verdict(turn.loss, turn.win, at.review.bands)
        return self._verdicts.get(key_of(at))

    def tries(self, match: str, at: Here) -> list[tuple[Line, Verdict]]:
        """What was tried at a table and judged, the first first."""
        lines = self._tries.get(match, [])
        found = [(line, self.known(at._replace(line=line))) for line in lines]
        return [(line, judged) for line, judged in found if judged is not None]

    async def judge(self, caller: Caller, match: str, patience: float) -> tuple[Here, Verdict]:
        """What is thought of what was done; StillThinking: not yet, ask again."""
        asker, at = require_identity(caller), await self.here(caller, match)
        if at is None:
            raise Unknown("review.no_such_turn")
        if not at.line:
            raise Conflict("review.retry.nothing")
        lines = self._tries.setdefault(match, [])
        if at.line not in lines:
            lines.append(at.line)
        while len(self._tries) > KEPT:
            self._tries.popitem(last=False)
        found, key = self.known(at), key_of(at)
        if found is not None:
            return at, found
        if key not in self._open and key not in self._verdicts:
            await self._take(caller, asker, at)
        if key in self._open:
            await asyncio.wait({self._open[key][1]}, timeout=patience)
        if key in self._open:
            raise StillThinking(len(self._open) - 1)
        found = self._verdicts[key]
        if found is None:
            del self._verdicts[key]
            raise NoAnswer("thinking.failed")
        return at, found

    async def _take(self, caller: Caller, asker: str, at: Here) -> None:
        if len(self._open) >= ALL or sum(who == asker for who, _ in self._open.values()) >= EACH:
            raise TooMany("thinking.busy")
        record, turn = await self.reviews.ending.record(caller, at.origin.match), at.turn
        what = Tried(turn.first, turn.seat, list(at.line), turn.better)
        job = Job(record, self.reviews.packs.get(at.review.title), 0.0, what)
        self._open[key_of(at)] = asker, asyncio.create_task(self._make(key_of(at), job))

    async def _make(self, key: Key, job: Job) -> None:
        found: Verdict | None = None
        try:
            async with self._one, asyncio.timeout(LONGEST), contextlib.aclosing(grown(job)) as answers:
                async for growth in answers:
                    found = growth.verdict or found
        except Exception:  # whoever asks must hear of it
            log.exception("no verdict", extra={"match": key[0]})
        self._verdicts[key] = found
        while len(self._verdicts) > KEPT:
            self._verdicts.popitem(last=False)
        del self._open[key]

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


def turn_of(found: Review, number: int) -> TurnReview | None:
    """A fault by the number of its turn."""
    turn = found.turns[number - 1] if 0 < number <= len(found.turns) else None
    return turn if turn is not None and turn.fault and turn.loss is not None else None


def own_line(lines: list[str], seat: int) -> Line:
    """What a seat decided, from lines of a log."""
    rows = (line.partition(" ") for line in lines)
    return tuple(text for who, _, text in rows if who.removesuffix("!") == str(seat))
