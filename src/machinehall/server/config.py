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
    """Proxies whose X-Forwarded headers are believed: addresses and networks with commas between them."""
    migrate: bool = True
    """Bring the database up to date at start."""
    revalidate: bool = True
    """At start, carry running matches over to the present rules."""
    bot_workers: Annotated[int, msgspec.Meta(ge=0, le=256)] = 1
    bot_seconds: Annotated[float, msgspec.Meta(gt=0, le=600)] = 5.0
    """How long a bot may think over one decision."""
    review_ends: bool = True
    """Review a match without being asked when one of its players looks at its end."""
    live_matches: Annotated[int, msgspec.Meta(ge=1)] = 5_000
    """Matches kept in memory by one process."""
    body_limit: Annotated[int, msgspec.Meta(ge=1_000)] = 65_536
    """Bytes of a request's body."""
    head_limit: Annotated[int, msgspec.Meta(ge=1_000)] = 32_768
    """Bytes of a request's head: address and headers."""
    head_seconds: Annotated[float, msgspec.Meta(gt=0)] = 10.0
    """Until the head of a request is there."""
    body_seconds: Annotated[float, msgspec.Meta(gt=0)] = 30.0
    """From there until its body is."""
    stall_seconds: Annotated[float, msgspec.Meta(gt=0)] = 60.0
    """For which an answer waits for somebody who does not read it."""
    connections: Annotated[int, msgspec.Meta(ge=1)] = 100
    """Of one address to one process; those of the proxies in `forwarded_from` are not counted."""
    rate: Annotated[float, msgspec.Meta(ge=0)] = 20.0
    """Requests a second that one caller may make in the long run; 0: no limit, of what follows either."""
    burst: Annotated[int, msgspec.Meta(ge=1)] = 200
    names_an_hour: Annotated[int, msgspec.Meta(ge=1)] = 120
    """New names from one address, half of them at once."""
    sign_ins_an_hour: Annotated[int, msgspec.Meta(ge=1)] = 60
    """Attempts to sign in or to come back with a code from one address, a sixth of them at once."""
    messages_an_hour: Annotated[int, msgspec.Meta(ge=1)] = 600
    """Messages of one player, a twentieth of them at once."""
    matches_a_day: Annotated[int, msgspec.Meta(ge=1)] = 200
    """Tables that one player may open, lessons and problems among them."""
    packs_each: Annotated[int, msgspec.Meta(ge=1)] = 30
    """Packs of components that one player may keep."""
    trials_a_day: Annotated[int, msgspec.Meta(ge=0)] = 20
    """Trials of packs by bots that one player may begin; 0: none."""
    streams: Annotated[int, msgspec.Meta(ge=1)] = 20
    """Open event streams of one caller."""
    takeover_minutes: Annotated[float, msgspec.Meta(gt=0, le=100_000)] = 10.0
    """Minutes without a move after which the others may ask for a bot on a seat of a live table."""
    takeover_alone_minutes: Annotated[float, msgspec.Meta(gt=0, le=100_000)] = 60.0
    """Minutes that its player has from then on to come back, where one person alone would decide."""
    final_hours: Annotated[float, msgspec.Meta(gt=0, le=100_000)] = 24.0
    """Hours after its end until a match is final, if nobody has asked for its record before."""
    contact: str = ""
    """Where players report somebody: an address or a link, shown to them as it is."""
    translating: bool = False
    """A server for translators: on every page one can point at a sentence to learn its message id and its file."""
    stop_seconds: Annotated[int, msgspec.Meta(ge=1, le=60)] = 3
    log: Literal["text", "json"] = "text"
    packs: dict[str, str] = {}
    """For each title: the folder of an owner's component files."""
    smtp: Smtp | None = None
    webhooks: bool = True
    webhook_hosts: list[str] = []
    """Hosts that webhooks may go to, or HOST:PORT; empty: any public address."""
    webhook_ports: list[Annotated[int, msgspec.Meta(ge=1, le=65535)]] = msgspec.field(default_factory=lambda: [443])
    """Ports that webhooks may go to."""


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
