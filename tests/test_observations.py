"""Observations tell all that a seat may know, each number says what it is, and nets get them as floats."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import machinehall as mh
from machinehall.kernel.fields import from_data, to_data, view_data
from machinehall.learn.aliases import Search, some_options, walk
from machinehall.learn.batch import Batch
from machinehall.learn.encode import Encoding
from machinehall.learn.memories import ABSENT, OWN_ACTION, UNKNOWN, Memories
from machinehall.learn.table import Table

TABLES = [
    pytest.param(name, seats, id=f"{name}-{seats}")
    for name, title in mh.titles().items()
    for seats in range(title.seats[0], title.seats[1] + 1)
]
on_tables = pytest.mark.parametrize(("name", "seats"), TABLES)
on_titles = pytest.mark.parametrize("name", list(mh.titles()))


def span(title: mh.Title, block: str) -> slice:
    """Where the block is whose name begins so."""
    places = [number.place for number in title.observation if number.block.startswith(block)]
    assert places, f"no block {block}"
    return slice(places[0], places[-1] + 1)


# Nothing is left out


@on_tables
def test_who_observes_the_same_sees_and_may_do_the_same(name: str, seats: int) -> None:
    """For the decider and for those who wait. The long search is scripts/check/aliases.py."""
    found = Search(mh.title(name), seats).run(3_000, seed=7)
    assert found.pairs >= 3_000 and found.met_again > 20
    assert not found.kinds, "\n".join(map(str, found.aliases))


@pytest.mark.parametrize(
    ("name", "seats", "block", "expected"),
    [
        ("nucleum", 1, "mines by seat and row", "mine_site"),
        ("nucleum", 3, "options of the match", "options"),
        ("promethium", 2, "own cards chosen for discarding", "aside"),
        ("promethium", 3, "tiles chosen", "stack"),
        ("imperial-steam", 3, "own bid plus one", "bids"),
        ("imperial-steam", 2, "open questions", "stack"),
    ],
)
def test_the_search_finds_what_is_left_out(name: str, seats: int, block: str, expected: str) -> None:
    """Without this block there are positions that only look the same."""
    title = mh.title(name)
    own, left_out = title.observer(), span(title, block)
    asked = span(title, "arguments of the decision"), span(title, "decision asked")

    def observe(state: Any, seat: int) -> bytes:
        row = bytearray(own(state, seat))
        for part in (left_out, *(asked if block == "open questions" else ())):
            row[part] = bytes(part.stop - part.start)
        return bytes(row)

    search = Search(title, seats, observe)
    for pairs in range(2_000, 30_001, 2_000):
        search.run(pairs, seed=pairs)
        if any(expected in differs for differs in search.found.kinds):
            return
    pytest.fail(f"not found in {search.found}")


@on_titles
def test_all_open_questions_have_room(name: str) -> None:
    """As many frames and arguments are told as there are when somebody looks."""
    title = mh.title(name)
    rows = span(title, "open questions: what")
    slots = span(title, "open questions: arguments")
    width = (slots.stop - slots.start) // (rows.stop - rows.start)
    cut = {"tiles", "collect"}  # these have blocks of their own
    for seats in range(title.seats[0], title.seats[1] + 1):
        rng = random.Random(seats)
        for state, seat, _ in walk(title, seats, some_options(title, rng), rng):
            if seat < 0:
                continue
            stack = view_data(state, seat, title.domains, title.covers)["stack"]
            frames = [inner for kind, who, args in stack for inner in ([kind, who, args], *(args if who == -3 else ()))]
            assert len(frames) <= rows.stop - rows.start
            assert max(len(args) for kind, who, args in frames if who > -3 and kind not in cut) <= width


def test_large_amounts_are_told_whole() -> None:
    title = mh.title("nucleum")
    state = title.start(2, rng=random.Random(1))
    state.thaler[0], state.thaler[1] = 300, 1023
    row = title.encode(state, 1)
    amounts = row[span(title, "amounts by seat")].reshape(-1, 2, 2)
    assert [int(high) * 256 + int(low) for high, low in amounts[:2, 0]] == [1023, 300]
    title = mh.title("imperial-steam")
    state = title.start(2, rng=random.Random(1))
    state.money[0] = 2567
    assert title.encode(state, 0)[span(title, "amounts by seat")][:2].tolist() == [10, 7]


@on_tables
def test_scores_are_those_of_a_match_that_ends_now(name: str, seats: int) -> None:
    title, rng = mh.title(name), random.Random(4)
    state = title.start(seats, {}, rng)
    at = span(title, "score if the match ended now")
    while state.stack:
        told = title.encode(state, seats - 1)[at].reshape(-1, 3).astype(int)
        now = title.score(title.lookup, state)
        scores = [*now.scores, *(a.score for a in now.automata)]
        turned = scores[seats - 1 :] + scores[: seats - 1]
        shown = [(256 * high + low) * (-1 if below else 1) for below, high, low in told]
        assert shown[: len(scores)] == turned and not any(shown[len(scores) :])
        seat = min(title.to_act(state))
        title.apply(state, seat, rng.choice(title.legal(state, seat)), check=False)
        title.deal(state, rng)


def test_hidden_money_is_not_told_by_bank_or_scores() -> None:
    title = mh.title("imperial-steam")
    state = title.start(3, {"hidden_money": 1}, random.Random(2))
    before = title.encode(state, 0).tolist()
    state.money[1] += 70
    state.bank -= 70
    assert title.encode(state, 0).tolist() == before
    assert title.encode(state, 1).tolist() != before


@on_tables
def test_what_an_observer_keeps_survives_what_positions_go_through(name: str, seats: int) -> None:
    """Positions that are taken back, copied, stored and loaded look to one observer as they look to a fresh one."""
    title, rng = mh.title(name), random.Random(seats)
    observe, looks = title.observer(), 0
    position = title.start(seats, some_options(title, rng), rng)
    earlier = [position.clone()]
    while looks < 400:
        seat = min(title.to_act(position), default=-1)
        chance = rng.random() if seat >= 0 else 1.0
        if chance < 0.9:
            title.apply(position, seat, rng.choice(title.legal(position, seat)), check=False)
            title.deal(position, rng)
        elif chance < 0.95:
            position = from_data(type(position), to_data(position, title.domains), title.domains)
            earlier.append(position.clone())
        else:
            position = rng.choice(earlier).clone()
        for watcher in {rng.randrange(seats), rng.randrange(seats)}:
            looks += 1
            assert observe(position, watcher) == title.observer()(position, watcher)


# What each number is


@on_titles
def test_every_number_says_what_it_is(name: str) -> None:
    title = mh.title(name)
    numbers = title.observation
    assert [number.place for number in numbers] == list(range(title.observation_size))
    for number in numbers:
        assert number.kind in {"flag", "count", "amount", "category"} and number.low == 0 < number.high <= 255
        assert number.kind != "flag" or number.high == 1
        assert not number.codes or len(number.codes) == number.high + 1
        if number.unit == 256:
            rest = numbers[number.place + 1]
            assert (rest.block, rest.kind, rest.unit) == (number.block, "amount", 1)
    assert len({(number.block, number.part) for number in numbers}) == len(numbers), "found again by their words"


@on_tables
def test_no_number_is_outside_its_range(name: str, seats: int) -> None:
    """In random and in eager matches, at tables with all options, for everybody who looks."""
    title, most = mh.title(name), np.zeros(mh.title(name).observation_size, np.uint8)
    observe = title.observer()
    for seed in range(2):
        rng = random.Random(seed)
        for state, seat, _ in walk(title, seats, some_options(title, rng), rng):
            if seat >= 0:
                for watcher in {seat, rng.randrange(seats)}:
                    most = np.maximum(most, np.frombuffer(observe(state, watcher), np.uint8))
    beyond = [(number, int(most[number.place])) for number in title.observation if most[number.place] > number.high]
    assert not beyond


# Floats


@on_titles
def test_an_encoding_holds_all_and_says_what_it_holds(name: str) -> None:
    title = mh.title(name)
    batch, encode = Batch(name, 2, count=8, seed=3), Encoding(name)
    rng = random.Random(1)
    for _ in range(40):
        batch.step([title.action_index(rng.choice(legal)) for legal in batch.legal])
    whole = encode(batch.observation)
    assert whole.shape == (8, encode.size) == (8, len(encode.names)) and whole.dtype == np.float32
    assert (encode(batch.observation[3]) == whole[3]).all(), "one row as many"
    out = np.ones_like(whole)
    assert encode(batch.observation, out) is not None and (out == whole).all()
    assert whole.min() >= 0 and len(set(encode.names)) == encode.size
    first = encode(batch.observation[0])
    for number in title.observation:
        other = batch.observation[0].copy()
        other[number.place] = number.high if other[number.place] != number.high else 0
        assert (encode(other) != first).any(), f"{number} makes a difference"
    with pytest.raises(ValueError, match=r"has \d+ numbers, not 7"):
        encode(np.zeros((2, 7), np.uint8))


def test_each_environment_can_be_encoded() -> None:
    import gymnasium

    import machinehall.learn.ids
    from machinehall.learn.aec import MatchEnv
    from machinehall.learn.encoded import encoded
    from machinehall.learn.single import SeatEnv
    from machinehall.learn.vector import VectorMatchEnv

    assert machinehall.learn.ids.ids()
    one = encoded(gymnasium.make("MachineHall/Promethium-2p-v0"))
    shown, _ = one.reset(seed=1)
    assert shown in one.observation_space and shown["observation"].dtype == np.float32
    assert (one.action_masks() == shown["action_mask"]).all()
    bare = encoded(SeatEnv("promethium", 2, keys=None))
    assert bare.reset(seed=1)[0] in bare.observation_space
    many = encoded(VectorMatchEnv("promethium", 2, num_envs=3, workers=0, max_cycles=2))
    rows, _ = many.reset(seed=1)
    assert rows in many.observation_space
    for _ in range(3):
        rows, _, _, ended, infos = many.step(rows["action_mask"].argmax(axis=1))
        assert rows in many.observation_space
        if ended.any():
            assert infos["final_obs"][0] in many.single_observation_space
    match = encoded(MatchEnv("promethium", 2))
    match.reset(seed=1)
    assert match.observe("seat_1") in match.observation_space("seat_1")
    with pytest.raises(mh.MachineHallError, match="not an environment"):
        encoded(object())


# Memory


@on_titles
def test_a_memory_has_a_row_for_all_that_was_done_and_told(name: str) -> None:
    title, rng = mh.title(name), random.Random(5)
    table = Table(name, 2)
    table.reset(5)
    with pytest.raises(mh.MachineHallError, match="nothing was kept"):
        table.memory(0)
    table.remember = True
    table.reset(5)
    lengths = [0, 0]
    for _ in range(150):
        table.step(title.action_index(rng.choice(table.legal(table.seat))))
        if table.over:
            break
    assert table.recall is not None
    for seat in (0, 1):
        rows = table.memory(seat)
        lines = table.recall.text(title, seat).splitlines()
        lengths[seat] = len(rows)
        assert rows.shape == (len(lines), Memories(title, 2).width)
        own = [title.actions.texts[number] for what, number, *_ in rows if what == OWN_ACTION]
        assert own == [line[2:] for line in lines if line.startswith("> ")]
        told = [line.split() for line in lines if not line.startswith("> ")]
        events = [row for row in rows.tolist() if row[0] != OWN_ACTION]
        kinds = Memories(title, 2).kinds
        assert [kinds[row[1]] for row in events] == [line[0] for line in told]
        assert [row.count(UNKNOWN) for row in events] == [line.count("?") for line in told]
        assert all(len(line) - 1 == len(row) - 2 - row.count(ABSENT) for line, row in zip(told, events, strict=True))
    assert min(lengths) > 100
