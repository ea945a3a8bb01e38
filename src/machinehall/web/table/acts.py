"""What was done, by decision and by seat: each seat has one line of acts, as the tale and a replay tell them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from machinehall.draw.look import Look
from machinehall.kernel.title import Title
from machinehall.kernel.values import Event
from machinehall.kernel.wording import Wording
from machinehall.server.shapes import EventInfo

MOST_DECISIONS = 40
"""Decisions that are told at most; the log has the others."""


class Act(NamedTuple):
    """A decision of somebody in a few words, and where it lies."""

    number: int
    mark: int
    """Which of the told acts it is, in the order of time; 0: it is folded away."""
    text: str
    """What was done; of a folded one, all that came of it."""
    rest: str
    """What came of it: payments, gains, reasons."""
    places: str
    times: int = 1
    """How often in a row."""
    lead: str = ""
    """What stands between the name and these words, such as a colon where they tell of something else than the seat."""


class Line(NamedTuple):
    """What one seat did."""

    seat: int
    name: str
    """What it is called; empty where its acts are told to itself, in a language that needs no word for that."""
    acts: Sequence[Act]

    @property
    def told(self) -> bool:
        """Whether there is something to tell that is not folded away."""
        return any(act.mark for act in self.acts)


class Entry(NamedTuple):
    """A decision with what came of it."""

    number: int
    doer: int | None
    facts: list[Event]
    decided: bool = True
    """By somebody; what chance brings is not, even if it names a seat."""

    def by(self, seat: int | None) -> bool:
        """Whether it is a seat's own decision."""
        return self.decided and self.doer == seat


def doer(title: Title, facts: Iterable[Event]) -> int | None:
    """Whom a decision is about: the first seat that its facts name, but for whose turn comes next."""
    for fact in facts:
        names = title.events[fact.kind].args
        if title.events[fact.kind].turn:
            continue
        if names and names[0] == "seat" and fact.args[0] is not None and fact.args[0] >= 0:  # below: nobody's
            return int(fact.args[0])
    return None


def entries(title: Title, events: Iterable[EventInfo], by: Mapping[int, int]) -> list[Entry]:
    """What happened, by decision; an opponent that nobody plays decides nothing, so its facts must name it."""
    found = []
    for number, rows in groupby(events, key=lambda event: event.number):
        facts = [Event(row.kind, tuple(row.args)) for row in rows]
        found.append(Entry(number, by[number] if number in by else doer(title, facts), facts, number in by))
    return found


class _Plain(NamedTuple):
    """An entry as it is remembered: events of their own class are compared one by one, which takes longer."""

    number: int
    doer: int | None
    facts: tuple[tuple[str, tuple[int | None, ...]], ...]


class _News(NamedTuple):
    """What is told, by whose words, and to whom."""

    look: Look
    words: Wording
    names: tuple[str, ...]
    told: tuple[_Plain, ...]
    reader: int | None
    own: int | None


def lines(
    look: Look, words: Wording, names: Sequence[str], told: Iterable[Entry], reader: int | None, own: int | None = None
) -> tuple[Line, ...]:
    """One line for each seat, in the order in which they began; the same with each click of the reader's own turn.

    `own`: the seat to which the words tell what it did itself, where that is told at all.
    """
    others = (entry for entry in told if reader is None or entry.doer != reader)
    plain = (
        _Plain(entry.number, entry.doer, tuple((fact.kind, fact.args) for fact in entry.facts)) for entry in others
    )
    return _lines(_News(look, words, tuple(names), tuple(plain), reader, own))


@lru_cache(maxsize=256)
def _lines(news: _News) -> tuple[Line, ...]:
    look, words, names, told, reader, own = news
    others = [Entry(one.number, one.doer, [Event(*fact) for fact in one.facts]) for one in told]
    found: dict[int, list[Act]] = {}
    over: dict[int, str] = {}
    mark = 0
    for entry, main in _deeds(look, _owned(others, len(names)), reader):
        assert entry.doer is not None
        acts, seat = found.setdefault(entry.doer, []), entry.doer
        rest = [fact for fact in entry.facts if all(fact is not one for one in main)]
        if seat not in over:
            first = _Voice(words, names[seat]), tuple(main or rest)
            over[seat] = names[seat] if seat != own or _named(*first) else ""
        voice = _Voice(words, over[seat])
        (lead, text), (aside, more) = _told(voice, tuple(main)), _told(voice, tuple(rest))
        places = _places(_Facts(look, tuple(main or rest)))
        # What follows a sentence, and has no number, begins as one.
        more = _begun(more) if text or acts else more
        act = Act(entry.number, 0, text, more, places, lead=lead if text else aside)
        if text and not _again(acts, act):
            mark += 1
            acts.append(act._replace(mark=mark))
        elif text or more:
            text = _begun(text) if acts else text
            acts.append(act._replace(text=f"{text} {more}".strip(), rest=""))
    return tuple(Line(seat, over[seat], tuple(acts)) for seat, acts in found.items() if acts)


def _begun(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _again(acts: list[Act], act: Act) -> bool:
    """Whether the same was done just before; then that says how often."""
    at = next((i for i in reversed(range(len(acts))) if acts[i].mark), None)
    if at is None or acts[at].text != act.text:
        return False
    places = dict.fromkeys([*acts[at].places.split(), *act.places.split()])
    acts[at] = acts[at]._replace(times=acts[at].times + 1, places=" ".join(places))
    return True


def _owned(told: Iterable[Entry], players: int) -> Iterator[Entry]:
    """Each entry with whom it is told of: what names nobody, such as a card that is turned up, came of what was
    done just before."""
    who: int | None = None
    for entry in told:
        who = entry.doer if entry.doer is not None else who
        if who is not None and who < players:
            yield entry._replace(doer=who)


def _deeds(look: Look, told: Iterable[Entry], reader: int | None) -> list[tuple[Entry, list[Event]]]:
    """What each entry is told by in short; from its end on, for what is announced counts only if nothing came of it."""
    found: list[tuple[Entry, list[Event]]] = []
    came: dict[int | None, set[str]] = {}
    bears: dict[int | None, bool] = {}
    for entry in reversed(list(told)):
        facts = [fact for fact in entry.facts if not _hands_on(look.title, fact, entry.doer)]
        main: list[Event] = []
        for fact in reversed(facts):
            followed = came.setdefault(entry.doer, set())
            aside = fact.kind in look.aside or _nobodys(look.title, fact)
            if (aside and not _concerns(look.title, fact, reader)) or fact.kind in followed:
                followed.discard(fact.kind)
                continue
            main.insert(0, fact)
            if not aside:
                came[entry.doer] = set(look.heads) - {fact.kind}
        found.insert(0, (entry._replace(facts=facts), main))
    found = [(entry, _with_fruits(look, entry, main, bears)) for entry, main in found]
    # Where nothing but such things happened, they are the news.
    return found if any(main for _, main in found) else [(entry, entry.facts) for entry, _ in found]


def _concerns(title: Title, fact: Event, reader: int | None) -> bool:
    """Whether a fact tells what somebody did to the reader, or the reader got: that is news."""
    names = title.events[fact.kind].args
    pairs = zip(names, fact.args, strict=True)
    return reader is not None and names[:1] == ("seat",) and ("seat", reader) in pairs


def _with_fruits(look: Look, entry: Entry, main: list[Event], bears: dict[int | None, bool]) -> list[Event]:
    """With what was gained where nothing else came of what was announced: how much it was is the news.

    `bears`: of each seat whether its last deed is such a one; what it gains may be chosen after it.
    """
    told: list[Event] = []
    given = {kind for fact in main for kind in look.given.get(fact.kind, ())}
    for fact in entry.facts:
        deed = any(fact is one for one in main)
        if deed or fact.kind not in look.aside:
            bears[entry.doer] = deed and fact.kind in look.heads | look.incomes
        if deed or fact.kind in given or (bears.get(entry.doer) and fact.kind in look.fruits):
            told.append(fact)
    return told


def _nobodys(title: Title, fact: Event) -> bool:
    """Whether a fact names nobody where others name who did it: so it was set up."""
    return title.events[fact.kind].args[:1] == ("seat",) and (fact.args[0] or 0) < 0


class _Voice(NamedTuple):
    """Who tells of whom."""

    words: Wording
    name: str


_LEAD = re.compile(r"[\s:,]*")


def _begins(text: str, name: str) -> bool:
    """Whether a sentence begins with a name, not only with its letters."""
    return text.startswith(name) and not (name and text[len(name) : len(name) + 1].isalpha())


def _named(voice: _Voice, facts: tuple[Event, ...]) -> bool:
    """Whether some facts are told by a sentence that begins with the name."""
    return any(_begins(line.text, voice.name) for line in voice.words.in_short(facts)[:1])


@lru_cache(maxsize=8192)
def _told(voice: _Voice, facts: tuple[Event, ...]) -> tuple[str, str]:
    """Some facts in sentences; their line begins with the name, which is said again only after somebody else's.

    Before them what stands between it and the first: "Ola: a tile leaves the game" is not what Ola does.
    """
    found: list[str] = []
    theirs, name, lead = True, voice.name, ""
    for line in voice.words.in_short(facts):
        own, text = _begins(line.text, name), line.text
        if own and theirs:
            begins = _LEAD.match(text, len(name))
            assert begins is not None
            text = text[begins.end() :]
            lead = lead if found else begins[0].rstrip()
        found.append(text[:1].upper() + text[1:] if found else text)
        theirs = own
    return lead, " ".join(found)


class _Facts(NamedTuple):
    """What happened on the boards of a title."""

    look: Look
    facts: tuple[Event, ...]


@lru_cache(maxsize=8192)
def _places(found: _Facts) -> str:
    return " ".join(dict.fromkeys(place for fact in found.facts for place in found.look.event_places(fact)))


def _hands_on(title: Title, fact: Event, doer: int | None) -> bool:
    """Whether a fact only says whose turn comes next."""
    return title.events[fact.kind].args == ("seat",) and fact.args[0] != doer
