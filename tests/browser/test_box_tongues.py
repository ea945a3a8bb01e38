"""The pages of an owner's box in all languages: axe-core finds nothing, and on a phone nothing is wider than it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from browser.kit import Person, Server, people
from browser.test_by_hand import do_all, tell_card
from browser.test_owners import TITLE, begin
from machinehall.words import languages

SHORT = "de"
"""The language of the short run: its words are the longest."""
TONGUES = [lang if lang == SHORT else pytest.param(lang, marks=pytest.mark.long) for lang in languages()]


def sound(person: Person, where: str) -> None:
    """What is in sight is accessible, in the language that was wished, and fits the screen."""
    screen = person.page.viewport_size
    assert screen is not None
    assert not (found := person.accessible()), (where, found)
    assert person.page.evaluate("document.documentElement.scrollWidth") <= screen["width"], where


def speaking(person: Person, lang: str) -> None:
    person.context.add_cookies([{"name": "mh-lang", "value": lang, "url": person.server.address}])


def took(person: Person, css: str) -> None:
    rev = person.rev
    person.page.locator(css).first.tap()
    person.moved_on(rev)
    person.my_turn()


@pytest.mark.parametrize("lang", TONGUES)
def test_table_mode(browser: Browser, server: Server, lang: str) -> None:
    with people(browser, server, "narrow", bypass_csp=True, has_touch=True) as (ola,):
        speaking(ola, lang)
        ola.go("/new?title=nucleum&alone=1&real=1")
        sound(ola, "new table")
        ola.page.locator("#open").tap()
        ola.my_turn()
        assert ola.page.locator("html").get_attribute("lang") == lang
        sound(ola, "set-up")
        took(ola, "#draw-all")
        sound(ola, "tasks")
        do_all(ola)
        sound(ola, "cards")
        took(ola, "#deck .act")
        while ola.page.locator("#draw-kind").count():
            do_all(ola)
            if ola.page.locator("#told-by").count():
                sound(ola, "a card told by its features")
                tell_card(ola)
            else:
                took(ola, "#draw-kind")
        do_all(ola)
        ola.page.locator(".onward button").first.wait_for()
        sound(ola, "own turn")
        ola.page.locator("#to-mend").tap()
        ola.page.wait_for_url("**/mend")
        sound(ola, "comparing")
        ola.page.locator(".mend-heap[open] a").first.tap()
        ola.page.locator("#choose").wait_for()
        sound(ola, "putting right")
        ola.go(f"/t/{ola.match}/pad")
        ola.page.locator('input[name="score.resources-1"]').focus()
        sound(ola, "pad of the match")
        ola.go("/pad?title=imperial-steam&players=4")
        ola.page.locator("[data-counts]").first.focus()
        sound(ola, "pad")


def typed(ola: Person, cost: str, then: str = "saved=1") -> None:
    """The open tile with another price, kept."""
    ola.page.fill("#f-station_cost", cost)
    ola.page.press("#f-station_cost", "Enter")
    ola.page.wait_for_url(f"**{then}*")


@pytest.mark.parametrize("size", ["wide", "narrow"])
@pytest.mark.parametrize("lang", TONGUES)
def test_owners(browser: Browser, server: Server, lang: str, size: str) -> None:
    with people(browser, server, size, bypass_csp=True) as (ola,):
        speaking(ola, lang)
        ola.go("/owners")
        sound(ola, "owners")
        other = begin(ola)
        ola.page.goto(f"{other}?file=city_tiles")
        record = ola.page.locator("#record span").inner_text()
        typed(ola, "80")
        pack = begin(ola)
        ola.page.goto(f"{pack}?file=city_tiles&record={record}")
        ola.page.fill("#f-station_cost", "35")
        ola.page.locator("[data-fault=station_cost]").wait_for()
        sound(ola, "a fault")
        typed(ola, "70")
        ola.page.goto(f"{pack}?file=city_tiles&record={record}")
        sound(ola, "typed, with its history")
        for place in ("/differences", "/try", "/share"):
            ola.page.goto(pack + place)
            sound(ola, place)
        ola.page.locator(".things a").first.click()
        ola.page.locator("input[name^='take:city_tiles/']").first.wait_for(state="attached")
        sound(ola, "apart")
        ola.go("/owners")
        sound(ola, f"packs of {TITLE}")
