"""The caller's own things, under /api/v1/me: sessions, passkeys, packs, notices, all data."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from typing import Annotated, Any

import msgspec

from machinehall.server.cookies import secure
from machinehall.server.people.identity import new_secret, require_identity
from machinehall.server.people.passkeys import LASTS, Party, PasskeyInfo, party
from machinehall.server.people.sessions import SessionInfo
from machinehall.server.replies import Reply
from machinehall.server.shapes import Body, Name, NotifyBody, NotifyInfo
from machinehall.server.workshop.playing import is_sound

from .bodies import CodeBody, Me
from .calls import device_of, with_cookie
from .rest import Api, Ask

Handle = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
HOLDER = "machinehall-passkey"
"""A cookie of a few minutes: the browser that was asked is the one that answers."""

api = Api()


class Sessions(msgspec.Struct):
    """Where the caller is signed in, and which programs may play."""

    items: list[SessionInfo]


class PasskeyList(msgspec.Struct):
    """The caller's passkeys."""

    items: list[PasskeyInfo]


class OwnPack(msgspec.Struct):
    """A pack of components that the caller has typed."""

    id: str
    title: str
    name: str
    records: int
    tried: bool
    """Whether bots have played with it to the end."""


class Packs(msgspec.Struct):
    """The caller's packs, the last changed first."""

    items: list[OwnPack]


class PasskeyBody(Body):
    """A passkey that the browser has just made, as `PublicKeyCredential.toJSON` writes it, and a name for it."""

    name: Name
    credential: dict[str, Any]


class PasskeyName(Body):
    """Another name for a passkey."""

    name: Name


class AnswerToQuestion(Body):
    """What the browser says to the question, as `PublicKeyCredential.toJSON` writes it."""

    credential: dict[str, Any]


class GoodbyeBody(Body):
    """The caller's own name, as a sign that this is meant."""

    name: Name


# Sessions


@api.call("GET", "/me/sessions", faults=(401,))
async def my_sessions(ask: Ask) -> Sessions:
    """Where the caller is signed in, and which programs may play a seat: when made and last used, on what device."""
    return Sessions(await ask.site.identities.sessions(ask.caller, ask.secret))


@api.call("DELETE", "/me/sessions", status=204, faults=(401,))
async def end_other_sessions(ask: Ask) -> None:
    """End all sessions and tokens but the one in use."""
    await ask.site.identities.end_others(ask.caller, ask.secret)


@api.call("DELETE", "/me/sessions/{session}", status=204, faults=(401, 404))
async def end_session(ask: Ask, session: Handle) -> None:
    """End one session or token."""
    await ask.site.identities.end(ask.caller, session)


# Packs of components


@api.call("GET", "/me/packs", faults=(401,))
async def my_packs(ask: Ask) -> Packs:
    """The caller's packs of components. A table can be opened with one once bots have tried it to the end."""
    shelf = ask.site.shelf
    return Packs(
        [
            OwnPack(info.id, info.title, info.name, info.records, is_sound(await shelf.trial(info.id)))
            for info in await shelf.listed(ask.caller)
        ]
    )


# Notices


@api.call("GET", "/me/notify", faults=(401,))
async def notify(ask: Ask) -> NotifyInfo:
    """Where the caller is told of their turn at asynchronous tables."""
    return await ask.site.notices.settings(ask.caller)  # type: ignore[no-any-return]


@api.call("PUT", "/me/notify", status=204, faults=(401, 422, 429))
async def choose_notify(ask: Ask, body: NotifyBody) -> None:
    """Choose where to be told. A new e-mail address gets a letter with a code; notices follow once it is confirmed."""
    await ask.site.notices.choose(ask.caller, body)


@api.call("POST", "/me/notify/again", status=204, faults=(401, 422, 429))
async def ask_address_again(ask: Ask) -> None:
    """Another letter to an e-mail address that is not confirmed yet."""
    await ask.site.notices.ask_again(ask.caller)


@api.call("POST", "/notify/confirm", status=204, faults=(403, 422), open=True)
async def confirm_address(ask: Ask, body: CodeBody) -> None:
    """Confirm an e-mail address with the code of the letter; a code is good once."""
    await ask.site.notices.mailboxes.confirm(body.code)


# Passkeys


def party_of(ask: Ask) -> Party:
    return party(ask.site.config, ask.scope["scheme"], ask.header(b"host").decode("latin-1"))


def holder_cookie(ask: Ask, value: str) -> tuple[bytes, bytes]:
    safe = "; Secure" if secure(ask.site.config) else ""
    age = int(LASTS) if value else 0
    return b"set-cookie", f"{HOLDER}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict{safe}".encode()


def holder_of(ask: Ask) -> str:
    try:
        morsel = SimpleCookie(ask.header(b"cookie").decode("latin-1")).get(HOLDER)
    except CookieError:
        return ""
    return morsel.value if morsel is not None else ""


@api.call("GET", "/me/passkeys", faults=(401,))
async def my_passkeys(ask: Ask) -> PasskeyList:
    """The caller's passkeys."""
    return PasskeyList(await ask.site.passkeys.mine(ask.caller))


@api.call("POST", "/me/passkeys/options", faults=(401, 403, 409, 422))
async def passkey_options(ask: Ask) -> dict[str, Any]:
    """What `navigator.credentials.create` needs. An account that has keys must have signed in just now."""
    require_identity(ask.caller)
    return await ask.site.passkeys.offer(ask.caller, ask.secret, party_of(ask))  # type: ignore[no-any-return]


@api.call("POST", "/me/passkeys", status=201, faults=(401, 403, 409, 422))
async def add_passkey(ask: Ask, body: PasskeyBody) -> PasskeyInfo:
    """Keep a passkey that the browser has just made."""
    require_identity(ask.caller)
    made = ask.site.passkeys.register(ask.caller, ask.secret, party_of(ask), body.credential, body.name)
    return await made  # type: ignore[no-any-return]


@api.call("PATCH", "/me/passkeys/{passkey}", status=204, faults=(401, 404, 422))
async def rename_passkey(ask: Ask, passkey: Handle, body: PasskeyName) -> None:
    """Call a passkey something else."""
    await ask.site.passkeys.rename(ask.caller, passkey, body.name)


@api.call("DELETE", "/me/passkeys/{passkey}", status=204, faults=(401, 403, 404))
async def remove_passkey(ask: Ask, passkey: Handle) -> None:
    """Take a passkey away; the caller must have signed in just now."""
    await ask.site.passkeys.remove(ask.caller, ask.secret, passkey)


@api.call("POST", "/sessions/passkey/options", faults=(422,), open=True)
async def passkey_question(ask: Ask) -> dict[str, Any]:
    """What `navigator.credentials.get` needs to sign in with whatever passkey the device has."""
    holder = new_secret()
    options = await ask.site.passkeys.question(holder, party_of(ask))
    return Reply(options, 200, [holder_cookie(ask, holder)])  # type: ignore[return-value]


@api.call("POST", "/sessions/passkey", faults=(403, 422), open=True)
async def sign_in_with_passkey(ask: Ask, body: AnswerToQuestion) -> Me:
    """Sign in with a passkey, in the browser that was asked; sets the cookie."""
    caller, secret = await ask.site.passkeys.sign_in(
        holder_of(ask), party_of(ask), body.credential, device_of(ask), ask.secret
    )
    reply = with_cookie(ask, caller, secret)
    reply.headers.append(holder_cookie(ask, ""))
    return reply  # type: ignore[return-value]


# All data


@api.call("GET", "/me/export", faults=(401,))
async def export_me(ask: Ask) -> dict[str, Any]:
    """Everything that is kept about the caller."""
    return await ask.site.persons.export(require_identity(ask.caller))  # type: ignore[no-any-return]


@api.call("DELETE", "/me", status=204, faults=(401, 403, 409, 422))
async def delete_me(ask: Ask, body: GoodbyeBody) -> None:
    """Remove the caller for good: names, sessions, keys, addresses, words. Matches stay, with a former player."""
    await ask.site.persons.leave_for_good(ask.caller, ask.secret, body.name)
