"""What is on the way, as the evaluation sees it."""

from __future__ import annotations

from typing import Any

import battery
import pytest
from engines import plain_only

from machinehall.kernel.plain_state import put
from machinehall.titles.nucleum.judge.map_facts import (
    Remembered,
    benefits,
    buildings,
    map_key,
    map_number,
    promises,
    standing,
)
from machinehall.titles.nucleum.judge.outlook import best_beyond, between, end_goal, on_the_way, spaces_beyond, ultimate
from machinehall.titles.nucleum.lookup import bits
from machinehall.titles.nucleum.rules.final_scoring import milestone_counts, milestone_points
from machinehall.titles.nucleum.state import TRACKS, State
from nucleum.scene import TITLE, Scene, T


@pytest.mark.rule("NU-16.5")
def test_a_space_on_the_way_counts_by_the_share_of_its_tokens() -> None:
    further = [k for k in range(1, len(T.space_value)) if T.space_value[k] > 8]
    found = dict(zip(further, spaces_beyond(T, 8, 0), strict=True))
    sixteen = T.space_value.index(16)
    segment, share = found[sixteen]
    assert segment == T.space_segment[sixteen] and share == T.multiplier[T.space_tier[sixteen]] / 2
    marked = spaces_beyond(T, 8, 1 << sixteen)
    tier = [k for k in found if T.space_tier[k] == T.space_tier[sixteen]]
    assert len(tier) > 1 and len(marked) == len(found) - len(tier), "a tier takes one marker"
    shares = [max([share for at, share in marked if at == segment], default=0.0) for segment in range(len(T.segments))]
    assert best_beyond(T, 8, 1 << sixteen) == shares


@pytest.mark.rule("NU-21.2")
def test_the_ultimate_technology_counts_on_the_way_to_its_thresholds() -> None:
    steps = ((0, 0), (5, 4), (7, 10), (9, 21))
    assert [between(steps, count) for count in (0, 5, 6, 8, 9, 12)] == [
        (0, 0),
        (4, 4),
        (7, 4),
        (15.5, 10),
        (21, 21),
        (21, 21),
    ]
    state = Scene("RB").s
    state.experiment = put(state.experiment, 0, next(k for k, techs in enumerate(T.board_techs) if any_rails(techs)))
    tech, thresholds = end_goal(T, state.experiment[0])
    for space in range(thresholds[1][0] // 2):
        state.rail_owner = put(state.rail_owner, space, 0)
    hoped, reached = ultimate(T, state, 0)
    assert hoped == thresholds[1][1] / 2 and reached == 0
    counts = milestone_counts(T, state, 0)
    for unlocked, place in ((0, -2), (1 << tech, -3)):
        state.tech = put(state.tech, 0, unlocked)
        assert on_the_way(T, state, 0, counts, hoped, reached, 0.0)[place] == hoped


def any_rails(techs: int) -> bool:
    return any(T.tech_effect[k].get("count") == "own_railway_tiles" for k in bits(techs))


@pytest.mark.rule("NU-18.7")
def test_steps_on_the_last_spaces_of_the_income_tracks() -> None:
    state = Scene("RB").s
    counts = milestone_counts(T, state, 0)
    state.income = (1, T.last_space, T.last_space - 5, *state.income[TRACKS:])
    assert on_the_way(T, state, 0, counts, 0.0, 0, 0.0)[-1] == 6 + 1


@pytest.mark.rule("NU-18.2")
def test_counts_that_are_known_already_are_used() -> None:
    state = Scene("RB").s
    state.milestone = tuple(range(len(state.milestone)))
    space = next(k for k in range(1, len(T.space_value)) if T.space_segment[k] == 1)
    state.markers = put(state.markers, 0, 1 << space)
    counts = [0, 3, 0, 0]
    assert milestone_points(T, state, 0, counts) == 3 * T.multiplier[T.space_tier[space]]
    assert milestone_points(T, state, 0) == milestone_points(T, state, 0, milestone_counts(T, state, 0))


def test_benefits_of_a_building() -> None:
    found = {tuple(sorted(gain)): benefits(T, piece) for piece, gain in enumerate(T.piece_benefit)}
    assert found[("tech",)][0] > 0 == found[("tech",)][1]
    assert found[("worker_income",)][0] == 0 < found[("worker_income",)][1]


class Watched:
    """A position that notes which fields are looked at."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.seen: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        self.seen.add(name)
        return getattr(self.state, name)


@plain_only
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_what_is_remembered_depends_on_its_key_alone(seats: int) -> None:
    """Every field that a fact looks at is in its key; and what is remembered is what would be worked out again."""
    facts: list[Remembered[Any]] = [standing, buildings, promises]
    looked = 0
    for number, (state, _, _) in enumerate(battery.walk(TITLE, seats, 70 + seats)):
        if number % 5 or min(state.experiment[:seats]) < 0:
            continue
        for fact in facts:
            named, read = Watched(state), Watched(state)
            map_key(named, 0), fact.key(named, 0)  # type: ignore[arg-type]
            fresh = fact.work(T, read, 0)  # type: ignore[arg-type]
            assert read.seen <= named.seen, read.seen - named.seen
            assert fact.of(T, state, 0, map_number(T, state, 0)) == fresh
            looked += 1
    assert looked > 100
