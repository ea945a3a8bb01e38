"""Where somebody is signed in: told, and ended one by one or all together, in every process at once."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from sqlalchemy import update

from machinehall.server.people.sessions import rough_device
from machinehall.server.store import schema as s
from server.kit import house, two_players

ACCOUNT = {"login": "ada", "password": "correct horse"}
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604.1"
CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537 (KHTML, like Gecko) Chrome/140.0 Safari/537"


def test_sessions_and_tokens_are_listed_and_ended_one_by_one(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, ben, match = await two_players(made)
            await ada.ask("PUT", "/me/account", ACCOUNT)
            phone = await made.client()
            await phone.post("/sessions", ACCOUNT, headers={"user-agent": IPHONE})
            token = (await ada.post(f"/matches/{match}/tokens", {"seat": 0, "label": "my bot"}, 201))["code"]
            program = await made.client(token=token)
            await program.get(f"/matches/{match}/view")
            mine, other, bot = (await ada.get("/me/sessions"))["items"]
            assert mine["current"] and not other["current"] and mine["kind"] == other["kind"] == "session"
            assert other["device"] == "Safari, iPhone" and other["created"] <= other["used"] <= time.time()
            assert (bot["kind"], bot["label"], bot["match"], bot["seat"]) == ("program", "my bot", match, 0)
            assert bot["title"] == "promethium" and len({mine["id"], other["id"], bot["id"]}) == 3
            await program.get("/me/sessions", 401)
            assert (await ben.ask("DELETE", f"/me/sessions/{other['id']}")).status_code == 404
            assert (await ada.ask("DELETE", f"/me/sessions/{other['id']}")).status_code == 204
            await phone.get("/me", 401)
            assert (await ada.ask("DELETE", f"/me/sessions/{bot['id']}")).status_code == 204
            await program.get(f"/matches/{match}/view", 401)
            assert (await ada.ask("DELETE", f"/me/sessions/{bot['id']}")).status_code == 404
            assert [one["id"] for one in (await ada.get("/me/sessions"))["items"]] == [mine["id"]]
            await ben.get("/me")

    asyncio.run(run())


def test_changing_a_password_ends_all_others(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, _, match = await two_players(made)
            phone = await made.client()
            await ada.ask("PUT", "/me/account", ACCOUNT)
            await phone.post("/sessions", ACCOUNT)
            token = (await ada.post(f"/matches/{match}/tokens", {"seat": 0}, 201))["code"]
            program = await made.client(token=token)
            await program.get(f"/matches/{match}/view")
            done = await ada.ask("PUT", "/me/account", {"login": "ada", "password": "another horse"})
            assert done.status_code == 204
            await ada.get("/me")
            await phone.get("/me", 401)
            await program.get(f"/matches/{match}/view", 401)
            await phone.post("/sessions", ACCOUNT, 403)

    asyncio.run(run())


def test_a_recovery_code_is_good_once_and_ends_all_others(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, phone, thief = await made.client("Ada"), await made.client(), await made.client()
            back = await phone.post("/identities/recover", {"code": ada.recovery})
            await ada.get("/me", 401)
            await thief.post("/identities/recover", {"code": ada.recovery}, 403)
            await phone.get("/me")
            assert back["recovery"] and back["recovery"] != ada.recovery
            code = {"code": back["recovery"]}
            both = await asyncio.gather(
                *(client.ask("POST", "/identities/recover", code) for client in (ada, thief, await made.client()))
            )
            assert sorted(answer.status_code for answer in both) == [200, 403, 403]

    asyncio.run(run())


def test_all_others_are_ended_at_once(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, phone = await made.client("Ada"), await made.client()
            await ada.ask("PUT", "/me/account", ACCOUNT)
            await phone.post("/sessions", ACCOUNT)
            assert (await phone.ask("DELETE", "/me/sessions")).status_code == 204
            await ada.get("/me", 401)
            assert len((await phone.get("/me/sessions"))["items"]) == 1

    asyncio.run(run())


def test_another_process_hears_of_it(postgres: str) -> None:
    async def run() -> None:
        async with house(postgres) as one, house(postgres) as two:
            ada = await one.client("Ada")
            there = await two.client(token=ada.http.cookies["machinehall"])
            await there.get("/me")  # kept in the memory of the second process
            (mine,) = (await ada.get("/me/sessions"))["items"]
            assert (await ada.ask("DELETE", f"/me/sessions/{mine['id']}")).status_code == 204
            async with asyncio.timeout(15):  # less than the memory lasts
                while (await there.ask("GET", "/me")).status_code == 200:
                    await asyncio.sleep(0.02)

    asyncio.run(run())


def test_the_last_use_is_noted_and_never_in_the_way(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            identities = made.site.identities
            async with made.site.store.write() as connection:
                await connection.execute(update(s.secrets).values(used=1.0))
            identities.forget((await ada.get("/me"))["id"])
            await ada.get("/me")
            await identities.close()
            assert (await ada.get("/me/sessions"))["items"][0]["used"] > 1.0
            async with made.site.store.write() as connection:
                await connection.execute(update(s.secrets).values(used=None))
            identities.forget((await ada.get("/me"))["id"])
            with monkeypatch.context() as broken:

                def full(*args: object) -> None:
                    raise OSError("disk full")

                broken.setattr(made.site.store, "_turn", full)
                await ada.get("/me")
                await identities.close()
            assert (await ada.get("/me/sessions"))["items"][0]["used"] is None

    asyncio.run(run())


def test_a_device_is_told_roughly() -> None:
    assert rough_device(FIREFOX) == "Firefox, Linux"
    assert rough_device(IPHONE) == "Safari, iPhone"
    assert rough_device(CHROME) == "Chrome, Windows"
    assert rough_device(CHROME + " Edg/140.0") == "Edge, Windows"
    assert rough_device("python-httpx/0.28") == "Python"
    assert rough_device("<script>alert(1)</script>" * 100) == ""
    longest = " ".join((CHROME, IPHONE, "SamsungBrowser", "CrOS"))
    assert len(rough_device(longest)) <= 40


def test_a_database_of_before_keeps_its_sessions(tmp_path: Path) -> None:
    from sqlalchemy import text

    from machinehall.server.people.identity import hashed
    from machinehall.server.store.engine import database_url
    from machinehall.server.store.migrate import upgrade
    from machinehall.server.store.store import Store

    database = f"sqlite:///{tmp_path / 'old.sqlite'}"

    async def run() -> None:
        store = Store(database_url(database))
        await upgrade(store, "0003")
        async with store.write() as connection:
            await connection.execute(
                text("insert into identities (id, name, notify, created) values ('a', 'Ada', '{}', 1)")
            )
            await connection.execute(
                text("insert into secrets (hash, identity, kind, label, created) values (:h, 'a', 'cookie', '', 1)"),
                {"h": hashed("old secret")},
            )
        await store.close()
        async with house(database) as made:
            ada = await made.client(token="old secret")
            assert (await ada.get("/me"))["name"] == "Ada"
            (mine,) = (await ada.get("/me/sessions"))["items"]
            assert mine["device"] == "" and mine["created"] == 1

    asyncio.run(run())
