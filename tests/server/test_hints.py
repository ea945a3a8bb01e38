"""Hints through the server: who may ask, who may allow them, and that they come from a worker."""

from __future__ import annotations

import asyncio

import pytest

from machinehall.server.thinking import desk
from machinehall.server.thinking.processes import Answer, HintRow, Question, Worker, WorkerDied
from server.kit import house, patiently, seats, started, two_players


def test_alone_with_bots_hints_are_there(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite, bot_workers=1) as made:
            ada, hot = await started(made, "you", "you")
            await ada.get(f"/matches/{hot}/hints", 409)  # two people at one device
            spec = {"title": "promethium", "seats": seats("you", "bot:random"), "start": True}
            match = (await ada.post("/matches", spec, 201))["id"]
            while True:
                sight = await ada.get(f"/matches/{match}/view")
                if len(sight["legal"]) > 1:
                    break
                await asyncio.sleep(0.05)
            found = await patiently(ada, f"/matches/{match}/hints")
            assert 1 <= len(found["items"]) <= 3
            assert all(row["action"] in sight["legal"] and row["detail"] for row in found["items"])
            answer = await ada.http.get(f"/t/{match}/hint", headers={"mh-part": "1"})
            assert answer.headers["x-dialog"] == "1" and found["items"][0]["action"] in answer.text

    asyncio.run(run())


def test_among_people_the_owner_decides_and_everybody_is_told(database: str) -> None:
    async def run() -> None:
        async with house(database, bot_workers=1) as made:
            ada, ben, match = await two_players(made)
            acting = ada if (await ada.get(f"/matches/{match}/view"))["legal"] else ben
            await acting.get(f"/matches/{match}/hints", 409)
            await ben.post(f"/matches/{match}/hints", {"on": True}, 403)
            told = await ada.post(f"/matches/{match}/hints", {"on": True})
            assert told["told"][-1]["message"] == "told.hints_on"
            assert (await patiently(acting, f"/matches/{match}/hints"))["items"]
            assert 'id="hint"' in (await acting.http.get(f"/t/{match}")).text
            # Everybody at the table sees it, at once as a notice and later in the log.
            page = (await ben.http.get(f"/t/{match}")).text
            assert page.count("Hints are allowed at this table from now on") == 2 and '<p class="notice">' in page
            await ada.post(f"/matches/{match}/hints", {"on": False})
            await acting.get(f"/matches/{match}/hints", 409)
            assert 'id="hints-on"' in (await ada.http.get(f"/t/{match}")).text
            assert 'id="hints-on"' not in (await ben.http.get(f"/t/{match}")).text
            stranger = await made.client("Zoe")
            await stranger.get(f"/matches/{match}/hints", 404)

    asyncio.run(run())


def test_a_server_without_workers_gives_none(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, match = await started(made, "you", "bot:random")
            await ada.get(f"/matches/{match}/hints", 409)
            assert 'id="hint"' not in (await ada.http.get(f"/t/{match}")).text

    asyncio.run(run())


def test_a_hint_that_takes_long_is_still_thought_out(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "PATIENCE", 0.01)
    monkeypatch.setattr("machinehall.web.table.hints.PATIENCE", 0.01)
    done, deaths = asyncio.Event(), [WorkerDied("killed")]

    async def slow(self: Worker, question: Question, grace: float) -> Answer:
        await done.wait()
        if deaths:
            raise deaths.pop()
        return Answer(hints=[HintRow(question.legal[0], 1.0, [])])

    monkeypatch.setattr(Worker, "ask", slow)

    async def run() -> None:
        async with house(sqlite, bot_workers=0) as made:
            made.site.hints.enabled = True
            ada = await made.client("Ada")
            spec = {"title": "promethium", "seats": seats("you", "bot:random"), "start": True}
            tables: list[str] = []
            while len(tables) < desk.EACH + 1:
                match = (await ada.post("/matches", spec, 201))["id"]
                tables += [match] if (await ada.get(f"/matches/{match}/view"))["legal"] else []
            path = f"/matches/{tables[0]}/hints"
            for _ in range(3):
                said = await ada.get(path, 202)
                assert said["ahead"] == 0 and "Still thinking" in said["detail"]
            waiting = [(await ada.get(f"/matches/{match}/hints", 202))["ahead"] for match in tables[1 : desk.EACH]]
            assert waiting == [1, 2]
            assert (await ada.get(f"/matches/{tables[-1]}/hints", 429))["message"] == "thinking.busy"
            page = await ada.http.get(f"/t/{tables[0]}/hint?seat=0", headers={"mh-part": "1"})
            assert page.status_code == 202 and page.headers["x-dialog"] == "1"
            assert f'data-later="/t/{tables[0]}/hint?seat=0"' in page.text and "Still thinking" in page.text
            plain = await ada.http.get(f"/t/{tables[0]}/hint", headers={"accept-language": "fr"})
            assert plain.headers["refresh"] == "2" and "La réflexion continue" in plain.text
            done.set()
            assert len((await patiently(ada, path))["items"]) == 1
            assert made.site.hints.desk.deaths == 0 and not deaths  # it was asked again after a death

    asyncio.run(run())
