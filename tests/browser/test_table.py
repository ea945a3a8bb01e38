"""What can be done at a table, in a real browser."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser

from browser.kit import CHOICES, DRAWN_FOR_ME, MOVING, Person, Server, expect, people


def test_play_now_reaches_the_first_move_in_two_clicks(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide", **MOVING) as (ola,):
        ola.go("/")
        ola.page.click("#play-promethium")
        assert ola.my_turn()
        ola.click_what_glows(random.Random(1))


def test_first_turns_by_keyboard_alone(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide", **MOVING) as (ola,):
        ola.go("/")
        for _ in range(40):
            ola.page.keyboard.press("Tab")
            if ola.page.evaluate("document.activeElement.id") == "play-promethium":
                break
        ola.page.keyboard.press("Enter")
        for turn in range(6):
            assert ola.my_turn()
            rev = ola.rev
            ola.page.keyboard.press("bc1"[turn % 3])
            if turn % 3 < 2:
                assert ola.page.evaluate("document.activeElement.hasAttribute('data-act')") or turn % 3 == 0
                if not ola.page.evaluate("document.activeElement.hasAttribute('data-act')"):
                    ola.page.keyboard.press("c")
                ola.page.keyboard.press("Enter")
                if ola.page.locator("#menu[open]").count():
                    ola.page.keyboard.press("Enter")
            ola.moved_on(rev)
            assert ola.my_turn()
            # The next key is pressed where the choices are, not at the top of the page.
            ola.until("document.activeElement !== document.body")
        ola.page.keyboard.press("?")
        expect(ola.page.locator("#help[open]")).to_be_visible()
        ola.page.keyboard.press("Escape")
        expect(ola.page.locator("#help[open]")).to_have_count(0)


def test_first_turns_on_a_phone(browser: Browser, server: Server) -> None:
    with people(browser, server, "narrow", has_touch=True, is_mobile=True, **MOVING) as (ola,):
        ola.go("/")
        ola.page.locator("#play-promethium").tap()
        for _ in range(3):
            assert ola.my_turn()
            rev = ola.rev
            button = ola.page.locator(CHOICES).first
            box = button.bounding_box()
            assert box is not None and box["height"] >= 44
            button.tap()
            ola.moved_on(rev)
        while ola.my_turn() and ola.page.locator("#part-board a.mh-legal").count() == 0:
            ola.choose(ola.choices()[0])
        # The first tap on the board shows the price; the sheet does it.
        rev = ola.rev
        ola.page.locator("#part-board a.mh-legal").first.dispatch_event("click", {"detail": 1})
        sheet = ola.page.locator("#menu[open] .act").first
        # No finger can rest on a choice: the sign beside it tells what it does.
        sign = ola.page.locator("#menu[open] [data-about]").first
        box = sign.bounding_box()
        assert box is not None and box["height"] >= 44 and box["width"] >= 44
        sign.tap()
        expect(ola.page.locator("#menu[open] .told a[href^='/rules/promethium#PR-']")).to_be_visible()
        expect(sign).to_have_attribute("aria-expanded", "true")
        sign.tap()
        expect(ola.page.locator("#menu[open] .told")).to_have_count(0)
        sheet.tap()
        ola.moved_on(rev)
        for tab in ("you", "market", "players", "log", "board"):
            ola.page.locator(f"nav.tabs [data-tab={tab}]").tap()
            expect(ola.page.locator(f"nav.tabs [data-tab={tab}]")).to_have_attribute("aria-current", "true")
        wide = ola.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390


IN_SIGHT = """() => {
  const view = document.querySelector("#part-board .view").getBoundingClientRect();
  const boxes = [...document.querySelectorAll("#part-board a.mh-legal")].map(e => e.getBoundingClientRect());
  const inside = r => r.left > view.left + 20 && r.right < view.right && r.top > view.top && r.bottom < view.bottom;
  const found = boxes.find(inside);
  return found ? [found.left - 6, found.top + found.height / 2] : null;
}"""


STANDS = """() => new Promise((done) => {
  const at = () => JSON.stringify(document.querySelector("#part-board svg.sheet").getScreenCTM());
  const before = at();
  requestAnimationFrame(() => requestAnimationFrame(() => done(at() === before)));
})"""
"""The camera has come to rest."""


@pytest.mark.parametrize(("title", "kinds"), [("nucleum", "urbanize mine lay"), ("imperial-steam", "station factory")])
def test_a_large_board_on_a_phone(browser: Browser, server: Server, title: str, kinds: str) -> None:
    """The camera stands near and shows what can be chosen, a tap beside a target means it, all else is a tab away."""
    wanted = set(kinds.split())
    with people(browser, server, "narrow", has_touch=True, is_mobile=True, **MOVING) as (ola,):
        ola.play_now(title)
        ola.let_run(random.Random(5), lambda sight: bool(wanted & {text.split()[0] for text in sight["legal"]}))
        assert ola.my_turn()
        ola.until("Number(frame.style.getPropertyValue('--cam-k')) > 1.5")
        ola.until(STANDS)
        beside, rev = ola.page.evaluate(IN_SIGHT), ola.rev
        assert beside is not None
        ola.page.touchscreen.tap(*beside)
        ola.page.locator("#menu[open] .act").first.tap()
        ola.moved_on(rev)
        ola.page.locator("[data-zoom=fit]").tap()
        expect(ola.page.locator("#frame.zoomed")).to_have_count(0)
        for tab in ("you", "market", "players", "log", "board"):
            button = ola.page.locator(f"nav.tabs [data-tab={tab}]")
            button.tap()
            box = button.bounding_box()
            assert box is not None and box["height"] >= 44 and box["width"] >= 44
            assert ola.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_steps_of_an_action_can_be_gone_back_to(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.play_now("nucleum")
        while ola.page.locator("[data-back]").count() < 2:
            ola.my_turn()
            tile = [act for act in ola.choices() if act.startswith("play ")]
            ola.choose((tile or ola.choices())[0])
        ola.my_turn()
        first = ola.page.locator("[data-back]").first
        rev, number = ola.rev, first.get_attribute("data-back")
        first.click()
        ola.moved_on(rev)
        ola.my_turn()
        assert ola.state("number") == number


def test_undo_goes_back_and_says_how_far(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.play_now()
        expect(ola.page.locator("#undo")).to_have_attribute("aria-disabled", "true")
        first = ola.choices()
        ola.page.evaluate("frame.addEventListener('mh:laid', () => { window.busy ??= frame.matches('.busy'); })")
        ola.choose(first[0])
        assert ola.my_turn()
        assert ola.page.evaluate("window.busy"), "what was to be chosen before could be clicked again"
        expect(ola.page.locator("#undo small")).to_have_text(re.compile("Stock"))
        rev = ola.rev
        ola.page.click("#undo")
        ola.moved_on(rev)
        assert ola.my_turn()
        assert ola.choices() == first


def test_why_not_names_the_rule(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.play_now()
        ola.page.locator("#part-board [id=cell-b2]").first.dispatch_event("click", {"detail": 1})
        why = ola.page.locator("#why")
        expect(why).to_be_visible()
        link = why.locator(":scope > a")
        expect(link).to_have_text(re.compile(r"Rule [A-Z]{2}-\d"))
        path = link.get_attribute("href") or ""
        ola.go(path)
        rule = path.partition("#")[2]
        expect(ola.page.locator(f'[id="{rule}"]')).to_be_visible()


def test_resting_on_what_cannot_be_chosen_says_why(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.play_now("imperial-steam")
        ola.my_turn()
        ola.choose("bid 10")
        ola.my_turn()
        tip = ola.page.locator("#tip")
        ola.page.locator("#tile-collect").hover()
        expect(tip.locator(".not")).to_contain_text("There are no goods on your factories to collect.")
        expect(tip.locator(".not + .what")).to_contain_text("Take one good")
        # What is a place to be chosen later is no refusal of what is asked now; a rule is one sentence.
        ola.page.locator("#tile-import").hover()
        expect(tip.locator(".what p").first).to_have_text("Import at once: buy one good at its market price.")
        expect(tip.locator(".not")).to_have_count(0)
        assert tip.locator(".what p b").first.evaluate("bold => getComputedStyle(bold).display") == "inline"
        ola.page.locator("#city-graz").hover()
        expect(tip).to_contain_text("Graz")
        expect(tip.locator(".not")).to_have_count(0)


def test_what_a_thing_does_by_pointer_tap_and_key(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide", bypass_csp=True) as (ola,):
        ola.play_now()
        ola.past_cards()
        card = ola.page.locator("svg.sheet g[id^=card-]:visible").first
        card.hover()
        tip = ola.page.locator("#tip")
        expect(tip).to_be_visible()
        expect(tip).to_contain_text("Universal Exposition")
        assert not (found := ola.accessible()), found
        card.dispatch_event("click", {"detail": 1})
        expect(ola.page.locator("#why .what").first).to_contain_text("Source:")
        ola.page.keyboard.press("Escape")
        expect(ola.page.locator("#why")).to_be_hidden()
        ola.page.locator(CHOICES).first.focus()
        ola.page.keyboard.press("i")
        expect(ola.page.locator("#why .what").first).to_be_visible()
    with people(browser, server, "narrow") as (ben,):
        ben.play_now()
        ben.page.locator("svg.sheet g[id^=card-]").first.dispatch_event("click", {"detail": 1})
        expect(ben.page.locator("#why .what").first).to_contain_text("Source:")


def test_reload_and_restart_in_the_middle_of_an_action(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.play_now()
        while "line" not in {act.split()[0] for act in ola.choices()}:
            ola.choose(ola.choices()[0])
            ola.my_turn()
        ola.choose(next(act for act in ola.choices() if act.startswith("line")))
        ola.my_turn()
        before = ola.choices()
        ola.page.reload()
        ola.my_turn()
        assert ola.choices() == before
        server.stop()
        ola.page.locator(CHOICES).first.click()
        expect(ola.page.locator("#lost")).to_be_visible()
        server.start()
        expect(ola.page.locator("#lost")).to_be_hidden()
        rev = ola.rev
        ola.page.locator(CHOICES).first.click()
        ola.moved_on(rev)
        ola.faults = [fault for fault in ola.faults if not re.search("ERR_|network error|Failed to fetch", fault)]


def test_a_stale_tab_is_safe(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.play_now()
        other = ola.context.new_page()
        other.goto(ola.page.url)
        other.locator("#state[data-asked='1']").wait_for(state="attached")
        # The second tab hears no news, as if its connection were lost.
        other.evaluate("document.getElementById('live').remove()")
        ola.choose(ola.choices()[0])
        ola.my_turn()
        other.locator(CHOICES).first.click()
        expect(other.locator(".notice.warn")).to_be_visible()
        expect(other.locator("#state")).to_have_attribute("data-rev", str(ola.rev))
        ola.page.go_back()
        ola.page.go_forward()
        assert ola.my_turn()


def test_hot_seat_hides_until_the_device_is_passed(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.new_table("you", "here", names={1: "<i>Marek</i>"})
        for _ in range(3):
            plate = ola.page.locator("[data-sit]")
            plate.wait_for()
            assert ola.page.locator("svg.sheet").count() == 0
            ola.until("!!window.mhTable")
            plate.click()
            assert ola.my_turn()
            seat = ola.state("mine")
            while ola.state("mine") == seat and ola.page.locator("[data-sit]").count() == 0:
                ola.choose(ola.choices()[0])
                ola.page.locator("#state[data-asked='1'], [data-sit]").first.wait_for(state="attached")


def test_talk_notes_timeline_what_if(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide", "medium") as (ola, marek):
        ola.new_table("you", "bot", visibility="open")
        ola.my_turn()
        marek.call_me("Marek")
        marek.go(f"/t/{ola.match}")
        expect(marek.page.locator("#question")).to_be_visible()
        assert marek.choices() == []
        marek.page.locator("nav.tabs [data-tab=log]").click()
        ola.fold_cards()
        for person in (ola, marek):
            person.page.locator("#dock-tab-chat").click()
        marek.page.fill("#speak-text", "<b>hello</b>")
        marek.page.keyboard.press("Enter")
        expect(ola.page.locator("#said li")).to_contain_text("Marek <b>hello</b>")
        ola.page.locator("#dock-tab-notes").click()
        expect(ola.page.locator("#note-text")).to_be_visible()
        with ola.page.expect_response(lambda answer: answer.request.method == "POST" and answer.url.endswith("/note")):
            ola.page.fill("#note-text", "mine alone")
        ola.page.reload()
        ola.past_cards()
        ola.page.locator("#dock-tab-notes").click()
        expect(ola.page.locator("#note-text")).to_have_value("mine alone")
        what_if(ola)
        ola.choose(ola.choices()[0])
        ola.my_turn()
        ola.page.click("#to-past")
        ola.at_table("past")
        number = int(ola.state("number"))
        ola.page.locator("#way-step-back").click()
        ola.page.locator(f"#state[data-number='{number - 1}']").wait_for(state="attached")
        assert ola.choices() == []


def what_if(ola: Person) -> None:
    """Some imagined moves leave no trace."""
    rev, before = ola.rev, ola.choices()
    ola.page.click("#to-try")
    ola.at_table("try")
    for moves in (1, 2):
        ola.open_list()
        ola.page.locator(CHOICES).first.click()
        tried = f"='{before[0]}'" if moves == 1 else "*='|'"
        ola.page.locator(f"#state[data-actions{tried}]").wait_for(state="attached")
    ola.page.locator("[data-try-back]").click()
    ola.page.locator(f"#state[data-actions='{before[0]}']").wait_for(state="attached")
    ola.page.locator(".prompt a.go").click()
    assert ola.my_turn()
    assert (ola.rev, ola.choices()) == (rev, before)


def test_asked_before_something_hidden_is_shown(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide", "wide") as (ola, marek):
        marek.call_me("Marek")
        ola.new_table("you", "friend")
        marek.page.goto(ola.link)
        marek.page.click("#sit")
        ola.page.locator("#start").click()
        for person in (ola, marek):
            person.at_table()
        for _ in range(80):
            acting = ola if ola.page.locator("#state[data-asked='1']").count() else marek
            acting.page.locator("#frame:not(.busy)").wait_for(state="attached")
            if acting.page.locator("#state[data-asked='1']").count() == 0:
                continue
            rev = acting.rev
            acting.page.locator(CHOICES).first.click()
            answered = f"#state:not([data-rev='{rev}']), #menu[open] [data-sure]"
            acting.page.locator(answered).first.wait_for(state="attached")
            if acting.page.locator("#menu[open] [data-sure]").count():
                assert acting is ola  # the other has asked not to be asked
                acting.page.locator("#menu [data-sure]").first.click()
                acting.moved_on(rev)
                return
        pytest.fail("nothing was ever shown")


WATCH = """() => {
  window.begun = 0;
  document.body.insertAdjacentHTML("beforeend", "<dialog open></dialog>");  // while one is open, nothing is drawn anew
  window.addEventListener("mh:screen", () => { window.begun += 1; });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => { window.turned = event.matches; });
}"""


def test_a_first_page_is_drawn_for_its_screen(browser: Browser, server: Server) -> None:
    """Whoever comes for the first time has no cookie that tells the server which screen and theme it draws for."""
    with people(browser, server, "narrow", color_scheme="dark") as (ola,):
        ola.page.goto("/")
        ola.until(DRAWN_FOR_ME)
        assert ola.page.evaluate("[document.documentElement.dataset.fit, document.documentElement.dataset.theme]") == [
            "narrow",
            "dark",
        ]


def test_a_page_that_is_being_left_does_not_begin_again(browser: Browser, server: Server) -> None:
    """A screen that turns dark, or is turned, while the answer is on its way would take the person back."""
    with people(browser, server, "wide", color_scheme="light") as (ola,):
        ola.go("/new?title=promethium")
        ola.page.evaluate(WATCH)
        ola.page.emulate_media(color_scheme="dark")
        ola.until("window.turned === true")
        assert ola.page.evaluate("window.begun") == 1, "a page that stays is drawn for its screen"
        ola.page.emulate_media(color_scheme="light")
        ola.until("window.turned === false")
        ola.page.evaluate("() => { window.dispatchEvent(new Event('beforeunload')); }")
        ola.page.emulate_media(color_scheme="dark")
        ola.until("window.turned === true")
        assert ola.page.evaluate("window.begun") == 1
