"""The table of a league: ratings with intervals, and how each two have fared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from machinehall.arena.ratings import Share, ratings, shares

from .folder import League, Row


class Place(NamedTuple):
    """An entrant in the table."""

    name: str
    bot: str
    about: str
    gone: bool
    matches: int
    elo: float | None
    """None: it has met nobody yet, not even by way of others, whom the first entrant has met."""
    low: float | None
    high: float | None
    score: float | None
    """The mean over matches that were played to their end."""
    seconds: float | None
    """For a decision."""
    failed: int
    """Matches that it has lost by a fault of its own."""


def table(league: League) -> list[Place]:
    """All entrants, the best first, those that cannot be rated yet at the end. The first that entered is at 0."""
    rows, names = league.whole(), list(league.entrants)
    rated = {one.bot: one for one in ratings(rows, connected(names, rows))} if rows else {}
    found = [place(league, name, rows, rated.get(name)) for name in names]
    return sorted(found, key=lambda one: (one.elo is None, -(one.elo or 0.0), names.index(one.name)))


def place(league: League, name: str, rows: Sequence[Row], rated: object) -> Place:
    one = league.entrants[name]
    mine = [(row, seat) for row in rows for seat, bot in enumerate(row["bots"]) if bot == name]
    ended = [row["scores"][seat] for row, seat in mine if "fault" not in row]
    asked = sum(row["asked"][seat] for row, seat in mine)
    return Place(
        name,
        one.bot,
        one.about,
        one.gone,
        sum(name in row["bots"] for row in rows),
        getattr(rated, "elo", None),
        getattr(rated, "low", None),
        getattr(rated, "high", None),
        sum(ended) / len(ended) if ended else None,
        sum(row["seconds"][seat] for row, seat in mine) / asked if asked else None,
        sum(row.get("failed") == seat for row, seat in mine),
    )


def connected(names: Sequence[str], rows: Sequence[Row]) -> list[str]:
    """Those that the first has met, or who have met one of them, and so on: the others stand on no common scale."""
    near: dict[str, set[str]] = {name: set() for name in names}
    for row in rows:
        for name in row["bots"]:
            near[name].update(row["bots"])
    found, new = set[str](), set(names[:1])
    while new:
        found |= new
        new = {other for name in new for other in near[name]} - found
    return [name for name in names if name in found]


def pairs(league: League) -> list[Share]:
    """How the second of each pair has fared, both ways put together at two seats."""
    rows = league.whole()
    if league.seats == 2:
        rows = [row | {"pair": sorted(row["pair"])} for row in rows]
    return shares(rows)
