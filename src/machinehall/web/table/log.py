"""The log of a table: the past in sentences, by turns, in parts that a page keeps as long as they stay the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from machinehall.draw.drawn import finger_print
from machinehall.draw.look import Look
from machinehall.kernel.title import Title
from machinehall.kernel.values import Event
from machinehall.kernel.wording import Sentence, Wording
from machinehall.web.shell import shape, templates
from machinehall.words import Words

from .acts import Entry, doer
from .reader import called
from .since import spent
from .turns import Turn

STEP = 16
"""The log of a page begins at a multiple of this."""
REACH = 60
"""Decisions that the log of a page reaches back at least."""


class LogPart(NamedTuple):
    """A turn of the log; what the page has already comes without it."""

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
    return max(0, number - REACH) // STEP * STEP


def log_parts(
    teller: Teller, names: Sequence[str], past: Sequence[Turn], have: Mapping[str, str], reader: int | None = None
) -> list[LogPart]:
    """The past, the latest turn first. The script marks what is new to the reader: else most parts would change."""
    over = tuple(called(teller.say, names, reader))
    parts = []
    for turn in reversed(past):
        told = tuple(_joined(turn.entries))
        why = spent(teller.title, teller.words, turn.entries, own=turn.seat is not None and turn.seat == reader)
        ident, kept = f"log-part-{turn.entries[0].number}", turn._replace(entries=())
        told, begun = _cut(teller.look.rounds, told) if turn.seat is not None else (told, ())
        if begun:
            later = kept._replace(seat=None, round=begun[0][1][0].args[0], at=None)
            parts.append(_part(f"{ident}-round", _turn(teller, over, later, begun, None, bool(told)), have))
        if told:
            parts.append(_part(ident, _turn(teller, over, kept, told, why), have))
    return parts


def _part(ident: str, made: tuple[Markup, str], have: Mapping[str, str]) -> LogPart:
    drawn, mark = made
    return LogPart(ident, mark, Markup("") if have.get(ident) == mark else drawn)


Told = tuple[tuple[int, tuple[Event, ...]], ...]
"""What is told of some decisions, by their numbers."""


def _cut(rounds: str, told: Told) -> tuple[Told, Told]:
    """What came in a turn, and the round that began after it, which is nobody's."""
    places = ((i, k) for i, (_, facts) in enumerate(told) for k, fact in enumerate(facts) if fact.kind == rounds)
    at = next(places, None)
    if at is None:
        return told, ()
    i, k = at
    number, facts = told[i]
    return (*told[:i], *([(number, facts[:k])] if k else [])), ((number, facts[k:]), *told[i + 1 :])


def _joined(found: Sequence[Entry]) -> Iterator[tuple[int, tuple[Event, ...]]]:
    """What each decision brought; neighbours by which chance tells one thing bit by bit, such as who plays after
    whom, are told in one go."""
    for _, group in groupby((entry for entry in found if entry.facts), key=_thing):
        entries = [*group]
        yield entries[-1].number, tuple(fact for entry in entries for fact in entry.facts)


def _thing(entry: Entry) -> object:
    kinds = {fact.kind for fact in entry.facts}
    return kinds.pop() if not entry.decided and entry.doer is None and len(kinds) == 1 else entry.number


@lru_cache(maxsize=2048)
def _turn(
    teller: Teller,
    names: tuple[str, ...],
    turn: Turn,
    told: Told,
    why: Sentence | None,
    cut: bool = False,
) -> tuple[Markup, str]:
    """A turn, or a round that begins, under its heading, its lines in the order of time; and its finger-print.

    `cut`: the first line has the rest of a decision that is told in part elsewhere.
    """
    seat = turn.seat if turn.seat is not None and turn.seat < teller.players else None
    last = told[-1][0] if told else -1
    begun = teller.say("web.log.round", turn.round) if seat is None and turn.round else ""
    values = {
        "name": begun if seat is None else names[seat],
        "sign": "" if seat is None else shape(teller.theme, teller.look.paint(seat), 13),
        "round": None if begun else turn.round,
        "at": datetime.fromtimestamp(turn.at, UTC).replace(microsecond=0) if turn.at is not None else None,
        "lines": [
            entry(teller, seat, number, facts, why if number == last else None, cut and number == told[0][0])
            for number, facts in told
        ],
    }
    drawn = Markup(templates().get_template("log_turn.html").render(_=teller.say, **values))
    return drawn, finger_print(drawn)


@lru_cache(maxsize=8192)
def entry(
    teller: Teller,
    turn: int | None,
    number: int,
    facts: tuple[Event, ...],
    why: Sentence | None = None,
    rest: bool = False,
) -> Markup:
    """One decision and what came of it; told once. Its seat's sign is told where it is not that of the turn.

    `why`: that the turn ended by itself, which is told before whose turn comes next. `rest`: the decision is told
    elsewhere, this is what came of it for all.
    """
    look = teller.look
    story = teller.words.story(facts)
    seat = doer(teller.title, facts)
    other = seat is not None and seat != turn and seat < teller.players
    values = {
        "number": number,
        "ident": f"{number}-rest" if rest else str(number),
        "match": teller.match,
        "book": teller.title.name,
        "lines": [*story[:-1], why, story[-1]] if why is not None else story,
        "rule": next((rule for fact in facts if (rule := look.event_rule(fact.kind))), ""),
        "places": " ".join(dict.fromkeys(place for fact in facts for place in look.event_places(fact))),
        "sign": shape(teller.theme, look.paint(seat), 12) if seat is not None and other else "",
    }
    return Markup(templates().get_template("log_entry.html").render(_=teller.say, **values))
