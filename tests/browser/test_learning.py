"""Learning in a real browser: every lesson by real clicks to its end, every problem solved and seen to be solved.

Promethium and Nucleum are taught in English, Imperial Steam in Polish. Problems are opened and their solutions posted
as the page's script would post them, in both languages by turns; the browser looks at the last one of each title.
"""

from __future__ import annotations

import pytest
from markupsafe import escape
from playwright.sync_api import Browser

import machinehall as mh
from browser.kit import Person, Server, expect, people
from machinehall.school.items import Problem, problems, said
from machinehall.words import say

PATIENCE = 80
PANEL = "#frame:not(.busy) #lesson"


def settled(ola: Person) -> str:
    """Wait until it is the learner's turn or the lesson is done; the state of the panel."""
    there = f"#frame:not(.busy) #state[data-asked='1'], {PANEL}[data-state=done], {PANEL}[data-state=again]"
    ola.page.locator(there).first.wait_for(state="attached")
    return ola.page.locator("#lesson").get_attribute("data-state") or ""


def click(ola: Person, choice: str) -> None:
    """A real click on a button of the list."""
    rev = ola.rev
    ola.page.locator(f'#choices button[data-act="{choice}"]').click()
    ola.moved_on(rev)


def lit(ola: Person) -> str:
    """What the panel lights, or the first choice there is."""
    light = ola.page.locator("#lesson").get_attribute("data-light") or ""
    first = ola.page.locator("#choices button.act").first.get_attribute("data-act") or ""
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
    with people(browser, server, "wide") as (ola,):
        ola.go("/")
        ola.page.click("#learn-promethium")
        ola.page.click("#lesson-promethium-first")
        settled(ola)
        words = ola.page.locator("#lesson .words")
        expect(words).to_contain_text(say("en")("learn.promethium.first.start"))
        click(ola, lit(ola))
        settled(ola)
        expect(words).to_contain_text(say("en")("learn.promethium.first.line"))
        expect(ola.page.locator("#choices .advised")).to_have_count(1)
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
        expect(ola.page.locator("#lesson .words")).to_contain_text(say("en")("learn.nucleum.first.urbanize"))
        for _ in range(PATIENCE):
            if settled(ola) == "done":
                break
            click(ola, lit(ola))
        expect(ola.page.locator("#lesson .words")).to_contain_text(say("en")("learn.nucleum.first.end"))


def test_a_lesson_in_polish_on_a_phone(browser: Browser, server: Server) -> None:
    with people(browser, server, "narrow", locale="pl", color_scheme="dark", bypass_csp=True) as (ola,):
        ola.go("/learn")
        assert not (found := ola.accessible()), found
        learn(ola, "imperial-steam")
        expect(ola.page.locator("#lesson .words")).to_contain_text(say("pl")("learn.imperial-steam.first.end"))
        assert not (found := ola.accessible()), found


def solve(ola: Person, name: str, problem: Problem, lang: str) -> str:
    """Open it and post the solution; the answer holds the panel that says so. The id of its table."""
    asked = ola.context.request
    headers = {"hx-request": "true", "origin": ola.server.address, "accept-language": lang}
    opened = asked.post(f"/learn/{name}/{problem.id}", headers={"origin": ola.server.address})
    match = opened.url.split("/t/")[1]
    for action in problem.solution:
        for _ in range(PATIENCE):
            view = asked.get(f"/api/v1/matches/{match}/view").json()
            if view["legal"]:
                break
            ola.page.wait_for_timeout(50)
        form = {"action": action, "rev": view["rev"], "seat": problem.seat, "sure": "1"}
        answer = asked.post(f"/t/{match}/act", form=form, headers=headers)
        assert answer.ok, (name, problem.id, action, answer.text()[:300])
    if 'data-state="done"' not in answer.text():  # another seat has to answer first
        ola.page.wait_for_timeout(1500)
        answer = asked.get(f"/t/{match}/view", headers=headers)
    assert 'data-state="done"' in answer.text(), (name, problem.id)
    assert str(escape(say(lang)(said(name, problem.id, "why")))) in answer.text()
    return match


@pytest.mark.parametrize(("lang", "which"), [("en", 0), ("pl", 1)])
def test_problems_are_solved_and_marked(browser: Browser, server: Server, lang: str, which: int) -> None:
    with people(browser, server, "wide", locale=lang) as (ola,):
        ola.go("/learn")
        for name in mh.titles():
            for problem in list(problems(name).values())[which::2]:
                match = solve(ola, name, problem, lang)
            ola.go(f"/t/{match}")
            expect(ola.page.locator("#lesson.done .words")).to_contain_text(say(lang)(said(name, problem.id, "why")))
        ola.go("/learn")
        for name in mh.titles():
            done = len(list(problems(name))[which::2])
            expect(ola.page.locator(f"#{name} .tasks .solved")).to_have_count(done)


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
