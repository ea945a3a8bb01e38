"""How far a learner is. Everything is worked out from the log of the match, so undo, restarts and replays agree."""

from __future__ import annotations

from collections.abc import Sequence

from machinehall.kernel.record_text import read_line
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE

from .conditions import Instant, facts, fits
from .items import Item, Lesson, Puzzle, begin, ends
from .standing import Progress
from .walk import lesson_progress

__all__ = ["Progress", "facts", "fits", "progress"]


def problem_progress(title: Title, problem: Puzzle, lines: Sequence[str]) -> Progress:
    """Solved as soon as the whole goal holds after an own decision, with what others and chance answer to it."""
    state, seat = begin(title, problem), problem.seat
    instant = Instant(title, state, seat, facts(title, state, seat))
    if any(test.of == "reached" for test in problem.goal):
        instant.ends = ends(title, problem)
    p = Progress(of=problem.decisions or 0)
    for line in lines:
        who, _, action = read_line(title, line)
        if over(problem, p, who):
            p.again = True
            return p
        p.at += who == seat
        instant.moved(title.apply(state, who, action, check=False))
        p.done = p.at > 0 and instant.holds(problem.goal)
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


def progress(title: Title, found: Item, lines: Sequence[str]) -> Progress:
    """Where the learner stands after these lines of the log."""
    if isinstance(found, Lesson):
        return lesson_progress(title, found, lines)
    return problem_progress(title, found, lines)
