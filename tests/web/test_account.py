"""Coming back on another device, accounts and turn notices, through the pages alone."""

from __future__ import annotations

import asyncio
import json
import re
import time
from typing import Any

import httpx
from server.kit import BASE, House, finish, house, two_players
from server.test_notices import code_in, letters, post_office, smtp

from machinehall.server.people.sessions import FRESH
from machinehall.words import languages

NASTY = "<i>&\"'Ola"


class Reader:
    """A browser without a screen."""

    def __init__(self, made: House) -> None:
        transport = httpx.ASGITransport(app=made.app)
        self.http = httpx.AsyncClient(transport=transport, base_url=BASE, headers={"origin": BASE})

    async def get(self, path: str, status: int = 200, **more: Any) -> str:
        answer = await self.http.get(path, **more)
        assert answer.status_code == status, answer.text[:300]
        return answer.text

    async def post(self, path: str, fields: dict[str, str] | None = None, status: int = 200) -> str:
        answer = await self.http.post(path, data=fields or {})
        assert answer.status_code == status, answer.text[:300]
        return answer.text

    async def name(self) -> str:
        found = re.search(r'class="me"[^>]*>([^<]*)<', await self.get("/"))
        return found[1] if found else ""


def test_a_recovery_link_brings_the_seats_to_another_device(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            old, new = Reader(made), Reader(made)
            assert "/recover" in await old.get("/account")
            await old.post("/account/recovery", status=401)
            await old.post("/settings", {"name": NASTY}, 303)
            text = await old.post("/account/recovery")
            assert NASTY not in text
            first = re.search(r"/recover#([\w-]{30,})", text)
            assert first is not None
            second = re.search(r"/recover#([\w-]{30,})", await old.post("/account/recovery"))
            assert second is not None and second[1] != first[1]
            assert 'role="alert"' in await new.post("/recover", {"code": first[1]}, 403)
            assert await new.name() == ""
            page = await new.post("/recover", {"code": f"{BASE}/recover#{second[1]}"})
            assert await new.name() != "" and await old.name() == ""  # all others are signed out
            assert 'role="alert"' in await old.post("/recover", {"code": second[1]}, 403)
            third = re.search(r"/recover#([\w-]{30,})", page)
            assert third is not None and third[1] != second[1]
            await new.post("/account/sign-out", status=303)
            assert await new.name() == ""
            await old.post("/recover", {"code": third[1]})
            assert await old.name() != ""

    asyncio.run(run())


def test_an_account_gathers_devices(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            old, new, other = Reader(made), Reader(made), Reader(made)
            await old.post("/settings", {"name": "Ada"}, 303)
            assert 'role="alert"' in await old.post("/account/register", {"login": "ada", "password": "short"}, 422)
            assert 'role="status"' in await old.post("/account/register", {"login": "Ada", "password": "long enough"})
            page = await old.get("/account")
            assert "ada" in page and "/account/sign-in" not in page
            assert 'role="alert"' in await new.post("/account/sign-in", {"login": "ada", "password": "wrong one!"}, 403)
            await new.post("/account/sign-in", {"login": "ada", "password": "long enough"}, 303)
            assert await new.name() == "Ada"
            await other.post("/account/register", {"login": "ada", "password": "another one"}, 409)

    asyncio.run(run())


def test_turn_notices_are_chosen_on_the_page(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite, webhook_hosts=["hooks.example.org"]) as made:
            ada = Reader(made)
            await ada.post("/account/notify", {"webhook": "https://hooks.example.org/1"}, 401)
            await ada.post("/settings", {"name": "Ada", "lang": "fr"}, 303)
            assert "https://hooks" not in await ada.post("/account/notify", {"webhook": "https://127.0.0.1/"}, 422)
            assert 'role="status"' in await ada.post("/account/notify", {"webhook": "https://hooks.example.org/1"})
            assert "https://hooks.example.org/1" in await ada.get("/account")
            kept = (await ada.http.get("/api/v1/me/notify")).json()
            assert kept.pop("confirmed") is False
            assert kept == {"webhook": "https://hooks.example.org/1", "email": None, "language": "fr"}
            assert 'role="status"' in await ada.post("/account/notify", {"webhook": ""})
            assert (await ada.http.get("/api/v1/me/notify")).json()["webhook"] is None

    asyncio.run(run())


def test_sessions_are_seen_and_ended_on_the_page(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            old, new = Reader(made), Reader(made)
            new.http.headers["user-agent"] = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1"
            await old.post("/settings", {"name": "Ada"}, 303)
            await old.post("/account/register", {"login": "ada", "password": "long enough"})
            await new.post("/account/sign-in", {"login": "ada", "password": "long enough"}, 303)
            handles = re.findall(r'name="id" value="(\w{16})"', await old.get("/account"))
            assert len(handles) == 1 and "Safari, iPhone" in await old.get("/account")
            assert 'role="alert"' in await old.post("/account/session", {"id": "0" * 16}, 404)
            assert 'role="status"' in await old.post("/account/session", {"id": handles[0]})
            assert await new.name() == "" and await old.name() == "Ada"
            await new.post("/account/sign-in", {"login": "ada", "password": "long enough"}, 303)
            assert 'role="status"' in await new.post("/account/session", {"others": "1"})
            assert await new.name() == "Ada" and await old.name() == ""
            assert "long enough" not in await new.get("/account")

    asyncio.run(run())


def test_keys_are_changed_after_signing_in_again(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, phone = Reader(made), Reader(made)
            await ada.post("/settings", {"name": "Ada"}, 303)
            await ada.post("/account/register", {"login": "ada", "password": "long enough"})
            await phone.post("/account/sign-in", {"login": "ada", "password": "long enough"}, 303)
            now = time.time() + FRESH + 1
            made.site.identities.now = lambda: now
            page = await ada.get("/account")
            assert 'id="prove"' in page and "/account/delete" not in page and "/account/recovery" not in page
            await ada.post("/account/recovery", status=403)
            change = {"login": "ada", "password": "quite another"}
            assert 'role="alert"' in await ada.post("/account/register", change, 403)
            assert 'role="alert"' in await ada.post("/account/delete", {"name": "Ada"}, 403)
            await ada.post("/account/sign-in", {"login": "ada", "password": "long enough"}, 303)
            assert 'id="prove"' not in await ada.get("/account")
            assert 'role="status"' in await ada.post("/account/register", change)
            assert await phone.name() == "" and await ada.name() == "Ada"

    asyncio.run(run())


def test_data_are_taken_along_and_removed_on_the_page(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = Reader(made)
            await ada.get("/account/export", 401)
            await ada.post("/settings", {"name": NASTY}, 303)
            answer = await ada.http.get("/account/export")
            assert "attachment" in answer.headers["content-disposition"]
            assert answer.headers["cache-control"] == "private, no-store"
            assert json.loads(answer.text)["identity"]["name"] == NASTY
            assert 'role="alert"' in await ada.post("/account/delete", {"name": "Ola"}, 422)
            await ada.post("/account/delete", {"name": NASTY}, 303)
            assert await ada.name() == ""
            await ada.get("/account/export", 401)

    asyncio.run(run())


def test_a_recovery_link_leads_where_people_find_the_server(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite, public_url="http://tables.example.org") as made:
            ada = Reader(made)
            ada.http.headers.update({"origin": "http://tables.example.org", "host": "evil.example"})
            await ada.post("/settings", {"name": "Ada"}, 303)
            page = await ada.post("/account/recovery")
            assert "http://tables.example.org/recover#" in page and "evil" not in page

    asyncio.run(run())


def test_the_page_speaks_every_language(sqlite: str) -> None:
    async def run() -> set[str]:
        async with house(sqlite) as made:
            reader, found = Reader(made), set()
            for lang in languages():
                await reader.post("/settings", {"lang": lang, "name": "Ada"}, 303)
                found |= set(re.findall("<h1>([^<]+)</h1>", await reader.get("/account")))
                assert f'lang="{lang}"' in await reader.get("/recover")
            return found

    assert len(asyncio.run(run())) == len(languages())


def test_the_others_see_a_former_player(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, ben, match = await two_players(made, visibility="open")
            await ada.post(f"/matches/{match}/messages", {"text": "see you"}, 201)
            assert "see you" in (await ben.http.get(f"/t/{match}/talk")).text
            assert (await ada.ask("DELETE", "/me", {"name": "Ada"})).status_code == 204
            page = (await ben.http.get(f"/t/{match}")).text
            assert "a former player" in page and "Ada" not in page
            assert "see you" not in (await ben.http.get(f"/t/{match}/talk")).text
            await finish(made, match)
            end = await ben.http.get(f"/t/{match}")
            assert end.status_code == 200 and "a former player" in end.text and "Ada" not in end.text

    asyncio.run(run())


def test_an_address_is_confirmed_and_left_alone_on_pages(sqlite: str) -> None:
    async def run(port: int) -> None:
        async with house(sqlite, **smtp(port)) as made:
            ada, phone = Reader(made), Reader(made)
            await ada.post("/settings", {"name": "Ada"}, 303)
            assert 'role="status"' in await ada.post("/account/notify", {"email": "ada@example.org"})
            assert "/account/notify/again" in await ada.get("/account")
            assert 'role="status"' in await ada.post("/account/notify/again")
            letter = (await letters(2))[1][1]
            await phone.get("/confirm")
            assert 'role="alert"' in await phone.post("/confirm", {"code": "made up"}, 403)
            assert 'role="status"' in await phone.post("/confirm", {"code": code_in(letter)})
            assert "/account/notify/again" not in await ada.get("/account")
            path = letter["List-Unsubscribe"].strip("<>").partition("8120")[2]
            assert 'method="post"' in await phone.get(path)
            assert "ada@example.org" in await ada.get("/account")
            assert 'role="status"' in await phone.post(path)
            assert "ada@example.org" not in await ada.get("/account")

    with post_office() as port:
        asyncio.run(run(port))
