"""A recovery link in a real browser: the code goes into the form and out of the address."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from browser.kit import Server, people


def test_a_recovery_link_is_followed(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,), people(browser, server, "narrow") as (phone,):
        ola.go("/settings")
        ola.page.locator("#name").fill("Ola")
        ola.page.get_by_role("button", name="Keep").click()
        ola.go("/account")
        ola.page.get_by_role("button", name="Make a new link").click()
        link = ola.page.locator("#recovery").input_value()
        phone.page.goto(link)
        expect(phone.page.locator("#code")).to_have_value(link.split("#")[1])
        assert phone.page.url.endswith("/recover")
        phone.page.get_by_role("button", name="Come back").click()
        phone.go("/account")
        expect(phone.page.locator("main")).to_contain_text("Ola")
