"""How fast the table server is: full rules, every move stored, all on this machine and its two cores.

make bench-server
make bench-server ARGS="--seconds 20 --databases sqlite --processes 1"
make bench-server ARGS="--databases sqlite --profile"            what a move at saturation costs whom (sampled.py)
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
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import machinehall as mh

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
TICK = os.sysconf("SC_CLK_TCK")
RATE = 200
"""Moves a second of the steady load."""


class Http:
    """One kept connection; as little work as possible, since the server shares the cores with us."""

    def __init__(self, port: int, headers: str = "") -> None:
        self.port = port
        self.headers = headers
        self.reader: asyncio.StreamReader
        self.writer: asyncio.StreamWriter
        self.cookie = ""

    async def open(self) -> Http:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        data = b"" if body is None else json.dumps(body).encode()
        host = f"127.0.0.1:{self.port}"
        head = f"{method} /api/v1{path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n{self.headers}"
        self.writer.write(
            f"{head}content-type: application/json\r\ncontent-length: {len(data)}\r\n\r\n".encode() + data
        )
        answer = await self.reader.readuntil(b"\r\n\r\n")
        lines = answer.decode("latin-1").lower().split("\r\n")
        found = dict(line.split(": ", 1) for line in lines[1:] if ": " in line)
        if "set-cookie" in found:
            raw = answer.decode("latin-1")
            start = raw.lower().index("set-cookie: ") + 12
            self.cookie = raw[start : raw.index(";", start)]
        content = await self.reader.readexactly(int(found.get("content-length", 0)))
        status = int(lines[0].split()[1])
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {content[:300]!r}")
        return json.loads(content) if content else None


class Server:
    """The server as a program of its own, with its CPU time and memory."""

    def __init__(self, database: str, processes: int, program: Sequence[str] = ("-m", "machinehall.serving")) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        settings = {"PORT": self.port, "DATABASE": database, "PROCESSES": processes, "RATE": 0, "BOT_WORKERS": 0}
        settings |= {"STREAMS": 10_000}
        environment = os.environ | {f"MACHINEHALL_{key}": str(value) for key, value in settings.items()}
        self.process = subprocess.Popen([sys.executable, *program], env=environment)

    async def ready(self) -> None:
        for _ in range(1_200):
            with contextlib.suppress(OSError, RuntimeError):
                await (await Http(self.port).open()).ask("GET", "/titles")
                return
            await asyncio.sleep(0.1)
        raise RuntimeError("the server does not start")

    def _family(self) -> list[int]:
        ours = [self.process.pid]
        for pid in ours:
            with contextlib.suppress(OSError):
                for task in Path(f"/proc/{pid}/task").iterdir():
                    ours += [int(child) for child in (task / "children").read_text().split()]
        return ours

    def cpu(self) -> float:
        total = 0
        for pid in self._family():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
        return total / TICK

    def memory(self) -> float:
        """Megabytes that belong to the server alone."""
        total = 0
        for pid in self._family():
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                if line.startswith("Private"):
                    total += int(line.split()[1])
        return total / 1024

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


class Player:
    """Plays one match after the other, both seats, at random."""

    def __init__(self, http: Http, rng: random.Random, title: str = "") -> None:
        self.http = http
        self.title = title
        self.rng = rng
        self.match = ""
        self.rev = 0
        self.seat = 0
        self.legal: list[str] = []

    async def begin(self) -> None:
        spec = {"title": self.title, "seats": [{"kind": "you"}, {"kind": "you"}], "start": True, "visibility": "open"}
        self.match = (await self.http.ask("POST", "/matches", spec))["id"]
        sight = await self.http.ask("GET", f"/matches/{self.match}/view")
        self.rev, self.seat, self.legal = sight["rev"], sight["seat"], sight["legal"]

    async def move(self) -> tuple[float, float]:
        """One move; when it was asked for and when it was answered. A match that is over is followed by a new one."""
        body = {"action": self.rng.choice(self.legal), "rev": self.rev, "seat": self.seat}
        began = time.perf_counter()
        done = await self.http.ask("POST", f"/matches/{self.match}/actions", body)
        answered = time.perf_counter()
        self.rev, self.seat, self.legal = done["rev"], done["seat"], done["legal"]
        if done["status"] == "over":
            await self.begin()
        return began, answered


class Asker(Player):
    """Asks the least server there can be, see `floor.py`: to write a row, or for nothing but an answer."""

    writes = True

    async def move(self) -> tuple[float, float]:
        began = time.perf_counter()
        if self.writes:
            await self.http.ask("POST", "/matches/x/actions", {"action": "any", "rev": 1, "seat": 0})
        else:
            await self.http.ask("GET", "/matches/x/view")
        return began, time.perf_counter()


def quantile(values: list[float], q: float) -> float:
    ordered = sorted(values)
    return round(1000 * ordered[min(len(ordered) - 1, int(q * len(ordered)))], 2) if ordered else 0.0


async def player_at(server: Server, title: str, number: int) -> Player:
    """Somebody with a name of their own, as a real load has them: what one person may do in a day is limited."""
    http = await Http(server.port).open()
    await http.ask("POST", "/identities", {"name": f"Bench {number}"})
    http.headers = f"cookie: {http.cookie}\r\n"
    player = Player(http, random.Random(number), title)
    await player.begin()
    return player


async def players_of(server: Server, title: str, matches: int) -> list[Player]:
    return [await player_at(server, title, number) for number in range(matches)]


async def saturate(server: Server, players: Sequence[Player], seconds: float) -> dict[str, float]:
    """Everybody moves as fast as they get answers."""
    took: list[float] = []
    end = time.perf_counter() + seconds

    async def go(player: Player) -> None:
        while time.perf_counter() < end:
            asked, answered = await player.move()
            took.append(answered - asked)

    cpu, own, began = server.cpu(), time.process_time(), time.perf_counter()
    await asyncio.gather(*map(go, players))
    wall, used, own = time.perf_counter() - began, server.cpu() - cpu, time.process_time() - own
    return {
        "moves_per_s": round(len(took) / wall),
        "server_cpu_ms_per_move": round(1000 * used / len(took), 3),
        "moves_per_server_cpu_s": round(len(took) / used),
        "client_cpu_ms_per_move": round(1000 * own / len(took), 3),
        "p50_ms": quantile(took, 0.5),
        "p99_ms": quantile(took, 0.99),
    }


async def steady(players: Sequence[Player], rate: float, seconds: float) -> dict[str, float]:
    """Moves at a fixed rate, timed from when they were due: a slow answer is not hidden by a late question."""
    took: list[float] = []
    free: asyncio.Queue[Player] = asyncio.Queue()
    for player in players:
        free.put_nowait(player)
    start = time.perf_counter() + 0.1

    async def one(due: float) -> None:
        player = await free.get()
        _, answered = await player.move()
        took.append(answered - due)
        free.put_nowait(player)

    tasks = []
    for i in range(int(rate * seconds)):
        due = start + i / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        tasks.append(asyncio.create_task(one(due)))
    await asyncio.gather(*tasks)
    return {"rate": rate, "p50_ms": quantile(took, 0.5), "p99_ms": quantile(took, 0.99), "max_ms": quantile(took, 1.0)}


async def listen(server: Server, player: Player, listeners: int, moves: int) -> dict[str, float]:
    """Many streams on one match: from the question of a move until the median and the last listener know of it."""
    waiting: dict[int, list[float]] = {}

    async def stream() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(f"GET /api/v1/matches/{player.match}/live HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        try:
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    waiting.setdefault(int(line[4:]), []).append(time.perf_counter())
        finally:
            writer.close()

    tasks = [asyncio.create_task(stream()) for _ in range(listeners)]
    while len(waiting.get(player.rev, ())) < listeners:
        await asyncio.sleep(0.05)
    middle, last = [], []
    for _ in range(moves):
        rev, began = player.rev + 1, time.perf_counter()
        match = player.match
        await player.move()
        if player.match != match:
            break
        while len(waiting.get(rev, ())) < listeners:
            await asyncio.sleep(0.002)
        middle.append(sorted(waiting[rev])[listeners // 2] - began)
        last.append(max(waiting[rev]) - began)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return {"listeners": listeners, "median_told_ms": quantile(middle, 0.5), "last_told_ms": quantile(last, 0.5)}


async def floor(args: argparse.Namespace) -> dict[str, dict[str, float]]:
    """What this machine allows at best, under the same load and by the same client."""
    program = (str(Path(__file__).with_name("floor.py")),)
    with tempfile.TemporaryDirectory() as folder:
        async with running("", 1, (*program, f"{folder}/floor.sqlite")) as server:
            askers = [Asker(await Http(server.port).open(), random.Random(i)) for i in range(args.matches)]
            found = {"saturation": await saturate(server, askers, args.seconds)}
            found["steady"] = await steady(askers, RATE, args.seconds)
            for asker in askers:
                asker.writes = False
            return {**found, "only answers": await saturate(server, askers, args.seconds)}


@contextlib.asynccontextmanager
async def running(
    database: str, processes: int, program: Sequence[str] = ("-m", "machinehall.serving")
) -> AsyncIterator[Server]:
    server = Server(database, processes, program)
    try:
        await server.ready()
        yield server
    finally:
        server.stop()


async def measure(kind: str, processes: int, database: str, args: argparse.Namespace) -> dict[str, Any]:
    async with running(database, processes) as server:
        empty = server.memory()
        players = await players_of(server, args.title, args.matches)
        found: dict[str, Any] = {"title": args.title, "database": kind, "processes": processes, "matches": args.matches}
        found["saturation"] = await saturate(server, players, args.seconds)
        found["steady"] = await steady(players, RATE, args.seconds)
        found["floor"] = await floor(args)
        found["memory_mb"] = {"empty": round(empty, 1), "after": round(server.memory(), 1)}
        await players[0].begin()
        found["listeners"] = await listen(server, players[0], args.listeners, 20)
        return found


async def profile(args: argparse.Namespace) -> str:
    """Whose CPU time a move at saturation is, SQLite, one process."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "profile.txt"
        program = (str(Path(__file__).with_name("sampled.py")), str(out))
        async with running(f"sqlite:///{folder}/bench.sqlite", 1, program) as server:
            players = await players_of(server, args.title, args.matches)
            server.process.send_signal(signal.SIGUSR1)
            found = await saturate(server, players, args.seconds)
        return f"{json.dumps(found)}\n{out.read_text(encoding='utf-8')}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--title", choices=sorted(mh.titles()), default=next(iter(mh.titles())))
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--listeners", type=int, default=500)
    parser.add_argument("--databases", default="sqlite,postgres")
    parser.add_argument("--processes", default="1,2")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--profile", action="store_true", help="whose CPU time a move is, instead of the figures")
    args = parser.parse_args()
    import uvloop

    if args.profile:
        print(uvloop.run(profile(args)))
        return
    from server.postgres import new_database

    results = []
    for kind in args.databases.split(","):
        for processes in map(int, args.processes.split(",")):
            if kind == "sqlite" and processes > 1:
                continue
            with tempfile.TemporaryDirectory() as folder:
                database = f"sqlite:///{folder}/bench.sqlite" if kind == "sqlite" else new_database()
                results.append(uvloop.run(measure(kind, processes, database, args)))
            print(json.dumps(results[-1]), flush=True)
    if args.json:
        args.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
