"""Starting a server: settings, logs, checks, the application with its pages, uvicorn.

`python -m machinehall.serving` does what `machinehall serve` does, with settings from the environment.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import time
from collections.abc import Callable
from typing import Any

import msgspec
import uvicorn

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


def serve(config: Config) -> None:
    """Serve until told to stop; open streams are ended, moves under way are finished."""
    kind = database_url(config.database).get_backend_name()
    if config.processes > 1 and kind != "postgresql":
        raise BadConfig("several processes need PostgreSQL: --database postgresql://...")
    os.environ[SETTINGS] = msgspec.json.encode(config).decode()
    set_up_logs(config)
    for doubt in doubts(config):
        logging.getLogger("machinehall").warning(doubt)
    uvicorn.run(
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


if __name__ == "__main__":
    serve(load_config())
