"""The prompt bar: what closes a question stands at one place, in sight, at every size of screen."""

from __future__ import annotations

import random

import pytest
from often import now_and_then
from playwright.sync_api import Browser

import machinehall as mh
from browser.kit import Person, Server, expect, people

SCREENS = ((1366, 768), (1440, 900), (2560, 1440), (1024, 768), (390, 844))
SEEN = """() => ["skip", "end"].map((place) => {
  const button = document.getElementById("close-" + place), box = button.getBoundingClientRect();
  const x = box.x + box.width / 2, y = box.y + box.height / 2;
  const texts = [...button.querySelectorAll("b")].map((b) => [b.scrollHeight, b.clientHeight]);
  return {
    hit: document.elementFromPoint(x, y)?.closest("button") === button, box: [box.x, box.y, box.width, box.height],
    inside: box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight,
    cut: texts.some(([whole, shown]) => whole > shown + 1),
  };
})"""
CLOSING = {
    "imperial-steam": {"done", "end-turn"},
    "nucleum": {"done", "skip", "recharge"},
    "promethium": {"pass", "done"},
}
ASKED = """() => {
  const words = document.querySelector("#prompt .asked").getBoundingClientRect();
  const bar = document.getElementById("prompt").getBoundingClientRect();
  return words.top >= bar.top && words.bottom <= bar.bottom + 1;
}"""


def at_the_same_place(ola: Person) -> None:
    """Both places are in sight, take the click, say their words whole, and nothing of the page leaves the screen."""
    spots = []
    for screen in SCREENS:
        size = ola.screen(*screen)
        ola.my_turn()
        for seen in ola.page.evaluate(SEEN):
            assert seen["hit"] and seen["inside"] and not seen["cut"], (screen, seen)
            assert seen["box"][3] >= (44 if size == "narrow" else 40), (screen, seen)
            spots.append((screen, [round(value) for value in seen["box"]]))
        assert ola.page.evaluate(ASKED), f"{screen}: the question does not fit into its bar"
        assert ola.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), screen
    known = getattr(ola, "spots", spots)
    assert spots == known, "the places have moved"
    ola.spots = spots  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "theme", "lang"),
    now_and_then(
        ((name, *look) for name in mh.titles() for look in (("dark", "ru"), ("light", "en"))),
        [("imperial-steam", "dark", "ru")],
    ),
)
def test_what_closes_is_always_at_the_same_place(
    browser: Browser, server: Server, name: str, theme: str, lang: str
) -> None:
    with people(browser, server, "wide", color_scheme=theme, bypass_csp=True) as (ola,):
        ola.context.add_cookies([{"name": "mh-lang", "value": lang, "url": server.address}])
        ola.play_now(name)
        ola.past_cards()
        at_the_same_place(ola)
        ola.let_run(random.Random(3), lambda sight: bool(CLOSING[name] & {a.split()[0] for a in sight["legal"]}))
        assert ola.my_turn()
        at_the_same_place(ola)
        acts = ola.page.locator("#prompt .act")
        assert acts.count(), "nothing closes this question"
        for i in range(acts.count()):
            act = acts.nth(i).get_attribute("data-act")
            expect(ola.page.locator(f'#choices [data-act="{act}"]')).to_have_count(0)
        assert not (found := ola.accessible()), found
        rev = ola.rev
        acts.first.click()
        ola.moved_on(rev)


YES = {"buy", "accept"}
PAIRS = ({"buy", "sell"}, {"accept", "decline"})
WITHIN = """() => [...document.querySelectorAll("#prompt .closes")].every((button) => {
  const all = button.getBoundingClientRect();
  return [...button.children].every((one) => {
    const box = one.getBoundingClientRect();
    return box.top >= all.top && box.bottom <= all.bottom && box.left >= all.left && box.right <= all.right;
  });
})"""


@pytest.mark.parametrize("lang", ["en", "ru", "fr"])
def test_both_answers_to_whether_one_buys_stand_in_the_bar_with_their_price(
    browser: Browser, server: Server, lang: str
) -> None:
    """To decline stood there alone, and what one mostly wants was a line of the list."""
    with people(browser, server, "wide") as (ola,):
        ola.context.add_cookies([{"name": "mh-lang", "value": lang, "url": server.address}])
        ola.play_now("promethium")
        ola.let_run(random.Random(4), lambda sight: any(pair <= {*sight["legal"]} for pair in PAIRS))
        assert ola.my_turn()
        no, yes = next(sorted(pair, key=YES.__contains__) for pair in PAIRS if pair == {*ola.choices()})
        expect(ola.page.locator(f"#close-end.go[data-act={yes}] .pays")).to_be_visible()
        expect(ola.page.locator(f"#close-skip:not(.go)[data-act={no}]")).to_be_visible()
        expect(ola.page.locator("#choices .act")).to_have_count(0)
        for screen in SCREENS:
            ola.screen(*screen)
            ola.my_turn()
            assert ola.page.evaluate(WITHIN), (screen, "what it costs does not fit on the button")
        ola.choose(yes)


SET = """() => {
  const size = (id) => parseFloat(getComputedStyle(document.getElementById(id)).fontSize);
  return [size("question"), size("besides")];
}"""


def test_the_question_itself_is_set_large_and_its_figures_below_it(browser: Browser, server: Server) -> None:
    """All in one block of small letters, nobody saw which of four lines asked for something."""
    with people(browser, server, "wide") as (ola,):
        ola.play_now()
        ola.let_run(random.Random(2), lambda sight: "pass" in sight["legal"] and len(sight["legal"]) > 2)
        assert ola.my_turn()
        expect(ola.page.locator("#question")).to_have_text("One action, or pass.")
        expect(ola.page.locator("#besides")).to_contain_text("Activating a project costs promethium")
        for screen in SCREENS:
            ola.screen(*screen)
            ola.my_turn()
            asked, besides = ola.page.evaluate(SET)
            assert asked >= (19 if screen[0] < 700 else 20) and 13 <= besides <= 14, (screen, asked, besides)
            assert ola.page.evaluate(ASKED), f"{screen}: the question does not fit into its bar"


PLACES = """() => Object.fromEntries(["ahead", "hint", "undo", "close-skip", "close-end"].map((id) => {
  const box = document.getElementById(id)?.getBoundingClientRect();
  return [id, box ? [box.left, box.right].map(Math.round) : null];
}))"""


def test_an_answer_for_a_whole_phase_stands_before_the_others_and_moves_none(browser: Browser, server: Server) -> None:
    """It comes and goes with the question: behind Hint and Undo it pushed both aside."""
    with people(browser, server, "wide") as (ola,):
        ola.play_now()
        ola.past_cards()
        screens = [screen for screen in SCREENS if screen[0] >= 700]

        def places() -> list[dict[str, list[int]]]:
            found = []
            for screen in screens:
                ola.screen(*screen)
                ola.my_turn()
                found.append(ola.page.evaluate(PLACES))
            return found

        without = places()
        ola.let_run(random.Random(2), lambda sight: "pass" in sight["legal"])
        assert ola.my_turn()
        for screen, before, after in zip(screens, without, places(), strict=True):
            assert before.pop("ahead") is None and after.pop("ahead")[1] <= after["hint"][0], screen
            assert before == after, screen


GAP = """() => {
  const [why, end] = ["why", "close-end"].map((id) => document.getElementById(id).getBoundingClientRect());
  const gaps = [why.left - end.right, end.left - why.right, why.top - end.bottom, end.top - why.bottom];
  return Math.round(Math.max(...gaps));
}"""
"""How far the reason lies from the button: below zero it covers it."""


@pytest.mark.parametrize("screen", SCREENS)
def test_why_a_question_does_not_end_is_told_beside_the_button(
    browser: Browser, server: Server, screen: tuple[int, int]
) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.page.set_viewport_size({"width": screen[0], "height": screen[1]})
        ola.play_now("imperial-steam")
        ola.my_turn()
        ola.page.locator("#close-end").click(force=True)
        expect(ola.page.locator("#why")).to_contain_text("ends with a choice")
        assert 0 <= ola.page.evaluate(GAP) <= 16


def test_closing_by_key_and_why_it_cannot_be_closed(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.play_now("imperial-steam")
        ola.page.keyboard.press("d")  # the first question is a bid: nothing ends it
        expect(ola.page.locator("#why")).to_contain_text("ends with a choice")
        ola.page.keyboard.press("Escape")
        ola.let_run(random.Random(3), lambda sight: "end-turn" in sight["legal"] or "done" in sight["legal"])
        assert ola.my_turn()
        rev = ola.rev
        ola.page.keyboard.press("d")
        ola.moved_on(rev)


def test_a_key_opens_the_hint_where_there_is_one(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.play_now("imperial-steam")
        told = ola.page.locator("#help .of-hint")
        ola.page.keyboard.press("?")
        expect(told).to_be_hidden()  # the cards of the opening bid have their own advice
        expect(ola.page.locator("#help dl")).to_contain_text("suggested moves")
        ola.page.keyboard.press("Escape")
        expect(ola.page.locator("#hint")).to_have_count(0)
        ola.page.keyboard.press("h")
        expect(ola.page.locator("#menu[open]")).to_have_count(0)
        ola.past_cards()
        ola.page.keyboard.press("?")
        expect(told).to_be_visible()
        ola.page.keyboard.press("Escape")
        ola.page.keyboard.press("l")
        ola.page.click("#dock-tab-chat")
        ola.page.fill("#speak-text", "")
        ola.page.keyboard.press("h")
        expect(ola.page.locator("#speak-text")).to_have_value("h")
        expect(ola.page.locator("#menu[open]")).to_have_count(0)
        ola.page.locator("#hint").focus()
        ola.page.keyboard.press("h")
        expect(ola.page.locator("#menu[open] .hints .act").first).to_be_visible()


def test_a_heading_cites_a_rule_only_if_it_is_that_of_all_below_it(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.play_now("imperial-steam")
        ola.past_cards()
        heading = ola.page.locator("#choices").get_by_role("heading", name="Actions", exact=True)
        expect(heading).to_be_visible()
        expect(heading.locator(".rule")).to_have_count(0)  # laying tracks and recruiting have rules of their own
