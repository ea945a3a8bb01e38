"""What the others did since one's own turn: told, shown on the boards, at one's own pace; log and chat to be read."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest
from often import now_and_then
from playwright.sync_api import Browser

import machinehall as mh
from browser.kit import CHOICES, Person, Server, expect, people
from browser.sights import others_decisions
from browser.test_cut import CUT

SCREENS = ((1366, 768), (1440, 900), (2560, 1440), (1024, 768), (390, 844))
TOLD = """() => [...document.querySelectorAll("#since .tell")]
  .map((act) => [Number(act.dataset.number), act.textContent])"""
IN_SIGHT = """() => {
  const list = document.querySelector("#since ol").getBoundingClientRect();
  const first = document.querySelector("#since .tell[data-mark]").getClientRects()[0];
  const hit = document.elementFromPoint(first.x + first.width / 2, first.y + first.height / 2);
  return hit?.closest(".tell") !== null && list.height >= 34 && list.right <= innerWidth && list.bottom <= innerHeight;
}"""
ONE_OF = "ids => ids.some((id) => document.getElementById(id)?.matches('%s'))"
LINES = """() => [...document.querySelectorAll("#dock-log li")].filter((line) => {
  const box = line.getBoundingClientRect(), pane = document.getElementById("dock-log").getBoundingClientRect();
  return box.top >= pane.top && box.bottom <= pane.bottom;
}).length"""


ALL_LINES = """() => [...document.querySelectorAll("#since li:not(.aside)")].every((line) => {
  const box = line.getBoundingClientRect(), list = document.querySelector("#since ol").getBoundingClientRect();
  return box.top >= list.top - 1 && box.bottom <= list.bottom + 1 && box.height >= 17;
})"""
MARKED = """() => [...document.querySelectorAll(".told-marks .plate")].map((plate) => plate.dataset.mark)"""
TOLD_TABS = """() => [...document.querySelectorAll("#board-tabs [data-name]")].every((tab) =>
  tab.dataset.marks ? tab.title.endsWith(tab.dataset.marks) : tab.title === tab.dataset.name)"""
UNDER_A_PLATE = """() => [...document.querySelectorAll(".plate")].every((plate) => {
  const box = plate.getBoundingClientRect();
  return !document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest(".told-marks");
})"""


ASTRAY = """() => {
  const marks = [...document.querySelectorAll(".told-marks .plate")], found = [];
  for (const act of document.querySelectorAll("#since .tell[data-mark]")) {
    const ids = act.dataset.places.split(" ").filter((id) => id.startsWith("space-"));
    const place = ids.length === 1 && document.getElementById(ids[0]);
    const plate = marks.find((mark) => mark.dataset.mark === act.dataset.mark);
    if (!place || !plate) continue;
    const r = place.getBoundingClientRect(), p = plate.getBoundingClientRect();
    const off = Math.hypot(p.x + p.width / 2 - r.x - r.width / 2, p.y + p.height / 2 - r.y - r.height / 2);
    found.push([ids[0], Math.round(off)]);
  }
  return found;
}"""
"""Rails that somebody laid, each with how many pixels its number lies beside its middle."""


def asked_from(least: int, sight: dict[str, Any]) -> bool:
    """Whether it is one's turn, after so many decisions."""
    return bool(sight["number"] >= least and sight["seat"] in sight["to_act"])


def test_the_number_of_a_rail_lies_on_it(browser: Browser, server: Server) -> None:
    """At the corner of its box it was over a site, or on the space of another link."""
    with people(browser, server, "wide") as (ola,):
        ola.context.add_cookies([{"name": "mh-pace", "value": "off", "url": server.address}])
        ola.play_now("nucleum")
        rng, rails = random.Random(3), []
        for number in range(12, 400, 4):
            ola.let_run(rng, partial(asked_from, number))
            if rails := ola.page.evaluate(ASTRAY):
                break
        assert rails and all(off <= 4 for _, off in rails), rails


def others_have_acted(ola: Person, name: str) -> None:
    """Play on until somebody else has done something that lies on the board since our turn."""
    ola.play_now(name)
    ola.let_run(random.Random(3), partial(asked_from, 60))
    for _ in range(60):
        assert ola.my_turn()
        # Cards lie over the strip until one of them is taken.
        told = ola.page.locator("#since[data-fresh='1'] .tell[data-mark]:not([data-places=''])").count()
        if told and not ola.page.locator("#deck").count():
            return
        ola.choose(ola.choices()[-1])
    pytest.fail("nobody else ever acts")


@pytest.mark.parametrize(
    ("name", "theme"), now_and_then(zip(mh.titles(), ("light", "dark", "light"), strict=True), [("nucleum", "dark")])
)
def test_what_the_others_did_stays_in_sight(browser: Browser, server: Server, name: str, theme: str) -> None:
    with people(browser, server, "wide", color_scheme=theme, bypass_csp=True) as (ola,):
        others_have_acted(ola, name)
        for width, height in SCREENS:
            ola.screen(width, height)
            assert ola.my_turn()
            expect(ola.page.locator("#since .telling")).to_have_count(0)
            told = ola.page.evaluate(TOLD)
            assert told and all(text.strip() for _, text in told)
            numbers = {number for number, _ in told}
            assert others_decisions(ola, min(numbers)) <= numbers
            ola.until(IN_SIGHT)
            assert ola.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
            if (width, height) in (SCREENS[0], SCREENS[-1]):
                assert not (found := ola.accessible()), (width, height, found)


@pytest.mark.parametrize(
    ("name", "theme"),
    now_and_then(zip(mh.titles(), ("dark", "light", "dark"), strict=True), [("imperial-steam", "dark")]),
)
def test_three_others_are_told_in_a_line_each(browser: Browser, server: Server, name: str, theme: str) -> None:
    with people(browser, server, "wide", color_scheme=theme, bypass_csp=True) as (ola,):
        ola.new_table("you", "bot", "bot", "bot", title=name)
        assert ola.my_turn()
        ola.let_run(random.Random(3), partial(asked_from, 60))
        lines = ola.page.locator("#since li:not(.aside) .tell[data-mark]")
        for _ in range(60):
            assert ola.my_turn()
            folded = ola.page.locator("#since .aside").count()
            if folded and ola.page.locator("#since[data-fresh='1'] li:not(.aside)").count() == 3:
                break
            ola.choose(ola.choices()[-1])
        expect(ola.page.locator("#since li:not(.aside)")).to_have_count(3)
        for width, height in ((1366, 768), (1440, 900)):
            ola.screen(width, height)
            ola.until(ALL_LINES)
            numbers = [lines.nth(i).get_attribute("data-mark") for i in range(lines.count())]
            assert sorted(map(int, map(str, numbers))) == list(range(1, len(numbers) + 1))
            ola.until("!!document.querySelector('.plate, #board-tabs [data-marks]')")
            assert set(ola.page.evaluate(MARKED)) <= set(numbers)
            assert ola.page.evaluate(TOLD_TABS), "a tab has numbers that it does not explain"
            assert ola.page.evaluate(UNDER_A_PLATE), "a mark takes no click"
        # What came of it is folded away until it is asked for.
        expect(ola.page.locator("#since .aside:visible")).to_have_count(0)
        ola.page.click("#since-whole")
        expect(ola.page.locator("#since .aside").first).to_be_visible()
        assert not (found := ola.accessible()), found
        ola.page.keyboard.press("Escape")
        expect(ola.page.locator("#since .aside:visible")).to_have_count(0)
        ola.page.keyboard.press("o")
        expect(ola.page.locator("#since .aside").first).to_be_visible()
        ola.page.keyboard.press("o")
        expect(ola.page.locator("#since .aside:visible")).to_have_count(0)


CUT_WITH_ROOM = """() => {
  const list = document.querySelector("#since ol"), stories = [...list.querySelectorAll("li:not(.aside) .story")];
  const cut = stories.some((story) => story.scrollHeight > story.clientHeight + 2);
  const free = list.getBoundingClientRect().bottom - stories.at(-1).getBoundingClientRect().bottom;
  return [cut, free];
}"""


def test_a_tale_is_not_cut_above_an_empty_line(browser: Browser, server: Server) -> None:
    """At the beginning of a round more is told than there is room for at 1366."""
    with people(browser, server, "wide") as (ola,):
        ola.context.add_cookies([{"name": "mh-pace", "value": "off", "url": server.address}])
        ola.play_now("imperial-steam")
        ola.let_run(
            random.Random(3), lambda sight: sight["seat"] in sight["to_act"] and sight["view"]["round"] >= 2, seen=True
        )
        assert ola.my_turn()
        ola.screen(1366, 768)
        expect(ola.page.locator("#since .began")).to_be_visible()
        cut, free = ola.page.evaluate(CUT_WITH_ROOM)
        assert cut and free < 12, free


def test_one_steps_through_what_the_others_did(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        # Nothing is told by itself: whoever steps while it is would go on from there.
        ola.context.add_cookies([{"name": "mh-pace", "value": "off", "url": server.address}])
        others_have_acted(ola, "imperial-steam")
        expect(ola.page.locator("#since .telling")).to_have_count(0)
        told = ola.page.locator("#since .tell[data-mark]")
        ola.page.click("#since-on")
        expect(ola.page.locator("#since .telling")).to_have_attribute("data-mark", "1")
        ola.page.click("#since-back")
        expect(ola.page.locator("#since .telling")).to_have_attribute("data-mark", "1")
        ola.page.keyboard.press("Escape")
        ola.page.click("#since-back")
        expect(ola.page.locator("#since .telling")).to_have_attribute("data-mark", str(told.count()))
        ola.page.keyboard.press("Escape")
        expect(ola.page.locator("#since .telling")).to_have_count(0)
        # One's own first act leaves the marks where they are, only quieter.
        marked = ola.page.evaluate(MARKED)
        assert marked
        ola.let_run(random.Random(3), lambda sight: bool({"do lay", "do recruit"} & set(sight["legal"])))
        assert ola.my_turn()
        marked = ola.page.evaluate(MARKED)
        ola.choose(next(act for act in ola.choices() if act in ("do lay", "do recruit")))
        expect(ola.page.locator("#since[data-fresh='']")).to_have_count(1)
        if ola.my_turn() and marked:
            expect(ola.page.locator(".told-marks.quiet .plate").first).to_be_attached()


def test_the_others_turns_are_said_once(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.play_now("imperial-steam")
        said = []
        for _ in range(12):
            assert ola.my_turn()
            ola.until("!!window.mhSince")
            heard = ola.page.locator("#since-said").text_content() or ""
            if heard and heard not in said:
                said.append(heard)
            if ola.page.locator("#since[data-fresh='1'] .tell[data-mark]").count() and heard:
                break
            rev = ola.rev
            ola.choose(ola.choices()[-1])
            ola.moved_on(rev)
        assert said
        # Not of each of them: what was done before the page was there is read, not said.
        names = ola.page.locator("#since li:not(.aside) .name").all_text_contents()
        assert any(name in " ".join(said) for name in names), (names, said)


def test_the_log_is_told_by_turns(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.play_now("imperial-steam")
        ola.let_run(random.Random(3), lambda sight: sight["number"] >= 120 and sight["seat"] in sight["to_act"])
        assert ola.my_turn()
        ola.page.click("#dock-tab-log")
        heads = ola.page.locator("#dock-log h2.turn")
        expect(heads.first).to_be_visible()
        expect(heads.first).to_contain_text("Round")
        assert ola.page.evaluate(
            "[...document.querySelectorAll('#dock-log time')].every((t) => !isNaN(new Date(t.dateTime)))"
        )
        order = ola.page.evaluate(
            "[...document.querySelectorAll('#dock-log .log-turn')]"
            ".map((turn) => [...turn.querySelectorAll('li')].map((line) => Number(line.id.slice(4))))"
        )
        assert all(turn == sorted(turn) for turn in order), "in a turn the first comes first"
        assert [turn[0] for turn in order] == sorted((turn[0] for turn in order), reverse=True), (
            "the latest turn is on top"
        )


HAND = """() => {
  const [board, hand, tale] = ["part-board", "part-hand", "since"]
    .map((id) => document.getElementById(id).getBoundingClientRect());
  return hand.top >= board.bottom && hand.bottom <= tale.top && board.height >= 200;
}"""


def test_on_a_phone_a_full_hand_lies_between_board_and_tale(browser: Browser, server: Server) -> None:
    with people(browser, server, "narrow", has_touch=True) as (ola,):
        ola.context.add_cookies([{"name": "mh-pace", "value": "off", "url": server.address}])
        ola.play_now("nucleum")
        ola.past_cards()
        expect(ola.page.locator("#since[data-fresh='1'] .tell").first).to_be_visible()
        assert ola.page.locator("#part-hand a.mh-legal").count() == 6
        ola.until(HAND)
        assert not [fault for fault in ola.page.evaluate(CUT) if "close" in fault or "b." in fault or "small" in fault]


NEWEST = """() => {
  const pane = document.getElementById("dock-log").getBoundingClientRect();
  const line = document.querySelector("#dock-log .log-turn li:last-child").getBoundingClientRect();
  const rows = [...document.querySelectorAll("#dock-log :is(.turn, li)")].map((row) => row.getBoundingClientRect());
  const sliced = rows.some((row) => row.top < pane.top - 1 && row.bottom > pane.top + 5);
  return line.bottom > pane.top && line.bottom <= pane.bottom + 1 && !sliced;
}"""
UNCOVERED = """() => !document.querySelector("#frame:not([data-column='1'], [data-dock=boards])")
  || !document.querySelector("#boards .part.tabbed.glows")
  || document.querySelector("#choices .act")?.checkVisibility()"""


@pytest.mark.parametrize("name", now_and_then(["imperial-steam", "nucleum"], ["imperial-steam"]))
def test_an_open_log_hides_no_choice_and_shows_its_newest_line(browser: Browser, server: Server, name: str) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.context.add_cookies([{"name": "mh-pace", "value": "off", "url": server.address}])
        ola.play_now(name)
        ola.let_run(random.Random(5), lambda sight: sight["number"] >= 120 and sight["seat"] in sight["to_act"])
        assert ola.my_turn()
        ola.page.click("#dock-tab-log")
        seen = gave_way = 0
        rng = random.Random(2)
        for _ in range(14):
            if ola.state("asked") and ola.page.locator("#frame[data-dock=log]").count():
                ola.until(NEWEST)
                seen += 1
            rev = ola.rev
            ola.page.locator(CHOICES).nth(rng.randrange(len(ola.choices()))).evaluate("choice => choice.click()")
            ola.moved_on(rev)
            assert ola.my_turn()
            ola.until(UNCOVERED)
            gave_way += ola.page.locator("#frame[data-dock=boards]").count()
        assert seen and gave_way, (seen, gave_way)
        ola.page.set_viewport_size({"width": 2560, "height": 1440})
        ola.until(NEWEST)


def test_what_was_said_meanwhile_is_counted(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide", "wide") as (ola, marek):
        ola.new_table("you", "bot", visibility="open")
        ola.my_turn()
        marek.call_me("Marek")
        marek.go(f"/t/{ola.match}")
        marek.page.click("#dock-tab-chat")
        count = ola.page.locator("#chat-unread")
        expect(count).to_be_hidden()
        for heard, word in enumerate(("hello", "again"), 1):
            marek.page.fill("#speak-text", word)
            marek.page.keyboard.press("Enter")
            expect(count).to_contain_text(str(heard))
        rev = ola.rev
        ola.choose(ola.choices()[0])
        ola.moved_on(rev)
        expect(count).to_contain_text("2")
        ola.page.click("#dock-tab-chat")
        expect(count).to_be_hidden()
        expect(ola.page.locator("#said li")).to_have_count(2)


def test_a_phrase_lights_its_place_and_is_taken_note_of(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        others_have_acted(ola, "imperial-steam")
        phrase = ola.page.locator("#since .tell[data-mark]:not([data-places=''])").first
        phrase.scroll_into_view_if_needed()
        phrase.hover()
        places = (phrase.get_attribute("data-places") or "").split()
        ola.until(ONE_OF % ".lit", places)
        phrase.click()
        ola.until(ONE_OF % ".shown", places)
        ola.page.click("#since-seen")
        expect(ola.page.locator(".told-marks, .shown")).to_have_count(0)
        ola.page.reload()
        assert ola.my_turn()
        expect(ola.page.locator("#since.noted .tell[data-mark]").first).to_be_visible()  # still there to be read
        ola.let_run(random.Random(3), lambda sight: bool({"do lay", "do recruit"} & set(sight["legal"])))
        assert ola.my_turn()
        told = ola.page.evaluate(TOLD)
        ola.choose(next(act for act in ola.choices() if act in ("do lay", "do recruit")))
        expect(ola.page.locator("#since[data-fresh='']")).to_have_count(1)
        assert ola.page.evaluate(TOLD) == told, "an act of one's own takes nothing away"


def test_the_others_turns_are_told_at_ones_own_pace(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.go("/settings")
        ola.page.locator("input[name=pace][value=slow]").check(force=True)
        ola.page.click("form.dialog button.go")
        others_have_acted(ola, "imperial-steam")
        rev = ola.rev
        ola.page.click("#since-show")
        expect(ola.page.locator("#since .telling")).to_have_count(1)
        expect(ola.page.locator("#since-stop")).to_be_visible()
        assert ola.choices(), "what can be done waits for no tale"
        ola.page.click("#since-stop")
        expect(ola.page.locator(".telling, .shown")).to_have_count(0)
        expect(ola.page.locator("#since-stop")).to_be_hidden()
        ola.page.keyboard.press("s")
        expect(ola.page.locator("#since .telling")).to_have_count(1)
        ola.choose(ola.choices()[0])  # an act of one's own ends it
        ola.moved_on(rev)
        assert ola.my_turn()  # until then the others act, and the strip is made anew
        ola.page.set_viewport_size({"width": 1920, "height": 1080})
        off = ola.page.locator("#since label", has=ola.page.locator("[name=pace][value=off]"))
        for _ in range(20):  # the strip finds its place a moment after the screen has changed: who misses clicks again
            off.click()
            if off.locator("input").is_checked():
                break
        ola.until("document.cookie.includes('mh-pace=off')")


def test_log_and_chat_can_be_read_at_a_desk(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        others_have_acted(ola, "imperial-steam")
        ola.page.click("#dock-tab-log")
        ola.until(f"({LINES})() >= 8")
        ola.page.click("#dock-tab-chat")
        for word in ("Hello", "all", "of", "you"):
            ola.page.fill("#speak-text", word)
            ola.page.keyboard.press("Enter")
            expect(ola.page.locator("#said li").last).to_contain_text(word)
        for i in range(4):
            expect(ola.page.locator("#said li").nth(i)).to_be_in_viewport()
        ola.page.click("#panel-tab-own")
        expect(ola.page.locator("#said")).to_be_hidden()
        ola.page.set_viewport_size({"width": 1920, "height": 1080})
        ola.page.click("#dock-tab-log")
        expect(ola.page.locator("#said li").first).to_be_in_viewport()
        ola.until(f"({LINES})() >= 8")
