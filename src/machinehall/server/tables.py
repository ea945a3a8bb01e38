"""The service behind pages, programs and bots: tables, and what happens at them.

Everything that pages and API do goes through `Tables`; each function takes the `Caller` (see `identity.py`: who is
asking) and answers values of `shapes.py`. For pages:

    position(caller, match, seat)           `Position`: view, legal (Actions), title, decision, undo, outcome: what
                                            drawing and wording take
    sight(caller, match, seat)              the same as JSON, for programs
    seats_of(caller, match)                 seats the caller may play (several: hot seat), () for a spectator
    play(caller, match, seat, action, rev)  Played; raises Refused (rule, message) or Stale (carries the fresh sight)
    why_not(caller, match, seat, action)    Refused or None
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
from machinehall.kernel.values import Action, Event, IllegalAction, Refusal

from .errors import Conflict, Down, Fault, Forbidden, LostRevision, Refused, Stale, Unknown
from .hub import Hub
from .live import LiveMatch, link, pack_events, pack_state, unpack_events
from .positions import Position, Table, parse, played, position, revive, sight_of, told
from .rows import CommitRow, Loaded, MatchRow, SeatRow, Snapshot, Write
from .shapes import Caller, EventInfo, Played, Request, Sight
from .storage import Store

SNAP_EVERY = 32
"""Decisions between two stored positions: bounds the work of loading."""
DAY = 86_400.0


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
        self.most = most
        self.now = now
        self.after: list[Callable[[Table], None]] = []
        """Called after each committed change: bots and notices."""
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
                if table.match is not None and table.match.broken:
                    table.forget()
                if table.head is None:
                    self._tables.pop(match, None)

    async def _freshen(self, table: Table, rev: int | None) -> None:
        if table.head is not None:
            if table.head.rev == rev or not (self.store.postgres or (rev is not None and rev > table.head.rev)):
                return
            if await self.store.rev(table.id) == table.head.rev:
                return
            table.forget()
        loaded = await self.store.load(table.id)
        if loaded is None:
            raise Unknown("table.unknown")
        self._revive(table, loaded)

    def _revive(self, table: Table, loaded: Loaded) -> None:
        head = loaded.head
        if head.status != "open":
            title = self.title(head.title)
            if (head.rules, head.data) != (title.rules_version, title.data_version):
                raise Conflict("table.other_rules", head.rules, title.rules_version)
            table.match = revive(title, len(loaded.seats), head, loaded.snapshot, loaded.tail)
            table.snapped = loaded.snapshot.number if loaded.snapshot else 0
            table.starts = [row.first for row in loaded.tail]
        table.head, table.seats = head, loaded.seats

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

    async def commit(
        self,
        table: Table,
        kind: str,
        seat: int | None,
        first: int | None = None,
        *,
        void_from: int | None = None,
        seats: list[SeatRow] | None = None,
        **changes: Any,
    ) -> None:
        """Write one change of a table and tell everybody. Down or lost: memory is dropped, nothing is acknowledged."""
        before = [int(n) for n in table.known.to_act.split(",") if n]
        if kind == "play" and table.known.pending != "{}":
            changes["pending"] = still_asked(table.known.pending, seat)
        write = self._write(table, kind, seat, first, void_from, changes)
        write.seats = seats
        try:
            done = await self.store.append(write)
        except BaseException:
            table.forget()
            raise
        if not done:
            table.forget()
            raise LostRevision
        if write.snapshot is not None:
            table.snapped = write.snapshot.number
        table.head, table.sights = write.head, {}
        if write.commit.lines or void_from is not None:
            table.wrote(write.commit.first)
        if seats is not None:
            table.seats = seats
        table.asked_anew(kind, seat, before, write.head.rev)
        self.hub.publish(table.id, write.head.rev)
        for call in self.after:
            call(table)

    def _write(
        self, table: Table, kind: str, seat: int | None, first: int | None, void_from: int | None, changes: Any
    ) -> Write:
        """The line of the journal for what has happened since decision `first`, and all that goes with it."""
        old, match, at = table.known, table.match, self.now()
        head = msgspec.structs.replace(old, rev=old.rev + 1, changed=at, **changes)
        lines: list[str] = []
        happened: list[list[Event]] = []
        if match is not None:
            start = match.number if first is None else first
            lines, happened = match.lines(start), match.happened[start - match.base :]
            self._describe(head, match, at)
        marked = lines if void_from is None else [f"undo {void_from}", *lines]
        head.chain = link(old.chain, [kind, *marked])
        row = CommitRow(
            head.id, head.rev, kind, seat, head.number - len(lines), "\n".join(lines), pack_events(happened),
            match.offered if match is not None and kind == "play" else 0, head.chain, at,
        )  # fmt: skip
        shot = self._snapshot(table, head, void_from, set_up=kind == "start" and bool(table.lesson) and not lines)
        return Write(head, row, shot, void_from)

    def _describe(self, head: MatchRow, match: LiveMatch, at: float) -> None:
        """What the head says about the position."""
        to_act = match.to_act
        head.number, head.floor = match.number, match.floor
        head.to_act = f",{','.join(map(str, to_act))}," if to_act else ""
        head.deadline = at + head.pace * DAY if head.pace and to_act else None
        if not to_act and head.status == "running":
            outcome = match.outcome
            head.status, head.outcome = "over", msgspec.json.encode(outcome).decode()
        elif to_act and head.status == "over":
            head.status, head.outcome = "running", None

    def _snapshot(self, table: Table, head: MatchRow, void_from: int | None, set_up: bool) -> Snapshot | None:
        """The position, where one is due; `set_up`: a match that begins with a position, which its log cannot tell."""
        match = table.match
        if match is None:
            return None
        if void_from is not None:
            table.snapped = min(table.snapped, void_from)
        due = match.number - table.snapped >= SNAP_EVERY or not table.snapped or head.status == "over"
        if not set_up and (not due or match.number == table.snapped):
            return None
        state, digest = pack_state(match.title, match.state)
        return Snapshot(head.id, match.number, head.rules, head.data, state, digest, match.deciders())

    # Looking

    async def seats_of(self, caller: Caller, match: str) -> tuple[int, ...]:
        async with self.table(match) as table:
            return table.seats_of(caller)

    async def position(self, caller: Caller, match: str, seat: int | None = None) -> Position:
        async with self.table(match) as table:
            return position(table.live, table.known, table.seat_for(caller, seat))

    async def sight(self, caller: Caller, match: str, seat: int | None = None) -> bytes:
        """A `Sight` as JSON; made once for each revision and seat, whoever asks."""
        async with self.table(match) as table:
            return self._sight(table, table.seat_for(caller, seat))

    def _sight(self, table: Table, seat: int | None) -> bytes:
        made = table.sights.get(seat)
        if made is None:
            made = table.sights[seat] = msgspec.json.encode(sight_of(position(table.live, table.known, seat), table.id))
        return made

    async def why_not(self, caller: Caller, match: str, seat: int | None, action: str) -> Refused | None:
        """Why an action is not allowed, or None if it is; `speech.sentence` says it in words."""
        async with self.table(match) as table:
            mine, live = self.my_seat(table, caller, seat), table.live
            asked = parse(live, action, mine)
            refusal = live.why_not(asked, mine)
            return None if refusal is None else Refused(refusal, live.title, live.nearest(asked, mine))

    async def events(
        self, caller: Caller, match: str, seat: int | None = None, since: int = 0, limit: int = 200
    ) -> tuple[list[EventInfo], int]:
        """The past from a number on, as a seat may know it, and the number to go on from; `limit` counts decisions."""
        async with self.table(match) as table:
            mine, live, number = table.seat_for(caller, seat), table.live, table.live.number
            title = live.title
            if number - since <= limit:
                first, older = (since, []) if live.base <= since else await self._older(table, since)
                return told(title, first, [*older, *live.happened[max(0, since - live.base) :]], mine), number
            rows = await self.store.tail(match, since, limit) if since < number else []
        found = [e for row in rows for e in told(title, row.first, unpack_events(row.events), mine)]
        return found, rows[-1].first + len(rows[-1].log()) if rows else number

    async def _older(self, table: Table, since: int) -> tuple[int, list[list[Event]]]:
        """What is no longer in memory is read once for all the pages that show it. It can be taken back by agreement
        alone, and then the memory begins earlier."""
        span = since, table.live.base
        if table.older is None or table.older[0] != span:
            rows = await self.store.tail(table.id, since, before=table.live.base)
            first = rows[0].first if rows else table.live.base
            table.older = span, first, [events for row in rows for events in unpack_events(row.events)]
        return table.older[1:]

    async def record(self, caller: Caller, match: str) -> str:
        """The whole record; only of a match that is over, since it tells everything."""
        async with self.table(match) as table:
            table.seat_for(caller, None)
            if table.known.status != "over":
                raise Conflict("table.not_over")
            head, live = table.known, table.live
            first, _ = await self.store.position(match, 0)
            if first is not None:
                raise Conflict("table.set_up")
            rows = await self.store.tail(match, 0)
        return revive(live.title, live.seats, head, None, rows).record()

    async def past(self, caller: Caller, match: str, seat: int | None, number: int) -> Position:
        """A past position, as a seat saw it: after the first `number` decisions, chance among them."""
        async with self.table(match) as table:
            mine, head, live = table.seat_for(caller, seat), table.known, table.live
            if not 0 <= number <= live.number:
                raise Unknown("table.no_such_number", number, live.number)
            if number == live.number:
                return position(live, head, mine)
            shot, rows = await self.store.position(match, number)
        then = revive(live.title, live.seats, head, shot, rows, number)
        return position(then, head, mine, final=False)

    async def what_if(
        self, caller: Caller, match: str, seat: int | None, number: int | None, seed: int, actions: list[str]
    ) -> Position:
        """A private copy of a position, with what the seat cannot know drawn anew, after some imagined actions.

        Nothing is stored: the same seed gives the same world again. Everything in it is imagined, so the answer is
        seen from the seat that is to act there.
        """
        async with self.table(match) as table:
            mine, head, live = self.my_seat(table, caller, seat), table.known, table.live
            number = live.number if number is None else number
        seen = (await self.past(caller, match, mine, number)).view
        rng = random.Random(seed)
        world = LiveMatch(live.title, live.options, live.title.sample(seen, rng), 0, live.seats)
        world._rng = rng
        world._deal()
        for text in actions:
            acting = world.to_act[0] if world.to_act else mine
            try:
                world.play(parse(world, text, acting), acting)
            except IllegalAction as refused:
                raise Refused(refused.refusal, live.title) from None
        acting = world.to_act[0] if world.to_act else mine
        return position(world, head, acting, final=not world.to_act)

    # Playing

    def my_seat(self, table: Table, caller: Caller, seat: int | None) -> int:
        mine = table.seat_for(caller, seat)
        if mine is None:
            raise Forbidden("table.only_watching")
        return mine

    async def play(self, caller: Caller, match: str, seat: int | None, action: str | Action, rev: int) -> Played:
        """Do an action. It is acknowledged only after it is committed."""
        try:
            async with self.table(match, rev) as table:
                mine = self.my_seat(table, caller, seat)
                if not table.asked.get(mine, table.known.rev) <= rev < table.known.rev:
                    self.check_rev(table, rev, mine)
                return await self.play_at(table, mine, action, mine=table.seats_of(caller))
        except LostRevision:
            raise await self._stale(caller, match, seat) from None

    async def play_at(
        self, table: Table, seat: int, action: str | Action, *, forced: bool = False, mine: Sequence[int] = ()
    ) -> Played:
        """Do an action at a locked table, for a seat that is already proved; `mine`: all seats of the caller."""
        live = table.live
        first = live.number
        live.luck = f"{live.title.name}/{table.lesson}" if table.lesson else ""
        try:
            live.play(parse(live, action, seat) if isinstance(action, str) else action, seat, forced=forced)
        except IllegalAction as refused:
            raise Refused(refused.refusal, live.title) from None
        await self.commit(table, "play", seat, first)
        return played(table, first, seat, mine)

    def check_rev(self, table: Table, rev: int, seat: int | None) -> None:
        if rev != table.known.rev:
            raise Stale(msgspec.json.decode(self._sight(table, seat), type=Sight))

    async def _stale(self, caller: Caller, match: str, seat: int | None) -> Stale:
        return Stale(msgspec.json.decode(await self.sight(caller, match, seat), type=Sight))

    async def undo(
        self, caller: Caller, match: str, seat: int | None, rev: int, number: int | None = None
    ) -> Played:
        """Take back the seat's last decision, or all from a number on, if nobody has learned anything from them."""
        try:
            async with self.table(match, rev) as table:
                mine = self.my_seat(table, caller, seat)
                self.check_rev(table, rev, mine)
                live = table.live
                if number is not None and number not in live.trail(mine):
                    raise Refused(live.cannot_undo(mine) or Refusal("MH-1.3", "undo.learned"), live.title)
                last = live.last(mine)
                try:
                    live.undo(mine)
                    while number is not None and last != number:
                        last = live.last(mine)
                        live.undo(mine)
                except CannotUndo as refused:
                    raise Refused(refused.refusal, live.title) from None
                assert last is not None
                start = table.line_start(last)
                await self.commit(table, "undo", mine, start, void_from=start)
                return played(table, last, mine, table.seats_of(caller))
        except LostRevision:
            raise await self._stale(caller, match, seat) from None


def still_asked(pending: str, seat: int | None) -> str:
    """An action makes requests void: an undo was asked of another position, and who moves has not abandoned a seat."""
    asked = msgspec.json.decode(pending, type=dict[str, Request])
    left = {k: r for k, r in asked.items() if r.kind != "undo" and r.seat != seat}
    return msgspec.json.encode(left).decode()
