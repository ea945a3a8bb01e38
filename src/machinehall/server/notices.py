"""Turn notices for asynchronous play: a webhook (Discord and Slack read it) and e-mail, to people who asked for it.

A notice says that it is somebody's turn and where, never anything of the position. It is sent in the background and a
failure only goes into the log: a table never waits for another server.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import logging
import smtplib
import socket
import ssl
import urllib.error
import urllib.request
from email.message import EmailMessage
from typing import Any
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import select, update

from machinehall.words import say

from . import schema as s
from .config import Config
from .errors import Malformed
from .identity import known
from .positions import Table
from .shapes import Caller, NotifyBody
from .storage import Store

log = logging.getLogger("machinehall.notices")
SECONDS = 10.0
MOST = 1_000


class Notices:
    """Tells people that it is their turn."""

    def __init__(self, store: Store, config: Config) -> None:
        self.store = store
        self.config = config
        self._queue: asyncio.Queue[tuple[str, str, str, int]] = asyncio.Queue(MOST)
        self._task: asyncio.Task[None] | None = None
        self._owed: dict[str, frozenset[int]] = {}
        self.sent = 0

    async def open(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def settings(self, caller: Caller) -> NotifyBody:
        query = select(s.identities.c.notify).where(s.identities.c.id == known(caller))
        async with self.store.read() as connection:
            return msgspec.json.decode((await connection.execute(query)).scalar() or "{}", type=NotifyBody)

    async def choose(self, caller: Caller, body: NotifyBody) -> None:
        """Where the caller wants to be told."""
        if body.webhook is not None:
            await asyncio.to_thread(self.check_webhook, body.webhook)
        if body.email is not None and self.config.smtp is None:
            raise Malformed("notify.no_mail")
        async with self.store.write() as connection:
            query = update(s.identities).where(s.identities.c.id == known(caller))
            await connection.execute(query.values(notify=msgspec.json.encode(body).decode()))

    def check_webhook(self, address: str) -> None:
        """Only https, only public addresses: the server must not become a tool against its own network."""
        parts = urlsplit(address)
        host = parts.hostname or ""
        if not self.config.webhooks:
            raise Malformed("notify.no_webhooks")
        if host in self.config.webhook_hosts:
            return
        if parts.scheme != "https" or not host or self.config.webhook_hosts:
            raise Malformed("notify.bad_webhook")
        try:
            found = {info[4][0] for info in socket.getaddrinfo(host, parts.port or 443, proto=socket.IPPROTO_TCP)}
        except OSError:
            raise Malformed("notify.bad_webhook") from None
        if not all(ipaddress.ip_address(str(one).partition("%")[0]).is_global for one in found):
            raise Malformed("notify.bad_webhook")

    def look(self, table: Table) -> None:
        """After a change: who newly has to act at an asynchronous table?"""
        head = table.known
        if not head.pace or table.match is None:
            return
        acting = frozenset(table.match.to_act)
        fresh = acting - self._owed.get(table.id, frozenset())
        self._owed[table.id] = acting
        if len(self._owed) > 10 * MOST:
            self._owed.clear()
        for seat in fresh:
            row = table.seats[seat]
            if row.kind == "person" and row.identity is not None and not row.left:
                with contextlib.suppress(asyncio.QueueFull):
                    self._queue.put_nowait((row.identity, head.title, head.id, seat))

    async def _run(self) -> None:
        while True:
            identity, title, match, _ = await self._queue.get()
            try:
                async with self.store.read() as connection:
                    query = select(s.identities.c.notify, s.identities.c.name).where(s.identities.c.id == identity)
                    row = (await connection.execute(query)).first()
                if row is not None:
                    wish = msgspec.json.decode(row.notify, type=NotifyBody)
                    await self._tell(wish, row.name, title, match)
            except Exception as fault:  # whatever another server does must not end our notices
                log.warning("a notice was not sent", extra={"match": match, "fault": str(fault)})

    async def _tell(self, wish: NotifyBody, name: str, title: str, match: str) -> None:
        base = self.config.public_url or f"http://{self.config.host}:{self.config.port}"
        said = say(wish.language)
        words = said("notify.turn", name, title, f"{base}/m/{match}")
        if wish.webhook is not None:
            await asyncio.to_thread(self._post, wish.webhook, words)
            self.sent += 1
        if wish.email is not None and self.config.smtp is not None:
            await asyncio.to_thread(self._mail, wish.email, said("notify.subject"), words)
            self.sent += 1

    def _post(self, address: str, words: str) -> None:
        self.check_webhook(address)  # a name may point elsewhere by now
        # Slack reads `text`, Discord `content`.
        body = json.dumps({"text": words, "content": words, "allowed_mentions": {"parse": []}}).encode()
        request = urllib.request.Request(address, body, {"content-type": "application/json"}, method="POST")
        opener = urllib.request.build_opener(_NoRedirect())
        with opener.open(request, timeout=SECONDS):
            pass

    def _mail(self, address: str, subject: str, words: str) -> None:
        smtp = self.config.smtp
        assert smtp is not None
        mail = EmailMessage()
        mail["Subject"], mail["From"], mail["To"] = subject, smtp.sender, address
        mail.set_content(words)
        with smtplib.SMTP(smtp.host, smtp.port, timeout=SECONDS) as server:
            if smtp.starttls:
                server.starttls(context=ssl.create_default_context())
            if smtp.user:
                server.login(smtp.user, smtp.password)
            server.send_message(mail)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirection could lead inside our network."""

    def redirect_request(self, *args: Any) -> None:
        return None
