"""Answers on the wire: a value as JSON, or an error as RFC 9457 has it. Below the API: the guard answers too."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec
from starlette.types import Send

from machinehall.kernel.values import Argument

from .errors import Fault

JSON = b"application/json"
PROBLEM = b"application/problem+json"
LONGEST_DETAIL = 2_000


@dataclass(slots=True)
class Reply:
    """An answer that is more than a value: other status, headers, or bytes that are JSON already."""

    value: Any
    status: int = 200
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)


class Problem(msgspec.Struct, omit_defaults=True):
    """An error, as RFC 9457 has it, with the message id and the rule behind it."""

    type: str
    title: str
    status: int
    detail: str = ""
    message: str = ""
    args: list[Argument] = []
    rule: str | None = None
    sight: msgspec.Raw | None = None


def problem_of(fault: Fault, detail: str) -> Problem:
    return Problem(
        type=f"urn:machinehall:{fault.message}",
        title=(type(fault).__doc__ or "").split(".")[0],
        status=fault.status,
        detail=detail[:LONGEST_DETAIL],
        message=fault.message,
        args=list(fault.figures),
        rule=fault.rule,
    )


encoder = msgspec.json.Encoder()


async def answer(send: Send, reply: Reply, kind: bytes = JSON) -> None:
    value = reply.value
    data = b"" if reply.status == 204 else value if isinstance(value, bytes) else encoder.encode(value)
    headers = [(b"content-length", str(len(data)).encode()), *reply.headers]
    if reply.status != 204:
        headers.append((b"content-type", kind))
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    await send({"type": "http.response.body", "body": data})
