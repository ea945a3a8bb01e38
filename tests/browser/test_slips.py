"""Slips: what a place costs and gives stands beside it, on large screens too, and hides neither it nor others."""

from __future__ import annotations

import random

from playwright.sync_api import Browser

from browser.kit import Person, Server, expect, people

SCREENS = ((1366, 768), (2560, 1440), (1024, 768))
MANY = """() => [...document.querySelectorAll("#part-board a.mh-legal[data-acts]")]
  .filter((one) => one.dataset.acts.includes("|")).map((one) => one.id)"""
BESIDE = """([box, id]) => {
  const a = document.querySelector(box).getBoundingClientRect();
  const b = document.getElementById(id).getBoundingClientRect();
  const dx = Math.max(a.left - b.right, b.left - a.right), dy = Math.max(a.top - b.bottom, b.top - a.bottom);
  const inside = a.left >= 0 && a.top >= 0 && a.right <= innerWidth && a.bottom <= innerHeight;
  return inside && Math.max(dx, dy) >= 0 && Math.max(dx, dy) <= 40;
}"""


def stands_beside(ola: Person, box: str, place: str) -> None:
    ola.until(BESIDE, [box, place])


def shows_its_slip(ola: Person, place: str) -> None:
    """By pointing what it costs, by a click the ways to choose it; both beside it."""
    menu = ola.page.locator("#menu.slip[open]")
    ola.page.mouse.move(5, 5)
    ola.page.mouse.move(*ola.aim(place))
    expect(ola.page.locator("#tip")).to_be_visible()
    stands_beside(ola, "#tip", place)
    ola.page.mouse.click(*ola.aim(place))
    expect(menu).to_be_visible()
    stands_beside(ola, "#menu", place)
    expect(ola.page.locator(f"[id='{place}'].slipped")).to_have_count(1)


def goes_on_to_another(ola: Person) -> None:
    """A click on another place, beside the slip of the first, opens that one's."""
    first, *more = ola.page.evaluate(MANY)
    spots = {one: ola.aim(one) for one in more}
    shows_its_slip(ola, first)
    box = ola.page.locator("#menu").bounding_box()
    assert box is not None
    left, right, top, bottom = box["x"], box["x"] + box["width"], box["y"], box["y"] + box["height"]
    away = {one: (x, y) for one, (x, y) in spots.items() if not (left <= x <= right and top <= y <= bottom)}
    other, at = next(iter(away.items()))
    ola.page.mouse.click(*at)
    expect(ola.page.locator(f"[id='{other}'].slipped")).to_have_count(1)
    stands_beside(ola, "#menu", other)


def test_a_slip_stands_beside_its_place(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide", bypass_csp=True) as (ola,):
        ola.play_now("nucleum")
        ola.let_run(random.Random(5), lambda sight: sum(text.startswith("urbanize") for text in sight["legal"]) > 9)
        for screen in SCREENS:
            ola.screen(*screen)
            assert ola.my_turn()
            shows_its_slip(ola, ola.page.evaluate(MANY)[0])
            if screen == SCREENS[0]:
                assert not (found := ola.accessible()), found
            ola.page.keyboard.press("Escape")
            expect(ola.page.locator("#menu.slip[open], .slipped")).to_have_count(0)
        # A row of the list shows its place, and a number takes one of the ways.
        ola.screen(1440, 900)
        ola.my_turn()
        ola.open_list()
        ola.page.locator("#choices .act").first.hover()
        expect(ola.page.locator("svg.sheet a.mh-legal.lit").first).to_be_attached()
        goes_on_to_another(ola)
        rev = ola.rev
        ola.page.keyboard.press("2")
        ola.moved_on(rev)
