"""The rulebook in a browser: search as one types, search without script, links that find their rule, print."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from browser.kit import Server, people


def test_the_search_box_filters_as_one_types(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide", locale="fr-FR") as (ola,):
        ola.go("/rules/promethium")
        shown = ola.page.locator(".paper .rules-list > div:visible")
        everything = shown.count()
        ola.page.fill("#q", "defaussez chimiste")  # accents do not matter
        expect(ola.page.locator(".found")).not_to_be_empty()
        expect(ola.page.locator("[id='PR-6.8']")).to_be_visible()
        expect(ola.page.locator("#chapter-1")).to_be_hidden()
        assert 0 < shown.count() < 5
        expect(ola.page).to_have_url(re.compile("q=defaussez"))
        ola.page.fill("#q", "zeppelin")
        expect(ola.page.locator(".found")).to_have_text("Aucune règle ne contient tous ces mots.")
        ola.page.fill("#q", "")
        expect(shown).to_have_count(everything)


def test_a_link_finds_its_rule_also_when_the_search_has_hidden_it(browser: Browser, server: Server) -> None:
    with people(browser, server, "narrow", locale="en-GB") as (ola,):
        ola.go("/rules/nucleum?q=uranium#NU-16.11")
        expect(ola.page.locator("[id='NU-16.11']")).to_be_in_viewport()
        assert not ola.page.evaluate("document.documentElement.scrollWidth > window.innerWidth")


def test_without_script_the_server_searches_and_links(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide", java_script_enabled=False, locale="en-GB") as (ola,):
        ola.page.goto("/rules/imperial-steam")
        ola.page.fill("#q", "semmering token")
        ola.page.click("form.find button")
        expect(ola.page.locator("[id='IS-8.15']")).to_be_visible()
        expect(ola.page.locator("[id='IS-8.1']")).to_be_hidden()
        ola.page.click("text=Two-page summary")
        ola.page.click("main a[href='/rules/imperial-steam#IS-7.4']")
        expect(ola.page).to_have_url(re.compile("/rules/imperial-steam#IS-7.4$"))


def test_on_paper_only_the_text_is_left(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide", color_scheme="dark") as (ola,):
        ola.go("/rules/nucleum/summary")
        ola.page.emulate_media(media="print")
        expect(ola.page.locator(".bar")).to_be_hidden()
        expect(ola.page.locator(".toc")).to_be_hidden()
        assert ola.page.evaluate("getComputedStyle(document.querySelector('article')).color") == "rgb(0, 0, 0)"
