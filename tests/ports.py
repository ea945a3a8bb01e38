"""A port at which nobody listens, for a server of a test's own."""

from __future__ import annotations

import socket


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
