"""The example title, a package of its own, in a real browser: what the kernel brings is enough to play."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from example_title.install import install
from playwright.sync_api import Browser

from browser.kit import Server, expect, people


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own: the other tests know only our titles."""
    folder = tmp_path_factory.mktemp("example")
    made = Server(folder, install(folder))
    made.start()
    yield made
    made.stop()


def test_a_whole_match_of_a_title_from_outside(browser: Browser, hall: Server) -> None:
    """One person against a bot, every decision by the mouse."""
    with people(browser, hall, "wide") as (ola,):
        ola.go("/")
        expect(ola.page.locator("#play-kalah")).to_be_visible()
        ola.new_table("you", "bot", title="kalah")
        assert ola.play_out(random.Random(4)) > 3  # how long it takes is the bot's to say, too
        expect(ola.page.locator(".end-page h1")).to_be_visible()
