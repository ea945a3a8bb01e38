"""Lessons: played as they advise, and played otherwise; both come to their end."""

from __future__ import annotations

import random

import pytest
from stages import Stage, titles_from

import machinehall as mh
from machinehall.bots.lesson_bot import Guide
from machinehall.kernel.rulebook import load_rulebook
from machinehall.kernel.values import Action
from machinehall.school.items import Lesson, items, lessons, said
from machinehall.school.lesson_match import LessonMatch
from machinehall.school.progress import Progress
from machinehall.words import languages, say

ALL = [(name, lesson) for name in titles_from(Stage.TAUGHT) for lesson in lessons(name).values()]
IDS = [f"{name}/{lesson.id}" for name, lesson in ALL]
LONGEST_LESSON = 1500


def advised(sitting: LessonMatch, now: Progress, legal: list[Action]) -> Action:
    """What the lesson lights, or the first thing that is expected, or anything."""
    texts = {sitting.text(action): action for action in legal}
    return texts[now.lit[0]] if now.lit else legal[0]


def play(name: str, lesson: Lesson, stubborn: random.Random | None = None) -> tuple[LessonMatch, set[str], list[str]]:
    """To the end of the lesson; the steps that spoke, and the remarks. `stubborn`: something else where it is legal."""
    title = mh.title(name)
    sitting, guide = LessonMatch(title, lesson), Guide(title, lesson.id)
    spoke: set[str] = set()
    remarks: list[str] = []
    while sitting.to_act and len(sitting.log) < LONGEST_LESSON:
        seat, legal = sitting.to_act[0], sitting.legal()
        if seat != lesson.seat:
            sitting.play(guide.choose(sitting.view(seat), legal), seat)
            continue
        now = sitting.progress
        remarks.append(now.remark)
        if now.done:
            break
        spoke |= {now.say} - {""}
        action = advised(sitting, now, legal)
        if stubborn is not None and not now.again:
            action = stubborn.choice([a for a in legal if sitting.text(a) not in now.lit] or legal)
        sitting.play(action, seat)
    return sitting, spoke, remarks


@pytest.mark.parametrize("name", titles_from(Stage.TAUGHT))
def test_every_title_has_a_first_lesson(name: str) -> None:
    assert next(iter(items(name))) == "first" and "first" in lessons(name)


@pytest.mark.parametrize(("name", "lesson"), ALL, ids=IDS)
def test_as_advised(name: str, lesson: Lesson) -> None:
    sitting, spoke, remarks = play(name, lesson)
    assert sitting.progress.done
    assert spoke >= {step.id for step in lesson.steps if not step.optional}
    assert set(remarks) <= {"", "well"}
    assert sitting.title.laws(sitting.title.lookup, sitting.state) == []
    own = sum(entry.seat == lesson.seat for entry in sitting.log)
    assert 12 <= own <= 70  # ten to fifteen minutes for a beginner


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("name", "lesson"), ALL, ids=IDS)
def test_sensible_and_other_deviations_are_accepted(name: str, lesson: Lesson, seed: int) -> None:
    """Whatever legal action is taken, the lesson goes on: it ends, or the match does."""
    sitting, _, remarks = play(name, lesson, random.Random(seed))
    assert sitting.progress.done
    assert "instead" in remarks


@pytest.mark.parametrize(("name", "lesson"), ALL, ids=IDS)
def test_the_same_play_meets_the_same_luck(name: str, lesson: Lesson) -> None:
    assert play(name, lesson)[0].lines() == play(name, lesson)[0].lines()


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
        missing = [said(name, lesson.id, part) for part in ("title", "end") if not w.has(said(name, lesson.id, part))]
        for step in lesson.steps:
            missing += [key for key in (said(name, lesson.id, step.id),) if not w.has(key)]
            if step.expect != ("*",):
                missing += [key for key in (said(name, lesson.id, step.id, "instead"),) if not w.has(key)]
        missing += [key for kind in lesson.asides if not w.has(key := said(name, "aside", kind))]
        assert missing == []
