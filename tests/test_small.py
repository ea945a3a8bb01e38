"""Titles made small, and OpenSpiel with what its methods ask for: options, recall, other worlds, exact solutions."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import machinehall as mh
from machinehall.kernel.values import CHANCE, Event
from machinehall.learn.small import named
from machinehall.learn.table import Table, payoffs

SMALL = [
    pytest.param(f"{name}:{setting}", found.seats, id=f"{name}-{setting}")
    for name, title in mh.titles().items()
    for setting, found in title.minds.small.items()
]
ENDINGS = [param for param in SMALL if str(param.values[0]).endswith(":ending")]
quiet = pytest.mark.filterwarnings("default")


def load(title: str, players: int, options: str = "") -> tuple[Any, Any]:
    pyspiel = pytest.importorskip("pyspiel")
    import machinehall.learn.openspiel  # noqa: F401

    return pyspiel, pyspiel.load_game("machinehall", {"title": title, "players": players, "options": options})


def random_step(state: Any, rng: random.Random) -> None:
    chance = state.is_chance_node()
    state.apply_action(rng.choice([a for a, _ in state.chance_outcomes()] if chance else state.legal_actions()))


@pytest.mark.parametrize(("name", "seats"), SMALL)
def test_a_small_form_is_short_and_keeps_the_rules(name: str, seats: int) -> None:
    small, whole = named(name), mh.title(name.partition(":")[0])
    assert (small.name, small.action_version, small.seats) == (whole.name, whole.action_version, (seats, seats))
    assert small.laws(small.lookup, small.start(seats, rng=random.Random(1))) == []
    lengths = []
    for seed in range(3):
        table, rng = Table(name, seats), random.Random(seed)
        table.reset(seed)
        while not table.over:
            table.step(whole.action_index(rng.choice(table.legal(table.seat))))
            lengths.append(seed)
        assert len(table.payoffs()) == seats
    assert 3 < len(lengths) < 3 * 120, "decisions of seats; a whole match has hundreds"
    with pytest.raises(mh.UnknownTitle, match="there are"):
        named(f"{whole.name}:tiny")
    with pytest.raises(mh.BadOption):
        small.start(seats + 1)


@pytest.mark.parametrize(("name", "seats"), ENDINGS)
def test_an_ending_can_be_gone_through_and_is_not_decided(name: str, seats: int) -> None:
    """So few positions that a test sees them all; both sides may still win or lose, and both have a choice."""
    seen, ends, choosing = gone_through(name, seats)
    assert 100 < seen < 1000 and {(1.0, -1.0), (-1.0, 1.0)} <= ends and choosing == {*range(seats)}


def table(param: Any) -> tuple[str, int]:
    name, seats = param.values
    return name, seats


def gone_through(name: str, seats: int) -> tuple[int, set[tuple[float, ...]], set[int]]:
    """How many positions there are, what may come of them, and who has a choice."""
    title = named(name)
    left, ends, choosing = [title.start(seats)], set(), set()
    seen = 0
    while left:
        state = left.pop()
        seen += 1
        if outcome := title.outcome(state):
            ends.add(payoffs(outcome.places))
        legal = title.legal(state, seat := min(title.to_act(state), default=CHANCE))
        if len(legal) > 1:
            choosing.add(seat)
        for action in legal:
            after = state.clone()
            title.apply(after, seat, action, check=False)
            left.append(after)
    return seen, ends, choosing


@quiet
def test_counterfactual_regret_falls() -> None:
    """CFR on the smallest ending; the others are for `make test-learners`."""
    name, seats = min((table(param) for param in ENDINGS), key=lambda ending: gone_through(*ending)[0])
    _, game = load(name, seats)
    from open_spiel.python.algorithms import cfr, exploitability  # type: ignore[import-untyped]

    solver, found = cfr.CFRSolver(game), []
    for _ in range(2):
        for _ in range(3):
            solver.evaluate_and_update_policy()
        found.append(exploitability.nash_conv(game, solver.average_policy()))
    assert found[1] < found[0] < 1


@quiet
@pytest.mark.parametrize("name", list(mh.titles()))
def test_strings_of_recall_grow_and_tell_no_secret(name: str) -> None:
    pyspiel, game = load(name, 2)
    state, rng = game.new_initial_state(), random.Random(7)
    told: list[list[str]] = [[], []]
    for _ in range(120):
        random_step(state, rng)
        if state.is_terminal():
            break
        for seat in (0, 1):
            *lines, view = state.information_state_string(seat).split("\n")
            assert lines[: len(told[seat])] == told[seat], "nothing is forgotten"
            assert view == state.observation_string(seat)
            told[seat] = lines
    title, position = game.title, state.position
    for seat in (0, 1):
        acted = [line for line in told[seat] if line.startswith("> ")]
        whole = [Event(*event) for step, _ in position.recall.plain() if step for event in step[2]]
        seen = [title.event_text(fact) for event in whole if (fact := event.seen_from(seat))]
        assert acted and [line for line in told[seat] if not line.startswith("> ")] == seen
    text = pyspiel.serialize_game_and_state(game, state)
    _, again = pyspiel.deserialize_game_and_state(text)
    assert again.information_state_string(0) == state.information_state_string(0)


@quiet
@pytest.mark.parametrize("name", list(mh.titles()))
def test_another_world_looks_the_same_to_the_one_who_asks(name: str) -> None:
    _, game = load(name, 2)
    state, rng = game.new_initial_state(), random.Random(3)
    worlds, others = 0, 0
    while worlds < 15 and not state.is_terminal():
        random_step(state, rng)
        if state.is_chance_node() or state.is_terminal() or rng.random() < 0.7:
            continue
        seat, before = state.current_player(), str(state)
        world = state.resample_from_infostate(seat, rng.random)
        worlds += 1
        assert world.information_state_string(seat) == state.information_state_string(seat)
        assert world.legal_actions() == state.legal_actions() and world.current_player() == seat
        other = 1 - seat
        secret = set(state.information_state_string(other).split("\n")[:-1])
        public = set(state.position.recall.text(game.title, None).splitlines())
        shown = set(world.information_state_string(other).split("\n")[:-1])
        assert shown <= public, "what the other was told is not carried over"
        others += bool(secret - public)
        world.apply_action(world.legal_actions()[0])
        assert str(state) == before
    assert worlds and others


@quiet
def test_observers_give_what_is_asked_for() -> None:
    name = next(iter(mh.titles()))
    pyspiel, game = load(name, 2)
    state, rng = game.new_initial_state(), random.Random(1)
    while state.is_chance_node():
        random_step(state, rng)
    seat = state.current_player()
    plain = game.make_py_observer()
    plain.set_from(state, seat)
    assert (plain.tensor == np.asarray(state.observation_tensor(seat))).all()
    kind, kinds = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    everybody = game.make_py_observer(kind(perfect_recall=False, private_info=kinds.NONE))
    assert '"seat":null' in everybody.string_from(state, seat)
    recall = game.make_py_observer(kind(perfect_recall=True))
    assert recall.tensor is None and recall.string_from(state, seat) == state.information_state_string(seat)
    with pytest.raises(ValueError, match="no tensor"):
        recall.set_from(state, seat)
    with pytest.raises(ValueError, match="alone"):
        game.make_py_observer(kind(perfect_recall=False, private_info=kinds.ALL_PLAYERS))


@quiet
def test_games_take_options_and_say_what_they_are() -> None:
    pyspiel, game = load("nucleum", 1, "hard")
    hard = mh.title("nucleum").presets["hard"]
    options = [option.name for option in mh.title("nucleum").options]
    state = game.new_initial_state().position.state
    assert {name: state.options[options.index(name)] for name in hard} == dict(hard)
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    _, shared = load("nucleum", 2, "rising_worker_costs:1;first_game_workers:1")
    assert shared.new_initial_state().position.state.options[options.index("rising_worker_costs")] == 1
    assert shared.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM and shared.utility_sum() == 0
    assert pyspiel.load_game(str(shared)).options == shared.options
    for title, players, wrong in [
        ("nucleum", 9, ""),
        ("nucleum", 1, "barons"),
        ("nucleum", 1, "no such:1"),
        ("nucleum:tiny", 2, ""),
    ]:
        with pytest.raises(mh.MachineHallError):
            load(title, players, wrong)
