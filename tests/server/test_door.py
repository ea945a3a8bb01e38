"""Requests that are too large, too slow or too many, against a real server over real connections.

Everything here ends because the server ends it. The timeouts only keep a test that fails from hanging.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from soak_server import Server

from machinehall.server.crowd import Crowd, neighbourhood
from server.kit import house

PATIENCE = 120.0
HEAD = b"POST /settings HTTP/1.1\r\nHost: table.test\r\nOrigin: http://table.test\r\n"
ELSEWHERE = "192.0.2.1"
"""No proxy here, so that this machine counts as any other address."""


class Watched(Server):
    """A server whose log is kept, and which may have few files."""

    def __init__(self, database: str, folder: Path, files: int = 0, **settings: object) -> None:
        super().__init__(database)
        self.environment |= {f"MACHINEHALL_{key.upper()}": str(value) for key, value in settings.items()}
        self.environment["MACHINEHALL_BOT_WORKERS"] = "0"
        self.log = folder / "log"
        self.files = files

    async def start(self, log: Path | None = None) -> None:
        limit = f"ulimit -n {self.files}; " if self.files else ""
        with (log or self.log).open("wb") as kept:
            self.process = await asyncio.create_subprocess_exec(
                "sh", "-c", f'{limit}exec "$0" -m machinehall.serving', sys.executable,
                env=self.environment, stdout=kept, stderr=kept,
            )  # fmt: skip
        await self.answers()

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def ask(self, sent: bytes) -> bytes:
        """All that is answered until the server closes."""
        reader, writer = await self.connect()
        with contextlib.suppress(ConnectionError):
            writer.write(sent)
            await writer.drain()
        return await rest(reader, writer)

    def memory(self) -> int:
        """The most that the server has held so far, in kB."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0])


@contextlib.asynccontextmanager
async def serving(database: str, folder: Path, files: int = 0, **settings: object) -> AsyncIterator[Watched]:
    server = Watched(database, folder, files, **settings)
    await server.start()
    try:
        async with asyncio.timeout(PATIENCE):
            yield server
    finally:
        await server.kill(signal.SIGKILL)


async def rest(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    found = b""
    with contextlib.suppress(ConnectionError):
        while piece := await reader.read(65_536):
            found += piece
    writer.close()
    return found


async def pour(server: Watched, head: bytes, piece: bytes, pieces: int) -> tuple[bytes, int]:
    """Send as much as the server takes; the answer, and how many pieces went out."""
    reader, writer = await server.connect()
    answer = asyncio.create_task(rest(reader, writer))
    sent = 0
    with contextlib.suppress(ConnectionError):
        writer.write(head)
        while sent < pieces and not answer.done() and not writer.is_closing():
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0)
            sent += 1
    return await answer, sent


def test_a_huge_header_costs_no_memory(sqlite: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(sqlite, tmp_path) as server:
            before = server.memory()
            answer, _ = await pour(server, b"GET / HTTP/1.1\r\nHost: x\r\nX-Big: ", b"a" * 1_000_000, 100)
            assert answer.startswith(b"HTTP/1.1 431 ")
            answer, _ = await pour(server, b"GET /", b"a" * 1_000_000, 100)
            assert answer.startswith(b"HTTP/1.1 431 ")
            assert server.memory() - before < 20_000
            lines = b"".join(b"X-%d: y\r\n" % i for i in range(200))
            assert (await server.ask(b"GET / HTTP/1.1\r\nHost: x\r\n" + lines + b"\r\n")).startswith(b"HTTP/1.1 431 ")
            fair = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * 30_000 + b"\r\nConnection: close\r\n\r\n"
            assert (await server.ask(fair)).startswith(b"HTTP/1.1 200 ")

    asyncio.run(run())


@pytest.mark.parametrize("kind", [b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=x"])
def test_a_form_takes_no_large_body_and_no_files(sqlite: str, tmp_path: Path, kind: bytes) -> None:
    part = b'--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n' if b"multi" in kind else b"name="

    async def run() -> None:
        async with serving(sqlite, tmp_path) as server:
            head = HEAD + b"Content-Type: " + kind + b"\r\nContent-Length: 100000000\r\n\r\n" + part
            before = server.memory()
            answer, sent = await pour(server, head, b"a" * 100_000, 1_000)
            wanted = b"HTTP/1.1 415 " if b"multi" in kind else b"HTTP/1.1 413 "
            assert answer.startswith(wanted), answer[:200]
            assert sent < 1_000 and server.memory() - before < 20_000
            chunked = HEAD + b"Content-Type: " + kind + b"\r\nTransfer-Encoding: chunked\r\n\r\n"
            answer, sent = await pour(server, chunked, b"186a0\r\n" + b"a" * 100_000 + b"\r\n", 1_000)
            assert answer.startswith(wanted) and sent < 1_000

    asyncio.run(run())


def test_what_follows_a_body_is_counted_too(sqlite: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(sqlite, tmp_path) as server:
            before = server.memory()
            chunked = b"POST /t/x/start HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            for head, piece in (
                (chunked + b"0\r\n", 10 * (b"X-Trailer: " + b"a" * 10_000 + b"\r\n")),
                (chunked + b"0\r\nX-Trailer: ", b"a" * 100_000),
                (chunked + b"1;", b"a" * 100_000),
            ):
                _, sent = await pour(server, head, piece, 1_000)  # more than both ends of a connection can hold
                assert sent < 1_000, head
            assert server.memory() - before < 20_000

    asyncio.run(run())


def test_half_a_request_is_waited_for_only_so_long(sqlite: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(sqlite, tmp_path, head_seconds=0.3, body_seconds=0.3) as server:
            halves = [b"GET / HTTP/1.1\r\nHost: x\r\n", HEAD + b"Content-Length: 10\r\n\r\nna", b"\r\n"]
            for half in halves:
                answer = await server.ask(half)
                assert answer.startswith(b"HTTP/1.1 408 "), (half, answer)
            assert await server.ask(b"") == b""
            again = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" + b"GET / HTT"
            assert b"HTTP/1.1 408 " in await server.ask(again)

    asyncio.run(run())


async def half_sent(server: Watched, number: int) -> list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    found = []
    for _ in range(number):
        reader, writer = await server.connect()
        with contextlib.suppress(ConnectionError):
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-A: ")
            await writer.drain()
        found.append((reader, writer))
    return found


async def gone(connections: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]) -> None:
    for reader, writer in connections:
        assert await rest(reader, writer) == b""


async def served(server: Watched) -> bool:
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        return (await client.get(server.base + "/healthz")).status_code == 200


def test_half_sent_requests_keep_nobody_out(sqlite: str, tmp_path: Path) -> None:
    """More of them than the process may have files, from an address that is not limited."""

    async def run() -> None:
        async with serving(sqlite, tmp_path, files=300, head_seconds=3600) as server:
            open_ones = await half_sent(server, 350)
            assert await served(server)
            await gone(open_ones[:200])
            assert await served(server)
            for _, writer in open_ones:
                writer.close()

    asyncio.run(run())


def test_one_address_has_so_many_connections(sqlite: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(sqlite, tmp_path, connections=20, forwarded_from=ELSEWHERE, head_seconds=3600) as server:
            open_ones = await half_sent(server, 50)
            await gone(open_ones[:30])
            assert await served(server)
            for _, writer in open_ones:
                writer.close()

    asyncio.run(run())


def test_whoever_does_not_read_is_left(sqlite: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(sqlite, tmp_path, stall_seconds=0.3) as server:
            sock = socket.socket()
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            sock.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(sock, ("127.0.0.1", server.port))
            request = b"GET /rules/nucleum HTTP/1.1\r\nHost: x\r\n\r\n"
            with contextlib.suppress(ConnectionError):  # reset by the server while we still ask
                while True:
                    await loop.sock_sendall(sock, request)
                    await asyncio.sleep(0.01)
            sock.close()
            assert await served(server)

    asyncio.run(run())


def test_a_proxy_that_is_not_named_is_told_of(sqlite: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(sqlite, tmp_path, forwarded_from=ELSEWHERE) as server:
            async with httpx.AsyncClient(base_url=server.base) as client:
                for _ in range(3):
                    await client.get("/healthz", headers={"x-forwarded-for": "203.0.113.9"})
            told = [line for line in server.log.read_text().splitlines() if "forwarded_from" in line]
            assert len(told) == 1 and json.loads(told[0])["address"] == "127.0.0.1"
            assert json.loads(told[0])["level"] == "warning"

    asyncio.run(run())


def test_a_table_is_never_looked_for_under_what_is_no_id(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            nobody = await made.client()
            for path in ("/t/%00", "/t/a%00b/view", "/t/%F0%9F%8E%B2", "/t/" + "a" * 33, "/api/v1/matches/%00/live"):
                answer = await nobody.http.get(path)
                assert answer.status_code == 404, (path, answer.status_code)

    asyncio.run(run())


class Someone:
    """A connection that says where it comes from."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.drops = 0

    def drop(self) -> None:
        self.drops += 1


def test_the_one_that_has_waited_longest_makes_room() -> None:
    crowd = Crowd(most=4, each=3)
    first, busy, third = (Someone("a") for _ in range(3))
    assert all(crowd.enter(one, False) for one in (first, busy, third))
    crowd.busy(busy)
    fourth = Someone("a")
    assert crowd.enter(fourth, False) and (first.drops, busy.drops) == (1, 0)
    crowd.leave(first)
    other, proxy = Someone("b"), Someone("p")
    assert crowd.enter(other, False) and third.drops == 0
    assert crowd.enter(proxy, True) and third.drops == 1
    crowd.leave(third)
    for one in (fourth, other, proxy):
        crowd.busy(one)
    late = Someone("c")
    assert not crowd.enter(late, False)
    crowd.leave(late)
    for one in (busy, fourth, other, proxy):
        crowd.leave(one)
    assert crowd.count == 0 and not crowd.places


def test_a_household_counts_as_one_address() -> None:
    assert neighbourhood("2001:db8::1:2") == neighbourhood("2001:db8::ffff:0:0:1") == "2001:db8::/64"
    assert neighbourhood("2001:db8:1::1") != neighbourhood("2001:db8::1")
    assert neighbourhood("::ffff:203.0.113.9") == neighbourhood("203.0.113.9") == "203.0.113.9"
    assert neighbourhood("unix") == "unix"
