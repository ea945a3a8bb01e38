"""Everyone: axe-core finds nothing on any page; pages stay light and strangers are not asked."""

from __future__ import annotations

import random
from itertools import product

import pytest
from often import now_and_then
from playwright.sync_api import Browser
from stages import Stage, titles_from

from browser.kit import Server, expect, people

PAGES = (
    *("/", "/learn", "/rules", "/rules/house", "/settings", "/account", "/recover", "/replays", "/feats", "/nowhere"),
    *("/rules/nucleum/summary", "/rules/nucleum/glossary", "/rules/imperial-steam/components"),
    "/rules/imperial-steam/examples",
    *(f"/new?title={title}" for title in titles_from(Stage.DRAWN)),
    *(f"/rules/{title}?q=track" for title in titles_from(Stage.DRAWN)),
)
SCREENS = list(product(("wide", "medium", "narrow"), ("light", "dark")))
HALVES = [("wide", "dark", PAGES[::2]), ("narrow", "light", PAGES[1::2])]
"""Each page on one screen in every run of the suite; on all of them in `make test-long`."""
TITLES = titles_from(Stage.DRAWN)
TABLES = [("imperial-steam", "wide", "dark"), ("nucleum", "narrow", "light")]
"""The tables that are looked at each time."""


@pytest.mark.parametrize(
    ("size", "theme", "pages"), now_and_then([*HALVES, *((*screen, PAGES) for screen in SCREENS)], HALVES)
)
def test_axe_finds_nothing_on_any_page(
    browser: Browser, server: Server, size: str, theme: str, pages: tuple[str, ...]
) -> None:
    with people(browser, server, size, color_scheme=theme, bypass_csp=True) as (ola,):
        for path in pages:
            ola.go(path)
            assert not (found := ola.accessible()), (path, found)
        ola.faults.clear()  # /nowhere is not there


@pytest.mark.parametrize(
    ("title", "size", "theme"), now_and_then(((title, *screen) for title in TITLES for screen in SCREENS), TABLES)
)
def test_axe_finds_nothing_at_a_table(browser: Browser, server: Server, size: str, theme: str, title: str) -> None:
    """The first question, a later one, every tab, a past position."""
    with people(browser, server, size, color_scheme=theme, bypass_csp=True) as (ola,):
        ola.play_now(title)
        assert not (found := ola.accessible()), found
        ola.let_run(random.Random(1), lambda sight: sight["number"] > 50)
        ola.past_cards()
        assert not (found := ola.accessible()), found
        if size != "wide":
            for tab in ("you", "market", "players", "log"):
                ola.page.locator(f"nav.tabs [data-tab={tab}]").click()
                assert not (found := ola.accessible()), (tab, found)
        ola.go(f"/t/{ola.match}/at/12")
        assert not (found := ola.accessible()), found


@pytest.mark.parametrize("title", now_and_then(TITLES, ["nucleum"]))
def test_axe_finds_nothing_at_the_end(browser: Browser, server: Server, title: str) -> None:
    with people(browser, server, "wide", color_scheme="light", bypass_csp=True) as (ola,):
        ola.new_table("you", "here", title=title)
        ola.let_run(random.Random(1), lambda sight: False)
        for theme in ("light", "dark"):
            ola.page.context.add_cookies([{"name": "mh-theme", "value": theme, "url": server.address}])
            ola.go(f"/t/{ola.match}")
            expect(ola.page.locator(".end-page")).to_be_visible()
            assert not (found := ola.accessible()), found


@pytest.mark.parametrize("title", TITLES)
def test_pages_are_light(browser: Browser, server: Server, title: str) -> None:
    with people(browser, server, "wide") as (ola,):
        loaded: list[tuple[str, int]] = []

        def count(response: object) -> None:
            sizes = response.request.sizes()  # type: ignore[attr-defined]
            loaded.append((response.url, sizes["responseBodySize"]))  # type: ignore[attr-defined]

        ola.go("/")
        ola.page.on("requestfinished", lambda request: count(request.response()))
        ola.page.click(f"#play-{title}")
        ola.my_turn()
        ola.choose(ola.choices()[0])
        ola.my_turn()
        first = sum(size for url, size in loaded if "/act" not in url and "/view" not in url)
        views = [size for url, size in loaded if url.endswith("/act") or "/view" in url]
        assert first < 300_000 and views and max(views) < 60_000
