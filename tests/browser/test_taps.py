"""How many taps a turn at a real table takes: twenty turns of a bot against the Baron, told with as few as can be."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import Browser
from web.test_ways import TURNS, USUAL, played

from browser.kit import Person, Server, people
from browser.test_by_hand import AT_REST, number, put_off

LISTS = ":is(#box, #deck, #choices, #prompt)"
OFFERED = f"""() => [...document.querySelectorAll("{LISTS} :is([data-act], [data-plan])")]
  .map((button) => button.dataset.act ?? button.dataset.plan)"""


def tell(ola: Person, said: list[str]) -> None:
    """The next of what is to be told with one tap, or several where a way leads on."""
    ola.page.evaluate(AT_REST)
    offered = ola.page.evaluate(OFFERED)
    fits = [one for one in offered if sorted(one.split("|")) == sorted(said[: len(one.split("|"))])]
    best, rev = max(fits, key=lambda one: one.count("|")), ola.rev
    ola.page.locator("#question").tap()  # two taps at one place in a moment would be a double tap
    ola.page.locator(f'{LISTS} :is([data-act="{best}"], [data-plan="{best}"])').first.tap()
    ola.moved_on(rev)


def do_all(ola: Person) -> int:
    """All steps that are told, those in sight with one tap; the taps."""
    taps = 0
    while ola.page.locator("#task-done:visible").count():
        together = ola.page.locator("#task-all:visible")
        (together if together.count() else ola.page.locator("#task-done")).tap()
        taps += 1
    return taps


@pytest.mark.long
def test_taps_of_twenty_turns(browser: Browser, server: Server) -> None:
    lines, begins = played(5, TURNS)
    own, box, steps = Counter[int](), Counter[int](), Counter[int]()
    with people(browser, server, "narrow", bypass_csp=True, has_touch=True) as (ola,):
        ola.go("/new?title=nucleum&alone=1&real=1")
        ola.page.locator("#open").tap()
        while ola.my_turn() and (at := number(ola)) < len(lines):
            turn = sum(begin <= at for begin in begins)
            (box if ola.page.locator("#box").count() else own)[turn] += 1
            tell(ola, lines[at:])
            steps[turn] += do_all(ola)
            put_off(ola, Counter())
        assert not ola.faults, ola.faults
    taps = [own[turn] for turn in range(1, TURNS + 1)]
    print(f"own turns: {taps}, on average {sum(taps) / TURNS}; set-up: {box[0]}")
    for name, told in (("the box", box), ("done on my board", steps)):
        print(f"{name}: {sum(told[turn] for turn in range(1, TURNS + 1)) / TURNS} for a turn")
    assert sum(taps) <= USUAL * TURNS, taps
