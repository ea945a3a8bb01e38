"""Whole matches in a real browser."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser

from browser.kit import PATIENCE, Person, Server, expect, people

NASTY = "<b>&\"'Ola</b>"


@pytest.mark.slow
@pytest.mark.parametrize("title", ["promethium", "imperial-steam"])
def test_a_whole_match_by_clicking_what_glows(browser: Browser, server: Server, title: str) -> None:
    """Real clicks of the mouse from the first decision to the end: a target that is covered fails."""
    with people(browser, server, "wide") as (ola,):
        ola.new_table("you", "bot", title=title)
        ola.my_turn()
        assert ola.play_out(random.Random(4)) > 30
        expect(ola.page.locator(".end-page h1")).to_be_visible()


@pytest.mark.slow
def test_a_long_match_by_clicking_its_beginning_and_its_end(browser: Browser, server: Server) -> None:
    """Nucleum takes some 250 clicks: the middle is played through the API, all else by the mouse."""
    rng = random.Random(4)
    with people(browser, server, "wide") as (ola,):
        ola.new_table("you", "bot", title="nucleum")
        ola.my_turn()
        assert ola.play_out(rng, 60) == 60
        ola.let_run(rng, lambda sight: bool(sight["view"]["closing"]))
        assert ola.play_out(rng) > 0
        expect(ola.page.locator(".end-page h1")).to_be_visible()


@pytest.mark.slow
def test_a_whole_match_alone_against_the_baron(browser: Browser, server: Server) -> None:
    """From "play now" to his final score, every decision by the mouse."""
    with people(browser, server, "wide") as (ola,):
        ola.play_now("nucleum")
        assert ola.play_out(random.Random(4)) > 30
        expect(ola.page.locator(".end-page h1")).to_be_visible()
        expect(ola.page.locator(".end-page")).to_contain_text("Baron")


def sit_down(ola: Person, marek: Person) -> None:
    """A table of two, the second by the link of the invitation."""
    ola.call_me(NASTY)
    marek.call_me("Marek")
    ola.new_table("you", "friend")
    link = ola.link
    marek.page.goto(link)
    marek.page.click("#sit")
    ola.page.locator("#start").click()
    for person in (ola, marek):
        person.page.locator("#state[data-mode]").wait_for(state="attached")


def tokens(person: Person) -> dict[str, str]:
    """What a person is told of each token on the grid; the value stands last where it is known."""
    found = person.page.locator("#part-board [id^=end-] > title")
    return dict(found.evaluate_all("all => all.map(e => [e.parentNode.id, e.textContent])"))


@pytest.mark.slow
def test_two_browsers_play_each_other_to_the_end(browser: Browser, server: Server) -> None:
    rng = random.Random(7)
    with people(browser, server, "wide", "wide") as (ola, marek):
        sit_down(ola, marek)
        expect(ola.page.locator("#score-0 .who")).to_have_text(NASTY)
        expect(marek.page.locator("#score-0 .who")).to_have_text(NASTY)
        turn = 0
        while True:
            acting = next_to_act(ola, marek)
            if acting is None:
                break
            if turn % 10 == 0:
                check_secrets(ola, marek)
            acting.click_what_glows(rng)
            turn += 1
        for person in (ola, marek):
            expect(person.page.locator(".end-page")).to_be_visible()
        assert turn > 40


def next_to_act(ola: Person, marek: Person) -> Person | None:
    """Whoever has something to choose on a fresh page; None at the end."""
    for _ in range(PATIENCE // 25):
        for person in (ola, marek):
            if person.page.locator(".end-page").count():
                return None
            if person.page.locator("#frame:not(.busy) #state[data-asked='1']").count():
                return person
        ola.page.wait_for_timeout(25)
    raise AssertionError("nobody is asked")


def check_secrets(ola: Person, marek: Person) -> None:
    """Neither page holds what only the other may know."""
    ola.page.reload()
    marek.page.reload()
    for one, other in ((ola, marek), (marek, ola)):
        one.page.locator("#state[data-mode]").wait_for(state="attached")
        html, seen = other.page.content(), tokens(other)
        for ident, title in tokens(one).items():
            value = re.search(r" (\d)$", title)
            up = re.search(r" (\d)$", seen[ident])
            if value and not up:
                assert title not in html
        log = other.page.locator("#dock-log").inner_text()
        who = "Marek" if one is marek else NASTY
        for card in re.findall(rf"{re.escape(who)} draws ([A-Z][^.]*)\.", one.page.locator("#dock-log").inner_text()):
            assert f"{who} draws {card}." not in log
