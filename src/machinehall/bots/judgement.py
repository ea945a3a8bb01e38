"""What may be expected of a position, whoever says it: a net, a fitted model, an evaluation, or the end itself."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from machinehall.kernel.values import Outcome


@dataclass(frozen=True, slots=True)
class Judgement:
    """What may be expected of a position."""

    points: tuple[tuple[float, ...], ...]
    """For each seat: final points by the judge's sources."""
    deviation: tuple[float, ...]
    """For each seat: how far its final score usually lies from what is expected."""
    win: tuple[float, ...]
    """For each seat: the chance that it ends first."""
    automata: tuple[float, ...] = ()
    """Final scores of opponents that nobody plays."""

    def score(self, seat: int) -> float:
        return sum(self.points[seat])

    def best_other(self, seat: int) -> float:
        """The score that a seat is measured by; 0 where there is nobody else.

        The best of several ends higher than each of them is expected to: who it will be is not known yet.
        """
        others = [(sum(row), self.deviation[k]) for k, row in enumerate(self.points) if k != seat]
        return expected_best([*others, *((score, 0.0) for score in self.automata)])

    def lead(self, seat: int) -> float:
        return self.score(seat) - self.best_other(seat)


def expected_best(scores: Sequence[tuple[float, float]]) -> float:
    """What the highest of some scores may be expected to be, each with its mean and deviation (Clark 1961)."""
    if not scores:
        return 0.0
    best, variance = scores[0][0], scores[0][1] ** 2
    for mean, deviation in scores[1:]:
        apart = math.sqrt(variance + deviation**2)
        if not apart:
            best = max(best, mean)
            continue
        far = (best - mean) / apart
        above, at = math.erfc(-far / math.sqrt(2)) / 2, apart * math.exp(-far * far / 2) / math.sqrt(2 * math.pi)
        higher = best * above + mean * (1 - above) + at
        squares = (best**2 + variance) * above + (mean**2 + deviation**2) * (1 - above) + (best + mean) * at
        best, variance = higher, max(0.0, squares - higher**2)
    return best


def at_the_end(sources: Sequence[str], outcome: Outcome) -> Judgement:
    """When it is over nothing is expected any more: it is known."""
    winners = [place == 1 for place in outcome.places]
    shared = 1 / max(1, sum(winners))
    return Judgement(
        tuple(tuple(float(steps.get(source, 0)) for source in sources) for steps in outcome.breakdown),
        (0.0,) * len(outcome.scores),
        tuple(shared if won else 0.0 for won in winners),
        tuple(float(opponent.score) for opponent in outcome.automata),
    )


def mean_judgement(found: Sequence[Judgement], weights: Sequence[int] | None = None) -> Judgement:
    """Of several, number by number."""

    def mean(values: Iterable[Sequence[float]]) -> tuple[float, ...]:
        return tuple(fmean(column, weights) for column in zip(*values, strict=True))

    return Judgement(
        tuple(mean(rows) for rows in zip(*(each.points for each in found), strict=True)),
        mean(each.deviation for each in found),
        mean(each.win for each in found),
        mean(each.automata for each in found),
    )
