"""Letters by e-mail: only to confirmed addresses, only a few, and their owners can end them without signing in.

What a letter says is ours alone: nobody's name or words stand in it, so that it cannot carry a stranger's message.
"""

from __future__ import annotations

import hashlib
import smtplib
import ssl
import time
from collections.abc import Callable
from email import policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import NamedTuple

import msgspec
from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from machinehall.server.config import Config, Smtp
from machinehall.server.errors import Forbidden, Malformed, TooMany
from machinehall.server.shapes import NotifyBody
from machinehall.server.store import schema as s
from machinehall.server.store.store import Store
from machinehall.words import say

from .identity import hashed, new_secret

SECONDS = 10.0
HOUR, DAY = 3_600.0, 86_400.0
CODE_LASTS = DAY
STOPPED = 90 * DAY
"""So long an address is not asked again whose owner did not want to be."""
CONFIRM_ADDRESS, CONFIRM_IDENTITY = 3, 5
"""Letters a day that ask for a confirmation: to one address, whoever asks; for one identity, whatever address."""
TURNS_HOUR, TURNS_DAY = 12, 50
"""Turn notices to one address, and for one identity."""


class Letter(NamedTuple):
    """What is to be sent."""

    address: str
    subject: str
    words: str
    stop: str
    """The address of the page that ends these letters."""


def base_url(config: Config) -> str:
    """Where people find this server; the address it listens on is only a guess, so operators set `public_url`."""
    host = {"0.0.0.0": "localhost", "::": "localhost"}.get(config.host, config.host)
    return (config.public_url or f"http://{f'[{host}]' if ':' in host else host}:{config.port}").rstrip("/")


def throttle_key(address: str) -> str:
    """One box for many spellings: capitals, and what follows a plus."""
    local, _, host = address.lower().rpartition("@")
    return hashlib.sha256(f"{local.partition('+')[0]}@{host}".encode()).hexdigest()


class Mailboxes:
    """Whose address is confirmed, and what was sent to it lately."""

    def __init__(self, store: Store, config: Config, now: Callable[[], float] = time.time) -> None:
        self.store = store
        self.config = config
        self.now = now

    async def confirmed(self, identity: str, address: str | None) -> bool:
        c = s.mailboxes.c
        query = select(c.confirmed).where(c.identity == identity, c.address == address)
        async with self.store.read() as connection:
            return (await connection.execute(query)).scalar() is not None

    async def wish(
        self, connection: AsyncConnection, identity: str, wish: NotifyBody, again: bool = False
    ) -> Letter | None:
        """Note an address, or none. The letter asks its owner; there is none if that was done before."""
        await self._lock(connection)
        box, c = s.mailboxes, s.mailboxes.c
        row = (await connection.execute(select(box).where(c.identity == identity))).first()
        same = row is not None and row.address == wish.email
        if row is not None and same and (row.confirmed is not None or (row.expires > self.now() and not again)):
            return None
        await connection.execute(delete(box).where(c.identity == identity))
        if wish.email is None:
            return None
        await self._count(connection, identity, wish.email, "confirm")
        code, stop = new_secret(), new_secret()
        values = {"identity": identity, "address": wish.email, "code": hashed(code), "confirmed": None, "stop": stop}
        await connection.execute(insert(box), values | {"expires": self.now() + CODE_LASTS})
        said, base = say(wish.language), base_url(self.config)
        words = said("mail.confirm", f"{base}/confirm#{code}", code, base)
        return Letter(wish.email, said("mail.confirm.subject"), words, f"{base}/stop?t={stop}")

    async def confirm(self, code: str) -> None:
        """The owner of an address has brought the code of our letter; it is good once."""
        c = s.mailboxes.c
        mine = (c.code == hashed(code), c.expires > self.now())
        async with self.store.write() as connection:
            change = update(s.mailboxes).where(*mine).values(code=None, confirmed=self.now())
            if (await connection.execute(change)).rowcount != 1:
                raise Forbidden("notify.bad_code")

    async def stop(self, token: str) -> None:
        """No more letters: for whoever holds one of them. One that was never confirmed is left alone for long."""
        c, i = s.mailboxes.c, s.identities.c
        async with self.store.write() as connection:
            row = (await connection.execute(select(s.mailboxes).where(c.stop == token))).first()
            if row is None:
                return  # ended before; that is what was wanted
            await connection.execute(delete(s.mailboxes).where(c.identity == row.identity))
            kept = (await connection.execute(select(i.notify).where(i.id == row.identity))).scalar()
            wish = msgspec.structs.replace(msgspec.json.decode(kept or "{}", type=NotifyBody), email=None)
            change = update(s.identities).where(i.id == row.identity)
            await connection.execute(change.values(notify=msgspec.json.encode(wish).decode()))
            if row.confirmed is None:
                values = {"address": throttle_key(row.address), "identity": "", "kind": "stop", "at": self.now()}
                await connection.execute(insert(s.letters), values)

    async def turn(self, identity: str, wish: NotifyBody, words: str) -> Letter | None:
        """A turn notice, if the address is confirmed and has not had many lately."""
        c = s.mailboxes.c
        async with self.store.write() as connection:
            await self._lock(connection)
            query = select(c.stop).where(c.identity == identity, c.address == wish.email, c.confirmed.is_not(None))
            stop = (await connection.execute(query)).scalar()
            if stop is None or wish.email is None:
                return None
            await self._count(connection, identity, wish.email, "turn")
        said, page = say(wish.language), f"{base_url(self.config)}/stop?t={stop}"
        return Letter(wish.email, said("notify.subject"), said("mail.turn", words, page), page)

    async def _lock(self, connection: AsyncConnection) -> None:
        """One at a time, or several askers count the same; SQLite has one writer anyway."""
        if self.store.postgres:
            await connection.execute(text("select pg_advisory_xact_lock(hashtext('letters'))"))

    async def _count(self, connection: AsyncConnection, identity: str, address: str, kind: str) -> None:
        """Write a letter down, unless there were too many."""
        c, key, now = s.letters.c, throttle_key(address), self.now()
        await connection.execute(delete(s.letters).where(c.at < now - DAY, c.kind != "stop"))
        await connection.execute(delete(s.letters).where(c.at < now - STOPPED))

        async def many(*where: object, within: float = DAY) -> int:
            query = select(func.count()).select_from(s.letters).where(*where, c.at > now - within)  # type: ignore[arg-type]
            return int((await connection.execute(query)).scalar() or 0)

        to, of = (c.address == key, c.kind == kind), (c.identity == identity, c.kind == kind)
        if kind == "confirm":
            if await many(c.address == key, c.kind == "stop", within=STOPPED):
                raise Malformed("notify.stopped")
            full = await many(*to) >= CONFIRM_ADDRESS or await many(*of) >= CONFIRM_IDENTITY
        else:
            full = any([await many(*w, within=HOUR) >= TURNS_HOUR or await many(*w) >= TURNS_DAY for w in (to, of)])
        if full:
            raise TooMany("notify.too_many_letters")
        await connection.execute(insert(s.letters), {"address": key, "identity": identity, "kind": kind, "at": now})


def send(smtp: Smtp, letter: Letter) -> None:
    """Hand a letter in; mail programs offer its owner a button that ends them (RFC 8058)."""
    mail = EmailMessage(policy.SMTP.clone(max_line_length=500))  # an address in a header is not to be folded
    mail["Subject"], mail["From"], mail["To"] = letter.subject, smtp.sender, letter.address
    mail["Date"], mail["Message-ID"] = formatdate(), make_msgid(domain="machinehall.invalid")
    mail["Auto-Submitted"] = "auto-generated"
    mail["List-Unsubscribe"], mail["List-Unsubscribe-Post"] = f"<{letter.stop}>", "List-Unsubscribe=One-Click"
    mail.set_content(letter.words)
    with smtplib.SMTP(smtp.host, smtp.port, timeout=SECONDS) as server:
        if smtp.starttls:
            server.starttls(context=ssl.create_default_context())
        if smtp.user:
            server.login(smtp.user, smtp.password)
        server.send_message(mail)
