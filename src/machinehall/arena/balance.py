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
    """What having or choosing a thing went with: wins beyond those of the same bot in general."""

    thing: Thing
    seats: int
    """How many seats had it in their match."""
    gain: float
    error: float


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
    """For each thing that at least so many seats had, how much more often they won than their bot does."""
    usual: dict[tuple[Any, ...], list[float]] = defaultdict(list)
    for r in results:
        for seat, bot in enumerate(r["bots"]):
            usual[bot, *r["pair"]].append(win_share(r, seat))
    mean = {key: statistics.fmean(values) for key, values in usual.items()}
    gains: dict[Thing, list[float]] = defaultdict(list)
    for r in results:
        for seat, bot in enumerate(r["bots"]):
            extra = win_share(r, seat) - mean[bot, *r["pair"]]
            for thing in had(r, seat):
                gains[thing].append(extra)
    found = [
        Balance(thing, len(rows), statistics.fmean(rows), statistics.stdev(rows) / math.sqrt(len(rows)))
        for thing, rows in gains.items()
        if len(rows) >= max(2, least)
    ]
    return sorted(found, key=lambda b: (-b.gain, b.thing))
