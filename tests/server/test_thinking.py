"""What a bot thought: told after the match, from what its seat saw, and never before."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from machinehall.kernel.record_text import read_line
from machinehall.server.thinking.processes import Answer, BotFailed, Question, Worker
from server.kit import Client, House, house, patiently, started


async def play_on(made: House, match: str, rng: random.Random, least: int = 10**9) -> dict[str, int]:
    """Anything, for everybody, to the end or so many decisions; for each kind of seat a number at which it chose."""
    chose: dict[str, int] = {}
    while True:
        async with made.site.tables.table(match) as table:
            live = table.live
            if not live.to_act or live.number >= least:
                return chose
            seat = rng.choice(live.to_act)
            legal = live.legal(seat)
            if len(legal) > 3:
                chose[table.seats[seat].bot or "person"] = live.number
            await made.site.tables.play_at(table, seat, rng.choice(legal))


def test_nothing_is_told_while_the_match_runs(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(self: Worker, question: Question, grace: float) -> Answer:
        raise AssertionError("no bot is to think about a match that runs")

    monkeypatch.setattr(Worker, "ask", never)

    async def run() -> None:
        async with house(sqlite, bot_workers=0) as made:
            ada, match = await started(made, "you", "bot:apprentice", visibility="open")
            chose = await play_on(made, match, random.Random(5), 60)
            for client in (ada, await made.client("Eve")):
                for number in (*chose.values(), 0, 10**6):
                    path = f"/matches/{match}/positions/{number}/thinking"
                    assert (await client.get(path, 409))["message"] == "table.not_over"
                page = await client.http.get(f"/t/{match}/at/{chose['apprentice']}")
                assert page.status_code == 200 and 'id="think"' not in page.text
                asked = await client.http.get(f"/t/{match}/at/{chose['apprentice']}/thinking")
                assert asked.status_code == 409

    asyncio.run(run())


def test_afterwards_the_candidates_with_their_values(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite, bot_workers=0) as made:
            ada, match = await started(made, "you", "bot:apprentice", "bot:random", visibility="open")
            chose = await play_on(made, match, random.Random(5))
            path = f"/matches/{match}/positions/{{}}/thinking"
            found = await patiently(ada, path.format(chose["apprentice"]))
            values = [row["value"] for row in found["candidates"]]
            assert found["bot"] == "apprentice" and found["seat"] == 1 and len(values) > 3
            assert values == sorted(values, reverse=True)
            assert len(values) <= 12 and found["more"] >= 0
            record = await ada.get(f"/matches/{match}/record")
            played = record["log"][chose["apprentice"]]
            assert found["played"] in (played if isinstance(played, str) else " ".join(map(str, played)))
            assert (await ada.get(path.format(chose["apprentice"]))) == found
            assert (await patiently(ada, path.format(chose["random"])))["candidates"] == []
            assert (await ada.get(path.format(chose["person"]), 404))["message"] == "thinking.no_bot"
            assert (await ada.get(path.format(10**6), 404))["message"] == "table.no_such_number"
            await pages(ada, match, chose)

    asyncio.run(run())


async def pages(ada: Client, match: str, chose: dict[str, int]) -> None:
    """The button on the timeline, the small window it opens, and the same as a page."""
    assert 'id="think"' in (await ada.http.get(f"/t/{match}/at/{chose['apprentice']}")).text
    assert 'id="think"' not in (await ada.http.get(f"/t/{match}/at/{chose['person']}")).text
    address = f"/t/{match}/at/{chose['apprentice']}/thinking"
    window = await ada.http.get(address, headers={"mh-part": "1"})
    assert window.headers["x-dialog"] == "1" and "<table" in window.text and "<html" not in window.text
    page = await ada.http.get(address, headers={"accept-language": "pl"})
    assert "Wróć do pozycji" in page.text and page.text.count("<tr") > 3
    none = await ada.http.get(f"/t/{match}/at/{chose['random']}/thinking")
    assert none.status_code == 200 and "<table" not in none.text


def test_a_bot_is_asked_about_what_its_seat_saw_and_only_for_guests_of_the_table(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Question] = []

    async def quick(self: Worker, question: Question, grace: float) -> Answer:
        asked.append(question)
        if len(asked) > 1:
            raise BotFailed("out of order")
        return Answer(question.legal[0], thoughts=[(k, float(-k), 0) for k in question.legal])

    monkeypatch.setattr(Worker, "ask", quick)

    async def run() -> None:
        async with house(sqlite, bot_workers=0) as made:
            ada, match = await started(made, "you", "bot:apprentice", visibility="private")
            chose = await play_on(made, match, random.Random(9))
            number = chose["apprentice"]
            eve = await made.client("Eve")
            await eve.get(f"/matches/{match}/positions/{number}/thinking", 404)
            assert not asked
            await patiently(ada, f"/matches/{match}/positions/{number}/thinking")
            (question,) = asked
            assert question.why and question.seconds <= 1
            assert question.view == await view_of(made, match, number, 1) and question.view["seat"] == 1
            other = number - 1
            while (await ada.ask("GET", f"/matches/{match}/positions/{other}/thinking")).status_code == 404:
                other -= 1
            failed = await ada.get(f"/matches/{match}/positions/{other}/thinking", 503)
            assert failed["message"] == "thinking.failed"

    asyncio.run(run())


async def view_of(made: House, match: str, number: int, seat: int) -> Any:
    """What a seat saw, worked out from the journal."""
    async with made.site.tables.table(match) as table:
        title, options, there = table.live.title, table.live.options, table.live.seats
    lines = [line for row in await made.site.tables.store.tail(match, 0) for line in row.log()]
    state = title.start(there, options)
    for line in lines[:number]:
        who, _, action = read_line(title, line)
        title.apply(state, who, action)
    return title.view(state, seat)
