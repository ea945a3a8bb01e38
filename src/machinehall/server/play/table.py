"""A table in memory, and positions as seats may know them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from machinehall.kernel.title import Title
from machinehall.kernel.values import Action, BadAction, BadRecord, Event, IllegalAction, Outcome, Refusal
from machinehall.school.items import PREFIX
from machinehall.server.errors import Conflict, Fault, Forbidden, Malformed, NoName, Refused, Unknown
from machinehall.server.shapes import Caller, EventInfo, Played, Request, Sight
from machinehall.server.store.rows import CommitRow, Loaded, MatchRow, SeatRow, Snapshot, told_by_hand
from machinehall.server.store.same_deal import told_deal
from machinehall.server.store.stored_match import LiveMatch, unpack_state


class Older(NamedTuple):
    """What happened from a number on until the log in memory begins."""

    span: tuple[int, int]
    first: int
    """Number of the first decision."""
    happened: list[list[Event]]
    starts: dict[int, float]
    """As `Table.starts`."""


class Table:
    """A table in memory. Whoever uses it holds its lock, so nobody ever sees what is not yet committed."""

    def __init__(self, match: str) -> None:
        self.id = match
        self.lock = asyncio.Lock()
        self.head: MatchRow | None = None
        self.seats: list[SeatRow] = []
        self.match: LiveMatch | None = None
        self.snapped = 0
        self.sealed = False
        """Whether the journal says who sits here; older journals do not."""
        self.begins = ""
        self.starts: dict[int, float] = {}
        """Numbers at which the lines of the journal begin, as far as the log is in memory, and when each was made."""
        self.sights: dict[int | None, bytes] = {}
        self.asked: dict[int, int] = {}
        self.older: Older | None = None

    def forget(self) -> None:
        """Drop what is in memory; the database knows better."""
        self.head, self.match, self.sights, self.asked, self.older = None, None, {}, {}, None

    def asked_anew(self, kind: str, seat: int | None, before: Sequence[int], rev: int, decided: int = 1) -> None:
        """Note since which revision each seat has had its present question; `decided`: how many decisions were taken.

        Where several seats decide at the same time, or people come and go, a question stays the same while the
        revision grows; an answer to it is not stale.
        """
        to_act = self.match.to_act if self.match is not None else ()
        one = kind == "play" and decided == 1 and bool(self.live.log)
        same = kind in ("ask", "seat") or (one and self.live.log[-1].together)
        kept = {s: self.asked[s] for s in to_act if same and s != seat and s in before and s in self.asked}
        self.asked = dict.fromkeys(to_act, rev) | kept

    def wrote(self, first: int, at: float) -> None:
        """A line of the journal with decisions from this number on was written."""
        while self.starts and (last := next(reversed(self.starts))) >= first:
            del self.starts[last]
        self.starts[first] = at

    def line_start(self, number: int) -> int:
        """Where the line of the journal begins that holds a decision: it is taken back as a whole or not at all."""
        return next((start for start in reversed(self.starts) if start <= number), number)

    @property
    def known(self) -> MatchRow:
        assert self.head is not None
        return self.head

    @property
    def live(self) -> LiveMatch:
        if self.match is None:
            raise Conflict("table.not_started")
        return self.match

    @property
    def lesson(self) -> str:
        """The id of the lesson or problem that is played here; empty: none."""
        marks = (seat.bot for seat in self.seats if seat.kind == "bot" and seat.bot.startswith(PREFIX))
        return next(marks, PREFIX).removeprefix(PREFIX)

    def owned(self, caller: Caller) -> tuple[int, ...]:
        """The seats that belong to a caller, also those that the caller has left or that a bot plays meanwhile.

        A program's token is good only while its person sits there.
        """
        if caller.identity is None or caller.match not in (None, self.id):
            return ()
        mine = [s for s in self.seats if s.identity == caller.identity and s.kind != "asked"]
        return tuple(s.seat for s in mine if caller.match is None or (s.seat == caller.seat and not s.away))

    def seats_of(self, caller: Caller) -> tuple[int, ...]:
        """The seats that a caller has proved to hold."""
        return tuple(seat for seat in self.owned(caller) if not self.seats[seat].away)

    @property
    def alone(self) -> bool:
        """Whether all seats belong to one person and bots."""
        return len({row.identity for row in self.seats if row.identity is not None}) < 2

    def alone_with(self, caller: Caller) -> bool:
        """Whether nobody but the caller is a person here: then everything can be taken back."""
        if self.known.status == "over":
            return self.alone
        mine = self.seats_of(caller)
        return all(row.kind == "bot" or row.seat in mine for row in self.seats)

    def is_show_of(self, caller: Caller) -> bool:
        """Whether bots alone play here, for the caller who opened the table to watch them."""
        made = caller.identity is not None and caller.match is None and self.known.owner == caller.identity
        return made and all(row.kind == "bot" and row.identity is None for row in self.seats)

    def seat_for(self, caller: Caller, seat: int | None) -> int | None:
        """The seat to look from; None: a spectator, where that is allowed."""
        if seat is not None:
            if seat not in self.owned(caller):
                raise Forbidden("table.not_your_seat", seat)
            return seat
        mine = self.seats_of(caller) or self.owned(caller)
        if mine:
            acting = self.match.to_act if self.match is not None else ()
            return next((s for s in mine if s in acting), mine[0])
        if self.known.visibility == "open" or self.is_show_of(caller):
            return None
        raise Unknown("table.not_for_you") if caller.identity else NoName("table.not_for_you")


@dataclass(frozen=True, slots=True)
class Position:
    """A position as one seat may know it, in Python values."""

    title: Title
    rev: int
    number: int
    seat: int | None
    status: str
    to_act: tuple[int, ...]
    view: dict[str, Any]
    legal: list[Action]
    decision: tuple[str, tuple[Any, ...]] | None
    """Kind and arguments of what the seat is asked."""
    undo: Refusal | None
    outcome: Outcome | None


def revive(
    title: Title, seats: int, head: MatchRow, shot: Snapshot | None, rows: Sequence[CommitRow], until: int | None = None
) -> LiveMatch:
    """A match from a stored position and the decisions after it."""
    options = msgspec.json.decode(head.options)
    state = title.start(seats, options) if shot is None else unpack_state(title, shot.state)
    base, decided = (0, 0) if shot is None else (shot.number, shot.decided)
    match = LiveMatch(title, options, state, base, seats, decided)
    match.rules, match.by_hand, match.same = head.rules, told_by_hand(head.told), told_deal(head.told)
    for row in rows:
        if row.first != match.number:
            raise BadRecord(f"the journal of {head.id} has a gap: {match.number} is followed by {row.first}")
        for line in row.log():
            if until is not None and match.number >= until:
                return match
            match.redo(line)
    if until is None:
        if match.number != head.number:
            raise BadRecord(f"the journal of {head.id} ends at {match.number}, its head says {head.number}")
        match.keep_from(head.floor)
    return match


def imagined(live: LiveMatch, seen: dict[str, Any], rng: random.Random) -> LiveMatch:
    """A match from what a seat may know, with the rest drawn anew; chance is drawn with the same dealer."""
    world = LiveMatch(live.title, live.options, live.title.sample(seen, rng), 0, live.seats, rng=rng)
    world.deal()
    return world


def refused(live: LiveMatch, seat: int, text: str) -> Refused | None:
    """Why an action is not allowed, with what is allowed and comes closest; None: it is."""
    asked = parse(live, text, seat)
    refusal = live.why_not(asked, seat)
    return None if refusal is None else Refused(refusal, live.title, live.nearest(asked, seat))


def reveals(live: LiveMatch, seat: int, text: str) -> Action | None:
    """The action, if it would show somebody something hidden, so that it could not be taken back.

    It is tried out in a world that the seat can imagine, so the answer tells nothing itself.
    """
    world = imagined(live, live.view(seat), random.Random(0))
    try:
        meant = parse(world, text, seat)
        world.play(meant, seat)
    except (IllegalAction, Fault):
        return None
    refusal = world.cannot_undo(seat)
    return meant if refusal is not None and refusal.message == "undo.learned" else None


def closed(title: Title, loaded: Loaded) -> bool:
    """Whether a match of older rules can be looked at: it is over, and its last position is stored."""
    head, shot = loaded.head, loaded.snapshot
    known = head.rules < title.rules_version and head.data == title.data_version
    return known and head.status == "over" and shot is not None and shot.number == head.number


def parse(match: LiveMatch, text: str, seat: int) -> Action:
    """The action that a text means, among those that the seat may choose."""
    try:
        return match.parse(text, seat)
    except BadAction:
        raise Malformed("action.unknown", text[:80]) from None


def position(match: LiveMatch, head: MatchRow, seat: int | None, final: bool = True, away: bool = False) -> Position:
    """What one seat may know now. `final=False`: not the present position, so nothing can be taken back.

    `away`: whoever looks owns the seat, but is not sitting on it, so there is nothing to choose.
    """
    to_act = match.to_act
    acting = seat is not None and seat in to_act and not away
    undo = match.cannot_undo(seat) if final and seat is not None else Refusal("MH-1.3", "undo.nothing")
    if final and seat is not None and head.status == "over":
        undo = Refusal("MH-1.5", "undo.final" if head.final else "undo.over")
    return Position(
        title=match.title,
        rev=head.rev,
        number=match.number,
        seat=seat,
        status=head.status,
        to_act=to_act,
        view=match.view(seat),
        legal=match.legal(seat) if acting else [],
        decision=match.title.decision(match.state, seat) if acting and seat is not None else None,
        undo=undo,
        outcome=ended(match, head) if final else match.outcome,
    )


def ended(match: LiveMatch, head: MatchRow) -> Outcome | None:
    """How it ended. A match of older rules keeps the result that it was given then."""
    if head.outcome and head.rules != match.title.rules_version:
        return msgspec.json.decode(head.outcome, type=Outcome)
    return match.outcome


def sight_of(at: Position, match: str) -> Sight:
    return Sight(
        match=match,
        rev=at.rev,
        number=at.number,
        seat=at.seat,
        status=at.status,
        to_act=list(at.to_act),
        legal=[at.title.text(action) for action in at.legal],
        undo=at.undo.message if at.undo is not None else None,
        view=at.view,
        outcome=msgspec.to_builtins(at.outcome) if at.outcome is not None else None,
    )


def told(title: Title, first: int, happened: Sequence[Sequence[Event]], seat: int | None) -> list[EventInfo]:
    """Facts as a seat may know them; `first` is the number of the decision that the first list belongs to."""
    facts: list[EventInfo] = []
    for number, events in enumerate(happened, first):
        for event in events:
            seen = event.seen_from(seat)
            if seen is not None:
                facts.append(EventInfo(number, seen.kind, list(seen.args), title.event_text(seen)))
    return facts


def played(table: Table, first: int, seat: int | None, mine: Sequence[int] = ()) -> Played:
    """What happened, and what the caller's next seat may do, so that a program needs no second request."""
    live, head = table.live, table.known
    events = told(live.title, first, live.happened[first - live.base :], seat)
    to_act = live.to_act
    acting = next((s for s in mine if s in to_act), None)
    texts, index = live.title.actions.texts, live.title.actions.index
    legal = [texts[index[action]] for action in live.legal(acting)] if acting is not None else []
    return Played(head.rev, live.number, list(to_act), head.status, events, acting, legal)


def still_asked(pending: str, seat: int | None) -> str:
    """An action makes requests void: an undo was asked of another position, and who moves has not abandoned a seat."""
    asked = msgspec.json.decode(pending, type=dict[str, Request])
    left = {k: r for k, r in asked.items() if r.kind != "undo" and r.seat != seat}
    return msgspec.json.encode(left).decode()
