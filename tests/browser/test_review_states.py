"""What is seen when a review or a verdict is late, fails or says something else than usual."""

from __future__ import annotations

import asyncio
import dataclasses
import random
import re
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser
from reviewed import keep

from browser.inside import Inside, inside
from browser.kit import Person, expect, people
from browser.test_key_turns import clean, reviewed
from machinehall.review.shapes import Figure, Review, TurnReview
from machinehall.review.trial import Verdict
from machinehall.server.store import stored_match
from machinehall.server.thinking import asked, retries
from machinehall.server.thinking import reviews as making
from machinehall.server.thinking.review_worker import Growth, Job
from machinehall.web.table import retry


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inside]:
    monkeypatch.setattr(stored_match, "dealer", lambda: random.Random(2026))
    with inside(tmp_path) as made:
        yield made


Answer = Callable[[], Verdict]


class Judge:
    """In place of a worker: says what it is told to say, and not before it may."""

    def __init__(self) -> None:
        self.says: Answer = unable
        self.may = True

    async def __call__(self, job: Job) -> AsyncIterator[Growth]:
        while not self.may:
            await asyncio.sleep(0.02)
        yield Growth(verdict=self.says())


def unable() -> Verdict:
    raise ChildProcessError("a worker died")


def says(loss: float, good: bool = False) -> Answer:
    return lambda: Verdict(Figure(loss, 0.1), (0.5, 0.5), good)


def judged(ola: Person, house: Inside, words: str) -> None:
    """Ask for a verdict anew, and see what comes of it."""
    house.site.retries._asked._found.clear()
    ola.page.locator("#judge").click()
    expect(ola.page.locator("#menu[open]")).to_contain_text(words)
    clean(ola)
    ola.page.locator("#menu [data-close]").click()


def stands_among_the_tries(ola: Person, lost: str) -> None:
    """In the list and on the scale, with no more than closing the window."""
    expect(ola.page.locator(".tried li b").last).to_have_text(lost)
    expect(ola.page.locator(".rt-scale svg")).to_have_attribute("aria-label", re.compile(re.escape(f"tried: {lost}")))


def in_sight(ola: Person) -> None:
    """The panel stands beside the map, and the map is whole."""
    for part in ("#retry", "#part-board"):
        box = ola.page.locator(part).bounding_box()
        assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 900, (part, box)
    panel, board = (ola.page.locator(part).bounding_box() for part in ("#retry", "#part-board"))
    assert panel is not None and board is not None and panel["x"] >= board["x"] + board["width"]
    expect(ola.page.locator(".rt-chain [aria-current=step]")).to_be_visible()


def tries(ola: Person, turn: TurnReview) -> None:
    """Do something else than was done at the table; once the turn is over, nobody else moves, and that is said."""
    ola.go(f"/t/{ola.match}/review/{turn.number}")
    ola.page.locator("#retry").click()
    ola.page.locator(".lesson.retry").wait_for()
    ola.at_table()
    in_sight(ola)
    path, http = f"/api/v1/matches/{ola.match}", ola.context.request
    sight = http.get(f"{path}/view").json()
    other = "pass" if "pass" in sight["legal"] else next(text for text in sight["legal"] if [text] != turn.actions)
    body = {"action": other, "rev": sight["rev"], "seat": sight["seat"]}
    http.post(f"{path}/actions", data=body, headers={"origin": ola.server.address})
    ola.go(f"/t/{ola.match}")
    if not http.get(f"{path}/view").json()["legal"]:
        expect(ola.page.locator("#question")).to_have_text("Your turn is played: have it judged")


def test_the_answers_of_a_retry(browser: Browser, house: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = Judge()
    monkeypatch.setattr(retries, "grown", judge)
    with people(browser, house, "wide", bypass_csp=True) as (ola,):
        found = reviewed(ola)
        turn = next(turn for turn in found.turns if turn.fault and len(found.seats[turn.seat].keys) > 1)
        assert turn.loss is not None
        tries(ola, turn)
        # Nothing comes of it, or there is no room: it is said, and can be asked again.
        for limit in (asked.ALL, 0):
            monkeypatch.setattr(asked, "ALL", limit)
            house.site.retries._asked._found.clear()
            ola.page.locator("#judge").click()
            words = "Please ask again" if limit else "still thinking about other questions"
            expect(ola.page.locator("#why")).to_contain_text(words)
            clean(ola)
        monkeypatch.undo()
        monkeypatch.setattr(retries, "grown", judge)
        for loss, words in ((0.5, "but not enough"), (1.0, "About as"), (2.0, "Worse than")):
            judge.says = says(loss * turn.loss.value + (loss - 1.0) * 10 * turn.loss.error)
            judged(ola, house, words)
            stands_among_the_tries(ola, f"−{judge.says().loss.value:.1f}")
        # Not yet: it says so, and what is found then comes by itself.
        judge.may, judge.says = False, says(0.0, good=True)
        monkeypatch.setattr(retry, "PATIENCE", 0.0)
        judged(ola, house, "Still thinking")
        ola.page.locator("#judge").click()
        expect(ola.page.locator("#menu [data-later]")).to_be_visible()
        judge.may = True
        expect(ola.page.locator("#menu #verdict.good")).to_be_visible()
        clean(ola)
        ola.faults.clear()


async def broken(job: Job) -> AsyncIterator[Growth]:
    if job.record:
        raise ChildProcessError("a worker died")
    yield Growth()


def cut_short(found: Review) -> Review:
    """The review of a match that had eight turns."""
    copy = msgspec.json.decode(msgspec.json.encode(found), type=Review)
    copy.turns = [msgspec.structs.replace(turn, loss=None, fault=False, grade=0) for turn in copy.turns[:8]]
    copy.seats = [msgspec.structs.replace(own, keys=[], percent=None, parts=[]) for own in copy.seats]
    return copy


def nothing_is_said_of_key_turns_while_it_grows(ola: Person, house: Inside, path: str, found: Review) -> None:
    """An empty panel would say that there are none."""
    match = path.split("/")[2]
    house.site.reviews._kept.clear()
    house.site.reviews._growing[match] = msgspec.structs.replace(found, searched=0, to_search=6)
    ola.go(path)
    expect(ola.page.locator(".rv-under-way")).to_be_visible()
    expect(ola.page.locator(".rv-account")).to_be_visible()
    expect(ola.page.locator(".rv-keys")).to_have_count(0)
    clean(ola)
    # All of them are searched, and still it is not done: what remains is told.
    last = msgspec.structs.replace(found, searched=6, to_search=6, ended=False)
    house.site.reviews._growing[match] = last
    ola.go(path)
    expect(ola.page.locator(".rv-under-way")).to_contain_text("some are looked at once more")
    del house.site.reviews._growing[match]


def the_end_has_no_hole_while_it_grows(ola: Person, house: Inside, found: Review) -> None:
    """Without a story the turning points are as wide as the page; how far it has come stands apart from the heading."""
    house.site.reviews._kept.clear()
    house.site.reviews._growing[ola.match] = msgspec.structs.replace(found, searched=1, to_search=6)
    house.site.config.review_ends = True
    ola.go(f"/t/{ola.match}")
    expect(ola.page.locator(".rv-now h2")).to_have_text("Review 1 of 6 turns searched")
    boxes = [ola.page.locator(part).bounding_box() for part in (".turning-points", ".score")]
    assert all(box is not None for box in boxes) and boxes[0]["x"] == boxes[1]["x"]  # type: ignore[index]
    clean(ola)
    house.site.config.review_ends = False
    del house.site.reviews._growing[ola.match]


def test_reviews_that_are_not_as_usual(browser: Browser, house: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too short a match, older rules, who can open it, no room for it, one that failed, a server that makes none."""
    with people(browser, house, "wide", bypass_csp=True) as (ola,):
        found = reviewed(ola)
        page, path = ola.page, f"/t/{ola.match}/review?seat=0"
        copy = cut_short(found)
        with sqlite3.connect(house.database.removeprefix("sqlite:///"), timeout=60) as shelf:
            shelf.execute("delete from reviews")
        keep(house.database, ola.match, copy)
        boxes = house.site.tables.boxes
        title = boxes.title(found.title)
        later = dataclasses.replace(title, rules_version=title.rules_version + 1)
        monkeypatch.setattr(boxes, "title", lambda *given: later)
        monkeypatch.setattr(making, "wanted", lambda title: making.made_by(copy))
        ola.go(path)
        expect(page.locator(".rv-keys .none")).to_have_text("Too short a match for figures by turn.")
        expect(page.locator("#older")).to_contain_text("it is reviewed by the rules of today")
        expect(page.locator(".rv-share")).to_contain_text("Only those who sit at this table can open it.")
        clean(ola)
        nothing_is_said_of_key_turns_while_it_grows(ola, house, path, copy)
        the_end_has_no_hole_while_it_grows(ola, house, found)
        # It is to be made anew, and there is no room; then nothing comes of it.
        with sqlite3.connect(house.database.removeprefix("sqlite:///"), timeout=60) as shelf:
            shelf.execute("delete from reviews")
        monkeypatch.setattr(making, "grown", broken)
        for limit, words in ((0, "still thinking about other questions"), (64, "could not be finished")):
            monkeypatch.setattr(making, "ALL", limit)
            house.site.reviews._kept.clear()
            ola.go(path)
            expect(page.locator(".review [role=alert]")).to_contain_text(words)
            expect(page.locator(".review [role=alert] .btn")).to_be_visible()
            clean(ola)
        house.site.reviews.enabled = False
        house.site.reviews._kept.clear()
        ola.go(path)
        expect(page.locator("main")).to_contain_text("so it makes no reviews")
        clean(ola)
        ola.faults.clear()
