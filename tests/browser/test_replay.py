"""A match that is watched again, by mouse, keys and touch; somebody else opens its moments, and goes on from one."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Browser

from browser.kit import Person, Server, expect, people

AT = "number => document.getElementById('state').dataset.number === String(number)"
ELSEWHERE = "number => document.getElementById('state').dataset.number !== String(number)"
PLAYING = "yes => document.getElementById('replay-play').matches('.playing') === yes"
REACHED = """() => [...document.querySelectorAll("#replay .btn, .again-tools > *:not(label), .views a")]
  .filter((button) => {
  const box = button.getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.width < 24 || box.height < 24 || box.right > innerWidth || hit?.closest("a, button, select") !== button;
}).map((button) => button.id)"""

MARK_IN_VIEW = """() => [...document.querySelectorAll(".part-board .told-marks .plate")].some((plate) => {
  const box = plate.getBoundingClientRect(), view = document.querySelector(".part-board .view").getBoundingClientRect();
  return box.left >= view.left && box.right <= view.right && box.top >= view.top && box.bottom <= view.bottom;
})"""

BELOW_THE_BAR = """() => document.getElementById("prompt").getBoundingClientRect().top
  === document.getElementById("bar").getBoundingClientRect().bottom"""


def number(person: Person) -> int:
    return int(person.state("number"))


def press(person: Person, key: str) -> int:
    """A key that leads elsewhere, and the position after it."""
    before = number(person)
    person.page.keyboard.press(key)
    person.until(ELSEWHERE, before)
    return number(person)


def finished(ola: Person) -> int:
    """A match of two that is over; its number of decisions."""
    ola.new_table("you", "here", visibility="open", title="imperial-steam")
    ola.page.locator("#hall").wait_for()
    ola.let_run(random.Random(1), lambda sight: False)
    expect(ola.page.locator(".end-page")).to_be_visible()
    ola.page.click("#watch")
    ola.until("!!window.mhTable && document.getElementById('state').dataset.mode === 'past'")
    return int(ola.page.locator("#moment").get_attribute("max") or 0)


def by_keys(ola: Person, total: int) -> None:
    ends = [int(end) for end in (ola.page.locator("#moment").get_attribute("data-ends") or "").split()]
    assert number(ola) == 0 and ola.page.url.partition("?")[0].endswith("/at/0")
    assert ola.page.evaluate(BELOW_THE_BAR), "the table of the past stands lower than that of the present"
    turn = press(ola, "ArrowRight")
    while not ola.page.locator(".told-marks .plate").count():
        turn = press(ola, "ArrowRight")
    assert turn in ends and f"/at/{turn}" in ola.page.url
    # The turn is told as sentences, marked on the boards, and heard.
    assert ola.page.locator("#since .tell[data-mark]").count() and ola.page.locator("#since-said").inner_text()
    assert not ola.page.locator(":is(#choices, svg.sheet .mh-legal)").count()
    assert "thinking" not in ola.page.locator("#prompt").inner_text()
    assert turn < press(ola, "Shift+ArrowRight") <= ends[ends.index(turn) + 1]
    assert press(ola, "Shift+ArrowLeft") == turn
    chapter = press(ola, "PageDown")
    expect(ola.page.locator("#replay-moments option:checked")).to_have_text(re.compile("^Round"))
    assert chapter > turn
    assert press(ola, "PageUp") < chapter and press(ola, "End") == total and press(ola, "Home") == 0


def by_itself(ola: Person) -> None:
    ola.page.locator("#replay-speed").select_option("4")
    ola.page.locator("#moment").focus()
    ola.page.keyboard.press(" ")
    ola.until(PLAYING, True)
    for _ in range(3):
        ola.until(ELSEWHERE, number(ola))
    ola.page.keyboard.press(" ")
    ola.until(PLAYING, False)
    press(ola, "End")
    # Played at the end, it begins again.
    ola.page.click("#replay-play")
    ola.until(AT, 0)
    ola.page.click("#replay-play")
    ola.until(PLAYING, False)


def by_hand(ola: Person, total: int) -> None:
    box = ola.page.locator("#moment").bounding_box()
    assert box is not None
    before, y = number(ola), box["y"] + box["height"] / 2
    ola.page.mouse.move(box["x"] + 10, y)
    ola.page.mouse.down()
    for share in (0.2, 0.4, 0.6):
        ola.page.mouse.move(box["x"] + box["width"] * share, y)
    ola.page.mouse.up()
    ola.until(ELSEWHERE, before)
    ola.until(f"Math.abs(document.getElementById('state').dataset.number / {total} - 0.6) < 0.05")
    expect(ola.page.locator("#moment")).to_have_attribute("aria-valuetext", re.compile("Turn:"))
    before = number(ola)
    ola.page.click("#way-turn-back")
    ola.until(ELSEWHERE, before)


def test_a_match_is_watched_again_and_goes_on_elsewhere(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide", "narrow", bypass_csp=True) as (ola, eve):
        ola.context.grant_permissions(["clipboard-read", "clipboard-write"])
        total = finished(ola)
        by_keys(ola, total)
        by_itself(ola)
        by_hand(ola, total)
        # A key moment, and its address for somebody else.
        moments = ola.page.locator("#replay-moments option")
        third = next(option for option in moments.all() if option.inner_text() == "Round 3")
        ola.page.locator("#replay-moments").select_option(third.get_attribute("value"))
        ola.until(AT, third.get_attribute("value"))
        there = number(ola)
        ola.page.click("#replay-copy")
        expect(ola.page.locator("#why")).to_contain_text("address")
        address = ola.page.evaluate("navigator.clipboard.readText()")
        assert address == f"{server.address}/t/{ola.match}/at/{there}"
        assert not (found := ola.accessible()), found
        assert not ola.page.evaluate(REACHED)
        # On a phone, by touch.
        eve.go(f"/t/{ola.match}/at/{there}")
        assert number(eve) == there and eve.state("mine") == ""
        assert not (found := eve.accessible()), found
        assert not eve.page.evaluate(REACHED)
        eve.page.click("#way-turn-on")
        eve.until(ELSEWHERE, there)
        # The board is moved to what the turn did on it.
        while not eve.page.locator(".part-board .told-marks .plate").count():
            there = number(eve)
            eve.page.click("#way-turn-on")
            eve.until(ELSEWHERE, there)
        eve.until(MARK_IN_VIEW)
        goes_on(eve)


def goes_on(eve: Person) -> None:
    """The match that was watched is final, for its end was shown; so a stranger may go on from it."""
    then = number(eve)
    eve.page.click("#go-on")
    eve.page.locator("form.dialog[action$=continue]").wait_for()
    eve.hears()
    assert not (found := eve.accessible()), found
    eve.page.locator("input[name=seat0][value=you]").check(force=True)
    eve.page.locator("input[name=seat1][value=you]").check(force=True)
    eve.page.click("form.dialog button.go")
    eve.until("location.pathname.split('/').length === 3 && !!document.querySelector('#hall :is(#state, [data-sit])')")
    eve.hears()
    sit = eve.page.locator("[data-sit]")
    if sit.count():
        sit.first.click()
    eve.my_turn()
    assert eve.state("mode") == "live" and number(eve) >= then
    expect(eve.page.locator("#dock-log")).to_contain_text("goes on from an earlier one")
