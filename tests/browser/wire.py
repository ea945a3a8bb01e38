"""The calls of somebody's browser without the browser: a match is played on in a fraction of the time."""

from __future__ import annotations

import http.client
import json
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from .kit import Person

Answer = dict[str, Any]


class Wire:
    """One connection to the server, with the cookies that the person's browser holds now."""

    def __init__(self, person: Person) -> None:
        server = person.server
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port)
        kept = "; ".join(f"{one.get('name')}={one.get('value')}" for one in person.context.cookies(server.address))
        self.headers = {"cookie": kept, "origin": server.address, "content-type": "application/json"}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.connection.close()

    def call(self, method: str, path: str, body: Answer | None = None) -> Answer | None:
        """The answer; None where the server said no."""
        self.connection.request(method, path, None if body is None else json.dumps(body), self.headers)
        answer = self.connection.getresponse()
        text = answer.read()
        found: Answer | None = json.loads(text) if answer.status < 400 else None
        return found

    def play_on(self, path: str, action: str, sight: Answer) -> Answer | None:
        """An action of a seat; what its seat may do next, without the view."""
        body = {"action": action, "rev": sight["rev"], "seat": sight["seat"]}
        return self.call("POST", f"{path}/actions", body)

    def view(self, path: str) -> Answer:
        sight = self.call("GET", f"{path}/view")
        assert sight is not None, f"{path} cannot be seen"
        return sight


__all__ = ["Wire"]
