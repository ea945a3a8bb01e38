"""Problems: their positions are lawful, their solutions solve them, tempting lines and idling do not."""

from __future__ import annotations

import pytest
from stages import Stage, titles_from

import machinehall as mh
from machinehall.bots.lesson_bot import Guide
from machinehall.kernel.rulebook import load_rulebook
from machinehall.school.items import Puzzle, problems, said, set_up
from machinehall.school.lesson_match import LessonMatch
from machinehall.words import languages, say
from school.problems import all_problems

ALL = [(name, problem) for name in titles_from(Stage.TAUGHT) for problem in problems(name).values()]
IDS = [f"{name}/{problem.id}" for name, problem in ALL]
PATIENCE = 60
"""Decisions of others that a line is followed by at most."""


def played(name: str, problem: Puzzle, line: tuple[str, ...]) -> LessonMatch:
    """The line, the others by their script; after it until the seat is asked again or the problem is settled."""
    title = mh.title(name)
    sitting, guide = LessonMatch(title, problem), Guide(title, problem.id)
    wanted, left = list(line), PATIENCE
    while sitting.to_act and left and not (sitting.progress.done or sitting.progress.again):
        seat = sitting.to_act[0]
        if seat == problem.seat:
            if not wanted:
                break
            sitting.play(sitting.parse(wanted.pop(0), seat), seat)
        else:
            left -= 1
            sitting.play(guide.choose(sitting.view(seat), sitting.legal(seat)), seat)
    return sitting


def test_the_files_are_what_the_scenes_make() -> None:
    made = {(name, problem.id): problem for name, problem in all_problems()}
    assert made == {(name, problem.id): problem for name, problem in ALL}, "run scripts/make/problems.py"


@pytest.mark.parametrize("name", titles_from(Stage.TAUGHT))
def test_there_are_enough(name: str) -> None:
    assert len(problems(name)) >= 10
    rules = {rule for problem in problems(name).values() for rule in problem.rules}
    assert sum("EX-" in rule or "DX-" in rule for rule in rules) >= 5


@pytest.mark.parametrize(("name", "problem"), ALL, ids=IDS)
def test_positions_are_lawful_and_the_seat_is_to_act(name: str, problem: Puzzle) -> None:
    title = mh.title(name)
    state = set_up(title, problem)
    assert title.laws(title.lookup, state) == []
    assert problem.seat in title.to_act(state) and len(title.legal(state, problem.seat)) > 1
    assert title.sample(title.view(state, problem.seat), __import__("random").Random(1)).stack == state.stack
    book = load_rulebook(name)
    assert problem.rules and all(book.lookup(rule) for rule in problem.rules)


@pytest.mark.parametrize(("name", "problem"), ALL, ids=IDS)
def test_the_solution_solves_it(name: str, problem: Puzzle) -> None:
    sitting = played(name, problem, problem.solution)
    assert sitting.progress.done and not sitting.progress.again
    assert sitting.title.laws(sitting.title.lookup, sitting.state) == []


@pytest.mark.parametrize(("name", "problem"), ALL, ids=IDS)
def test_other_lines_do_not(name: str, problem: Puzzle) -> None:
    assert not LessonMatch(mh.title(name), problem).progress.done
    assert problem.wrong
    for line in problem.wrong:
        now = played(name, problem, line).progress
        assert not now.done, line


@pytest.mark.parametrize(("name", "problem"), ALL, ids=IDS)
def test_a_wrong_line_can_be_tried_again(name: str, problem: Puzzle) -> None:
    """At least one of the tempting lines is recognised as missed, so that the panel offers another try."""
    assert any(played(name, problem, line).progress.again for line in problem.wrong)


@pytest.mark.parametrize("lang", languages())
def test_every_problem_has_its_words(lang: str) -> None:
    for name, problem in ALL:
        for part in ("title", "task", "hint", "why"):
            assert say(lang).has(said(name, problem.id, part)), (lang, name, problem.id, part)
