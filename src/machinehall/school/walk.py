"""A lesson along the log of its match: which step takes which decision, and what may be said.

A step speaks only where it is true: something that it expects is offered, its conditions hold. A step that was left
out, or answered otherwise, comes back once as soon as it is true again; the lesson never claims that it was done.
"""

from __future__ import annotations

from collections.abc import Sequence

from machinehall.kernel.record_text import read_line
from machinehall.kernel.title import Title
from machinehall.kernel.values import Action, Event

from .conditions import Instant, fits, told
from .items import Lesson, Step, begin
from .standing import Progress


class Walk:
    """Goes through the decisions one by one."""

    def __init__(self, title: Title, lesson: Lesson) -> None:
        self.title = title
        self.lesson = lesson
        self.state = begin(title, lesson)
        self.instant = Instant(title, self.state, lesson.seat)
        self.missed: list[int] = []
        """Steps that were passed, which have one more chance."""
        self.p = Progress(of=len(lesson.steps))

    def line(self, number: int, line: str) -> None:
        """The next line of the log."""
        who, _, action = read_line(self.title, line)
        own = who == self.lesson.seat and number >= len(self.lesson.opening)
        asked = self.title.decision(self.state, who) if own else None
        found = self.step_for(asked[0]) if asked is not None else None
        events = self.title.apply(self.state, who, action, check=False)
        if own:
            self.instant.acted = self.title.text(action)
            self._take(number, found, action, events)
        self.instant.moved(events)

    def step_for(self, kind: str) -> int | None:
        """The step that takes a decision of this kind: one that was passed, or the next, or one behind those that the
        match may leave out."""
        for i in self.missed:
            if self._speaks(self.lesson.steps[i], kind):
                return i
        for i in range(self.p.at, len(self.lesson.steps)):
            step = self.lesson.steps[i]
            if self._speaks(step, kind):
                return i
            if not step.optional and not _waits_for(step, kind):
                return None
        return None

    def _speaks(self, step: Step, kind: str) -> bool:
        if not _waits_for(step, kind):
            return False
        return any(fits(text, step.expect) for text in self.instant.offered) and self.instant.holds(step.when)

    def _take(self, number: int, found: int | None, action: Action, events: Sequence[Event]) -> None:
        """An own decision: what the lesson has to say about it."""
        p = self.p
        p.remark, p.about, p.did, p.came = "", "", None, []
        if found is None:
            return
        step = self.lesson.steps[found]
        p.remark, p.about = judge(step, self.title.text(action)), step.id
        if p.remark == "well":
            p.strayed = None
        else:
            p.strayed, p.did, p.came = number, action, told(events, self.lesson.seat)
        if p.remark != "must":
            self._pass(found, p.remark == "well")

    def _pass(self, found: int, well: bool) -> None:
        if found in self.missed:
            self.missed.remove(found)
            return
        self.missed += range(self.p.at, found if well else found + 1)
        self.p.at = found + 1

    def now(self) -> Progress:
        """What is said after the last line."""
        p, lesson = self.p, self.lesson
        p.again = p.remark == "must"
        p.done = p.at >= p.of or bool(lesson.until and self.instant.holds(lesson.until))
        if p.done:
            p.plain = not self.instant.holds(lesson.proud)
        asked = self.title.decision(self.state, lesson.seat)
        found = self.step_for(asked[0]) if asked is not None and not p.done else None
        p.asked, p.waits = asked is not None, found is None and not p.done
        if found is not None:
            step = lesson.steps[found]
            p.at, p.say, p.rules = found, step.id, step.rules
            p.plain = not self.instant.holds(step.claims)
            p.lit = lit(self.instant.offered, step.lit)
            p.draw = drawn(step, p.lit)
        elif asked is not None and p.waits and asked[0] in lesson.asides:
            p.aside, p.lit = asked[0], lit(self.instant.offered, lesson.asides[asked[0]])
        return p


def _waits_for(step: Step, kind: str) -> bool:
    return not step.at or kind in step.at


def judge(step: Step, text: str) -> str:
    return "well" if fits(text, step.expect) else "must" if step.must else "instead"


def lit(offered: Sequence[str], patterns: Sequence[str]) -> list[str]:
    """The offers that fit the first pattern which any of them fits."""
    return next((found for pattern in patterns if (found := [t for t in offered if fits(t, (pattern,))])), [])


def drawn(step: Step, texts: Sequence[str]) -> str:
    """The picture of a step, of the piece that is lit if it speaks of one; notations have it before their colon."""
    if "{0}" not in step.draw:
        return step.draw
    named = texts[0].split()[1:2] if texts else []
    return step.draw.format(named[0].partition(":")[0]) if named else ""


def lesson_progress(title: Title, lesson: Lesson, lines: Sequence[str]) -> Progress:
    """Where the learner stands after these lines of the log."""
    walk = Walk(title, lesson)
    for number, line in enumerate(lines):
        walk.line(number, line)
    return walk.now()
