"""Turn notices for asynchronous play: a webhook (Discord and Slack read it) and e-mail, to people who asked for it.

An e-mail address is written to only after its owner has confirmed it; see `mailboxes`.

A notice says that it is somebody's turn and where, never anything of the position. It is sent in the background and a
failure only goes into the log: a table never waits for another server.
"""

from __future__ import annotations

import asyncio
import json
import logging
import urllib.error
import urllib.request
from typing import Any

import msgspec
from sqlalchemy import select, update

import machinehall as mh
from machinehall.kernel.values import CHANCE
from machinehall.server.background import Background
from machinehall.server.config import Config
from machinehall.server.errors import Malformed, TooMany
from machinehall.server.people.identity import require_identity
from machinehall.server.people.mailboxes import SECONDS, Letter, Mailboxes, base_url, send
from machinehall.server.people.outward import check_webhook
from machinehall.server.play.table import Table
from machinehall.server.shapes import Caller, NotifyBody, NotifyInfo
from machinehall.server.store import schema as s
from machinehall.server.store.store import Store
from machinehall.words import say

log = logging.getLogger("machinehall.notices")
MOST_WAITING = 1_000


class Notices(Background):
    """Tells people that it is their turn."""

    def __init__(self, store: Store, config: Config) -> None:
        self.store = store
        self.config = config
        self.mailboxes = Mailboxes(store, config)
        self._queue: asyncio.Queue[tuple[str, str, str] | Letter] = asyncio.Queue(MOST_WAITING)
        self._owed: dict[str, frozenset[int]] = {}
        self._busy = False
        self.sent = 0

    @property
    def waiting(self) -> bool:
        """Whether something is still to be sent."""
        return self._busy or not self._queue.empty()

    async def settings(self, caller: Caller) -> NotifyInfo:
        identity = require_identity(caller)
        wish = await self._wish(identity)
        confirmed = wish.email is not None and await self.mailboxes.confirmed(identity, wish.email)
        return NotifyInfo(wish.webhook, wish.email, wish.language, confirmed)

    async def _wish(self, identity: str) -> NotifyBody:
        query = select(s.identities.c.notify).where(s.identities.c.id == identity)
        async with self.store.read() as connection:
            return msgspec.json.decode((await connection.execute(query)).scalar() or "{}", type=NotifyBody)

    async def choose(self, caller: Caller, body: NotifyBody, again: bool = False) -> None:
        """Where the caller wants to be told. A new e-mail address is first asked; `again`: once more."""
        identity = require_identity(caller)
        if body.webhook is not None:
            await asyncio.to_thread(self.check_webhook, body.webhook)
        if body.email is not None and self.config.smtp is None:
            raise Malformed("notify.no_mail")
        async with self.store.write() as connection:
            letter = await self.mailboxes.wish(connection, identity, body, again)
            query = update(s.identities).where(s.identities.c.id == identity)
            await connection.execute(query.values(notify=msgspec.json.encode(body).decode()))
        if letter is not None:
            self._put(letter)

    async def ask_again(self, caller: Caller) -> None:
        """Another letter to an address that is not confirmed yet."""
        await self.choose(caller, await self._wish(require_identity(caller)), again=True)

    def _put(self, notice: tuple[str, str, str] | Letter) -> None:
        try:
            self._queue.put_nowait(notice)
        except asyncio.QueueFull:
            log.warning("too many notices wait; one was dropped")

    def check_webhook(self, address: str) -> None:
        check_webhook(address, self.config)

    def look(self, table: Table) -> None:
        """After a change: who newly has to act at an asynchronous table?"""
        head = table.known
        if not head.pace or table.match is None:
            return
        acting = frozenset(table.match.to_act) - {CHANCE}
        fresh = acting - self._owed.get(table.id, frozenset())
        self._owed[table.id] = acting
        if len(self._owed) > 10 * MOST_WAITING:
            self._owed.clear()
        for seat in fresh:
            row = table.seats[seat]
            if row.kind == "person" and row.identity is not None and not row.left:
                self._put((row.identity, head.title, head.id))

    async def _run(self) -> None:
        while True:
            notice = await self._queue.get()
            self._busy = True
            try:
                if isinstance(notice, Letter):
                    await self._send(notice)
                else:
                    await self._tell(*notice)
            except TooMany:
                log.info("a notice was left out: too many letters")
            except Exception as fault:  # whatever another server does must not end our notices
                log.warning("a notice was not sent", extra={"fault": str(fault)})
            finally:
                self._busy = False

    async def _send(self, letter: Letter) -> None:
        if self.config.smtp is not None:
            await asyncio.to_thread(send, self.config.smtp, letter)
            self.sent += 1

    async def _tell(self, identity: str, title: str, match: str) -> None:
        wish = await self._wish(identity)
        words = say(wish.language)("notify.turn", mh.title(title).full_name, f"{base_url(self.config)}/t/{match}")
        if wish.webhook is not None:
            try:
                await asyncio.to_thread(self._post, wish.webhook, words)
                self.sent += 1
            except (Malformed, OSError) as fault:  # a letter may still arrive
                log.warning("a webhook was not called", extra={"match": match, "fault": str(fault)})
        if wish.email is not None and self.config.smtp is not None:
            letter = await self.mailboxes.turn(identity, wish, words)
            if letter is not None:
                await self._send(letter)

    def _post(self, address: str, words: str) -> None:
        self.check_webhook(address)  # a name may point elsewhere by now
        # Slack reads `text`, Discord `content`.
        body = json.dumps({"text": words, "content": words, "allowed_mentions": {"parse": []}}).encode()
        request = urllib.request.Request(address, body, {"content-type": "application/json"}, method="POST")
        opener = urllib.request.build_opener(_NoRedirect())
        with opener.open(request, timeout=SECONDS):
            pass


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirection could lead inside our network."""

    def redirect_request(self, *args: Any) -> None:
        return None
