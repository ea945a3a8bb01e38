"""Who is who. Playing needs no registration: a name and a secret cookie. Secrets are kept as hashes only."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections import OrderedDict

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from . import schema as s
from .errors import Conflict, Forbidden, Malformed, NoName
from .shapes import NOBODY, Caller
from .storage import Store

REMEMBER = 20.0
"""Seconds for which a secret that was looked up is trusted; another process's withdrawal takes that long to be seen."""
MOST = 20_000


def new_id() -> str:
    return secrets.token_urlsafe(12)


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """Our secrets are long and random, so a plain hash is enough; passwords get argon2."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Identities:
    """Identities, their secrets and accounts."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: OrderedDict[str, tuple[float, Caller]] = OrderedDict()

    # Proving

    async def caller(self, secret: str | None) -> Caller:
        """Who holds a cookie or token; nobody in particular without a valid one."""
        if not secret or len(secret) > 100:
            return NOBODY
        digest = hashed(secret)
        found = self._known.get(digest)
        if found is not None and found[0] > time.monotonic():
            return found[1]
        query = (
            select(s.secrets.c.identity, s.secrets.c.kind, s.secrets.c.match, s.secrets.c.seat, s.identities.c.name)
            .join(s.identities, s.identities.c.id == s.secrets.c.identity)
            .where(s.secrets.c.hash == digest)
        )
        async with self.store.read() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return NOBODY
        caller = Caller(row.identity, row.name, row.match, row.seat)
        self._known[digest] = (time.monotonic() + REMEMBER, caller)
        while len(self._known) > MOST:
            self._known.popitem(last=False)
        return caller

    def _forget(self, identity: str) -> None:
        self._known = OrderedDict((k, v) for k, v in self._known.items() if v[1].identity != identity)

    # Making

    async def create(self, name: str) -> tuple[Caller, str, str]:
        """A new identity: the caller, the secret for its cookie, the code of its recovery link."""
        name = clean_name(name)
        identity, secret, code = new_id(), new_secret(), new_secret()
        async with self.store.write() as connection:
            await connection.execute(
                insert(s.identities),
                {"id": identity, "name": name, "recovery": hashed(code), "notify": "{}", "created": time.time()},
            )
            await connection.execute(insert(s.secrets), _secret(secret, identity, "cookie"))
        return Caller(identity, name), secret, code

    async def rename(self, caller: Caller, name: str) -> Caller:
        identity, name = known(caller), clean_name(name)
        async with self.store.write() as connection:
            await connection.execute(update(s.identities).where(s.identities.c.id == identity).values(name=name))
        self._forget(identity)
        return msgspec.structs.replace(caller, name=name)

    async def new_recovery(self, caller: Caller) -> str:
        """A new recovery code; the old one is worth nothing any more."""
        identity, code = known(caller), new_secret()
        async with self.store.write() as connection:
            query = update(s.identities).where(s.identities.c.id == identity)
            await connection.execute(query.values(recovery=hashed(code)))
        return code

    async def recover(self, code: str) -> tuple[Caller, str]:
        """Back in with a recovery code: a new cookie for the same identity."""
        async with self.store.read() as connection:
            query = select(s.identities.c.id, s.identities.c.name).where(s.identities.c.recovery == hashed(code))
            row = (await connection.execute(query)).first()
        if row is None:
            raise Forbidden("identity.bad_code")
        return Caller(row.id, row.name), await self._cookie(row.id)

    async def _cookie(self, identity: str) -> str:
        secret = new_secret()
        async with self.store.write() as connection:
            await connection.execute(insert(s.secrets), _secret(secret, identity, "cookie"))
        return secret

    async def sign_out(self, secret: str) -> None:
        async with self.store.write() as connection:
            await connection.execute(delete(s.secrets).where(s.secrets.c.hash == hashed(secret)))
        self._known.pop(hashed(secret), None)

    # Accounts

    async def register(self, caller: Caller, login: str, password: str) -> None:
        """Give an identity an account, so that it can sign in on other devices."""
        from argon2 import PasswordHasher

        identity, login = known(caller), clean_login(login)
        if len(login) < 3 or len(password) < 10:
            raise Malformed("identity.weak")
        kept = await asyncio.to_thread(PasswordHasher().hash, password)
        try:
            async with self.store.write() as connection:
                query = update(s.identities).where(s.identities.c.id == identity)
                await connection.execute(query.values(login=login, password=kept))
        except IntegrityError:
            raise Conflict("identity.login_taken") from None

    async def login(self, caller: Caller) -> str | None:
        """Under which name an identity signs in; None without an account."""
        async with self.store.read() as connection:
            query = select(s.identities.c.login).where(s.identities.c.id == known(caller))
            found: str | None = (await connection.execute(query)).scalar()
        return found

    async def sign_in(self, login: str, password: str) -> tuple[Caller, str]:
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
        return Caller(row.id, row.name), await self._cookie(row.id)

    # Programs

    async def seat_token(self, caller: Caller, match: str, seat: int, label: str) -> str:
        """A token with which a program plays one seat of one match. The caller must hold the seat; see `Tables`."""
        identity, secret = known(caller), new_secret()
        async with self.store.write() as connection:
            row = _secret(secret, identity, "seat") | {
                "match": match,
                "seat": seat,
                "label": "".join(filter(str.isprintable, label)),
            }
            await connection.execute(insert(s.secrets), row)
        return secret

    async def withdraw_tokens(self, match: str, seat: int) -> None:
        async with self.store.write() as connection:
            c = s.secrets.c
            await connection.execute(delete(s.secrets).where(c.match == match, c.seat == seat, c.kind == "seat"))
        self._known = OrderedDict((k, v) for k, v in self._known.items() if (v[1].match, v[1].seat) != (match, seat))


DECOY = "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$UJRpVZAKFjaiaBhNFDyuqf7FFoTFKf6AMLXDgKvzCvM"


def known(caller: Caller) -> str:
    """The identity of a caller who has one; a seat's token is not enough."""
    if caller.identity is None or caller.match is not None:
        raise NoName("identity.needed")
    return caller.identity


def clean_login(login: str) -> str:
    return "".join(filter(str.isprintable, login)).strip().lower()


def clean_name(name: str) -> str:
    """A name without control characters and needless spaces."""
    name = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    if not 1 <= len(name) <= 40:
        raise Malformed("identity.bad_name")
    return name


def _secret(secret: str, identity: str, kind: str) -> dict[str, object]:
    return {
        "hash": hashed(secret), "identity": identity, "kind": kind, "match": None, "seat": None, "label": "",
        "created": time.time(),
    }  # fmt: skip
