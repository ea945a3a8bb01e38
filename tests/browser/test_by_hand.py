"""The Baron at the real table, on a phone beside the board: chance is entered by hand, his turns are told as steps."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from playwright.sync_api import Browser, Route

import machinehall as mh
from browser.kit import Person, Server, expect, people
from machinehall.kernel.values import CHANCE
from machinehall.words import say
from machinehall.words.titles import speech

SMALL = """() => [...document.querySelectorAll("#hand-pane :is(button, a, input), #prompt button")]
  .filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 44).map((e) => e.outerHTML.slice(0, 90))"""
"""What is asked and done at a real table by a finger, and is smaller than one."""
TOUCHED = """(css) => {
  const thing = document.querySelector(css), box = thing.getBoundingClientRect();
  return thing.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""
AT_REST = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(
  () => requestAnimationFrame(() => done(true)))))"""
"""A new question scrolls to its top, which takes two frames; no finger is quicker."""
ROOM_FOR_ALL = """() => {
  const bar = document.querySelector(".scores");
  return bar.scrollWidth <= bar.clientWidth && bar.getBoundingClientRect().bottom <= 48;
}"""
TURNS = 25
"""Turns of the player that are told to the app."""


def dealt(seed: int, turns: int) -> mh.Match:
    """The same match at an ordinary table, where the app deals: so many turns of the player, and the Baron's after."""
    rng, match = random.Random(seed), mh.new_match("nucleum", 1, seed=seed)
    begun = 0
    while match.to_act and begun <= turns:
        began = [e for e in match.play(rng.choice(match.legal())) if e.kind == "turn_began" and e.args[0] == 0]
        begun += len(began)
    return match


def tell(ola: Person, line: str) -> None:
    """A line of a log, tapped where a finger finds it: in the list of the box, on a card, in a list or in the bar."""
    action, rev = line.partition(" ")[2], ola.rev
    ola.page.evaluate(AT_REST)
    ola.page.locator("#question").tap()  # two taps at one place in a moment would be a double tap
    ola.page.locator(f':is(#box, #deck, #choices, #prompt) [data-act="{action}"]').first.tap()
    ola.moved_on(rev)


def tell_card(ola: Person) -> None:
    """A card without a name, by what stands on it: a tap in each row on what may still come, and one to take it."""
    assert not ola.page.locator("#take-told").is_visible()
    for row in ola.page.locator(".told-by").all():
        row.locator("label:not(.barren)").last.tap()
    assert len({row.get_attribute("data-told") for row in ola.page.locator(".hand-rows li:visible").all()}) == 1
    rev = ola.rev
    ola.page.locator("#take-told").tap()
    ola.moved_on(rev)
    ola.my_turn()


NEAR = """() => {
  const near = document.querySelector(".todo-step.here .near svg");
  const place = document.querySelector(".part-board .shown");
  if (!near || !place) return !place;
  const to = near.getBoundingClientRect(), [x, y, w, h] = near.getAttribute("viewBox").split(" ").map(Number);
  const box = place.getBBox(), drawn = document.querySelector(".part-board svg.sheet").firstElementChild;
  const at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2)
    .matrixTransform(drawn.getScreenCTM().inverse().multiply(place.getScreenCTM()));
  return to.height > 60 && at.x > x && at.x < x + w && at.y > y && at.y < y + h;
}"""
"""Where something is to be done on the map, a part of the map with that place stands in the step."""


def do_all(ola: Person) -> list[str]:
    """Every step that is told, done one after the other; what they say."""
    said = []
    while ola.page.locator("#task-done:visible").count():
        said.append(ola.page.locator(".todo-step.here .do").inner_text())
        assert "Place" not in said[-1] or ola.page.evaluate(NEAR), said[-1]
        ola.page.locator("#task-done").tap()
    return said


def put_off(ola: Person, taps: Counter[str]) -> None:
    """After a Recharge comparing is offered: not now."""
    ola.page.evaluate(AT_REST)  # it hides at once where steps are still to be done
    if ola.page.locator("#compare:visible").count():
        ola.page.locator("#compare button").tap()
        expect(ola.page.locator("#compare")).to_be_hidden()
        taps["not now"] += 1


def put_right(ola: Person, place: str, name: str) -> None:
    """On the page that asks whether the board looks the same: this place, and the one thing that a search finds."""
    ola.page.locator("#to-mend").tap()
    ola.page.wait_for_url("**/mend")
    for heap in ola.page.locator(".mend-heap:not([open]) summary").all():
        if heap.locator(f'xpath=..//a[contains(@href, "at={place}")]').count():
            heap.tap()
    ola.page.locator(f'.mend-heap a[href*="at={place}"]').tap()
    ola.page.wait_for_url("**at=*")
    assert not (found := ola.accessible()), found
    ola.page.locator("#choose a").filter(has=ola.page.get_by_text(name, exact=True)).first.tap()
    ola.page.wait_for_url("**sets=*")
    ola.page.locator("#put-right").tap()
    ola.my_turn()


def number(ola: Person) -> int:
    return int(ola.state("number"))


def happened(ola: Person) -> list[list[tuple[str, list[int]]]]:
    """All that has happened at the table, decision by decision, from its journal."""
    found: list[list[tuple[str, list[int]]]] = []
    while len(found) < number(ola):
        piece = ola.context.request.get(f"/api/v1/matches/{ola.match}/events?since={len(found)}").json()
        found += [[] for _ in range(piece["next"] - len(found))]
        for event in piece["items"]:
            found[event["number"]].append((event["kind"], event["args"]))
    return found


@pytest.mark.long
@pytest.mark.rule("NU-23.24", "NU-23.25", "NU-23.40", "MH-1.7")
def test_twenty_five_turns_on_a_phone(browser: Browser, server: Server) -> None:
    """All by taps: chance by hand, a wrong roll taken back, a wrong tile put right, and all that happens at the
    ordinary table of the same match, action by action."""
    ordinary = dealt(5, TURNS)
    lines, tiles = ordinary.lines(), ordinary.title.domains["tile"]
    assert lines[0].startswith("* draw-tile")
    words = speech(ordinary.title, say("en"))
    with people(browser, server, "narrow", bypass_csp=True, has_touch=True) as (ola,):
        ola.go("/new?title=nucleum&alone=1&real=1")
        ola.page.locator("#open").tap()
        ola.my_turn()
        shown = {line.partition(" ")[2] for line in lines[:12]}
        other = next(text for tile in tiles if (text := f"draw-tile {tile}") not in shown)
        tell(ola, f"* {other}")
        first = ordinary.title.start(1)
        ordinary.title.apply(first, CHANCE, ordinary.title.parse(other))
        market = next(i for i, tile in enumerate(first.market) if tile >= 0)
        put_right(ola, f"market.{market}", words.names("tile", tiles.index(lines[0].split(" ", 2)[2])))
        told, wrong, taps = [], False, Counter[str]()
        while ola.my_turn() and (at := number(ola) - 1) < len(lines):
            if lines[at].startswith("* roll") and not wrong:
                tell(ola, next(f"* roll {n}" for n in range(1, 5) if f"* roll {n}" != lines[at]))
                rev = ola.rev
                ola.page.locator("#undo").tap()
                ola.moved_on(rev)
                assert number(ola) == at + 1
                wrong = True
            taps["box" if lines[at].startswith("*") else "own"] += 1
            tell(ola, lines[at])
            if ola.page.locator("#task-done:visible").count():  # a new question begins at its top
                ola.until("document.querySelector('#main').scrollTop === 0")
            steps = do_all(ola)
            taps["steps"] += len(steps)
            put_off(ola, taps)
            told += steps
        print(f"taps in {TURNS} turns and the set-up: {dict(taps)}")
        assert wrong and taps["not now"] and any("Baron" in text for text in told)
        there, right = happened(ola), [[(e.kind, list(e.args)) for e in events] for events in ordinary.happened]
        assert there[0] != right[0] and there[1][0][0] == "mended" and there[2:] == right[1:]
        assert not (found := ola.accessible()), found
        assert not ola.faults, ola.faults
        ola.page.locator("nav.tabs [data-tab=log]").tap()
        expect(ola.page.locator(".log li").filter(has_text="Baron").first).to_be_visible()


def draw(ola: Person, how: str, offline: bool) -> None:
    """Let the app draw; what is tapped without a connection is kept until it is back."""
    rev = ola.rev
    ola.context.set_offline(offline)
    ola.page.locator(how).tap()
    if offline:
        expect(ola.page.get_by_text("is kept and sent")).to_be_visible()
        ola.context.set_offline(False)
    ola.moved_on(rev)
    ola.my_turn()


def look_over(ola: Person) -> None:
    """Whether the board looks the same: a tap on the drawing asks about a place, and one more says what lies there."""
    ola.page.locator("#to-mend").tap()
    ola.page.locator(".mend-board .mendable[id^=site-]").first.tap()  # on the drawing
    expect(ola.page.locator("#choose a").nth(3)).to_be_visible()
    assert not (found := ola.accessible()), found
    ola.page.locator("#choose a").nth(3).tap()
    expect(ola.page.locator(".mend-changes li")).to_have_count(1)


def found_by_taps(ola: Person) -> None:
    """Two words are tapped, and one of fifty is left; tapped again, they let go. To draw is in sight all the while."""
    rows = ola.page.locator(".hand-rows li:visible")
    whole = rows.count()
    for word in ("Energize", "Develop"):
        ola.page.locator(f'.hand-words [data-word="{word}"]').tap()
    expect(rows).to_have_count(1)
    assert not (found := ola.accessible()), found
    for word in ("Develop", "Energize"):
        ola.page.locator(f'.hand-words [aria-pressed=true][data-word="{word}"]').tap()
    expect(rows).to_have_count(whole)
    assert whole == 50
    ola.until(TOUCHED, "#draw-all")


def test_words_are_there_once_they_are_heard(browser: Browser, server: Server) -> None:
    """A word that is tapped before the page's scripts have come would be lost: until then there is none."""
    with people(browser, server, "narrow", bypass_csp=True, has_touch=True) as (ola,):
        ola.go("/new?title=nucleum&alone=1")
        ola.page.locator("#real").check(force=True)
        late: list[Route] = []
        ola.page.route("**/hand.js*", lambda route: late.append(route))
        ola.page.click("#open", no_wait_after=True)
        words, rows = ola.page.locator(".hand-words [data-word=Energize]"), ola.page.locator(".hand-rows li:visible")
        expect(rows).to_have_count(50)
        expect(words).to_be_hidden()
        for script in late:
            script.continue_()
        words.tap()
        expect(rows).not_to_have_count(50)
        assert not ola.faults, ola.faults


@pytest.mark.parametrize("size", ["narrow", "medium", "wide"])
def test_to_draw_is_in_reach_above_a_long_list(browser: Browser, server: Server, size: str) -> None:
    """Fifty tiles are a long list: who wants the app to draw does not have to scroll past them."""
    with people(browser, server, size, bypass_csp=True) as (ola,):
        ola.go("/new?title=nucleum&alone=1&real=1")
        ola.page.click("#open")
        ola.my_turn()
        expect(ola.page.locator(".hand-rows li:visible")).to_have_count(50)
        for way in ("#draw-one", "#draw-kind", "#draw-all"):
            assert ola.page.evaluate(TOUCHED, way), way


def test_a_box_is_set_up_and_searched(browser: Browser, server: Server) -> None:
    """A tile is found by a word, one is drawn by the app, the rest is dealt for the box, and taken back."""
    with people(browser, server, "narrow", bypass_csp=True, has_touch=True) as (ola,):
        ola.go("/new?title=nucleum&alone=1")
        ola.page.locator("#real").check(force=True)
        ola.page.click("#open")
        ola.my_turn()
        found_by_taps(ola)
        ola.page.fill("#seek", "energize develop")
        expect(ola.page.locator(".hand-rows li:visible")).to_have_count(1)
        assert not (found := ola.accessible()), found
        rev = ola.rev
        ola.page.keyboard.press("Enter")
        ola.moved_on(rev)
        ola.my_turn()
        assert number(ola) == 1 and ola.page.locator("#seek").input_value() == ""
        assert not (small := ola.page.evaluate(SMALL)), small
        for how in ("#draw-one", "#draw-kind", "#draw-all"):
            draw(ola, how, offline=how == "#draw-one")
        expect(ola.page.locator("#tasks")).to_contain_text(re.compile(r"step 1 of \d\d"))
        assert not (found := ola.accessible()), found
        assert len(do_all(ola)) > 20
        expect(ola.page.locator("#deck .act").first).to_be_visible()
        rev = ola.rev
        ola.page.click("#undo")
        ola.moved_on(rev)
        expect(ola.page.locator("#question")).to_contain_text("Which contract does")
        ola.go(f"/t/{ola.match}/at/3")
        ola.page.click("#from-here")  # the board looks as it did then
        ola.my_turn()
        assert number(ola) <= 3
        look_over(ola)
        ola.go(f"/t/{ola.match}/pad")
        expect(ola.page.locator("output[data-sum='1']")).not_to_have_text("")
        assert ola.page.locator('input[name="score.track-0"]').input_value() == "0"
        ola.faults[:] = [fault for fault in ola.faults if "ERR_INTERNET_DISCONNECTED" not in fault]
        assert not ola.faults, ola.faults


def test_four_at_a_real_table_on_a_phone(browser: Browser, server: Server) -> None:
    """The app is the referee: all scores are in sight beside the tools, also where there are four."""
    with people(browser, server, "narrow", bypass_csp=True, has_touch=True) as (ola,):
        ola.go("/new?title=promethium&real=1")
        for seat, name in enumerate(("Ola", "Marek", "Ines", "Tove")):
            ola.wish(f"seat{seat}", "you")
            ola.page.fill(f"#name{seat}", name)
        ola.page.click("#open")
        ola.page.locator("[data-sit]").tap()
        ola.my_turn()
        bar = ola.page.locator(".scores")
        expect(bar.locator("li")).to_have_count(4)
        ola.until(ROOM_FOR_ALL)
        assert not (found := ola.accessible()), found
        rev = ola.rev
        for tapped in (".hand-rows .act", "#draw-all"):  # who begins, and all the rest
            ola.page.evaluate(AT_REST)
            ola.page.locator("#question").tap()  # two taps at one place in a moment would be a double tap
            ola.page.locator(tapped).first.tap()
            ola.moved_on(rev)
            ola.my_turn()
            rev = ola.rev
        expect(ola.page.locator("#tasks")).to_contain_text(re.compile(r"step 1 of \d"))
        assert not (found := ola.accessible()), found
        assert not ola.faults, ola.faults


@pytest.mark.rule("NU-EX-22", "NU-23.62")
def test_the_score_pad_counts_the_printed_example(browser: Browser, server: Server) -> None:
    """The final scoring that is printed in the solo rules, typed into the pad: 176 points."""
    with people(browser, server, "narrow", bypass_csp=True) as (ola,):
        ola.go("/pad?title=nucleum&players=1")
        for step, points in {"score.track": 85, "score.powered": 32}.items():
            ola.page.fill(f'input[name="{step}-1"]', str(points))
        for step, counts in {"score.milestones": (1, 3, 3, 2), "score.resources": (7, 4)}.items():
            ola.page.focus(f'input[name="{step}-1"]')
            for count, field in zip(counts, ola.page.locator(".pad-counts:visible input").all(), strict=True):
                field.fill(str(count))
        expect(ola.page.locator('input[name="score.milestones-1"]')).to_have_value(str(2 + 12 + 18 + 16))
        ola.page.locator("[data-next]").click()
        expect(ola.page.locator('input[name="score.powered-0"]')).to_be_focused()
        expect(ola.page.locator("output[data-sum='1']")).to_have_text("176")
        expect(ola.page.locator("output[data-sum='0']")).to_have_text("0")
        assert not (found := ola.accessible()), found
        ola.page.reload()
        expect(ola.page.locator("output[data-sum='1']")).to_have_text("176")
        ola.page.focus('input[name="score.resources-1"]')
        assert [field.input_value() for field in ola.page.locator(".pad-counts:visible input").all()] == ["7", "4"]
        ola.page.locator("[data-sign]").click()
        expect(ola.page.locator("output[data-sum='1']")).to_have_text(str(176 - 22))
        assert ola.page.evaluate("document.documentElement.scrollWidth") <= 390
