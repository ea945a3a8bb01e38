"""The commands around the server."""

from __future__ import annotations

import asyncio
import json
import random

import pytest
from typer.testing import CliRunner

from machinehall.cli.main import app
from machinehall.server.people.identity import new_id
from machinehall.server.store.audit import audit
from machinehall.server.store.engine import BadDatabase, database_url
from server.kit import house, play_on, two_players


def test_migrate_and_revalidate(database: str) -> None:
    run = CliRunner().invoke
    done = run(app, ["migrate", "--database", database])
    assert done.exit_code == 0, done.output

    async def play() -> None:
        async with house(database) as made:
            ada, ben, match = await two_players(made)
            await play_on([ada, ben], match, 12, random.Random(26))

    asyncio.run(play())
    nothing = run(app, ["revalidate", "--database", database])
    assert nothing.exit_code == 0, nothing.output
    judged = run(app, ["revalidate", "--database", database, "--all", "--json"])
    assert json.loads(judged.output)["summary"] == {"same": 1}


def test_an_operator_hands_out_and_removes_a_persons_data(database: str) -> None:
    async def play() -> str:
        async with house(database) as made:
            ada, _, match = await two_players(made)
            await ada.ask("PUT", "/me/account", {"login": "ada", "password": "correct horse"})
            return match

    match, run = asyncio.run(play()), CliRunner().invoke
    shown = run(app, ["person", "Ada", "--database", database])
    assert shown.exit_code == 0, shown.output
    assert [row["id"] for row in json.loads(shown.output)["matches"]] == [match]
    identity = json.loads(shown.output)["identity"]["id"]
    removed = run(app, ["person", identity, "--delete", "--database", database])
    assert removed.exit_code == 0, removed.output
    again = run(app, ["person", "ada", "--database", database])
    assert again.exit_code == 1 and "Nobody here is called ada" in again.output

    async def look() -> None:
        async with house(database) as made:
            info = await (await made.client("Eve")).get(f"/matches/{match}")
            assert [seat["former"] for seat in info["seats"]] == [True, False]
            assert await audit(made.site.store, made.site.tables.title, match) == []

    asyncio.run(look())


def test_no_identity_looks_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(("-k0", "--delete", "_k0"))
    monkeypatch.setattr("machinehall.server.people.identity.secrets.token_urlsafe", lambda _: next(drawn))
    assert new_id() == "_k0"


@pytest.mark.parametrize("who", ["-k3hello", "--kate"])
def test_whoever_is_called_like_an_option_is_found(database: str, who: str) -> None:
    async def play() -> None:
        async with house(database) as made:
            kate = await made.client("Kate")
            account = {"login": who, "password": "correct horse"}
            assert (await kate.ask("PUT", "/me/account", account)).status_code == 204

    asyncio.run(play())
    shown = CliRunner().invoke(app, ["person", who, "--database", database])
    assert shown.exit_code == 0, shown.output
    assert json.loads(shown.output)["identity"]["login"] == who


def test_a_users_mistake_is_a_sentence() -> None:
    for wrong in ("mysql://x", "nonsense"):
        with pytest.raises(BadDatabase):
            database_url(wrong)
        answer = CliRunner().invoke(app, ["migrate", "--database", wrong])
        assert answer.exit_code == 1 and "Traceback" not in answer.output
