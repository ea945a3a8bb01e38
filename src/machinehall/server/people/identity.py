"""Who is who. Playing needs no registration: a name and a secret cookie. Secrets are kept as hashes only."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Callable

import msgspec
from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from machinehall.server.errors import Conflict, Fault, Forbidden, Malformed, NoName, Unknown
from machinehall.server.shapes import NO_CALLER, Caller
from machinehall.server.store import schema as s
from machinehall.server.store.journal import CHANNEL
from machinehall.server.store.store import Store

from .sessions import FRESH, HANDLE, USED_EVERY, SessionInfo

REMEMBER = 20.0
"""Seconds for which a secret that was looked up is trusted. What another process ends is told through the database;
only while that is cut off does it take so long to be seen."""
MOST_REMEMBERED = 20_000


def new_id() -> str:
    """A name for what is kept. None begins with a hyphen: a command would take it for an option."""
    while (made := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return made


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """Our secrets are long and random, so a plain hash is enough; passwords get argon2."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Identities:
    """Identities, their secrets and accounts."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self.store = store
        self.now = now
        self._known: OrderedDict[str, tuple[float, Caller]] = OrderedDict()
        self._forgotten = 0
        self._noting: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        await asyncio.gather(*self._noting, return_exceptions=True)

    # Proving

    async def caller(self, secret: str | None) -> Caller:
        """Who holds a cookie or token; nobody in particular without a valid one."""
        if not secret or len(secret) > 100:
            return NO_CALLER
        digest = hashed(secret)
        found = self._known.get(digest)
        if found is not None and found[0] > time.monotonic():
            return found[1]
        c, before = s.secrets.c, self._forgotten
        query = (
            select(c.identity, c.match, c.seat, c.used, s.identities.c.name)
            .join(s.identities, s.identities.c.id == c.identity)
            .where(c.hash == digest)
        )
        async with self.store.read() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return NO_CALLER
        if row.used is None or self.now() - row.used > USED_EVERY:
            task = asyncio.create_task(self._note_use(digest))
            self._noting.add(task)
            task.add_done_callback(self._noting.discard)
        caller = Caller(row.identity, row.name, row.match, row.seat)
        if before == self._forgotten:  # otherwise it may have been ended while we looked
            self._known[digest] = (time.monotonic() + REMEMBER, caller)
        while len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)
        return caller

    async def _note_use(self, digest: str) -> None:
        """Beside the request: a database that cannot be written must not keep anybody from reading."""
        with contextlib.suppress(Fault):
            async with self.store.write() as connection:
                query = update(s.secrets).where(s.secrets.c.hash == digest)
                await connection.execute(query.values(used=self.now()))

    def forget(self, identity: str) -> None:
        """Look an identity's secrets up again."""
        self._forgotten += 1
        self._known = OrderedDict((k, v) for k, v in self._known.items() if v[1].identity != identity)

    async def tell(self, connection: AsyncConnection, identity: str) -> None:
        """Make the other processes look it up again, too."""
        if self.store.postgres:
            await connection.execute(text("select pg_notify(:c, :n)"), {"c": CHANNEL, "n": f"{identity}:who"})

    async def keys(self, identity: str) -> tuple[str | None, int]:
        """Under which name an identity signs in with a password (None: it has none), and how many passkeys it has."""
        many = select(func.count()).where(s.passkeys.c.identity == identity).scalar_subquery()
        query = select(s.identities.c.login, many).where(s.identities.c.id == identity)
        async with self.store.read() as connection:
            row = (await connection.execute(query)).first()
        return (row[0], row[1]) if row is not None else (None, 0)

    async def fresh(self, caller: Caller, secret: str | None) -> bool:
        """Whether the keys of the account may be changed: it has none, or one of them was used just now."""
        if not any(await self.keys(require_identity(caller))):
            return True
        async with self.store.read() as connection:
            query = select(s.secrets.c.created).where(s.secrets.c.hash == hashed(secret or ""))
            created = (await connection.execute(query)).scalar()
        return created is not None and self.now() - created < FRESH

    async def prove(self, caller: Caller, secret: str | None) -> None:
        if not await self.fresh(caller, secret):
            raise Forbidden("identity.prove_first", int(FRESH // 60))

    # Making

    async def create(self, name: str, device: str = "") -> tuple[Caller, str, str]:
        """A new identity: the caller, the secret for its cookie, the code of its recovery link."""
        name = clean_name(name)
        identity, secret, code = new_id(), new_secret(), new_secret()
        async with self.store.write() as connection:
            await connection.execute(
                insert(s.identities),
                {"id": identity, "name": name, "recovery": hashed(code), "notify": "{}", "created": self.now()},
            )
            await connection.execute(insert(s.secrets), self._secret(secret, identity, "cookie", device=device))
        return Caller(identity, name), secret, code

    async def rename(self, caller: Caller, name: str) -> Caller:
        identity, name = require_identity(caller), clean_name(name)
        async with self.store.write() as connection:
            await connection.execute(update(s.identities).where(s.identities.c.id == identity).values(name=name))
            await self.tell(connection, identity)
        self.forget(identity)
        return msgspec.structs.replace(caller, name=name)

    async def new_recovery(self, caller: Caller, proof: str | None) -> str:
        """A new recovery code; the old one is worth nothing any more. `proof`: the secret of the session."""
        identity, code = require_identity(caller), new_secret()
        await self.prove(caller, proof)
        async with self.store.write() as connection:
            query = update(s.identities).where(s.identities.c.id == identity)
            await connection.execute(query.values(recovery=hashed(code)))
        return code

    async def recover(self, code: str, device: str = "") -> tuple[Caller, str, str]:
        """Back in with a recovery code: a new cookie for the same identity, and the next code.

        A code is good once, and whoever had a session or a token before is out.
        """
        c, following, secret = s.identities.c, new_secret(), new_secret()
        async with self.store.write() as connection:
            query = select(c.id, c.name).where(c.recovery == hashed(code))
            row = (await connection.execute(query)).first()
            change = update(s.identities).where(c.recovery == hashed(code)).values(recovery=hashed(following))
            if row is None or (await connection.execute(change)).rowcount != 1:
                raise Forbidden("identity.bad_code")
            await self._end(connection, row.id)
            await connection.execute(insert(s.secrets), self._secret(secret, row.id, "cookie", device=device))
        self.forget(row.id)
        return Caller(row.id, row.name), secret, following

    async def open_session(self, identity: str, device: str, old: str | None) -> str:
        """A new cookie. If the browser had one of the same identity, that ends: signing in again proves who it is."""
        secret, c = new_secret(), s.secrets.c
        async with self.store.write() as connection:
            if old:
                mine = (c.hash == hashed(old), c.identity == identity, c.kind == "cookie")
                await connection.execute(delete(s.secrets).where(*mine))
                await self.tell(connection, identity)
            await connection.execute(insert(s.secrets), self._secret(secret, identity, "cookie", device=device))
        self.forget(identity)
        return secret

    def _secret(
        self, secret: str, identity: str, kind: str, *, device: str = "", match: str | None = None,
        seat: int | None = None, label: str = "",
    ) -> dict[str, object]:  # fmt: skip
        at = self.now()
        return {
            "hash": hashed(secret), "identity": identity, "kind": kind, "match": match, "seat": seat, "label": label,
            "created": at, "used": at, "device": device,
        }  # fmt: skip

    # Sessions and tokens

    async def sessions(self, caller: Caller, secret: str | None) -> list[SessionInfo]:
        """Where the caller is signed in and which programs may play, the last used first."""
        c, current = s.secrets.c, hashed(secret or "")
        query = select(s.secrets, s.matches.c.title).outerjoin(s.matches, s.matches.c.id == c.match)
        async with self.store.read() as connection:
            rows = (await connection.execute(query.where(c.identity == require_identity(caller)))).all()
        found = [
            SessionInfo(
                id=row.hash[:HANDLE], kind="session" if row.kind == "cookie" else "program",
                current=row.hash == current, created=row.created, used=row.used, device=row.device, label=row.label,
                match=row.match, seat=row.seat, title=row.title,
            )
            for row in rows
        ]  # fmt: skip
        return sorted(found, key=lambda one: (not one.current, one.kind == "program", -(one.used or one.created)))

    async def end(self, caller: Caller, handle: str) -> None:
        """End one session or token of the caller."""
        identity, c = require_identity(caller), s.secrets.c
        async with self.store.write() as connection:
            mine = (c.identity == identity, func.substr(c.hash, 1, HANDLE) == handle)
            if not (await connection.execute(delete(s.secrets).where(*mine))).rowcount:
                raise Unknown("identity.no_session")
            await self.tell(connection, identity)
        self.forget(identity)

    async def end_others(self, caller: Caller, secret: str | None) -> None:
        """End all sessions and tokens but the one in use."""
        async with self.store.write() as connection:
            await self._end(connection, require_identity(caller), secret)
        self.forget(require_identity(caller))

    async def _end(self, connection: AsyncConnection, identity: str, kept: str | None = None) -> None:
        c = s.secrets.c
        await connection.execute(delete(s.secrets).where(c.identity == identity, c.hash != hashed(kept or "")))
        await self.tell(connection, identity)

    async def sign_out(self, caller: Caller, secret: str) -> None:
        async with self.store.write() as connection:
            await connection.execute(delete(s.secrets).where(s.secrets.c.hash == hashed(secret)))
            if caller.identity is not None:
                await self.tell(connection, caller.identity)
        self._forgotten += 1
        self._known.pop(hashed(secret), None)

    # Accounts

    async def register(self, caller: Caller, login: str, password: str, secret: str | None) -> None:
        """Give an identity an account, so that it can sign in on other devices; or change it, which ends the others."""
        from argon2 import PasswordHasher

        identity, login = require_identity(caller), clean_login(login)
        if len(login) < 3 or len(password) < 10:
            raise Malformed("identity.weak")
        await self.prove(caller, secret)
        kept = await asyncio.to_thread(PasswordHasher().hash, password)
        try:
            async with self.store.write() as connection:
                mine = s.identities.c.id == identity
                had = (await connection.execute(select(s.identities.c.password).where(mine))).scalar()
                await connection.execute(update(s.identities).where(mine).values(login=login, password=kept))
                if had is not None:
                    await self._end(connection, identity, secret)
        except IntegrityError:
            raise Conflict("identity.login_taken") from None
        self.forget(identity)

    async def sign_in(self, login: str, password: str, device: str = "", old: str | None = None) -> tuple[Caller, str]:
        from argon2 import PasswordHasher
        from argon2.exceptions import InvalidHashError, VerificationError

        columns = (s.identities.c.id, s.identities.c.name, s.identities.c.password)
        async with self.store.read() as connection:
            query = select(*columns).where(s.identities.c.login == clean_login(login))
            row = (await connection.execute(query)).first()
        try:
            # An unknown login costs as long as a known one.
            kept = row.password if row is not None else DECOY
            await asyncio.to_thread(PasswordHasher().verify, kept, password)
        except (VerificationError, InvalidHashError):
            row = None
        if row is None:
            raise Forbidden("identity.bad_login")
        return Caller(row.id, row.name), await self.open_session(row.id, device, old)

    # Programs

    async def seat_token(self, caller: Caller, match: str, seat: int, label: str) -> str:
        """A token with which a program plays one seat of one match. The caller must hold the seat; see `Tables`."""
        identity, secret = require_identity(caller), new_secret()
        label = "".join(filter(str.isprintable, label))
        async with self.store.write() as connection:
            row = self._secret(secret, identity, "seat", match=match, seat=seat, label=label)
            await connection.execute(insert(s.secrets), row)
        return secret


DECOY = "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$UJRpVZAKFjaiaBhNFDyuqf7FFoTFKf6AMLXDgKvzCvM"


def require_identity(caller: Caller) -> str:
    """The identity of a caller who has one; a seat's token is not enough."""
    if caller.identity is None or caller.match is not None:
        raise NoName("identity.needed")
    return caller.identity


BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Letters and signs by their kind that show nothing: Hangul fillers, the empty Braille cell, the null notehead."""


def visible(character: str) -> bool:
    """Whether a character shows something by itself; marks that stand on others do not."""
    return unicodedata.category(character)[0] in "LNPS" and character not in BLANK


def clean_login(login: str) -> str:
    return "".join(filter(str.isprintable, login)).strip().lower()


def clean_name(name: str) -> str:
    """A name without control characters and needless spaces."""
    name = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    if not 1 <= len(name) <= 40 or not any(map(visible, name)):
        raise Malformed("identity.bad_name")
    return name
