"""Random play: short lists, no dead ends, actions offered exactly when they can be carried out."""

from __future__ import annotations

import random

import battery
import pytest
from proof_plugin import count_matches

from machinehall.titles.nucleum.rules.subsidies import DIRECT
from machinehall.titles.nucleum.rules.turn import POSSIBLE
from nucleum.scene import TITLE, T

LONGEST_LIST = 400


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_list_exceeds_a_few_hundred(seats: int) -> None:
    longest = 0
    for seed in range(40, 52):
        for state, _, _ in battery.walk(TITLE, seats, seed):
            longest = max(longest, len(TITLE.legal(state)))
    assert longest <= LONGEST_LIST
    count_matches(12)


@pytest.mark.rule("NU-7.1", "NU-8.9")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_action_is_possible_exactly_if_it_has_a_choice(seats: int) -> None:
    """Every half of every tile, and the Directive's choices, in positions of random matches."""
    rng = random.Random(seats)
    halves = {half for half in T.half if half[0]} | set(T.directive_half)
    frames = sorted(half for half in halves if half[0] not in DIRECT)
    for seed in range(3):
        for number, (state, _, _) in enumerate(battery.walk(TITLE, seats, 60 + seed)):
            if number % 9 or min(state.experiment) < 0:
                continue
            seat = rng.randrange(seats)
            for kind, args in frames:
                offers = TITLE.decisions[kind].offers(T, state, seat, args)
                assert POSSIBLE[kind](T, state, seat, args) == bool(offers), (kind, args)
    count_matches(3)


@pytest.mark.rule("NU-17.1", "NU-17.4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_matches_end_by_their_conditions(seats: int) -> None:
    """Everybody has equally many turns, and enough conditions are met."""
    for seed in range(70, 76):
        turns = [0] * seats
        final = None
        for state, seat, action in battery.walk(TITLE, seats, seed):
            if state.stack[-1][0] == "turn":
                turns[seat] += 1
            final = (state, action)
        assert final is not None
        assert len(set(turns)) == 1
        assert sum(holder >= 0 for holder in final[0].conditions) >= T.needed[seats]
        assert final[0].closing == 3
    count_matches(6)
