"""Connections. SQLite loses moves silently without the hooks here; PostgreSQL needs none."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from machinehall.kernel.values import MachineHallError

PRAGMAS = (
    "busy_timeout=5000",
    "journal_mode=wal",
    "synchronous=full",  # an acknowledged move survives a power cut; moves share commits, so it costs little
    "foreign_keys=on",
)


class BadDatabase(MachineHallError):
    """An address that leads to no database we know."""


def data_folder() -> Path:
    """Where this user's matches lie unless another place is named."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "machinehall"


def database_url(text: str | None) -> URL:
    """The address with the driver that we use; None: a SQLite file in the user's data folder."""
    if text is None:
        folder = data_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return URL.create("sqlite+aiosqlite", database=str(folder / "tables.sqlite"))
    try:
        url = make_url(text)
    except ArgumentError:
        raise BadDatabase("the address of a database is sqlite:///FILE or postgresql://USER@HOST/NAME") from None
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    kind = url.get_backend_name()
    if kind not in drivers:
        raise BadDatabase(f"a database of kind {kind!r} is not supported: use sqlite:///FILE or postgresql://...")
    return url.set(drivername=drivers[kind])


def keep_private(url: URL) -> None:
    """A new SQLite file is its owner's alone; the files that SQLite lays beside it take that over."""
    name = url.database or ""
    if name in ("", ":memory:") or name.startswith("file:"):
        return
    with contextlib.suppress(OSError):  # it is there, or cannot be made; whoever opens it says so
        os.close(os.open(name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def make_engines(url: URL, pool: int = 8) -> tuple[AsyncEngine, AsyncEngine]:
    """An engine for writing and one for reading; for PostgreSQL they are the same."""
    if url.get_backend_name() == "postgresql":
        both = create_async_engine(url, pool_size=pool, max_overflow=pool, pool_pre_ping=True, pool_timeout=10)
        return both, both
    keep_private(url)
    # One connection writes, so that writers queue here and not in busy_timeout.
    writing = create_async_engine(url, pool_size=1, max_overflow=0, pool_timeout=30)
    reading = create_async_engine(url, pool_size=4, max_overflow=4, pool_timeout=30)
    for engine in (writing, reading):
        event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(writing.sync_engine, "begin", _begin_to_write)
    event.listen(reading.sync_engine, "begin", _begin_to_read)
    return writing, reading


def make_lite_writer(url: URL) -> Engine:
    """A plain engine for the thread that writes the journal of a SQLite file."""
    engine = create_engine(url.set(drivername="sqlite"), pool_size=1, max_overflow=0)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin_to_write)
    return engine


def _prepare(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # SQLAlchemy begins transactions, not the driver
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"pragma {pragma}")
    cursor.close()


def _begin_to_write(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin_to_read(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN")
