"""News: revisions only, so nothing hidden can leak. Everybody fetches their own view by the ordinary way.

In one process a notice goes straight to the listeners. Between processes PostgreSQL carries it (LISTEN/NOTIFY), sent
in the transaction of the change itself. Notices are not kept: after a lost connection all listeners look again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from typing import Any

from sqlalchemy.engine import URL

from machinehall.server.store.journal import CHANNEL

log = logging.getLogger("machinehall.hub")
HEARTBEAT = 15.0


class Listener:
    """One open stream. Only the latest revision counts, so a slow reader never piles up notices."""

    __slots__ = ("chat", "end", "feats", "rev", "wake")

    def __init__(self) -> None:
        self.wake = asyncio.Event()
        self.rev = -1
        self.chat = -1
        self.feats = -1
        self.end = False


class Hub:
    """Who listens to which match."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._far: asyncio.Task[None] | None = None
        self.closed = False
        self.notices = 0
        self.opened: list[Callable[[str], None]] = []
        """Called when somebody begins to watch a match."""
        self.who: list[Callable[[str], None]] = []
        """Called when another process has ended sessions of an identity."""

    @property
    def streams(self) -> int:
        return sum(map(len, self._listeners.values()))

    def watched(self, match: str) -> bool:
        """Whether somebody watches a match through this process."""
        return match in self._listeners

    def publish(self, match: str, rev: int = -1, chat: int = -1, feats: int = -1) -> None:
        """Tell all listeners of a match, in this process."""
        for listener in self._listeners.get(match, ()):
            if rev > listener.rev or chat > listener.chat or feats >= 0:
                listener.rev, listener.chat = max(rev, listener.rev), max(chat, listener.chat)
                listener.feats = max(feats, listener.feats)
                listener.wake.set()
                self.notices += 1

    @contextlib.contextmanager
    def listening(self, match: str) -> Any:
        listener = Listener()
        self._listeners[match].add(listener)
        for call in self.opened:
            call(match)
        try:
            yield listener
        finally:
            self._listeners[match].discard(listener)
            if not self._listeners[match]:
                del self._listeners[match]

    async def stream(
        self, match: str, now: int, seen: int | None, heartbeat: float = HEARTBEAT
    ) -> AsyncIterator[bytes]:
        """Server-sent events. `now`: the present revision, `seen`: the last one that the client knows."""
        with self.listening(match) as listener:
            yield b"retry: 1000\n\n"
            sent, chat = -1 if seen is None else seen, -1
            if now != sent:
                yield news("rev", now)
                sent = now
            while not (listener.end or self.closed):
                try:
                    await asyncio.wait_for(listener.wake.wait(), heartbeat)
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                listener.wake.clear()
                if listener.rev > sent:
                    sent = listener.rev
                    yield news("rev", sent)
                if listener.chat > chat:
                    chat = listener.chat
                    yield f"event: chat\ndata: {chat}\n\n".encode()
                if listener.feats >= 0:
                    told, listener.feats = listener.feats, -1
                    yield f"event: feats\ndata: {told}\n\n".encode()
            yield b"event: end\ndata: \n\n"

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        self.closed = True
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.end = True
                listener.wake.set()
        if self._far is not None:
            self._far.cancel()

    # Between processes

    def connect(self, url: URL) -> None:
        """Listen to PostgreSQL for what other processes commit."""
        self._far = asyncio.create_task(self._listen(url))

    async def _listen(self, url: URL) -> None:
        import asyncpg  # type: ignore[import-untyped]

        dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)
        first = True
        while True:
            try:
                connection = await asyncpg.connect(dsn)
                try:
                    gone = asyncio.Event()
                    connection.add_termination_listener(lambda *_, gone=gone: gone.set())
                    await connection.add_listener(CHANNEL, self._heard)
                    if not first:
                        self._look_again()
                    first = False
                    await gone.wait()
                finally:
                    await connection.close(timeout=2)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as fault:
                log.warning("no news from the database", extra={"fault": str(fault)})
            await asyncio.sleep(0.5)

    def _heard(self, connection: Any, pid: int, channel: str, payload: str) -> None:
        match, _, rest = payload.rpartition(":")
        if rest.startswith("c"):
            self.publish(match, chat=int(rest[1:]))
        elif rest.startswith("f"):
            self.publish(match, feats=int(rest[1:]))
        elif rest == "who":
            for call in self.who:
                call(match)
        else:
            self.publish(match, int(rest))

    def _look_again(self) -> None:
        """Notices may have been missed: end the streams, the clients come back and compare revisions."""
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.end = True
                listener.wake.set()


def news(kind: str, rev: int) -> bytes:
    return f"event: {kind}\nid: {rev}\ndata: {rev}\n\n".encode()
