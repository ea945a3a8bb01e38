"""Lessons, problems and hints in the terminal, through a pipe."""

from __future__ import annotations

import json

import pytest
from stages import Stage, titles_from
from typer.testing import CliRunner, Result

import machinehall as mh
from machinehall.bots.lesson_bot import Guide
from machinehall.cli.main import app
from machinehall.school import problem_words
from machinehall.school.items import Lesson, from_matches, items, problems, said
from machinehall.school.lesson_match import LessonMatch
from machinehall.words import languages, say
from school.test_lessons import ALL, IDS, advised


def run(*args: str, stdin: str = "") -> Result:
    result = CliRunner().invoke(app, ["learn", *args], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def flat(text: str) -> str:
    """The words of an output, without frames and line breaks."""
    return " ".join(text.translate(str.maketrans("", "", "│╭╮╰╯─→")).split())


@pytest.mark.parametrize("lang", languages())
def test_the_list(lang: str) -> None:
    for name in titles_from(Stage.TAUGHT):
        output = run(name, "--lang", lang).output
        for item in items(name).values():
            assert problem_words.heading(say(lang), mh.title(name), item) in output


def test_the_list_for_programs_and_mistakes() -> None:
    found = json.loads(run("nucleum", "--json").output)
    assert [row["name"] for row in found["items"]] == list(items("nucleum"))
    wrong = run("nucleum", "nothing")
    assert wrong.exit_code == 1 and "no lesson or problem 'nothing'" in wrong.stderr


def test_a_problem_missed_and_solved() -> None:
    output = run("promethium", "patent", stdin="patent T02\ndone\npatent T35\nactivate sea-2\n").output
    assert say("en")("learn.missed") in flat(output)
    assert flat(say("en")("learn.promethium.patent.why")) in flat(output)


@pytest.mark.parametrize("name", titles_from(Stage.TAUGHT))
def test_every_problem_can_be_solved_here(name: str) -> None:
    one = list(from_matches(name).items())[:1]
    for ident, problem in [*problems(name).items(), *one]:
        output = run(name, ident, stdin="\n".join(problem.solution) + "\n").output
        assert say("en")("learn.solved") in output, ident


def advice(name: str, lesson: Lesson) -> list[str]:
    """What the lesson lights, question by question; where there is no choice the terminal does not ask."""
    title = mh.title(name)
    sitting, guide = LessonMatch(title, lesson), Guide(title, lesson.id)
    lines: list[str] = []
    while not sitting.progress.done:
        seat, legal = sitting.to_act[0], sitting.legal()
        action = guide.choose(sitting.view(seat), legal)
        if seat == lesson.seat:
            action = advised(sitting, sitting.progress, legal)
            lines += [title.text(action)] if len(legal) > 1 else []
        sitting.play(action, seat, forced=len(legal) == 1)
    return lines


@pytest.mark.parametrize(("name", "lesson"), ALL, ids=IDS)
def test_every_lesson_as_advised(name: str, lesson: Lesson) -> None:
    output = flat(run(name, lesson.id, stdin="\n".join([*advice(name, lesson), "quit"]) + "\n").output)
    assert flat(say("en")(said(name, lesson.id, "end"))) in output
    assert say("en")("learn.go_on") in output


def test_a_hint_in_play() -> None:
    result = CliRunner().invoke(app, ["play", "promethium", "--seed", "7"], input="hint\nquit\n")
    assert result.exit_code == 0 and "to the Stock" in result.output
