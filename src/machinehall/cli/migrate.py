"""machinehall migrate: bring the server's database up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .common import tidy, words
from .serve import CONFIG, DATABASE

_w = words()


@tidy
def command(
    database: Annotated[str | None, DATABASE] = None,
    config: Annotated[Path | None, CONFIG] = None,
) -> None:
    """Bring the database up to date."""
    import asyncio

    from machinehall.server.config import load_config
    from machinehall.server.store.engine import database_url
    from machinehall.server.store.migrate import upgrade
    from machinehall.server.store.store import Store

    async def run() -> None:
        store = Store(database_url(load_config({"database": database}, config).database))
        try:
            await upgrade(store)
        finally:
            await store.close()

    asyncio.run(run())
    typer.echo(_w("cli.migrate.done"))
