"""Why a place cannot be chosen, asked where the eye aims: once, in one box, and by the rule that really forbids it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from .kit import Person, Server, expect, people

MIDDLE = """(id) => {
  const way = document.getElementById(id).querySelector("path"), to = way.getScreenCTM();
  const p = way.getPointAtLength(way.getTotalLength() / 2);
  return [to.a * p.x + to.c * p.y + to.e, to.b * p.x + to.d * p.y + to.f];
}"""


def lay_tracks(ola: Person) -> None:
    ola.play_now("imperial-steam", "/first")
    ola.page.keyboard.press("Escape")
    for action in ("bid 20", "do lay"):
        ola.my_turn()
        ola.choose(action)
    ola.my_turn()


@pytest.mark.parametrize(
    ("link", "told"),
    [
        # One whose badge lies on its middle, and a bare one. Both could also be bought out, which is not what is asked.
        ("celje--zagreb", "IS-8.2"),
        ("varazdin--zagreb", "IS-8.2"),
    ],
)
def test_a_link_without_tracks_says_why_it_cannot_be_chosen(
    browser: Browser, server: Server, link: str, told: str
) -> None:
    with people(browser, server, "wide") as (ola,):
        lay_tracks(ola)
        ola.page.mouse.click(*ola.page.evaluate(MIDDLE, f"link-{link}"))
        expect(ola.page.locator("#why")).to_contain_text(told)


def test_a_click_on_what_cannot_be_chosen_opens_one_box(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.play_now("imperial-steam")
        ola.my_turn()
        ola.choose("bid 20")
        ola.my_turn()
        # As a hand does: it rests on the tile until the reason is there, and clicks then.
        ola.page.locator("#tile-collect").hover()
        expect(ola.page.locator("#tip")).to_be_visible()
        ola.page.mouse.down()
        ola.page.mouse.up()
        expect(ola.page.locator("#why")).to_contain_text("There are no goods")
        expect(ola.page.locator("#tip")).to_be_hidden()
        # Who reads what was refused is not told of what lies under the mouse, and the next question has a clean board.
        expect(ola.page.locator("#tile-collect.refused")).to_have_count(1)
        ola.page.keyboard.press("Escape")
        ola.choose("do import")
        ola.my_turn()
        expect(ola.page.locator(".refused")).to_have_count(0, timeout=1000)


def test_the_list_of_another_question_begins_at_its_top(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.page.set_viewport_size({"width": 1366, "height": 768})
        ola.play_now("imperial-steam")
        ola.my_turn()
        ola.choose("bid 20")
        ola.my_turn()
        ola.page.keyboard.press("c")
        rev = ola.rev
        ola.page.locator("#choices [data-act='do import']").focus()
        ola.page.locator("#choices").evaluate("list => { list.scrollTop = list.scrollHeight; }")
        assert ola.page.locator("#choices").evaluate("list => list.scrollTop > 0")
        ola.page.keyboard.press("Enter")
        ola.moved_on(rev)
        ola.my_turn()
        ola.until("document.getElementById('choices').scrollTop === 0")


def test_the_market_stays_open_while_goods_are_ordered(browser: Browser, server: Server) -> None:
    """A share could be sold on the own board too, but whoever orders goods goes on ordering."""
    with people(browser, server, "wide") as (ola,):
        ola.page.set_viewport_size({"width": 1366, "height": 768})
        ola.play_now("imperial-steam", "/first")
        ola.page.keyboard.press("Escape")
        for action in ("bid 20", "do import"):
            ola.my_turn()
            ola.choose(action)
        ola.my_turn()
        market = ola.page.locator("#market-wood")
        expect(market).to_be_visible()
        ola.choose("order wood")
        ola.my_turn()
        assert "sell" in ola.choices()
        expect(market).to_be_visible()
        ola.choose("done")
        ola.my_turn()
        expect(ola.page.locator("#sell")).to_be_visible()


def test_what_is_only_not_asked_now_is_told_first_and_not_refused(browser: Browser, server: Server) -> None:
    """A project of the display is read during the fair; it is realised, not activated, in the office."""
    with people(browser, server, "wide") as (ola,):
        ola.play_now("promethium")
        ola.past_cards()
        ola.page.locator("#projects [id^=card-]").first.click()
        why = ola.page.locator("#why.later")
        expect(why).to_contain_text("A project is realised")
        said = why.inner_text()
        assert said.index("Tiles to realise it") < said.index("Not now") and "Not possible" not in said
        assert "Projects are activated" not in said and ola.page.locator(".refused").count() == 0
