"""Bots at the table: in worker processes, resumed after a restart, replaced when they fail."""

from __future__ import annotations

import asyncio
import random

import pytest

from machinehall.server.bots import Answer, BotFailed, Question, Worker
from server.kit import Client, House, house, seats


async def until_mine(client: Client, match: str) -> bool:
    """Wait until it is this client's turn; False when the match is over."""
    while True:
        info = await client.get(f"/matches/{match}")
        if info["status"] == "over":
            return False
        if 0 in info["to_act"]:
            return True
        await asyncio.sleep(0.01)


async def with_bots(made: House, *bots: str) -> tuple[Client, str]:
    ada = await made.client("Ada")
    spec = {"title": "promethium", "seats": seats("you", *bots), "start": True}
    return ada, (await ada.post("/matches", spec, 201))["id"]


def test_a_whole_match_against_bots_with_a_restart(database: str) -> None:
    async def run() -> None:
        rng = random.Random(11)
        async with house(database, bot_workers=0) as made:
            ada, match = await with_bots(made, "bot:random", "bot:apprentice")
            cookies = dict(ada.http.cookies)
            while 0 in (await ada.get(f"/matches/{match}"))["to_act"]:
                await ada.play_random(match, rng)
        async with house(database, bot_workers=1) as made:
            ada = await made.client()
            ada.http.cookies.update(cookies)
            while await until_mine(ada, match):
                await ada.play_random(match, rng)
            assert made.site.bots.decisions > 50

    asyncio.run(run())


def test_a_failing_bot_is_replaced_and_the_table_is_told(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    real = Worker.ask

    async def broken(self: Worker, question: Question) -> Answer:
        asked.append(question.bot)
        if question.bot == "apprentice":
            raise BotFailed("out of order")
        return await real(self, question)

    monkeypatch.setattr(Worker, "ask", broken)

    async def run() -> None:
        rng = random.Random(12)
        async with house(sqlite, bot_workers=1) as made:
            ada, match = await with_bots(made, "bot:apprentice")
            while not (told := (await ada.get(f"/matches/{match}"))["told"]):
                await until_mine(ada, match)
                await ada.play_random(match, rng)
                await asyncio.sleep(0.01)
            assert told[0]["message"] == "told.bot_replaced"
            assert asked[:2] == ["apprentice", "apprentice"]
            assert (await ada.get(f"/matches/{match}"))["seats"][1]["bot"] == "random"
            for _ in range(5):
                await until_mine(ada, match)
                await ada.play_random(match, rng)

    asyncio.run(run())


def test_a_hanging_or_dying_worker_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("machinehall.server.bots.GRACE", 0.0)

    async def run() -> None:
        worker = Worker()
        nonsense = Question("promethium", None, "no such bot", "", 60.0, {}, [0])
        with pytest.raises(BotFailed, match="UnknownBot"):
            await worker.ask(nonsense)
        slow = Question("promethium", None, "no such bot", "", 0.0, {}, [0])
        with pytest.raises(BotFailed, match="TimeoutError"):
            await worker.ask(slow)
        with pytest.raises(BotFailed, match="UnknownBot"):
            await worker.ask(nonsense)
        assert worker.started == 2
        assert worker._process is not None
        worker._process.kill()
        with pytest.raises(BotFailed):
            await worker.ask(nonsense)
        await worker.stop()

    asyncio.run(run())
