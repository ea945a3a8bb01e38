"""The Baron at the real table, on a phone beside the board: chance is entered by hand, his turns are told as steps."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser

import machinehall as mh
from browser.kit import Person, Server, expect, people

FINGER: dict[str, Any] = {"has_touch": True, "bypass_csp": True, "reduced_motion": "reduce"}
TURNS = 25
"""Turns of the player that are told to the app."""


def dealt(seed: int, turns: int) -> mh.Match:
    """The same match at an ordinary table, where the app deals: so many turns of the player, and the Baron's after."""
    rng, match = random.Random(seed), mh.new_match("nucleum", 1, seed=seed)
    begun = 0
    while match.to_act and begun <= turns:
        began = [e for e in match.play(rng.choice(match.legal())) if e.kind == "turn_began" and e.args[0] == 0]
        begun += len(began)
    return match


def tell(ola: Person, line: str) -> None:
    """A line of a log, tapped where a finger finds it."""
    rev, action = ola.rev, line.partition(" ")[2]
    # Two taps at one place in a moment are a double tap, and its second half is not meant for the next question.
    ola.page.locator("#question").tap()
    ola.page.locator(f':is(#box, #deck, #choices, #prompt) [data-act="{action}"]:visible').first.tap()
    ola.moved_on(rev)


def do_all(ola: Person) -> list[str]:
    """Every step that is told, done one after the other; what they say."""
    said = []
    while ola.page.locator("#task-done:visible").count():
        said.append(ola.page.locator(".todo-step.here .do").inner_text())
        ola.page.locator("#task-done").tap()
    return said


def number(ola: Person) -> int:
    return int(ola.state("number"))


def happened(ola: Person) -> list[list[tuple[str, list[int]]]]:
    """All that has happened at the table, decision by decision, from its journal."""
    found: list[list[tuple[str, list[int]]]] = []
    while len(found) < number(ola):
        piece = ola.context.request.get(f"/api/v1/matches/{ola.match}/events?since={len(found)}").json()
        found += [[] for _ in range(piece["next"] - len(found))]
        for event in piece["items"]:
            found[event["number"]].append((event["kind"], event["args"]))
    return found


@pytest.mark.long
@pytest.mark.rule("NU-23.24", "NU-23.25", "NU-23.40")
def test_twenty_five_turns_on_a_phone(browser: Browser, server: Server) -> None:
    """Chance by hand, one wrong entry taken back, and the log of the same match at an ordinary table."""
    ordinary = dealt(5, TURNS)
    lines = ordinary.lines()
    with people(browser, server, "narrow", **FINGER) as (ola,):
        ola.go("/new?title=nucleum&alone=1&real=1")
        ola.page.click("#open")
        told, wrong = [], False
        while ola.my_turn() and (at := number(ola)) < len(lines):
            if lines[at].startswith("* roll") and not wrong:
                other = next(f"* roll {n}" for n in range(1, 5) if f"* roll {n}" != lines[at])
                tell(ola, other)
                rev = ola.rev
                ola.page.locator("#undo").tap()
                ola.moved_on(rev)
                assert number(ola) == at
                wrong = True
            tell(ola, lines[at])
            if ola.page.locator("#task-done:visible").count():  # a new question begins at its top
                ola.until("document.querySelector('#main').scrollTop === 0")
            told += do_all(ola)
        assert wrong and any("Baron" in text for text in told)
        assert happened(ola) == [[(e.kind, list(e.args)) for e in events] for events in ordinary.happened]
        assert not (found := ola.accessible()), found
        assert not ola.faults, ola.faults
        ola.page.locator("nav.tabs [data-tab=log]").click()
        expect(ola.page.locator(".log li").filter(has_text="Baron").first).to_be_visible()


def test_a_box_is_set_up_and_searched(browser: Browser, server: Server) -> None:
    """A tile is found by a word, one is drawn by the app, the rest is dealt for the box, and taken back."""
    with people(browser, server, "narrow", **FINGER) as (ola,):
        ola.go("/new?title=nucleum&alone=1")
        ola.page.locator("#real").check(force=True)
        ola.page.click("#open")
        ola.my_turn()
        ola.page.fill("#seek", "energize develop")
        expect(ola.page.locator(".hand-rows li:visible")).to_have_count(1)
        assert not (found := ola.accessible()), found
        rev = ola.rev
        ola.page.keyboard.press("Enter")
        ola.moved_on(rev)
        ola.my_turn()
        assert number(ola) == 1 and ola.page.locator("#seek").input_value() == ""
        for how in ("#draw-one", "#draw-kind", "#draw-all"):
            rev = ola.rev
            ola.page.click(how)
            ola.moved_on(rev)
            ola.my_turn()
        expect(ola.page.locator("#tasks")).to_contain_text(re.compile(r"step 1 of \d\d"))
        assert not (found := ola.accessible()), found
        assert len(do_all(ola)) > 20
        expect(ola.page.locator("#deck .act").first).to_be_visible()
        rev = ola.rev
        ola.page.click("#undo")
        ola.moved_on(rev)
        expect(ola.page.locator("#question")).to_contain_text("Which contract does")
        ola.go(f"/t/{ola.match}/at/3")
        ola.page.click("#from-here")  # the board looks as it did then
        ola.my_turn()
        assert number(ola) <= 3
        ola.go(f"/t/{ola.match}/pad")
        expect(ola.page.locator("output[data-sum='1']")).not_to_have_text("")
        assert ola.page.locator('input[name="score.track-0"]').input_value() == "0"
        assert not ola.faults, ola.faults


@pytest.mark.rule("NU-EX-22", "NU-23.62")
def test_the_score_pad_counts_the_printed_example(browser: Browser, server: Server) -> None:
    """The final scoring that is printed in the solo rules, typed into the pad: 176 points."""
    with people(browser, server, "narrow", bypass_csp=True) as (ola,):
        ola.go("/pad?title=nucleum&players=1")
        baron = {"score.track": 85, "score.powered": 32, "score.milestones": 2 + 12 + 18 + 16, "score.resources": 11}
        for step, points in baron.items():
            ola.page.fill(f'input[name="{step}-1"]', str(points))
        expect(ola.page.locator("output[data-sum='1']")).to_have_text("176")
        expect(ola.page.locator("output[data-sum='0']")).to_have_text("0")
        assert not (found := ola.accessible()), found
        ola.page.reload()
        expect(ola.page.locator("output[data-sum='1']")).to_have_text("176")
        assert ola.page.evaluate("document.documentElement.scrollWidth") <= 390
