"""What a helper of the workshop is asked, and what it says."""

from __future__ import annotations

import msgspec

from machinehall.arena.trial import Figures
from machinehall.kernel.own_packs import Entry


class LookAt(msgspec.Struct, tag="look"):
    """Draw one record of a pack, and say what is wrong with the pack."""

    title: str
    own: dict[str, dict[str, Entry]]
    file: str
    record: str
    theme: str
    lang: str
    beside: list[tuple[str, str]] = []
    """Files and ids of other records, to be drawn small."""


class TryOut(msgspec.Struct, tag="try"):
    """Play matches with the standard pack and with this one."""

    title: str
    own: dict[str, dict[str, Entry]]
    seats: int
    matches: int
    bot: str


class FaultSeen(msgspec.Struct):
    """See `machinehall.kernel.values.PackFault`."""

    file: str
    record: str
    field: str
    message: str


class Seen(msgspec.Struct):
    """A record of a pack, drawn and told."""

    faults: list[FaultSeen] = []
    left_out: list[tuple[str, str]] = []
    version: str = ""
    pictures: list[str] = []
    """The piece large, then in its place; as SVG for a page."""
    beside: dict[str, str] = {}
    """The others that were asked for, by `file/id`; those that have such a drawing."""
    name: str = ""
    lines: list[str] = []
    fault: str = ""
    """Why there is nothing to see."""


class Tried(msgspec.Struct):
    """A trial: how far it is, and what came of it."""

    state: str
    """running, done, failed."""
    done: int
    total: int
    version: str
    """Fingerprint of the pack that is tried."""
    seats: int
    bot: str
    at: float = 0.0
    began: float = 0.0
    left_out: int = 0
    usual: Figures | None = None
    own: Figures | None = None
    fault: str = ""
