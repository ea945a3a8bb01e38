"""A turn on a phone: what it is about is in sight, and buttons and tabs say what they are for."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser

from browser.kit import Person, Server, expect, people
from browser.sights import lay_aside
from browser.test_choices import LISTED

BESIDE_UNDO = """() => {
  const words = document.querySelector("#prompt .stops .last span"), box = words?.getBoundingClientRect();
  const shown = words && document.elementFromPoint(box.x + box.width / 2, box.y + 6)?.closest("li");
  const whole = shown === words?.closest("li") && box.height >= 11 && words.scrollHeight <= words.clientHeight + 1;
  return whole ? words.textContent : "";
}"""
GOES_BACK = """() => {
  const button = document.getElementById("undo"), edge = button.getBoundingClientRect();
  const small = button.querySelector("small"), box = small.getBoundingClientRect();
  const inside = box.width > 20 && box.left >= edge.left && box.right <= edge.right && box.bottom <= edge.bottom;
  return inside ? small.textContent : "";
}"""
CITY = """name => {
  const view = document.querySelector(".part-board .view").getBoundingClientRect();
  const city = document.getElementById(name).getBoundingClientRect();
  return city.left >= view.left && city.right <= view.right && city.top >= view.top && city.bottom <= view.bottom;
}"""
ROWS = """() => {
  const least = document.querySelector("#prompt .acts").getBoundingClientRect().top;
  const rows = [...document.querySelectorAll("#choices .act")].map((act) => act.getBoundingClientRect());
  return rows.filter((row) => row.bottom <= least).length;
}"""

BROKEN = """word => {
  const small = document.querySelector("#undo small"), range = document.createRange();
  small.textContent = word;
  range.selectNodeContents(small);
  return new Set([...range.getClientRects()].map((line) => line.top)).size;
}"""
"""In how many lines a word stands on Undo."""
MAP_FIRST = """() => document.querySelector("#part-board").getBoundingClientRect().top
  < document.querySelector("#choices").getBoundingClientRect().top"""


def sits_down(ola: Person) -> None:
    """At Imperial Steam, past its first cards; the others' turns are told at once."""
    ola.context.add_cookies([{"name": "mh-pace", "value": "off", "url": ola.server.address}])
    ola.play_now("imperial-steam")
    ola.past_cards()
    assert ola.my_turn()


def test_a_turn_of_imperial_steam_on_a_phone(browser: Browser, server: Server) -> None:
    """One's own city is in sight from the first, and one sees what Undo would take back, by its words."""
    with people(browser, server, "narrow", has_touch=True, is_mobile=True) as (ola,):
        sits_down(ola)
        ola.until(CITY, "city-wien")
        assert ola.page.evaluate(GOES_BACK).startswith("Bid "), "what came before the turn"
        lay_aside(ola)
        ola.until(CITY, "city-wien")
        ola.until(LISTED)
        ola.choose("do influence")
        assert ola.my_turn()
        assert ola.page.evaluate(BESIDE_UNDO) == "Buy influence"
        assert ola.page.locator("#choices .act .gains").first.inner_text().endswith("→ 10")
        # Nothing of that lies on the map: it gives way to the list, as do the tiles, which cannot be taken now.
        assert ola.page.evaluate(ROWS) >= min(8, ola.page.locator("#choices .act").count())
        parts = ("#prompt", "#choices", "#part-board", "#part-actions")
        tops = [box["y"] for part in parts if (box := ola.page.locator(part).bounding_box()) is not None]
        assert len(tops) == 4 and tops == sorted(tops)
        ola.page.locator("#undo").tap()
        ola.until(MAP_FIRST)
        assert ola.page.evaluate(BROKEN, "Industrialisieren") == 1


SECTION = """() => ["--cam-x", "--cam-y", "--cam-k"].map((name) =>
  document.getElementById("frame").style.getPropertyValue(name))"""


def test_the_map_on_a_phone_shows_the_same_section_after_a_look_at_another_tab(
    browser: Browser, server: Server
) -> None:
    with people(browser, server, "narrow", has_touch=True, is_mobile=True) as (ola,):
        sits_down(ola)
        lay_aside(ola)
        ola.until(CITY, "city-wien")
        before = ola.page.evaluate(SECTION)
        assert before[0] not in ("", "0px")
        for tab in ("you", "players", "board"):
            ola.page.locator(f"nav.tabs [data-tab={tab}]").tap()
        ola.until("document.querySelector('.part-board .view').clientWidth > 0")
        assert ola.page.evaluate(SECTION) == before


TABS = """() => Object.fromEntries([...document.querySelectorAll("nav.tabs [data-marks]")]
  .map((tab) => [tab.dataset.tab, tab.dataset.marks]))"""


def test_a_tab_on_a_phone_says_what_the_others_did_there(browser: Browser, server: Server) -> None:
    """Workers that somebody hired lie on another side of the table than the map."""
    with people(browser, server, "narrow", has_touch=True, is_mobile=True) as (ola,):
        sits_down(ola)
        hired = ola.page.locator("#since .tell[data-mark][data-places*='hire-']")
        assert (number := hired.first.get_attribute("data-mark"))
        noted = ola.page.evaluate(TABS)
        assert number in noted["market"].split(", ") and "board" not in noted, noted
        ola.page.locator("nav.tabs [data-tab=market]").tap()
        ola.until(f"!({TABS})().market")
        ola.page.locator("nav.tabs [data-tab=board]").tap()
        lay_aside(ola)
        ola.until(f"!Object.keys(({TABS})()).length")


ASKEW = """() => [...document.querySelectorAll(".score tfoot td b")].filter((sum, seat) => {
  const figure = document.querySelectorAll(".score tbody tr:first-child td b")[seat];
  return Math.abs(sum.getBoundingClientRect().left - figure.getBoundingClientRect().left) > 2;
}).length"""


def test_each_total_stands_below_the_figures_that_it_is_the_sum_of(browser: Browser, server: Server) -> None:
    with people(browser, server, "narrow", has_touch=True, is_mobile=True) as (ola,):
        ola.play_now("promethium")
        ola.let_run(random.Random(3), lambda sight: False)
        ola.page.locator(".score tfoot td").first.wait_for()
        assert ola.page.evaluate(ASKEW) == 0


FITS = """() => {
  const why = document.getElementById("why");
  why.innerHTML = `<b>No</b><span class="near">${"Take [3 factories] into slot 1, ".repeat(3)}</span>`;
  why.hidden = false;
  const near = why.querySelector(".near"), fits = near.scrollWidth <= near.clientWidth + 1;
  why.hidden = true;
  return fits;
}"""


def test_what_is_only_listed_is_pointed_at(browser: Browser, server: Server) -> None:
    """On another tab nothing glows for "thalers or a worker?"; a dot says where the list is."""
    with people(browser, server, "narrow", has_touch=True, is_mobile=True) as (ola,):
        ola.context.add_cookies([{"name": "mh-pace", "value": "off", "url": ola.server.address}])
        for luck in range(5, 25):  # it is not asked in each match
            ola.play_now("nucleum", "/first")
            ola.let_run(random.Random(luck), lambda sight: "worker" in sight["legal"])
            if ola.my_turn():
                break
        lay_aside(ola)
        ola.page.locator("nav.tabs [data-tab=you]").tap()
        assert ola.page.locator("#choices .act:visible").count() == 0
        assert ola.page.locator("nav.tabs [data-tab=board].glows").count() == 1
        assert ola.page.evaluate(FITS), "what one could do instead stays within the box"
        ola.page.locator("nav.tabs [data-tab=board]").tap()
        if ola.page.locator("#frame.zoomed").count():
            ola.page.locator("[data-zoom=fit]").tap()
        ola.until("!document.querySelector('#frame.zoomed')")
        assert ola.page.evaluate(UNDER) == [], "the button for the whole map lies over a place, or its glow"


UNDER = """() => {
  const button = document.querySelector(".zoom").getBoundingClientRect(), glow = 3;
  return [...document.querySelectorAll("svg.sheet [id^=site-]")].filter((site) => {
    const r = site.getBoundingClientRect();
    return r.right + glow > button.left && r.bottom + glow > button.top;
  }).map((site) => site.id);
}"""


LINE = """() => [...document.querySelectorAll("#prompt .stops li")].flatMap((step, at, all) => {
  const box = step.getBoundingClientRect(), ring = step.querySelector("i").getBoundingClientRect();
  const middle = ring.left + ring.width / 2, faults = [];
  const drawn = (side) => {
    const line = getComputedStyle(step, side);
    return line.content === "none" ? null : [box.left + parseFloat(line.left), box.right - parseFloat(line.right)];
  };
  const [to, from] = [drawn("::before"), drawn("::after")];
  const near = (a, b) => Math.abs(a - b) < 2;
  if (ring.left < 0 || box.left < 0 || box.right > innerWidth) faults.push(`${at} stands outside`);
  if (at ? !to || !near(to[0], box.left) || !near(to[1], middle) : to) faults.push(`to ${at}: ${to}`);
  const last = at === all.length - 1;
  if (last ? from : !from || !near(from[0], middle) || !near(from[1], box.right)) faults.push(`from ${at}`);
  if (at && !near(box.left, all[at - 1].getBoundingClientRect().right)) faults.push(`gap before ${at}`);
  return faults;
})"""


class Builder(random.Random):
    """Buys what there is and builds what it can: whoever sells at random seldom has more tiles than a project needs."""

    def choice(self, seq: Any) -> Any:
        begun = {action: str(action).split()[0] for action in seq}
        builds = [action for action in seq if begun[action] == "realise"]
        keeps = [action for action in seq if begun[action] not in ("sell", "decline", "skip")]
        return super().choice(builds or keeps or seq)


def several_tiles(sight: dict[str, Any]) -> bool:
    uses = [action for action in sight["legal"] if action.startswith("use ")]
    return len(uses) > 1


def test_the_tiles_of_a_project_on_a_phone(browser: Browser, server: Server) -> None:
    """The line of steps is whole, each tile has a name in it, and another tab begins at its top."""
    with people(browser, server, "narrow", has_touch=True, is_mobile=True) as (ola,):
        ola.context.add_cookies([{"name": "mh-pace", "value": "off", "url": ola.server.address}])
        for luck in range(1, 20):
            ola.play_now("promethium")
            ola.let_run(Builder(luck), several_tiles)
            if ola.my_turn() and "Tile 1 of" in ola.page.locator("#prompt .asked").inner_text():
                break
        else:
            pytest.fail("no project with more tiles than it needs")
        lay_aside(ola)
        assert ola.page.evaluate(LINE) == []
        ola.choose(next(action for action in ola.choices() if action.startswith("use ")))
        assert ola.my_turn()
        assert ola.page.evaluate(LINE) == []
        # With the first of them the others may follow: then no second is asked for.
        if "Tile 2 of" in ola.page.locator("#prompt .asked").inner_text():
            assert ola.page.locator("#prompt .stops .last span").inner_text().startswith("Tile 1")
        main = ola.page.locator("#main")
        main.evaluate("e => { e.scrollTop = 300; }")
        ola.page.locator("nav.tabs [data-tab=you]").tap()
        assert main.evaluate("e => e.scrollTop") == 0


CHOSEN_IN_SIGHT = """() => {
  const top = document.querySelector("#prompt").getBoundingClientRect().bottom;
  const low = [...document.querySelectorAll("#prompt .acts, #since")].filter((e) => e.checkVisibility());
  const bottom = Math.min(...low.map((e) => e.getBoundingClientRect().top));
  return [...document.querySelectorAll("#choices .act, svg.sheet a.mh-legal")].some((e) => {
    const box = e.getBoundingClientRect();
    return e.checkVisibility() && box.height > 0 && box.top >= top && box.bottom <= bottom;
  });
}"""


def deals_elements(sight: dict[str, Any]) -> bool:
    return len(sight["legal"]) > 2 and sight["legal"][-1].split()[0] in ("stock", "steal") and sight["rev"] > 9


@pytest.mark.parametrize("luck", [21, 22])
def test_what_lies_below_the_board_comes_into_sight_when_it_is_asked_for(
    browser: Browser, server: Server, luck: int
) -> None:
    """Which element goes to the Stock: all three lay below the fair, or below the tale."""
    with people(browser, server, "narrow", has_touch=True, is_mobile=True) as (ola,):
        ola.play_now("promethium")
        ola.let_run(random.Random(luck), deals_elements)
        assert ola.my_turn()
        ola.until(CHOSEN_IN_SIGHT)
        lay_aside(ola)
        # What lies beyond the screen says so, below and above, and one tap leads there.
        beyond, main, many = ola.page.locator("#beyond"), ola.page.locator("#main"), len(ola.choices())
        expect(beyond).to_be_hidden()
        ola.page.set_viewport_size({"width": 390, "height": 430})
        for end, way in (("0", "below"), ("e.scrollHeight", "above")):
            main.evaluate(f"e => e.scrollTo({{ top: {end}, behavior: 'instant' }})")
            expect(beyond).to_have_text(re.compile(rf"[1-{many}] more {way}"))
            beyond.tap()
            ola.until(CHOSEN_IN_SIGHT)
