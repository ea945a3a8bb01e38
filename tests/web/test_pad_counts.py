"""What a score pad works out from what people count is what the rules of each title give."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import pytest

import machinehall as mh
from machinehall.kernel.parts import Worth
from machinehall.titles.nucleum.rules.final_scoring import best_conversion
from machinehall.titles.promethium.state import SEATS
from machinehall.words import Titled, languages, say


def points(worths: Sequence[Worth], counts: Sequence[int]) -> int:
    """As the page adds up (`pad.js`)."""
    found = rest = 0
    for worth, count in zip(worths, counts, strict=True):
        whole, left = divmod(rest + count, worth.per)
        found, rest = found + whole * worth.points, left if worth.rest else 0
    return found


def worth_of(name: str, automaton: bool = False) -> tuple[Any, Mapping[str, Sequence[Worth]]]:
    title = mh.title(name)
    assert title.looks.worth is not None
    return title, title.looks.worth(title.lookup, automaton)


@pytest.mark.rule("NU-18.5", "NU-5.2")
def test_left_over_resources_of_nucleum_are_converted_as_is_best() -> None:
    title, worths = worth_of("nucleum")
    assert points(worths["score.resources"], (3, 2, 11)) == 4
    for uranium, workers, thaler in product(range(7), range(8), range(24)):
        best = best_conversion(title.lookup, thaler, workers, 18 - workers, uranium)
        assert points(worths["score.resources"], (uranium, workers, thaler)) == best, (uranium, workers, thaler)


@pytest.mark.rule("NU-23.62", "NU-EX-22")
def test_the_baron_counts_as_in_the_printed_example() -> None:
    _, worths = worth_of("nucleum", automaton=True)
    assert points(worths["score.milestones"], (1, 3, 3, 2)) == 2 + 12 + 18 + 16
    assert points(worths["score.resources"], (7, 4)) == 11


@pytest.mark.rule("PR-10.2")
def test_promethium_counts_what_is_left() -> None:
    title, worths = worth_of("promethium")
    state = title.start(2, None, random.Random(1))
    base = SEATS * len(title.lookup.elements)
    minerals = [state.elements[base + k] for k in title.lookup.minerals]
    (steps, _) = title.score(title.lookup, state).breakdown
    assert points(worths["score.minerals"], minerals) == steps["score.minerals"]
    assert points(worths["score.lobby"], [state.lobby[0]]) == steps["score.lobby"]
    assert points(worths["score.promethium"], [state.promethium[0]]) == steps["score.promethium"]


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", ["nucleum", "promethium", "imperial-steam"])
def test_what_is_counted_has_a_name_and_a_row(name: str, lang: str) -> None:
    title = mh.title(name)
    rows = title.score(title.lookup, title.start(title.seats[0], None, random.Random(0)))
    for automaton, steps in ((False, rows.breakdown[0]), *((True, each.breakdown) for each in rows.automata)):
        for step, worths in worth_of(name, automaton)[1].items():
            assert step in steps
            assert all(Titled(name, say(lang)).has(worth.what) for worth in worths), worths
