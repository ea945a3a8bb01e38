"""The evaluation: worth what the rules say at the end, sensible in between, cheap, and blind to nothing it needs."""

from __future__ import annotations

import random

import battery
import pytest

from machinehall.bots import make_bot, run_match
from machinehall.kernel.match import Match
from machinehall.titles.nucleum import evaluation
from machinehall.titles.nucleum.evaluation import (
    ALL_STAGES,
    TERMS,
    carried_out,
    evaluate,
    in_pool,
    recharged,
    stage,
    terms,
    weights,
)
from machinehall.titles.nucleum.final_scoring import score_steps
from machinehall.titles.nucleum.tables import bits
from nucleum.scene import TITLE, Scene, T


def test_weights_fit_the_terms() -> None:
    assert list(weights()) == ALL_STAGES
    assert all(len(row) == len(TERMS) for row in weights().values())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_position_has_a_value_and_the_last_is_the_score(seats: int) -> None:
    seen = set()
    for number, (state, _, _) in enumerate(battery.walk(TITLE, seats, 30 + seats)):
        if number % 9 == 0 and min(state.experiment) >= 0:
            before = state.clone()
            for seat in range(seats):
                assert len(terms(T, state, seat)) == len(TERMS)
                assert -400 < evaluate(T, state, seat) < 600
            assert state == before, "judging a position leaves it as it is"
            seen.add(stage(state, 0))
        last = state
    assert len(seen) >= 3
    last.stack = []
    assert [evaluate(T, last, k) for k in range(seats)] == [sum(score_steps(T, last, k).values()) for k in range(seats)]


def test_a_started_recharge_is_judged_by_its_end() -> None:
    """Half-way the income is paid and nothing is given up yet; that must not look better than it is."""
    state = TITLE.start(2, rng=random.Random(4))
    while state.stack[-1][0] != "turn":
        seat = TITLE.to_act(state)[0]
        TITLE.apply(state, seat, TITLE.legal(state, seat)[0])
        TITLE.deal(state, random.Random(4))
    seat = TITLE.to_act(state)[0]
    TITLE.apply(state, seat, TITLE.parse("recharge"))
    assert state.stack[-1][0] == "marker"
    done = recharged(T, state, seat)
    assert done.zeros[seat] == 1 and done.recharges[seat] == 1 and not done.row[seat] and not done.achievement[seat]
    TITLE.apply(state, seat, TITLE.parse("marker 0"))
    assert done.zeros == state.zeros and done.pool == state.pool and done.recharges == state.recharges


@pytest.mark.parametrize("seed", [3, 8])
def test_a_building_that_is_being_fuelled_counts_as_powered(seed: int) -> None:
    """Fuel is chosen unit by unit; on the way there the building must not look like money thrown away."""
    rng, found = random.Random(seed), 0
    state = TITLE.start(2, rng=rng)
    while TITLE.to_act(state):
        (seat,) = TITLE.to_act(state)
        legal = TITLE.legal(state, seat)
        kinds = [action.kind for action in legal]
        action = legal[kinds.index("energize")] if "energize" in kinds else rng.choice(legal)
        before = evaluate(T, state, seat)
        if state.stack[-1][0] == "fuel" and "done" in kinds:
            found, action = found + 1, legal[kinds.index("done")]
            begun = carried_out(T, state, seat)
            assert begun.powered.bit_count() == state.powered.bit_count() + 1
            TITLE.apply(state, seat, action)
            after = evaluate(T, carried_out(T, state, seat), seat)
            assert abs(after - before) < 4
        else:
            TITLE.apply(state, seat, action)
        TITLE.deal(state, rng)
    assert found


def test_an_own_recharge_does_not_make_it_later() -> None:
    """What the others do tells how late it is; otherwise whoever puts a Recharge off would seem to have more time."""
    state = Scene("RB").s
    state.recharges = [2, 0]
    assert stage(state, 0) == ALL_STAGES[0] and stage(state, 1) == ALL_STAGES[2]
    alone = TITLE.start(1, rng=random.Random(4))
    alone.recharges = [0, 1]
    assert stage(alone, 0) == ALL_STAGES[1], "alone the Baron tells it"
    alone.closing = 1
    assert stage(alone, 0) == ALL_STAGES[-1]


def test_what_is_better_is_worth_more() -> None:
    plain = Scene("RB").s
    plain.stack = [("turn", 0, ())]
    base = evaluate(T, plain, 0)
    for name, amount in (("thaler", 3), ("supply", 1), ("vp", 4), ("achievement", 5)):
        richer = plain.clone()
        getattr(richer, name)[0] += amount
        assert evaluate(T, richer, 0) > base, name
    for track in range(3):
        richer = plain.clone()
        richer.income[track] += 4
        assert evaluate(T, richer, 0) > base


def test_actions_of_a_pool() -> None:
    for experiment in range(len(T.experiments)):
        pool = T.starting_tiles[experiment]
        counted = in_pool(T, pool)
        directives = sum(T.directive[tile] for tile in bits(pool))
        assert directives == 1 and sum(counted) == 2 * (pool.bit_count() - directives) + 5 * directives
    assert sum(in_pool(T, 0)) == 0


def test_the_apprentice_beats_chance() -> None:
    """One whole match; the arena has the figures (docs/bots.md)."""
    match = Match(TITLE, 2, seed=8)
    run_match(match, [make_bot("apprentice", TITLE, "1"), make_bot("random", TITLE, "2")])
    assert match.outcome is not None
    assert match.outcome.scores[0] > match.outcome.scores[1] + 30
    assert evaluation.evaluate(T, match.state, 0) == match.outcome.scores[0]
