"""Bringing a database up to date with Alembic; the migrations travel with the package."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from .store import Store

LOCK = 0x6D616368
"""Two processes that start together migrate one after the other."""


def alembic_config(connection: Connection | None = None) -> AlembicConfig:
    config = AlembicConfig()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def _upgrade(connection: Connection, to: str) -> None:
    command.upgrade(alembic_config(connection), to)


def _at_head(connection: Connection) -> bool:
    heads = ScriptDirectory.from_config(alembic_config()).get_heads()
    return set(MigrationContext.configure(connection).get_current_heads()) == set(heads)


async def up_to_date(store: Store) -> bool:
    """Whether the database has the present schema."""
    async with store.read() as connection:
        return await connection.run_sync(_at_head)


async def upgrade(store: Store, to: str = "head") -> None:
    async with store.write() as connection:
        if store.postgres:
            await connection.execute(text(f"select pg_advisory_xact_lock({LOCK})"))
        await connection.run_sync(_upgrade, to)
