"""News of a match find their way back: after a restart, an answer that is no stream, sleep, a page that was hidden."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from playwright.sync_api import Browser, Request, Route, expect

from browser.kit import CHOICES, Person, Server, people

LIVE = re.compile(r"/api/v1/matches/[^/]+/live\?since=\d+$")
HIDE = """yes => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => yes });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def another_tab_moves(ola: Person) -> None:
    """The first page hears of it, and of nothing else that would make it look."""
    rev, other = ola.rev, ola.context.new_page()
    other.goto(ola.page.url)
    other.locator("#state[data-asked='1']").wait_for(state="attached")
    other.locator(CHOICES).first.click()
    ola.moved_on(rev)
    other.close()


def is_stream(request: Request) -> bool:
    return LIVE.search(request.url) is not None


def forget_the_breaks(ola: Person) -> None:
    ola.faults = [fault for fault in ola.faults if not re.search(r"ERR_|50\d", fault)]


def test_news_come_again_after_a_restart(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.play_now()
        server.stop()
        expect(ola.page.locator("#lost")).to_be_visible()
        server.start()
        expect(ola.page.locator("#lost")).to_be_hidden()
        another_tab_moves(ola)
        forget_the_breaks(ola)


ASKED = """
window.asked = [];
window.EventSource = class extends window.EventSource {
  constructor(...address) { super(...address); window.asked.push(performance.now()); }
};
"""
"""When the page asks: we may hear of it late."""


def no_stream_at_first(tries: list[Route], times: int) -> Callable[[Route], None]:
    def answer(route: Route) -> None:
        tries.append(route)
        if len(tries) > times:
            route.continue_()
        else:
            route.fulfill(status=503, content_type="text/html", body="<p>starting</p>")

    return answer


def test_an_answer_that_is_no_stream_is_asked_again_after_a_while_that_grows(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.play_now()
        tries: list[Route] = []
        ola.page.route(LIVE, no_stream_at_first(tries, 4))
        ola.page.add_init_script(ASKED)
        ola.page.reload()
        expect(ola.page.locator("#lost")).to_be_visible()
        expect(ola.page.locator("#lost")).to_be_hidden()
        assert len(tries) == 5
        waits = [after - before for before, after in pairwise(ola.page.evaluate("window.asked"))]
        assert len(waits) == 4 and all(wait >= 300 * 2**n for n, wait in enumerate(waits)), waits
        another_tab_moves(ola)
        forget_the_breaks(ola)


def test_a_machine_that_slept_listens_anew(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.page.clock.install()
        with ola.page.expect_request(is_stream):
            ola.play_now()
        with ola.page.expect_request(is_stream):
            ola.page.clock.fast_forward("10:00")
        another_tab_moves(ola)


def test_a_hidden_page_rests_and_comes_back_with_what_it_knows(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.play_now()
        another_tab_moves(ola)
        ola.my_turn()
        with ola.page.expect_event("requestfailed", is_stream):
            ola.page.evaluate(HIDE, True)
        with ola.page.expect_request(is_stream) as again:
            ola.page.evaluate(HIDE, False)
        began = ola.page.locator("#live").get_attribute("data-live") or ""
        assert int(again.value.url.split("=")[1]) > int(began.split("=")[1])
        another_tab_moves(ola)
