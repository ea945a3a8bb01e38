"""Reviews through the server: only of matches that are over, made by a worker, kept, made anew by another judge."""

from __future__ import annotations

import asyncio
import dataclasses
import random
from collections.abc import AsyncIterator

import msgspec
import pytest
from msgspec.structs import replace
from reviewed import SMALL, keep, small_review
from sqlalchemy import select, update

import machinehall as mh
from machinehall.bots import make_bots, run_match
from machinehall.review.judge import judge_for
from machinehall.review.review import Plan, Reviewer, reviews
from machinehall.review.shapes import Review, TurnReview
from machinehall.server.store import schema as s
from machinehall.server.thinking import reviews as making
from machinehall.server.thinking.review_worker import Growth, Job
from server.kit import Client, House, finish, house, seats, started, two_players


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """No turn is searched: what a search does is tested elsewhere."""
    monkeypatch.setattr(making, "SECONDS", 0.0)


async def whole(client: Client, match: str) -> Review:
    while True:
        answer = await client.ask("GET", f"/matches/{match}/review")
        assert answer.status_code in (200, 202), answer.text[:300]
        if answer.status_code == 200:
            found = msgspec.json.decode(answer.content, type=Review)
            if found.turns[-1].kind != "real" or any(turn.loss for turn in found.turns):
                return found
        await asyncio.sleep(0.05)


async def no_worker(made: House, match: str) -> None:
    """Wait until nobody works at the review of a match any more."""
    while match in made.site.reviews._open:
        await asyncio.sleep(0.02)


async def over(made: House) -> tuple[Client, str]:
    ada, match = await started(made, "you", "you")
    await finish(made, match)
    await ada.post(f"/matches/{match}/final")
    return ada, match


def test_a_review_is_made_once_and_kept(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with house(database, bot_workers=1) as made:
            ada, match = await over(made)
            found = await whole(ada, match)
            assert found.title == "promethium" and len(found.seats) == 2
            await no_worker(made, match)
            page = (await ada.http.get(f"/t/{match}/review")).text
            assert 'class="review"' in page and "data-growing" not in page and "Final lead" in page
            assert f'href="/t/{match}/review"' in (await ada.http.get(f"/t/{match}")).text
            assert f'href="/t/{match}/review"' in (await ada.http.get(f"/t/{match}/at/3")).text
        monkeypatch.setattr(making, "grown", None)  # nobody makes anything any more
        async with house(database, bot_workers=1) as made:
            again = await made.client("Ada")
            again.http.cookies = ada.http.cookies
            assert (await again.get(f"/matches/{match}/review"))["judge"] == found.judge
            async with made.site.store.write() as connection:
                await connection.execute(update(s.reviews).values(judge="1/another"))
            made.site.reviews._kept.clear()
            await again.get(f"/matches/{match}/review", 202)
            async with made.site.store.read() as connection:
                assert len((await connection.execute(select(s.reviews.c.match))).all()) == 1

    asyncio.run(run())


def test_not_before_the_end_and_not_for_strangers(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite, bot_workers=1) as made:
            ada, ben, match = await two_players(made)
            await ada.play_random(match, random.Random(1))
            for method in ("GET", "POST"):
                refused = await ada.ask(method, f"/matches/{match}/review")
                assert refused.status_code == 409 and "over" in refused.json()["detail"]
            assert (await ada.http.get(f"/t/{match}/review")).status_code == 409
            assert (await ada.get(f"/matches/{match}"))["status"] == "running"
            assert "review" not in (await ada.http.get(f"/t/{match}")).text.lower().replace("preview", "")
            stranger = await made.client("Zoe")
            await stranger.get(f"/matches/{match}/review", 404)
            await finish(made, match)
            await stranger.get(f"/matches/{match}/review", 404)
            # Looking is no deed: the end stands only when one of its own people says so.
            await ben.get(f"/matches/{match}/review", 409)
            page = await ben.http.get(f"/t/{match}/review")
            assert page.status_code == 200 and f'action="/t/{match}/review"' in page.text
            assert not (await ada.get(f"/matches/{match}"))["final"]
            await stranger.post(f"/matches/{match}/review", None, 404)
            assert not (await ada.get(f"/matches/{match}"))["final"]
            assert (await ben.ask("POST", f"/matches/{match}/review")).status_code in (200, 202)
            assert (await ada.get(f"/matches/{match}"))["final"]
            assert (await ada.ask("GET", f"/matches/{match}/review")).status_code in (200, 202)
            assert f'action="/t/{match}/review"' not in (await ben.http.get(f"/t/{match}/review")).text

    asyncio.run(run())


def test_a_server_without_workers_makes_none(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, match = await over(made)
            await ada.get(f"/matches/{match}/review", 409)
            assert f'href="/t/{match}/review"' not in (await ada.http.get(f"/t/{match}")).text

    asyncio.run(run())


def test_a_worker_that_fails_is_told_and_can_be_asked_again(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(job: Job) -> AsyncIterator[Growth]:
        if job.record:
            raise ChildProcessError("a worker died")
        yield Growth()

    async def run() -> None:
        async with house(sqlite, bot_workers=1) as made:
            ada, match = await over(made)
            monkeypatch.setattr(making, "grown", broken)
            await ada.get(f"/matches/{match}/review", 202)
            await no_worker(made, match)
            page = await ada.http.get(f"/t/{match}/review")
            assert page.status_code == 200 and 'role="alert"' in page.text
            await ada.get(f"/matches/{match}/review", 202)

    asyncio.run(run())


def test_a_review_that_stops_keeps_what_was_found_and_goes_on(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker dies in the middle: what it has told stays, the page says how far it came, and another goes on."""
    asked: list[Job] = []

    async def dying(job: Job) -> AsyncIterator[Growth]:
        asked.append(job)
        found = small_review(job.record)
        parts = [replace(found, searched=0, to_search=2), replace(found, searched=1, to_search=2)]
        for part in parts if job.begun is None else [found]:
            yield Growth(msgspec.Raw(msgspec.json.encode(part)))
        if job.begun is None:
            raise ChildProcessError("a worker died")
        yield Growth(done=True)

    async def run() -> None:
        async with house(sqlite, bot_workers=1) as made:
            ada, match = await over(made)
            monkeypatch.setattr(making, "grown", dying)
            await ada.get(f"/matches/{match}/review", 202)
            await no_worker(made, match)
            found = msgspec.json.decode((await ada.ask("GET", f"/matches/{match}/review")).content, type=Review)
            assert (found.searched, found.to_search, found.left) == (1, 1, 1) and found.whole
            page = (await ada.http.get(f"/t/{match}/review")).text
            assert "stopped after 1 of 2 turns" in page and 'id="go-on"' in page and "data-growing" not in page
            answer = await ada.http.post(f"/t/{match}/review")
            assert answer.status_code == 303
            await no_worker(made, match)
            begun = asked[-1].begun
            assert len(asked) == 2 and begun is not None and begun.searched == 1
            page = (await ada.http.get(f"/t/{match}/review")).text
            assert 'id="go-on"' not in page and "data-growing" not in page

    asyncio.run(run())


def decoded(text: bytes) -> Review:
    return msgspec.json.decode(text, type=Review)


def test_what_was_searched_is_taken_over(plan: Plan = SMALL) -> None:
    """A review that goes on ends as one that was never stopped, and searches only what was left."""
    match = mh.new_match("promethium", 2, seed=3)
    run_match(match, make_bots(["random"], match.title, 2, 3))
    parts = [decoded(msgspec.json.encode(part)) for part in reviews(match, plan=plan)]
    stopped = next(part for part in parts if part.looked and part.searched == 1).stopped()
    assert stopped.whole and stopped.left and not stopped.going_on().whole
    later = Reviewer(match, judge_for(match.title), dataclasses.replace(plan, begun=stopped))
    searched: list[int] = []
    search = later.search

    def noted(turn: TurnReview) -> None:
        searched.append(turn.number)
        search(turn)

    later.search = noted  # type: ignore[method-assign]
    *_, whole = later.run()
    known = [turn.number for turn in stopped.turns if turn.searched]
    assert len(known) == 1 and known[0] not in searched and len(searched) == whole.searched - 1
    assert whole.searched == parts[-1].searched and not whole.left
    assert whole.turns[known[0] - 1].loss == stopped.turns[known[0] - 1].loss


def test_marks_of_a_seat_are_hidden_from_others(sqlite: str) -> None:
    """Whoever sits there sees all; others see the curve, no key turn, and cannot open or try one."""

    async def run() -> None:
        async with house(sqlite, bot_workers=1) as made:
            ada, ben, match = await two_players(made)
            await finish(made, match)
            await ada.post(f"/matches/{match}/final")
            record = (await ada.ask("GET", f"/matches/{match}/record")).text
            keep(sqlite, match, small_review(record))
            found = await whole(ada, match)
            seat = next(turn.seat for turn in found.turns if turn.fault)
            number = next(turn.number for turn in found.turns if turn.fault)
            own, other = (ada, ben) if seat == 0 else (ben, ada)
            page = (await own.http.get(f"/t/{match}/review?seat={seat}")).text
            assert 'id="marks"' in page and f'id="turn-{number}"' in page
            answer = await own.http.post(f"/t/{match}/review/marks", data={"hide": "1"})
            assert answer.status_code == 303
            shown = await whole(own, match)
            assert shown == found
            seen = await whole(other, match)
            assert seen.seats[seat].hidden and not seen.seats[seat].keys and seen.points == found.points
            assert not any(turn.loss or turn.better for turn in seen.turns if turn.seat == seat)
            page = (await other.http.get(f"/t/{match}/review?seat={seat}")).text
            assert "keeps their key turns to themselves" in page and "rv-key" not in page.partition("rv-keys")[2]
            assert f"/review/{number}" not in page
            assert (await other.http.get(f"/t/{match}/review/{number}")).status_code == 404
            refused = await other.http.post(f"/t/{match}/review/{number}/retry")
            assert refused.status_code == 404
            for path in ("", "/story", f"/at/{found.turns[number - 1].last}"):
                page = (await other.http.get(f"/t/{match}{path}")).text
                assert f"/review/{number}" not in page
            await own.http.post(f"/t/{match}/review/marks", data={"hide": "0"})
            assert await whole(other, match) == found

    asyncio.run(run())


def test_nobody_asks_for_too_many(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = asyncio.Event()

    async def slow(job: Job) -> AsyncIterator[Growth]:
        await waiting.wait()
        yield Growth(fault="never")

    async def run() -> None:
        monkeypatch.setattr(making, "grown", slow)
        monkeypatch.setattr(making, "EACH", 1)
        async with house(sqlite, bot_workers=1) as made:
            ada, match = await over(made)
            assert (await ada.get(f"/matches/{match}/review", 202))["ahead"] == 0  # nobody else has asked
            await ada.get(f"/matches/{match}/review", 202)
            spec = {"title": "promethium", "seats": seats("you", "you"), "start": True}
            other = (await ada.post("/matches", spec, 201))["id"]
            await finish(made, other)
            await ada.post(f"/matches/{other}/review", None, 429)

    asyncio.run(run())
