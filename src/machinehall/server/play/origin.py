"""Where a match goes on from: the first decisions of another one that is over (MH-1.6)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from machinehall.kernel.title import Title
from machinehall.server.errors import Conflict, Unknown
from machinehall.server.store.rows import MatchRow, add_told
from machinehall.server.store.store import Store
from machinehall.server.store.stored_match import LiveMatch

from .table import revive

CONTINUED = "told.continued"


class Origin(NamedTuple):
    """A position of another match: after its first `number` decisions, chance among them."""

    match: str
    number: int
    retry: int = 0
    """The turn of its review that is tried again there; 0: it is an ordinary match from there on."""


def marked(head: MatchRow, origin: Origin) -> str:
    """What a new table is told of its origin. Which match that was is kept, but told to nobody."""
    more = {"retry": str(origin.retry)} if origin.retry else {}
    return add_told(head, CONTINUED, origin.number, origin=origin.match, **more)


def origin_of(head: MatchRow) -> Origin | None:
    """Where a table goes on from; None: it begins anew."""
    told = msgspec.json.decode(head.told) if head.told else []
    found = next((row for row in told if row["message"] == CONTINUED), None)
    return Origin(found["origin"], found["args"][0], int(found.get("retry", 0))) if found is not None else None


def goes_on(head: MatchRow) -> str:
    """What a table is told when nothing is tried again there any more: it is played on."""
    told = msgspec.json.decode(head.told or "[]")
    return msgspec.json.encode([{k: v for k, v in row.items() if k != "retry"} for row in told]).decode()


def older(title: Title, rules: int, data: str) -> bool:
    """Whether a match was played by other rules or components than those of today: nobody can go on from it."""
    return (rules, data) != (title.rules_version, title.data_version)


async def again(store: Store, title: Title, origin: Origin) -> LiveMatch:
    """The match as it stood there, with all that happened before; what chance brings from now on is drawn anew."""
    loaded = await store.load(origin.match)
    if loaded is None:
        raise Unknown("table.unknown")
    head = loaded.head
    if older(title, head.rules, head.data):
        raise Conflict("table.other_rules", head.rules, title.rules_version)
    rows = await store.tail(origin.match, 0, before=origin.number)
    live = revive(title, len(loaded.seats), head, None, rows, origin.number)
    live.deal()
    live.keep_from(live.number)
    return live
