"""The application: API, live streams, health, metrics, and whatever pages are mounted."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import threading
from collections.abc import AsyncIterator, Callable
from functools import cache
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from . import addresses
from .api import API
from .api.openapi import describe
from .api.rest import Ask, Call
from .config import Config
from .errors import Malformed, Stale, StillThinking, TooMany, Unknown
from .numbers import whole_if
from .replies import PROBLEM, Problem, Reply, answer, encoder, problem_of
from .security import Guard
from .shapes import Waiting
from .site import Site, make_site
from .speech import language, sentence
from .store.migrate import upgrade
from .store.revalidate import revalidate

log = logging.getLogger("machinehall")
BASE = "/api/v1"


class Resource:
    """All methods of one path."""

    def __init__(self, calls: dict[str, Call], site: Site) -> None:
        self.calls = calls
        self.site = site
        self.allow = ", ".join(sorted(calls)).encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        ask = Ask(scope, receive, self.site)
        call = self.calls.get(scope["method"])
        if call is None:
            said = Problem("about:blank", "Method not allowed", 405)
            await answer(send, Reply(encoder.encode(said), 405, [(b"allow", self.allow)]), PROBLEM)
            return
        ask.caller, ask.secret = scope["caller"], scope["secret"]
        try:
            reply = await call(ask)
        except Stale as stale:
            said = problem_of(stale, sentence(stale, language(ask.header(b"accept-language"))))
            said.sight = msgspec.Raw(encoder.encode(stale.sight))
            await answer(send, Reply(encoder.encode(said), stale.status), PROBLEM)
            return
        except StillThinking as still:
            later = Waiting(still.ahead, sentence(still, language(ask.header(b"accept-language"))))
            reply = Reply(later, still.status, [(b"retry-after", b"1")])
        await answer(send, reply)


class Front:
    """Finds the resource of an API path by its parts, which is much cheaper than trying one pattern after the other."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self.app = app
        self.tree: dict[str, Any] = {}
        for path, calls in API.paths().items():
            node = self.tree
            for part in path.strip("/").split("/"):
                node = node.setdefault("*" if part.startswith("{") else part, {})
            names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
            node[""] = (Resource(calls, site), names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = self.find(scope["path"]) if scope["type"] == "http" else None
        if found is None:
            await self.app(scope, receive, send)
            return
        resource, scope["path_params"] = found
        await resource(scope, receive, send)

    def find(self, path: str) -> tuple[Resource, dict[str, str]] | None:
        if not path.startswith(BASE + "/"):
            return None
        node, values = self.tree, []
        for part in path[len(BASE) + 1 :].split("/"):
            below = node.get(part) if part else None
            if below is None:
                below = node.get("*")
                if below is None or not part:
                    return None
                values.append(part)
            node = below
        if "" not in node:
            return None
        resource, names = node[""]
        return resource, dict(zip(names, values, strict=True))


class Live:
    """News of one match as server-sent events: revisions only."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.open: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request, match = Request(scope, receive), scope["path_params"]["match"]
        caller = scope["caller"]
        async with self.site.tables.table(match) as table:
            if table.known.status != "open":
                table.seat_for(caller, None)
            now = table.known.rev
        text = request.headers.get("last-event-id") or request.query_params.get("since")
        try:
            seen = whole_if(text)
        except Malformed:
            raise Malformed("live.bad_id") from None
        who = caller.identity or scope["address"]
        if self.open.get(who, 0) >= self.site.config.streams:
            raise TooMany("security.too_many_streams")
        self.open[who] = self.open.get(who, 0) + 1
        try:
            news = self.site.hub.stream(match, now, seen)
            headers = {"x-accel-buffering": "no"}
            response = StreamingResponse(news, media_type="text/event-stream", headers=headers)
            await response(scope, receive, send)
        finally:
            self.open[who] -= 1
            if not self.open[who]:
                del self.open[who]


@cache
def _document() -> bytes:
    """The description of the API: made when somebody first asks for it, and the same for every server."""
    return encoder.encode(describe(API))


def _own_routes(site: Site) -> list[BaseRoute]:
    async def openapi(request: Request) -> Response:
        return Response(_document(), media_type="application/json")

    async def health(request: Request) -> Response:
        trouble = await site.store.health.ask(site.store.probe)
        if trouble is not None:
            return PlainTextResponse(f"nothing can be written: {trouble}\n", 503)
        return PlainTextResponse("ok\n")

    async def metrics(request: Request) -> Response:
        gauges = {
            "live_matches": site.tables.in_memory,
            "streams": site.hub.streams,
            "notices": site.hub.notices,
            "commits": site.store.batches,
            "changes_written": site.store.written,
            "writing": site.store.health.trouble is None,
            "writes_refused": site.store.health.refused,
            "damage_found": site.tables.healer.found,
            "damage_mended": site.tables.healer.mended,
            "bot_decisions": site.bots.decisions,
            "bot_failures": site.bots.failures,
            "bot_stand_ins": site.bots.stand_ins,
            "bot_tables_waiting": site.bots.waiting,
            "worker_deaths": site.bots.deaths + site.thinker.desk.deaths + site.hints.desk.deaths,
        }
        return PlainTextResponse(site.metrics.text(gauges), media_type="text/plain; version=0.0.4")

    addresses.register()
    return [
        Route(BASE + "/openapi.json", openapi),
        Route(BASE + "/matches/{match:match}/live", Live(site), methods=["GET"]),
        Route("/healthz", health),
        Route("/metrics", metrics),
    ]


def end_streams_at_once(site: Site) -> Callable[[], None]:
    """A server that is told to stop first waits for its connections: end the streams when the signal comes."""
    if threading.current_thread() is not threading.main_thread():
        return lambda: None
    loop, old = asyncio.get_running_loop(), {s: signal.getsignal(s) for s in (signal.SIGTERM, signal.SIGINT)}

    def heard(number: int, frame: Any) -> None:
        loop.call_soon_threadsafe(site.hub.close)
        before = old[signal.Signals(number)]
        if callable(before):
            before(number, frame)

    ours = [s for s, handler in old.items() if callable(handler) and handler is not signal.default_int_handler]
    for number in ours:
        signal.signal(number, heard)

    def undo() -> None:
        for number in ours:
            signal.signal(number, old[number])

    return undo


async def _not_found(request: Request, fault: Exception) -> Response:
    raise Unknown("api.no_such_thing")


Pages = Callable[[Site], list[BaseRoute]]


def create_app(config: Config | None = None, site: Site | None = None, pages: Pages | None = None) -> Starlette:
    """The ASGI application of one server process; `pages`: what it shows to people, `machinehall.web.pages.routes`."""
    made = site or make_site(config or Config())

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Any]]:
        if made.config.migrate:
            await upgrade(made.store)
        await made.open()
        if made.config.revalidate:
            async for verdict in revalidate(made.store, made.tables.title, apply=True, own=made.tables.boxes.brought):
                if verdict.damage:
                    log.error("a stored match is damaged", extra={"match": verdict.match, "flaws": verdict.damage})
                if verdict.sort != "damaged":
                    log.warning("carried over to new rules", extra=msgspec.structs.asdict(verdict))
        undo = end_streams_at_once(made)
        try:
            yield {"site": made}
        finally:
            undo()
            await made.close()

    routes = _own_routes(made) + (pages(made) if pages else [])
    app = Starlette(routes=routes, lifespan=lifespan)
    app.add_exception_handler(404, _not_found)
    app.add_middleware(Front, site=made)
    app.add_middleware(Guard, site=made)
    app.state.site = made
    return app
