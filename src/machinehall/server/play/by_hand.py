"""Matches at a real table: what chance brings there is told by people, and everything can be taken back.

Such a table is an ordinary one with a mark in what it has been told. Chance is a seat of the engine: where it is to
act, the match waits until somebody says what the box showed, or lets the app draw. What has only one outcome is never
asked. One device serves all who play; nobody else learns anything from it, so going back has no bounds.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from machinehall.kernel.actions import draw
from machinehall.kernel.declared import hidden
from machinehall.kernel.mending import MEND
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Action, Refusal
from machinehall.server.errors import Conflict, Forbidden, Malformed, Refused
from machinehall.server.shapes import Caller
from machinehall.server.store.rows import CommitRow, Write, by_hand_told
from machinehall.server.store.stored_match import LiveMatch

from .table import Table, parse, revive
from .tables import Tables

MOST_ASKED = 80
"""So many questions are looked ahead."""
ONE, KIND, ALL = "one", "kind", "all"
"""How far the app draws: this once, this kind of chance from now on, everything until a seat is to act."""


def asked(table: Table, caller: Caller) -> list[Action]:
    """What chance may bring now, if the caller is to say so; nothing while somebody else is to act."""
    live = table.match
    if live is None or live.by_hand is None or live.to_act != (CHANCE,) or not speaks(table, caller):
        return []
    found = live.legal(CHANCE)
    if secrets(live.title) and learner(live) is not None:  # what is missing in the list lies in somebody's hand
        return [action for action in live.title.actions.all if action.kind == found[0].kind]
    return found


def speaks(table: Table, caller: Caller) -> bool:
    """Whether the caller says what happens at the real table."""
    return bool(table.seats_of(caller)) and table.alone_with(caller)


def secrets(title: Title) -> bool:
    """Whether a title hides anything from anybody: then one device is handed over, and else it just lies there."""
    return bool(hidden(title.state_class))


def learner(live: LiveMatch) -> int | None:
    """The one seat that may see what chance brings now; None: everybody may."""
    worlds = [_after(live, outcome) for outcome, _ in live.title.chance(live.state)[:2]]
    one, two = worlds[0], worlds[-1]
    learn = [seat for seat in range(live.seats) if live.title.view(one, seat) != live.title.view(two, seat)]
    return learn[0] if len(learn) == 1 < live.seats else None


def _after(live: LiveMatch, outcome: Action) -> Any:
    state = live.state.clone()
    live.title.apply(state, CHANCE, outcome, check=False)
    return state


class Course(NamedTuple):
    """How far what chance brings has been told: things of one kind lie side by side, and a set-up asks for many."""

    lying: tuple[Action | None, ...] = ()
    """What lies already beside the thing that is asked, in order; None where not everybody may know it."""
    places: int = 0
    """How many there will be of the kind; 0: nobody can tell."""
    left: int = 0
    """About how many questions there are until a seat decides, this one too."""


UNTOLD = Course()
"""Nothing is asked."""


def course(live: LiveMatch) -> Course:
    """How far the telling is; what is still to come is tried out, so it may turn out otherwise."""
    state, rng = live.state.clone(), random.Random(0)
    kind, row, left, beside = state.stack[-1][0], 0, 0, True
    while left < MOST_ASKED and state.stack and state.stack[-1][1] == CHANCE:
        outcomes = live.title.chance(state)
        beside = beside and state.stack[-1][0] == kind
        row, left = row + beside, left + (len(outcomes) > 1)
        live.title.apply(state, CHANCE, draw(outcomes, rng), check=False)
    before = _asked_before(live)
    if before is None:
        return Course(left=left)
    told = list(takewhile(lambda one: one[0] == kind, reversed(before)))
    lying = tuple(None if secrets(live.title) else action for _, action in reversed(told))
    return Course(lying, len(lying) + row, left)


def _asked_before(live: LiveMatch) -> list[tuple[str, Action]] | None:
    """The kinds of question of a set-up so far, with their answers; None: not known any more, or it is long over."""
    if live.base or live.number > MOST_ASKED:
        return None
    state, found = live.title.start(live.seats, live.options), []
    for entry in live.log:
        if entry.action.kind == MEND:
            return None
        found.append((state.stack[-1][0], entry.action))
        live.title.apply(state, entry.seat, entry.action, check=False)
    return found


def askers(live: LiveMatch) -> tuple[int, ...]:
    """The seats that are asked now; what chance shows to one seat alone, that one says."""
    if live.by_hand is None or live.to_act != (CHANCE,):
        return live.to_act
    only = learner(live)
    return () if only is None else (only,)


def looks_from(table: Table, mine: Sequence[int], wished: int | None) -> int | None:
    """Where nothing is hidden, one device shows the table to whoever is to act."""
    live = table.live
    if live.by_hand is None or secrets(live.title):
        return wished
    return next((seat for seat in mine if seat in live.to_act), wished)


async def happens(tables: Tables, table: Table, caller: Caller, text: str, rev: int) -> None:
    """Somebody says what the real table showed."""
    live = asked_now(tables, table, caller, rev)
    outcome, first = parse(live, text, CHANCE), live.number
    possible = live.legal(CHANCE)
    if outcome not in possible:
        why = Refusal("MH-1.4", "refuse.not_an_outcome", (outcome.kind,))
        if outcome.kind == possible[0].kind:  # of the right kind: people have to hear that it is known where it lies
            why = Refusal("MH-1.4", "refuse.lies_elsewhere")
        raise Refused(why, live.title)
    live.shown(outcome)
    await written(tables, table, first)


async def draws(tables: Tables, table: Table, caller: Caller, how: str, rev: int) -> None:
    """The app draws: this once, this kind from now on, or all that is drawn until a seat decides."""
    live = asked_now(tables, table, caller, rev)
    first, kind = live.number, live.state.stack[-1][0]
    if how not in (ONE, KIND, ALL):
        raise Malformed("web.bad_form")
    assert live.by_hand is not None
    more: dict[str, Any] = {}
    if how == KIND:
        live.by_hand |= {kind}
        more["told"] = by_hand_told(table.known, live.by_hand)
    live.drawn(every=how == ALL)
    await written(tables, table, first, **more)


async def by_hand_again(tables: Tables, table: Table, caller: Caller) -> None:
    """From now on all chance is told by hand again."""
    may_speak(table, caller)
    live = table.live
    if live.by_hand:
        live.by_hand = frozenset()
        await tables.commit(table, "seat", None, told=by_hand_told(table.known, live.by_hand))


async def take_back(tables: Tables, table: Table, caller: Caller, rev: int, number: int | None = None) -> None:
    """Back to before the last thing that somebody told the app, or before the one that decision `number` belongs to."""
    may_speak(table, caller)
    tables.check_rev(table, rev, table.seat_for(caller, None))
    live, head = table.live, table.known
    if head.final:
        raise Refused(Refusal("MH-1.5", "undo.final"), live.title)
    line = await _line(tables, table, live.number - 1 if number is None else number)
    for seat in table.seats_of(caller):
        tables.answers.clear(table, seat)
    shot, rows = await tables.store.position(table.id, line.first)
    table.match = revive(live.title, live.seats, head, shot, rows, line.first)
    table.match.keep_from(line.first)
    await tables.commit(table, "undo", None, line.first, void_from=line.first)


async def _line(tables: Tables, table: Table, number: int) -> CommitRow:
    """The line of the journal that holds a decision; what began the match cannot be taken back."""
    shot, _ = await tables.store.position(table.id, max(0, number))
    rows = await tables.store.tail(table.id, 0 if shot is None else shot.number)
    if not any(row.first <= number for row in rows):  # it lies before the last stored position
        rows = await tables.store.tail(table.id, 0)
    found = max((row for row in rows if row.first <= number), key=lambda row: row.first, default=None)
    if found is None or found.kind == "start":
        raise Refused(Refusal("MH-1.3", "undo.nothing"), table.live.title)
    return found


def last_line(table: Table, seat: int) -> tuple[int, Action | None] | None:
    """Where the last thing begins that can be taken back, and what it was, if that is in memory and no secret."""
    live = table.live
    start = max((at for at in table.starts if at < live.number), default=None)
    if start is None or start < live.base:
        return (live.number - 1, None) if live.number else None
    entry = live.log[start - live.base]
    return start, entry.action if entry.seat == seat or not secrets(live.title) else None


def entered(table: Table) -> frozenset[int]:
    """The numbers of decisions that people told the app themselves, as far as the log is in memory."""
    return frozenset(table.starts)


def asked_now(tables: Tables, table: Table, caller: Caller, rev: int) -> LiveMatch:
    """The match, if chance is to act in it and the caller may say what it brings."""
    may_speak(table, caller)
    tables.check_rev(table, rev, table.seat_for(caller, None))
    live = table.live
    if live.to_act != (CHANCE,):
        raise Conflict("hand.not_chance")
    return live


def may_speak(table: Table, caller: Caller) -> None:
    """Only at a real table, and only by whoever plays there."""
    if table.live.by_hand is None:
        raise Conflict("hand.not_here")
    if not speaks(table, caller):
        raise Forbidden("table.only_watching")


async def written(tables: Tables, table: Table, first: int, **more: Any) -> None:
    """What was told is a line of the journal."""
    await tables.write(table, as_line(tables, table, first, **more))


def as_line(tables: Tables, table: Table, first: int, **more: Any) -> Write:
    """What was told since decision `first`, and what the table answers for people, as it is to be written."""
    table.live.offered = []
    tables.answers.follow(table)
    return tables.change(table, "play", None, first, **more)
