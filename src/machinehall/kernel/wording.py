"""How a title speaks: the seam between the rules, which know ids, and the words, which know languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from .values import TOGETHER, Action, Event, Frame, Refusal


class Say(Protocol):
    """A language: the sentence of a message id with its figures put in."""

    @property
    def lang(self) -> str: ...

    def __call__(self, message_id: str, *args: object, **named: object) -> str:
        """The sentence; a figure named `n` picks the plural form."""
        ...

    def __hash__(self) -> int: ...

    def has(self, message_id: str) -> bool:
        """Whether this very language has the id; English stands in otherwise."""
        ...

    def together(self, words: Sequence[str]) -> str:
        """What belongs together, as this language joins it: wood, stone and iron."""
        ...


class UnknownMessage(KeyError):
    """A message id that not even the English catalogue has: a fault of ours."""


@dataclass(frozen=True, slots=True)
class Titled:
    """A language as one title speaks it: sentences whose ids begin with its name go first."""

    title: str
    words: Say
    found: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)
    """For each id that has been said: whose sentence it is. To try the title's first costs as much as to say it."""

    @property
    def lang(self) -> str:
        return self.words.lang

    def __call__(self, message_id: str, *args: object, **named: object) -> str:
        if message_id in self.found:
            return self.words(self.found[message_id], *args, **named)
        if message_id.startswith(f"{self.title}."):
            return self.words(message_id, *args, **named)
        own = f"{self.title}.{message_id}"
        try:
            told = self.words(own, *args, **named)
        except UnknownMessage:
            own, told = message_id, self.words(message_id, *args, **named)
        self.found[message_id] = own
        return told

    def has(self, message_id: str) -> bool:
        return self.words.has(f"{self.title}.{message_id}") or self.words.has(message_id)

    def together(self, words: Sequence[str]) -> str:
        return self.words.together(words)


_NEGATIVE = re.compile(r"(?<![\w.:/#)\]–-])([£$€]?)-(?=\d)")


def minus(text: object) -> str:
    """A number, or a text with numbers: below zero with the sign of print, before that of money. Ids keep theirs."""
    told = str(text)
    return _NEGATIVE.sub(r"−\1", told) if "-" in told else told


SHORT, UNDO, LINES = 22, 36, 44
"""Letters of a name that stands where there is little room: of a step, of what can be taken back, and of a step
that has two lines."""
_SHORTER = (
    (re.compile(r"\s*\([^()]*\)"), ""),
    (re.compile(r"^.*\[([^\[\]]*)\].*$"), r"\1"),
    (re.compile(r"\s?: .*"), ""),
)


def brief(text: str, most: int = SHORT) -> str:
    """A label for a narrow place: without what stands in round brackets; of a piece, whose name stands in square ones,
    that name alone, for it says which one it is; then what is done without what it is done to. Else it is cut, after a
    comma where one comes late enough."""
    told = text
    for long, short in _SHORTER:
        if len(told) > most:
            told = long.sub(short, told) or told
    if len(told) <= most:
        return told
    whole = re.split(r"[ –](?!.*[ –])", told[:most])[0]
    first, comma, _ = told[:most].rpartition(", ")
    if comma and len(first) > most / 3:
        whole = first
    # The dots never stand alone on a line.
    return f"{whole.rstrip(' ,;–/→')}\N{NO-BREAK SPACE}…"


def listed(say: Say, words: Iterable[str]) -> str:
    """One after the other; what is a list itself is kept apart by a stronger sign than its own."""
    told = [word for word in words if word]
    comma = say("list.separator")
    return (say("list.separator.strong") if any(comma in word for word in told) else comma).join(told)


def addressed(say: Say, message: str, reader: int | None, *seats: int) -> str:
    """The message as it is told to who reads it: `.you` where they sit on the first of its seats, `.to-you` where on
    another. A sentence without a name of a seat has neither, and is the same to everybody."""
    if reader is None or reader not in seats:
        return message
    own = f"{message}.you" if seats[0] == reader else f"{message}.to-you"
    return own if say.has(own) else message


class Sentence(NamedTuple):
    """What is told, and the id of the rule by which it happened where that has to be said."""

    text: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]" if self.rule else self.text


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action in words."""

    action: Action
    notation: str
    group: str
    """Heading of the choices that belong together."""
    text: str
    """The label of a button."""
    pays: str = ""
    gains: str = ""
    note: str = ""
    rule: str = ""
    """Id of the rule that explains it."""


class Plan(NamedTuple):
    """Several decisions that can be taken in one go: the same question would be asked again and again."""

    actions: tuple[Action, ...]
    text: str
    """The label of its button."""
    pays: str = ""
    """What all of them cost together."""


END, SKIP = "end", "skip"
"""The two places of the prompt bar: what finishes a question, and what goes on without answering it."""


class Terms(NamedTuple):
    """What one choice costs and brings."""

    pays: str = ""
    gains: str = ""
    note: str = ""


MANY_ACTS = 4
"""So many choices of one place are told; that there are more is only said."""


def told_together(acts: Sequence[str], labels: Mapping[str, str]) -> str:
    """The choices of one place in one breath; `labels` are the words of each by its text form."""
    more = "; …" if len(acts) > MANY_ACTS else ""
    return "; ".join(labels.get(act, act) for act in acts[:MANY_ACTS]) + more


def asking(view: Mapping[str, Any], seat: int) -> Frame:
    """The frame of a view's stack that asks a seat."""
    kind, who, args = view["stack"][-1]
    if who == TOGETHER:
        kind, who, args = next(row for row in args if row[1] == seat)
    return kind, who, tuple(args)


class Wording(Protocol):
    """A title in the words of one language. Everything is made from views, so it can tell nobody too much."""

    @property
    def names(self) -> Callable[[str, int], str]:
        """What a thing is called: (domain, id)."""
        ...

    def seat(self, seat: int) -> str:
        """The name of a seat."""
        ...

    def seat_style(self, seat: int) -> str:
        """The colour of a seat's pieces: one of the usual English names of colours."""
        ...

    def told_to(self, reader: int | None) -> None:
        """From now on what happened is told to who sits on this seat, in the second person; None: to nobody in
        particular."""
        ...

    def story(self, events: Sequence[Event]) -> list[Sentence]:
        """What happened, in sentences."""
        ...

    def in_short(self, events: Sequence[Event]) -> list[Sentence]:
        """The same where there is little room, and the place is marked: without what the log says besides."""
        ...

    def spent(self, turn: Sequence[Event], own: bool = False) -> Sentence | None:
        """Of a turn that ended by itself: what could no longer be done. None where nothing was left to do.

        `own`: told to whoever took it.
        """
        ...

    def asked(self, view: dict[str, Any], seat: int, state: Any = None) -> str:
        """What a seat has to decide now, as a sentence with its figures.

        `state`: the view as a position, if it has been read already, see `Title.read`.
        """
        ...

    def asked_rule(self, view: dict[str, Any], seat: int) -> str:
        """Id of the rule that asks."""
        ...

    def label(self, action: Action) -> str:
        """Any action of the table in a few words."""
        ...

    def steps(
        self, taken: Sequence[Action], earlier: Sequence[Action] = (), view: dict[str, Any] | None = None
    ) -> list[str]:
        """Decisions of a seat, one after the other, in a few words.

        What one was may be told by those before it, by what the seat decided `earlier`, or by what it sees now.
        """
        ...

    def choices(self, view: dict[str, Any], seat: int, legal: Sequence[Action], state: Any = None) -> list[Choice]:
        """The legal actions with what they cost and bring, those that belong together side by side."""
        ...

    def plans(self, view: dict[str, Any], seat: int, state: Any = None) -> list[Plan]:
        """What a seat may do in one go instead of step by step, as far as nothing can come in between."""
        ...

    def closes(self, action: Action) -> str:
        """Where an action stands in the prompt bar: at `END`, at `SKIP`, or, if it is a choice like others, nowhere."""
        ...

    def refusal(self, refusal: Refusal) -> str:
        """Why something is not allowed, as a sentence."""
        ...

    def when(self, kind: str) -> str:
        """What an action of a kind is, and when it comes, as a sentence."""
        ...

    def phase(self, view: dict[str, Any]) -> str:
        """Where the match stands: round and phase."""
        ...

    def howto(self) -> list[tuple[str, str]]:
        """How the game works: headings with a paragraph each."""
        ...

    def legend(self) -> str:
        """What the abbreviations of the rulebook mean."""
        ...
