"""How far a learner is. Everything is worked out from the log of the match, so undo, restarts and replays agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from machinehall.kernel.record_text import read_line
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Action, Event

from .items import Condition, Item, Lesson, Puzzle, Step, begin


@dataclass(slots=True)
class Progress:
    """Where a learner stands."""

    at: int = 0
    """Steps, or decisions, that are done."""
    of: int = 0
    say: str = ""
    """Id of the step that speaks now; empty: none."""
    remark: str = ""
    """What is said about the last decision: well, instead, or must."""
    about: str = ""
    """The step that the remark is about."""
    lit: list[str] = field(default_factory=list)
    """Notations of what is lit."""
    rules: tuple[str, ...] = ()
    waits: bool = False
    """Somebody else decides, or the question is none of the lesson's."""
    asked: bool = False
    """Whether the learner has to decide now."""
    aside: str = ""
    """The kind of a question between the steps that has a sentence of its own."""
    again: bool = False
    """The lesson cannot go on unless the last decision is taken back; a problem is missed."""
    done: bool = False
    """The lesson is over; the problem is solved."""


def fits(text: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(text, pattern) for pattern in patterns)


def facts(title: Title, state: Any, seat: int) -> Mapping[str, int]:
    """What can be asked about a seat: the title's own facts, and the points if the match ended now."""
    found: dict[str, int] = {"points": title.score(title.lookup, state).scores[seat]}
    if title.minds.facts is not None:
        found |= title.minds.facts(title.lookup, state, seat)
    return found


def holds(test: Condition, before: Mapping[str, int], after: Mapping[str, int], events: Sequence[str]) -> bool:
    if test.of == "events":
        value = sum(fnmatchcase(event, test.what) for event in events)
    else:
        value = after[test.what] - (before[test.what] if test.of == "gain" else 0)
    return (test.least is None or value >= test.least) and (test.most is None or value <= test.most)


# Lessons


def step_for(lesson: Lesson, at: int, kind: str) -> int | None:
    """The step that takes a decision of this kind: the next one, or one behind steps that the match may leave out."""
    for i in range(at, len(lesson.steps)):
        step = lesson.steps[i]
        if not step.at or kind in step.at:
            return i
        if not step.optional:
            return None
    return None


def judge(step: Step, text: str) -> str:
    return "well" if fits(text, step.expect) else "must" if step.must else "instead"


def lesson_progress(title: Title, lesson: Lesson, lines: Sequence[str], legal: Sequence[Action]) -> Progress:
    """Walk through the log: each own decision is taken by a step, or by none."""
    state, seat = begin(title, lesson), lesson.seat
    p = Progress(of=len(lesson.steps))
    for number, line in enumerate(lines):
        who, _, action = read_line(title, line)
        asked = title.decision(state, seat) if who == seat and number >= len(lesson.opening) else None
        title.apply(state, who, action, check=False)
        if asked is None:
            continue
        p.remark = p.about = ""
        found = step_for(lesson, p.at, asked[0])
        if found is not None:
            step = lesson.steps[found]
            p.remark, p.about = judge(step, title.text(action)), step.id
            p.at = found if p.remark == "must" else found + 1
    p.again = p.remark == "must"
    p.done = p.at >= p.of or bool(lesson.until and _reached(title, lesson, state))
    asked = title.decision(state, seat)
    found = step_for(lesson, p.at, asked[0]) if asked is not None and not p.done else None
    p.asked, p.waits = asked is not None, found is None and not p.done
    if found is not None:
        step = lesson.steps[found]
        p.at, p.say, p.rules = found, step.id, step.rules
        p.lit = lit(title, legal, step.lit)
    elif asked is not None and p.waits and asked[0] in lesson.asides:
        p.aside, p.lit = asked[0], lit(title, legal, lesson.asides[asked[0]])
    return p


def lit(title: Title, legal: Sequence[Action], patterns: Sequence[str]) -> list[str]:
    """The legal actions that fit the first pattern which any of them fits."""
    texts = [title.text(action) for action in legal]
    return next((found for pattern in patterns if (found := [t for t in texts if fits(t, (pattern,))])), [])


def _reached(title: Title, lesson: Lesson, state: Any) -> bool:
    now = facts(title, state, lesson.seat)
    return all(holds(test, now, now, ()) for test in lesson.until)


# Problems


def problem_progress(title: Title, problem: Puzzle, lines: Sequence[str]) -> Progress:
    """Solved as soon as the whole goal holds after an own decision, with what others and chance answer to it."""
    state, seat = begin(title, problem), problem.seat
    before = facts(title, state, seat)
    p = Progress(of=problem.decisions or 0)
    events: list[str] = []
    for line in lines:
        who, _, action = read_line(title, line)
        if over(problem, p, who):
            p.again = True
            return p
        p.at += who == seat
        events += [title.event_text(event) for event in _told(title.apply(state, who, action, check=False), seat)]
        now = facts(title, state, seat)
        p.done = p.at > 0 and all(holds(test, before, now, events) for test in problem.goal)
        if p.done:
            return p
    to_act = title.to_act(state)
    p.again = bool(lines) and (not to_act or over(problem, p, to_act[0] if seat not in to_act else seat))
    p.waits = not p.again and seat not in to_act
    return p


def over(problem: Puzzle, p: Progress, who: int) -> bool:
    """Whether a decision of this seat comes too late for the problem."""
    if problem.decisions is None:
        return p.at > 0 and who not in (problem.seat, CHANCE)
    return p.at >= problem.decisions and who == problem.seat


def _told(events: Sequence[Event], seat: int) -> list[Event]:
    return [seen for event in events if (seen := event.seen_from(seat)) is not None]


def progress(title: Title, found: Item, lines: Sequence[str], legal: Sequence[Action] = ()) -> Progress:
    """Where the learner stands after these lines of the log."""
    if isinstance(found, Lesson):
        return lesson_progress(title, found, lines, legal)
    return problem_progress(title, found, lines)
