"""Whole matches in a real browser, by mouse, by touch and by keyboard, with a look around at every decision.

Every title by every hand takes half an hour: `make test-long`. Here each hand plays the first turns of one title.
"""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser
from stages import Stage, titles_from

from browser.hands import HANDS
from browser.kit import MOVING, PATIENCE, Person, Server, expect, people
from browser.sights import look_around

NASTY = "<b>&\"'Ola</b>"
SCREENS = {"mouse": (1440, 900, 24), "touch": (390, 844, 44), "keyboard": (1366, 768, 24)}
"""The screen for each hand, and the least size of a button there."""
HERE = {"mouse": ("imperial-steam", 30), "touch": ("promethium", 24), "keyboard": ("nucleum", 20)}
"""What is played in every run of the suite, and how far: a match takes up to 250 decisions."""


def play(ola: Person, hand: str, most: int) -> int:
    """Play by one hand until the match is over, or so many decisions; how many there were."""
    rng, faults, turns = random.Random(4), [], 0
    while turns < most and ola.my_turn():
        faults += [f"decision {turns}: {fault}" for fault in look_around(ola, SCREENS[hand][2])]
        HANDS[hand](ola, rng)
        turns += 1
    assert not faults, "\n".join(faults)
    return turns


def sit_alone(browser: Browser, server: Server, hand: str) -> Person:
    ola = Person(browser, server, "narrow" if hand == "touch" else "wide", has_touch=hand == "touch", **MOVING)
    width, height, _ = SCREENS[hand]
    ola.page.set_viewport_size({"width": width, "height": height})
    return ola


def match_against_a_bot(browser: Browser, server: Server, title: str, hand: str, most: int) -> None:
    ola = sit_alone(browser, server, hand)
    try:
        ola.new_table("you", "bot", title=title)
        assert play(ola, hand, most) >= min(30, most)
        if most == 10_000:
            expect(ola.page.locator(".end-page h1")).to_be_visible()
        assert not ola.faults, ola.faults
    except BaseException:
        ola.tell()
        raise
    finally:
        ola.close()


@pytest.mark.parametrize("hand", HANDS)
def test_a_match_by_each_hand(browser: Browser, server: Server, hand: str) -> None:
    match_against_a_bot(browser, server, HERE[hand][0], hand, HERE[hand][1])


@pytest.mark.long
@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("title", titles_from(Stage.DRAWN))
def test_a_whole_match_of_every_title_by_every_hand(browser: Browser, server: Server, title: str, hand: str) -> None:
    match_against_a_bot(browser, server, title, hand, 10_000)


@pytest.mark.long
def test_a_whole_match_alone_against_the_baron(browser: Browser, server: Server) -> None:
    """From "play now" to his final score, every decision by the mouse."""
    with people(browser, server, "wide", **MOVING) as (ola,):
        ola.play_now("nucleum")
        assert play(ola, "mouse", 10_000) > 30
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
        person.at_table()


def tokens(person: Person) -> dict[str, str]:
    """What a person is told of each token on the grid; the value stands last where it is known."""
    found = person.page.locator("#part-board [id^=end-] > title")
    return dict(found.evaluate_all("all => all.map(e => [e.parentNode.id, e.textContent])"))


@pytest.mark.parametrize("most", [12, pytest.param(10_000, marks=pytest.mark.long)])
def test_two_browsers_play_each_other(browser: Browser, server: Server, most: int) -> None:
    rng = random.Random(7)
    with people(browser, server, "wide", "wide", **MOVING) as (ola, marek):
        sit_down(ola, marek)
        expect(ola.page.locator("#score-0 .who")).to_have_text(NASTY)
        expect(marek.page.locator("#score-0 .who")).to_have_text(NASTY)
        turn = 0
        while turn < most and (acting := next_to_act(ola, marek)):
            if turn % 10 == 0:
                check_secrets(ola, marek)
            acting.click_what_glows(rng)
            turn += 1
        assert turn >= min(40, most)
        for person in (ola, marek) if turn < most else ():
            expect(person.page.locator(".end-page")).to_be_visible()


def next_to_act(ola: Person, marek: Person) -> Person | None:
    """Whoever has something to choose on a fresh page; None at the end."""
    for _ in range(PATIENCE // 25):
        for person in (ola, marek):
            if person.page.locator(".end-page").count():
                return None
            if person.page.locator("#frame:not(.busy) #state[data-asked='1']").count():
                person.hears()
                return person
        ola.page.wait_for_timeout(25)
    raise AssertionError("nobody is asked")


def check_secrets(ola: Person, marek: Person) -> None:
    """Neither page holds what only the other may know."""
    ola.page.reload()
    marek.page.reload()
    for one, other in ((ola, marek), (marek, ola)):
        one.at_table()
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
