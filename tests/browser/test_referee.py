"""The referee at a real table with three and four, on a phone: everybody's turns are told on one device by taps."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser

import machinehall as mh
from browser.kit import Person, Server, expect, people
from browser.test_by_hand import AT_REST, do_all, number

NAMES = ("Ola", "Marek", "Ines", "Tove")
AT_ALL = ":is(#box, #deck, #choices, #prompt)"


def dealt(title: str, players: int, seed: int) -> mh.Match:
    """The same match at an ordinary table, to its end."""
    rng, match = random.Random(seed), mh.new_match(title, players, seed=seed)
    while match.to_act:
        match.play(rng.choice(match.legal()))
    return match


def rounds(match: mh.Match) -> tuple[int, int]:
    """How many decisions were taken when the first round began, and the second."""
    begun = [at for at, events in enumerate(match.happened, 1) for e in events if e.kind == "round_began"]
    return begun[0], begun[1]


def open_table(ola: Person, title: str, players: int) -> None:
    ola.go(f"/new?title={title}&real=1")
    for seat in range(ola.page.locator(".seatlist .kind").count()):
        ola.wish(f"seat{seat}", "you" if seat < players else "closed")
        if seat < players:
            ola.page.fill(f"#name{seat}", NAMES[seat])
    ola.page.click("#open")
    take_over(ola)


def take_over(ola: Person) -> None:
    """The device goes to whoever is asked; until then it shows nothing."""
    ola.page.locator("[data-sit], #frame:not(.busy) #state[data-asked='1'], .end-page").first.wait_for(state="attached")
    ola.page.wait_for_load_state("domcontentloaded")
    if ola.page.locator("[data-sit]").count():
        assert ola.page.locator(".act").count() == 0
        ola.page.locator("[data-sit]").tap()
        ola.my_turn()


def tap(ola: Person, action: str) -> None:
    ola.page.evaluate(AT_REST)
    ola.page.locator("#question").tap()  # two taps at one place in a moment would be a double tap
    ola.page.locator(f'{AT_ALL} [data-act="{action}"]').first.tap()


def tell(ola: Person, line: str) -> None:
    """A line of a log, told with a tap by whoever it belongs to."""
    rev = ola.rev
    tap(ola, line.partition(" ")[2])
    ola.page.locator(f"[data-sit], #state:not([data-rev='{rev}']), .end-page").first.wait_for(state="attached")
    take_over(ola)


def bring_forward(lines: list[str], at: int, seat: str) -> None:
    """Where several are asked together, the device goes round in its own order: theirs is the next line."""
    who = lines[at].partition(" ")[0].rstrip("!")
    if who not in ("*", seat):
        own = next(i for i in range(at, len(lines)) if lines[i].partition(" ")[0].rstrip("!") == seat)
        lines.insert(at, lines.pop(own))


def tell_all(ola: Person, lines: list[str], until: int) -> None:
    while (at := number(ola)) < until:
        bring_forward(lines, at, ola.state("seat"))
        tell(ola, lines[at])
        do_all(ola)


def by_script(ola: Person, lines: list[str], until: int) -> None:
    """The same without a page, so that a match comes to its end in time."""
    here, http = f"/t/{ola.match}", ola.context.request
    headers = {"origin": ola.server.address, "mh-part": "1"}
    ola.page.goto("about:blank")
    while (told := http.get(f"/api/v1/matches{here[2:]}").json())["number"] < until and told["status"] != "over":
        who, _, action = lines[told["number"]].partition(" ")
        seat = "0" if who == "*" else who.rstrip("!")
        answer = http.post(
            f"{here}/act", form={"rev": str(told["rev"]), "seat": seat, "action": action}, headers=headers
        )
        assert answer.ok, (lines[told["number"]], answer.status)
    ola.page.goto(here)


def refused(ola: Person, action: str) -> None:
    """What cannot have come out of the box is refused, with the rule, and nothing has happened."""
    before = number(ola)
    tap(ola, action)
    warned = ola.page.locator("#notices .warn")
    expect(warned).to_contain_text("MH-1.4")
    assert number(ola) == before


def taken_back(ola: Person, line: str) -> None:
    """The last thing that was told, and told again."""
    before, rev = number(ola), ola.rev
    ola.page.locator("#undo").tap()
    ola.page.locator(f"[data-sit], #state:not([data-rev='{rev}'])").first.wait_for(state="attached")
    take_over(ola)
    assert number(ola) < before
    tell(ola, line)
    assert number(ola) == before


def put_right(ola: Person, seat: int) -> None:
    """Comparing is offered when the round is over: somebody has other money than the app believes. Then taken back."""
    before = number(ola)
    ola.page.locator("#compare a").tap()
    ola.page.wait_for_url("**/mend")
    assert not (found := ola.accessible()), found
    money = ola.page.locator(f'a[href*="at=money.{seat}"]').first
    if not money.is_visible():
        money.locator("xpath=ancestor::details/summary").tap()
    money.tap()
    field = ola.page.locator("#value")
    field.fill(str(int(field.input_value()) + 10))
    ola.page.locator(".mend-number button").tap()
    ola.page.locator("#put-right").tap()
    ola.page.wait_for_url(f"**/t/{ola.match}")
    take_over(ola)
    rev = ola.rev
    assert number(ola) == before + 1
    ola.page.locator("#undo").tap()
    ola.page.locator(f"[data-sit], #state:not([data-rev='{rev}'])").first.wait_for(state="attached")
    take_over(ola)
    assert number(ola) == before


def look_at_pad(ola: Person, players: int) -> None:
    """The score pad is there at any time; where hands are hidden it fills in at the end."""
    ola.page.locator("#to-pad").tap()
    expect(ola.page.locator("output[data-sum]")).to_have_count(players)
    assert ola.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert not (found := ola.accessible()), found
    ola.page.locator(".pad-page .dh a").tap()
    take_over(ola)


def test_three_tell_a_few_turns(browser: Browser, server: Server) -> None:
    match = dealt("promethium", 3, 3)
    lines = match.lines()
    with people(browser, server, "narrow", bypass_csp=True, has_touch=True) as (ola,):
        open_table(ola, "promethium", 3)
        by_script(ola, lines, 10)
        take_over(ola)
        refused(ola, lines[9].partition(" ")[2])  # the card that Ola holds already
        tell_all(ola, lines, 12)
        taken_back(ola, lines[11])
        by_script(ola, lines, 34)
        take_over(ola)
        tell_all(ola, lines, 40)
        expect(ola.page.locator(".scores li")).to_have_count(3)
        look_at_pad(ola, 3)


@pytest.mark.long
@pytest.mark.parametrize(("title", "players"), [("promethium", 3), ("imperial-steam", 4)])
def test_a_whole_match(browser: Browser, server: Server, title: str, players: int) -> None:
    """The set-up by script, a whole round by taps, the rest by script: as the same match at an ordinary table."""
    match = dealt(title, players, 3)
    lines, (first, second) = match.lines(), rounds(match)
    with people(browser, server, "narrow", bypass_csp=True, has_touch=True) as (ola,):
        open_table(ola, title, players)
        by_script(ola, lines, first)
        take_over(ola)
        tell_all(ola, lines, second - 1)
        taken_back(ola, lines[second - 2])
        look_at_pad(ola, players)
        tell_all(ola, lines, second)
        put_right(ola, 0)
        assert not (found := ola.accessible()), found
        by_script(ola, lines, len(lines))
        ola.page.locator(".end-page").wait_for()
        assert match.outcome is not None
        for score in match.outcome.scores:
            expect(ola.page.locator(".end-page").get_by_text(str(score), exact=True).first).to_be_visible()
        ola.go(f"/t/{ola.match}/pad")
        told = [ola.page.locator(f"output[data-sum='{seat}']").inner_text() for seat in range(players)]
        assert told == [str(score) for score in match.outcome.scores]
