"""Key turns in the browser: story, both turns on the board, trying again with a verdict, marks on the line of time."""

from __future__ import annotations

import random
import re
from urllib.parse import urlsplit

import msgspec
import pytest
from often import now_and_then
from playwright.sync_api import Browser
from reviewed import keep, small_review

from browser.kit import Person, Server, expect, people
from machinehall.review.shapes import Review, TurnReview

AT = "number => document.getElementById('state').dataset.number === String(number)"


def reviewed(person: Person) -> Review:
    """A match that random choices have ended, with a review in the server's database."""
    person.new_table("you", "here")
    person.let_run(random.Random(1), lambda sight: False)
    record = person.context.request.get(f"/t/{person.match}/export/record.json").text()
    found = small_review(record)
    keep(person.server.database, person.match, found)
    return found


def clean(person: Person) -> None:
    assert not (found := person.accessible()), found
    assert person.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def try_again(ola: Person, turn: TurnReview) -> None:
    """Trying it again: the better turn counts, and it can be tried once more."""
    ola.page.locator("#retry").click()
    ola.until("!!document.querySelector('.lesson.retry')")
    here = ola.page.url.rpartition("/t/")[2].partition("?")[0]
    http, path = ola.context.request, f"/api/v1/matches/{here}"
    for text in turn.better:
        sight = http.get(f"{path}/view").json()
        if text not in sight["legal"]:
            break
        body = {"action": text, "rev": sight["rev"], "seat": sight["seat"]}
        http.post(f"{path}/actions", data=body, headers={"origin": ola.server.address})
    ola.page.goto(f"/t/{here}")
    ola.page.locator("#judge").click()
    expect(ola.page.locator("#verdict.good")).to_be_visible()
    assert not (faults := ola.accessible()), faults
    ola.page.locator("dialog [data-retry=again]").click()
    expect(ola.page.locator(".tried .good")).to_be_visible()
    expect(ola.page.locator(".rt-scale svg")).to_have_attribute("aria-label", re.compile("tried: [−0]"))
    assert ola.page.locator("#judge").count() == 0


def by_key_turns(ola: Person, found: Review) -> None:
    """On a large screen the key turns lie on the line of time and beside it; keys lead from one to the next."""
    stops = sorted(found.turns[number - 1].last for seat in found.seats for number in seat.keys)
    expect(ola.page.locator("#dock-keys .key-list a")).to_have_count(len(stops))
    expect(ola.page.locator(".tl-mark")).to_have_count(len(stops))
    ola.page.keyboard.press("Home")
    ola.until(AT, 0)
    ola.page.keyboard.press("]")
    ola.until(AT, stops[0])
    expect(ola.page.locator("#dock-keys [aria-current=step]")).to_be_visible()
    expect(ola.page.locator("#open-turn")).to_be_visible()
    ola.page.locator("#dock-keys .key-list a").last.click()
    ola.until(AT, stops[-1])
    if len(stops) > 1:
        ola.page.keyboard.press("[")
        ola.until(AT, stops[-2])
    ola.page.locator(".tl-mark").last.click()
    ola.until(AT, stops[-1])
    clean(ola)


def by_keyboard(ola: Person, turn: TurnReview) -> None:
    """The curve is one stop: arrows walk through the turns, Enter opens a key turn; keys lead from page to page."""
    page = ola.page
    assert page.locator("svg[data-curve] a:not([tabindex='-1'])").count() == 0
    page.locator("svg[data-curve]").focus()
    page.keyboard.press("Home")
    for _ in range(page.locator(".rv-figures tbody tr").count()):
        if re.match(rf"Turn {turn.number}:.*given away", page.locator(".rv-here").inner_text()):
            break
        page.keyboard.press("ArrowRight")
    assert page.locator(".rv-hair").count() == 1
    clean(ola)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/review/{turn.number}")
    ola.hears()
    for shown in (True, False):
        page.keyboard.press("x")
        expect(page.locator("#side-played .before")).to_be_visible(visible=shown)
    page.keyboard.press("2")
    page.wait_for_url("**/review?seat=*")
    ola.hears()
    page.keyboard.press("]")
    expect(page.locator(".rv-key [id^=open-]").first).to_be_focused()


def changed(found: Review, seat: int, left: int) -> Review:
    """A review in which a seat has no key turns, or that stopped before all was searched."""
    for turn in found.turns:
        if turn.seat == seat:
            turn.fault, turn.grade = False, 0
    found.seats[seat].keys = []
    found.left = left
    return found


def test_states_of_a_review(browser: Browser, server: Server) -> None:
    """No key turns; stopped before all turns were searched; key turns that are kept from others."""
    with people(browser, server, "wide", bypass_csp=True) as (ola,):
        for left in (0, 3):
            ola.new_table("you", "here")
            ola.let_run(random.Random(1), lambda sight: False)
            record = ola.context.request.get(f"/t/{ola.match}/export/record.json").text()
            copy = msgspec.json.decode(msgspec.json.encode(small_review(record)), type=Review)
            keep(ola.server.database, ola.match, changed(copy, 0, left))
            ola.go(f"/t/{ola.match}/review?seat=0")
            if left:
                expect(ola.page.locator(".rv-stopped #go-on")).to_be_visible()
            else:
                expect(ola.page.locator(".rv-keys .none")).to_contain_text("largest slip found")
                assert ola.page.locator("#learn").count() == 0
            clean(ola)
            expect(ola.page.locator("#marks")).to_have_text("Hide my key turns from others")
            ola.page.locator("#marks").click()
            expect(ola.page.locator("#marks")).to_have_text("Show my key turns to others")
            clean(ola)


def turning_points(ola: Person) -> None:
    """The page of the end, and the switch on it."""
    # Turning points have small pictures of the place; key turns are listed, and the story points to the pictures.
    expect(ola.page.locator(".turning li .excerpt").first).to_be_visible()
    assert "better--" not in ola.page.content() and not ola.page.locator(".excerpt [id^=site-]").count()
    number = ola.page.locator(".to-turning").first.get_attribute("href")
    assert number is not None and ola.page.locator(f".turning li{number}").count() == 1
    assert ola.page.locator(".key-list a").count() >= 1
    clean(ola)
    # One switch leads to result, review and replay, at the same place of all three.
    for view, path in (("Review", "/review"), ("Replay", "/at/0"), ("Result", "")):
        ola.page.locator(".views a", has_text=view).click()
        expect(ola.page.locator(".views [aria-current=page]")).to_have_text(view)
        ola.hears()
        assert urlsplit(ola.page.url).path == f"/t/{ola.match}{path}"


def all_at_a_glance(ola: Person) -> None:
    """At a desk nobody scrolls for the sum, the story or what leads on; a minus is no dash, in any face."""
    for width, height in ((1366, 768), (1440, 900)):
        ola.page.set_viewport_size({"width": width, "height": height})
        for part in (".story-told p", ".turning li", ".score tfoot", "#open-review", ".prompt .btn.go"):
            low = "part => part.getBoundingClientRect().bottom <= innerHeight"
            assert ola.page.locator(part).last.evaluate(low), f"{part} at {width}x{height}"
    wide = """async (face) => {
      await document.fonts.load(`700 20px ${face}`, "\u2212");
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = `700 20px ${face}`;
      return pen.measureText("\u2212").width;
    }"""
    faces = ["'Old Standard TT'", "'Sofia Sans Semi Condensed'"]
    assert len({ola.page.evaluate(wide, face) for face in faces}) == 1


def before_and_after(ola: Person) -> None:
    """Before and after the turn, at the same place; on a phone one board after the other."""
    board = ola.page.locator("#side-played .after svg.sheet").first
    seen = board.get_attribute("viewBox")
    ola.page.locator("button[data-pick=before]:visible").click()
    before = ola.page.locator("#side-played .before svg.sheet").first
    expect(before).to_be_visible()
    expect(board).to_be_hidden()
    assert before.get_attribute("viewBox") == seen
    ola.page.locator("button[data-pick=played]:visible").click()
    expect(board).to_be_visible()


def what_the_bots_saw(ola: Person) -> None:
    """The drawer fills itself; the turn played and the better one are among those that were compared."""
    ola.page.locator("#bots-saw").click()
    expect(ola.page.locator("#drawer .saw .done")).to_be_visible()
    expect(ola.page.locator("#drawer .saw .rv-up")).to_be_visible()
    expect(ola.page.locator("#drawer .rv-onward li").first).to_contain_text(re.compile(r"\w+"))
    clean(ola)
    # As a level sees it; the tab keeps the focus.
    for level in ("apprentice", "master"):
        ola.page.locator(f"#saw-{level}").press("Enter")
        expect(ola.page.locator(f"#saw-{level}[aria-current=true]")).to_be_focused()
        expect(ola.page.locator("#drawer .rv-said")).to_have_count(1)
    clean(ola)
    ola.page.locator("#drawer .dh button").click()
    expect(ola.page.locator("#drawer")).to_be_hidden()


@pytest.mark.parametrize(("size", "theme"), now_and_then([("wide", "light"), ("narrow", "dark")], [("wide", "light")]))
def test_a_key_turn_is_seen_and_tried_again(browser: Browser, server: Server, size: str, theme: str) -> None:
    with people(browser, server, size, color_scheme=theme, bypass_csp=True) as (ola,):
        found = reviewed(ola)
        turn = next(turn for turn in found.turns if turn.fault)
        # The end tells the story; the line of time of the replay has the faults.
        ola.go(f"/t/{ola.match}")
        expect(ola.page.locator(".story-told p").first).to_be_visible()
        turning_points(ola)
        if size == "wide":
            all_at_a_glance(ola)
        ola.go(f"/t/{ola.match}/at/{turn.last}")
        expect(ola.page.locator(":is(.ticks .is-fault, .tl-mark)").first).to_be_attached()
        if size == "wide":
            by_key_turns(ola, found)
        match = ola.match
        for path in ("/given", f"/t/{match}/deal", f"/t/{match}/review?seat={turn.seat}"):
            ola.go(path)
            clean(ola)
        ola.page.locator("#by-part summary").click()
        expect(ola.page.locator("#by-part tbody tr").last).to_be_visible()
        ola.page.locator("#scale-win").click()
        expect(ola.page.locator("#scale-win")).to_have_attribute("aria-current", "true")
        expect(ola.page).to_have_url(re.compile(f"seat={turn.seat}"))
        clean(ola)
        if size == "wide":
            by_keyboard(ola, turn)
        # The better turn stays hidden until it is asked for; then the steps of both are marked.
        ola.go(f"/t/{ola.match}/review/{turn.number}")
        assert ola.page.locator("#side-better").count() == 0
        clean(ola)
        ola.page.locator("#show-better").click()
        if size == "narrow":
            ola.page.locator("button[data-pick=better]:visible").click()
        expect(ola.page.locator("#side-better svg.sheet").first).to_be_visible()
        expect(ola.page.locator("#reasons table")).to_be_visible()
        ola.until("document.querySelectorAll('.rv-steps li').length >= 2")
        clean(ola)
        before_and_after(ola)
        what_the_bots_saw(ola)
        try_again(ola, turn)
