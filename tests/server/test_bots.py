"""Bots at the table: in worker processes that are shared fairly, resumed after a restart, helped out when they fail."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from often import now_and_then

from machinehall.server.play.table import Table
from machinehall.server.shapes import Played
from machinehall.server.thinking.processes import Answer, BotFailed, Question, Worker, WorkerDied
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


async def with_bots(made: House, *bots: str, name: str = "Ada") -> tuple[Client, str]:
    client = await made.client(name)
    spec = {"title": "promethium", "seats": seats("you", *bots), "start": True}
    return client, (await client.post("/matches", spec, 201))["id"]


@pytest.mark.parametrize("database", now_and_then(["sqlite", "postgres"], ["sqlite"]), indirect=True)
def test_a_whole_match_against_bots_with_a_restart(database: str) -> None:
    async def run() -> None:
        rng = random.Random(11)
        async with house(database, bot_workers=0) as made:
            ada, match = await with_bots(made, "bot:random", "bot:apprentice")
            cookies = dict(ada.http.cookies)
            while 0 in (await ada.get(f"/matches/{match}"))["to_act"]:
                await ada.play_random(match, rng)
            assert (await ada.get(f"/matches/{match}/bots")) == {"state": "none", "ahead": 0}  # nobody thinks here
        async with house(database, bot_workers=1) as made:
            ada = await made.client()
            ada.http.cookies.update(cookies)
            while await until_mine(ada, match):
                await ada.play_random(match, rng)
            assert made.site.bots.decisions > 50

    asyncio.run(run())


class Brain:
    """Instead of worker processes: one answer for each leave that is given, on a clock of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, made: House, leave: int = 0) -> None:
        self.asked: list[tuple[str, str]] = []
        """The match and the bot of each question."""
        self.broken: dict[str, Exception] = {}
        self.now = 0.0
        self.leave = asyncio.Semaphore(leave)
        made.site.bots.clock = lambda: self.now
        monkeypatch.setattr(Worker, "ask", lambda worker, question, grace=None: self.ask(question))

    async def ask(self, question: Question) -> Answer:
        self.asked.append((question.seed.partition("/")[0], question.bot))
        await self.leave.acquire()
        self.now += {"master": 5.0, "journeyman": 1.0}.get(question.bot, 0.02)
        if question.bot in self.broken:
            raise self.broken[question.bot]
        return Answer(random.Random(question.seed).choice(question.legal))

    async def until(self, count: int) -> None:
        """Wait until bots have been asked so often."""
        while len(self.asked) < count:
            await asyncio.sleep(0.001)


async def owe(client: Client, match: str, rng: random.Random) -> None:
    """Play until it is up to the bots."""
    while 0 in (await client.get(f"/matches/{match}"))["to_act"]:
        await client.play_random(match, rng)


async def engage(brain: Brain, client: Client, match: str, rng: random.Random) -> None:
    """Play until a bot has something to think about, and the worker with it."""
    while not brain.asked:
        await owe(client, match, rng)
        await asyncio.sleep(0.001)


async def watch(made: House, match: str) -> asyncio.Task[None]:
    """Somebody has the page of a table open."""
    seen = asyncio.Event()

    async def listen() -> None:
        async for _ in made.site.hub.stream(match, 0, None):
            seen.set()

    task = asyncio.create_task(listen())
    await seen.wait()
    return task


def test_many_tables_of_masters_do_not_stop_the_bots_of_another(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        rng = random.Random(3)
        async with house(sqlite, bot_workers=1) as made:
            brain, eve = Brain(monkeypatch, made), await made.client("Eve")
            open_table = {"title": "promethium", "start": True, "visibility": "open"}
            alone = open_table | {"seats": seats(*["bot:master"] * 4)}
            watching = [await watch(made, (await eve.post("/matches", alone, 201))["id"]) for _ in range(3)]
            await brain.until(1)  # the only worker thinks for one of these
            for _ in range(6):
                spec = open_table | {"seats": seats("you", *["bot:master"] * 3)}
                await owe(eve, (await eve.post("/matches", spec, 201))["id"], rng)
            ada, mine = await with_bots(made, "bot:apprentice", "bot:apprentice")
            await owe(ada, mine, rng)
            order, begun, real = "e", 1, made.site.tables.play_at

            async def note(table: Table, seat: int, *args: Any, **more: Any) -> Played:
                nonlocal order
                order += "a" if table.id == mine and seat else ""  # also where there was nothing to think about
                return await real(table, seat, *args, **more)

            monkeypatch.setattr(made.site.tables, "play_at", note)
            while order.count("a") < 40 and begun < 400:
                brain.leave.release()
                await brain.until(begun + 1)
                order += "".join("" if match == mine else "e" for match, _ in brain.asked[begun:])
                begun = len(brain.asked)
                await owe(ada, mine, rng)
            for task in watching:
                task.cancel()
        # What was begun before is waited for, and then it is the turn of Ada's bots.
        assert "ee" not in order and order.count("e") > 3 and order.count("a") >= 40

    asyncio.run(run())


def test_bots_alone_play_while_somebody_watches(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        rng = random.Random(4)
        async with house(sqlite, bot_workers=1) as made:
            brain, eve = Brain(monkeypatch, made), await made.client("Eve")
            spec = {"title": "promethium", "seats": seats("bot:random", "bot:random"), "start": True}
            alone = (await eve.post("/matches", spec, 201))["id"]
            ada, match = await with_bots(made, "bot:apprentice")
            await engage(brain, ada, match, rng)
            assert (await eve.get(f"/matches/{alone}/bots"))["state"] == "held"
            task = await watch(made, alone)
            while (await eve.get(f"/matches/{alone}/bots"))["state"] != "queued":
                await asyncio.sleep(0.001)
            for _ in range(20):
                brain.leave.release()
            await brain.until(20)
            while not task.done():  # once may be lost with the news of that moment
                task.cancel()
                await asyncio.sleep(0.001)
            while (await eve.get(f"/matches/{alone}/bots"))["state"] != "held":
                await asyncio.sleep(0.001)
            assert brain.asked[0] == (match, "apprentice")  # before that nobody thought for the bots alone
            assert (alone, "random") in brain.asked

    asyncio.run(run())


def test_who_waits_for_a_worker_is_told_so_and_how_many_come_first(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        rng = random.Random(5)
        async with house(sqlite, bot_workers=1) as made:
            brain = Brain(monkeypatch, made)
            tables = [await with_bots(made, "bot:apprentice", name=name) for name in ("Ada", "Ben", "Cleo")]
            await engage(brain, *tables[0], rng)
            for client, match in tables[1:]:
                await owe(client, match, rng)
            said = [await client.get(f"/matches/{match}/bots") for client, match in tables]
            assert said == [
                {"state": "thinking", "ahead": 0},
                {"state": "queued", "ahead": 1},
                {"state": "queued", "ahead": 2},
            ]
            pages = [(await client.http.get(f"/t/{match}")).text for client, match in tables]
            assert 'data-queued=""' in pages[0] and "is thinking" in pages[0]
            assert 'data-queued="1"' in pages[2] and "about 2 decisions of other bots come first" in pages[2]
            cleo, match = tables[2]
            line = await cleo.http.get(f"/t/{match}/bots", headers={"accept-language": "pl"})
            assert line.headers["x-queued"] == "1" and "czeka na wolny proces" in line.text
            assert "bot_tables_waiting 2" in (await cleo.http.get("/metrics")).text
            while (await cleo.get(f"/matches/{match}/bots"))["state"] == "queued":
                brain.leave.release()
                await asyncio.sleep(0.001)

    asyncio.run(run())


@pytest.mark.parametrize("fault", [BotFailed("out of order"), WorkerDied("exit status -9")])
def test_a_bot_that_fails_is_helped_out_once_and_stays_itself(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    async def run() -> None:
        rng = random.Random(12)
        async with house(sqlite, bot_workers=1) as made:
            brain = Brain(monkeypatch, made, 10_000)
            brain.broken = {"journeyman": fault}
            ada, match = await with_bots(made, "bot:journeyman")
            while made.site.bots.stand_ins < 3:
                await until_mine(ada, match)
                await ada.play_random(match, rng)
            info = await ada.get(f"/matches/{match}")
            assert info["seats"][1]["bot"] == "journeyman"
            assert [(line["message"], line["args"]) for line in info["told"]] == [
                ("told.bot_stand_in", [1, "journeyman"])
            ]
            assert "It decides the next one itself again" in (await ada.http.get(f"/t/{match}")).text
            tries = 2 if isinstance(fault, BotFailed) else 5
            bots = [bot for _, bot in brain.asked]
            assert bots[: 2 * (tries + 1)] == [*["journeyman"] * tries, "apprentice"] * 2
            brain.broken = {}
            before, stood_in = len(bots), made.site.bots.stand_ins
            while len(brain.asked) < before + 10:
                await until_mine(ada, match)
                await ada.play_random(match, rng)
            assert {bot for _, bot in brain.asked[before + tries + 1 :]} == {"journeyman"}
            assert made.site.bots.stand_ins <= stood_in + 1

    asyncio.run(run())


def test_a_dead_worker_is_told_and_not_charged_to_the_bot(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """With real processes, of which the first two are killed before they can say anything."""
    killed: list[int] = []
    real = Worker._pipes

    async def shot(self: Worker) -> tuple[asyncio.StreamWriter, asyncio.StreamReader]:
        pipes = await real(self)
        if len(killed) < 2:
            assert self._process is not None
            killed.append(self._process.pid)
            self._process.kill()
            await self._process.wait()
        return pipes

    monkeypatch.setattr(Worker, "_pipes", shot)

    async def run() -> None:
        rng = random.Random(12)
        async with house(sqlite, bot_workers=1) as made:
            ada, match = await with_bots(made, "bot:apprentice")
            while not (told := (await ada.get(f"/matches/{match}"))["told"]):
                await until_mine(ada, match)
                await ada.play_random(match, rng)
            assert told[0]["message"] == "told.worker_died" and len(told) == 1
            assert made.site.bots.deaths == 2 and made.site.bots.failures == made.site.bots.stand_ins == 0
            assert "worker_deaths 2" in (await ada.http.get("/metrics")).text
            assert (await ada.get(f"/matches/{match}"))["seats"][1]["bot"] == "apprentice"
        assert [line.message for line in caplog.records if line.name == "machinehall.bots"] == ["bot worker died"] * 2

    asyncio.run(run())
