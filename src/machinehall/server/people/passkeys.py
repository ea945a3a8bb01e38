"""Passkeys (WebAuthn): signing in with the lock of one's own device, without a name or a password.

Each question is asked of one browser, answered once and soon. The recovery code always remains as another way in.
"""

from __future__ import annotations

import ipaddress
import logging
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json_dict
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from machinehall.server.config import Config
from machinehall.server.errors import Conflict, Fault, Forbidden, Malformed, Unknown
from machinehall.server.shapes import Caller
from machinehall.server.store import schema as s

from .identity import Identities, clean_name, hashed, require_identity
from .sessions import HANDLE

log = logging.getLogger("machinehall.passkeys")
LASTS = 300.0
"""Seconds for which a question may be answered."""
MOST_PASSKEYS = 20
REQUIRED = UserVerificationRequirement.REQUIRED
"""A passkey stands alone, so the device must have made sure that it is its owner."""


class PasskeyInfo(msgspec.Struct):
    """A passkey of the caller."""

    id: str
    name: str
    created: float
    used: float | None


class Party(NamedTuple):
    """For whom an authenticator signs: our domain, and the only origin that may ask."""

    id: str
    origin: str


def party(config: Config, scheme: str, host: str) -> Party:
    """From `public_url`; without it only on this machine, as browsers allow. Nobody's Host header is believed."""
    try:
        parts = urlsplit((config.public_url or f"{scheme}://{host}").lower())
        name, port = parts.hostname or "", parts.port
    except ValueError:
        raise Malformed("passkey.no_address") from None
    public = config.public_url is not None and parts.scheme == "https" and not is_number(name)
    if not name or not (name == "localhost" or public):
        raise Malformed("passkey.no_address")
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    return Party(name, f"{parts.scheme}://{name}" + (f":{port}" if port and port != usual else ""))


def is_number(host: str) -> bool:
    """An address of numbers; browsers make no passkeys for those."""
    try:
        return bool(ipaddress.ip_address(host))
    except ValueError:
        return False


class Passkeys:
    """Questions, and the public halves of people's passkeys."""

    def __init__(self, identities: Identities) -> None:
        self.identities = identities
        self.store = identities.store

    # Questions

    async def _ask(self, holder: str, challenge: bytes) -> None:
        c, now = s.challenges.c, self.identities.now()
        values = {"holder": hashed(holder), "challenge": bytes_to_base64url(challenge), "expires": now + LASTS}
        async with self.store.write() as connection:
            await connection.execute(delete(s.challenges).where((c.expires < now) | (c.holder == values["holder"])))
            await connection.execute(insert(s.challenges), values)

    async def _asked(self, holder: str) -> bytes:
        """The question of this browser, which is gone with that."""
        c = s.challenges.c
        mine = (c.holder == hashed(holder), c.expires > self.identities.now())
        async with self.store.write() as connection:
            challenge = (await connection.execute(select(c.challenge).where(*mine))).scalar()
            if challenge is None or (await connection.execute(delete(s.challenges).where(*mine))).rowcount != 1:
                raise Forbidden("passkey.no_question")
        return base64url_to_bytes(challenge)

    # Registering

    async def offer(self, caller: Caller, secret: str | None, at: Party) -> dict[str, Any]:
        """What a browser needs to make a passkey. To add a key one must have used one just now, if there are any."""
        identity = require_identity(caller)
        await self.identities.prove(caller, secret)
        kept = await self._of(identity)
        if len(kept) >= MOST_PASSKEYS:
            raise Conflict("passkey.many", MOST_PASSKEYS)
        options = generate_registration_options(
            rp_id=at.id,
            rp_name="Machine Hall",
            user_id=identity.encode(),
            user_name=caller.name,
            user_display_name=caller.name,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, require_resident_key=True, user_verification=REQUIRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(row.credential)) for row in kept],
        )
        await self._ask(f"register:{secret}", options.challenge)
        return options_to_json_dict(options)

    async def register(
        self, caller: Caller, secret: str | None, at: Party, credential: dict[str, Any], name: str
    ) -> PasskeyInfo:
        """Keep a passkey that the caller's browser has just made."""
        identity, name = require_identity(caller), clean_name(name)
        challenge = await self._asked(f"register:{secret}")
        try:
            made = verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=at.id,
                expected_origin=at.origin,
                require_user_verification=True,
            )
        except Exception as fault:  # whatever is sent goes through parsers of others; anything but a yes is a no
            raise refused(fault) from None
        ident, now = bytes_to_base64url(made.credential_id), self.identities.now()
        row = {"hash": hashed(ident), "identity": identity, "credential": ident, "key": made.credential_public_key}
        try:
            async with self.store.write() as connection:
                more = {"counter": made.sign_count, "name": name, "created": now, "used": None}
                await connection.execute(insert(s.passkeys), row | more)
        except IntegrityError:
            raise Conflict("passkey.known") from None
        return PasskeyInfo(hashed(ident)[:HANDLE], name, now, None)

    # Signing in

    async def question(self, holder: str, at: Party) -> dict[str, Any]:
        """What a browser needs to sign in with whatever passkey it has. `holder`: a secret of this browser."""
        options = generate_authentication_options(rp_id=at.id, user_verification=REQUIRED)
        await self._ask(f"sign-in:{holder}", options.challenge)
        return options_to_json_dict(options)

    async def sign_in(
        self, holder: str, at: Party, credential: dict[str, Any], device: str, old: str | None
    ) -> tuple[Caller, str]:
        challenge = await self._asked(f"sign-in:{holder}")
        row = await self._found(credential)
        try:
            signed = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=at.id,
                expected_origin=at.origin,
                credential_public_key=row.key,
                credential_current_sign_count=row.counter,
                require_user_verification=True,
            )
            handle = credential["response"].get("userHandle")
            if handle is not None and base64url_to_bytes(handle) != row.identity.encode():
                raise ValueError("of somebody else")
        except Exception as fault:  # as above; also a counter that went back, which tells of a copied key
            raise refused(fault) from None
        c = s.passkeys.c
        async with self.store.write() as connection:
            mine = (c.hash == row.hash, c.counter == row.counter)
            change = update(s.passkeys).where(*mine).values(counter=signed.new_sign_count, used=self.identities.now())
            if (await connection.execute(change)).rowcount != 1:
                raise Forbidden("passkey.refused")
        return Caller(row.identity, row.name), await self.identities.open_session(row.identity, device, old)

    async def _found(self, credential: dict[str, Any]) -> Any:
        ident, c = credential.get("id"), s.passkeys.c
        query = select(c.hash, c.identity, c.key, c.counter, s.identities.c.name)
        query = query.join(s.identities, s.identities.c.id == c.identity).where(c.hash == hashed(str(ident)))
        async with self.store.read() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            raise Forbidden("passkey.unknown")
        return row

    # Keeping

    async def _of(self, identity: str) -> list[Any]:
        c = s.passkeys.c
        async with self.store.read() as connection:
            rows = await connection.execute(select(s.passkeys).where(c.identity == identity).order_by(c.created))
            return list(rows.all())

    async def mine(self, caller: Caller) -> list[PasskeyInfo]:
        rows = await self._of(require_identity(caller))
        return [PasskeyInfo(row.hash[:HANDLE], row.name, row.created, row.used) for row in rows]

    async def rename(self, caller: Caller, handle: str, name: str) -> None:
        await self._change(caller, handle, update(s.passkeys).values(name=clean_name(name)))

    async def remove(self, caller: Caller, secret: str | None, handle: str) -> None:
        """Take a passkey away; the caller must have signed in just now."""
        await self.identities.prove(caller, secret)
        await self._change(caller, handle, delete(s.passkeys))

    async def _change(self, caller: Caller, handle: str, change: Any) -> None:
        c = s.passkeys.c
        mine = (c.identity == require_identity(caller), func.substr(c.hash, 1, HANDLE) == handle)
        async with self.store.write() as connection:
            if not (await connection.execute(change.where(*mine))).rowcount:
                raise Unknown("passkey.none")


def refused(fault: Exception) -> Fault:
    log.warning("a passkey was refused", extra={"fault": f"{type(fault).__name__}: {fault}"[:200]})
    return Forbidden("passkey.refused")
