"""The evaluation: worth what the rules say at the end, sensible in between, cheap, and blind to nothing it needs."""

from __future__ import annotations

import random
from itertools import pairwise

import battery
import pytest

from machinehall.bots import make_bot, run_match
from machinehall.kernel.frames import NOTHING
from machinehall.kernel.match import Match
from machinehall.kernel.plain_state import put
from machinehall.titles.nucleum.judge import evaluation
from machinehall.titles.nucleum.judge.evaluation import (
    ALL_STAGES,
    ALONE,
    AMONG_PLAYERS,
    TERMS,
    barons_worth,
    evaluate,
    in_pool,
    reasons,
    row_at,
    stage,
    terms,
    weights,
)
from machinehall.titles.nucleum.judge.pending import carried_out, recharged
from machinehall.titles.nucleum.judge.progress import barons_turns, nearing, progress, supplies, turns_left
from machinehall.titles.nucleum.lookup import bits
from machinehall.titles.nucleum.rules.end_of_game import LAST_TURNS
from machinehall.titles.nucleum.rules.final_scoring import score_steps
from nucleum.scene import TITLE, Scene, T


def test_weights_fit_the_terms() -> None:
    for table in (AMONG_PLAYERS, ALONE):
        assert list(weights(table)) == ALL_STAGES
        assert all(len(row) == len(TERMS) for row in weights(table).values())


def test_alone_an_experiment_is_worth_what_it_usually_brings() -> None:
    """Only against the Baron, where matches have shown a difference."""
    first, last = TERMS.index("Experiment A"), TERMS.index("Experiment D")
    state = Match(TITLE, 1, 1).state
    for chosen in range(len(T.experiments)):
        state.experiment = put(state.experiment, 0, chosen)
        assert [k for k, x in enumerate(terms(T, state, 0)[first : last + 1]) if x] == [chosen]
    for row in weights(ALONE).values():
        assert max(row[first : last + 1]) == row[TERMS.index("Experiment C")] > row[first]
    assert not any(any(row[first : last + 1]) for row in weights(AMONG_PLAYERS).values())


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
            seen.add(stage(T, state, 0))
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
    assert stage(T, state, 0) == ALL_STAGES[0] and stage(T, state, 1) == ALL_STAGES[2]


@pytest.mark.rule("NU-23.55")
def test_alone_the_queue_of_the_baron_tells_how_late_it_is() -> None:
    rng = random.Random(4)
    state = TITLE.start(1, rng=rng)
    seen = []
    while state.stack and not state.closing:
        seen.append(turns_left(T, state))
        TITLE.apply(state, 0, rng.choice(TITLE.legal(state, 0)))
        TITLE.deal(state, rng)
    assert seen[-1] < 8 < 20 < seen[0] and len(set(seen)) > 10
    assert progress(T, state, 0) == len(ALL_STAGES) - 1 and stage(T, state, 0) == ALL_STAGES[-1]
    before = state.clone()
    before.closing, before.recharges = 0, [9, 2]
    assert 2 < progress(T, before, 0) < len(ALL_STAGES) - 1


@pytest.mark.rule("NU-23.60")
def test_alone_it_is_late_too_when_the_conditions_of_the_end_are_near() -> None:
    """Two of the four are enough: the second furthest counts. The Baron's contracts bring it nearer as well."""
    state = TITLE.start(1, rng=random.Random(4))
    assert nearing(T, state) == 0
    state.vp[0] = T.n.vp_flag // 2
    assert nearing(T, state) == 0
    state.tiles_left = supplies(T, state.players)[0] // 4
    assert nearing(T, state) == pytest.approx(0.5)
    assert progress(T, state, 0) == pytest.approx((len(ALL_STAGES) - 1) / 2)
    state.silver_left = state.gold_left = 0
    assert nearing(T, state) == pytest.approx(1 - state.tiles_left / supplies(T, state.players)[0])


@pytest.mark.rule("NU-17.4")
def test_a_baron_is_worth_what_he_scores_and_what_his_turns_bring() -> None:
    rng = random.Random(4)
    state = TITLE.start(1, rng=rng)
    begun = barons_worth(T, state)[0]
    while state.stack:
        if state.closing == 1:
            assert barons_turns(T, state) == 2
        TITLE.apply(state, 0, rng.choice(TITLE.legal(state, 0)))
        TITLE.deal(state, rng)
    (baron,) = TITLE.score(T, state).automata
    assert barons_worth(T, state) == [baron.score] and barons_turns(T, state) == 0
    assert 120 < begun < 220, "about what he scores in the end"


def test_weights_between_two_stages() -> None:
    """Half-way from one stage to the next a thing is worth what lies half-way."""
    rng = random.Random(4)
    state = TITLE.start(1, rng=rng)
    while progress(T, state, 0) <= 1:
        TITLE.apply(state, 0, rng.choice(TITLE.legal(state, 0)))
        TITLE.deal(state, rng)
    far = progress(T, state, 0) - 1
    assert 0 < far < 1
    first, second = (weights(ALONE)[name] for name in ALL_STAGES[1:3])
    mixed = [a * (1 - far) + b * far for a, b in zip(first, second, strict=True)]
    assert row_at(T, state, 0) == pytest.approx(mixed)


def test_in_the_last_turn_only_points_count() -> None:
    state = Scene("RB").s
    state.stack, state.closing = [("turn", 0, NOTHING)], LAST_TURNS
    assert evaluate(T, state, 0) == sum(score_steps(T, state, 0).values()) == sum(reasons(T, state, 0).values())


def test_the_last_tiles_are_worth_most() -> None:
    """Whoever has one tile recharges every other turn: a second one saves more turns than a ninth."""
    share = TERMS.index("turns with a tile between Recharges, as a share of all")
    state = Scene("RB").s
    worth = []
    for tiles in range(10):
        state.pool[0], state.row[0] = (1 << tiles) - 1, 0
        worth.append(terms(T, state, 0)[share])
    gains = [b - a for a, b in pairwise(worth)]
    assert gains == sorted(gains, reverse=True) and gains[-1] > 0
    assert all(row[share] > 0 for row in weights().values())


def test_what_is_better_is_worth_more() -> None:
    plain = Scene("RB").s
    plain.stack = [("turn", 0, NOTHING)]
    base = evaluate(T, plain, 0)
    for name, amount in (("thaler", 3), ("supply", 1), ("vp", 4), ("achievement", 5)):
        richer = plain.clone()
        row = getattr(richer, name)
        setattr(richer, name, type(row)([row[0] + amount, *row[1:]]))
        assert evaluate(T, richer, 0) > base, name
    for track in range(3):
        richer = plain.clone()
        richer.income = put(richer.income, track, richer.income[track] + 4)
        assert evaluate(T, richer, 0) > base


def test_actions_of_a_pool() -> None:
    for experiment in range(len(T.experiments)):
        pool = T.starting_tiles[experiment]
        counted = in_pool(T, pool)
        directives = sum(T.directive[tile] for tile in bits(pool))
        assert directives == 1 and sum(counted) == 2 * (pool.bit_count() - directives) + 5 * directives
    assert sum(in_pool(T, 0)) == 0


def test_the_apprentice_beats_chance() -> None:
    """One whole match; the arena has the figures (docs/bots-results.md)."""
    match = Match(TITLE, 2, seed=8)
    run_match(match, [make_bot("apprentice", TITLE, "1"), make_bot("random", TITLE, "2")])
    assert match.outcome is not None
    assert match.outcome.scores[0] > match.outcome.scores[1] + 30
    assert evaluation.evaluate(T, match.state, 0) == match.outcome.scores[0]
