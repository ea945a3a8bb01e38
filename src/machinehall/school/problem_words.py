"""The sentences of problems. One that was made by hand has its own; those from matches share theirs, with figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from machinehall.kernel.title import Title
from machinehall.kernel.wording import Say, Titled, Wording
from machinehall.words.figures import number
from machinehall.words.titles import heard

from .items import Item, Measured, Puzzle, said

NAMED = 2
"""Sources of points that speak for a solution; one more speaks against it."""


def heading(say: Say, title: Title, item: Item) -> str:
    if isinstance(item, Puzzle) and item.measured is not None:
        return say("learn.strong.title", item.order)
    return say(said(title.name, item.id, "title"))


def task(say: Say, title: Title, problem: Puzzle) -> str:
    if problem.measured is None:
        return say(said(title.name, problem.id, "task"))
    return say("learn.strong.task", figure(say, problem.measured.gain))


def hint(say: Say, title: Title, problem: Puzzle) -> str:
    if problem.measured is None:
        return say(said(title.name, problem.id, "hint"))
    return reasons(say, title, problem.measured)


def why(say: Say, title: Title, problem: Puzzle, words: Wording) -> str:
    """What is said of the solution when it is found."""
    if problem.measured is None:
        return say(said(title.name, problem.id, "why"))
    known = problem.measured
    other = turn(say, title, known.next, words)
    return f"{say('learn.strong.why', figure(say, known.gain), other)} {reasons(say, title, known)}"


def solution(say: Say, title: Title, problem: Puzzle, words: Wording) -> str:
    """The solution in words, for those from matches: their hints do not lead to it."""
    return turn(say, title, problem.solution, words) if problem.measured is not None else ""


def turn(say: Say, title: Title, texts: Sequence[str], words: Wording) -> str:
    """A turn, decision by decision; what is done several times is said once."""
    return say("list.separator.strong").join(dict.fromkeys(words.label(title.parse(text)) for text in texts))


def reasons(say: Say, title: Title, known: Measured) -> str:
    """What speaks for the solution most, and what it costs; there is no sum that nothing speaks for."""
    spoken = Titled(title.name, heard(title, say))
    order = sorted(known.sources.items(), key=lambda row: -row[1])
    better = [row for row in order if row[1] > 0][:NAMED]
    worse = [row for row in order[-1:] if row[1] < 0]
    found = spoken("learn.strong.reasons", listed(spoken, better))
    return f"{found} {spoken('review.why.price', listed(spoken, worse))}" if worse else found


def listed(say: Say, rows: Iterable[tuple[str, float]]) -> str:
    return say("list.separator").join(
        say("review.why.term", say(source), figure(say, value, signed=True)) for source, value in rows
    )


def figure(say: Say, value: float, signed: bool = False) -> str:
    return number(say.lang, round(value, 1), 1, signed=signed)
