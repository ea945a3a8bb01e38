"""At the real table on a phone: a Logic card of no pack is typed right there, and a Baron's turn that the board does
not allow is worked out anew from the board as it was put right."""

from __future__ import annotations

import re
from itertools import product

from playwright.sync_api import Browser

import machinehall as mh
from browser.kit import Person, Server, expect, people
from browser.test_by_hand import AT_REST, dealt

SEED = 7


def posted(ola: Person, lines: list[str], until: str) -> None:
    """Told to the app without a tap, as far as the page tells it too, up to the question before this line."""
    http, headers = ola.context.request, {"origin": ola.server.address, "mh-part": "1"}
    while True:
        at = http.get(f"/api/v1/matches/{ola.match}").json()
        line = lines[at["number"]]
        if line.startswith(until):
            return
        form = {"rev": str(at["rev"]), "seat": "0", "action": line.partition(" ")[2]}
        assert http.post(f"/t/{ola.match}/act", form=form, headers=headers).ok, line


def begun(ola: Person) -> mh.Match:
    """A match at a real table; the same match at an ordinary one."""
    ola.go("/new?title=nucleum&alone=1&real=1")
    ola.page.locator("#open").tap()
    ola.my_turn()
    return dealt(SEED, 12)


def after_building(match: mh.Match) -> int:
    """The number of the player's first decision after a turn of the Baron in which he built."""
    lines = match.lines()
    rolls = [i for i, line in enumerate(lines) if line.startswith("* roll")]
    turns = [(i, next(n for n in range(i, len(lines)) if lines[n].startswith("0"))) for i in rolls[:-1]]
    return next(n for i, n in turns if "building_placed" in {e.kind for some in match.happened[i:n] for e in some})


def new_card(ola: Person) -> None:
    """The first plates, one of each row, that no card shows which may come."""
    rows = [row.locator("label").all() for row in ola.page.locator(".told-by").all()]
    told = {row.get_attribute("data-told") for row in ola.page.locator(".hand-rows li").all()}
    new = next(found for found in product(*map(range, map(len, rows))) if " ".join(map(str, found)) not in told)
    for row, plate in zip(rows, new, strict=True):
        row[plate].tap()


def test_a_logic_card_of_no_pack_is_typed_with_four_taps(browser: Browser, server: Server) -> None:
    with people(browser, server, "narrow", bypass_csp=True, reduced_motion="reduce", has_touch=True) as (ola,):
        posted(ola, begun(ola).lines(), "* draw-logic")
        ola.go(f"/t/{ola.match}")
        ola.my_turn()
        fits, take = ola.page.locator("#told-fits"), ola.page.locator("#take-told")
        expect(take).to_be_hidden()
        new_card(ola)
        expect(fits).to_contain_text("New to us")
        assert not (found := ola.accessible()), found
        ola.page.evaluate(AT_REST)
        rev = ola.rev
        take.tap()
        ola.moved_on(rev)
        expect(ola.page.locator("main")).to_contain_text("is in your pack")
        expect(ola.page.locator(".pack-used")).to_contain_text("my box")
        assert not ola.faults, ola.faults


def without_money(ola: Person) -> None:
    """On the page that asks what was different before the turn: the Baron had no thalers."""
    page = ola.page
    page.wait_for_url(re.compile(r"/mend\?from=\d+"))
    expect(page.locator("main")).to_contain_text("before the turn that you are carrying out")
    assert not (found := ola.accessible()), found
    for heap in page.locator(".mend-heap:not([open]) summary").all():
        if heap.locator('xpath=..//a[contains(@href, "at=thaler.1")]').count():
            heap.tap()
    page.locator('.mend-heap a[href*="at=thaler.1"]').tap()
    page.fill("#value", "0")
    page.keyboard.press("Enter")
    page.locator("#put-right").tap()
    page.wait_for_url(re.compile(r"/t/[^/]+$"))
    ola.my_turn()


def test_what_the_board_does_not_allow_is_worked_out_anew(browser: Browser, server: Server) -> None:
    """The first step is done; then it shows that the Baron has no money: one step stays, or is to be taken back."""
    with people(browser, server, "narrow", bypass_csp=True, reduced_motion="reduce", has_touch=True) as (ola,):
        page, match = ola.page, begun(ola)
        posted(ola, [*match.lines()[: after_building(match)], "stop"], "stop")
        ola.go(f"/t/{ola.match}")
        ola.my_turn()
        step = page.locator(".todo-step.here .do")
        expect(step).to_be_visible()
        done = []
        while "Place" not in step.inner_text():
            done.append(step.inner_text())
            page.locator("#task-done").tap()
        placed_there = step.inner_text()
        page.locator("#task-done").tap()
        if not page.locator("#cannot:visible").count():
            page.locator("#task-back").tap()
        page.locator("#cannot").tap()
        without_money(ola)
        expect(page.locator("#anew")).to_contain_text("worked out anew")
        assert placed_there not in page.locator("#tasks").inner_text()
        assert not (found := ola.accessible()), found
        page.reload()  # told until it was read
        expect(page.locator("#anew")).to_be_visible()
        page.locator("#anew-read").tap()
        expect(page.locator("#anew")).to_be_hidden()
        assert not ola.faults, ola.faults


LOCKS = """() => {
  window.locks = [];
  const request = async (kind) => {
    const lock = new EventTarget();
    window.locks.push([kind, lock]);
    return lock;
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
}"""
"""Stands in for the browser's own, which a machine without a screen refuses."""


def test_the_screen_stays_on_or_it_is_told_that_it_does_not(browser: Browser, server: Server) -> None:
    """It is kept on while the table is seen, and again after the device took it back; a browser that cannot says so."""
    with people(browser, server, "narrow", bypass_csp=True, has_touch=True) as (ola,):
        ola.context.add_init_script(f"({LOCKS})()")
        begun(ola)
        ola.until("() => window.locks.length === 1 && window.locks[0][0] === 'screen'")
        ola.page.evaluate("window.locks[0][1].dispatchEvent(new Event('release'))")
        ola.page.locator("#question").tap()
        ola.until("() => window.locks.length === 2")
        assert not ola.faults, ola.faults
    with people(browser, server, "narrow", bypass_csp=True, has_touch=True) as (ola,):
        ola.context.add_init_script("Object.defineProperty(navigator, 'wakeLock', { value: undefined })")
        begun(ola)
        expect(ola.page.locator("#why")).to_contain_text("cannot be kept on")
        assert not (found := ola.accessible()), found
        ola.page.reload()
        ola.my_turn()
        expect(ola.page.locator("#why")).to_be_hidden()
        assert not ola.faults, ola.faults


def test_two_barons_are_told_one_after_the_other(browser: Browser, server: Server) -> None:
    """Each rolls, has steps of his own, and his queue stands below them."""
    with people(browser, server, "narrow", bypass_csp=True, reduced_motion="reduce", has_touch=True) as (ola,):
        ola.go("/new?title=nucleum&alone=1&real=1")
        ola.page.locator("input[name='option.barons'][value='2']").check(force=True)
        ola.page.locator("#open").tap()
        ola.my_turn()
        rev = ola.rev
        ola.page.locator("#draw-all").tap()
        ola.moved_on(rev)
        both_rolled(ola)
        ola.go(f"/t/{ola.match}")
        ola.my_turn()
        steps = " ".join(ola.page.locator(".todo-step .do").all_text_contents())
        assert "Baron" in steps.replace("Baron II", "") and "Baron II" in steps
        expect(ola.page.locator(".next-up svg")).to_have_count(2)
        starts = {step.get_attribute("data-turn") for step in ola.page.locator(".todo-step").all()}
        assert len(starts) == 2, "each turn can be worked out anew"
        assert not (found := ola.accessible()), found
        assert not ola.faults, ola.faults


def both_rolled(ola: Person) -> None:
    """The app draws and the player takes what comes first, until both Barons had a turn with a die."""
    http, headers = ola.context.request, {"origin": ola.server.address, "mh-part": "1"}
    rolled = 0
    while True:
        sight = http.get(f"/api/v1/matches/{ola.match}/view").json()
        if sight["to_act"] == [0] and rolled > 1:
            return
        form: dict[str, str | float | bool] = {"rev": str(sight["rev"]), "seat": "0"}
        if sight["to_act"] == [0]:
            rolled = 0
            http.post(f"/t/{ola.match}/act", form=form | {"action": sight["legal"][0]}, headers=headers)
        else:
            http.post(f"/t/{ola.match}/draw", form=form | {"how": "one"}, headers=headers)
            late = http.get(f"/api/v1/matches/{ola.match}/events?since={sight['number']}").json()["items"]
            rolled += sum(event["kind"] == "baron_rolled" for event in late)
