"""Trying a key turn again: a table of one's own at which nobody else moves, and a verdict."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from reviewed import SMALL
from sqlalchemy import select

import machinehall as mh
from machinehall.review.shapes import Figure, TurnReview
from machinehall.review.trial import Verdict, tried, verdict, within
from machinehall.server.store import schema as s
from machinehall.server.thinking import retries
from machinehall.server.thinking.review_worker import Growth, Job
from server.kit import Client, house
from server.test_key_turns import reviewed


async def post(client: Client, path: str, **fields: str) -> Any:
    return await client.http.post(path, data=fields)


asked: list[Job] = []


async def grown(job: Job) -> AsyncIterator[Growth]:
    """In place of a worker: the better turn counts, no other does."""
    asked.append(job)
    assert job.tried is not None
    bad = Verdict(Figure(3.0, 0.4), (0.3, 0.5), False)
    yield Growth(verdict=Verdict(Figure(0.2, 0.1), (0.5, 0.5), True) if job.tried.line == job.tried.better else bad)
    yield Growth(done=True)


async def take(client: Client, own: str, turn: TurnReview) -> None:
    """Play the better turn at a table, as far as luck allows."""
    for text in turn.better:
        sight = await client.get(f"/matches/{own}/view")
        if text not in sight["legal"]:
            break
        await client.post(f"/matches/{own}/actions", {"action": text, "rev": sight["rev"], "seat": turn.seat})


def test_a_turn_is_tried_again_until_it_counts(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked.clear()

    async def run() -> None:
        monkeypatch.setattr(retries, "grown", grown)
        async with house(sqlite, bot_workers=1) as made:
            ada, match, found = await reviewed(made)
            turn = next(turn for turn in found.turns if turn.fault)
            begun = await post(ada, f"/t/{match}/review/{turn.number}/retry")
            assert begun.status_code == 303, begun.text[:300]
            table = begun.headers["location"]
            own = table.removeprefix("/t/")
            page = (await ada.http.get(table)).text
            assert 'id="retry"' in page and "review.retry" not in page and "data-judge" not in page
            assert (await ada.http.get(f"{table}/retry/verdict")).status_code == 409
            # The others hold still all the while.
            await take(ada, own, turn)
            page = (await ada.http.get(table)).text
            assert "data-judge" in page
            said = (await ada.http.get(f"{table}/retry/verdict")).text
            assert 'id="verdict"' in said and asked[0].tried is not None and asked[0].tried.first == turn.first
            assert await made.site.bots._turn(own) is None
            assert table not in (await ada.http.get("/")).text
            info = await ada.get(f"/matches/{own}")
            # Back to the beginning, under the same number; then it is played on as any match.
            back = await post(ada, f"{table}/retry/again", rev=str(info["rev"]))
            assert back.status_code == 200 and (await ada.get(f"/matches/{own}"))["number"] == turn.first
            assert 'class="tried"' in back.text
            assert re.search(r'class="rt-scale".*aria-label="At the table −.*; tried: [−0].*"', back.text)
            await post(ada, f"{table}/retry/on")
            assert 'id="retry"' not in (await ada.http.get(table)).text
            assert (await post(ada, f"{table}/retry/on")).status_code == 409
            assert (await ada.http.get(f"{table}/retry/verdict")).status_code == 404

    asyncio.run(run())


def test_what_was_solved_stays_with_who_solved_it(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a new start of the server, on the pages of the match and of the person; nobody else sees it."""
    solved = 'class="rv-solved"'

    async def counts(job: Job) -> AsyncIterator[Growth]:
        yield Growth(verdict=Verdict(Figure(0.2, 0.1), (0.5, 0.5), True))

    async def run() -> None:
        monkeypatch.setattr(retries, "grown", counts)
        async with house(database, bot_workers=1) as made:
            ada, match, found = await reviewed(made)
            turn = next(turn for turn in found.turns if turn.fault)
            pages = [f"/t/{match}/review?seat={turn.seat}", f"/t/{match}/review/{turn.number}", "/given"]
            for page in pages:
                assert solved not in (await ada.http.get(page)).text
            table = (await post(ada, f"/t/{match}/review/{turn.number}/retry")).headers["location"]
            await take(ada, table.removeprefix("/t/"), turn)
            for _ in "12":
                assert 'id="verdict" class="good"' in (await ada.http.get(f"{table}/retry/verdict")).text
        async with house(database, bot_workers=1) as made:
            again, other = await made.client("Ada"), await made.client("Zoe")
            again.http.cookies = ada.http.cookies
            for page in pages:
                assert (await again.http.get(page)).text.count(solved) == 1, page
            assert solved not in (await other.http.get("/given")).text
            me = (await again.get("/me"))["id"]
            assert [row["turn"] for row in (await made.site.persons.export(me))["retried"]] == [turn.number]
            await made.site.persons.erase(me)
            async with made.site.store.read() as connection:
                assert not (await connection.execute(select(s.retried))).all()

    asyncio.run(run())


def test_who_may_try(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite, bot_workers=1) as made:
            ada, match, found = await reviewed(made)
            turn = next(turn for turn in found.turns if turn.fault)
            stranger = await made.client("Zoe")
            assert (await post(stranger, f"/t/{match}/review/{turn.number}/retry")).status_code == 404
            assert (await post(ada, f"/t/{match}/review/9999/retry")).status_code == 404
            assert (await post(ada, f"/t/{match}/retry/again", rev="1")).status_code == 409

    asyncio.run(run())


def test_what_loses_little_and_spoils_nothing_counts() -> None:
    bands = (1.5, 3.0, 6.0)
    assert within(bands) == pytest.approx(0.5)
    assert verdict(Figure(0.4, 0.1), (0.50, 0.53), bands).good
    assert not verdict(Figure(0.6, 0.1), (0.5, 0.5), bands).good
    assert not verdict(Figure(0.3, 0.1), (0.40, 0.45), bands).good
    assert verdict(Figure(-2.0, 0.1), (0.6, 0.5), bands).good


@pytest.mark.parametrize("name", sorted(mh.titles()))
def test_the_better_turn_gives_nothing_away_against_itself(name: str) -> None:
    from test_review import found, played

    match = mh.load_match(played(name).record())
    for turn in [turn for turn in found(name)[-1].turns if turn.fault][:1]:
        same = tried(match, turn.first, turn.seat, turn.better, turn.better, effort=SMALL.effort)
        assert same.good and same.loss == Figure(0.0, 0.0)
        again = [tried(match, turn.first, turn.seat, turn.actions, turn.better, effort=SMALL.effort) for _ in "12"]
        assert again[0] == again[1]
