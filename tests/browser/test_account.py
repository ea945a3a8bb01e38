"""Recovery links and passkeys in a real browser, the passkeys with an authenticator of its own."""

from __future__ import annotations

import re
from typing import Any

import pytest
from often import now_and_then
from playwright.sync_api import Browser, expect

from browser.kit import PATIENCE, SIZES, Server, people


def test_a_recovery_link_is_followed(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,), people(browser, server, "narrow") as (phone,):
        ola.go("/settings")
        ola.page.locator("#name").fill("Ola")
        ola.page.get_by_role("button", name="Save").click()
        ola.go("/account")
        ola.page.get_by_role("button", name="Create a new link").click()
        # The server gave a path, the browser knows where it is.
        expect(ola.page.locator("#recovery")).to_have_value(re.compile(re.escape(f"{server.address}/recover#")))
        link = ola.page.locator("#recovery").input_value()
        phone.page.goto(link)
        expect(phone.page.locator("#code")).to_have_value(link.split("#")[1])
        expect(phone.page).to_have_url(re.compile("/recover$"))
        phone.page.get_by_role("button", name="Come back").click()
        expect(phone.page.locator("main")).to_contain_text("Ola")
        assert phone.page.locator("#recovery").input_value() != link  # the old one is used up
        ola.go("/account")
        expect(ola.page.locator(".bar .me")).to_have_count(0)


class Device:
    """A window on localhost, where browsers allow passkeys without https, with an authenticator of its own."""

    def __init__(self, browser: Browser, server: Server, size: str = "wide", **more: Any) -> None:
        width, height = SIZES[size]
        here = f"http://localhost:{server.port}"
        self.context = browser.new_context(viewport={"width": width, "height": height}, base_url=here, **more)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.wire = self.context.new_cdp_session(self.page)
        self.wire.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
            "isUserVerified": True, "automaticPresenceSimulation": True,
        }  # fmt: skip
        added = self.wire.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self.authenticator = added["authenticatorId"]

    def keys(self) -> list[dict[str, Any]]:
        found = self.wire.send("WebAuthn.getCredentials", {"authenticatorId": self.authenticator})
        credentials: list[dict[str, Any]] = found["credentials"]
        return credentials

    def call_me(self, name: str) -> None:
        self.page.goto("/settings")
        self.page.fill("#name", name)
        self.page.click("form.dialog button.go")

    def named(self, name: str) -> None:
        expect(self.page.locator(".bar .me")).to_have_text(name)


def test_a_passkey_is_made_and_signs_in(browser: Browser, server: Server) -> None:
    ola = Device(browser, server)
    ola.call_me("Ola")
    ola.page.goto("/account")
    ola.page.fill("#key-name", "Desk")
    ola.page.get_by_role("button", name="Add a passkey").click()
    expect(ola.page.locator("#keys .things li")).to_have_count(1)
    expect(ola.page.locator("#keys .rename input[name=name]")).to_have_value("Desk")
    (key,) = ola.keys()
    assert key["isResidentCredential"] and key["rpId"] == "localhost"
    # The device has it already: it says no, and nothing changes.
    ola.page.get_by_role("button", name="Add a passkey").click()
    expect(ola.page.locator("#keys [data-passkey-note]")).to_contain_text("did not finish")
    expect(ola.page.locator("#keys .things li")).to_have_count(1)
    ola.page.get_by_role("button", name="Sign out", exact=True).last.click()
    expect(ola.page.locator(".bar .me")).to_have_count(0)
    ola.page.goto("/account")
    ola.page.get_by_role("button", name="Sign in with a passkey").click()
    ola.named("Ola")
    assert ola.keys()[0]["signCount"] > key["signCount"]
    ola.page.goto("/account")
    ola.page.get_by_role("button", name="Remove: Desk").click()
    expect(ola.page.locator("[role=status]").first).to_contain_text("removed")
    ola.page.get_by_role("button", name="Sign out", exact=True).last.click()
    ola.page.goto("/account")
    ola.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(ola.page.locator("[data-passkey-note]").first).to_contain_text("no longer known here")
    ola.context.close()


def test_without_the_devices_consent_nobody_gets_in(browser: Browser, server: Server) -> None:
    ola = Device(browser, server)
    ola.call_me("Ola")
    ola.page.goto("/account")
    ola.page.get_by_role("button", name="Add a passkey").click()
    expect(ola.page.locator("#keys .things li")).to_have_count(1)
    ola.page.get_by_role("button", name="Sign out", exact=True).last.click()
    ola.wire.send("WebAuthn.setUserVerified", {"authenticatorId": ola.authenticator, "isUserVerified": False})
    ola.page.goto("/account")
    ola.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(ola.page.locator("[data-passkey-note]").first).to_contain_text("did not finish")
    expect(ola.page.locator(".bar .me")).to_have_count(0)
    ola.context.close()


def test_without_a_script_the_page_says_what_works(browser: Browser, server: Server) -> None:
    ola = Device(browser, server, java_script_enabled=False)
    ola.page.goto("/account")
    expect(ola.page.locator("main")).to_contain_text("Passkeys need JavaScript")
    expect(ola.page.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()
    ola.page.fill("#login", "no-script")
    ola.page.fill("#password", "correct horse")
    ola.page.get_by_role("button", name="Create the account").click()
    expect(ola.page.locator("[role=status]").first).to_contain_text("created")
    ola.page.get_by_role("button", name="Sign out", exact=True).last.click()
    ola.page.goto("/account")
    ola.page.fill("#old-login", "no-script")
    ola.page.fill("#old-password", "correct horse")
    ola.page.get_by_role("button", name="Sign in", exact=True).click()
    expect(ola.page.locator(".bar .me")).to_have_count(1)
    ola.context.close()


@pytest.mark.parametrize("size", now_and_then(["wide", "narrow"], ["narrow"]))
def test_the_page_is_accessible_with_everything_on_it(browser: Browser, server: Server, size: str) -> None:
    with people(browser, server, size) as (ola,):
        ola.go("/account")
        assert ola.accessible() == []
        ola.call_me("Ola")
        ola.go("/account")
        for summary in ola.page.locator("main summary").all():
            summary.click()
        assert ola.accessible() == []
        assert ola.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        for path in ("/confirm", "/stop?t=x", "/recover"):
            ola.go(path)
            assert ola.accessible() == []
