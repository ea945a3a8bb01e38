"""Bad days of a server: kill -9 under load, hands in the database, a full disk.

Nothing acknowledged may be lost or doubled, every match replays to its stored hashes; every kind of row that is changed
behind the server's back is found and, where the journal says how, mended; a full disk is told, and over when it is.

make soak-server                                     100 kills on SQLite, 100 on PostgreSQL
make soak-server ARGS="--kills 10 --databases sqlite"
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx

import machinehall as mh
from machinehall.server.store.audit import audit
from machinehall.server.store.engine import database_url
from machinehall.server.store.rows import CommitRow
from machinehall.server.store.store import Store

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

    async def start(self, log: Path | None = None) -> None:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "machinehall.serving", env=self.environment, stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL if log is None else log.open("wb"),
        )  # fmt: skip
        await self.answers()

    async def answers(self) -> None:
        """Wait until it does."""
        async with httpx.AsyncClient() as client:
            for _ in range(12_000):
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
import machinehall
from machinehall import serving
from machinehall.server.config import load_config
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for name in machinehall.titles():
    machinehall.title(name)
for line in sys.stdin:
    pid = os.fork()
    if pid == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDWR), 0)
        os.dup2(0, 1), os.dup2(0, 2)
        serving.serve(load_config())
        os._exit(0)
    print(pid, flush=True)
"""


class ForkedServer(Server):
    """The same, forked from a process that has everything imported: a hundred starts in a fraction of the time."""

    pid = 0

    async def start(self, log: Path | None = None) -> None:
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
        with contextlib.suppress(ProcessLookupError):  # stopped between two servers
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
        self.http = httpx.AsyncClient(base_url=server.base + "/api/v1", headers={"origin": server.base}, timeout=600)
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

    from machinehall.server.store.schema import commits

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


async def soak(database: str, kills: int, players: int, seed: int = 0) -> tuple[int, list[Player], list[str]]:
    """Play, kill, play on; how many kills there were, who has got what acknowledged, and what went wrong."""
    rng, server = random.Random(seed), ForkedServer(database)
    people = [Player(server, seed + i) for i in range(players)]
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    await server.start()
    tasks = [asyncio.create_task(player.run()) for player in people]
    before = done = 0
    try:
        for number in range(kills):
            await asyncio.sleep(0.2 + rng.random())
            await something_done(people, before)
            before = acknowledged(people)
            # Now and then a polite stop: that must lose nothing either.
            await server.kill(signal.SIGTERM if number % 10 == 9 else signal.SIGKILL)
            await server.start()
            done += 1
            if sys.stderr.isatty():
                print(f"\r{done} of {kills} kills", end="", file=sys.stderr, flush=True)
        await something_done(people, before)
    except asyncio.CancelledError:
        task.uncancel()  # stopped early, it still cleans up and says what it has seen
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await server.close()
        for player in people:
            await player.http.aclose()
    return done, people, await check(database, people)


# A full disk

SMALL = "mount -t tmpfs -o size=8M none {folder} && exec {python} {file} --full-disk {folder}"


def fill_a_disk() -> tuple[str, list[str]]:
    """In a name space of its own, where a small disk can be mounted; what was seen there."""
    with tempfile.TemporaryDirectory() as folder:
        disk = Path(folder) / "disk"  # the log lies beside it, on a disk that is not filled
        disk.mkdir()
        script = SMALL.format(folder=disk, python=sys.executable, file=Path(__file__).resolve())
        done = subprocess.run(["unshare", "-rm", "sh", "-c", script], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1) or not done.stdout:
        return "no small disk can be mounted here", [done.stderr[-500:]]
    said = json.loads(done.stdout)
    return said["told"], said["faults"]


async def full_disk(folder: Path) -> tuple[str, list[str]]:
    """A server whose disk is filled under it, and emptied again."""
    database, faults = f"sqlite:///{folder}/soak.sqlite", list[str]()
    server = Server(database)
    server.environment["MACHINEHALL_BOT_WORKERS"] = "0"
    people = [Player(server, 4 * i) for i in range(3)]
    ballast = folder / "ballast"
    log = folder.parent / "log"
    await server.start(log)
    tasks = [asyncio.create_task(player.run()) for player in people]
    try:
        await something_done(people, 30)
        _fill(ballast)
        said = await _health(server, 503)
        full = acknowledged(people)
        for _ in range(100):  # many requests, few lines
            await asyncio.sleep(0.01)
        ballast.unlink()
        await _health(server, 200)
        await something_done(people, acknowledged(people))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await server.kill(signal.SIGTERM)
        for player in people:
            await player.http.aclose()
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    told = [line for line in lines if line["logger"] == "machinehall.health"]
    refused = sum(line["message"].endswith(" 503") and "/api/" in line["message"] for line in lines)
    if [line["message"] for line in told][:1] != ["nothing can be written"] or len(told) > 20 or not refused:
        faults.append(f"told: {told[:5]}, {refused} refused")
    if "disk is full" not in said:
        faults.append(f"/healthz said {said!r}")
    faults += await check(database, people)
    words = f"{full} acknowledged before, {acknowledged(people)} in the end, {refused} answers 503, {len(told)} lines"
    return f"{words} in the log, /healthz: {said.strip()}", faults


def _fill(ballast: Path) -> None:
    with ballast.open("wb", buffering=0) as file:
        for size in (65_536, 4096, 512):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue


async def _health(server: Server, status: int) -> str:
    """Wait until the server says so."""
    async with asyncio.timeout(120), httpx.AsyncClient(timeout=30) as client:
        while True:
            answer = await client.get(server.base + "/healthz")
            if answer.status_code == status:
                return answer.text
            await asyncio.sleep(0.05)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--players", type=int, default=8)
    parser.add_argument("--databases", default="sqlite,postgres")
    parser.add_argument("--full-disk", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.full_disk is not None:
        told, faults = asyncio.run(full_disk(args.full_disk))
        print(json.dumps({"told": told, "faults": faults}))
        return bool(faults)
    from server.postgres import new_database
    from server.tamper import harm

    bad = False
    for kind in args.databases.split(","):
        with tempfile.TemporaryDirectory() as folder:
            database = f"sqlite:///{folder}/soak.sqlite" if kind == "sqlite" else new_database()
            kills, people, faults = asyncio.run(soak(database, args.kills, args.players))
            done = acknowledged(people)
            print(f"{kind}: {kills} kills, {done} acknowledged changes, {len(faults)} faults", flush=True)
            rows, wrong = asyncio.run(harm(database, [match for player in people for match in player.matches]))
        for name, (seen, mended) in rows.items():
            print(f"{kind}: {name}: found {seen}, mended {mended}")
        faults += wrong
        bad = bad or bool(faults)
        print("\n".join(faults[:20]), end="\n" if faults else "", flush=True)
    told, faults = fill_a_disk()
    print(f"full disk: {told}, {len(faults)} faults", *faults[:20], sep="\n")
    return bad or bool(faults)


if __name__ == "__main__":
    sys.exit(main())
