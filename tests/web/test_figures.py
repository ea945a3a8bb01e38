"""Pictures in the books: every one is drawn, in every language and theme, with its words, and stands in its page."""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter

import pytest
from school import test_lessons
from school.test_lessons import ALL, IDS, play
from server.kit import house
from stages import Stage, titles_from

from machinehall.draw.figures import UnknownFigure, drawn_by
from machinehall.draw.look import look_of
from machinehall.draw.theme import THEMES
from machinehall.kernel.handbook import PICTURE, chapter_pictures, load_handbook
from machinehall.school.items import Lesson
from machinehall.school.lesson_match import LessonMatch
from machinehall.school.progress import Progress
from machinehall.web.books.figures import figure, sprite
from machinehall.web.books.markup import markdown
from machinehall.words import languages, say

TITLES = titles_from(Stage.TAUGHT)
FEWEST = 8
"""Set-up, boards, main pieces, scoring: no book has fewer pictures."""


def pictures(title: str, lang: str) -> list[tuple[int, str, str]]:
    """Chapter, words and what is drawn."""
    return [(n, *found) for n, text in chapter_pictures(title, lang).items() for found in PICTURE.findall(text)]


@pytest.mark.parametrize("title", TITLES)
def test_every_language_has_the_same_pictures_in_its_own_words(title: str) -> None:
    english = pictures(title, "en")
    assert len(english) >= FEWEST
    for lang in languages():
        found = pictures(title, lang)
        assert [(n, source) for n, _, source in found] == [(n, source) for n, _, source in english], lang
        assert all(len(words) > 10 for _, words, _ in found)
        assert lang == "en" or not {w for _, w, _ in found} & {w for _, w, _ in english}
        read = load_handbook(title, lang)
        assert not [entry.id for entry in read.index.values() if "](draw:" in entry.text], "rules are also read aloud"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("title", TITLES)
def test_every_picture_is_drawn(title: str, theme: str) -> None:
    """All of them in one language of each theme; what they use is in the sprite or in themselves."""
    lang = dict(zip(THEMES, ("en", "ru"), strict=True))[theme]
    for _, words, source in pictures(title, lang):
        html = figure(title, source, words, theme, lang)
        assert 'role="img"' in html and "aria-label=" in html, source
        assert "mh-legal" not in html and "data-act" not in html, "nothing can be pressed in a picture"
        assert " href=" not in html.replace('href="#', ""), source
        inside = set(re.findall(r' id="([^"]+)"', html + sprite(title, theme)))
        used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', html))
        assert {name for name in used if not name.startswith("i-")} <= inside, source


@pytest.mark.parametrize(("name", "lesson"), ALL, ids=IDS)
def test_the_pictures_of_lessons_are_drawn(name: str, lesson: Lesson, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the learner does: the piece that is lit is drawn as it is seen now."""
    seen: set[str] = set()

    def drawn(title: str, sitting: LessonMatch, now: Progress) -> None:
        if now.draw:
            drawn_by(look_of(sitting.title), now.draw, sitting.view(lesson.seat), "light", say("en"))
            seen.add(now.say)

    monkeypatch.setattr(test_lessons, "true", drawn)
    for seed in range(4):
        play(name, lesson, random.Random(seed) if seed else None, 0.2)
    assert seen == {step.id for step in lesson.steps if step.draw}


@pytest.mark.parametrize("source", ["draw:nothing", "draw:tile/zz", "draw:market@nowhere", "draw:market@first+x"])
def test_what_nobody_can_draw_is_told(source: str) -> None:
    with pytest.raises(UnknownFigure, match=r"nucleum|no lesson"):
        figure("nucleum", source, "words", "light", "en")


def test_other_pictures_are_shown_as_they_are_written() -> None:
    html = markdown("![a <cat>](https://example.org/cat.png)", "nucleum")
    assert "<img" not in html and "<cat>" not in html and "example.org/cat.png" in html
    assert markdown("![the market](draw:market)", "nucleum") == "<p><i>the market</i></p>"


@pytest.mark.parametrize("title", TITLES)
def test_a_page_holds_its_pictures_and_no_id_twice(sqlite: str, title: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            page = (await made.client()).http
            html = (await page.get(f"/rules/{title}")).text
            assert html.count('class="drawn"') == len(pictures(title, "en"))
            twice = [name for name, k in Counter(re.findall(r' id="([^"]+)"', html)).items() if k > 1]
            assert twice == []
            found = (await page.get(f"/rules/{title}?q=market")).text
            assert 'class="drawn"' not in found, "whoever searches reads the rules that were found"

    asyncio.run(run())
