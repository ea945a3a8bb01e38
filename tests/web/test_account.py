"""Coming back on another device, accounts and turn notices, through the pages alone."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import httpx
from server.kit import BASE, House, house

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
            await new.post("/recover", {"code": f"{BASE}/recover#{second[1]}"}, 303)
            assert await new.name() == await old.name() != ""
            await new.post("/account/sign-out", status=303)
            assert await new.name() == "" and await old.name() != ""

    asyncio.run(run())


def test_an_account_gathers_devices(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            old, new, other = Reader(made), Reader(made), Reader(made)
            await old.post("/settings", {"name": "Ada"}, 303)
            assert 'role="alert"' in await old.post("/account/register", {"login": "ada", "password": "short"}, 422)
            assert 'role="status"' in await old.post("/account/register", {"login": "Ada", "password": "long enough"})
            page = await old.get("/account")
            assert "ada" in page and "/account/register" not in page
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
            assert kept == {"webhook": "https://hooks.example.org/1", "email": None, "language": "fr"}
            assert 'role="status"' in await ada.post("/account/notify", {"webhook": ""})
            assert (await ada.http.get("/api/v1/me/notify")).json()["webhook"] is None

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
