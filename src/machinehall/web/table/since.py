"""What the others did since the reader's own last turn: a line for each seat, with its places on the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from machinehall.draw.look import Look
from machinehall.kernel.title import Title
from machinehall.kernel.values import Event
from machinehall.kernel.wording import Wording
from machinehall.server.shapes import EventInfo

MOST = 40
"""Decisions that are told at most; the log has the others."""
WATCHED = 6
"""Decisions that somebody without a seat is told."""


class Act(NamedTuple):
    """A decision of somebody in a few words, and where it lies."""

    number: int
    text: str
    places: str


class Line(NamedTuple):
    """What one seat did."""

    seat: int
    name: str
    acts: list[Act]


class Since(NamedTuple):
    """What the strip tells."""

    lines: Sequence[Line] = ()
    fresh: bool = False
    """Whether the reader has done nothing since."""


class Entry(NamedTuple):
    """A decision with what came of it."""

    number: int
    doer: int | None
    facts: list[Event]


def doer(title: Title, facts: Iterable[Event]) -> int | None:
    """Whom a decision is about: the first seat that its facts name."""
    for fact in facts:
        names = title.events[fact.kind].args
        if names and names[0] == "seat" and fact.args[0] is not None:
            return int(fact.args[0])
    return None


def entries(title: Title, events: Iterable[EventInfo], by: Mapping[int, int]) -> list[Entry]:
    """What happened, by decision; an opponent that nobody plays decides nothing, so its facts must name it."""
    found = []
    for number, rows in groupby(events, key=lambda event: event.number):
        facts = [Event(row.kind, tuple(row.args)) for row in rows]
        found.append(Entry(number, by[number] if number in by else doer(title, facts), facts))
    return found


def since(
    look: Look,
    words: Wording,
    names: Sequence[str],
    seat: int | None,
    events: Iterable[EventInfo],
    by: Mapping[int, int],
) -> Since:
    """The last block of decisions that are not the reader's own; what came of chance goes with whom it happened to."""
    told = entries(look.title, events, by)
    if seat is None:
        return Since(lines(look, words, names, told[-WATCHED:]), True)
    end = len(told)
    while end and told[end - 1].doer in (seat, None):
        end -= 1
    fresh = not any(entry.doer == seat for entry in told[end:])
    begin = end
    while begin and told[begin - 1].doer != seat and end - begin < MOST:
        begin -= 1
    # What chance brought after the others' last decision is news as well.
    return Since(lines(look, words, names, told[begin:] if fresh else told[begin:end]), fresh)


def lines(look: Look, words: Wording, names: Sequence[str], told: Iterable[Entry]) -> list[Line]:
    """One line for each seat, in the order in which they began."""
    found: dict[int, Line] = {}
    who: int | None = None
    for entry in told:
        # What names nobody, such as a card that is turned up, came of what was done just before.
        who = entry.doer if entry.doer is not None else who
        if who is None or who >= len(names):
            continue
        act = _act(look, words, names[who], entry._replace(doer=who))
        if act.text:
            found.setdefault(who, Line(who, names[who], [])).acts.append(act)
    return list(found.values())


def _act(look: Look, words: Wording, name: str, entry: Entry) -> Act:
    facts = [fact for fact in entry.facts if not _hands_on(look.title, fact, entry.doer)]
    said = (line.text for line in words.story(facts))
    # The line begins with the name: no need to hear it with every sentence.
    text = " ".join(line.removeprefix(name).lstrip(" :,") if line.startswith(name) else line for line in said)
    places = dict.fromkeys(place for fact in facts for place in look.event_places(fact))
    return Act(entry.number, text, " ".join(places))


def _hands_on(title: Title, fact: Event, doer: int | None) -> bool:
    """Whether a fact only says whose turn comes next."""
    return title.events[fact.kind].args == ("seat",) and fact.args[0] != doer
