"""The prompt bar: the acts that finish a question or go on without an answer have fixed places there."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from machinehall.kernel.wording import END, SKIP, Choice, Wording
from machinehall.server.play.table import Position


class Closing(NamedTuple):
    """What stands at the two places of the bar, if anything does."""

    end: Choice | None = None
    skip: Choice | None = None

    @property
    def acts(self) -> frozenset[str]:
        """The actions of the bar in their text form; no list repeats them."""
        return frozenset(choice.notation for choice in self if choice is not None)


def closing(words: Wording, choices: Iterable[Choice]) -> Closing:
    """The acts of the bar. A second of the same place stays in the list, so nothing is ever lost."""
    found: dict[str, Choice] = {}
    for choice in choices:
        found.setdefault(words.closes(choice.action), choice)
    return Closing(found.get(END), found.get(SKIP))


def grouped(choices: Iterable[Choice], elsewhere: Container[str]) -> list[tuple[str, list[Choice]]]:
    """The choices of the list under their headings, without those that stand elsewhere."""
    listed = (choice for choice in choices if choice.notation not in elsewhere)
    return [(name, list(rows)) for name, rows in groupby(listed, key=lambda choice: choice.group)]


def headings(choices: Sequence[Choice], elsewhere: Container[str]) -> list[str]:
    """All that a question asks for, each once; where nothing is left for the list, what its first choice is."""
    return list(dict(grouped(choices, elsewhere))) or [choices[0].group]


class Ahead(NamedTuple):
    """A question that is asked again and again can be answered for a while."""

    kind: str
    """Of the question; empty: it is answered beforehand already, and the button takes that back."""
    answer: str
    """In words."""


def ahead(words: Wording, at: Position, given: Sequence[str]) -> Ahead | None:
    """What the bar offers beside the acts: to answer all such questions, or to be asked again.

    A question that is asked although another kind is answered beforehand can be answered for all of its own kind.
    """
    rule, title = at.title.beforehand, at.title
    if rule is None:
        return None
    kind = at.decision[0] if at.decision is not None else ""
    if kind in rule.answers and title.parse(rule.answers[kind]) in at.legal:
        return Ahead(kind, words.label(title.parse(rule.answers[kind])))
    return Ahead("", words.label(title.parse(rule.answers[given[-1]]))) if given else None
