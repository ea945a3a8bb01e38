"""A notice of the browser when it is one's turn while one looks elsewhere."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from browser.kit import Server, people

ELSEWHERE = """
Object.defineProperty(document, "hidden", { get: () => Boolean(window.elsewhere) });
window.told = [];
window.Notification = class {
  static permission = "granted";
  constructor(title, how) { window.told.push([title, how.body, how.tag]); }
};
"""
LOOK = "yes => { window.elsewhere = yes; document.dispatchEvent(new Event('visibilitychange')); }"


def test_a_notice_comes_when_it_is_ones_turn_elsewhere(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.page.add_init_script(ELSEWHERE)
        ola.go("/settings")
        ola.page.locator("input[name=notice]").check(force=True)
        ola.page.locator("form.dialog button.go").click()
        ola.new_table("you", "bot")
        ola.my_turn()
        for elsewhere in (False, True):
            ola.page.evaluate(LOOK, elsewhere)
            for _ in range(40):
                ola.my_turn()
                before = ola.rev
                ola.page.locator(":is(#deck, #choices, #prompt) button.act").first.click()
                ola.moved_on(before)
                ola.my_turn()
                others = ola.page.locator("#since[data-fresh='1'] .tell[data-mark]").count()
                if ola.page.evaluate("window.told.length") or (others and not elsewhere):
                    break
            if not elsewhere:
                assert others and ola.page.evaluate("window.told.length") == 0
        title, words, match = ola.page.evaluate("window.told[0]")
        assert "Promethium" in title and words and match == ola.match
        expect(ola.page.locator("#state[data-asked='1']")).to_be_attached()
