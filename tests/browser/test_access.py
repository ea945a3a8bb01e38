"""Everyone: axe-core finds nothing on any page; pages stay light and strangers are not asked."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from browser.kit import Server, people

PAGES = (
    "/", "/learn", "/new?title=promethium", "/rules", "/rules/promethium?q=lobby", "/rules/nucleum/summary",
    "/rules/nucleum/glossary", "/rules/imperial-steam/components", "/rules/imperial-steam/examples", "/rules/house",
    "/settings", "/account", "/recover", "/replays", "/feats", "/nowhere",
)  # fmt: skip
SCREENS = [("wide", "light"), ("wide", "dark"), ("narrow", "light"), ("medium", "dark")]


@pytest.mark.parametrize(("size", "theme"), SCREENS)
def test_axe_finds_nothing(browser: Browser, server: Server, size: str, theme: str) -> None:
    with people(browser, server, size, color_scheme=theme, bypass_csp=True, reduced_motion="reduce") as (ola,):
        for path in PAGES:
            ola.go(path)
            assert not (found := ola.accessible()), (path, found)
        ola.faults.clear()  # /nowhere is not there
        ola.play_now()
        assert not (found := ola.accessible()), found
        for _ in range(3):
            ola.choose(ola.choices()[0])
            ola.my_turn()
        assert not (found := ola.accessible()), found
        if size != "wide":
            for tab in ("you", "market", "players", "log"):
                ola.page.locator(f"nav.tabs [data-tab={tab}]").click()
                assert not (found := ola.accessible()), (tab, found)


def test_pages_are_light(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        loaded: list[tuple[str, int]] = []

        def count(response: object) -> None:
            sizes = response.request.sizes()  # type: ignore[attr-defined]
            loaded.append((response.url, sizes["responseBodySize"]))  # type: ignore[attr-defined]

        ola.go("/")
        ola.page.on("requestfinished", lambda request: count(request.response()))
        ola.page.click("#play-promethium")
        ola.my_turn()
        ola.choose(ola.choices()[0])
        ola.my_turn()
        first = sum(size for url, size in loaded if "/act" not in url and "/view" not in url)
        views = [size for url, size in loaded if url.endswith("/act") or "/view" in url]
        assert first < 300_000 and views and max(views) < 60_000
