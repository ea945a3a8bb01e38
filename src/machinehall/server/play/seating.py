"""Opening tables and sitting down: create, join, leave, start, and the lists of tables."""

from __future__ import annotations

import math
import secrets as random_secrets
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import and_, func, or_, select

from machinehall.kernel.options import resolve_options
from machinehall.kernel.title import Title
from machinehall.kernel.values import BadOption, UnknownTitle
from machinehall.server.errors import Conflict, Forbidden, LostRevision, Malformed, TooMany, Unknown
from machinehall.server.people.identity import clean_name, hashed, new_id, new_secret, require_identity
from machinehall.server.play.quiet import Quiet
from machinehall.server.shapes import AutomatonInfo, Caller, MatchInfo, MatchSpec, Request, SeatInfo, SeatSpec
from machinehall.server.store import schema as s
from machinehall.server.store.rows import CommitRow, MatchRow, SeatRow, by_hand_told, told_by_hand
from machinehall.server.store.same_deal import told_deal
from machinehall.server.store.seals import facts_text, seal
from machinehall.server.store.store import seat_row
from machinehall.server.store.stored_match import LiveMatch, pack_events
from machinehall.words import Titled, say

from .naming import NAMED, name_of, named_told
from .origin import Origin, again, marked, origin_of
from .table import Table
from .tables import Tables
from .writing import DAY

PAGE = 50
HIDDEN = frozenset({"who", "origin", "drawn", "deal", "later"})
"""What is kept with what a table has been told, but told to nobody."""


class Seating:
    """Who sits where."""

    def __init__(self, tables: Tables, bots: frozenset[str], quiet: Quiet, a_day: int) -> None:
        self.tables = tables
        self.store = tables.store
        self.bots = bots
        self.quiet = quiet
        self.a_day = a_day
        """Tables that one identity may open."""

    # Opening

    async def create(
        self, caller: Caller, spec: MatchSpec, shared: Callable[[str], str] | None = None, own: Title | None = None
    ) -> MatchInfo:
        """A new table. `shared`: makes from its id one code for all who are invited; without it, each has one.
        `own`: the title with an owner's pack."""
        owner, title = require_identity(caller), own or self._title(spec.title)
        low, high = title.seats
        seats = [seat for seat in spec.seats if seat.kind != "automaton"]
        if not low <= len(seats) <= high:
            raise Malformed("table.seats", low, high)
        try:
            values = resolve_options(title.options, with_automata(title, len(seats), spec))
        except BadOption as fault:
            raise Malformed("table.bad_options", str(fault)) from None
        options = dict(zip((o.name for o in title.options), values, strict=True))
        ident = new_id()
        places, codes = self.places(caller, seats, shared(ident) if shared is not None else None)
        if spec.by_hand and any(place.kind not in ("person", "bot") or place.free for place in places):
            raise Malformed("hand.seats")
        told = by_hand_told() if spec.by_hand else None
        told = named_told(told, clean_name(spec.name)) if spec.name else told
        head = await self.lay(owner, title, options, places, spec.pace, spec.visibility, ident=ident, told=told)
        return await self.opened(caller, head.id, codes, spec.start)

    def places(
        self, caller: Caller, seats: Sequence[SeatSpec], shared: str | None = None
    ) -> tuple[list[SeatRow], dict[int, str]]:
        """Seats as they are wished, and the secret codes of those who are invited: one each, or one for all."""
        codes: dict[int, str] = {}
        return [self._place(caller, number, seat, codes, shared) for number, seat in enumerate(seats)], codes

    async def opened(self, caller: Caller, match: str, codes: dict[int, str], start: bool) -> MatchInfo:
        """A table that was just laid, as its owner is told of it this once."""
        if start:
            await self.start(caller, match)
        async with self.tables.table(match) as table:
            made = describe(table, caller, self.tables.title)
        made.invites = {str(seat): code for seat, code in codes.items()}
        return made

    async def lay(
        self, owner: str, title: Title, options: dict[str, Any], places: list[SeatRow], pace: int, visibility: str,
        origin: Origin | None = None, ident: str = "", told: str | None = None,
    ) -> MatchRow:  # fmt: skip
        """A new table with these seats, not yet begun; `origin`: it will go on from there; `told`: what it is told."""
        at = self.tables.now()
        await self.within_the_day(owner, at)
        head = MatchRow(
            id=ident or new_id(), title=title.name, rules=title.rules_version, data=title.data_version,
            options=msgspec.json.encode(options).decode(), owner=owner, pace=pace, visibility=visibility,
            status="open", rev=0, number=0, floor=0, chain="", to_act="", created=at, changed=at,
        )  # fmt: skip
        head.told = marked(head, origin) if origin is not None else told
        await self.store.create(head, places, opening(head, places))
        return head

    async def within_the_day(self, owner: str, at: float) -> None:
        """A limit that passes by itself: nobody can end a match alone, so those under way must not count for good."""
        c = s.matches.c
        query = select(func.count()).select_from(s.matches).where(c.owner == owner, c.created > at - DAY)
        async with self.store.read() as connection:
            if (await connection.execute(query)).scalar_one() >= self.a_day:
                raise TooMany("table.too_many", self.a_day)

    def _title(self, name: str) -> Title:
        try:
            return self.tables.title(name)
        except UnknownTitle:
            raise Malformed("table.no_such_title", name) from None

    def _place(self, caller: Caller, number: int, spec: SeatSpec, codes: dict[int, str], shared: str | None) -> SeatRow:
        name = clean_name(spec.name) if spec.name else ""
        if spec.kind == "you":
            return SeatRow(number, "person", caller.identity, name or caller.name)
        if spec.kind == "bot":
            if spec.bot not in self.bots:
                raise Malformed("table.no_such_bot", spec.bot)
            return SeatRow(number, "bot", name=name, bot=spec.bot)
        if spec.kind == "invited":
            codes[number] = shared or new_secret()
            return SeatRow(number, "invited", name=name, invite=hashed(codes[number]))
        return SeatRow(number, "person")

    # Sitting

    async def join(self, caller: Caller, match: str, seat: int | None, code: str | None, name: str | None) -> MatchInfo:
        """Take a free seat; an invited one needs the code of its link. One person may take several (hot seat)."""
        identity = require_identity(caller)
        async with self.tables.table(match) as table:
            row = self._seat_to_take(table, caller, seat, code)
            if table.known.status == "open" and await self.quiet.blocks(table.known.owner, identity):
                raise Forbidden("table.blocked")
            changed = msgspec.structs.replace(
                row,
                kind="person",
                identity=identity,
                name=clean_name(name) if name else caller.name,
                invite=None,
                left=0,
            )
            return await self.seated(table, caller, changed)

    def _seat_to_take(self, table: Table, caller: Caller, seat: int | None, code: str | None) -> SeatRow:
        head = table.known
        if head.status == "over":
            raise Conflict("table.over")
        if code is not None:
            digest = hashed(code)
            for row in table.seats:
                if row.invite is not None and random_secrets.compare_digest(row.invite, digest):
                    return row
            raise Forbidden("table.bad_invite")
        asked = [row for row in table.seats if row.kind == "asked" and row.identity == caller.identity]
        if asked and seat in (None, *(row.seat for row in asked)):
            return next(row for row in asked if seat in (None, row.seat))
        mine = head.owner == caller.identity or bool(table.seats_of(caller))
        if removed(head, caller):
            raise Forbidden("table.removed")
        if head.visibility == "private" and not mine:
            raise Unknown("table.not_for_you")
        free = [row for row in table.seats if row.kind == "person" and row.identity is None]
        wanted = [row for row in free if seat in (None, row.seat)]
        if not wanted:
            raise Conflict("table.seat_taken")
        return wanted[0]

    async def invite(self, caller: Caller, match: str, seat: int) -> str:
        """A new secret code for a free seat; by the owner. Where anybody may sit, that stays so beside the link."""
        async with self.tables.table(match) as table:
            row = self.own_seat_row(table, caller, seat)
            if not row.free:
                raise Conflict("table.seat_taken")
            code = new_secret()
            kind = "person" if row.kind == "person" and table.known.visibility != "private" else "invited"
            invited = SeatRow(seat, kind, name="" if row.kind == "asked" else row.name, invite=hashed(code))
            await self.seated(table, caller, invited)
            return code

    def own_seat_row(self, table: Table, caller: Caller, seat: int) -> SeatRow:
        if require_identity(caller) != table.known.owner:
            raise Forbidden("table.only_owner")
        if not 0 <= seat < len(table.seats):
            raise Unknown("table.no_such_seat", seat)
        return table.seats[seat]

    async def leave(self, caller: Caller, match: str, seat: int) -> MatchInfo:
        """Stand up. Before the start the seat is free again; later it waits for a bot that the others agree on."""
        require_identity(caller)
        async with self.tables.table(match) as table:
            if seat not in table.seats_of(caller):
                raise Forbidden("table.not_your_seat", seat)
            if table.known.status == "over":
                raise Conflict("table.over")
            row = table.seats[seat]
            if table.known.status == "open":
                row = SeatRow(seat, "person")
            else:
                row = msgspec.structs.replace(row, left=1)
            return await self.seated(table, caller, row)

    async def put_bot(self, caller: Caller, match: str, seat: int, bot: str) -> MatchInfo:
        """Let a bot sit on a free seat before the start; by the owner."""
        if bot not in self.bots:
            raise Malformed("table.no_such_bot", bot)
        async with self.tables.table(match) as table:
            row = self.own_seat_row(table, caller, seat)
            if table.known.status != "open" or not row.free:
                raise Conflict("table.seat_taken")
            return await self.seated(table, caller, SeatRow(seat, "bot", bot=bot))

    async def seated(self, table: Table, caller: Caller, row: SeatRow, **changes: Any) -> MatchInfo:
        seats = [row if old.seat == row.seat else old for old in table.seats]
        await self.write(table, "seat", row.seat, seats=seats, **changes)
        return describe(table, caller, self.tables.title)

    async def write(self, table: Table, kind: str, seat: int | None, **changes: Any) -> None:
        try:
            await self.tables.commit(table, kind, seat, **changes)
        except LostRevision:
            raise Conflict("table.changed") from None

    # Starting

    async def start(self, caller: Caller, match: str) -> MatchInfo:
        """Deal and begin; by the owner or anyone seated, once every seat is taken."""
        require_identity(caller)
        async with self.tables.table(match) as table:
            head = table.known
            if head.status != "open":
                raise Conflict("table.already_started")
            if head.owner != caller.identity and not table.seats_of(caller):
                raise Unknown("table.not_for_you")
            if any(row.free for row in table.seats):
                raise Conflict("table.seats_free")
            title = self.tables.boxes.title(head.title, head.data)
            table.match = await self._begun(table, title)
            # A table may have waited while new switches came: it is stored with all that it is played by.
            stored = msgspec.json.encode(table.match.options).decode()
            versions = {"rules": title.rules_version, "data": title.data_version, "options": stored}
            await self.write(table, "start", None, first=0, status="running", **versions)
            return describe(table, caller, self.tables.title)

    async def _begun(self, table: Table, title: Title) -> LiveMatch:
        origin = origin_of(table.known)
        if origin is not None:
            return await again(self.store, title, origin)
        options, by_hand = msgspec.json.decode(table.known.options), told_by_hand(table.known.told)
        return LiveMatch.fresh(title, len(table.seats), options, by_hand, told_deal(table.known.told))

    # Looking

    async def info(self, caller: Caller, match: str) -> MatchInfo:
        """The table without its position. Whoever knows its unguessable id may see that much."""
        async with self.tables.table(match) as table:
            return describe(table, caller, self.tables.title)

    async def mine(self, caller: Caller, before: str | None = None, limit: int = PAGE) -> list[MatchInfo]:
        """The caller's tables, the latest change first."""
        identity = require_identity(caller)
        here = select(s.seats.c.match).where(s.seats.c.identity == identity)
        return await self.some(caller, or_(s.matches.c.owner == identity, s.matches.c.id.in_(here)), before, limit)

    async def listed(self, caller: Caller, before: str | None = None, limit: int = PAGE) -> list[MatchInfo]:
        """Tables that anyone may join or watch."""
        c = s.matches.c
        joinable = and_(c.visibility == "listed", c.status == "open")
        return await self.some(caller, or_(joinable, c.visibility == "open"), before, limit)

    async def some(self, caller: Caller, where: Any, before: str | None, limit: int) -> list[MatchInfo]:
        c = s.matches.c
        query = select(s.matches).where(where).order_by(c.changed.desc(), c.id.desc()).limit(limit)
        if before is not None:
            at, match = read_cursor(before)
            query = query.where(or_(c.changed < at, and_(c.changed == at, c.id < match)))
        async with self.store.read() as connection:
            heads = [MatchRow(**row) for row in (await connection.execute(query)).mappings()]
            rows = await connection.execute(select(s.seats).where(s.seats.c.match.in_([head.id for head in heads])))
            seats: dict[str, list[SeatRow]] = {head.id: [] for head in heads}
            for row in rows.mappings():
                seats[row["match"]].append(seat_row(row))
        found = []
        for head in heads:
            table = Table(head.id)
            table.head, table.seats = head, sorted(seats[head.id], key=lambda row: row.seat)
            found.append(describe(table, caller, self.tables.title))
        return found


def cursor(info: MatchInfo) -> str:
    """Where the next page of a list begins."""
    return f"{info.changed!r}~{info.id}"


def read_cursor(text: str) -> tuple[float, str]:
    at, _, match = text.partition("~")
    try:
        if not match.isprintable() or not math.isfinite(float(at)):
            raise ValueError
        return float(at), match
    except ValueError:
        raise Malformed("list.bad_cursor") from None


def opening(head: MatchRow, places: list[SeatRow]) -> CommitRow:
    facts = facts_text(head, places, "")
    row = CommitRow(head.id, 0, "open", None, 0, "", pack_events([]), 0, "", head.created, facts=facts)
    row.chain = head.chain = seal("", row)
    return row


def with_automata(title: Title, seats: int, spec: MatchSpec) -> dict[str, int | bool]:
    """The options of a new table, with the automata of its list as the option that stands for them."""
    wished = len(spec.seats) - seats
    if not wished:
        return spec.options
    rule = title.automata
    if rule is None:
        raise Malformed("table.no_automata", title.full_name)
    if seats != rule.seats:
        raise Malformed("table.automata_seats", rule.seats, seats)
    choices = next(option.choices for option in title.options if option.name == rule.option)
    if wished not in choices:
        raise Malformed("table.automata_count", min(choices), max(choices))
    if spec.options.get(rule.option, wished) != wished:
        raise Malformed("table.automata_option", rule.option, wished)
    return {**spec.options, rule.option: wished}


def automata_of(head: MatchRow, title: Title, seats: int) -> list[AutomatonInfo]:
    """The opponents that nobody plays, at the end with their scores."""
    if title.automata is None:
        return []
    words = title.automata.at(seats, msgspec.json.decode(head.options))
    ended = msgspec.json.decode(head.outcome).get("automata", []) if head.outcome else []
    scores = [automaton["score"] for automaton in ended] or [None] * len(words)
    say_it = Titled(title.name, say())
    return [AutomatonInfo(say_it(word), word, score) for word, score in zip(words, scores, strict=True)]


def seat_info(row: SeatRow, caller: Caller, mine: tuple[int, ...]) -> SeatInfo:
    """A seat, and how the caller stands to it."""
    return SeatInfo(
        row.seat, row.kind, row.name, row.bot, not row.free, bool(row.left), row.seat in mine,
        away=row.kind == "bot" and row.identity is not None,
        asked=row.kind == "asked" and row.identity == caller.identity,
        former=row.former,
    )  # fmt: skip


def describe(table: Table, caller: Caller, titles: Callable[[str], Title]) -> MatchInfo:
    """A table as anybody may see it, with the caller's own seats marked."""
    head, mine = table.known, table.seats_of(caller)
    seats = [seat_info(row, caller, mine) for row in table.seats]
    return MatchInfo(
        id=head.id, title=head.title, rules=head.rules, data=head.data, options=msgspec.json.decode(head.options),
        pace=head.pace, visibility=head.visibility, status=head.status, rev=head.rev, number=head.number,
        to_act=[int(n) for n in head.to_act.split(",") if n], seats=seats,
        automata=automata_of(head, titles(head.title), len(seats)),
        yours=caller.identity is not None and caller.identity == head.owner, final=bool(head.final),
        removed=removed(head, caller) and not mine, created=head.created, changed=head.changed,
        deadline=head.deadline, requests=requests_of(head),
        told=told_of(head), name=name_of(head.told),
        outcome=msgspec.json.decode(head.outcome) if head.outcome else None, rematch=head.rematch,
    )  # fmt: skip


def told_of(head: MatchRow) -> list[dict[str, Any]]:
    """What the table has been told, the latest last."""
    found: list[dict[str, Any]] = msgspec.json.decode(head.told) if head.told else []
    shown = [told for told in found if told["message"] != NAMED]
    return [{key: value for key, value in told.items() if key not in HIDDEN} for told in shown]


def removed(head: MatchRow, caller: Caller) -> bool:
    """Whether the owner has asked the caller to leave this table."""
    if caller.identity is None or not head.told:
        return False
    return any(told.get("who") == mark_of(head, caller.identity) for told in msgspec.json.decode(head.told))


def mark_of(head: MatchRow, identity: str) -> str:
    """Somebody in what a table has been told, without their id."""
    return hashed(f"{head.id}/{identity}")[:24]


def requests_of(head: MatchRow) -> list[Request]:
    return list(msgspec.json.decode(head.pending, type=dict[str, Request]).values())
