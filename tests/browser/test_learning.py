"""Learning in a real browser, by clicks, in English and in Polish; every lesson and problem in `make test-long`."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from stages import Stage, titles_from

from browser.kit import MOVING, Person, Server, expect, people
from machinehall.school.items import Puzzle, from_matches, problems, said
from machinehall.words import say

PATIENCE = 80
PANEL = "#frame:not(.busy) #lesson"


def settled(ola: Person) -> str:
    """Wait until it is the learner's turn or the lesson is done; the state of the panel."""
    there = f"#frame:not(.busy) #state[data-asked='1'], {PANEL}[data-state=done], {PANEL}[data-state=again]"
    ola.page.locator(there).first.wait_for(state="attached")
    ola.hears()
    return ola.page.locator("#lesson").get_attribute("data-state") or ""


def click(ola: Person, choice: str) -> None:
    """A real click on a button of the list."""
    rev = ola.rev
    ola.open_list()
    # The long names of tiles may be cut at their colon, as in the notation.
    ola.page.locator(f'button.act[data-act="{choice}"], button.act[data-act^="{choice}:"]').click()
    ola.moved_on(rev)


def lit(ola: Person) -> str:
    """What the panel lights, or the first choice there is."""
    light = ola.page.locator("#lesson").get_attribute("data-light") or ""
    first = ola.page.locator(":is(#deck, #choices, #prompt) button.act").first.get_attribute("data-act") or ""
    return light.split("|")[0] or first


def learn(ola: Person, name: str) -> None:
    ola.go("/learn")
    ola.page.click(f"#lesson-{name}-first")
    settled(ola)
    for _ in range(PATIENCE):
        if settled(ola) == "done":
            return
        click(ola, lit(ola))
    raise AssertionError("the lesson does not end")


def test_a_lesson_from_the_home_page(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide", **MOVING) as (ola,):
        ola.go("/")
        ola.page.click("#learn-promethium")
        ola.page.click("#lesson-promethium-first")
        settled(ola)
        words = ola.page.locator("#lesson .words")
        expect(words).to_contain_text(say("en")("learn.promethium.first.start"))
        click(ola, lit(ola))
        settled(ola)
        expect(words).to_contain_text(say("en")("learn.promethium.first.line"))
        expect(ola.page.locator(":is(#choices, #prompt) .advised")).to_have_count(1)
        expect(ola.page.locator("svg .advised").first).to_be_attached()
        click(ola, "play sabotage")  # another sensible thing: accepted with a remark
        expect(words).to_contain_text(say("en")("learn.promethium.first.line.instead"))
        learn(ola, "promethium")
        expect(words).to_contain_text(say("en")("learn.promethium.first.end"))
        ola.page.click("[data-go-on]")
        expect(ola.page.locator("#lesson")).to_have_count(0)
        assert ola.my_turn()
        ola.go("/learn")
        expect(ola.page.locator("#promethium .first .done")).to_be_visible()


def test_a_step_that_would_break_the_lesson_is_taken_back(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.go("/learn")
        ola.page.click("#lesson-nucleum-first")
        for _ in range(3):
            settled(ola)
            click(ola, lit(ola))
        settled(ola)
        click(ola, "urbanize residence-1 leipzig-u1")
        assert settled(ola) == "again"
        ola.page.click("[data-again]")
        ola.page.locator("#lesson[data-state=now]").wait_for()
        words = ola.page.locator("#lesson .words")
        expect(words).to_contain_text(say("en")("learn.nucleum.first.urbanize"))
        click(ola, lit(ola))  # as advised, it goes on
        assert settled(ola) == "now"
        expect(words).not_to_contain_text(say("en")("learn.nucleum.first.urbanize"))


@pytest.mark.long
def test_a_lesson_in_polish_on_a_phone(browser: Browser, server: Server) -> None:
    with people(browser, server, "narrow", locale="pl", color_scheme="dark", bypass_csp=True) as (ola,):
        ola.go("/learn")
        assert not (found := ola.accessible()), found
        learn(ola, "imperial-steam")
        expect(ola.page.locator("#lesson .words")).to_contain_text(say("pl")("learn.imperial-steam.first.end"))
        assert not (found := ola.accessible()), found


@pytest.mark.long
@pytest.mark.parametrize(
    ("lang", "name"), [("pl", "promethium"), ("pl", "nucleum"), ("en", "nucleum"), ("en", "imperial-steam")]
)
def test_every_lesson_in_its_other_language(browser: Browser, server: Server, lang: str, name: str) -> None:
    with people(browser, server, "wide", locale=lang) as (ola,):
        learn(ola, name)
        expect(ola.page.locator("#lesson .words")).to_contain_text(say(lang)(f"learn.{name}.first.end"))


def solve(ola: Person, name: str, problem: Puzzle, lang: str) -> None:
    """Open it on its page, click the solution, and see that it is one."""
    ola.go("/learn")
    ola.page.click(f"#problem-{name}-{problem.id}")
    for action in problem.solution:
        settled(ola)
        click(ola, action)
    ola.page.locator(f"{PANEL}[data-state=done]").wait_for(state="attached")
    expect(ola.page.locator("#lesson.done .words")).to_contain_text(say(lang)(said(name, problem.id, "why")))


@pytest.mark.parametrize("name", titles_from(Stage.TAUGHT))
@pytest.mark.parametrize(
    ("lang", "most"), [("pl", 1), *(pytest.param(lang, None, marks=pytest.mark.long) for lang in ("en", "pl"))]
)
def test_problems_are_solved_by_clicks_and_marked(
    browser: Browser, server: Server, lang: str, most: int | None, name: str
) -> None:
    """Here the first of each title, in `make test-long` all of them; without a browser tests/school solves them all."""
    chosen = list(problems(name).values())[:most]
    with people(browser, server, "wide", locale=lang) as (ola,):
        for problem in chosen:
            solve(ola, name, problem, lang)
        ola.go("/learn")
        expect(ola.page.locator(f"#{name} [id^=problem-].solved")).to_have_count(len(chosen))
        for problem in chosen:
            expect(ola.page.locator(f"#problem-{name}-{problem.id}.solved")).to_be_visible()


def test_a_missed_problem_is_tried_again_and_a_hint_can_be_asked_for(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide", bypass_csp=True) as (ola,):
        ola.go("/learn")
        ola.page.click("#problem-promethium-reaction")
        settled(ola)
        ola.page.click("#lesson summary")
        expect(ola.page.locator("#lesson details p")).to_be_visible()
        click(ola, "chemist copper*1+iron*1+aluminium*1")
        ola.page.locator("#lesson[data-state=again]").wait_for()
        ola.page.click("[data-again]")
        ola.page.locator("#lesson[data-state=now]").wait_for()
        click(ola, "chemist iron*3")
        ola.page.locator("#lesson[data-state=done]").wait_for()
        ola.page.click("#lesson-next")
        settled(ola)
        expect(ola.page.locator("#lesson .words")).to_contain_text(say("en")("learn.promethium.expedition.task"))
        ola.play_now()
        rev = ola.rev
        ola.page.click("#hint")
        ola.page.locator("#menu[open] .hints .act").first.wait_for()
        assert not (found := ola.accessible()), found
        ola.page.locator("#menu[open] .hints .act").first.click()
        ola.moved_on(rev)


CHANGED = """() => {
  const old = document.getElementById("solution").parentElement, fresh = old.cloneNode(true);
  fresh.querySelector("#solution").removeAttribute("open");
  window.mhMorph(old, fresh);
}"""
"""The page laid anew as the server sends it."""


def test_a_problem_from_a_strong_match(browser: Browser, server: Server) -> None:
    """Missed while the others play on, tried again, solved; the next one follows, and the list has its tick."""
    name = "imperial-steam"
    problem = next(iter(from_matches(name).values()))
    with people(browser, server, "wide", bypass_csp=True) as (ola,):
        ola.go("/learn")
        ola.page.click(f"#problem-{name}-{problem.id}")
        for line, state in ((problem.wrong[0], "again"), (problem.solution, "done")):
            for action in line:
                settled(ola)
                click(ola, action)
            ola.page.locator(f"{PANEL}[data-state={state}]").wait_for(state="attached")
            if state == "again":
                ola.page.click("#solution summary")
                expect(ola.page.locator("#solution p")).to_be_visible()
                ola.page.evaluate(CHANGED)
                expect(ola.page.locator("#solution p")).to_be_visible()  # whatever the others do meanwhile
                assert not (found := ola.accessible()), found
                ola.page.click("[data-again]")
                ola.page.locator("#lesson[data-state=now]").wait_for()
        ola.page.click("#lesson-next")
        settled(ola)
        ola.go("/learn")
        expect(ola.page.locator(f"#problem-{name}-{problem.id}.solved")).to_be_visible()
