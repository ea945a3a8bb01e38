"""A person's own data: all of it handed out, all of it removed, and the matches of the others whole."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

from sqlalchemy import select

from machinehall.server.store import schema as s
from machinehall.server.store.audit import audit
from server.kit import Client, House, finish, house, play_on, seats, two_players

NAME = "Adelheid Zwölfgarten"
SAID = "the secret garden is closed"


async def life(made: House) -> tuple[Client, Client, list[str]]:
    """A person with everything: a match that is over, one under way, one not begun, words, notes, an account."""
    ada, ben = await made.client(NAME), await made.client("Ben")
    found = []
    for start in (True, True, False):
        table = await ada.post(
            "/matches", {"title": "nucleum", "seats": seats("you", "invited"), "visibility": "open"}, 201
        )
        await ben.post(f"/matches/{table['id']}/join", {"code": table["invites"]["1"]})
        if start:
            await ada.post(f"/matches/{table['id']}/start")
        found.append(table["id"])
    await finish(made, found[0])
    await play_on([ada, ben], found[1], 3, random.Random(4))
    await ada.post(f"/matches/{found[0]}/messages", {"text": SAID}, 201)
    await ben.post(f"/matches/{found[0]}/messages", {"text": "good night"}, 201)
    await ada.ask("PUT", f"/matches/{found[0]}/note", {"text": "my own note"})
    await ada.ask("PUT", "/me/account", {"login": "adelheid", "password": "correct horse"})
    await ada.post(f"/matches/{found[1]}/tokens", {"seat": 0, "label": "helper"}, 201)
    return ada, ben, found


def test_everything_is_handed_out(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, ben, matches = await life(made)
            answer = await ada.ask("GET", "/me/export")
            assert "no-store" in answer.headers["cache-control"]
            data = answer.json()
            assert data["identity"]["name"] == NAME and data["identity"]["login"] == "adelheid"
            assert data["identity"]["password"] is True
            assert [row["text"] for row in data["messages"]] == [SAID]
            assert [row["text"] for row in data["notes"]] == ["my own note"]
            assert sorted(row["id"] for row in data["matches"]) == sorted(matches)
            over = next(row for row in data["matches"] if row["id"] == matches[0])
            assert over["record"] == f"/api/v1/matches/{matches[0]}/record" and over["outcome"]
            assert [row["seat"] for row in over["seats"]] == [0] and over["opened"]
            assert {row["kind"] for row in data["sessions"]} == {"cookie", "seat"}
            text = json.dumps(data)
            assert "Ben" not in text and "argon2" not in text and "good night" not in text
            await (await made.client()).get("/me/export", 401)
            assert SAID not in json.dumps(await ben.get("/me/export"))

    asyncio.run(run())


def test_a_person_is_forgotten_and_the_matches_stay(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, ben, (over, running, waiting) = await life(made)
            me = (await ada.get("/me"))["id"]
            outcome = (await ben.get(f"/matches/{over}"))["outcome"]
            refused = await ada.ask("DELETE", "/me", {"name": "Ben"})
            assert (refused.status_code, refused.json()["message"]) == (422, "person.other_name")
            await ada.get("/me")
            assert (await ada.ask("DELETE", "/me", {"name": NAME})).status_code == 204
            await ada.get("/me", 401)
            await ada.post("/sessions", {"login": "adelheid", "password": "correct horse"}, 403)
            await ada.post("/identities/recover", {"code": ada.recovery}, 403)
            for match in (over, running, waiting):
                info = await ben.get(f"/matches/{match}")
                assert info["seats"][0]["name"] == "" and info["seats"][1]["name"] == "Ben" and info["yours"]
                assert info["seats"][0]["former"] is (match != waiting)
                assert await audit(made.site.store, made.site.tables.title, match) == []
            assert (await ben.get(f"/matches/{over}"))["outcome"] == outcome
            assert (await ben.get(f"/matches/{running}"))["seats"][0]["left"]
            assert [m["text"] for m in (await ben.get(f"/matches/{over}/messages"))["items"]] == ["good night"]
            eve = await made.client("Eve")  # nobody inherits the hand of a match under way
            for thief in (eve, ben):
                await thief.post(f"/matches/{running}/join", {"seat": 0}, 409)
            await eve.post(f"/matches/{waiting}/join", {"seat": 0})
            again = await ben.post(f"/matches/{over}/rematch")
            assert [seat["taken"] for seat in again["seats"]] == [False, True]
            await ben.post(f"/matches/{running}/takeovers", {"seat": 0, "bot": "random"})
            await _nothing_left(made, me)

    asyncio.run(run())


async def _nothing_left(made: House, identity: str) -> None:
    async with made.site.store.read() as connection:
        for table in s.metadata.sorted_tables:
            for row in await connection.execute(select(table)):
                text = repr(tuple(row))
                for trace in (identity, NAME, SAID, "my own note", "adelheid"):
                    assert trace not in text, (table.name, trace)


def test_a_hot_seat_and_a_failure_half_way(sqlite: str) -> None:
    """Seats held by one person alone; and a deletion that breaks off is finished by the next."""

    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client(NAME)
            spec = {"title": "promethium", "seats": seats("you", "you"), "start": True}
            match = (await ada.post("/matches", spec, 201))["id"]
            persons, forget = made.site.persons, made.site.persons._forget

            async def broken(identity: str) -> None:
                raise OSError("the machine stops")

            persons._forget = broken  # type: ignore[method-assign]
            try:
                await persons.erase((await ada.get("/me"))["id"])
                raise AssertionError("it did not break")
            except OSError:
                persons._forget = forget  # type: ignore[method-assign]
            assert (await ada.ask("DELETE", "/me", {"name": NAME})).status_code == 204
            info = await (await made.client("Ben")).get(f"/matches/{match}")
            assert all(seat["former"] for seat in info["seats"])
            assert await audit(made.site.store, made.site.tables.title, match) == []

    asyncio.run(run())


def test_feats_of_the_others_stay(sqlite: str, tmp_path: Path) -> None:
    from server.kit import easy_feats

    async def run() -> None:
        async with house(sqlite, packs={"nucleum": easy_feats(tmp_path)}) as made:
            ada, ben, match = await two_players(made, title="nucleum")
            await finish(made, match)
            before = (await ben.get(f"/matches/{match}/feats"))["items"]
            assert {feat["seat"] for feat in before} == {0, 1}
            assert (await ada.ask("DELETE", "/me", {"name": "Ada"})).status_code == 204
            await made.site.feats.reckon(match)
            after = (await ben.get(f"/matches/{match}/feats"))["items"]
            assert after == [feat for feat in before if feat["seat"] == 1]

    asyncio.run(run())
