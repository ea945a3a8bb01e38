"""The server's end of each connection. It counts the bytes, header lines and seconds of every request as they come in.

The parser keeps what it is given until a head is whole, and waits for the rest as long as the other side likes; so both
have to be bounded here, before it. What a whole request may do is the matter of `security.Guard`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from .config import Config
from .crowd import Crowd, neighbourhood, room_for_connections

log = logging.getLogger("machinehall.door")
LINES = 100
"""Header lines of a request, trailers among them."""
PIECE = 16_384
"""Bytes that the parser gets at a time."""
QUEUED = 20
"""Requests that one connection may send ahead."""
LINGER = 2.0
"""Seconds in which somebody who is turned away may read why; what still comes in is thrown away."""
FORWARDED = frozenset({b"x-forwarded-for", b"x-forwarded-proto", b"forwarded"})
TOLD = 20
"""Proxies that are warned of, each once."""


class House:
    """What all doors of a process share."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.crowd = Crowd(room_for_connections(), config.connections)
        self.trusted = _TrustedHosts(config.forwarded_from)
        self.told: set[str] = set()

    def unnamed_proxy(self, address: str) -> None:
        if address in self.told or len(self.told) >= TOLD:
            return
        self.told.add(address)
        log.warning(
            "forwarded headers from an address that forwarded_from does not name are not believed: "
            "if it is your proxy, all its visitors count as one",
            extra={"address": address},
        )


house = House(Config())


def open_house(config: Config) -> None:
    """The settings of this process; before it serves."""
    global house
    house = House(config)


class Door(HttpToolsProtocol):
    """One connection."""

    place = "?"

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.house = house
        self.in_head, self.begun, self.shut = True, False, False
        self.bytes = self.lines = 0
        self.status = 400
        self.timer: asyncio.TimerHandle | None = None
        self.stalled: asyncio.TimerHandle | None = None
        address = self.client[0] if self.client else "?"
        self.place, self.known_proxy = neighbourhood(address), address in self.house.trusted
        if not self.house.crowd.enter(self, self.known_proxy):
            self.turn_away(503, "Too many connections.")
            return
        self._within(self.house.config.head_seconds, self._late)

    def connection_lost(self, exc: Exception | None) -> None:
        self.house.crowd.leave(self)
        for timer in (self.timer, self.stalled):
            if timer is not None:
                timer.cancel()
        self.timer = self.stalled = None
        self.shut = True
        super().connection_lost(exc)

    def drop(self) -> None:
        self.shut = True
        self.transport.abort()

    # Bytes

    def data_received(self, data: bytes) -> None:
        if self.in_head and self.timer is None and not self.shut:
            self._within(self.house.config.head_seconds, self._late)
        at = 0
        while at < len(data) and not self.shut and not self.transport.is_closing():
            room = self._room()
            if room <= 0:
                words = "Too large a head." if self.in_head else "Too large a body."
                self.turn_away(431 if self.in_head else 413, words)
                return
            piece, head = data[at : at + min(room, PIECE)], self.in_head
            super().data_received(piece)
            at += len(piece)
            if head == self.in_head:
                self.bytes += len(piece)
            if len(self.pipeline) > QUEUED:
                self.turn_away(429, "Too many requests at once.")
        if self.begun and self.in_head and self.timer is None and not self.shut:
            self._within(self.house.config.head_seconds, self._late)  # the next one began behind a whole one

    def _room(self) -> int:
        """Bytes that may still come. A body in chunks is longer on the wire: six times, with one byte in each."""
        config = self.house.config
        most = config.head_limit if self.in_head else 6 * config.body_limit + config.head_limit
        return most - self.bytes

    def on_header(self, name: bytes, value: bytes) -> None:
        self.lines += 1
        if self.lines > LINES:
            self.status = 431
            raise ValueError("too many header lines")  # stops the parser, which has us answer
        super().on_header(name, value)

    def send_400_response(self, msg: str) -> None:
        self.turn_away(self.status, msg if self.status == 400 else "Too many header lines.")

    # What the parser found

    def on_message_begin(self) -> None:
        self.begun = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self.in_head, self.bytes = False, 0
        if not self.known_proxy and any(name in FORWARDED for name, _ in self.headers):
            self.house.unnamed_proxy(self.client[0] if self.client else "?")
        self._within(self.house.config.body_seconds, self._late)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.in_head, self.begun, self.bytes, self.lines = True, False, 0, 0
        self._within(0, None)
        if not self.cycle.response_complete:
            self.house.crowd.busy(self)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.pipeline and not self.shut:
            self.house.crowd.waits(self)

    # Seconds

    def _within(self, seconds: float, late: Callable[[], None] | None) -> None:
        if self.timer is not None:
            self.timer.cancel()
        self.timer = self.loop.call_later(seconds, late) if late is not None else None

    def _late(self) -> None:
        """The head or body was not whole in time. While we do not read it is not the other side's fault."""
        self.timer = None
        if self.shut:
            return
        if self.flow.read_paused:
            self._within(self.house.config.body_seconds, self._late)
        elif not self.begun and not self.bytes:
            self.drop()  # browsers open connections ahead and need no answer on them
        else:
            self.turn_away(408, "Too slow.")

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.stalled is None:
            self.stalled = self.loop.call_later(self.house.config.stall_seconds, self.drop)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.stalled is not None:
            self.stalled.cancel()
            self.stalled = None

    # Turning away

    def turn_away(self, status: int, words: str) -> None:
        """Say why, once, read no more, and close."""
        if self.shut:
            return
        self.shut = True
        self._within(0, None)
        cycle: Any = self.cycle
        if cycle is not None and not cycle.response_complete:
            started, cycle.disconnected = cycle.response_started, True
            cycle.message_event.set()
            if started or self.pipeline:  # an answer is under way, and ours must not stand in the middle of it
                self.transport.abort()
                return
        body = words.encode()
        head = [STATUS_LINE[status], b"content-type: text/plain; charset=utf-8\r\n"]
        head += [b"cache-control: private, no-store\r\nx-content-type-options: nosniff\r\n"]
        head += [b"content-length: %d\r\nconnection: close\r\n\r\n" % len(body), body]
        self.transport.write(b"".join(head))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.timer = self.loop.call_later(LINGER, self.transport.abort)
