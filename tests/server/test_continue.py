"""A table that goes on from a past position of a match that is over (MH-1.6): what stays, what is new, what is told."""

from __future__ import annotations

import asyncio
import itertools
import random
from pathlib import Path
from typing import Any

import pytest

from machinehall.server.store import stored_match
from machinehall.server.store.audit import audit
from server.kit import Client, House, easy_feats, finish, house, play_on, seats, two_players


async def over(made: House, **more: Any) -> tuple[Client, Client, str, int]:
    """Two people whose match is over, and the number of a decision in its middle."""
    ada, ben, match = await two_players(made, **more)
    await play_on([ada, ben], match, 24, random.Random(1))
    await finish(made, match)
    return ada, ben, match, [row for row in await made.site.store.tail(match, 0) if row.kind == "play"][16].first


async def lines_of(made: House, match: str) -> list[str]:
    return [line for row in await made.site.store.tail(match, 0) for line in row.log()]


@pytest.mark.rule("MH-1.6", "MH-2.1")
def test_what_was_before_stays_and_the_rest_is_played_anew(database: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with house(database, packs={"nucleum": easy_feats(tmp_path)}) as made:
            ada, ben, match, number = await over(made, title="nucleum")
            then = await ada.get(f"/matches/{match}/positions/{number}?seat=0")
            body = {"number": number, "seats": seats("you", "bot:random"), "start": True}
            new = await ada.post(f"/matches/{match}/continue", body, 201)
            assert new["status"] == "running" and not new["final"] and new["id"] != match
            assert new["told"] == [{"message": "told.continued", "args": [number], "rev": 1}]
            assert (await ada.get(f"/matches/{match}"))["final"]
            old, fresh = await lines_of(made, match), await lines_of(made, new["id"])
            assert fresh[:number] == old[:number]
            again = await ada.get(f"/matches/{new['id']}/positions/{number}?seat=0")
            assert again["view"] == then["view"]
            # The old match is as it was; the new one goes to an end of its own, with a record and no feats.
            await finish(made, new["id"])
            assert await lines_of(made, match) == old
            record = await ada.get(f"/matches/{new['id']}/record")
            assert record["log"][:number] == old[:number]
            for one in (match, new["id"]):
                await made.site.feats.reckon(one)
            assert (await ada.get(f"/matches/{match}/feats"))["items"]
            assert (await ada.get(f"/matches/{new['id']}/feats"))["items"] == []
            for one in (match, new["id"]):
                assert await audit(made.site.store, made.site.tables.title, one) == []
            # Ben has nothing to do with the new table and learns nothing of it, nor whoever sits there of the old one.
            await ben.get(f"/matches/{new['id']}/view", 404)
            assert match not in str(await ada.get(f"/matches/{new['id']}"))

    asyncio.run(run())


@pytest.mark.rule("MH-1.6", "MH-1.5")
def test_nothing_hidden_is_told_before_the_end(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, ben, match = await two_players(made, visibility="open")
            await play_on([ada, ben], match, 30, random.Random(1))
            body = {"number": 20, "seats": seats("you", "bot:random")}
            refused = await ada.post(f"/matches/{match}/continue", body, 409)
            assert refused["message"] == "continue.not_over"
            await finish(made, match)
            # Whoever only watches has to wait until the end is final; the players make it so.
            eve = await made.client("Eve")
            assert (await eve.post(f"/matches/{match}/continue", body, 409))["message"] == "table.not_final"
            assert not (await ada.get(f"/matches/{match}"))["final"]
            await ben.post(f"/matches/{match}/final")
            assert (await eve.post(f"/matches/{match}/continue", body, 201))["status"] == "open"

    asyncio.run(run())


@pytest.mark.rule("MH-1.6")
def test_bad_wishes_change_nothing(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, _, match, number = await over(made)
            eve, total = await made.client("Eve"), (await ada.get(f"/matches/{match}"))["number"]
            fine = {"number": number, "seats": seats("you", "bot:random")}
            path = f"/matches/{match}/continue"
            assert (await (await made.client()).ask("POST", path, fine)).status_code == 401
            await eve.post(path, fine, 404)
            for wrong, status, message in (
                ({"number": total}, 409, "continue.at_the_end"),
                ({"number": total + 1}, 404, "table.no_such_number"),
                ({"number": 0}, 409, "continue.not_begun"),
                ({"seats": seats("you")}, 422, "continue.seats"),
                ({"seats": seats("you", "automaton")}, 422, "continue.seats"),
                ({"seats": seats("you", "bot:nobody")}, 422, "table.no_such_bot"),
                ({"number": -1}, 400, "api.bad_body"),
                ({"seats": []}, 400, "api.bad_body"),
            ):
                assert (await ada.post(path, fine | wrong, status))["message"] == message
            assert not (await ada.get(f"/matches/{match}"))["final"]
            assert len((await ada.get("/me/matches"))["items"]) == 1

    asyncio.run(run())


@pytest.mark.rule("MH-1.6", "MH-1.3")
def test_friends_may_come_and_nobody_goes_back_behind_the_beginning(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, ben, match, number = await over(made)
            body = {"number": number, "seats": seats("you", "invited"), "start": False}
            new = await ada.post(f"/matches/{match}/continue", body, 201)
            assert new["status"] == "open" and new["number"] == 0
            cal = await made.client("Cal")
            await cal.post(f"/matches/{new['id']}/join", {"code": new["invites"]["1"]})
            begun = await cal.post(f"/matches/{new['id']}/start")
            assert begun["number"] >= number
            lines, rev = await lines_of(made, new["id"]), begun["rev"]
            own = max(i for i, line in enumerate(lines[:number]) if line.startswith("0 "))
            refused = await ada.post(f"/matches/{new['id']}/undo-requests", {"rev": rev, "number": own}, 422)
            assert (refused["rule"], refused["message"]) == ("MH-1.6", "undo.begins_here")
            await ada.post(f"/matches/{new['id']}/undo", {"rev": rev}, 422)
            assert await lines_of(made, new["id"]) == lines
            await play_on([ada, cal], new["id"], 6, random.Random(2))
            assert await audit(made.site.store, made.site.tables.title, new["id"]) == []
            await ben.get(f"/matches/{new['id']}/view", 404)

    asyncio.run(run())


@pytest.mark.rule("MH-1.6", "MH-1.4")
def test_luck_is_drawn_anew(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From just before chance decides, several tables get several outcomes."""
    seeds = itertools.count()
    monkeypatch.setattr(stored_match, "dealer", lambda: random.Random(next(seeds)))

    async def run() -> None:
        async with house(sqlite) as made:
            ada, _, match, _ = await over(made)
            lines = await lines_of(made, match)
            first = next(i for i, line in enumerate(lines) if not line.startswith("*"))
            drawn = min(i for i, line in enumerate(lines) if line.startswith("*") and i > first)
            found = set()
            for _ in range(8):
                body = {"number": drawn, "seats": seats("you", "you"), "start": True}
                new = await ada.post(f"/matches/{match}/continue", body, 201)
                found.add((await lines_of(made, new["id"]))[drawn])
            assert len(found) > 1

    asyncio.run(run())
