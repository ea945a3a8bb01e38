"""A match at a real table: what the box showed is chosen here, and what has to be done on the real board is told."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup

from machinehall.draw.figures import UnknownFigure, drawn_by, picture
from machinehall.draw.look import Look
from machinehall.kernel.mendable import MENDED
from machinehall.kernel.title import Title
from machinehall.kernel.values import Action, Event
from machinehall.kernel.wording import Say, Sentence, Wording
from machinehall.server.play.by_hand import Course
from machinehall.words import Titled
from machinehall.words.titles import effects, heard

from .acts import Entry

FEW_OUTCOMES = 8
"""So many outcomes are found without a search."""
MOST_WORDS = 8
"""Words to tap, above a list that is searched."""
COMMON = 0.7
"""A word that so many outcomes share tells little."""


class Shown(NamedTuple):
    """One thing that the box may have shown."""

    notation: str
    text: str
    picture: Markup
    printed: tuple[str, ...] = ()
    """What stands on it, where its name does not tell."""
    told: str = ""
    """Which plate of each of the features it is told by, in order."""

    @property
    def read(self) -> str:
        """All that a search finds."""
        return " ".join((self.text, *self.printed))

    @property
    def parts(self) -> str:
        """Where words to tap are found: a line begins with what it is about, such as debris, and goes on with which."""
        return " ".join((self.text, *(line.partition(" ")[2] for line in self.printed)))


class Hand(NamedTuple):
    """What is asked of those who look at the real table."""

    question: str
    rows: list[Shown]
    setting_up: bool
    """Whether the match has not begun yet."""
    lying: Sequence[Shown | None] = ()
    """What lies already beside the thing that is asked, in order; nothing where not everybody may know it."""
    places: int = 0
    """How many will lie there."""
    told: int = 0
    """In a set-up: how many things were told, and about how many there are."""
    about: int = 0
    guesses: Sequence[tuple[str, str]] = ()
    """Those of them that we had to guess, as file and record: the one of the box may not be among them."""
    features: Sequence[Any] = ()
    """What tells them apart, see `told_by`: then nobody has to search."""
    take: str = ""
    """What is said when the features tell which one it is."""

    @property
    def side_by_side(self) -> bool:
        return 1 < self.places <= FEW_OUTCOMES

    @property
    def many(self) -> bool:
        return len(self.rows) > FEW_OUTCOMES

    @property
    def words(self) -> list[str]:
        """What to tap instead of typing: words that divide a long list. In the order of the alphabet, so that they
        stand where they stood at the last question of this kind."""
        texts = [row.read.casefold() for row in self.rows] if self.many else []
        words = {word.casefold(): word for row in self.rows for word in re.findall(r"[^\W\d_]{4,}", row.parts)}
        alike: dict[frozenset[int], str] = {}
        for low, word in words.items():
            found = frozenset(at for at, text in enumerate(texts) if low in text)  # as the search finds them
            if 1 < len(found) <= COMMON * len(texts):
                alike[found] = max(alike.get(found, ""), word, key=len)
        best = sorted(alike.items(), key=lambda one: (-len(one[0]), one[1]))[:MOST_WORDS]
        reached = frozenset[int]().union(*(found for found, _ in best))
        return sorted(word for _, word in best) if 2 * len(reached) >= len(self.rows) else []


@dataclass(slots=True)
class Task:
    """One thing to do on the real board, why, and what follows from it."""

    number: int
    text: str
    stop: str = ""
    """What kind of step it is, in a word."""
    places: list[str] = field(default_factory=list)
    pictures: list[Markup] = field(default_factory=list)
    why: list[Sentence] = field(default_factory=list)
    then: list[str] = field(default_factory=list)


class Teller(NamedTuple):
    """Who tells, and in which words."""

    title: Title
    look: Look
    words: Wording
    say: Say
    theme: str
    view: dict[str, Any]

    def pictures(self, domains: Sequence[str], args: Sequence[int | None]) -> list[Markup]:
        """The pieces that are named, as far as the title draws them singly."""
        found = []
        for domain, value in zip(domains, args, strict=True):
            names = self.title.domains.get(domain) if domain in self.look.pieces else None
            if names is not None and value is not None and 0 <= value < len(names):
                drawn = _piece(self, f"{domain}/{names[value].split(':')[0]}")
                found += [drawn] if drawn else []
        return found

    def lying(self, event: Event) -> list[Markup]:
        """A piece as it has to lie, or else those that are named."""
        domains, name = self.title.events[event.kind].args, self.look.lies.get(event.kind)
        known = [arg for arg in event.args if arg is not None]
        if name is None or len(known) < len(event.args):
            return self.pictures(domains, event.args)
        told = [self.title.domains.get(domain, ())[a : a + 1] for domain, a in zip(domains, known, strict=True)]
        return [_piece(self, name.format(*(one[0].split(":")[0] if one else "" for one in told)))]


_PIECES: dict[tuple[str, str, str, str, str, str], Markup] = {}
"""Pieces look the same in every position, so each is drawn once for a theme and a language."""


def _piece(teller: Teller, name: str) -> Markup:
    side = str(teller.view.get("players", ""))  # a board may have two sides
    key = teller.title.name, teller.title.data_version, name, side, teller.theme, teller.say.lang
    if key not in _PIECES:
        try:
            drawn = drawn_by(teller.look, key[2], teller.view, teller.theme, heard(teller.title, teller.say))
            _PIECES[key] = Markup(picture(drawn, ""))
        except UnknownFigure:
            _PIECES[key] = Markup("")
    return _PIECES[key]


@lru_cache(maxsize=64)
def question_id(say: Say, title: str, kind: str) -> str:
    """The message that asks for a kind of chance; a title from outside may have no words for it."""
    return f"hand.{kind}" if Titled(title, say).has(f"hand.{kind}") else "hand.asked"


def hand_of(
    teller: Teller, chance: Sequence[Action], kind: str, args: Sequence[Any], number: int | None, course: Course
) -> Hand:
    """What is to be said now: the question, and all that it may be. `number`: of the question in a set-up."""
    speak, kinds = Titled(teller.title.name, teller.say), teller.title.actions.kinds
    words = [teller.words.label(action) for action in chance]
    called = [named(teller.title, teller.words, action) for action in chance]
    alone = all(
        len(action.args) == 1 and name in said for action, name, said in zip(chance, called, words, strict=True)
    )
    shared = _shared(words)
    texts = called if alone else [said[shared:] for said in words]
    printed = _printed(teller, chance)
    rows = [
        Shown(teller.title.text(action), said, _first(teller.pictures(kinds[action.kind], action.args)), lines)
        for action, said, lines in zip(chance, texts, printed, strict=True)
    ]
    question = speak(question_id(teller.say, teller.title.name, kind), *_figures(teller, args))
    lying = [action and _lies(teller, action) for action in course.lying]
    far = (0, 0) if number is None else (number, number + max(0, course.left - 1))
    took = speak(f"hand.{kind}.take") if speak.has(f"hand.{kind}.take") else teller.say("hand.told.take")
    return Hand(question, rows, number is not None, lying, course.places, *far, take=took)


def _lies(teller: Teller, action: Action) -> Shown:
    """Something that was told before, by its short name."""
    drawn = teller.pictures(teller.title.actions.kinds[action.kind], action.args)
    return Shown(teller.title.text(action), named(teller.title, teller.words, action), _first(drawn))


def named(title: Title, words: Wording, action: Action) -> str:
    """What an outcome of chance names, without what happened to it."""
    domains = title.actions.kinds[action.kind]
    return ", ".join(words.names(domain, value) for domain, value in zip(domains, action.args, strict=True))


def _printed(teller: Teller, chance: Sequence[Action]) -> list[tuple[str, ...]]:
    """What stands on each piece, without what stands on all of them."""
    told = effects(teller.title, teller.say)
    found = [told.printed(teller.view, teller.title.actions.named(action)) for action in chance]
    common = set(found[0]).intersection(*found) if len(found) > 1 else set()
    return [tuple(line for line in lines if line not in common) for lines in found]


def _shared(words: Sequence[str]) -> int:
    """How many letters all labels begin with, such as "Tile: " or "roll the die ": the question says that already."""
    if len(words) < 2:
        return 0
    first, last = min(words), max(words)
    both = first[: next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))]
    end = both.find(": ") + 1
    return end + 1 if end else both.rfind(" ") + 1


def _first(pictures: Sequence[Markup]) -> Markup:
    return pictures[0] if pictures else Markup("")


def _figures(teller: Teller, args: Any) -> list[str]:
    """What stands in the question: what the arguments of its frame are called, and places counted from one."""
    found = []
    domains: Mapping[str, str] = getattr(teller.words, "frame_domains", {})  # a title from outside may have none
    for name, value in zip(getattr(args, "_fields", ()), args, strict=False):
        if not isinstance(value, int) or value < 0:
            continue
        domain = domains.get(name, name)
        known = domain == "seat" or domain in teller.title.domains
        found.append(teller.words.names(domain, value) if known else str(value + 1))
    return [*found, "", "", ""]


# What to do


def queues(teller: Teller) -> list[tuple[str, Markup]]:
    """What opponents that nobody plays do next: a line for each, and its picture."""
    say, called = teller.say, heard(teller.title, teller.say)
    return [
        (
            say("hand.ahead", teller.words.names("seat", seat)),
            Markup(picture(drawn_by(teller.look, name, teller.view, teller.theme, called), "")),
        )
        for seat, name in teller.look.ahead(teller.view)
    ]


def tasks(
    teller: Teller, told: Sequence[Entry], by: Mapping[int, int], people: Sequence[int], shown: frozenset[int]
) -> list[Task]:
    """What others than the people did since one of them decided last, as things to do on the real board.

    What people do they do themselves, and what they said they have seen. `by`: who took each decision, by its number;
    `shown`: the numbers of what people said that the box showed.
    """
    notes = Notes(teller)
    last = max((i for i, entry in enumerate(told) if by.get(entry.number) in people), default=0)
    for entry in told[last:]:
        own = by.get(entry.number) in people
        for at, event in enumerate(entry.facts):
            if own and (_theirs(teller.title, event, people) or not _names_seat(teller.title, event)):
                continue
            if event.kind == MENDED:  # people did that themselves
                continue
            if at == 0 and entry.number in shown:
                notes.why.append(event)
            elif not teller.title.events[event.kind].turn:
                notes.take(entry.number, event)
    return notes.found


def compared(title: Title, told: Sequence[Entry], by: Mapping[int, int], people: Sequence[int]) -> int | None:
    """The decision after which it is a good moment to compare the boards: a round is over, or somebody has recharged.

    Not amid a turn, not once the next one has been begun, and not when something has just been put right.
    """
    mending = title.looks.mending
    last = max((i for i, entry in enumerate(told) if by.get(entry.number) in people), default=None)
    if mending is None or last is None:
        return None
    actor, begin = by[told[last].number], last
    while begin and not _turns(title, told[begin - 1]) and by.get(told[begin - 1].number, actor) == actor:
        begin -= 1
    late = told[begin:]
    kinds = [{event.kind for event in entry.facts} for entry in late]
    found = max((i for i, kind in enumerate(kinds) if not kind.isdisjoint(mending.compare)), default=None)
    if found is None or any(MENDED in kind for kind in kinds):
        return None
    turns = any(kind.turn for kind in title.events.values())
    return late[found].number if not turns or any(_turns(title, entry) for entry in late[found:]) else None


def _turns(title: Title, entry: Entry) -> bool:
    """Whether a turn begins with what happened."""
    return any(title.events[event.kind].turn for event in entry.facts if event.kind in title.events)


def _names_seat(title: Title, event: Event) -> bool:
    return title.events[event.kind].args[:1] == ("seat",)


def _theirs(title: Title, event: Event, people: Sequence[int]) -> bool:
    """Whether an event tells what a person did or got."""
    return _names_seat(title, event) and event.args[0] in people


class Notes:
    """Tasks as they are found: each event is a task, a reason for one, or what follows from one."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.speak = Titled(teller.title.name, teller.say)
        self.told = effects(teller.title, teller.say)
        self.found: list[Task] = []
        self.why: list[Event] = []
        """Reasons for the task that comes next."""
        self._late: list[Event] = []
        """What was passed over for the task that came last; it is told right after it."""
        self._of: tuple[str, ...] = ()
        """What the last task is about, as long as nothing else has been told."""

    def take(self, number: int, event: Event) -> None:
        domains = self.teller.title.events[event.kind].args
        if self.speak.has(f"do.{event.kind}") and None not in event.args:  # what is hidden is only told of
            self._task(number, event, domains)
            return
        line = self.teller.words.story([event])[0]
        if line.rule and domains[-1:] and domains[-1] in self._of and domains[-1] != "seat":
            self._late.append(event)
            self.found[-1].why = self.teller.words.story(self._late)
            return
        self._of = ()
        if line.rule:
            self.why.append(event)
        elif self.found:
            self.found[-1].then.append(line.text)
        else:
            self.found.append(Task(number, line.text, places=self.teller.look.event_places(event)))

    def _printed(self, event: Event) -> list[str]:
        """What stands on the pieces that have to be found, where their names do not tell."""
        title, domains = self.teller.title, self.teller.title.events[event.kind].args
        named = [
            (d, title.domains[d][a])
            for d, a in zip(domains, event.args, strict=True)
            if a is not None and d in self.told.by_print
        ]
        return list(self.told.printed(self.teller.view, named))

    def _task(self, number: int, event: Event, domains: tuple[str, ...]) -> None:
        teller = self.teller
        names = [teller.words.names(d, a or 0) for d, a in zip(domains, event.args, strict=True)]
        places, pictures = teller.look.event_places(event), teller.lying(event)
        why = [*self.why, event] if teller.words.story([event])[0].rule else self.why
        numbers = [a for d, a in zip(domains, event.args, strict=True) if d == "number"]
        under = any((a or 0) < 0 for a in event.args) and self.speak.has(f"do.{event.kind}.under")
        text = self.speak(f"do.{event.kind}{'.under' if under else ''}", *names, n=numbers[-1] if numbers else 0)
        stop = self.speak(f"stop.{event.kind}") if self.speak.has(f"stop.{event.kind}") else ""
        self.found.append(Task(number, text, stop, places, pictures, teller.words.story(why), self._printed(event)))
        self._of, self._late, self.why = domains, list(why), []
