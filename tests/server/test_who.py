"""Who is who, what is kept of secrets, and what stands at the door."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from machinehall.server.config import BadConfig, load_config
from machinehall.server.people.identity import hashed
from server.kit import BASE, house, play_on, seats, two_players


def test_recovery_accounts_and_sessions(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada = await made.client("Ada <&\"'")
            me = await ada.get("/me")
            phone = await made.client()
            await phone.get("/me", 401)
            await phone.post("/identities/recover", {"code": "wrong"}, 403)
            assert (await phone.post("/identities/recover", {"code": ada.recovery}))["id"] == me["id"]
            code = (await phone.post("/me/recovery"))["code"]
            await ada.post("/identities/recover", {"code": ada.recovery}, 403)
            await ada.post("/identities/recover", {"code": code})
            account = {"login": "Ada", "password": "correct horse battery"}
            assert (await ada.ask("PUT", "/me/account", account)).status_code == 204
            laptop = await made.client("Ben")
            assert (await laptop.ask("PUT", "/me/account", account)).status_code == 409
            await laptop.post("/sessions", account | {"password": "wrong password"}, 403)
            await laptop.post("/sessions", account | {"login": "nobody"}, 403)
            assert (await laptop.post("/sessions", account))["id"] == me["id"]
            assert (await laptop.ask("DELETE", "/sessions")).status_code == 204
            await laptop.get("/me", 401)
            assert (await ada.ask("PATCH", "/me", {"name": "  Ada\n Lovelace "})).json()["name"] == "Ada Lovelace"
            assert (await ada.ask("PATCH", "/me", {"name": "\u0000"})).status_code == 422

    asyncio.run(run())


def test_nothing_secret_is_stored_in_the_clear(sqlite: str) -> None:
    async def run() -> list[str]:
        async with house(sqlite) as made:
            ada, ben, match = await two_players(made)
            token = (await ada.post(f"/matches/{match}/tokens", {"seat": 0}, 201))["code"]
            await ada.ask("PUT", "/me/account", {"login": "ada", "password": "correct horse battery"})
            cookies = [c.http.cookies["machinehall"] for c in (ada, ben)]
            return [token, *cookies, ada.recovery, ben.recovery, "correct horse"]

    found = asyncio.run(run())
    path = Path(sqlite.removeprefix("sqlite:///"))
    stored = b"".join(p.read_bytes() for p in path.parent.glob(path.name + "*"))
    for secret in found:
        assert secret.encode() not in stored
    assert hashed(found[1]).encode() in stored


def test_a_token_plays_its_seat_and_nothing_else(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, ben, match = await two_players(made)
            token = (await ada.post(f"/matches/{match}/tokens", {"seat": 0}, 201))["code"]
            await ben.post(f"/matches/{match}/tokens", {"seat": 0}, 403)
            program = await made.client(token=token)
            assert (await program.get(f"/matches/{match}/view"))["seat"] == 0
            await play_on([program, ben], match, 10, random.Random(13))
            await program.get(f"/matches/{match}/view?seat=1", 403)
            await program.get("/me", 401)
            await program.post(f"/matches/{match}/leave", {"seat": 0}, 401)
            other = await ada.post(
                "/matches", {"title": "promethium", "seats": seats("you", "you"), "start": True}, 201
            )
            await program.get(f"/matches/{other['id']}/view", 404)
            await ada.post(f"/matches/{match}/leave", {"seat": 0})
            await program.get(f"/matches/{match}/view", 404)
            await (await made.client(token="made up")).get(f"/matches/{match}/view", 401)

    asyncio.run(run())


def test_changes_must_come_from_our_own_pages(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            spec = {"title": "promethium", "seats": seats("you", "you")}
            for foreign in ("https://evil.example", BASE + ".evil.example", "null"):
                await ada.post("/matches", spec, 403, headers={"origin": foreign})
            del ada.http.headers["origin"]
            await ada.post("/matches", spec, 403)
            await ada.post("/matches", spec, 403, headers={"sec-fetch-site": "cross-site"})
            await ada.post("/matches", spec, 201, headers={"sec-fetch-site": "same-origin"})
            form = await ada.http.post("/api/v1/matches", data={"title": "promethium"}, headers={"origin": BASE})
            assert form.status_code == 400

    asyncio.run(run())


def test_limits_of_rate_size_and_streams(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite, rate=0.001, burst=10) as made:
            client = await made.client()
            codes = [(await client.ask("GET", "/titles")).status_code for _ in range(12)]
            assert codes == [200] * 10 + [429] * 2
        async with house(sqlite, body_limit=1_000) as made:
            ada = await made.client("Ada")
            big = await ada.post("/matches", {"title": "x" * 2_000, "seats": []}, 413)
            assert big["message"] == "api.too_large"

    asyncio.run(run())


def test_headers_and_errors(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            nobody = await made.client()
            for path in (
                "/healthz",
                "/metrics",
                "/api/v1/titles",
                "/nothing",
                "/api/v1/nothing",
                "/api/v1/matches/%00",
            ):
                answer = await nobody.http.get(path)
                assert "default-src 'none'" in answer.headers["content-security-policy"], path
                assert answer.headers["x-content-type-options"] == "nosniff"
            missing = await nobody.http.get("/api/v1/nothing")
            assert missing.status_code == 404 and missing.headers["content-type"] == "application/problem+json"
            wrong = await nobody.http.delete("/api/v1/titles")
            assert wrong.status_code == 405 and wrong.headers["allow"] == "GET"
            cookie = (await nobody.http.post("/api/v1/identities", json={"name": "Ada"})).headers["set-cookie"]
            assert "HttpOnly" in cookie and "SameSite=Lax" in cookie

    asyncio.run(run())


def test_configuration_from_file_environment_and_flags(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text('port = 9000\nhost = "::1"\n[smtp]\nhost = "mail"\nsender = "a@b"\n')
    config = load_config(
        {"port": None, "log": "json"}, file, {"MACHINEHALL_HOST": "0.0.0.0", "MACHINEHALL_RATE": "3.5"}
    )
    assert (config.port, config.host, config.log, config.rate) == (9000, "0.0.0.0", "json", 3.5)
    assert config.smtp is not None and config.smtp.port == 25
    for wrong in ("port = 99999", "colour = 1", "port = ", 'port = "x"'):
        file.write_text(wrong)
        with pytest.raises(BadConfig):
            load_config({}, file, {})


def test_migrations_and_schema_agree(database: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from machinehall.server.store.migrate import up_to_date, upgrade
    from machinehall.server.store.schema import metadata

    async def run() -> None:
        async with house(database) as made:
            await upgrade(made.site.store)
            async with made.site.store.read() as connection:
                diff = await connection.run_sync(lambda c: compare_metadata(MigrationContext.configure(c), metadata))
                assert diff == []
            assert await up_to_date(made.site.store)

    asyncio.run(run())
