"""Configuration: flags over environment (MACHINEHALL_PORT=...) over one TOML file over defaults."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from machinehall.kernel.values import MachineHallError

PREFIX = "MACHINEHALL_"


class BadConfig(MachineHallError):
    """A setting that does not exist, or a value it does not take."""


class Smtp(msgspec.Struct, forbid_unknown_fields=True):
    """Where e-mail is handed in."""

    host: str
    sender: str
    port: int = 25
    user: str = ""
    password: str = ""
    starttls: bool = False


class Config(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """All settings of a server."""

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8120
    database: str | None = None
    """sqlite:///FILE or postgresql://...; None: a SQLite file in the user's data folder."""
    processes: Annotated[int, msgspec.Meta(ge=1, le=256)] = 1
    """Server processes; more than one needs PostgreSQL."""
    public_url: str | None = None
    """As people write it, when a proxy stands in front: https://tables.example.org"""
    forwarded_from: str = "127.0.0.1"
    """Proxies whose X-Forwarded headers are believed."""
    migrate: bool = True
    """Bring the database up to date at start."""
    revalidate: bool = True
    """At start, carry running matches over to the present rules."""
    bot_workers: Annotated[int, msgspec.Meta(ge=0, le=256)] = 1
    bot_seconds: Annotated[float, msgspec.Meta(gt=0, le=600)] = 5.0
    """How long a bot may think over one decision."""
    live_matches: Annotated[int, msgspec.Meta(ge=1)] = 5_000
    """Matches kept in memory by one process."""
    body_limit: Annotated[int, msgspec.Meta(ge=1_000)] = 65_536
    rate: Annotated[float, msgspec.Meta(ge=0)] = 20.0
    """Requests a second that one caller may make in the long run; 0: no limit."""
    burst: Annotated[int, msgspec.Meta(ge=1)] = 200
    streams: Annotated[int, msgspec.Meta(ge=1)] = 20
    """Open event streams of one caller."""
    stop_seconds: Annotated[int, msgspec.Meta(ge=1, le=60)] = 3
    log: Literal["text", "json"] = "text"
    packs: dict[str, str] = {}
    """For each title: the folder of an owner's component files."""
    smtp: Smtp | None = None
    webhooks: bool = True
    webhook_hosts: list[str] = []
    """Hosts that webhooks may go to; empty: any public address."""


def load_config(
    flags: Mapping[str, Any] | None = None, file: Path | None = None, environment: Mapping[str, str] | None = None
) -> Config:
    """All settings together; a mistake names the setting and its place."""
    values: dict[str, Any] = {}
    if file is not None:
        try:
            values |= tomllib.loads(file.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
            raise BadConfig(f"{file}: {fault}") from None
    for key, text in (os.environ if environment is None else environment).items():
        name = key.removeprefix(PREFIX).lower()
        if key.startswith(PREFIX) and name in Config.__struct_fields__:
            values[name] = text
    values |= {name: value for name, value in (flags or {}).items() if value is not None}
    try:
        return msgspec.convert(values, Config, strict=False)
    except msgspec.ValidationError as fault:
        raise BadConfig(f"configuration: {fault}") from None
