"""A pack on trial: bots play the same deals with the standard components and with an owner's.

What can go wrong with typed numbers shows in play: matches that never end, seats that win too often, pieces that nobody
touches any more. Each figure comes with its error, since fifty matches say little.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

import msgspec

from machinehall.bots import Clock, decide, make_bot
from machinehall.kernel.descriptions import Effects
from machinehall.kernel.match import Match
from machinehall.kernel.title import Title
from machinehall.kernel.values import Outcome
from machinehall.words import say
from machinehall.words.titles import effects

LONGEST_MATCH = 6_000
"""Decisions after which a match counts as one that does not end."""
Told = Callable[[int], None]
Place = tuple[str, str]


class Played(msgspec.Struct):
    """One match of a trial."""

    outcome: Outcome | None
    """None: it came to a dead end."""
    used: list[set[Place]]
    """For each seat: the records that its decisions were about."""
    fault: str = ""


class Figures(msgspec.Struct):
    """What came of some matches with one pack."""

    matches: int
    dead_ends: int
    faults: list[str]
    """Of the dead ends, each said once."""
    wins: list[float]
    """For each seat its share of the finished matches; who is first together shares."""
    best: float
    best_error: float
    last: float
    last_error: float
    used: dict[str, int]
    """For each record that was decided about, as `file/id`: in how many matches."""
    points: dict[str, float]
    """For each of them: the mean points of the seats that used it."""


def play_one(title: Title, told: Effects, seats: int, seed: int, bot: str) -> Played:
    """A match by bots; whatever happens in it, it is told and not raised."""
    match = Match(title, seats, seed)
    bots = [make_bot(bot, title, f"{seed}/{seat}") for seat in range(seats)]
    used: list[set[Place]] = [set() for _ in range(seats)]
    try:
        for _ in range(LONGEST_MATCH):
            if not match.to_act:
                break
            seat = match.to_act[0]
            legal = match.legal(seat)
            action = legal[0] if len(legal) == 1 else decide(match, seat, bots[seat], Clock(None))
            if len(legal) > 1:
                used[seat].update(told.touched(match.view(seat), title.actions.named(action)))
            match.play(action, seat, forced=len(legal) == 1)
    except Exception as fault:  # a pack may break a rule in any way; that is what the trial is for
        return Played(None, used, f"{type(fault).__name__}: {fault}")
    return Played(match.outcome, used, "" if match.outcome else "no end")


def trial(title: Title, seats: int, matches: int, bot: str, seed: int = 1, tell: Told = lambda done: None) -> Figures:
    """Some matches with one pack; the deals follow from the seed alone."""
    told, rows = effects(title, say()), list[Played]()
    for number in range(matches):
        rows.append(play_one(title, told, seats, seed + number, bot))
        tell(number + 1)
    return figures(rows, seats)


def figures(rows: Sequence[Played], seats: int) -> Figures:
    """What the matches have in common."""
    ended = [row for row in rows if row.outcome is not None]
    wins = [0.0] * seats
    used: Counter[str] = Counter()
    points: defaultdict[str, list[int]] = defaultdict(list)
    best, last = list[float](), list[float]()
    for row in ended:
        assert row.outcome is not None
        scores = row.outcome.scores
        first = [seat for seat, place in enumerate(row.outcome.places) if place == 1]
        for seat in first:
            wins[seat] += 1 / len(first)
        best.append(max(scores))
        last.append(min(scores))
        used.update("/".join(place) for place in set().union(*row.used))
        for score, places in zip(scores, row.used, strict=False):
            for place in places:
                points["/".join(place)].append(score)
    shares = [win / len(ended) if ended else 0.0 for win in wins]
    faults = list(dict.fromkeys(row.fault for row in rows if row.outcome is None))[:5]
    mean = {key: statistics.fmean(found) for key, found in points.items()}
    return Figures(
        len(rows), len(rows) - len(ended), faults, shares, *_mean(best), *_mean(last), dict(used), mean
    )  # fmt: skip


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean and twice its standard error: the true one lies nearly always between."""
    if not values:
        return 0.0, 0.0
    spread = statistics.stdev(values) if len(values) > 1 else 0.0
    return statistics.fmean(values), 2 * spread / math.sqrt(len(values))
