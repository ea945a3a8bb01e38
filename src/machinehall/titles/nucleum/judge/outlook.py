"""What is on the way: facts for the evaluation that look further than the present turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from machinehall.titles.nucleum.lookup import Lookup, bits
from machinehall.titles.nucleum.rules import final_scoring
from machinehall.titles.nucleum.state import TRACKS, State

STRETCH: Final = 6
"""Spaces at the end of an income track that count as the way to its points (NU-18.7)."""


def on_the_way(
    t: Lookup, s: State, seat: int, counts: Sequence[int], hoped: float, reached: int, tiles: float
) -> list[float]:
    """Markers, milestone tiles, the ultimate technology unlocked and locked, the ends of the income tracks."""
    best = 0.0
    for segment, share in enumerate(best_beyond(t, s.achievement[seat], s.markers[seat])):
        best = max(best, counts[segment] * share)
    steps, first = 0, t.last_space - STRETCH
    for track in range(TRACKS * seat, TRACKS * seat + TRACKS):
        steps += max(0, s.income[track] - first)
    unlocked = s.tech[seat] >> end_goal(t, s.experiment[seat])[0] & 1
    last = (hoped - reached, 0.0) if unlocked else (0.0, hoped)
    return [best, tiles, *last, steps]


@lru_cache(maxsize=10_000)
def best_beyond(t: Lookup, total: int, markers: int) -> list[float]:
    """The most that a space beyond the tokens multiplies what the tile of its segment counts; 0 where there is none."""
    found = [0.0] * len(t.segments)
    for segment, share in spaces_beyond(t, total, markers):
        found[segment] = max(found[segment], share)
    return found


def spaces_beyond(t: Lookup, total: int, markers: int) -> list[tuple[int, float]]:
    """Spaces that the tokens do not reach yet: segment, and multiplier by the share of the tokens (NU-16.5)."""
    return [
        (t.space_segment[k], t.multiplier[t.space_tier[k]] * total / t.space_value[k])
        for k in range(1, len(t.space_value))
        if not markers & t.tier_mask[t.space_tier[k]] and t.space_value[k] > total
    ]


@lru_cache(maxsize=4)
def usual_multiplier(t: Lookup) -> list[float]:
    """For each segment the mean multiplier of its spaces."""
    found: list[list[int]] = [[] for _ in t.segments]
    for k in range(1, len(t.space_value)):
        found[t.space_segment[k]].append(t.multiplier[t.space_tier[k]])
    return [sum(row) / len(row) for row in found]


def ultimate(t: Lookup, s: State, seat: int) -> tuple[float, int]:
    """Points of the ultimate technology on the way to the next threshold, and those reached (NU-21.2)."""
    tech, steps = end_goal(t, s.experiment[seat])
    return between(steps, final_scoring.ultimate_count(t, s, seat, t.tech_effect[tech]))


@lru_cache(maxsize=8)
def end_goal(t: Lookup, experiment: int) -> tuple[int, tuple[tuple[int, int], ...]]:
    """The ultimate technology of an Experiment, and its thresholds with their points."""
    tech = next(k for k in bits(t.board_techs[experiment]) if t.tech_kind[k] == "end_goal")
    return tech, ((0, 0), *(tuple(step) for step in t.tech_effect[tech]["steps"]))


@lru_cache(maxsize=1_000)
def between(steps: tuple[tuple[int, int], ...], count: int) -> tuple[float, int]:
    """Points in proportion to the way between two thresholds, and those that are reached."""
    for (low, points), (high, more) in pairwise(steps):
        if count < high:
            return points + (more - points) * (count - low) / (high - low), points
    return float(steps[-1][1]), steps[-1][1]
