"""A server for translators: whoever points at a sentence, or takes it from the list, learns its message id."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.kit import Person, Server, people
from machinehall.words import load, say


@pytest.fixture
def translators(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path, None, "--translating")
    made.start()
    yield made
    made.stop()


def test_a_sentence_tells_its_message_id(browser: Browser, translators: Server) -> None:
    with people(browser, translators, "wide", locale="de-DE") as (ola,):
        ola.play_now("imperial-steam")
        ola.past_cards()
        rev = ola.rev
        assert ola.accessible() == []
        points_at_things(ola)
        takes_from_the_list(ola)
        assert ola.rev == rev, "nothing was played"
        assert ola.faults == []


def points_at_things(ola: Person) -> None:
    """While one points, buttons and the board tell what they say and do nothing."""
    page, dialog = ola.page, ola.page.locator("#message")
    pick, first, close = page.locator("[data-pick]"), dialog.locator("code").first, dialog.locator("form button")
    pick.click()
    expect(pick).to_have_attribute("aria-pressed", "true")
    page.locator("#question").click()
    expect(first).to_contain_text("imperial-steam.prompt.")
    expect(dialog).to_contain_text("machinehall/titles/imperial_steam/words/de.po:")
    assert ola.accessible() == []
    close.click()
    button = page.locator("#prompt .act:visible").first
    label = button.inner_text().split("\n")[0]
    button.click()
    expect(dialog).to_be_visible()
    expect(dialog.locator("h2", has_text=label).first).to_be_visible()
    expect(dialog.locator("dd", has_text=label).first).to_be_visible()
    close.click()
    expect(dialog).not_to_be_visible()
    page.keyboard.press("Escape")
    expect(pick).to_have_attribute("aria-pressed", "false")


def takes_from_the_list(ola: Person) -> None:
    """By the keyboard alone; the list has also what only screen readers say."""
    page, dialog = ola.page, ola.page.locator("#message")
    page.locator("[data-all]").focus()
    page.keyboard.press("Enter")
    expect(dialog.locator("li").nth(30)).to_be_attached()
    dialog.get_by_role("button", name=say("de")("web.skip"), exact=True).focus()
    page.keyboard.press("Enter")
    expect(dialog.locator("code").first).to_have_text("web.skip")
    expect(dialog).to_contain_text(load("en").sentences["web.skip"][0])
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
