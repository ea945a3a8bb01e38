"""What stands between the network and the tables: who asks, from which page, how often, how much; and what goes out."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .config import Config
from .errors import Fault, Forbidden, TooMany
from .rest import PROBLEM, Problem, Reply, answer, encoder, problem_of
from .speech import language, sentence

log = logging.getLogger("machinehall.requests")
COOKIE = "machinehall"
YEAR = 365 * 86_400
UNSAFE = frozenset({"POST", "PUT", "PATCH", "DELETE"})
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]


def secure(config: Config) -> bool:
    return (config.public_url or "").startswith("https://")


def cookie_header(secret: str, config: Config) -> tuple[bytes, bytes]:
    """The cookie of an identity; an empty secret takes it away."""
    age = YEAR if secret else 0
    safe = "; Secure" if secure(config) else ""
    return b"set-cookie", f"{COOKIE}={secret}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{safe}".encode()


def headers_of(scope: Scope) -> dict[bytes, bytes]:
    return dict(scope["headers"])


def secret_of(headers: dict[bytes, bytes]) -> tuple[str | None, bool]:
    """The caller's secret, and whether it came as a cookie, which a browser sends without being asked."""
    bearer = headers.get(b"authorization", b"")
    if bearer[:7].lower() == b"bearer ":
        return bearer[7:].decode("latin-1").strip(), False
    raw = headers.get(b"cookie")
    if raw is None:
        return None, False
    text = raw.decode("latin-1")
    if text.startswith(COOKIE + "=") and ";" not in text:
        return text[len(COOKIE) + 1 :], True
    try:
        morsel = SimpleCookie(text).get(COOKIE)
    except CookieError:
        return None, False
    return (morsel.value if morsel is not None else None), morsel is not None


def check_origin(headers: dict[bytes, bytes], scope: Scope, config: Config) -> None:
    """A change that is paid for with a cookie must come from one of our own pages."""
    origin = headers.get(b"origin", b"").decode("latin-1")
    if origin:
        ours = config.public_url or f"{scope['scheme']}://{headers.get(b'host', b'').decode('latin-1')}"
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


class Guard:
    """The outermost layer: limits, origin checks, headers, errors, counts and logs."""

    def __init__(self, app: ASGIApp, site: Any) -> None:
        self.app = app
        self.site = site
        self.config: Config = site.config
        self.limits = Limits(self.config.rate, self.config.burst)

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
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        try:
            await self._let_in(scope)
            await self.app(scope, receive, guarded)
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
                log.info("%s %s %s", scope["method"], scope["path"], status, extra={"ms": round(seconds * 1000, 2)})

    async def _let_in(self, scope: Scope) -> None:
        headers = headers_of(scope)
        secret, from_cookie = secret_of(headers)
        if scope["method"] in UNSAFE and (from_cookie or b"origin" in headers):
            check_origin(headers, scope, self.config)
        client = scope.get("client")
        address = client[0] if client else "?"
        caller = await self.site.identities.caller(secret)
        self.limits.take(f"{caller.identity}/{caller.match}" if caller.identity else address)
        scope["caller"], scope["secret"], scope["address"] = caller, secret, address

    async def _refuse(self, scope: Scope, send: Send, fault: Exception) -> None:
        if isinstance(fault, Fault):
            said = problem_of(fault, sentence(fault, language(headers_of(scope).get(b"accept-language", b""))))
            extra = [(b"retry-after", b"2")] if fault.status in (429, 503) else []
        else:
            log.exception("a request failed", extra={"path": scope["path"]})
            said, extra = Problem("about:blank", "Internal error", 500), []
        await answer(send, Reply(encoder.encode(said), said.status, extra), PROBLEM)
