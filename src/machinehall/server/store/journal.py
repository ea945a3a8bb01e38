"""The one hot statement of the server: writing lines of the journal and heads, many at a time.

Both databases get prepared SQL and plain tuples; that is several times cheaper than building statements. The count of
changed heads tells whether one of the writes lost a race: then the caller rolls everything back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema as s
from .rows import CommitRow, MatchRow, Snapshot, Write

CHANNEL = "machinehall"
PLAYED = ("rev", "number", "floor", "chain", "to_act", "changed", "deadline", "status", "outcome", "pending")
"""What an ordinary action changes in a head."""
ALL = tuple(name for name in MatchRow.__struct_fields__ if name not in ("id", "created"))
KINDS = {"FLOAT": "double precision", "INTEGER": "integer", "BLOB": "bytea"}


class LostRace(Exception):
    """Somebody else wrote this revision."""


def _columns(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


# SQLite


def _lite_insert(table: str, row: type[msgspec.Struct]) -> str:
    names = row.__struct_fields__
    return f"insert into {table} ({_columns(names)}) values ({', '.join('?' * len(names))})"


def _lite_update(names: Sequence[str]) -> str:
    sets = ", ".join(f'"{name}" = ?' for name in names)
    return f"update matches set {sets} where id = ? and rev = ?"


LITE_COMMITS = _lite_insert("commits", CommitRow)
LITE_SNAPSHOTS = _lite_insert("snapshots", Snapshot)
LITE_HEADS = {names: _lite_update(names) for names in (PLAYED, ALL)}


def write_sqlite(connection: Connection, writes: Sequence[Write]) -> None:
    """In a thread of its own: one hop for the whole batch."""
    connection.exec_driver_sql(LITE_COMMITS, [msgspec.structs.astuple(w.commit) for w in writes])
    for names, some in _sorted_out(writes):
        rows = [(*(getattr(w.head, n) for n in names), w.head.id, w.head.rev - 1) for w in some]
        if connection.exec_driver_sql(LITE_HEADS[names], rows).rowcount != len(rows):
            raise LostRace
    shots = [msgspec.structs.astuple(w.snapshot) for w in writes if w.snapshot is not None]
    if shots:
        connection.exec_driver_sql(LITE_SNAPSHOTS, shots)


def _sorted_out(writes: Sequence[Write]) -> list[tuple[tuple[str, ...], list[Write]]]:
    plain = [w for w in writes if w.commit.kind == "play" and not w.more]
    other = [w for w in writes if w.commit.kind != "play" or w.more]
    return [(names, some) for names, some in ((PLAYED, plain), (ALL, other)) if some]


# PostgreSQL


def _arrays(table: str, names: Sequence[str]) -> str:
    kinds = {c.name: KINDS.get(str(c.type), "text") for c in s.metadata.tables[table].c}
    return ", ".join(f"cast(:{name} as {kinds[name]}[])" for name in names)


def _pg_insert(table: str, row: type[msgspec.Struct]) -> Any:
    names = row.__struct_fields__
    return text(f"insert into {table} ({_columns(names)}) select * from unnest({_arrays(table, names)})")


def _pg_update(names: Sequence[str]) -> Any:
    sets = ", ".join(f'"{name}" = v."{name}"' for name in names)
    return text(
        f"update matches set {sets} from unnest(cast(:id_ as text[]), cast(:rev_ as integer[]), "
        f"{_arrays('matches', names)}) as v(id_, rev_, {_columns(names)}) "
        "where matches.id = v.id_ and matches.rev = v.rev_"
    )


PG_COMMITS = _pg_insert("commits", CommitRow)
PG_SNAPSHOTS = _pg_insert("snapshots", Snapshot)
PG_HEADS = {names: _pg_update(names) for names in (PLAYED, ALL)}
PG_NOTIFY = text("select pg_notify(:channel, news) from unnest(cast(:news as text[])) as news")


def _turned(rows: Sequence[Any], names: Sequence[str]) -> dict[str, list[Any]]:
    return {name: [getattr(row, name) for row in rows] for name in names}


async def write_postgres(connection: AsyncConnection, writes: Sequence[Write]) -> None:
    await connection.execute(PG_COMMITS, _turned([w.commit for w in writes], CommitRow.__struct_fields__))
    for names, some in _sorted_out(writes):
        keys = {"id_": [w.head.id for w in some], "rev_": [w.head.rev - 1 for w in some]}
        done = await connection.execute(PG_HEADS[names], _turned([w.head for w in some], names) | keys)
        if done.rowcount != len(some):
            raise LostRace
    shots = [w.snapshot for w in writes if w.snapshot is not None]
    if shots:
        await connection.execute(PG_SNAPSHOTS, _turned(shots, Snapshot.__struct_fields__))
    news = [f"{w.head.id}:{w.head.rev}" for w in writes]
    await connection.execute(PG_NOTIFY, {"channel": CHANNEL, "news": news})
