"""Opening a table in a browser: the button in sight at every size, one link, a guest who sits down with one tap."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from browser.kit import Person, Server, fit_of, people

WINDOWS = ((2560, 1440), (1440, 900), (1366, 768), (1024, 768), (390, 844))
SEEN = """() => {
  const box = document.getElementById("open").getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return top?.id === "open" && box.top >= 0 && box.bottom <= innerHeight && scrollX === 0
    && document.documentElement.scrollWidth <= innerWidth;
}"""


def resized(ola: Person, width: int, height: int) -> None:
    """The page as it is drawn for a window of this size."""
    fit = fit_of(width, height)
    ola.page.set_viewport_size({"width": width, "height": height})
    ola.until(f"document.readyState === 'complete' && document.documentElement.dataset.fit === '{fit}'")


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_the_button_is_in_sight_at_every_size(browser: Browser, server: Server, scheme: str) -> None:
    with people(browser, server, "wide", color_scheme=scheme, bypass_csp=True) as (ola,):
        ola.go("/new?title=nucleum")
        for width, height in WINDOWS:
            resized(ola, width, height)
            for seat in range(4):
                ola.wish(f"seat{seat}", "bot")
            ola.page.evaluate("document.querySelector('.house').open = true")
            for where in (0, 10_000):
                ola.page.evaluate(f"scrollTo(0, {where})")
                assert ola.page.evaluate(SEEN), (width, height, where)
            assert not (found := ola.accessible()), (width, found)


def wished(ola: Person) -> None:
    """A table for a friend and a bot, after a try with all seats closed."""
    ola.go("/new?title=nucleum")
    ola.page.fill("#name0", "Ola")
    ola.wish("seat2", "bot")
    ola.wish("bot2", "random")
    expect(ola.page.locator("#sum")).to_have_text("Nucleum: Ola, a friend, and Chance")
    ola.page.locator(".house summary").click()
    ola.page.locator(".house input[type=checkbox]").first.check(force=True)
    expect(ola.page.locator("#changed")).to_have_text("1 changed")
    ola.page.set_viewport_size({"width": 390, "height": 844})  # a screen that is turned takes all of it along
    expect(ola.page.locator("html[data-size=narrow] #sum")).to_have_text("Nucleum: Ola, a friend, and Chance")
    expect(ola.page.locator("#changed")).to_have_text("1 changed")
    ola.page.set_viewport_size({"width": 1440, "height": 900})
    expect(ola.page.locator("html[data-size=wide] #sum")).to_have_text("Nucleum: Ola, a friend, and Chance")
    for seat in range(4):
        ola.wish(f"seat{seat}", "closed")
    ola.page.click("#open")
    expect(ola.page.locator("#remark-seats")).to_be_visible()
    assert ola.page.locator(".house input[type=checkbox]").first.is_checked(), "what was chosen is still there"
    assert not (found := ola.accessible()), found
    ola.wish("seat0", "you")
    ola.wish("seat1", "friend")
    ola.page.press("#name0", "Control+Enter")


def copied(ola: Person) -> str:
    """The link of the table, by its button."""
    expect(ola.page.locator("#table-link")).to_be_visible()
    expect(ola.page.locator("input:visible")).to_have_count(1)
    assert "#" not in ola.page.url
    expect(ola.page.locator("[data-qr]")).to_contain_text("on this computer only")
    ola.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ola.page.click("[data-copy-link]")
    expect(ola.page.locator("[data-copy-link]")).to_have_text("Copied")
    link: str = ola.page.evaluate("navigator.clipboard.readText()")
    assert link == ola.link
    assert not (found := ola.accessible()), found
    return link


def test_a_table_from_the_first_wish_to_the_first_move(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide", "narrow", bypass_csp=True) as (ola, marek):
        wished(ola)
        link = copied(ola)
        assert link.startswith(server.address)
        # Somebody without the link is told what is missing, and sees no bare field.
        marek.go(link.partition("#")[0].removeprefix(server.address))
        expect(marek.page.locator("#code")).to_be_hidden()
        expect(marek.page.locator(".typed")).to_be_visible()
        marek.page.goto("about:blank")
        marek.page.goto(link)
        expect(marek.page.locator(".typed")).to_be_hidden()
        assert not (found := marek.accessible()), found
        marek.page.click("#sit")
        expect(marek.page.locator(".seatlist")).to_contain_text("Guest")
        expect(ola.page.locator(".seatlist")).to_contain_text("Guest")  # by the news of the stream
        ola.page.locator("#start").click()
        for person in (ola, marek):
            person.at_table()


def test_bots_alone_are_watched_and_a_first_match_is_one_click(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide", bypass_csp=True) as (ola,):
        ola.new_table("bot", "bot")
        ola.at_table()
        rev = ola.rev
        ola.moved_on(rev)  # they play while somebody looks on
        ola.go("/")
        ola.page.click("#first-promethium")
        # What it is about comes first, once; a press leads to the table.
        told = ola.page.locator("#help[open]")
        expect(told.locator(".brief li")).not_to_have_count(0)
        expect(told.locator(".keys dl")).to_be_hidden()
        assert not (found := ola.accessible()), found
        told.locator(".brief-more .btn").click()
        expect(told).to_have_count(0)
        assert ola.my_turn()
        expect(ola.page.locator(".scores li")).to_have_count(3)
        ola.page.reload()
        assert ola.my_turn()
        expect(told).to_have_count(0)


FIRST = """() => {
  const own = document.getElementById("mine").getBoundingClientRect();
  const others = [...document.querySelectorAll(".title, #open")].map((one) => one.getBoundingClientRect());
  const clear = others.every((one) => one.top >= own.bottom || one.left >= own.right);
  return clear && own.top < Math.min(...others.map((one) => one.top)) && own.bottom <= innerHeight
    && document.documentElement.scrollWidth <= innerWidth;
}"""


def test_ones_own_matches_come_first_on_the_first_page(browser: Browser, server: Server) -> None:
    """Whoever comes back comes to go on: on a phone three titles lay above, and nobody saw that it was their turn."""
    with people(browser, server, "narrow", bypass_csp=True) as (ola,):
        ola.go("/")
        expect(ola.page.locator("main > :first-child h1")).to_have_count(1)
        ola.play_now()
        ola.go("/")
        for width, height in WINDOWS:
            resized(ola, width, height)
            expect(ola.page.locator("#mine h1")).to_have_text("1 table waits for you")
            expect(ola.page.locator("#mine .turn-card .spot > .excerpt")).to_be_visible()
            ola.until(FIRST)
            assert not (found := ola.accessible()), found


USED = """() => {
  const seen = [...document.querySelectorAll("main, main *")].filter((one) => one.matches(".panel, .title, .card, h1"));
  const boxes = seen.map((one) => one.getBoundingClientRect()).filter((box) => box.width);
  return (Math.max(...boxes.map((box) => box.right)) - Math.min(...boxes.map((box) => box.left))) / innerWidth;
}"""


def test_pages_use_a_large_screen(browser: Browser, server: Server) -> None:
    """A quarter of it lay empty at either side."""
    with people(browser, server, "wide", bypass_csp=True) as (ola,):
        ola.go("/")
        resized(ola, 2560, 1440)
        for path, least in (("/", 0.93), ("/new?title=nucleum", 0.84), ("/feats", 0.93), ("/learn", 0.6)):
            ola.go(path)
            used = ola.page.evaluate(USED)
            assert used > least, (path, used)
            assert ola.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
