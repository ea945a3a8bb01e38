"""The learning interfaces: the libraries' own conformance tests, and that they show what the engine says."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest

import machinehall as mh
from machinehall.kernel.rows import (
    NO_NUMBER,
    NO_SEAT,
    as_row,
    by_seat,
    flags,
    placed,
    seat_order,
    shifted,
    signed,
    standing_row,
)
from machinehall.learn.batch import Batch
from machinehall.learn.table import NotLegal, Table, open_mask, payoffs

TABLES = [
    pytest.param(name, seats, id=f"{name}-{seats}")
    for name, title in mh.titles().items()
    for seats in {title.seats[0], title.seats[1]}
]
on_tables = pytest.mark.parametrize(("name", "seats"), TABLES)
quiet = pytest.mark.filterwarnings("default")
"""The libraries' tests warn about matters of taste; their assertions still fail."""


@on_tables
@quiet
def test_pettingzoo_api(name: str, seats: int) -> None:
    from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

    from machinehall.learn.aec import MatchEnv

    api_test(MatchEnv(name, seats), num_cycles=120)
    seed_test(lambda: MatchEnv(name, seats), num_cycles=40)


@on_tables
@quiet
def test_pettingzoo_parallel_api(name: str, seats: int) -> None:
    from pettingzoo.test import parallel_api_test, parallel_seed_test

    from machinehall.learn.parallel import ParallelMatchEnv

    parallel_api_test(ParallelMatchEnv(name, seats), num_cycles=120)
    parallel_seed_test(lambda: ParallelMatchEnv(name, seats), num_cycles=40)


@on_tables
@quiet
def test_gymnasium_check(name: str, seats: int) -> None:
    from gymnasium.utils.env_checker import check_env

    from machinehall.learn.single import SeatEnv

    env = SeatEnv(name, seats, bots=["random"], seat=seats - 1)
    check_env(env, skip_render_check=True)  # pictures are looked at in test_environments
    shown, info = env.reset(seed=3)
    rng, ended, reward = random.Random(1), False, 0.0
    while not ended:
        assert (shown["action_mask"] == info["action_mask"]).all()
        shown, reward, ended, _, info = env.step(rng.choice(np.flatnonzero(shown["action_mask"]).tolist()))
    outcome = env.table.title.outcome(env.table.state)
    assert outcome is not None and reward == payoffs(outcome.places)[seats - 1]


@pytest.mark.parametrize("seats", ["fewest", pytest.param("most", marks=pytest.mark.long)])
@pytest.mark.parametrize("name", list(mh.titles()))
@quiet
def test_openspiel_random_sim(name: str, seats: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import machinehall.learn.openspiel  # noqa: F401

    players = mh.title(name).seats[seats == "most"]
    game = pyspiel.load_game("machinehall", {"title": name, "players": players})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@on_tables
@quiet
def test_openspiel_copies_and_serialises(name: str, seats: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import machinehall.learn.openspiel  # noqa: F401

    game = pyspiel.load_game("machinehall", {"title": name, "players": seats})
    state, rng = game.new_initial_state(), random.Random(4)
    for _ in range(150):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    text = pyspiel.serialize_game_and_state(game, state)
    _, again = pyspiel.deserialize_game_and_state(text)
    copy = state.clone()
    assert str(again) == str(state) == str(copy)
    assert copy.observation_string(0) == state.observation_string(0)
    copy.apply_action(copy.legal_actions()[0])
    assert str(again) == str(state) != str(copy)


@on_tables
def test_a_batch_plays_what_the_engine_plays(name: str, seats: int) -> None:
    """Match i of a batch is the same match played by hand with the same choices."""
    batch, rng = Batch(name, seats, count=3, seed=5), random.Random(2)
    title = mh.title(name)
    mine: list[Any] = []
    for i in range(3):
        deal = random.Random(f"5/{i}")
        mine.append((title.start(seats, {}, deal), deal))
    finished = 0
    while finished < 3:
        numbers = [rng.choice(np.flatnonzero(row).tolist()) for row in batch.mask]
        for i, (state, deal) in enumerate(mine):
            seat = min(title.to_act(state))
            assert batch.seat[i] == seat
            assert (batch.observation[i] == title.encode(state, seat)).all()
            assert (batch.mask[i] == title.mask(state, seat)).all()
            assert [title.action_index(a) for a in batch.legal[i]] == [
                title.action_index(a) for a in title.legal(state, seat)
            ]
            title.apply(state, seat, title.action_at(numbers[i]))
            title.deal(state, deal)
        batch.step(numbers)
        for i, (state, deal) in enumerate(mine):
            outcome = title.outcome(state)
            assert batch.done[i] == (outcome is not None)
            if outcome is not None:
                assert batch.reward[i] == pytest.approx(payoffs(outcome.places))
                mine[i] = (title.start(seats, {}, deal), deal)
                finished += 1


@on_tables
def test_what_an_observer_keeps_is_never_out_of_date(name: str, seats: int) -> None:
    """One observer asked all through two matches in turn, at different tables, sees what a fresh one sees."""
    title, rng = mh.title(name), random.Random(3)
    kept = title.observer()
    states = [title.start(seats, {}, rng), title.start(title.seats[1], {}, rng)]
    while all(state.stack for state in states):
        for state in states:
            seat = min(title.to_act(state))
            for watcher in {seat, rng.randrange(state.seats)}:
                assert kept(state, watcher) == title.observer()(state, watcher)
            title.apply(state, seat, rng.choice(title.legal(state, seat)), check=False)
            title.deal(state, rng)


def test_numbers_are_written_in_order() -> None:
    assert seat_order(7, 2, 2, 1, 3) == [9, 10, 7, 8, NO_NUMBER, NO_NUMBER]
    assert signed([-1, 0, 127]) == NO_SEAT + bytes([0, 127])
    assert by_seat(b"aabbcc", 2, 1, 4) == b"bbccaa\0\0"
    assert shifted([]) == b"" and shifted((-5, -1, 0, 127)) == bytes([0, 0, 1, 128])
    assert shifted([-5, 128, 254, 300]) == bytes([0, 129, 255, 255]), "what is no signed byte is written too"


def test_sets_add_up_to_rows() -> None:
    assert flags(0b1101, 3) == b"\1\0\1" and flags(0, 2) == b"\0\0" and flags(3, 0) == b""
    assert as_row(placed([1, 7], [0, 0], 0, [0b101, 0b10]), 4) == b"\1\7\1\0"
    assert standing_row([258, 3], [-258, 3]) == bytes([1, 2, 0, 3, 1, 1, 2, 0, 0, 3])


def test_things_are_placed_as_the_sets_are_now() -> None:
    """Whatever the sets were before."""
    rng, codes, before, total = random.Random(1), [3, 1, 200, 4, 5], [0] * 5, 0
    where = [rng.randrange(6) for _ in range(70)]
    for _ in range(100):
        for _ in range(rng.randrange(4)):
            where[rng.randrange(70)] = rng.randrange(6)
        sets = [sum(1 << thing for thing, at in enumerate(where) if at == i) for i in range(5)]
        total = placed(codes, before, total, sets)
        assert as_row(total, 70) == bytes([0 if at == 5 else codes[at] for at in where])
        before = sets


@pytest.mark.parametrize("name", list(mh.titles()))
def test_masks_are_truths(name: str) -> None:
    """numpy searches them ten times as fast as numbers; each is the reader's own."""
    table, batch = Table(name, 2), Batch(name, 2, count=2)
    table.reset(1)
    masks = [table.mask(table.seat), table.title.mask(table.state, table.seat), open_mask(table.title), batch.mask]
    assert all(mask.dtype == np.bool_ and mask.flags.writeable for mask in masks)
    masks[0][:] = False
    assert masks[1].any() and masks[2].all() and table.mask(table.seat).any()


@on_tables
def test_what_the_mask_does_not_allow_changes_nothing(name: str, seats: int) -> None:
    table = Table(name, seats)
    table.reset(1)
    before = table.title.to_json(table.state)
    wrong = int(np.flatnonzero(table.mask(table.seat) == 0)[0])
    with pytest.raises(NotLegal):
        table.step(wrong)
    batch = Batch(name, seats, count=2)
    with pytest.raises(ValueError, match="not legal"):
        batch.step([int(np.flatnonzero(row == 0)[0]) for row in batch.mask])
    assert table.title.to_json(table.state) == before


def test_payoffs_are_fair() -> None:
    assert payoffs((1, 2, 3, 4)) == pytest.approx((1, 1 / 3, -1 / 3, -1))
    assert payoffs((1, 1)) == (0, 0)
    assert payoffs((1,)) == (1,) and payoffs((2,)) == (-1,)
    assert sum(payoffs((1, 1, 3))) == pytest.approx(0)


@pytest.mark.parametrize("name", list(mh.titles()))
def test_every_number_is_documented(name: str) -> None:
    from machinehall.learn.document import action_rows, block_rows, observation_rows

    title = mh.title(name)
    rows, blocks = observation_rows(title), block_rows(title)
    assert [row["index"] for row in rows] == list(range(sum(size for _, size in title.minds.feature_names)))
    assert blocks[-1][1] == len(rows) - 1
    for block, size in title.minds.feature_names:
        parts = title.minds.feature_parts.get(block, ())
        assert size == 1 or (len(set(parts)) == size and all(parts)), f"{block}: every number has a word of its own"
    names = {block for block, _ in title.minds.feature_names}
    coded = {block for block in names if re.search(r"(tile|card|contract|building) plus one|asked", block)}
    assert coded <= set(title.minds.feature_codes) <= names
    assert [row["action"] for row in action_rows(title)] == title.actions.texts


@on_tables
def test_no_number_goes_beyond_its_codes(name: str, seats: int) -> None:
    """What a block of codes shows in a random match has a word."""
    title, rng = mh.title(name), random.Random(6)
    table = Table(title, seats)
    table.reset(6)
    most: dict[str, int] = {}
    words = title.minds.feature_codes["decision asked of this seat, 0 for none"]
    told = {word.split(" ")[0] for word in words if "(" in word}
    while not table.over:
        row, at = table.observation(table.seat), 0
        kind, args = title.decision(table.state, table.seat) or ("", ())
        assert not args or kind in told, f"{kind}: its arguments {args} are told"
        for block, size in title.minds.feature_names:
            if block in title.minds.feature_codes:
                most[block] = max(most.get(block, 0), int(row[at : at + size].max()))
            at += size
        table.step(title.action_index(rng.choice(table.legal(table.seat))))
    assert {block: n for block, n in most.items() if n >= len(title.minds.feature_codes[block])} == {}
