"""One look at a table: all that its page needs, of one revision, under one lock."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from machinehall.kernel.values import CHANCE, Action
from machinehall.school.items import Item
from machinehall.school.progress import Progress

from .play import by_hand
from .play.anew import begun_at_once, turns_in_sight
from .play.by_hand import UNTOLD, Course
from .play.consent import Asking
from .play.seating import describe
from .play.table import Position, Table, position, told
from .play.tables import Tables
from .play.teaching import Teaching
from .shapes import BotsInfo, Caller, EventInfo, MatchInfo
from .store.stored_match import unpack_events
from .thinking.hints import Hints
from .thinking.runner import BotRunner

TRAIL = 4
"""Decisions that a page leads back to."""
EARLIER = 24
"""Decisions before those that may tell what one of them was."""
IDLE = BotsInfo("none")


@dataclass(frozen=True, slots=True)
class Sitting:
    """A reader at a table."""

    info: MatchInfo
    mine: tuple[int, ...]
    seat: int | None = None
    at: Position | None = None
    """None: not started, or the device is to be handed over first."""
    hand_over: int | None = None
    last: int | None = None
    """Number of the seat's own last decision, and what it was."""
    last_act: Action | None = None
    alone: bool = False
    """Whether nobody else at the table is a person: then everything can be taken back."""
    trail: tuple[tuple[int, Action], ...] = ()
    """Number and action of the seat's decisions that it can take back one after the other, the oldest first."""
    earlier: tuple[Action, ...] = ()
    """What the seat decided before those, the oldest first: that may tell what one of them was."""
    away: tuple[int, ...] = ()
    """Seats that belong to the reader, who is not sitting on them."""
    idle: float | None = None
    """Seconds until whoever owes a decision counts as away; below nothing: they do."""
    decides: bool = False
    """Whether the reader alone would decide over a bot for another's seat."""
    ahead: tuple[str, ...] = ()
    """The kinds of question that the seat has answered beforehand."""
    bots: BotsInfo = IDLE
    """What the bot does that is to act now."""
    events: Sequence[EventInfo] = ()
    """The past that the page tells."""
    deciders: Mapping[int, int] = field(default_factory=dict)
    """Who took each decision that is in memory, by its number; chance is nobody's."""
    written: Mapping[int, float] = field(default_factory=dict)
    """When the decisions of the past were taken, by the number of the first of each line of the journal."""
    learning: tuple[Item, Progress] | None = None
    """What a learner does here, and how far they are."""
    hints: str = ""
    """Of `Hints.state`."""
    by_hand: frozenset[str] | None = None
    """At a real table: the kinds of chance that the app draws; None: an ordinary table."""
    chance: Sequence[Action] = ()
    """What the reader may say that chance has brought at a real table."""
    question: tuple[str, Any] = ("", ())
    """Kind and arguments of what chance decides then."""
    course: Course = UNTOLD
    """How far what chance brings has been told."""
    entered: frozenset[int] = frozenset()
    """The numbers of what people said themselves at a real table."""
    anew: tuple[int, ...] = ()
    """The numbers at which turns begin that can be worked out anew there."""
    at_once: bool = False
    """Whether such a turn came right after the own step, so that this has to be taken back for it."""


class Past(NamedTuple):
    """All that has happened at a table, as one seat may know it, and who decided it when."""

    events: Sequence[EventInfo]
    deciders: Mapping[int, int]
    """As in `Sitting`, of the whole match."""
    written: Mapping[int, float]


class Glances:
    """Looks at tables for pages."""

    def __init__(self, tables: Tables, asking: Asking, teaching: Teaching, bots: BotRunner, hints: Hints) -> None:
        self.tables = tables
        self.asking = asking
        self.teaching = teaching
        self.bots = bots
        self.hints = hints

    async def sitting(self, caller: Caller, match: str, wished: int | None) -> Sitting:
        """Who a reader is at a table, and what they may see of it now, without its past."""
        async with self.tables.table(match) as table:
            return self.sitting_at(table, caller, wished)

    def sitting_at(self, table: Table, caller: Caller, wished: int | None) -> Sitting:
        info, mine = describe(table, caller, self.tables.title), table.seats_of(caller)
        if info.status == "open":
            return Sitting(info, mine)
        wished = by_hand.looks_from(table, mine, wished)
        seat = table.seat_for(caller, wished if wished in table.owned(caller) else None)
        waits = _hand_over(table, mine, wished)
        if waits is not None:
            return Sitting(info, mine, hand_over=waits)
        live = table.live
        last = live.last(seat) if seat is not None else None
        steps = live.trail(seat)[-TRAIL:] if seat is not None else []
        first = steps[0] if steps else last
        away = tuple(s for s in table.owned(caller) if table.seats[s].away)
        late = self.asking.late(table)
        found = Sitting(
            info=info,
            mine=mine,
            seat=seat,
            at=position(live, table.known, seat, away=seat in away),
            last=last,
            last_act=live.log[last - live.base].action if last is not None else None,
            alone=table.alone_with(caller),
            trail=tuple((number, live.log[number - live.base].action) for number in steps),
            earlier=tuple(live.decisions(seat, first, EARLIER)) if seat is not None and first is not None else (),
            away=away,
            idle=None if late is None or not mine else late - self.tables.now(),
            decides=len({r.identity for r in table.seats if r.kind == "person" and not r.left}) <= 2,
            ahead=self.tables.answers.of(table, seat) if seat in mine and seat is not None else (),
            bots=self.bots.state(table),
        )
        return found if live.by_hand is None or seat is None else _at_real_table(found, table, caller)

    async def glance(
        self, table: Table, caller: Caller, wished: int | None, since: Callable[[int], int], number: int | None = None
    ) -> Sitting:
        """The same at a locked table with everything that its page tells.

        `since` says where the past begins that is told at a number; `number`: a past position is shown.
        """
        found = self.sitting_at(table, caller, wished)
        if found.at is None:
            return found
        events = await self.tables.events_at(table, found.seat, since(found.at.number if number is None else number))
        learning = await self.teaching.progress(table) if found.mine else None
        live = table.live
        deciders = {live.base + i: entry.seat for i, entry in enumerate(live.log) if entry.seat != CHANCE}
        hints = self.hints.state(table, caller)
        written = self.tables.written(table)
        return replace(found, events=events, deciders=deciders, written=written, learning=learning, hints=hints)

    async def whole(self, table: Table, seat: int | None) -> Past:
        """The whole past of a locked table, from its journal."""
        rows = await self.tables.store.tail(table.id, 0)
        events = [e for row in rows for e in told(table.live.title, row.first, unpack_events(row.events), seat)]
        doers = [(row.first + i, line.split(" ", 1)[0]) for row in rows for i, line in enumerate(row.log())]
        deciders = {number: int(who.rstrip("!")) for number, who in doers if who != "*"}
        return Past(events, deciders, {row.first: row.at for row in rows})


def _at_real_table(found: Sitting, table: Table, caller: Caller) -> Sitting:
    """With what chance may bring, and the way back, which has no bounds there."""
    live, back, chance = table.live, by_hand.last_line(table, found.seat or 0), by_hand.asked(table, caller)
    kind, _, args = live.state.stack[-1] if chance else ("", 0, ())
    return replace(
        found, by_hand=live.by_hand, chance=chance, question=(kind, args), entered=by_hand.entered(table),
        course=by_hand.course(live) if chance else UNTOLD,
        last=back[0] if back else None, last_act=back[1] if back else None, anew=turns_in_sight(live),
        at_once=begun_at_once(live),
    )  # fmt: skip


def _hand_over(table: Table, mine: Sequence[int], wished: int | None) -> int | None:
    """With several people at one device: whom to pass it to before anything is shown."""
    if len(mine) < 2 or not table.live.to_act:
        return None
    if table.live.by_hand is not None and not by_hand.secrets(table.live.title):
        return None
    acting = [seat for seat in mine if seat in by_hand.askers(table.live)]
    if wished in acting or (wished in mine and not acting):
        return None
    return acting[0] if acting else mine[0]
