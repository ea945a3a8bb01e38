"""The review in the browser: it is found from the end and from the replay, fills itself, keeps what is opened."""

from __future__ import annotations

import random
import re

import pytest
from often import now_and_then
from playwright.sync_api import Browser

from browser.kit import Server, expect, people


@pytest.mark.parametrize(
    ("size", "theme"), now_and_then([("wide", "dark"), ("narrow", "light")], [("narrow", "light")])
)
def test_a_review_from_the_end_of_a_match(browser: Browser, server: Server, size: str, theme: str) -> None:
    with people(browser, server, size, color_scheme=theme, bypass_csp=True) as (ola,):
        ola.new_table("you", "here")
        ola.let_run(random.Random(1), lambda sight: False)
        ola.page.locator("#to-review").click()
        ola.page.locator(".review").wait_for()
        # Curve and account come first; the page puts them in place by itself.
        ola.until("document.querySelectorAll('.review svg.chart').length >= 2")
        assert not (found := ola.accessible()), found
        assert ola.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        ola.page.locator(".rv-figures summary").click()
        assert ola.page.locator(".rv-figures tbody tr").count() > 20
        ola.page.locator(".rv-chips a:not(.on)").click()
        expect(ola.page.locator(".rv-chips a").nth(1)).to_have_attribute("aria-current", "true")
        expect(ola.page).to_have_url(re.compile("seat=1$"))
        assert not (found := ola.accessible()), found
        ola.go(f"/t/{ola.match}/at/20")
        expect(ola.page.locator("#to-review")).to_have_attribute("href", f"/t/{ola.match}/review")


@pytest.mark.long
def test_a_review_until_it_is_whole(browser: Browser, server: Server) -> None:
    """The page fills itself; a better turn is hidden until it is opened, and one can play on from there."""
    with people(browser, server, "wide", bypass_csp=True) as (ola,):
        ola.new_table("you", "here")
        ola.let_run(random.Random(1), lambda sight: False)
        ola.page.locator("#to-review").click()
        ola.until("!!document.querySelector('.rv-key') || !document.querySelector('[data-growing]')")
        ola.until("!!document.querySelector('.review') && !document.querySelector('[data-growing]')")
        key = ola.page.locator(".rv-key").first
        if key.count():
            key.locator(".rv-ways-on a").click()
            ola.page.locator("#show-better").click()
            expect(ola.page.locator("#reasons table")).to_be_visible()
            assert not (found := ola.accessible()), found
            ola.page.locator("#play-on").click()
            expect(ola.page).to_have_url(re.compile("/continue"))
