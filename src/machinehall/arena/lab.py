"""The laboratory of balance: what seats get and do in kept matches, and how they fare with it.

A title says what is counted (`TitleMinds.counted`). For each such thing: how many seats had it, how often they won, and
how many points they had more than the same bot usually has. That goes with the thing; it need not come from it.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from machinehall.kept.steps import KeptMatch
from machinehall.kernel.parts import Counted
from machinehall.kernel.title import Title

from .balance import estimate
from .play import Result
from .ratings import Z, wilson, win_share

Thing = tuple[Counted, int]
"""Something that is counted, with its id."""
LEAST_SEEN = 10
"""Seats, or matches, below which nothing is said of a thing."""
SURE = 0.05
"""The chance that anything of a table is called remarkable though nothing is."""


class Played(NamedTuple):
    """What is looked at in one match."""

    result: Result
    seats: list[set[Thing]]
    """What each seat has got."""
    match: set[Thing]
    """What lay on the table for all."""
    kinds: list[set[str]]
    """Kinds of action that each seat chose of its own will."""
    decisions: int


class Figure(NamedTuple):
    """How seats fared that had a thing, or how matches went in which it lay on the table."""

    thing: Thing
    had: int
    taken: float
    """Share of all seats, or matches."""
    wins: tuple[float, float, float] | None
    """Share of wins with its interval; None for what lay there for all."""
    points: float
    """More than usual."""
    error: float
    remarkable: bool


class SeatFigure(NamedTuple):
    """One seat over all matches."""

    seat: int
    matches: int
    wins: tuple[float, float, float]
    score: float
    error: float


def look(match: KeptMatch) -> Played:
    """A match played again, and what happened in it."""
    title, played = match.title, match.match()
    outcome = played.outcome
    assert outcome is not None
    found: list[set[Thing]] = [set() for _ in range(match.seats)]
    common: set[Thing] = set()
    counted = defaultdict(list)
    for one in title.minds.counted:
        counted[one.event].append(one)
    for event in (event for events in played.happened for event in events):
        for one in counted.get(event.kind, ()):
            domains = title.events[event.kind].args
            seat, number = event.args[0], event.args[domains.index(one.domain)]
            assert seat is not None and number is not None  # nothing is hidden from us
            if domains[0] != "seat":
                common.add((one, number))
            elif seat < match.seats:  # behind the seats sit opponents that nobody plays
                found[seat].add((one, number))
    kinds: list[set[str]] = [set() for _ in range(match.seats)]
    for entry in played.log:
        if 0 <= entry.seat < match.seats and not entry.forced:
            kinds[entry.seat].add(entry.action.kind)
    facts = match.facts
    bots = facts.get("bots") or ["?"] * match.seats
    result: dict[str, Any] = {"bots": bots, "scores": list(outcome.scores), "places": list(outcome.places)}
    return Played(result, found, common, kinds, sum(entry.seat >= 0 for entry in played.log))


def by_seat(played: Sequence[Played]) -> list[SeatFigure]:
    """Whether it matters where one sits."""
    found = []
    for seat in range(len(played[0].seats)):
        wins = statistics.fmean(win_share(one.result, seat) for one in played)
        mean, error = mean_of([one.result["scores"][seat] for one in played])
        found.append(SeatFigure(seat, len(played), (wins, *wilson(wins, len(played))), mean, error))
    return found


def by_thing(played: Sequence[Played], least: int = LEAST_SEEN) -> list[Figure]:
    """What seats have got, each beside what the same bot has at the same seat."""
    usual = usual_scores(played)
    rows: dict[Thing, list[tuple[float, float]]] = defaultdict(list)
    for one in played:
        for seat, things in enumerate(one.seats):
            score = one.result["scores"][seat] - usual[one.result["bots"][seat], seat]
            for thing in things:
                rows[thing].append((win_share(one.result, seat), score))
    total = sum(len(one.seats) for one in played)
    spread = deviation(
        one.result["scores"][seat] - usual[bot, seat] for one in played for seat, bot in enumerate(one.result["bots"])
    )
    found = []
    for thing, seen in rows.items():
        if len(seen) >= max(2, least):
            wins, values = statistics.fmean(w for w, _ in seen), [s for _, s in seen]
            share = (wins, *wilson(wins, len(seen)))
            found.append(Figure(thing, len(seen), len(seen) / total, share, *careful(values, spread), False))
    return marked(found)


def by_table(played: Sequence[Played], least: int = LEAST_SEEN) -> list[Figure]:
    """What lay on the table for all: the mean of all scores of a match beside that of all matches."""
    means = [statistics.fmean(one.result["scores"]) for one in played]
    every = statistics.fmean(means)
    rows: dict[Thing, list[float]] = defaultdict(list)
    for one, mean in zip(played, means, strict=True):
        for thing in one.match:
            rows[thing].append(mean - every)
    # what lies on every table cannot be compared with anything
    some = {thing: values for thing, values in rows.items() if max(2, least) <= len(values) < len(played)}
    spread = deviation(mean - every for mean in means)
    return marked(
        Figure(thing, len(values), len(values) / len(played), None, *careful(values, spread), False)
        for thing, values in some.items()
    )


def usual_scores(played: Sequence[Played]) -> dict[tuple[str, int], float]:
    rows: dict[tuple[str, int], list[float]] = defaultdict(list)
    for one in played:
        for seat, bot in enumerate(one.result["bots"]):
            rows[bot, seat].append(one.result["scores"][seat])
    return {key: statistics.fmean(scores) for key, scores in rows.items()}


def marked(figures: Iterable[Figure]) -> list[Figure]:
    """Those that stand out in their table, by so much that among so many it is no accident (Bonferroni); best first."""
    groups: dict[Counted, list[Figure]] = defaultdict(list)
    for figure in figures:
        groups[figure.thing[0]].append(figure)
    found = []
    for rows in groups.values():
        far = statistics.NormalDist().inv_cdf(1 - SURE / 2 / len(rows))
        found += [one._replace(remarkable=abs(one.points) > far * one.error > 0) for one in rows]
    return sorted(found, key=lambda one: (-one.points, one.thing[1]))


def kinds_chosen(title: Title, played: Sequence[Played]) -> list[tuple[str, float]]:
    """For each kind of action of a seat that anybody could be asked for: the share of seats that chose it, the rarest
    last."""
    counts = Counter(kind for one in played for kinds in one.kinds for kind in kinds)
    total = sum(len(one.kinds) for one in played)
    own = [kind for kind in title.actions.kinds if kind not in title.chance_kinds]
    return sorted(((kind, counts[kind] / total) for kind in own), key=lambda row: (-row[1], row[0]))


def deviation(values: Iterable[float]) -> float:
    found = list(values)
    return statistics.stdev(found) if len(found) > 1 else math.inf


def careful(values: Sequence[float], spread: float) -> tuple[float, float]:
    """Mean and standard error. Few values may lie close together by accident: they are not taken to vary less than
    all do."""
    mean, error = estimate(values)
    return mean, max(error, spread / math.sqrt(len(values)))


def mean_of(values: Sequence[float]) -> tuple[float, float]:
    """Mean and half of its interval."""
    if len(values) < 2:
        return statistics.fmean(values), math.inf
    mean, error = estimate(values)
    return mean, Z * error


def provenance(title: Title, thing: Thing) -> str:
    """Where a thing comes from: "ours" where all of it was made up, "partly" where some fields were, else nothing."""
    counted, number = thing
    key = title.domains[counted.domain][number].partition(":")[0]
    rows = [row for file in counted.files for row in title.pack.records[file] if getattr(row, "id", None) == key]
    if any(getattr(row, "source", "") == "reconstructed" for row in rows):
        return "ours"
    return "partly" if any(getattr(row, "reconstructed_fields", ()) for row in rows) else ""
