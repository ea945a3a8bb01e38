"""Questions to workers: asked once however many ask, kept, bounded; a failure is told to all who wait."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from machinehall.server.errors import NoAnswer, StillThinking, TooMany
from machinehall.server.shapes import Caller
from machinehall.server.thinking import asked
from machinehall.server.thinking.review_worker import Job

ADA, BEN = Caller(identity="ada"), Caller(identity="ben")


def job(go: asyncio.Event | None = None) -> Callable[[], Awaitable[Job]]:
    async def made() -> Job:
        if go is not None:
            await go.wait()
        return Job("", None, 0.0)

    return made


def test_two_who_ask_at_once_set_one_worker_to_work() -> None:
    worked: list[Job] = []

    async def answer(job: Job) -> str:
        worked.append(job)
        await asyncio.sleep(0)
        return "so"

    async def run() -> None:
        queue, go = asked.Asked[str, str](answer), asyncio.Event()
        both = [asyncio.create_task(queue.of(who, "what", job(go), 9.0)) for who in (ADA, BEN)]
        await asyncio.sleep(0)
        go.set()
        assert await asyncio.gather(*both) == ["so", "so"] and len(worked) == 1
        assert queue.answered("what") == "so" and await queue.of(ADA, "what", job(), 0.0) == "so"
        assert len(worked) == 1
        await queue.close()

    asyncio.run(run())


def test_a_failure_is_told_to_all_and_forgotten() -> None:
    answers: list[str | None] = [None, "so"]

    async def answer(job: Job) -> str | None:
        await asyncio.sleep(0)
        if (found := answers.pop(0)) is None:
            raise ChildProcessError("a worker died")
        return found

    async def run() -> None:
        queue = asked.Asked[str, str](answer)
        both = [queue.of(who, "what", job(), 9.0) for who in (ADA, BEN)]
        told = await asyncio.gather(*both, return_exceptions=True)
        assert all(isinstance(fault, NoAnswer) for fault in told), told
        assert await queue.of(ADA, "what", job(), 9.0) == "so"

    asyncio.run(run())


def test_nobody_asks_for_too_much_at_once() -> None:
    """Not even by asking for several things before the first question is made."""

    async def answer(job: Job) -> str:
        await asyncio.sleep(60)
        return "late"

    async def run() -> None:
        queue, go = asked.Asked[int, str](answer), asyncio.Event()
        tasks = [asyncio.create_task(queue.of(ADA, k, job(go), 0.0)) for k in range(asked.EACH + 1)]
        await asyncio.sleep(0)
        go.set()
        told = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(fault) for fault in told] == [StillThinking] * asked.EACH + [TooMany]
        with pytest.raises(TooMany):
            await queue.of(ADA, 9, job(), 0.0)
        with pytest.raises(StillThinking):
            await queue.of(BEN, 9, job(), 0.0)
        await queue.close()

    asyncio.run(run())
