"""The turn of an opponent that nobody plays, worked out anew at a real table from a position that was put right.

His turn is carried out at once, while people still do its steps on the board. Where the board turns out to be another,
the match goes back to before his turn, is put right there, and his turn runs again; what the box has shown meanwhile,
such as the die, is taken over as far as it is asked for again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from machinehall.kernel.mending import MEND, as_action
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Action, Refusal
from machinehall.server.errors import Conflict, Malformed, Refused
from machinehall.server.shapes import Caller
from machinehall.server.store.stored_match import LiveMatch

from .by_hand import as_line, may_speak
from .put_right import drafted_on
from .table import Table, revive
from .tables import Tables


def turns_in_sight(live: LiveMatch) -> tuple[int, ...]:
    """The numbers of the first decisions of such turns since a person decided last, as far as chance began them."""
    late = list(takewhile(lambda entry: entry.seat == CHANCE, reversed(live.log)))
    first = live.number - len(late)
    return tuple(number for number in range(first, live.number) if _begun_before(live, number))


def _begun_before(live: LiveMatch, number: int) -> bool:
    """Whether the turn of an opponent that nobody plays begins with this decision; what was put right just before it
    belongs to the board that it begins from."""
    at = number - live.base
    if live.log[at].action.kind == MEND:
        return False
    at = next((i for i in range(at - 1, -1, -1) if live.log[i].action.kind != MEND), -1)
    return at >= 0 and _turns(live, at)[-1:] == [True]


def _turns(live: LiveMatch, at: int) -> list[bool]:
    """The turns that began with an entry of the log: whether each is that of an opponent that nobody plays."""
    kinds = live.title.events
    begun = [e for e in live.happened[at] if kinds[e.kind].turn and kinds[e.kind].args[:1] == ("seat",)]
    return [(e.args[0] or 0) >= live.seats for e in begun]


def begun_at_once(live: LiveMatch) -> bool:
    """Whether a whole turn of theirs came right after what a person decided last, with nothing drawn or rolled for it:
    no line of the journal lies between, so the way to the board before it is to take back one's own step."""
    own = next((i for i in reversed(range(len(live.log))) if live.log[i].seat != CHANCE), -1)
    return own >= 0 and any(_turns(live, own)[:-1])


async def before_turn(tables: Tables, table: Table, caller: Caller, number: int) -> LiveMatch:
    """The match as it was before such a turn."""
    may_speak(table, caller)
    if number not in turns_in_sight(table.live):
        raise Conflict("table.changed")
    shot, rows = await tables.store.position(table.id, number)
    return revive(table.live.title, table.live.seats, table.known, shot, rows, number)


async def anew(
    tables: Tables, table: Table, caller: Caller, text: str, rev: int, number: int, tell: Callable[[list[Action]], str]
) -> None:
    """Put the position before a turn right, and let the turn run again; `tell`: what the table is told of things that
    lie there now and are not needed."""
    past = await before_turn(tables, table, caller, number)
    tables.check_rev(table, rev, table.seat_for(caller, None))
    _, after, faults = drafted_on(past, text)
    if faults:
        raise Refused(Refusal("MH-1.7", faults[0]), past.title)
    action = as_action(past.title, past.state, after)
    if action is None:
        raise Malformed("mend.nothing")
    shown = [entry.action for entry in table.live.log[number - table.live.base :]]
    for seat in table.seats_of(caller):
        tables.answers.clear(table, seat)
    table.match = past
    past.keep_from(number)
    # All of it or nothing: nobody wants to find the match before that turn, with a board that has gone on.
    writes = [tables.change(table, "undo", None, number, void_from=number)]
    writes += [as_line(tables, table, first) for first in _again(past, action, shown)]
    if left := things(past.title, shown):
        writes.append(tables.change(table, "seat", None, told=tell(left)))
    await tables.write(table, *writes)


def _again(live: LiveMatch, mend: Action, shown: list[Action]) -> Iterator[int]:
    """Carry out the correction and what follows, line by line; `shown` keeps what is left of what the box showed."""
    first = live.number
    live.happens(mend)
    yield first
    while (first := live.number) and live.to_act == (CHANCE,):
        outcome = _known(live.legal(CHANCE), shown)
        if outcome is not None:
            live.happens(outcome)
        else:
            live.deal()
        if live.number == first:
            return
        yield first


def _known(legal: Sequence[Action], shown: list[Action]) -> Action | None:
    """What the box showed for this already; each thing counts once."""
    found = next((action for action in shown if action in legal), None)
    if found is not None:
        shown.remove(found)
    return found


def things(title: Title, shown: Sequence[Action]) -> list[Action]:
    """What of it lies on the table, and has to go back if it is not needed, unlike a number on a die."""
    mending, kinds = title.looks.mending, title.actions.kinds
    held = {part.holds for part in mending.parts} if mending is not None else set()
    return [action for action in shown if not held.isdisjoint(kinds[action.kind])]
