"""From results to figures: shares of wins with intervals, and ratings on Elo's scale."""

from __future__ import annotations

import math
import random
import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .play import Result

Z = 1.96
"""Intervals hold 95 %."""
NO_MORE = 1e-10
"""When strengths change by less, they are found."""
DRAWS = 200
"""Samples of the bootstrap."""


class Share(NamedTuple):
    """How often the later named bot of a pair won, ties shared, with a 95 % interval."""

    pair: tuple[str, str]
    games: int
    share: float
    low: float
    high: float
    fair: float
    lead: float
    """Mean of its score less the best other's."""
    lead_error: float
    """Standard error of the lead."""


class Rating(NamedTuple):
    """A bot on the Elo scale, with its interval."""

    bot: str
    elo: float
    low: float
    high: float
    games: int
    score: float


def win_share(result: Result, seat: int) -> float:
    places: list[int] = result["places"]
    return 1 / places.count(1) if places[seat] == 1 else 0.0


def challenger(result: Result) -> int:
    """The seat of the later named bot of the pair."""
    seat: int = result["bots"].index(result["pair"][1])
    return seat


def wilson(share: float, games: int) -> tuple[float, float]:
    """The interval of a share of so many games."""
    if not games:
        return 0.0, 1.0
    z2 = Z * Z / games
    middle = (share + z2 / 2) / (1 + z2)
    half = Z * math.sqrt(share * (1 - share) / games + z2 / (4 * games)) / (1 + z2)
    return max(0.0, middle - half), min(1.0, middle + half)


def shares(results: Iterable[Result]) -> list[Share]:
    """Each pair's share."""
    groups: dict[tuple[str, str], list[Result]] = defaultdict(list)
    for result in results:
        groups[tuple(result["pair"])].append(result)
    found = []
    for pair, rows in groups.items():
        wins = [win_share(r, challenger(r)) for r in rows]
        leads = [lead(r, challenger(r)) for r in rows]
        share = statistics.fmean(wins)
        error = statistics.stdev(leads) / math.sqrt(len(leads)) if len(leads) > 1 else math.inf
        low, high = wilson(share, len(rows))
        fair = 1 / len(rows[0]["bots"])
        found.append(Share(pair, len(rows), share, low, high, fair, statistics.fmean(leads), error))
    return found


def lead(result: Result, seat: int) -> float:
    scores: list[float] = result["scores"]
    return scores[seat] - max((s for i, s in enumerate(scores) if i != seat), default=0)


Point = tuple[str, str, float, float]
"""Two bots of one match, what the first got of the point between them, and the weight of that point."""


def duels(result: Result) -> list[Point]:
    """One for each two seats with different bots; a match weighs 1 in all."""
    bots, places = result["bots"], result["places"]
    met = [(i, j) for i in range(len(bots)) for j in range(i) if bots[i] != bots[j]]
    return [
        (bots[i], bots[j], ((places[i] < places[j]) + 0.5 * (places[i] == places[j])) / len(met), 1 / len(met))
        for i, j in met
    ]


def bradley_terry(rows: Iterable[Point], bots: Sequence[str]) -> dict[str, float]:
    """Ratings on Elo's scale, the first bot at 0. Half a point won and lost against each keeps them finite."""
    points: dict[tuple[str, str], float] = defaultdict(float)
    for one, other, got, weight in rows:
        points[one, other] += got
        points[other, one] += weight - got
    met = {frozenset(pair) for pair in points}
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(300):
        new = {}
        for bot in bots:
            rivals = [b for b in bots if b != bot and frozenset((b, bot)) in met]
            won = sum(points[bot, b] + 0.5 for b in rivals)
            weight = sum((points[bot, b] + points[b, bot] + 1) / (strength[bot] + strength[b]) for b in rivals)
            new[bot] = won / weight if weight else 1.0
        before, strength = strength, {bot: value / new[bots[0]] for bot, value in new.items()}
        if all(abs(strength[bot] - before[bot]) <= NO_MORE * before[bot] for bot in bots):
            break
    return {bot: 400 * math.log10(value) for bot, value in strength.items()}


def one_sided(rows: Iterable[Point]) -> dict[tuple[str, str], float]:
    """Pairs of which one got every point: (winner, loser) with the number of matches."""
    points: dict[tuple[str, str], float] = defaultdict(float)
    for one, other, got, weight in rows:
        points[one, other] += got
        points[other, one] += weight - got
    return {(a, b): got for (a, b), got in points.items() if got and points[b, a] < 1e-9}


def drawn_again(per_deal: Sequence[Sequence[Point]], bots: Sequence[str], rng: random.Random) -> dict[str, list[float]]:
    """Each bot's ratings when the deals are drawn again: matches of one deal belong together.

    Where one bot won every match there is nothing to draw; its share comes from Jeffreys' posterior instead.
    """
    sure = one_sided(row for rows in per_deal for row in rows)
    open_rows = [[r for r in rows if (r[0], r[1]) not in sure and (r[1], r[0]) not in sure] for rows in per_deal]
    drawn: dict[str, list[float]] = {bot: [] for bot in bots}
    for _ in range(DRAWS):
        sample = [row for rows in rng.choices(open_rows, k=len(open_rows)) for row in rows]
        for (winner, loser), games in sure.items():
            share = min(rng.betavariate(games + 0.5, 0.5), 1 - 1e-4)
            sample.append((winner, loser, share * (games + 1) - 0.5, games))
        for bot, value in bradley_terry(sample, bots).items():
            drawn[bot].append(value)
    return drawn


def ratings(results: Sequence[Result], bots: Sequence[str], seed: int = 1) -> list[Rating]:
    """All bots, best first, with intervals."""
    deals: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        deals[result["seed"]].append(result)
    per_deal = [[row for r in group for row in duels(r)] for group in deals.values()]
    elo = bradley_terry((row for rows in per_deal for row in rows), bots)
    drawn = drawn_again(per_deal, bots, random.Random(seed))
    found = []
    for bot in bots:
        values = sorted(drawn[bot])
        scores = [s for r in results for s, b in zip(r["scores"], r["bots"], strict=True) if b == bot]
        games = sum(bot in r["bots"] for r in results)
        low, high = values[int(0.025 * DRAWS)], values[int(0.975 * DRAWS) - 1]
        found.append(Rating(bot, elo[bot], low, high, games, statistics.fmean(scores) if scores else 0.0))
    return sorted(found, key=lambda r: -r.elo)


def by_seat(results: Iterable[Result]) -> dict[str, list[tuple[int, float, float]]]:
    """For each bot and seat: matches, mean score, share of wins."""
    rows: dict[str, dict[int, list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))
    for r in results:
        for seat, bot in enumerate(r["bots"]):
            rows[bot][seat].append((r["scores"][seat], win_share(r, seat)))
    return {
        bot: [
            (len(found), statistics.fmean(s for s, _ in found), statistics.fmean(w for _, w in found))
            for _, found in sorted(seats.items())
        ]
        for bot, seats in rows.items()
    }
