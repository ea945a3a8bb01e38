"""What the tests of the server share: a server in this process, and clients with a cookie of their own."""

from __future__ import annotations

import contextlib
import json
import random
import tempfile
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
from alembic import command
from sqlalchemy import create_engine

from machinehall.server.app import create_app
from machinehall.server.config import Config
from machinehall.server.site import Site
from machinehall.server.store.migrate import alembic_config
from machinehall.titles.nucleum.components import DATA
from machinehall.web.pages import routes

BASE = "http://table.test"
PATIENCE = 600
"""Seconds that a test waits for what must happen; a busy machine may need many of them."""
EASY = {"all_buildings": {"at_least": 1}, "every_count": {"needs": ["players:2", "players:3"]}}


class Client:
    """A person, a program or a stranger."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.name = ""
        self.recovery = ""
        self.heard: list[bytes] = []
        """Every byte that this client has received."""

    async def ask(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        answer = await self.http.request(method, "/api/v1" + path, json=body, **more)
        self.heard.append(answer.content)
        return answer

    async def get(self, path: str, status: int = 200, **more: Any) -> Any:
        return self._check(await self.ask("GET", path, **more), status)

    async def post(self, path: str, body: Any = None, status: int = 200, **more: Any) -> Any:
        return self._check(await self.ask("POST", path, body, **more), status)

    def _check(self, answer: httpx.Response, status: int) -> Any:
        assert answer.status_code == status, f"{answer.status_code} instead of {status}: {answer.text[:500]}"
        return answer.json() if answer.content else None

    async def introduce(self, name: str) -> Client:
        me = await self.post("/identities", {"name": name}, 201)
        self.name, self.recovery = name, me["recovery"]
        return self

    async def play_random(self, match: str, rng: random.Random, seat: int | None = None) -> bool:
        """One random decision, if one is owed; False when the match is over."""
        query = "" if seat is None else f"?seat={seat}"
        sight = await self.get(f"/matches/{match}/view{query}")
        if sight["legal"]:
            body = {"action": rng.choice(sight["legal"]), "rev": sight["rev"], "seat": sight["seat"]}
            await self.post(f"/matches/{match}/actions", body)
        return bool(sight["status"] != "over")


async def patiently(client: Client, path: str) -> Any:
    """An answer that may have to be thought out first: ask again as long as we are told to."""
    while (answer := await client.ask("GET", path)).status_code == 202:
        assert answer.headers["retry-after"] and answer.json()["detail"]
    assert answer.status_code == 200, answer.text[:500]
    return answer.json()


class House:
    """A server in this process."""

    def __init__(self, app: Any, site: Site) -> None:
        self.app = app
        self.site = site
        self._stack = contextlib.AsyncExitStack()

    async def client(self, name: str | None = None, token: str | None = None) -> Client:
        headers = {"origin": BASE} if token is None else {"authorization": f"Bearer {token}"}
        transport = httpx.ASGITransport(app=self.app)
        http = httpx.AsyncClient(transport=transport, base_url=BASE, headers=headers)
        client = Client(await self._stack.enter_async_context(http))
        return client if name is None else await client.introduce(name)

    async def close(self) -> None:
        await self._stack.aclose()


@cache
def migrated() -> bytes:
    """An empty SQLite database with the present schema: the steps that lead there are proved elsewhere, once."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "empty.sqlite"
        engine = create_engine(f"sqlite:///{file}")
        with engine.begin() as connection:
            command.upgrade(alembic_config(connection), "head")
        engine.dispose()
        return file.read_bytes()


def laid_out(database: str) -> bool:
    """A new SQLite database begins with its schema; whether it was new."""
    file = Path(database.removeprefix("sqlite:///"))
    if not database.startswith("sqlite:///") or file.exists():
        return False
    file.write_bytes(migrated())
    return True


@contextlib.asynccontextmanager
async def house(database: str, **settings: Any) -> AsyncIterator[House]:
    usual = {"rate": 0, "bot_workers": 0}
    if "migrate" not in settings:  # otherwise the server makes its file itself
        usual["migrate"] = not laid_out(database)
    app = create_app(Config(database=database, **{**usual, **settings}), pages=routes)
    async with app.router.lifespan_context(app):
        made = House(app, app.state.site)
        try:
            yield made
        finally:
            await made.close()


def seats(*kinds: str) -> list[dict[str, str]]:
    return [{"kind": "bot", "bot": k[4:]} if k.startswith("bot:") else {"kind": k} for k in kinds]


async def started(made: House, *kinds: str, title: str = "promethium", **more: Any) -> tuple[Client, str]:
    """Ada's table with these seats, started."""
    ada = await made.client("Ada")
    spec = {"title": title, "seats": seats(*kinds), "start": True, **more}
    return ada, (await ada.post("/matches", spec, 201))["id"]


async def two_players(made: House, **more: Any) -> tuple[Client, Client, str]:
    """A started match of two people."""
    ada, ben = await made.client("Ada"), await made.client("Ben")
    spec = {"title": "promethium", "seats": seats("you", "invited"), **more}
    table = await ada.post("/matches", spec, 201)
    await ben.post(f"/matches/{table['id']}/join", {"code": table["invites"]["1"]})
    await ada.post(f"/matches/{table['id']}/start")
    return ada, ben, table["id"]


async def play_on(players: list[Client], match: str, decisions: int, rng: random.Random) -> None:
    """Some random decisions of whoever owes them; stops when the match is over."""
    for _ in range(decisions):
        to_act = (await players[0].get(f"/matches/{match}"))["to_act"]
        if not to_act:
            return
        await players[to_act[0]].play_random(match, rng)


async def finish(made: House, match: str, seed: int = 1, short: bool = False) -> None:
    """Random play to the end in one line of the journal, which is quick; `short`: all but a last decision of seat 0."""
    rng = random.Random(seed)
    tables = made.site.tables
    async with tables.table(match) as table:
        played, first = table.live, table.live.number
        while played.to_act:
            seat = played.to_act[0]
            played.play(rng.choice(played.legal(seat)), seat)
        if short and played.log[-1].seat == 0 and played.cannot_undo(0) is None:
            played.undo(0)
        await tables.commit(table, "play", 0, first)


def easy_feats(folder: Path) -> str:
    """A pack of Nucleum with feats that a random match earns: one building, and matches of two and of three."""
    data = json.loads((DATA / "feats.json").read_text())
    for record in data["records"]:
        record |= EASY.get(record["id"], {})
    (folder / "easy").mkdir()
    (folder / "easy" / "feats.json").write_text(json.dumps(data))
    return str(folder / "easy")
