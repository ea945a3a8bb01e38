"""First decisions as cards, and answers that are given for somebody, in a real browser."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Browser

from browser.kit import MOVING, Person, Server, expect, people

SEEN = """() => [...document.querySelectorAll("#deck .act")].filter(e => {
  const r = e.getBoundingClientRect(), there = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
  return r.bottom <= innerHeight && r.height >= 36 && there?.closest(".act") === e;
}).length"""


WHOLE = """() => {
  const list = document.querySelector("#choices"), box = list.getBoundingClientRect();
  const whole = (e) => e.getBoundingClientRect().bottom <= box.bottom;
  return list.scrollTop === 0 && [...list.querySelectorAll(".act")].every(whole);
}"""


def sit(person: Person) -> None:
    """Take the device that is handed over."""
    person.page.locator("[data-sit]").first.click()
    person.my_turn()


ON_THE_LIST = """() => {
  const [deck, list] = ["deck", "choices"].map((id) => document.getElementById(id).getBoundingClientRect());
  const cards = [...document.querySelectorAll("#deck .card")].map((card) => card.getBoundingClientRect());
  return deck.top >= list.top - 1 && cards.every((card) => card.right <= list.right && card.bottom <= list.bottom);
}"""
"""Folded cards cover no board, only where the choices would be listed."""


def test_an_experiment_is_chosen_from_cards(browser: Browser, server: Server) -> None:
    """Tiles and technologies of each are in sight before it is chosen; taken ones say by whom; M shows the map."""
    with people(browser, server, "wide") as (ola,):
        ola.new_table("you", "here", title="nucleum", names={1: "Marek"})
        sit(ola)
        page = ola.page
        expect(page.locator("#deck .card")).to_have_count(4)
        ola.until(f"({SEEN})() === 4")
        assert page.locator("#deck .pieces svg").count() == 20 and page.locator("#deck .lines li").count() == 36
        expect(page.locator("#deck .liked .badge")).to_have_count(1)
        expect(page.locator("#choices .act")).to_have_count(0)
        assert ola.accessible() == []
        # Folded, the map can be looked at and clicked; nothing is chosen by that.
        rev = ola.rev
        page.keyboard.press("m")
        expect(page.locator("#fold")).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#part-board")).to_be_visible()
        expect(page.locator("#deck .act").first).to_be_hidden()
        cards, board = (page.locator(one).bounding_box() for one in ("#deck", "#part-board"))
        assert cards is not None and board is not None
        assert cards["x"] >= board["x"] + board["width"], (
            "the map that was asked for lies open, with the names of its cities"
        )
        ola.until(ON_THE_LIST)
        page.locator("#deck .card").first.click()
        expect(page.locator("#deck .act").first).to_be_visible()
        assert ola.rev == rev
        # By keys alone: the second card, which says its number as a row of the list does.
        page.keyboard.press("c")
        second = page.locator("#deck .act").nth(1)
        assert '"2"' in second.evaluate("act => getComputedStyle(act, '::before').content")
        page.keyboard.press("2")
        ola.moved_on(rev)
        sit(ola)
        expect(page.locator("#deck .gone")).to_have_count(1)
        expect(page.locator("#deck .gone .taken")).to_contain_text("Marek" if ola.state("seat") == "0" else "Guest")


def test_a_first_choice_stands_below_its_advice(browser: Browser, server: Server) -> None:
    """And the board can be looked at first: the button says what it shows next."""
    with people(browser, server, "wide") as (ola,):
        ola.play_now("promethium")
        advice, cards = (ola.page.locator(f"#deck .{part}").bounding_box() for part in ("advice", "cards"))
        assert advice is not None and cards is not None
        assert 0 <= cards["y"] - advice["y"] - advice["height"] < 30
        fold = ola.page.locator("#fold b:visible")
        expect(fold).to_have_text(" Board")
        ola.page.locator("#fold").click()
        expect(fold).to_have_text("Cards")


def test_cards_on_a_phone(browser: Browser, server: Server) -> None:
    """One card at a time, the next a swipe away, its button in sight without scrolling."""
    with people(browser, server, "narrow", has_touch=True, is_mobile=True) as (ola,):
        ola.play_now("promethium")
        expect(ola.page.locator("#deck .card")).to_have_count(3)
        ola.until(f"({SEEN})() === 1")
        assert ola.page.evaluate("document.documentElement.scrollWidth") <= 390
        assert ola.accessible() == []
        rev = ola.rev
        ola.page.locator("#deck .card").nth(1).scroll_into_view_if_needed()
        ola.page.locator("#deck .act").nth(1).tap()
        ola.moved_on(rev)
        assert ola.my_turn()


LISTED = """() => {
  const r = document.querySelector("#choices .act").getBoundingClientRect();
  return r.top >= 0 && r.top + 44 <= document.querySelector("#prompt .acts").getBoundingClientRect().top;
}"""
"""At least a thumb's height of the first choice."""


def test_choices_are_in_sight_on_a_phone(browser: Browser, server: Server) -> None:
    """The first card in sight is never one that is taken, and a list begins above the acts, below map and hand."""
    with people(browser, server, "narrow", has_touch=True, is_mobile=True) as (ola,):
        ola.new_table("you", "here", title="nucleum", names={1: "Marek"})
        for _ in range(2):
            sit(ola)
            ola.until(f"({SEEN})() === 1")
            rev = ola.rev
            ola.page.locator("#deck .act").first.tap()
            ola.moved_on(rev)
        # Whoever chose last may begin.
        ola.page.locator("[data-sit], #choices .act").first.wait_for()
        if ola.page.locator("[data-sit]").count():
            sit(ola)
        ola.until(LISTED)
        rev = ola.rev
        ola.page.locator("#choices .act[data-act^=play]").first.tap()
        ola.moved_on(rev)
        assert ola.my_turn()
        ola.until(LISTED)


def test_a_new_question_begins_at_the_top_on_a_phone(browser: Browser, server: Server) -> None:
    """Whoever taps far down in the list sees the tiles that were turned up by it, and the list begins below them."""
    with people(browser, server, "narrow", has_touch=True, is_mobile=True) as (ola,):
        ola.play_now("promethium")
        ola.past_cards()
        act = ola.page.locator("#choices .act[data-act^=line]").last
        rev = ola.rev
        act.scroll_into_view_if_needed()
        ola.page.locator("#main").evaluate("main => { main.scrollTop = main.scrollHeight; }")
        assert ola.page.locator("#main").evaluate("main => main.scrollTop") > 100
        act.scroll_into_view_if_needed()
        assert ola.page.locator("#main").evaluate("main => main.scrollTop") > 0
        act.tap()
        ola.moved_on(rev)
        assert ola.my_turn()
        expect(ola.page.locator("#choices .act[data-act^=bid]").first).to_be_attached()
        ola.until("document.querySelector('#main').scrollTop === 0")
        expect(ola.page.locator("#part-board")).to_be_in_viewport(ratio=0.9)


def test_what_has_no_place_is_in_sight_on_a_small_desk(browser: Browser, server: Server) -> None:
    """The uses of an improvement token glow nowhere on the boards: each is whole in the list, without scrolling."""
    with people(browser, server, "wide") as (ola,):
        ola.play_now("imperial-steam", "/first")
        ola.page.locator("#help button[data-close].go, #help .btn").first.click()
        ola.choose("bid 10")
        ola.my_turn()
        ola.screen(1366, 768)
        for action in ("do lay", "track wien--lilienfeld"):
            ola.choose(action)
            ola.my_turn()
        uses = ola.page.locator("#choices .act")
        expect(uses).to_have_count(3)
        ola.until(WHOLE)
        # A phone has two lines for the name of a step.
        ola.choose("improve wagon")
        ola.screen(390, 844)
        last = ola.page.locator("#prompt .stops .last span")
        expect(last).to_have_text("a freight wagon becomes a passenger wagon")
        assert last.evaluate("e => e.scrollHeight <= e.clientHeight + 1")


SAID_BESIDE = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const words = box("#ahead span"), button = box("#ahead"), asked = document.createRange();
  asked.selectNodeContents(document.getElementById("question"));
  return words.width > 30 && words.height >= 14 && words.left >= button.left && words.right <= button.right
    && words.bottom <= button.bottom && asked.getBoundingClientRect().right <= button.left;
}"""


def test_passing_for_the_rest_of_a_phase(browser: Browser, server: Server) -> None:
    """One click passes now and answers the same question until the phase is over; the button is as large as a thumb."""
    with people(browser, server, "narrow", has_touch=True, is_mobile=True) as (ola,):
        ola.play_now()
        ola.let_run(random.Random(2), lambda sight: "pass" in sight["legal"])
        assert ola.my_turn()
        rev, button = ola.rev, ola.page.locator("#ahead[data-ahead=turn]")
        box = button.bounding_box()
        assert box is not None and box["height"] >= 44 and box["width"] >= 44
        assert ola.page.evaluate("document.documentElement.scrollWidth") <= 390
        ola.until(SAID_BESIDE)
        button.tap()
        ola.moved_on(rev)


MANY = 7
"""So many ways to choose one place stand in columns, and what the one at hand brings below them."""


def ways(sight: dict[str, Any]) -> Counter[str]:
    """How many buildings can be placed on each site."""
    return Counter(text.split()[2] for text in sight["legal"] if text.startswith("urbanize "))


NEW_LIST = """async () => {
  const list = document.getElementById("choices");
  let off = [];
  list.querySelector(".groups").replaceChildren();
  frame.addEventListener("mh:laid", () => { off = [...list.querySelectorAll("li[hidden]")]; }, { once: true });
  await mhTable.refresh();
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  while (list.querySelector("li[hidden]")) await frames();
  const end = list.getBoundingClientRect().bottom;
  return [off.length, off.filter((row) => row.getBoundingClientRect().top < end).length];
}"""
"""How many rows of a new list were laid out after those that are in sight, and how many of them are in sight."""


def test_many_ways_stand_still_under_the_mouse(browser: Browser, server: Server) -> None:
    """Whatever is told of the one at hand, no button of the slip moves away before it is clicked. Rows of a long list
    that nobody sees come after those that are seen."""
    with people(browser, server, "wide") as (ola,):
        ola.new_table("you", "bot", title="nucleum")
        ola.my_turn()
        ola.let_run(random.Random(4), lambda sight: max(ways(sight).values(), default=0) >= MANY, seen=True)
        assert ola.my_turn()
        later, seen_late = ola.page.evaluate(NEW_LIST)
        assert later and not seen_late
        acts = "e => (e.dataset.acts ?? '').split('|').length"
        target = next(one for one in ola.glowing() if ola.page.locator(f'[id="{one}"]').evaluate(acts) >= MANY)
        ola.page.mouse.click(*ola.aim(target))
        rows = ola.page.locator("#menu.slip[open] .many .act")
        rows.first.wait_for()
        before, told = [rows.nth(i).bounding_box() for i in range(rows.count())], set()
        for i in range(rows.count()):
            rows.nth(i).hover()
            said = ola.page.locator("#menu .of-one")
            expect(said).to_have_text(rows.nth(i).locator("small").text_content() or "", use_inner_text=True)
            told.add(said.inner_text())
            assert [rows.nth(k).bounding_box() for k in range(rows.count())] == before
        assert len(told) > 1
        rev = ola.rev
        rows.last.click()
        ola.moved_on(rev)


BREATHS = """() => document.getAnimations().filter((one) => one.animationName === "mh-breath")
  .map((one) => one.effect.getComputedTiming().activeDuration)"""


def test_what_glows_does_not_breathe_for_ever(browser: Browser, server: Server) -> None:
    """It moves for whoever hesitates, and for five seconds at most."""
    with people(browser, server, "wide", **MOVING) as (ola,):
        ola.play_now("nucleum")
        ola.past_cards()
        for _ in range(20):
            if ola.page.locator(".calm svg.sheet a.mh-legal .mh-halo").count():
                break
            ola.choose(ola.choices()[0])
            assert ola.my_turn()
        found = ola.page.evaluate(BREATHS)
        assert found and max(found) <= 5000


RESTS = """() => new Promise((done) => {
  const tell = () => done([document.activeElement.id, document.activeElement.matches("body, .costs")]);
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(tell)));
})"""
"""Where the focus is once the page has laid itself out, and whether Enter would cost something there or be lost."""


@pytest.mark.parametrize("window", [(1366, 768), (1440, 900), (390, 844)])
def test_after_an_answer_by_a_key_enter_costs_nothing(
    browser: Browser, server: Server, window: tuple[int, int]
) -> None:
    """The first turn of Nucleum has Recharge in the bar, which takes three points: the focus rests elsewhere."""
    with people(browser, server, "wide") as (ola,):
        ola.page.set_viewport_size({"width": window[0], "height": window[1]})
        ola.play_now("nucleum")
        ola.page.keyboard.press("1")
        expect(ola.page.locator("#close-skip.costs")).to_have_count(1)
        at, bad = ola.page.evaluate(RESTS)
        assert not bad, f"the focus is at {at}"
        assert ola.page.evaluate("document.activeElement.checkVisibility({ visibilityProperty: true })")


def test_one_enter_too_many_ends_nothing(browser: Browser, server: Server) -> None:
    """Done of Nucleum gives up the rest of a turn: after an answer by Enter the focus is not there, arrows lead on."""
    at = "document.activeElement.id"
    with people(browser, server, "wide") as (ola,):
        page = ola.page
        page.set_viewport_size({"width": 1366, "height": 768})
        ola.play_now("nucleum")
        page.keyboard.press("1")
        ola.until("document.querySelector('svg.sheet a.mh-legal') !== null")
        page.keyboard.press("b")
        page.keyboard.press("Enter")
        page.locator("#menu[open] .act").first.wait_for()
        rev = ola.rev
        page.keyboard.press("Enter")
        ola.moved_on(rev)
        expect(page.locator("#close-end.act")).to_contain_text("gives up the rest")
        rest, bad = page.evaluate(RESTS)
        assert not bad and not rest.startswith("close-"), f"the focus is at {rest}"
        rev = ola.rev
        page.locator("#question").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowDown")
        first = page.evaluate(at)
        assert first in ola.glowing(), "an arrow leads from the question to what can be chosen"
        page.keyboard.press("ArrowRight")
        assert page.evaluate(at) in set(ola.glowing()) - {first}, "and from there to the next place"
        page.keyboard.press("ArrowLeft")
        assert page.evaluate(at) == first and ola.rev == rev


def test_a_key_that_is_held_down_answers_one_question(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        page = ola.page
        ola.play_now("promethium")
        page.locator("#deck .act").first.focus()
        rev = ola.rev
        page.keyboard.down("Enter")
        ola.moved_on(rev)
        assert ola.my_turn()
        rev = ola.rev
        page.keyboard.press("c")
        assert page.evaluate("document.activeElement.matches('#choices .act')")
        page.keyboard.down("Enter")  # once more, without having let go
        page.evaluate(RESTS)
        assert ola.rev == rev
        page.keyboard.up("Enter")
        page.keyboard.press("Enter")
        ola.moved_on(rev)


def test_hint_and_undo_keep_their_places(browser: Browser, server: Server) -> None:
    """Whatever can be taken back; and what it is called begins like a sentence."""
    at = "['hint', 'undo'].map(id => document.getElementById(id).getBoundingClientRect()).map(r => [r.x, r.width])"
    with people(browser, server, "wide") as (ola,):
        ola.page.set_viewport_size({"width": 1366, "height": 768})
        ola.play_now("nucleum")
        ola.page.keyboard.press("1")
        expect(ola.page.locator("#close-skip.costs")).to_have_count(1)
        places, called = [ola.page.evaluate(at)], []
        for begins in ("play", "act", "buy"):
            ola.choose(next(act for act in ola.choices() if act.startswith(begins)))
            places.append(ola.page.evaluate(at))
            called.append(ola.page.locator("#undo small").inner_text())
        assert all(place == places[0] for place in places), places
        assert all(text[0].isupper() for text in called) and len(set(called)) == 3, called


NUMBERS = """() => [...document.querySelectorAll("#choices .act")].map((act) =>
  parseInt(getComputedStyle(act, "::before").content.replace('"', "")) || 0)"""
"""The number that each choice of the list shows; 0: none."""


def test_the_list_shows_the_numbers_that_choose_from_it_while_keys_are_used(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        page = ola.page
        page.set_viewport_size({"width": 1366, "height": 768})
        ola.play_now("imperial-steam")
        page.locator("[data-act^=bid]").first.click()
        expect(page.locator("#choices .act").nth(3)).to_be_visible()
        ola.my_turn()
        assert not any(page.evaluate(NUMBERS))
        page.keyboard.press("c")
        found = page.evaluate(NUMBERS)
        assert len(found) > 3 and found == [at if at < 10 else 0 for at in range(1, len(found) + 1)]
        assert ola.accessible() == []
        page.mouse.click(5, 300)
        assert not any(page.evaluate(NUMBERS))
