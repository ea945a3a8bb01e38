"""The log of a table: the past in sentences, in parts that a page keeps as long as they stay the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from machinehall.draw.drawn import finger_print
from machinehall.draw.look import Look
from machinehall.kernel.title import Title
from machinehall.kernel.values import Event
from machinehall.kernel.wording import Wording
from machinehall.server.shapes import EventInfo
from machinehall.web.shell import shape, templates
from machinehall.words import Words

PART = 16
"""Decisions in a part of the log."""
REACH = 60
"""Decisions that the log of a page reaches back at least."""


class LogPart(NamedTuple):
    """Some entries of the log, the latest first; what the page has already comes without them."""

    id: str
    print: str
    drawn: Markup


class Teller(NamedTuple):
    """Who tells an entry, and to whom."""

    title: Title
    look: Look
    words: Wording
    say: Words
    theme: str
    match: str
    players: int


def begin(number: int) -> int:
    """The first decision that the log of a position shows; parts stay the same while the match goes on."""
    return max(0, number - REACH) // PART * PART


def log_parts(teller: Teller, events: Sequence[EventInfo], have: Mapping[str, str]) -> list[LogPart]:
    """The past, the latest part first. The script marks what is new to the reader: else most parts would change."""
    told = [
        (number, tuple(Event(row.kind, tuple(row.args)) for row in rows))
        for number, rows in groupby(events, key=lambda event: event.number)
    ]
    parts = []
    for part, entries in groupby(reversed(told), key=lambda entry: entry[0] // PART):
        lines = [entry(teller, number, facts) for number, facts in entries]
        drawn, ident = Markup("").join(lines), f"log-part-{part}"
        mark = finger_print(drawn)
        parts.append(LogPart(ident, mark, Markup("") if have.get(ident) == mark else drawn))
    return parts


@lru_cache(maxsize=8192)
def entry(teller: Teller, number: int, facts: tuple[Event, ...]) -> Markup:
    """One decision and what came of it; told once."""
    look = teller.look
    seat = _doer(teller.title, facts)
    values = {
        "number": number,
        "match": teller.match,
        "book": teller.title.name,
        "lines": teller.words.story(facts),
        "rule": next((rule for fact in facts if (rule := look.event_rule(fact.kind))), ""),
        "places": " ".join(dict.fromkeys(place for fact in facts for place in look.event_places(fact))),
        "sign": shape(teller.theme, look.paint(seat), 12) if seat is not None and seat < teller.players else "",
    }
    return Markup(templates().get_template("log_entry.html").render(_=teller.say, **values))


def _doer(title: Title, facts: Sequence[Event]) -> int | None:
    """The seat that an entry is about, if its first fact names one."""
    for fact in facts:
        names = title.events[fact.kind].args
        if names and names[0] == "seat" and fact.args[0] is not None:
            return int(fact.args[0])
    return None
