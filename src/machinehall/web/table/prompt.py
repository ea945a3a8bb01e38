"""The prompt bar: the acts that finish a question or go on without an answer have fixed places there."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from machinehall.draw.letters import width
from machinehall.kernel.wording import END, SKIP, Choice, Wording
from machinehall.server.play.table import Position
from machinehall.web.shell import templates
from machinehall.words import Words

_END = re.compile(r"(?<=[.?!])(?<!\.\w\.) +")
"""Where a sentence may end: not within "a.d."."""


class Question(NamedTuple):
    """What is asked, and what is said beside it."""

    asked: str
    besides: str = ""

    @property
    def wide(self) -> float:
        """The question in one line, in units of its letters: so the style sheet knows how large it can be."""
        return round(width(self.asked, 1, 700, "display"), 2)


def question(text: str) -> Question:
    """A prompt of several sentences: its question, or else the first of them, and the others."""
    rows = [""]
    for part in _END.split(text):
        if rows[-1] and (part[:1].islower() or part[:1] in "/–" or _shortened(rows[-1])):
            rows[-1] += f" {part}"
        else:
            rows = [*rows, part] if rows[-1] else [part]
    at = next((i for i, row in enumerate(rows) if row.endswith("?")), 0)
    return Question(rows.pop(at), " ".join(rows))


def _shortened(row: str) -> bool:
    """Whether it ends with a short form of a name, such as "St."."""
    last = re.search(r"\b\w\w\.$", row)
    return last is not None and last[0][0].isupper()


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


EVEN, SHORT, NOTE = 4, 22, 30
"""So many rows, with so many letters and so many in their notes, stand below each other in columns."""
BRIEF = 16
"""Rows with so few letters and nothing else stand two by two on a phone."""


def columns(rows: Sequence[Choice]) -> str:
    """How the rows of a heading can stand where there is nothing to pay or to gain: `even` if they are many, short and
    have a note each, `pairs` if they are a word or two; otherwise one after the other."""
    if any(c.pays or c.gains for c in rows) or len(rows) < 2:
        return ""
    if all(not c.note and len(c.text) <= BRIEF for c in rows):
        return "pairs"
    each = all(0 < len(c.note) <= NOTE and len(c.text) <= SHORT for c in rows)
    return "even" if each and len(rows) >= EVEN else ""


@lru_cache(maxsize=4096)
def listed(say: Words, choice: Choice, number: int) -> Markup:
    """A choice as the list has it, drawn once: most are there again when the same is asked again."""
    return Markup(templates().get_template("choice.html").render(_=say, c=choice, number=number))


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
