"""The service behind pages, programs and bots: tables, and what happens at them.

Everything that pages and API do goes through `Tables`; each function takes the `Caller` (see `identity.py`: who is
asking) and answers values of `shapes.py`. For pages:

    position(caller, match, seat)           `Position`: view, legal (Actions), title, decision, undo, outcome: what
                                            drawing and wording take
    sight(caller, match, seat)              the same as JSON, for programs
    seats_of(caller, match)                 seats the caller may play (several: hot seat), () for a spectator
    play(caller, match, seat, action, rev)  Played; raises Refused (rule, message) or Stale (carries the fresh sight)
    why_not(caller, match, seat, action)    Refused or None, and whether it reveals something hidden
    undo(caller, match, seat, rev)          Played; Refused says why not
    events(caller, match, seat, since, limit)   the past from a number on, as the seat may know it
    past(caller, match, seat, number)       any past position as the seat saw it
    what_if(caller, match, seat, number, seed, actions)   a private copy, the unknown drawn anew; leaves no trace

Tables without their positions (info, create, join, start, lists, ...) are in `seating.py`, who is who in `identity.py`,
a fault in words: `speech.sentence(fault, lang)`. Pages live in `machinehall.web.pages`, whose `routes(site)` gives
Starlette routes; `request.scope["caller"]` is the `Caller`, `site` has `tables`, `seating`, `identities` and `hub`.
News of a match: GET /api/v1/matches/{match}/live (server-sent events `rev`, `chat`, `feats`, `end`).

A seat number only chooses among the seats the caller has proved to hold; `seat=None` means: the one of the caller's
seats that has to act, or the first, or a spectator where the table allows that. Every change carries the revision it
was made against.
"""

from __future__ import annotations

import contextlib
import random
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import msgspec

from machinehall.kernel.match import CannotUndo
from machinehall.kernel.title import Title
from machinehall.kernel.values import Action, IllegalAction, Refusal
from machinehall.server.errors import Conflict, Down, Fault, Forbidden, LostRevision, Refused, Stale, Unknown
from machinehall.server.shapes import Caller, EventInfo, Played, Sight
from machinehall.server.store.healing import Healer, check_head, check_loaded
from machinehall.server.store.rows import Loaded, SeatRow, Write
from machinehall.server.store.store import Store
from machinehall.server.store.stored_match import unpack_events

from .answers import Answers
from .boxes import Boxes
from .hub import Hub
from .table import (
    Older,
    Position,
    Table,
    closed,
    imagined,
    parse,
    played,
    position,
    refused,
    reveals,
    revive,
    sight_of,
    still_asked,
    told,
)
from .writing import write_of


class Tables:
    """All tables of this server process."""

    def __init__(
        self,
        store: Store,
        hub: Hub,
        titles: Callable[[str], Title],
        most: int = 5_000,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.hub = hub
        self.title = titles
        self.boxes = Boxes(store, lambda name: self.title(name))
        self.most = most
        self.now = now
        self.healer = Healer(store, self.boxes.titles_of)
        self.after: list[Callable[[Table], None]] = []
        """Called after each committed change: bots and notices."""
        self.answers = Answers()
        self._tables: OrderedDict[str, Table] = OrderedDict()

    # Tables in memory

    @contextlib.asynccontextmanager
    async def table(self, match: str, rev: int | None = None) -> AsyncIterator[Table]:
        """A table, locked and fresh. `rev`: the caller's revision; if it is ours the guard of the write is enough."""
        table = self._tables.get(match)
        if table is None:
            table = self._tables[match] = Table(match)
            self._evict()
        self._tables.move_to_end(match)
        async with table.lock:
            try:
                await self._freshen(table, rev)
                yield table
            except Fault as fault:
                if isinstance(fault, Down):
                    table.forget()
                raise
            except BaseException:
                table.forget()  # whatever broke may have left the match half-way
                raise
            finally:
                if table.head is None:
                    self._tables.pop(match, None)

    async def _freshen(self, table: Table, rev: int | None) -> None:
        if table.head is not None:
            if table.head.rev == rev or not (self.store.postgres or (rev is not None and rev > table.head.rev)):
                return
            if await self.store.rev(table.id) == table.head.rev:
                return
            table.forget()
        await self.boxes.bring_for(table.id)
        if not await self.healer.bring(table.id, lambda loaded: self._revive(table, loaded)):
            raise Unknown("table.unknown")

    def _revive(self, table: Table, loaded: Loaded) -> None:
        head = loaded.head
        facts = check_loaded(loaded)
        if head.status != "open":
            title = self.boxes.title(head.title, head.data)
            older = (head.rules, head.data) != (title.rules_version, title.data_version)
            if older and not closed(title, loaded):
                raise Conflict("table.other_rules", head.rules, title.rules_version)
            table.match = revive(title, len(loaded.seats), head, loaded.snapshot, loaded.tail)
            table.snapped = loaded.snapshot.number if loaded.snapshot else 0
            table.starts = {row.first: row.at for row in loaded.tail}
            if not older:  # present rules may score another result, and the one that was told stands
                check_head(head, table.match)
        else:
            check_head(head, None)
        table.head, table.seats = head, loaded.seats
        table.sealed, table.begins = facts is not None, facts.begins if facts is not None else ""

    def _evict(self) -> None:
        """Keep memory within bounds: the longest unused tables go first."""
        while len(self._tables) > self.most:
            oldest = next((t for t in self._tables.values() if not t.lock.locked()), None)
            if oldest is None:
                return
            del self._tables[oldest.id]

    @property
    def in_memory(self) -> int:
        return len(self._tables)

    # Committing

    async def commit(self, table: Table, kind: str, seat: int | None, first: int | None = None, **how: Any) -> None:
        """Write one change of a table and tell everybody."""
        await self.write(table, self.change(table, kind, seat, first, **how))

    def change(
        self,
        table: Table,
        kind: str,
        seat: int | None,
        first: int | None = None,
        *,
        void_from: int | None = None,
        seats: list[SeatRow] | None = None,
        **changes: Any,
    ) -> Write:
        """One change as it is to be written; the table in memory takes it for done, so that the next can follow."""
        before = [int(n) for n in table.known.to_act.split(",") if n]
        if kind == "play" and table.known.pending != "{}":
            changes["pending"] = still_asked(table.known.pending, seat)
        write = write_of(table, kind, seat, self.now(), first, void_from, seats, changes)
        if write.snapshot is not None:
            table.snapped = write.snapshot.number
        table.head, table.sights = write.head, {}
        if write.commit.lines or void_from is not None:
            table.wrote(write.commit.first, write.commit.at)
        table.seats = table.seats if seats is None else seats
        table.sealed = True
        decided = sum(not line.startswith("*") for line in write.commit.log())
        table.asked_anew(kind, seat, before, write.head.rev, decided)
        return write

    async def write(self, table: Table, *writes: Write) -> None:
        """Write changes, all or none, and tell everybody. Down or lost: memory is dropped, nothing is acknowledged."""
        try:
            done = await self.store.append(*writes)
        except BaseException:
            table.forget()
            raise
        if not done:
            table.forget()
            raise LostRevision
        self.hub.publish(table.id, writes[-1].head.rev)
        for call in self.after:
            call(table)

    # Looking

    async def seats_of(self, caller: Caller, match: str) -> tuple[int, ...]:
        async with self.table(match) as table:
            return table.seats_of(caller)

    async def position(self, caller: Caller, match: str, seat: int | None = None) -> Position:
        async with self.table(match) as table:
            mine = table.seat_for(caller, seat)
            return position(table.live, table.known, mine, away=mine is not None and table.seats[mine].away)

    async def sight(self, caller: Caller, match: str, seat: int | None = None) -> bytes:
        """A `Sight` as JSON; made once for each revision and seat, whoever asks."""
        async with self.table(match) as table:
            return self._sight(table, table.seat_for(caller, seat))

    def _sight(self, table: Table, seat: int | None) -> bytes:
        made = table.sights.get(seat)
        if made is None:
            away = seat is not None and table.seats[seat].away
            at = position(table.live, table.known, seat, away=away)
            made = table.sights[seat] = msgspec.json.encode(sight_of(at, table.id))
        return made

    async def why_not(self, caller: Caller, match: str, seat: int | None, action: str) -> tuple[Refused | None, bool]:
        """Why an action is not allowed, or None if it is; `speech.sentence` says it in words. And whether it shows
        somebody something hidden."""
        async with self.table(match) as table:
            mine = self.my_seat(table, caller, seat)
            found = refused(table.live, mine, action)
            return found, found is None and self.reveals(table, caller, mine, action) is not None

    def reveals(self, table: Table, caller: Caller, seat: int, action: str) -> Action | None:
        """The action, if it would show somebody something hidden; who is alone can take back everything."""
        return None if table.alone_with(caller) else reveals(table.live, seat, action)

    async def events(
        self, caller: Caller, match: str, seat: int | None = None, since: int = 0, limit: int = 200
    ) -> tuple[list[EventInfo], int]:
        """The past from a number on, as a seat may know it, and the number to go on from; `limit` counts decisions."""
        async with self.table(match) as table:
            mine, live, number = table.seat_for(caller, seat), table.live, table.live.number
            if number - since <= limit:
                return await self.events_at(table, mine, since), number
            rows = await self.store.tail(match, since, limit) if since < number else []
        found = [e for row in rows for e in told(live.title, row.first, unpack_events(row.events), mine)]
        return found, rows[-1].first + len(rows[-1].log()) if rows else number

    async def events_at(self, table: Table, seat: int | None, since: int) -> list[EventInfo]:
        """All that has happened at a locked table from a number on, as a seat may know it."""
        live = table.live
        older = await self._older(table, since) if live.base > since else None
        first, before = (older.first, older.happened) if older is not None else (since, [])
        return told(live.title, first, [*before, *live.happened[max(0, since - live.base) :]], seat)

    def written(self, table: Table) -> dict[int, float]:
        """When the lines of the journal were written that `events_at` has told, by their first number."""
        return (table.older.starts if table.older is not None else {}) | table.starts

    async def _older(self, table: Table, since: int) -> Older:
        """What is no longer in memory is read once for all the pages that show it. It can be taken back by agreement
        alone, and then the memory begins earlier."""
        span = since, table.live.base
        if table.older is None or table.older.span != span:
            rows = await self.store.tail(table.id, since, before=table.live.base)
            first = rows[0].first if rows else table.live.base
            happened = [events for row in rows for events in unpack_events(row.events)]
            table.older = Older(span, first, happened, {row.first: row.at for row in rows})
        return table.older

    async def past(self, caller: Caller, match: str, seat: int | None, number: int) -> Position:
        """A past position, as a seat saw it: after the first `number` decisions, chance among them."""
        async with self.table(match) as table:
            return await self.past_at(table, table.seat_for(caller, seat), number)

    async def past_at(self, table: Table, seat: int | None, number: int) -> Position:
        head, live = table.known, table.live
        if not 0 <= number <= live.number:
            raise Unknown("table.no_such_number", number, live.number)
        if number == live.number:
            return position(live, head, seat)
        shot, rows = await self.store.position(table.id, number)
        return position(revive(live.title, live.seats, head, shot, rows, number), head, seat, final=False)

    async def what_if(
        self, caller: Caller, match: str, seat: int | None, number: int | None, seed: int, actions: list[str]
    ) -> Position:
        """A private copy of a position, with what the seat cannot know drawn anew, after some imagined actions.

        Nothing is stored: the same seed gives the same world again. Everything in it is imagined, so the answer is
        seen from the seat that is to act there.
        """
        async with self.table(match) as table:
            return await self.what_if_at(table, self.my_seat(table, caller, seat), number, seed, actions)

    async def what_if_at(self, table: Table, seat: int, number: int | None, seed: int, actions: list[str]) -> Position:
        live = table.live
        seen = (await self.past_at(table, seat, live.number if number is None else number)).view
        world = imagined(live, seen, random.Random(seed))
        for text in actions:
            acting = world.to_act[0] if world.to_act else seat
            try:
                world.play(parse(world, text, acting), acting)
            except IllegalAction as refusal:
                raise Refused(refusal.refusal, live.title) from None
        acting = world.to_act[0] if world.to_act else seat
        return position(world, table.known, acting, final=not world.to_act)

    # Playing

    def my_seat(self, table: Table, caller: Caller, seat: int | None) -> int:
        mine = table.seat_for(caller, seat)
        if mine is None:
            raise Forbidden("table.only_watching")
        if table.seats[mine].away:
            raise Forbidden("table.come_back")
        return mine

    async def play(self, caller: Caller, match: str, seat: int | None, action: str | Action, rev: int) -> Played:
        """Do an action. It is acknowledged only after it is committed."""
        try:
            async with self.table(match, rev) as table:
                return await self.play_for(table, caller, seat, action, rev)
        except LostRevision:
            raise await self._stale(caller, match, seat) from None

    async def play_for(
        self, table: Table, caller: Caller, seat: int | None, action: str | Action | list[Action], rev: int
    ) -> Played:
        """Do an action of a caller at a locked table, or several as a whole."""
        mine = self.my_seat(table, caller, seat)
        if not table.asked.get(mine, table.known.rev) <= rev < table.known.rev:
            self.check_rev(table, rev, mine)
        return await self.play_at(table, mine, action, mine=table.seats_of(caller))

    async def play_at(
        self, table: Table, seat: int, action: str | Action | list[Action], *, forced: bool = False,
        mine: Sequence[int] = (), **more: Any,
    ) -> Played:  # fmt: skip
        """Do an action at a locked table, for a seat that is already proved; `mine`: all seats of the caller, `more`:
        what else changes with it."""
        live = table.live
        first = live.number
        live.lesson = table.lesson
        try:
            if isinstance(action, list):
                live.play_all(action, seat)
            else:
                live.play(parse(live, action, seat) if isinstance(action, str) else action, seat, forced=forced)
        except IllegalAction as refusal:
            raise Refused(refusal.refusal, live.title) from None
        self.answers.follow(table)
        await self.commit(table, "play", seat, first, **more)
        return played(table, first, seat, mine)

    def check_rev(self, table: Table, rev: int, seat: int | None) -> None:
        if rev != table.known.rev:
            raise Stale(msgspec.json.decode(self._sight(table, seat), type=Sight))

    async def _stale(self, caller: Caller, match: str, seat: int | None) -> Stale:
        return Stale(msgspec.json.decode(await self.sight(caller, match, seat), type=Sight))

    async def undo(self, caller: Caller, match: str, seat: int | None, rev: int, number: int | None = None) -> Played:
        """Take back the seat's last decision, or all from a number on, if nobody has learned anything from them."""
        try:
            async with self.table(match, rev) as table:
                return await self.undo_for(table, caller, seat, rev, number)
        except LostRevision:
            raise await self._stale(caller, match, seat) from None

    async def undo_for(self, table: Table, caller: Caller, seat: int | None, rev: int, number: int | None) -> Played:
        mine = self.my_seat(table, caller, seat)
        self.check_rev(table, rev, mine)
        live = table.live
        if table.known.status == "over":
            raise Refused(Refusal("MH-1.5", "undo.final" if table.known.final else "undo.over"), live.title)
        if number is not None and number not in live.trail(mine):
            raise Refused(live.cannot_undo(mine) or Refusal("MH-1.3", "undo.learned"), live.title)
        last = live.last(mine)
        self.answers.clear(table, mine)
        try:
            live.undo(mine)
            while number is not None and last != number:
                last = live.last(mine)
                live.undo(mine)
        except CannotUndo as refusal:
            raise Refused(refusal.refusal, live.title) from None
        assert last is not None
        start = table.line_start(last)
        await self.commit(table, "undo", mine, start, void_from=start)
        return played(table, last, mine, table.seats_of(caller))
