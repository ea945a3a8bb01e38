"""Passkeys: made, used, refused when anything is wrong, and never the only way in."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from sqlalchemy import select, update

from machinehall.server.config import Config
from machinehall.server.errors import Malformed
from machinehall.server.people.passkeys import Party, party
from machinehall.server.store import schema as s
from server.authenticator import PRESENT, Authenticator
from server.kit import Client, House, house

HERE, RP = "https://tables.example.org", "tables.example.org"


async def browser(made: House, name: str | None = None) -> Client:
    client = await made.client()
    client.http.base_url = HERE  # the cookies are for https
    client.http.headers["origin"] = HERE
    return client if name is None else await client.introduce(name)


async def add(client: Client, key: Authenticator, status: int = 201) -> Any:
    options = await client.post("/me/passkeys/options")
    return await client.post("/me/passkeys", {"name": "Phone", "credential": key.make(options)}, status)


async def sign_in(client: Client, key: Authenticator, status: int = 200) -> Any:
    options = await client.post("/sessions/passkey/options")
    return await client.post("/sessions/passkey", {"credential": key.sign(options)}, status)


def test_a_passkey_is_made_listed_named_used_and_removed(database: str) -> None:
    async def run() -> None:
        async with house(database, public_url=HERE) as made:
            ada, phone = await browser(made, "Ada"), await browser(made)
            me, key = await ada.get("/me"), Authenticator(HERE, RP)
            assert (await add(ada, key))["name"] == "Phone"
            assert (await sign_in(phone, key))["id"] == me["id"] == (await phone.get("/me"))["id"]
            assert "machinehall-passkey" not in phone.http.cookies
            (kept,) = (await phone.get("/me/passkeys"))["items"]
            assert kept["used"] >= kept["created"]
            path = f"/me/passkeys/{kept['id']}"
            assert (await phone.ask("PATCH", path, {"name": " Ada's\nphone "})).status_code == 204
            assert (await phone.get("/me/passkeys"))["items"][0]["name"] == "Ada's phone"
            stranger = await browser(made, "Eve")
            assert (await stranger.ask("DELETE", path)).status_code == 404
            assert (await stranger.ask("PATCH", path, {"name": "mine"})).status_code == 404
            assert (await phone.ask("DELETE", path)).status_code == 204
            assert (await phone.get("/me/passkeys"))["items"] == []
            assert (await sign_in(await browser(made), key, 403))["message"] == "passkey.unknown"
            back = await browser(made)
            assert (await back.post("/identities/recover", {"code": ada.recovery}))["id"] == me["id"]

    asyncio.run(run())


def test_a_question_is_asked_of_one_browser_and_answered_once(database: str) -> None:
    async def run() -> None:
        async with house(database, public_url=HERE) as made:
            ada, phone, thief = await browser(made, "Ada"), await browser(made), await browser(made)
            key = Authenticator(HERE, RP)
            options = await ada.post("/me/passkeys/options")
            body = {"name": "Phone", "credential": key.make(options)}
            eve = await browser(made, "Eve")
            assert (await eve.post("/me/passkeys", body, 403))["message"] == "passkey.no_question"
            await ada.post("/me/passkeys", body, 201)
            assert (await ada.post("/me/passkeys", body, 403))["message"] == "passkey.no_question"
            signed = {"credential": key.sign(await phone.post("/sessions/passkey/options"))}
            await thief.post("/sessions/passkey", signed, 403)
            await thief.post("/sessions/passkey/options")
            assert (await thief.post("/sessions/passkey", signed, 403))["message"] == "passkey.refused"
            await phone.post("/sessions/passkey", signed)
            assert (await phone.post("/sessions/passkey", signed, 403))["message"] == "passkey.no_question"
            late = {"credential": key.sign(await phone.post("/sessions/passkey/options"))}
            made.site.identities.now = lambda: time.time() + 301
            assert (await phone.post("/sessions/passkey", late, 403))["message"] == "passkey.no_question"

    asyncio.run(run())


def test_what_is_not_quite_right_is_refused(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite, public_url=HERE) as made:
            ada, phone = await browser(made, "Ada"), await browser(made)
            for bad in (
                Authenticator("https://evil.example", RP),
                Authenticator(HERE, "evil.example"),
                Authenticator(HERE, RP, flags=PRESENT),
            ):
                assert (await add(ada, bad, 403))["message"] == "passkey.refused"
            for junk in ({}, {"id": "x"}, {"id": 3, "rawId": [], "response": "x"}, {"id": "é", "response": {}}):
                await ada.post("/me/passkeys/options")
                await ada.post("/me/passkeys", {"name": "Phone", "credential": junk}, 403)
                await phone.post("/sessions/passkey/options")
                await phone.post("/sessions/passkey", {"credential": junk}, 403)
            assert (await ada.get("/me/passkeys"))["items"] == []
            key = Authenticator(HERE, RP)
            await add(ada, key)
            assert (await add(ada, key, 409))["message"] == "passkey.known"
            wrong = {"origin": "https://evil.example", "rp_id": "evil.example", "flags": PRESENT, "user": b"x"}
            for fault, value in wrong.items():
                good = getattr(key, fault)
                setattr(key, fault, value)
                assert (await sign_in(phone, key, 403))["message"] == "passkey.refused", fault
                setattr(key, fault, good)
            await phone.get("/me", 401)
            await sign_in(phone, key)

    asyncio.run(run())


def test_a_counter_that_goes_back_tells_of_a_copy(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite, public_url=HERE) as made:
            ada, phone, key = await browser(made, "Ada"), await browser(made), Authenticator(HERE, RP, counter=5)
            await add(ada, key)
            await sign_in(phone, key)
            async with made.site.store.read() as connection:
                assert (await connection.execute(select(s.passkeys.c.counter))).scalar() == 6
            key.counter = 3
            assert (await sign_in(await browser(made), key, 403))["message"] == "passkey.refused"
            async with made.site.store.write() as connection:  # most devices of today never count
                await connection.execute(update(s.passkeys).values(counter=0))
            for _ in range(2):
                key.counter = -1
                await sign_in(phone, key)

    asyncio.run(run())


def test_keys_are_changed_only_by_somebody_who_has_just_signed_in(database: str) -> None:
    async def run() -> None:
        async with house(database, public_url=HERE) as made:
            ada, key, spare = await browser(made, "Ada"), Authenticator(HERE, RP), Authenticator(HERE, RP)
            kept = await add(ada, key)
            now = time.time() + 1_000
            made.site.identities.now = lambda: now
            for method, path, body in (
                ("POST", "/me/passkeys/options", None),
                ("DELETE", f"/me/passkeys/{kept['id']}", None),
                ("POST", "/me/recovery", None),
                ("PUT", "/me/account", {"login": "ada", "password": "correct horse"}),
                ("DELETE", "/me", {"name": "Ada"}),
            ):
                answer = await ada.ask(method, path, body)
                assert (answer.status_code, answer.json()["message"]) == (403, "identity.prove_first"), path
            before = await ada.get("/me/sessions")
            await sign_in(ada, key)
            assert len((await ada.get("/me/sessions"))["items"]) == len(before["items"])
            await add(ada, spare)
            await ada.post("/me/recovery")

    asyncio.run(run())


def test_for_whom_an_authenticator_signs() -> None:
    https = Config(public_url="https://Tables.example.org/")
    assert party(https, "http", "evil.example") == Party("tables.example.org", "https://tables.example.org")
    odd = Config(public_url="https://tables.example.org:8443")
    assert party(odd, "http", "x") == Party("tables.example.org", "https://tables.example.org:8443")
    assert party(Config(), "http", "localhost:8120") == Party("localhost", "http://localhost:8120")
    for config, host in (
        (Config(), "tables.example.org"),
        (Config(), "127.0.0.1:8120"),
        (Config(), "localhost.evil.example"),
        (Config(), "localhost:99999"),
        (Config(), "[::1"),
        (Config(), ""),
        (Config(public_url="http://tables.example.org"), "localhost"),
        (Config(public_url="https://192.0.2.7"), "localhost"),
    ):
        with pytest.raises(Malformed):
            party(config, "http", host)
