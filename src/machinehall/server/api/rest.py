"""The thin layer under the API: from the type hints of an async function to a checked call, and to its description."""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from starlette.types import Receive, Scope

from machinehall.server.errors import Misshapen, Unknown
from machinehall.server.replies import JSON, Reply

Handler = Callable[..., Awaitable[Any]]


@dataclass(slots=True)
class Call:
    """One call of the API."""

    method: str
    path: str
    handler: Handler
    result: Any
    status: int
    faults: tuple[int, ...]
    body: Any = None
    query: Any = None
    params: dict[str, Any] = field(default_factory=dict)
    place: Any = None
    """The values of the path as a struct: those are checked much sooner than annotated types one by one."""
    decoder: msgspec.json.Decoder[Any] | None = None
    summary: str = ""
    open: bool = False
    """No cookie or token needed."""
    waits: bool = False
    """The answer may have to be thought out first: then it is 202, and to be asked for again."""

    @property
    def name(self) -> str:
        return self.handler.__name__

    async def __call__(self, request: Ask) -> Reply:
        values: dict[str, Any] = {}
        if self.place is not None:
            try:
                values = msgspec.structs.asdict(msgspec.convert(request.path, self.place, strict=False))
            except msgspec.ValidationError:
                raise Unknown("api.no_such_thing") from None
        if self.query is not None:
            try:
                values["query"] = msgspec.convert(request.query(), self.query, strict=False)
            except msgspec.ValidationError as fault:
                raise Misshapen("api.bad_query", str(fault)) from None
        if self.decoder is not None:
            values["body"] = await self._body(request)
        result = await self.handler(request, **values)
        return result if isinstance(result, Reply) else Reply(result, self.status)

    async def _body(self, request: Ask) -> Any:
        assert self.decoder is not None
        if not request.header(b"content-type").partition(b";")[0].strip().lower() == JSON:
            raise Misshapen("api.json_expected")
        try:
            return self.decoder.decode(await request.body())
        except (msgspec.DecodeError, UnicodeDecodeError) as fault:
            raise Misshapen("api.bad_body", str(fault)) from None


class Api:
    """A list of calls: those of a module, or those of several modules together."""

    def __init__(self, *groups: Api) -> None:
        self.calls: list[Call] = [call for group in groups for call in group.calls]

    def call(
        self,
        method: str,
        path: str,
        *,
        status: int = 200,
        faults: tuple[int, ...] = (),
        open: bool = False,
        waits: bool = False,
    ) -> Callable[[Handler], Handler]:
        """Register an async function. Its parameters: the request, path values, `query` and `body` structs."""

        def register(handler: Handler) -> Handler:
            hints = typing.get_type_hints(handler, include_extras=True)
            made = Call(method, path, handler, hints.pop("return"), status, faults, open=open, waits=waits)
            made.summary = inspect.getdoc(handler) or ""
            names = re.findall(r"{(\w+)}", path)
            made.params = {name: hints[name] for name in names}
            made.place = msgspec.defstruct("Place", list(made.params.items())) if names else None
            made.query, made.body = hints.get("query"), hints.get("body")
            if made.body is not None:
                made.decoder = msgspec.json.Decoder(made.body)
            self.calls.append(made)
            return handler

        return register

    def paths(self) -> dict[str, dict[str, Call]]:
        found: dict[str, dict[str, Call]] = {}
        for call in self.calls:
            found.setdefault(call.path, {})[call.method] = call
        return found


class Ask:
    """A request: just what calls need, without the cost of a framework's object."""

    __slots__ = ("_body", "caller", "path", "receive", "scope", "secret", "site")

    def __init__(self, scope: Scope, receive: Receive, site: Any) -> None:
        self.scope = scope
        self.receive = receive
        self.site = site
        self.path: dict[str, str] = scope.get("path_params", {})
        self.caller: Any = None
        self.secret: str | None = None
        self._body: bytes | None = None

    def header(self, name: bytes) -> bytes:
        for key, value in self.scope["headers"]:
            if key == name:
                return bytes(value)
        return b""

    def query(self) -> dict[str, str]:
        return dict(parse_qsl(self.scope["query_string"].decode("latin-1"), keep_blank_values=True))

    async def body(self) -> bytes:
        if self._body is None:
            self._body = await read_body(self.receive)
        return self._body


async def read_body(receive: Receive) -> bytes:
    """All of it; the guard counts."""
    parts: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Misshapen("api.cut_off")
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)
