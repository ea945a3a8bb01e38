"""Two people at one table: an invitation behind #, a seat that waits for its player, somebody not heard any more."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from browser.kit import Person, Server, people


def invited(ola: Person, marek: Person) -> str:
    """A table of two, the second by the link of the invitation, whose code is in no request."""
    asked: list[str] = []
    for person in (ola, marek):
        person.page.on("request", lambda request: asked.append(request.url.partition("#")[0]))
    ola.call_me("Ola")
    marek.call_me("Marek")
    ola.new_table("you", "friend")
    link = ola.link
    assert "#" not in ola.page.url
    ola.page.reload()  # whoever opened the table has it again
    assert ola.link == link
    marek.page.goto(link)
    expect(marek.page.locator("#code")).to_be_hidden()
    marek.page.click("#sit")
    ola.page.locator("#start").click()
    for person in (ola, marek):
        person.at_table()
    code = link.partition("#")[2]
    assert len(code) > 20 and not any(code in address for address in asked)
    return ola.match


@pytest.mark.parametrize("size", ["narrow", pytest.param("wide", marks=pytest.mark.long)])
def test_a_seat_waits_for_its_player(browser: Browser, server: Server, size: str) -> None:
    with people(browser, server, size, size) as (ola, marek):
        match = invited(ola, marek)
        answer = marek.page.request.post(
            f"/api/v1/matches/{match}/leave", data={"seat": 1}, headers={"origin": server.address}
        )
        assert answer.ok
        ola.page.locator("[data-takeover='1']").click()
        back = marek.page.locator("#come-back")
        expect(back).to_be_visible()  # by the news of the stream
        assert marek.accessible() == []
        back.click()
        expect(marek.page.locator("#come-back")).to_have_count(0)
        expect(ola.page.locator("#notices")).to_contain_text("Marek is back.")


def test_somebody_is_not_heard_any_more(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide", "wide") as (ola, marek):
        invited(ola, marek)
        for person in (ola, marek):
            person.fold_cards()
        marek.page.click("#dock-tab-chat")
        marek.page.fill("#speak-text", "rude words")
        marek.page.keyboard.press("Enter")
        ola.page.click("#dock-tab-chat")
        expect(ola.page.locator("#said")).to_contain_text("rude words")
        ola.page.click("[data-hush]")
        expect(ola.page.locator("#menu [data-mute]")).to_have_count(2)
        assert ola.accessible() == []
        ola.page.locator("#menu [data-mute]").first.click()
        expect(ola.page.locator("#said")).not_to_contain_text("rude words")
        ola.page.goto("/account")
        expect(ola.page.locator("#quiet")).to_contain_text("Marek")
        assert ola.accessible() == []
        ola.page.locator("#quiet button").click()
        expect(ola.page.locator("#quiet")).not_to_contain_text("Marek")
