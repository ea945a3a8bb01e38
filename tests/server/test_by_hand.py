"""Matches at a real table: people say what chance brings, and the engine plays the same match as anywhere."""

from __future__ import annotations

import asyncio
import html
import random
import re
from typing import Any

import httpx
import pytest
from often import now_and_then

import machinehall as mh
from machinehall.server.store.audit import audit
from machinehall.server.store.deeds import continued
from machinehall.server.store.stored_match import unpack_events
from server.kit import Client, House, house, seats

ALONE = {"title": "nucleum", "seats": seats("you", "automaton"), "start": True, "by_hand": True}


class Device:
    """Somebody with one device beside a real board; everything goes through the pages."""

    def __init__(self, client: Client, match: str) -> None:
        self.client = client
        self.match = match

    async def send(self, path: str, **fields: Any) -> httpx.Response:
        rev = (await self.client.get(f"/matches/{self.match}"))["rev"]
        headers = {"mh-part": "1"}
        sent = {"rev": str(rev), "seat": "0", **fields}
        return await self.client.http.post(f"/t/{self.match}/{path}", data=sent, headers=headers)

    async def says(self, line: str, status: int = 200) -> str:
        """A line of a log, told to the app: chance and people alike."""
        who, _, action = line.partition(" ")
        answer = await self.send("act", action=action, seat="0" if who == "*" else who.rstrip("!"))
        assert answer.status_code == status, (line, answer.text[:400])
        return answer.text

    async def page(self) -> str:
        return (await self.client.http.get(f"/t/{self.match}")).text


async def seated(made: House, spec: dict[str, Any] = ALONE) -> Device:
    ada = await made.client("Ada")
    return Device(ada, (await ada.post("/matches", spec, 201))["id"])


def played(title: str, players: int, seed: int, decisions: int) -> mh.Match:
    """The same match at an ordinary table."""
    rng = random.Random(seed)
    match = mh.new_match(title, players, seed=seed)
    while match.to_act and match.number < decisions:
        match.play(rng.choice(match.legal()))
    return match


async def told(made: House, device: Device, lines: list[str]) -> None:
    """What the app does not work out itself is told, until the log is the wished one."""
    while True:
        async with made.site.tables.table(device.match) as table:
            there = table.live.number
        if there >= len(lines):
            return
        await device.says(lines[there])


async def log(made: House, match: str) -> tuple[list[str], tuple[int, ...]]:
    rows = await made.site.store.tail(match, 0)
    async with made.site.tables.table(match) as table:
        return [line for row in rows for line in row.log()], table.live.to_act


@pytest.mark.rule("NU-23.24", "NU-23.26", "MH-1.4")
@pytest.mark.parametrize("database", now_and_then(["sqlite", "postgres"], ["sqlite"]), indirect=True)
def test_the_same_match_by_hand_and_dealt(database: str) -> None:
    """Every line of a dealt match, told by hand: the Barons do the same, action by action, and the journal is sound."""
    dealt = played("nucleum", 1, 7, 2000)

    async def run() -> None:
        async with house(database) as made:
            device = await seated(made)
            assert (await device.client.get(f"/matches/{device.match}"))["to_act"] == [-1]
            lines = dealt.lines()
            await told(made, device, lines)
            there, _ = await log(made, device.match)
            plain = [re.sub(r"^(\d+)!", r"\1", line) for line in there]
            assert plain[: len(lines)] == lines
            rows = await made.site.store.tail(device.match, 0)
            assert [events for row in rows for events in unpack_events(row.events)] == dealt.happened
            async with made.site.tables.table(device.match) as table:
                assert table.live.outcome == dealt.outcome and dealt.outcome is not None
            assert continued(rows)  # who tells the app what the dice show earns no feats
            assert await audit(made.site.store, made.site.tables.title, device.match) == []
        async with house(database) as made:  # it is still a match at a real table after a restart
            again = await made.client()
            again.http.cookies.update(device.client.http.cookies)
            async with made.site.tables.table(device.match) as table:
                assert table.live.by_hand == frozenset()
            assert (await again.http.get(f"/t/{device.match}?board=1")).status_code == 200

    asyncio.run(run())


def test_a_wrong_entry_is_taken_back_however_long_ago(sqlite: str) -> None:
    dealt = played("nucleum", 1, 3, 90)

    async def run() -> None:
        async with house(sqlite) as made:
            device = await seated(made)
            lines = dealt.lines()
            await told(made, device, lines[:80])
            at = len((await log(made, device.match))[0])
            for _ in range(50):
                assert (await device.send("undo")).status_code == 200
            there, _ = await log(made, device.match)
            assert len(there) <= at - 50 and there == lines[: len(there)]
            await told(made, device, lines)
            plain = [re.sub(r"^(\d+)!", r"\1", line) for line in (await log(made, device.match))[0]]
            assert plain[: len(lines)] == lines
            while (await device.send("undo")).status_code == 200:
                pass
            assert not (await log(made, device.match))[0]
            assert await audit(made.site.store, made.site.tables.title, device.match) == []

    asyncio.run(run())


def test_what_one_tap_told_one_tap_takes_back(sqlite: str) -> None:
    lines = played("nucleum", 1, 3, 90).lines()

    async def run() -> None:
        async with house(sqlite) as made:
            device = await seated(made)
            begun = next(at for at, line in enumerate(lines) if line.startswith("0 play"))
            await told(made, device, lines[:begun])
            before, _ = await log(made, device.match)
            way = re.search(r'class="onward"><button class="btn" data-plan="([^"]+)"', await device.page())
            assert way is not None
            assert (await device.send("acts", actions=html.unescape(way[1]))).status_code == 200
            there, _ = await log(made, device.match)
            assert [line.partition(" ")[2] for line in there[len(before) :]] == html.unescape(way[1]).split("|")
            assert (await device.send("undo")).status_code == 200
            assert (await log(made, device.match))[0] == before

    asyncio.run(run())


def test_the_app_draws_once_always_or_all(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            device = await seated(made)
            assert (await device.send("draw", how="one")).status_code == 200
            assert len((await log(made, device.match))[0]) == 1
            await device.send("draw", how="kind")
            there, acting = await log(made, device.match)
            assert len(there) > 2 and all(line.startswith("* draw-tile") for line in there) and acting == (-1,)
            text = (await device.send("draw", how="all")).text
            assert (await log(made, device.match))[1] == (0,) and 'id="tasks"' in text and "milestone tile" in text
            assert (await device.send("draw", how="one")).status_code == 409
            async with made.site.tables.table(device.match) as table:
                assert table.live.by_hand == frozenset({"tile"})
                table.forget()  # what was wished stands in the database, not in memory alone
            async with made.site.tables.table(device.match) as table:
                assert table.live.by_hand == frozenset({"tile"})
            await device.send("draw", how="hand")
            async with made.site.tables.table(device.match) as table:
                assert table.live.by_hand == frozenset()

    asyncio.run(run())


def test_what_does_not_fit_is_refused_and_changes_nothing(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            device = await seated(made)
            before = await log(made, device.match)
            await device.says("* roll 1", 422)
            assert (await device.send("draw", how="twice")).status_code == 422
            assert (await device.send("act", action="nonsense")).status_code in (400, 422)
            stale = await device.client.http.post(
                f"/t/{device.match}/act", data={"rev": "99", "seat": "0", "action": "x"}
            )
            assert stale.status_code in (400, 409, 422)
            other = Device(await made.client("Eve"), device.match)
            assert (await other.client.http.get(f"/t/{device.match}")).status_code in (401, 404)
            assert (
                await other.client.http.post(f"/t/{device.match}/draw", data={"rev": "1", "how": "one"})
            ).status_code >= 400
            assert await log(made, device.match) == before
            tile = mh.title("nucleum").domains["tile"][5]
            await device.says(f"* draw-tile {tile}")
            again = await device.says(f"* draw-tile {tile}", 422)
            assert "already lies somewhere else" in again and "MH-1.4" in again
            said = await device.client.post("/matches", {**ALONE, "seats": seats("you", "invited")}, 422)
            assert said["message"] == "hand.seats"
            plain = Device(
                device.client, (await device.client.post("/matches", {**ALONE, "by_hand": False}, 201))["id"]
            )
            assert (await plain.send("draw", how="one")).status_code == 409

    asyncio.run(run())


@pytest.mark.parametrize(("title", "players"), [("nucleum", 3), ("imperial-steam", 2), ("promethium", 2)])
def test_a_referee_for_every_title(sqlite: str, title: str, players: int) -> None:
    """One device enters the turns of all seats; where hands are hidden it is handed over before anything is shown."""
    dealt = played(title, players, 11, 110)

    async def run() -> None:
        async with house(sqlite) as made:
            spec = {"title": title, "seats": seats(*["you"] * players), "start": True, "by_hand": True}
            device = await seated(made, spec)
            await told(made, device, dealt.lines())
            assert await audit(made.site.store, made.site.tables.title, device.match) == []
            page = await device.page()
            assert ("hand-over" in page) == (title != "nucleum")

    asyncio.run(run())
