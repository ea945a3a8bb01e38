"""What stands between the network and the tables: who asks, from which page, how often, how much; and what goes out."""

from __future__ import annotations

import contextlib
import logging
import time
from collections import OrderedDict
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .config import Config
from .cookies import COOKIE, SAFE_COOKIE, moved_cookie, secure
from .crowd import neighbourhood
from .errors import Fault, Forbidden, NotTaken, TooLarge, TooMany
from .numbers import whole
from .replies import PROBLEM, Problem, Reply, answer, encoder, problem_of
from .shapes import Caller
from .speech import language, sentence

log = logging.getLogger("machinehall.requests")
UNSAFE = frozenset({"POST", "PUT", "PATCH", "DELETE"})
SIGN_IN = frozenset(
    {"/api/v1/sessions", "/api/v1/sessions/passkey", "/api/v1/identities/recover", "/account/sign-in", "/recover"}
)
TALK = ("/messages", "/talk")
UNKEPT = (b"cache-control", b"private, no-store")
SHARED = "/static/"
"""The same for everybody; all else may differ by seat, language or identity and is kept by nobody."""
HSTS = (b"strict-transport-security", b"max-age=31536000")
LOGGED = 200
"""Characters of a path in the log."""
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
PHOTOS = "/owners/"
"""Pages on which owners lay a photo of their own beside a drawing: it has an address in their browser alone."""
WITH_PHOTOS = CSP.replace("img-src 'self' data:", "img-src 'self' data: blob:").encode()
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]


def headers_of(scope: Scope) -> dict[bytes, bytes]:
    return dict(scope["headers"])


def secret_of(headers: dict[bytes, bytes], config: Config) -> tuple[str | None, str]:
    """The caller's secret, and the cookie it came as: a browser sends that without being asked."""
    bearer = headers.get(b"authorization", b"")
    if bearer[:7].lower() == b"bearer ":
        return bearer[7:].decode("latin-1").strip(), ""
    raw = headers.get(b"cookie")
    if raw is None:
        return None, ""
    text, names = raw.decode("latin-1"), (SAFE_COOKIE, COOKIE) if secure(config) else (COOKIE,)
    for name in names:
        if text.startswith(name + "=") and ";" not in text:
            return text[len(name) + 1 :], name
    try:
        jar = SimpleCookie(text)
    except CookieError:
        return None, ""
    return next(((jar[name].value, name) for name in names if name in jar), (None, ""))


def check_origin(headers: dict[bytes, bytes], scope: Scope, config: Config) -> None:
    """A change that is paid for with a cookie must come from one of our own pages."""
    origin = headers.get(b"origin", b"").decode("latin-1")
    if origin:
        ours = config.public_url or f"{scope['scheme']}://{headers.get(b'host', b'').decode('latin-1')}"
        if origin == ours:
            return
        with contextlib.suppress(ValueError):  # no address at all, such as http://[
            if urlsplit(origin)[:2] == urlsplit(ours)[:2]:
                return
        raise Forbidden("security.foreign_origin")
    if headers.get(b"sec-fetch-site", b"") in (b"same-origin", b"none"):
        return
    raise Forbidden("security.no_origin")


class Limits:
    """A bucket of requests for each caller: filled at `rate` a second, `burst` deep."""

    def __init__(self, rate: float, burst: int, most: int = 20_000) -> None:
        self.rate = rate
        self.burst = burst
        self.most = most
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str, cost: float = 1.0) -> None:
        if not self.rate:
            return
        now = time.monotonic()
        left, at = self._buckets.pop(who, (float(self.burst), now))
        left = min(self.burst, left + (now - at) * self.rate)
        self._buckets[who] = (max(left - cost, 0.0), now)
        if len(self._buckets) > self.most:
            self._buckets.popitem(last=False)
        if left < cost:
            raise TooMany("security.too_many")


class Quotas:
    """What costs more than a request: new names, attempts to sign in, messages. Each by the hour."""

    def __init__(self, config: Config) -> None:
        def hourly(number: int, at_once: int) -> Limits:
            return Limits(number / 3600 if config.rate else 0, max(1, number // at_once))

        self.names = hourly(config.names_an_hour, 2)
        self.sign_ins = hourly(config.sign_ins_an_hour, 6)
        self.messages = hourly(config.messages_an_hour, 20)

    def take(self, method: str, path: str, caller: Caller, address: str) -> None:
        if method not in UNSAFE:
            return
        if method == "POST" and path in SIGN_IN:
            self.sign_ins.take(address)
        elif method == "POST" and path.endswith(TALK):
            self.messages.take(caller.identity or address)
        elif caller.identity is None:  # whatever a stranger changes, a name is made for it
            self.names.take(address)


def counted(receive: Receive, headers: dict[bytes, bytes], limit: int) -> Receive:
    """The body of any request, refused as soon as it is, or says it is, larger than the limit."""
    size = 0

    async def counting() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > limit or (message["type"] == "http.request" and declared(headers) > limit):
            raise TooLarge("api.too_large", limit)
        return message

    return counting


def declared(headers: dict[bytes, bytes]) -> int:
    """How long a body says it is."""
    try:
        return whole(headers.get(b"content-length", b"0").decode("latin-1"), 10**18)
    except Fault:
        return 10**18


class Guard:
    """The outermost layer: limits, origin checks, headers, errors, counts and logs."""

    def __init__(self, app: ASGIApp, site: Any) -> None:
        self.app = app
        self.site = site
        self.config: Config = site.config
        self.limits = Limits(self.config.rate, self.config.burst)
        self.quotas = Quotas(self.config)
        self.headers = [*HEADERS, HSTS] if secure(self.config) else HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 0

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = self._stamped(scope, list(message.get("headers", ())))
            await send(message)

        try:
            headers = await self._let_in(scope)
            await self.app(scope, counted(receive, headers, self.config.body_limit), guarded)
        except Exception as fault:
            if status:
                raise
            await self._refuse(scope, guarded, fault)
        finally:
            seconds = time.perf_counter() - began
            if status:
                self.site.metrics.count(scope["method"], status, seconds)
            if log.isEnabledFor(logging.INFO):
                # The query is left out: nothing secret belongs there, and if it is, it must not be logged.
                path = scope["path"][:LOGGED]
                log.info("%s %s %s", scope["method"], path, status, extra={"ms": round(seconds * 1000, 2)})

    def _stamped(self, scope: Scope, headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        """The headers of an answer with those that all have."""
        if not scope["path"].startswith(SHARED):
            headers = [*(pair for pair in headers if pair[0].lower() != UNKEPT[0]), UNKEPT]
        ours = self.headers
        if scope["path"].startswith(PHOTOS):
            ours = [(name, WITH_PHOTOS if value == CSP.encode() else value) for name, value in ours]
        return [*headers, *moved_cookie(scope, headers, self.config), *ours]

    async def _let_in(self, scope: Scope) -> dict[bytes, bytes]:
        headers = headers_of(scope)
        secret, cookie = secret_of(headers, self.config)
        if scope["method"] in UNSAFE and (cookie or b"origin" in headers):
            check_origin(headers, scope, self.config)
        client = scope.get("client")
        address = neighbourhood(client[0]) if client else "?"
        caller = await self.site.identities.caller(secret)
        scope["caller"], scope["secret"], scope["address"] = caller, secret, address
        scope["old_cookie"] = cookie == COOKIE and secure(self.config) and caller.identity is not None
        self.limits.take(f"{caller.identity}/{caller.match}" if caller.identity else address)
        self.quotas.take(scope["method"], scope["path"], caller, address)
        if headers.get(b"content-type", b"").lstrip().lower().startswith(b"multipart/"):
            raise NotTaken("security.no_files")
        return headers

    async def _refuse(self, scope: Scope, send: Send, fault: Exception) -> None:
        if isinstance(fault, Fault):
            said = problem_of(fault, sentence(fault, language(headers_of(scope).get(b"accept-language", b""))))
            extra = [(b"retry-after", b"2")] if fault.status in (429, 503) else []
        else:
            log.exception("a request failed", extra={"path": scope["path"][:LOGGED]})
            said, extra = Problem("about:blank", "Internal error", 500), []
        if not scope["path"].startswith("/api/"):  # somebody at a page: the script shows a note, a browser the sentence
            text = (said.detail or said.title).encode()
            await answer(send, Reply(text, said.status, [*extra, (b"x-note", b"1")]), b"text/plain; charset=utf-8")
            return
        await answer(send, Reply(encoder.encode(said), said.status, extra), PROBLEM)
