"""Feats of players, kept over matches, on both databases."""

from __future__ import annotations

import asyncio
import random
import threading
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select

from machinehall.server.play import feats as keeping
from machinehall.server.play.hub import Hub
from machinehall.server.store import schema as s
from machinehall.server.store import stored_match
from machinehall.server.store.engine import database_url
from machinehall.server.store.migrate import upgrade
from machinehall.server.store.store import Store
from server.kit import PATIENCE, Client, House, easy_feats, finish, house, seats


@pytest.fixture
def pack(tmp_path: Path) -> dict[str, str]:
    return {"nucleum": easy_feats(tmp_path)}


@pytest.fixture(autouse=True)
def dealt_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same cards in every run, but others at each table."""
    seeds = count(4)
    monkeypatch.setattr(stored_match, "dealer", lambda: random.Random(next(seeds)))


async def open_table(owner: Client, *others: Client, bots: int = 0, here: int = 0, start: bool = True) -> str:
    kinds = ["you", *["you"] * here, *["invited"] * len(others), *["bot:random"] * bots]
    table = await owner.post("/matches", {"title": "nucleum", "seats": seats(*kinds)}, 201)
    for other, code in zip(others, table["invites"].values(), strict=True):
        await other.post(f"/matches/{table['id']}/join", {"code": code})
    if start:
        await owner.post(f"/matches/{table['id']}/start")
    return str(table["id"])


async def rows(made: House) -> set[tuple[Any, ...]]:
    async with made.site.store.read() as connection:
        found = await connection.execute(select(s.feats.c.match, s.feats.c.seat, s.feats.c.what, s.feats.c.identity))
        return {tuple(row) for row in found}


async def earned(client: Client, **more: Any) -> dict[str, dict[str, Any]]:
    found = await client.get("/me/feats", **more)
    return {item["name"]: item for item in found["items"] if item["earned"]}


async def settle(made: House, match: str) -> None:
    """Until the background has kept the feats of a match."""
    async with asyncio.timeout(PATIENCE):
        while not any(row[0] == match for row in await rows(made)):
            await asyncio.sleep(0.02)


@pytest.mark.rule("MH-2.1", "MH-2.2", "NU-25.17")
def test_feats_are_kept_for_each_player(database: str, pack: dict[str, str]) -> None:
    async def run() -> None:
        async with house(database, packs=pack) as made:
            ada, ben = await made.client("Ada"), await made.client("Ben")
            assert len((await ada.get("/me/feats"))["items"]) == 20 and not await earned(ada)
            match = await open_table(ada, ben, bots=1)
            assert (await ada.get(f"/matches/{match}/feats"))["items"] == []
            with made.site.hub.listening(match) as listener:
                await finish(made, match)
                await settle(made, match)
                async with asyncio.timeout(PATIENCE):
                    while listener.feats <= 0:  # news for whoever listens
                        await asyncio.sleep(0.02)
            kept = await rows(made)
            assert {row[1] for row in kept} == {0, 1}  # the bot earns nothing
            assert {row[2] for row in kept} >= {"players:3", "all_buildings"}
            assert not await earned(ada)  # the end could still be taken back
            await ada.post(f"/matches/{match}/final")
            mine = await earned(ada)
            assert mine["all_buildings"]["match"] == match and mine["all_buildings"]["at"] > 0
            assert mine["all_buildings"]["text"] == "Build all 1 of your urban buildings."
            assert set(mine) == {feat for feat in set(mine) if (match, 0, feat, await who(ada)) in kept}
            french = await earned(ada, headers={"accept-language": "fr"})
            assert french["all_buildings"]["text"] == "Construisez vos 1 bâtiments."
            here = (await ben.get(f"/matches/{match}/feats"))["items"]
            assert {(item["seat"], item["name"], item["first"]) for item in here} >= {
                (0, "all_buildings", True), (1, "all_buildings", True),
            }  # fmt: skip
            stranger = await made.client("Eve")
            await stranger.get(f"/matches/{match}/feats", 404)
            await (await made.client()).get("/me/feats", 401)
            await made.site.feats.reckon(match)
            assert await rows(made) == kept  # once more changes nothing

    asyncio.run(run())


async def who(client: Client) -> str:
    return str((await client.get("/me"))["id"])


@pytest.mark.rule("MH-2.1")
def test_two_hands_of_one_player_earn_nothing(database: str, pack: dict[str, str]) -> None:
    async def run() -> None:
        async with house(database, packs=pack) as made:
            ada, ben = await made.client("Ada"), await made.client("Ben")
            match = await open_table(ada, here=1)
            await finish(made, match)
            await made.site.feats.reckon(match)
            assert await rows(made) == set() and not await earned(ada)
            assert (await ada.get(f"/matches/{match}/feats"))["items"] == []
            match = await open_table(ada, ben, here=1)
            await finish(made, match)
            await settle(made, match)
            assert {row[3] for row in await rows(made)} == {await who(ben)}  # the guest has one seat only

    asyncio.run(run())


@pytest.mark.rule("MH-2.1")
def test_who_has_left_earns_nothing(sqlite: str, pack: dict[str, str]) -> None:
    async def run() -> None:
        async with house(sqlite, packs=pack) as made:
            ada, ben = await made.client("Ada"), await made.client("Ben")
            match = await open_table(ada, ben)
            await ben.post(f"/matches/{match}/leave", {"seat": 1})
            await finish(made, match)
            await settle(made, match)
            assert {row[3] for row in await rows(made)} == {await who(ada)}

    asyncio.run(run())


@pytest.mark.rule("MH-2.2", "NU-25.3")
def test_a_feat_over_several_matches(database: str, pack: dict[str, str]) -> None:
    async def run() -> None:
        async with house(database, packs=pack) as made:
            ada = await made.client("Ada")
            found = []
            for bots in (1, 2, 2):
                match = await open_table(ada, bots=bots)
                await finish(made, match, seed=bots)
                await settle(made, match)
                found.append((match, (await ada.get(f"/matches/{match}/feats"))["items"]))
            done = await earned(ada)
            assert done["every_count"]["match"] == found[1][0]
            assert (done["every_count"]["gathered"], done["every_count"]["needed"]) == (2, 2)
            assert [any(item["name"] == "every_count" for item in items) for _, items in found] == [False, True, False]
            first = [next(item["first"] for item in items if item["name"] == "all_buildings") for _, items in found]
            assert first == [True, False, False] and done["all_buildings"]["match"] == found[0][0]

    asyncio.run(run())


@pytest.mark.rule("MH-1.5", "MH-2.2")
def test_an_end_that_is_taken_back_does_not_count(sqlite: str, pack: dict[str, str]) -> None:
    async def run() -> None:
        async with house(sqlite, packs=pack) as made:
            for seed in range(20):  # until the last decision of the final scoring is Ada's
                ada = await made.client("Ada")
                match = await open_table(ada, bots=1)
                await finish(made, match, seed, short=True)
                sight = await ada.get(f"/matches/{match}/view")
                if sight["status"] == "running":
                    break
            await ada.post(f"/matches/{match}/actions", {"action": sight["legal"][0], "rev": sight["rev"]})
            await settle(made, match)
            assert not await earned(ada)
            over = await ada.get(f"/matches/{match}/view")
            last = max(row.first for row in await made.site.store.tail(match, 0) if row.seat == 0)
            await ada.post(f"/matches/{match}/undo-requests", {"rev": over["rev"], "number": last})
            assert (await ada.get(f"/matches/{match}"))["status"] == "running"
            assert not await earned(ada) and (await ada.get(f"/matches/{match}/feats"))["items"] == []
            sight = await ada.get(f"/matches/{match}/view")
            await ada.post(f"/matches/{match}/actions", {"action": sight["legal"][-1], "rev": sight["rev"]})
            assert (await ada.get(f"/matches/{match}/feats"))["items"]
            assert {feat["match"] for feat in (await earned(ada)).values()} == {match}
            now = await ada.get(f"/matches/{match}/view")
            await ada.post(f"/matches/{match}/undo-requests", {"rev": now["rev"], "number": last}, 422)

    asyncio.run(run())


def test_two_processes_keep_the_same_and_tell_each_other(postgres: str, pack: dict[str, str]) -> None:
    async def run() -> None:
        async with house(postgres, packs=pack) as one, house(postgres, packs=pack) as two:
            ada = await one.client("Ada")
            match = await open_table(ada, bots=1)
            with two.site.hub.listening(match) as listener:
                await finish(one, match)
                await asyncio.gather(*(made.site.feats.reckon(match) for made in (one, two, one, two)))
                await settle(two, match)
                async with asyncio.timeout(PATIENCE):
                    while listener.feats < 0:
                        await asyncio.sleep(0.02)
                assert listener.feats == len(await rows(one))

    asyncio.run(run())


def test_a_stream_tells_that_feats_were_kept() -> None:
    async def run() -> None:
        hub = Hub()
        stream = hub.stream("m", 5, 5)
        assert b"retry" in await anext(stream)
        waiting = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0)
        hub.publish("m", feats=2)
        assert await waiting == b"event: feats\ndata: 2\n\n"
        waiting = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0)
        hub.publish("m", feats=2)  # kept once more, and at the same moment a new revision
        hub.publish("m", 6)
        assert b"event: rev" in await waiting
        assert await anext(stream) == b"event: feats\ndata: 2\n\n"
        hub.close()

    asyncio.run(run())


def test_an_older_database_gets_a_place_for_feats(database: str) -> None:
    async def run() -> None:
        store = Store(database_url(database))
        await store.open()
        try:
            await upgrade(store, "0001")
            await upgrade(store)
            async with store.read() as connection:
                assert (await connection.execute(select(s.feats))).all() == []
        finally:
            await store.close()

    asyncio.run(run())


def test_what_was_missed_is_made_up(database: str, pack: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in the reckoning costs no move, and the next start or look makes up for it."""
    tried = threading.Event()

    def broken(*_: Any) -> None:
        tried.set()
        raise RuntimeError("broken")

    async def run() -> None:
        async with house(database, packs=pack) as made:
            ada = await made.client("Ada")
            with monkeypatch.context() as patch:
                patch.setattr(keeping, "deeds", broken)
                match = await open_table(ada, bots=1)
                await finish(made, match)
                async with asyncio.timeout(PATIENCE):
                    while not tried.is_set():
                        await asyncio.sleep(0.02)
                assert (await ada.get(f"/matches/{match}"))["status"] == "over" and not await rows(made)
            assert (await ada.get(f"/matches/{match}/feats"))["items"]
            async with made.site.store.write() as connection:
                await connection.execute(delete(s.feats))
        async with house(database, packs=pack) as made:
            await settle(made, match)

    asyncio.run(run())
