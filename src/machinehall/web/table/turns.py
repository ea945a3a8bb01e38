"""The past by turns: whose each was, in which round, and when it began."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from machinehall.draw.look import Look
from machinehall.kernel.title import Title
from machinehall.kernel.values import Event

from .acts import Entry


class Turn(NamedTuple):
    """Decisions that belong together, in their order."""

    seat: int | None
    """None: before anybody's turn."""
    round: int | None
    at: float | None
    """When its first decision was taken."""
    entries: Sequence[Entry]


def turns(look: Look, view: Mapping[str, Any], told: Sequence[Entry], written: Mapping[int, float]) -> list[Turn]:
    """What is told as turns, the oldest first."""
    starts = sorted(written)
    rounds = list(_rounds(look, view, told))
    found = []
    at = 0
    for seat, entries in _groups(look, told):
        line = bisect_right(starts, entries[0].number) - 1
        when = written[starts[line]] if line >= 0 else None
        found.append(Turn(seat, rounds[at] or None, when, entries))
        at += len(entries)
    return found


def _groups(look: Look, told: Sequence[Entry]) -> Iterator[tuple[int | None, list[Entry]]]:
    """Where a title says that a turn begins, that counts; otherwise a turn is what somebody does in a row."""
    title = look.title
    says = any(kind.turn for kind in title.events.values())
    # What is told may begin in the middle of the set-up.
    first = next((number for entry in told if (number := _round(look, entry.facts))), 0)
    setting_up = bool(told) and (told[0].number == 0 or (says and first == 1))
    seat: int | None = None
    entries: list[Entry] = []
    for entry in told:
        if entry.doer is not None and entry.doer != seat:
            if not says and entries and (seat is not None or setting_up):
                yield seat, entries
                entries = []
            # Of a turn that began before all that is told, whoever does something first is taken for its seat.
            if not says or (seat is None and not setting_up):
                seat = entry.doer
        entries.append(entry)
        if (begins := _begins(title, entry.facts)) is not None:
            # Who is to play next is told by the decision before.
            yield seat, entries
            seat, entries = begins, []
    if entries:
        yield seat, entries


def _begins(title: Title, facts: Iterable[Event]) -> int | None:
    return next((fact.args[0] for fact in facts if title.events[fact.kind].turn), None)


def _rounds(look: Look, view: Mapping[str, Any], told: Sequence[Entry]) -> Iterator[int]:
    """The round in which each decision was taken; 0: before the first, or there are none."""
    begun = [_round(look, entry.facts) for entry in told]
    first = next((number for number in begun if number), None)
    now = first - 1 if first is not None else int(view.get("round") or 0) if look.rounds else 0
    for number in begun:
        yield now
        now = number or now


def _round(look: Look, facts: Iterable[Event]) -> int:
    return next((int(fact.args[0] or 0) for fact in facts if fact.kind == look.rounds), 0)
