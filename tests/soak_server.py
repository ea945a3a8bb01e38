"""Kill -9 under load: nothing acknowledged may be lost or doubled, every match replays to its stored hashes.

make soak-server                                     100 kills on SQLite, 100 on PostgreSQL
make soak-server ARGS="--kills 10 --databases sqlite"
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import socket
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx

import machinehall as mh
from machinehall.server.audit import audit
from machinehall.server.engine import database_url
from machinehall.server.rows import CommitRow
from machinehall.server.storage import Store

sys.path.insert(0, str(Path(__file__).parent))
LOST = (httpx.TransportError, httpx.HTTPStatusError)


class Server:
    """The server as a program that dies and comes back on the same port."""

    def __init__(self, database: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        settings = {"PORT": self.port, "DATABASE": database, "RATE": 0, "BOT_WORKERS": 1, "LOG": "json"}
        self.environment = os.environ | {f"MACHINEHALL_{key}": str(value) for key, value in settings.items()}
        self.process: asyncio.subprocess.Process | None = None
        self.base = f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "machinehall.server", env=self.environment,
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        await self.answers()

    async def answers(self) -> None:
        """Wait until it does."""
        async with httpx.AsyncClient() as client:
            for _ in range(600):
                try:
                    if (await client.get(self.base + "/healthz")).status_code == 200:
                        return
                except httpx.TransportError:
                    await asyncio.sleep(0.05)
        raise RuntimeError("the server does not come up")

    async def kill(self, how: int = signal.SIGKILL) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        await self.process.wait()


NURSERY = """
import os, signal, sys
import uvicorn.protocols.http.httptools_impl, uvloop, aiosqlite, asyncpg
from machinehall.server import app, run
from machinehall.server.config import load_config
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    pid = os.fork()
    if pid == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDWR), 0)
        os.dup2(0, 1), os.dup2(0, 2)
        run.serve(load_config())
        os._exit(0)
    print(pid, flush=True)
"""


class ForkedServer(Server):
    """The same, forked from a process that has everything imported: a hundred starts in a fraction of the time."""

    pid = 0

    async def start(self) -> None:
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", NURSERY, env=self.environment,
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            )  # fmt: skip
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(b"another\n")
        self.pid = int(await self.process.stdout.readline())
        await self.answers()

    async def kill(self, how: int = signal.SIGKILL) -> None:
        os.kill(self.pid, how)
        while Path(f"/proc/{self.pid}").exists():
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        await self.kill(signal.SIGTERM)
        assert self.process is not None and self.process.stdin is not None
        self.process.stdin.close()
        await self.process.wait()


class Player:
    """Plays two seats, some players against a bot; remembers what was acknowledged."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server = server
        self.rng = random.Random(seed)
        self.http = httpx.AsyncClient(base_url=server.base + "/api/v1", headers={"origin": server.base}, timeout=10)
        self.match = ""
        self.acknowledged: list[tuple[str, int, int, str]] = []
        self.matches: list[str] = []
        self.named = False
        self.stale = 0
        self.with_bot = seed % 4 == 3

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        answer = await self.http.request(method, path, json=body)
        if answer.status_code == 409:
            self.stale += 1
            return None
        answer.raise_for_status()
        return answer.json()

    async def step(self) -> None:
        """One request; whatever is not answered counts as not done."""
        if not self.named:
            await self.ask("POST", "/identities", {"name": "Soak"})
            self.named = True
        if not self.match:
            seats = [{"kind": "you"}, {"kind": "you"}, *([{"kind": "bot"}] if self.with_bot else [])]
            spec = {"title": "promethium", "seats": seats, "start": True}
            self.match = (await self.ask("POST", "/matches", spec))["id"]
            self.matches.append(self.match)
        sight = await self.ask("GET", f"/matches/{self.match}/view")
        if sight["status"] == "over":
            self.match = ""
            return
        if not sight["legal"]:
            await asyncio.sleep(0.01)
            return
        action = self.rng.choice(sight["legal"])
        body = {"action": action, "rev": sight["rev"], "seat": sight["seat"]}
        done = await self.ask("POST", f"/matches/{self.match}/actions", body)
        if done is not None:
            self.acknowledged.append((self.match, done["rev"], sight["seat"], action))
        if self.rng.random() < 0.1:
            await self._take_back()

    async def _take_back(self) -> None:
        sight = await self.ask("GET", f"/matches/{self.match}/view")
        if sight["undo"] is None:
            done = await self.ask("POST", f"/matches/{self.match}/undo", {"rev": sight["rev"], "seat": sight["seat"]})
            if done is not None:
                self.acknowledged.append((self.match, done["rev"], sight["seat"], "undo"))

    async def run(self) -> None:
        while True:
            try:
                await self.step()
            except LOST:
                await asyncio.sleep(0.05)


async def check(database: str, players: list[Player]) -> list[str]:
    """Every acknowledged move stands in the journal, once, at its revision."""
    store = Store(database_url(database))
    faults: list[str] = []
    try:
        for player in players:
            for match in player.matches:
                faults += await audit(store, mh.title, match)
                faults += missing(await journal(store, match), [a for a in player.acknowledged if a[0] == match])
    finally:
        await store.close()
    return faults


async def journal(store: Store, match: str) -> dict[int, CommitRow]:
    from sqlalchemy import select

    from machinehall.server.schema import commits

    async with store.read() as connection:
        rows = (await connection.execute(select(commits).where(commits.c.match == match))).mappings()
        return {row["rev"]: CommitRow(**row) for row in rows}


def missing(rows: dict[int, CommitRow], acknowledged: list[tuple[str, int, int, str]]) -> list[str]:
    faults = []
    for match, rev, seat, action in acknowledged:
        row = rows.get(rev)
        if row is None:
            faults.append(f"{match}: revision {rev} was acknowledged and is lost")
        elif action == "undo":
            faults += [] if (row.kind, row.seat) == ("undo", seat) else [f"{match}: the undo of revision {rev} is lost"]
        elif row.log()[0] != f"{seat} {action}":
            faults.append(f"{match}: revision {rev} is {row.log()[0]!r}, acknowledged was {seat} {action!r}")
    return faults


def acknowledged(people: list[Player]) -> int:
    return sum(len(player.acknowledged) for player in people)


async def something_done(people: list[Player], before: int) -> None:
    """A kill proves nothing while nobody has got anything acknowledged; a busy machine may need a while."""
    async with asyncio.timeout(120):
        while acknowledged(people) <= before:
            await asyncio.sleep(0.02)


async def soak(database: str, kills: int, players: int, seed: int = 0) -> tuple[int, list[str]]:
    """Play, kill, play on; the number of acknowledged changes and what went wrong."""
    rng, server = random.Random(seed), ForkedServer(database)
    people = [Player(server, seed + i) for i in range(players)]
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)  # stopped early, it still cleans up
    await server.start()
    tasks = [asyncio.create_task(player.run()) for player in people]
    try:
        before = 0
        for number in range(kills):
            await asyncio.sleep(0.2 + rng.random())
            await something_done(people, before)
            before = acknowledged(people)
            # Now and then a polite stop: that must lose nothing either.
            await server.kill(signal.SIGTERM if number % 10 == 9 else signal.SIGKILL)
            await server.start()
            if sys.stderr.isatty():
                print(f"\r{number + 1} of {kills} kills", end="", file=sys.stderr, flush=True)
        await something_done(people, before)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await server.close()
        for player in people:
            await player.http.aclose()
    return acknowledged(people), await check(database, people)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--players", type=int, default=8)
    parser.add_argument("--databases", default="sqlite,postgres")
    args = parser.parse_args()
    from server.postgres import new_database

    bad = False
    for kind in args.databases.split(","):
        with tempfile.TemporaryDirectory() as folder:
            database = f"sqlite:///{folder}/soak.sqlite" if kind == "sqlite" else new_database()
            done, faults = asyncio.run(soak(database, args.kills, args.players))
        bad = bad or bool(faults)
        print(f"{kind}: {args.kills} kills, {done} acknowledged changes, {len(faults)} faults", flush=True)
        print("\n".join(faults[:20]), end="\n" if faults else "")
    return bad


if __name__ == "__main__":
    sys.exit(main())
