"""What goes with winning: the actions that seats chose, and the components they had in the end."""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from .play import Result
from .ratings import win_share

Thing = tuple[str, int]
"""A domain of the title with an id of it."""
ACTION = "action"
"""Stands for a domain: the id is a number of the action table."""


class Balance(NamedTuple):
    """What having or choosing a thing went with, beyond what is usual for the same bot in the same pair."""

    thing: Thing
    seats: int
    """How many seats had it in their match."""
    gain: float
    """Share of wins."""
    error: float
    points: float
    """Score; it tells something even where one bot wins every match."""
    points_error: float


def chosen(result: Result, seat: int) -> list[Thing]:
    """The actions that a seat took of its own will."""
    return [(ACTION, action) for action in result["chosen"][seat]]


def held(result: Result, seat: int) -> list[Thing]:
    """What a seat had when the match was over; files of older arenas do not tell."""
    had: Sequence[dict[str, list[int]]] = result.get("held") or ()
    return [(domain, i) for domain, ids in had[seat].items() for i in ids] if had else []


def balance(
    results: Sequence[Result], had: Callable[[Result, int], Iterable[Thing]] = chosen, least: int = 20
) -> list[Balance]:
    """Each thing that at least so many seats had, those that go with winning first."""
    usual: dict[tuple[Any, ...], list[tuple[float, float]]] = defaultdict(list)
    for r in results:
        for seat, bot in enumerate(r["bots"]):
            usual[bot, *r["pair"]].append((win_share(r, seat), r["scores"][seat]))
    mean = {key: [statistics.fmean(column) for column in zip(*rows, strict=True)] for key, rows in usual.items()}
    extras: dict[Thing, list[tuple[float, float]]] = defaultdict(list)
    for r in results:
        for seat, bot in enumerate(r["bots"]):
            wins, score = mean[bot, *r["pair"]]
            extra = win_share(r, seat) - wins, r["scores"][seat] - score
            for thing in had(r, seat):
                extras[thing].append(extra)
    found = []
    for thing, rows in extras.items():
        if len(rows) >= max(2, least):
            gains, points = zip(*rows, strict=True)
            found.append(Balance(thing, len(rows), *estimate(gains), *estimate(points)))
    return sorted(found, key=lambda b: (-b.gain, -b.points, b.thing))


def estimate(values: Sequence[float]) -> tuple[float, float]:
    """Mean and its standard error."""
    return statistics.fmean(values), statistics.stdev(values) / math.sqrt(len(values))
