"""In a real browser: a learner who goes another way, pictures in the books, the end of a match on a phone."""

from __future__ import annotations

import random

import pytest
from often import now_and_then
from playwright.sync_api import Browser
from stages import Stage, titles_from

from browser.kit import Person, Server, expect, people
from machinehall.words import say

LIGHT = ("experiment a", "play a-3", "act first", "urbanize residence-1 plauen-u1", "done")
INSIDE = """selector => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return box.left >= -1 && box.right <= innerWidth + 1 && box.width > 20;
}"""


def settled(ola: Person) -> None:
    ola.page.locator("#frame:not(.busy) #state[data-asked='1']").wait_for(state="attached")
    ola.hears()


def click(ola: Person, choice: str) -> None:
    rev = ola.rev
    ola.page.locator(f'button.act[data-act="{choice}"], button.act[data-act^="{choice}:"]').first.click()
    ola.moved_on(rev)
    settled(ola)


def test_another_way_than_the_lesson_says(browser: Browser, server: Server) -> None:
    """Nothing untrue is said; one can go back to the step, or go on without the lesson."""
    said = say("en")
    with people(browser, server, "wide") as (ola,):
        ola.go("/learn")
        ola.page.click("#lesson-nucleum-first")
        settled(ola)
        expect(ola.page.locator("#lesson svg.drawn")).to_be_visible()
        for choice in LIGHT:
            click(ola, choice)
        words = ola.page.locator("#lesson .words")
        expect(words).to_contain_text(said("learn.nucleum.first.energize"))
        click(ola, "play a-1")
        expect(words).to_contain_text("Develop")
        expect(words).not_to_contain_text(said("learn.nucleum.first.power"))
        assert not (found := ola.accessible()), found
        rev = ola.rev
        ola.page.click("#lesson [data-again]")
        ola.moved_on(rev)
        expect(words).to_contain_text(said("learn.nucleum.first.energize"))
        expect(ola.page.locator("#lesson [data-again]")).to_have_count(0)
        click(ola, "play a-1")
        click(ola, "done")
        expect(words).not_to_contain_text("lit")
        ola.page.click("#lesson [data-go-on]")
        expect(ola.page.locator("#lesson")).to_have_count(0)


def test_a_lesson_leaves_room_for_the_table(browser: Browser, server: Server) -> None:
    """On a medium screen the strip takes its row, and every other part stands where it does without a lesson."""
    with people(browser, server, "medium") as (ola,):
        ola.go("/learn")
        ola.page.click("#lesson-promethium-first")
        settled(ola)
        click(ola, "stock france")
        wide = ola.page.evaluate("s => document.querySelector(s).getBoundingClientRect().width / innerWidth", "#lesson")
        board = ola.page.evaluate("s => document.querySelector(s).getBoundingClientRect().height", ".part-board")
        assert wide > 0.95 and board > 250
        assert ola.page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")


@pytest.mark.parametrize("title", now_and_then(titles_from(Stage.TAUGHT), ["nucleum"]))
def test_pictures_of_a_book_on_a_phone(browser: Browser, server: Server, title: str) -> None:
    with people(browser, server, "narrow", color_scheme="dark") as (ola,):
        ola.go(f"/rules/{title}")
        expect(ola.page.locator("svg.drawn").first).to_be_attached()
        wide = "[...document.querySelectorAll('svg.drawn')].every(e => e.getBoundingClientRect().right <= innerWidth)"
        assert ola.page.evaluate(wide)
        assert ola.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert not (found := ola.accessible()), found


LETTERS = """() => Math.min(...[...document.querySelectorAll(".time .chart text")].map(e =>
  parseFloat(e.getAttribute("font-size")) * e.getScreenCTM().a))"""
"""How large the smallest figure of a chart is, in pixels."""


def test_the_final_table_on_a_phone(browser: Browser, server: Server) -> None:
    """It says that it goes on sideways, and the own column is in sight wherever one is."""
    with people(browser, server, "narrow") as (ola,):
        ola.new_table("you", "bot", "bot", "bot")
        ola.let_run(random.Random(1), lambda sight: False)
        table, hint = ola.page.locator(".score .scroll"), ola.page.locator(".sideways")
        expect(hint).to_be_visible()
        for at in (0, 60, 10_000):
            table.evaluate("(e, at) => { e.scrollLeft = at; }", at)
            assert ola.page.evaluate(INSIDE, ".score tfoot .own"), at
            assert ola.page.evaluate(INSIDE, ".score tfoot th"), at
        expect(hint).to_be_hidden()
        # Three players would fit without that, and figures of the charts are no smaller than those of panels.
        head, wide, there = table.evaluate("e => [e.querySelector('td').offsetWidth, e.scrollWidth, e.clientWidth]")
        assert (wide - head) / 4 * 3 <= there - head
        assert ola.page.evaluate(LETTERS) >= 12
        assert not (found := ola.accessible()), found


def test_the_board_keeps_its_place_on_a_phone(browser: Browser, server: Server) -> None:
    """Whether something glows on it or only in the list: the list comes below, and the board is as high as before."""
    place = """() => {
      const box = document.querySelector(".part-board .view").getBoundingClientRect();
      return [box.height, box.top < document.querySelector(".part-choices").getBoundingClientRect().top];
    }"""
    with people(browser, server, "narrow") as (ola,):
        ola.play_now("nucleum")
        ola.let_run(random.Random(1), lambda sight: sight["view"]["stack"][-1][0] == "turn", seen=True)
        ola.my_turn()
        assert ola.page.locator(".unlit").count(), "a tile is chosen from the hand or the list"
        before = ola.page.evaluate(place)
        ola.let_run(random.Random(1), lambda sight: sight["view"]["stack"][-1][0] in ("urbanize", "lay"), seen=True)
        ola.my_turn()
        assert not ola.page.locator(".unlit").count(), "sites and spaces glow on the map"
        assert ola.page.evaluate(place) == before and before[1]
