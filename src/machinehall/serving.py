"""Starting a server: settings, logs, checks, the application with its pages, uvicorn.

`python -m machinehall.serving` does what `machinehall serve` does, with settings from the environment.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import json
import logging
import os
import socket
import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec
import uvicorn
from uvicorn.supervisors import Multiprocess

import machinehall as mh
from machinehall.kernel.title import Title
from machinehall.server.app import create_app
from machinehall.server.config import BadConfig, Config, load_config
from machinehall.server.door import open_house
from machinehall.server.store.engine import database_url
from machinehall.web.pages import routes

PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in PLAIN}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


class TextLines(logging.Formatter):
    """Lines of the log for people."""

    def format(self, record: logging.LogRecord) -> str:
        more = " ".join(f"{k}={v}" for k, v in vars(record).items() if k not in PLAIN)
        at = time.strftime("%H:%M:%S", time.localtime(record.created))
        text = f"{at} {record.levelname.lower()} {record.getMessage()}"
        trace = "\n" + self.formatException(record.exc_info) if record.exc_info else ""
        return f"{text} {more}".rstrip() + trace


def set_up_logs(config: Config) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if config.log == "json" else TextLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    if config.log == "text":
        logging.getLogger("machinehall.requests").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)


SETTINGS = "MACHINEHALL_SETTINGS"


def app_from_environment() -> Any:
    """For server processes started by the first one: the settings travel in the environment."""
    config = msgspec.json.decode(os.environ[SETTINGS], type=Config)
    set_up_logs(config)
    open_house(config)
    app = create_app(config, pages=routes)
    keep_for_good(app.state.site.tables.title)
    return app


def keep_for_good(title: Callable[[str], Title]) -> None:
    """Load the titles and take all that is there now out of the collector's sight, or it stops the server to look.

    What a request leaves behind is nearly always freed by its counts; cycles can wait for a rarer collection.
    """
    for name in mh.titles():
        title(name)
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


LOCAL = ("127.0.0.1", "::1", "localhost")


def doubts(config: Config) -> list[str]:
    """What an operator should know about these settings."""
    found = []
    if config.public_url is None and config.host not in LOCAL:
        found.append("public_url is not set: links are paths only, and cookies are not marked Secure")
    if config.public_url is None and config.smtp is not None:
        found.append("public_url is not set: links in e-mail lead to this machine's own address")
    if config.translating and (config.public_url is not None or config.host not in LOCAL):
        found.append("translating is on: everybody who plays here sees the buttons for translators")
    if config.forwarded_from.strip() == "*":
        found.append("forwarded_from is *: anybody can claim any address")
    return found


class Opened(uvicorn.Server):
    """A server that tells when it listens."""

    def __init__(self, config: uvicorn.Config, opened: Callable[[], object]) -> None:
        super().__init__(config)
        self.opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.opened()


ABSENT = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)
"""This machine has no such address: `localhost` has two names, and many a machine knows one of them."""


def listening(host: str, port: int) -> list[socket.socket]:
    """The addresses of a host, taken for this server. An `OSError` with the address where another program has it.

    No child inherits them: a worker that outlives a server which was killed would keep the address from the next one.
    """
    found: list[socket.socket] = []
    absent: OSError | None = None
    for family, *_, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE):
        try:
            found.append(bound(family, address))
        except OSError as fault:
            absent = OSError(fault.errno, fault.strerror, f"{host}:{port}")
            if fault.errno not in ABSENT:
                for taken in found:
                    taken.close()
                raise absent from None
    if absent is not None and not found:
        raise absent
    return found


def bound(family: int, address: Any) -> socket.socket:
    taken = socket.socket(family)
    try:
        if family == socket.AF_INET6:  # those of the old kind belong to whoever asks for them
            taken.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(address)
        taken.listen()
    except OSError:
        taken.close()
        raise
    return taken


def serve(config: Config, opened: Callable[[], object] = lambda: None) -> None:
    """Serve until told to stop; open streams are ended, moves under way are finished.

    `opened` is called as soon as the server listens: not where the address is taken, or the database is out of reach.
    """
    kind = database_url(config.database).get_backend_name()
    if config.processes > 1 and kind != "postgresql":
        raise BadConfig("several processes need PostgreSQL: --database postgresql://...")
    os.environ[SETTINGS] = msgspec.json.encode(config).decode()
    set_up_logs(config)
    for doubt in doubts(config):
        logging.getLogger("machinehall").warning(doubt)
    settings = uvicorn.Config(
        "machinehall.serving:app_from_environment",
        factory=True,
        host=config.host,
        port=config.port,
        workers=config.processes,
        http="machinehall.server.door:Door",
        ws="none",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=config.forwarded_from,
        timeout_graceful_shutdown=config.stop_seconds,
        timeout_keep_alive=75,  # longer than browsers and proxies keep a connection, so that they close it
    )
    with contextlib.suppress(KeyboardInterrupt):
        run(settings, listening(config.host, config.port), opened)


def run(settings: uvicorn.Config, taken: list[socket.socket], opened: Callable[[], object]) -> None:
    """In this process, or in several, whose connections wait from the start until one of them is ready."""
    if settings.workers > 1:
        opened()
        Multiprocess(settings, sockets=taken).run()
        return
    server = Opened(settings, opened)
    server.run(sockets=taken)
    if not server.started:
        sys.exit(1)


if __name__ == "__main__":
    serve(load_config())
