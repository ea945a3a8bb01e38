"""Alone against the Baron in a real browser: two clicks to a first move, a table of one's own making, feats."""

from __future__ import annotations

import pytest
from often import now_and_then
from playwright.sync_api import Browser

from browser.kit import Person, Server, expect, people


def take(person: Person, action: str) -> None:
    """A choice of the list, and then what follows on it."""
    rev = person.rev
    person.page.locator(f':is(#deck, #choices, #prompt) button[data-act="{action}"]').click()
    person.moved_on(rev)
    person.my_turn()


@pytest.mark.parametrize(("size", "theme"), now_and_then([("wide", "light"), ("narrow", "dark")], [("narrow", "dark")]))
def test_two_clicks_to_a_first_move_against_the_baron(browser: Browser, server: Server, size: str, theme: str) -> None:
    with people(browser, server, size, color_scheme=theme, bypass_csp=True) as (ola,):
        ola.go("/")
        ola.page.click("#play-nucleum")
        ola.my_turn()
        take(ola, ola.choices()[0])
        expect(ola.page.locator(".scores")).to_contain_text("Baron" if size == "wide" else "0")
        take(ola, "recharge")  # its marker has but one place to go
        ola.page.locator("#dock-tab-log" if size == "wide" else "nav.tabs [data-tab=log]").click()
        # What the Baron does first is a matter of luck: not every entry of his turn names him.
        expect(ola.page.locator(".log li").filter(has_text="Baron").first).to_be_visible()
        his = ':is([href*="/rules/nucleum#NU-23."], [href*="/rules/nucleum#NU-24."])'
        expect(ola.page.locator(f".log a.rule{his}").first).to_be_visible()
        assert not (found := ola.accessible()), found


def test_a_table_with_two_barons_and_challenges(browser: Browser, server: Server) -> None:
    with people(browser, server, "narrow", bypass_csp=True) as (ola,):
        ola.go("/new?title=nucleum")
        ola.page.click("#alone")
        ola.page.click("text=Two Barons")
        expect(ola.page.locator("input[name='option.barons'][value='2']")).to_be_checked()
        ola.page.locator("input[type=checkbox][name='option.frederik_9']").check(force=True)
        assert not (found := ola.accessible()), found
        ola.page.click("#open")
        ola.my_turn()
        expect(ola.page.locator(".scores li")).to_have_count(3)
        ola.go("/feats")
        expect(ola.page.locator("li.feat")).to_have_count(20)
        wide = ola.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390
