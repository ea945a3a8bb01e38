"""The scripted player: it plays from views, and gets to Trieste."""

from __future__ import annotations

import random
from typing import Any

import pytest

import machinehall as mh
from imperial_steam.scene import TITLE, Scene, T
from machinehall.bots import make_bots, run_match
from machinehall.titles.imperial_steam.judge.evaluation import evaluate, way
from machinehall.titles.imperial_steam.judge.racer import Racer


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_racers_play_to_the_end(seats: int) -> None:
    match = mh.new_match("imperial-steam", seats, seed=seats, options={"setup": seats - 2, "hidden_money": 1})
    run_match(match, [Racer(TITLE, seat) for seat in range(seats)])
    assert match.outcome is not None


def test_trieste_is_within_reach() -> None:
    """Two of three scripted matches are expected to get there; one of four must."""
    reached = 0
    for seed in range(4):
        match = mh.new_match("imperial-steam", 3, seed=seed, options={"setup": 0})
        run_match(match, [Racer(TITLE, f"{seed}/{seat}") for seat in range(3)])
        assert match.outcome is not None
        reached += match.outcome.reason == "end.trieste"
    assert reached


def test_races_with_stumbles_hold_all_laws(count_matches: Any) -> None:
    """Random play hardly ever gets to Trieste; racers who now and then do anything at all play the whole game."""
    ends = []
    for seed in range(8):
        rng = random.Random(seed)
        seats = 2 + seed % 3
        state = TITLE.start(seats, {"setup": seed % 3}, rng)
        bots = [Racer(TITLE, f"{seed}/{i}") for i in range(seats)]
        while to_act := TITLE.to_act(state):
            legal = TITLE.legal(state, to_act[0])
            steady = len(legal) > 1 and rng.random() < 0.93
            view = TITLE.view(state, to_act[0])
            TITLE.apply(state, to_act[0], bots[to_act[0]].choose(view, legal) if steady else rng.choice(legal))
            assert TITLE.laws(T, state) == []
        outcome = TITLE.outcome(state)
        assert outcome is not None
        ends.append(outcome.reason)
        assert sum(steps["score.routes"] for steps in outcome.breakdown) == 0, "what one pays another gets"
        for seat, steps in enumerate(outcome.breakdown):
            home = T.network(state.tracks[seat]) & T.goal_bit
            assert steps["score.routes"] >= 0 or (state.contracts[seat] and not home)
            assert steps["score.dividends"] <= 0 and (steps["score.dividends"] == 0 or state.dividends[seat])
    assert "end.trieste" in ends
    count_matches(8)


def test_the_way_is_the_cheapest_one() -> None:
    scene = Scene("RV").crowned()
    links = way(T, 0, tuple(scene.s.tile), 0)
    assert len(links) == 8
    ends = [set(T.ends[link]) for link in links]
    assert T.start in ends[0] and T.goal in ends[-1]


def test_the_apprentice_plays_a_round() -> None:
    match = mh.new_match("imperial-steam", 2, seed=3, options={"setup": 0})
    bots = make_bots(["apprentice"], TITLE, 2, 3)
    while match.state.round < 2:
        seat = match.to_act[0]
        match.play(bots[seat].choose(match.view(seat), match.legal(seat), None), seat)  # type: ignore[arg-type]
    assert evaluate(T, match.state, 0) > 0


def test_a_better_position_is_worth_more() -> None:
    poor, rich = Scene("RV").turn("R"), Scene("RV").player("R", money=200, engineers="bridge").turn("R")
    assert evaluate(T, rich.s, 0) > evaluate(T, poor.s, 0)
