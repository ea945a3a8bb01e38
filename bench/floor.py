"""The least a server of this kind can do: read a request, write one row to SQLite, answer when it is on the disk.

No rules, no identities, no checks. `bench_server.py` times it beside the real server, in the same run and by the same
client, so that what the machine itself costs (waking threads, the disk, the client) can be told from what we cost.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import uvicorn

ANSWER = b'{"rev": 1}' + b" " * 4_000
"""As long as the answer to a move, about."""


class Floor:
    """An ASGI application with one path: every request is a row."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.thread = ThreadPoolExecutor(1)
        self.database: sqlite3.Connection | None = None

    def write(self, row: str) -> None:
        if self.database is None:
            self.database = sqlite3.connect(self.file, isolation_level=None)
            for pragma in ("journal_mode=wal", "synchronous=full"):
                self.database.execute(f"pragma {pragma}")
            self.database.execute("create table if not exists moves (id integer primary key, row text)")
        self.database.execute("begin immediate")
        self.database.execute("insert into moves (row) values (?)", (row,))
        self.database.execute("commit")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        body = (await receive()).get("body", b"")
        if scope["method"] == "POST":
            row = msgspec.json.encode(msgspec.json.decode(body)).decode()
            await asyncio.get_running_loop().run_in_executor(self.thread, self.write, row * 8)
        head = [(b"content-type", b"application/json"), (b"content-length", str(len(ANSWER)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": ANSWER})


if __name__ == "__main__":
    port = int(os.environ["MACHINEHALL_PORT"])
    uvicorn.run(Floor(sys.argv[1]), port=port, access_log=False, log_level="warning", lifespan="off")
