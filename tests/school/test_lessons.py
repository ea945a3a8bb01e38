"""Lessons: played as they advise, and played otherwise; both come to their end."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest
from stages import Stage, titles_from

import machinehall as mh
from machinehall.bots.lesson_bot import Guide
from machinehall.kernel.rulebook import load_rulebook
from machinehall.kernel.values import Action
from machinehall.school.items import Lesson, items, lessons, said
from machinehall.school.lesson_match import LessonMatch
from machinehall.school.progress import Progress
from machinehall.school.spoken import instead_said
from machinehall.words import languages, say
from machinehall.words.titles import speech
from school.truths import TRUTHS

ALL = [(name, lesson) for name in titles_from(Stage.TAUGHT) for lesson in lessons(name).values()]
IDS = [f"{name}/{lesson.id}" for name, lesson in ALL]
LONGEST_LESSON = 1500
LEARNERS = 12


def advised(sitting: LessonMatch, now: Progress, legal: list[Action]) -> Action:
    """What the lesson lights, or the first thing that is expected, or anything."""
    texts = {sitting.text(action): action for action in legal}
    return texts[now.lit[0]] if now.lit else legal[0]


class Told(NamedTuple):
    """A lesson as somebody has played it."""

    sitting: LessonMatch
    spoke: set[str]
    """The steps that spoke."""
    remarks: list[str]
    plain: set[str]
    """Those that could say nothing about the position."""


def play(name: str, lesson: Lesson, stubborn: random.Random | None = None, often: float = 1.0) -> Told:
    """To the end of the lesson. `stubborn`: something else where it is legal, so often. Nothing untrue is ever said."""
    title = mh.title(name)
    sitting, guide = LessonMatch(title, lesson), Guide(title, lesson.id)
    told = Told(sitting, set(), [], set())
    while sitting.to_act and len(sitting.log) < LONGEST_LESSON:
        seat, legal = sitting.to_act[0], sitting.legal()
        if seat != lesson.seat:
            sitting.play(guide.choose(sitting.view(seat), legal), seat)
            continue
        now = sitting.progress
        true(name, sitting, now)
        told.remarks.append(now.remark)
        if now.done:
            break
        told.spoke.update({now.say} - {""})
        told.plain.update({now.say} if now.plain else ())
        action = advised(sitting, now, legal)
        if stubborn is not None and not now.again and stubborn.random() < often:
            action = stubborn.choice([a for a in legal if sitting.text(a) not in now.lit] or legal)
        sitting.play(action, seat)
    return told


def true(name: str, sitting: LessonMatch, now: Progress) -> None:
    """What is said now is so."""
    says = "end" if now.done else now.say
    spoken = f"{says}.plain" if now.plain else says
    holds = TRUTHS.get(name, {}).get(spoken)
    assert holds is None or holds(sitting), f"{spoken} is said, but is not so: {sitting.lines()[-6:]}"


@pytest.mark.parametrize("name", titles_from(Stage.TAUGHT))
def test_every_title_has_a_first_lesson(name: str) -> None:
    assert next(iter(items(name))) == "first" and "first" in lessons(name)


@pytest.mark.parametrize(("name", "lesson"), ALL, ids=IDS)
def test_as_advised(name: str, lesson: Lesson) -> None:
    sitting, spoke, remarks, plain = play(name, lesson)
    assert sitting.progress.done and not sitting.progress.plain and not plain, "everything is as the lesson says"
    assert spoke >= {step.id for step in lesson.steps if not step.optional}
    assert set(remarks) <= {"", "well"}
    assert sitting.title.laws(sitting.title.lookup, sitting.state) == []
    own = sum(entry.seat == lesson.seat for entry in sitting.log)
    assert 12 <= own <= 70  # ten to fifteen minutes for a beginner


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("name", "lesson"), ALL, ids=IDS)
def test_sensible_and_other_deviations_are_accepted(name: str, lesson: Lesson, seed: int) -> None:
    """Whatever legal action is taken, the lesson goes on: it ends, or the match does."""
    told = play(name, lesson, random.Random(seed))
    assert told.sitting.progress.done
    assert "instead" in told.remarks


@pytest.mark.parametrize("often", [0.08, 0.3])
@pytest.mark.parametrize(("name", "lesson"), ALL, ids=IDS)
def test_whatever_is_done_nothing_untrue_is_said(name: str, lesson: Lesson, often: float) -> None:
    """Many learners who go their own way here and there; `play` asks of every sentence whether it is so."""
    told = [play(name, lesson, random.Random(seed), often) for seed in range(LEARNERS)]
    assert all(each.sitting.progress.done for each in told)
    assert set().union(*(each.plain for each in told)), "somewhere the position was another than the lesson thought"
    spoke = set[str]().union(*(each.spoke for each in told))
    assert spoke >= {step.id for step in lesson.steps if not step.optional}


def stray(name: str, *actions: str) -> LessonMatch:
    """The first lesson after some decisions of the learner."""
    title = mh.title(name)
    sitting, guide = LessonMatch(title, lessons(name)["first"]), Guide(title, "first")
    for text in actions:
        while sitting.to_act[0] != 0:
            sitting.play(guide.choose(sitting.view(sitting.to_act[0]), sitting.legal()), sitting.to_act[0])
        sitting.play(sitting.parse(text, 0), 0)
    while sitting.to_act[0] != 0:
        sitting.play(guide.choose(sitting.view(sitting.to_act[0]), sitting.legal()), sitting.to_act[0])
    return sitting


LIGHT = ("experiment a", "play a-3", "act first", "urbanize residence-1 plauen-u1", "done")


def test_develop_instead_of_energize() -> None:
    """The building is dark: no word of energizing while another tile is played, nor of light after it.

    The lesson says what was done, comes back to the step, and forgets it when it is declined once more.
    """
    sitting = stray("nucleum", *LIGHT, "play a-1")
    now, words = sitting.progress, speech(sitting.title, say("en"))
    assert (now.remark, now.about, now.say, now.aside) == ("instead", "energize", "", "tile")
    assert now.strayed == len(sitting.log) - 1
    assert "plays" in instead_said(say("en"), words, "nucleum", "first", now)
    back = sitting.before(now.strayed)
    assert back.progress.say == "energize" and back.progress.strayed is None and back.state is not sitting.state
    later = stray("nucleum", *LIGHT, "play a-1", "done")
    assert (later.progress.say, later.progress.plain) == ("energize", False)
    declined = stray("nucleum", *LIGHT, "play a-1", "done", "play a-5", "done")
    assert (declined.progress.say, declined.progress.plain) == ("contract", True)
    lit = stray(
        "nucleum", *LIGHT, "play a-1", "done", "play a-4", "act first", "energize plauen plauen-u1", "coal ruhr"
    )
    assert lit.progress.strayed is None


@pytest.mark.parametrize(("name", "lesson"), ALL, ids=IDS)
def test_the_same_play_meets_the_same_luck(name: str, lesson: Lesson) -> None:
    assert play(name, lesson).sitting.lines() == play(name, lesson).sitting.lines()


@pytest.mark.parametrize(("name", "lesson"), ALL, ids=IDS)
def test_rules_and_kinds_exist(name: str, lesson: Lesson) -> None:
    title, book = mh.title(name), load_rulebook(name)
    for step in lesson.steps:
        assert set(step.at) <= set(title.decisions), step.id
        assert all(book.lookup(rule) for rule in step.rules), step.id
    assert len({step.id for step in lesson.steps}) == len(lesson.steps)
    assert set(lesson.asides) <= set(title.decisions)


@pytest.mark.parametrize("lang", languages())
def test_every_step_has_its_words(lang: str) -> None:
    w = say(lang)
    for name, lesson in ALL:
        wanted = [("title",), ("end",), *([("end", "plain")] if lesson.proud else [])]
        for step in lesson.steps:
            wanted += [(step.id,), *([(step.id, "plain")] if step.claims else [])]
        missing = [key for parts in wanted if not w.has(key := said(name, lesson.id, *parts))]
        missing += [key for kind in lesson.asides if not w.has(key := said(name, "aside", kind))]
        assert missing == []
