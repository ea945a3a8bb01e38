"""Pointing at a player's panel says in words what its signs mean, in every title."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from browser.kit import Person, Server, expect, people

NAMED = {
    "promethium": ("Money 15", "Influence 6", "Lobby tokens 0", "Bid tokens: 8 in hand, 0 on the grid, 0 lost"),
    "imperial-steam": ("Income of a round +10", "Tracks laid 0 /18", "Stations built 1 /3", "Workers in training"),
    "nucleum": ("Thalers", "Workers, and those in reserve", "turbines 0", "mines 0", "Rails 0"),
}


def points_at(ola: Person, place: str) -> None:
    """At the heading of a panel, where nothing else lies."""
    box = ola.page.locator(f"[id='{place}']").bounding_box()
    assert box is not None
    ola.page.mouse.move(5, 5)
    ola.page.mouse.move(box["x"] + box["width"] - 12, box["y"] + 10)


@pytest.mark.parametrize("title", NAMED)
def test_a_panel_names_its_figures(browser: Browser, server: Server, title: str) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.play_now(title)
        ola.my_turn()
        # Each bid of the bots renews the panels, and what told of the old one is gone.
        ola.until("document.querySelectorAll('.scores .now').length < 2")
        if ola.page.locator("#fold").count():
            ola.page.locator("#fold").click()
        points_at(ola, "seat-1")
        for said in NAMED[title]:
            expect(ola.page.locator("#tip")).to_contain_text(said)
        expect(ola.page.locator("#tip b").first).to_have_text(ola.page.locator("[id='seat-1'] > title").inner_html())
