"""Reviews through the server: only of matches that are over, made by a worker, kept, made anew by another judge."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator

import msgspec
import pytest
from sqlalchemy import select, update

from machinehall.review.shapes import Review
from machinehall.server.store import schema as s
from machinehall.server.thinking import reviews as making
from machinehall.server.thinking.review_worker import Growth, Job
from server.kit import Client, House, finish, house, seats, two_players


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


async def over(made: House) -> tuple[Client, str]:
    ada = await made.client("Ada")
    spec = {"title": "promethium", "seats": seats("you", "you"), "start": True}
    match = (await ada.post("/matches", spec, 201))["id"]
    await finish(made, match)
    await ada.post(f"/matches/{match}/final")
    return ada, match


def test_a_review_is_made_once_and_kept(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with house(database, bot_workers=1) as made:
            ada, match = await over(made)
            found = await whole(ada, match)
            assert found.title == "promethium" and len(found.seats) == 2
            while match in made.site.reviews._open:
                await asyncio.sleep(0.05)
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
            while match in made.site.reviews._open:
                await asyncio.sleep(0.01)
            page = await ada.http.get(f"/t/{match}/review")
            assert page.status_code == 200 and 'role="alert"' in page.text
            await ada.get(f"/matches/{match}/review", 202)

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
            await ada.get(f"/matches/{match}/review", 202)
            await ada.get(f"/matches/{match}/review", 202)
            spec = {"title": "promethium", "seats": seats("you", "you"), "start": True}
            other = (await ada.post("/matches", spec, 201))["id"]
            await finish(made, other)
            await ada.post(f"/matches/{other}/review", None, 429)

    asyncio.run(run())
