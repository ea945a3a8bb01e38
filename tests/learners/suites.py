"""The suites of the libraries that learners use, and each of them playing. `make test-learners` installs and runs them.

Not part of `make test`: the libraries are a gigabyte, and exact methods take their time. The name keeps it from being
collected with the rest.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import machinehall as mh
from machinehall.bots import make_bot, run_match
from machinehall.kept.steps import matches
from machinehall.kept.store import Keeper, head_of
from machinehall.learn import ids
from machinehall.learn.aec import MatchEnv
from machinehall.learn.exports import to_minari, to_parquet
from machinehall.learn.parallel import ParallelMatchEnv
from machinehall.learn.single import SeatEnv
from machinehall.learn.vector import VectorMatchEnv

TRAINING = Path(__file__).parents[2] / "scripts" / "train"
pytestmark = pytest.mark.filterwarnings("default")
WHOLE = {name: table for name, table in ids.ids().items() if ":" not in table["title"]}
TABLES = [pytest.param(table["title"], table["seats"], id=name) for name, table in WHOLE.items()]
on_tables = pytest.mark.parametrize(("name", "seats"), TABLES)
on_titles = pytest.mark.parametrize("name", list(mh.titles()))
SETTINGS = [
    (name, setting, small) for name, title in mh.titles().items() for setting, small in title.minds.small.items()
]
ENDINGS = [f"{name}:{setting}" for name, setting, _ in SETTINGS if setting == "ending"]
PARTS = [pytest.param(f"{n}:{s}", small.seats, id=f"{n}-{s}") for n, s, small in SETTINGS if small.seats > 1]


def library(name: str) -> Any:
    """A module; without it `make test-learners` has not been run here."""
    return pytest.importorskip(name)


# PettingZoo


@on_tables
def test_pettingzoo(name: str, seats: int) -> None:
    suite = library("pettingzoo.test")
    suite.api_test(MatchEnv(name, seats), num_cycles=150)
    suite.seed_test(lambda: MatchEnv(name, seats), num_cycles=50)
    suite.parallel_api_test(ParallelMatchEnv(name, seats), num_cycles=150)
    suite.parallel_seed_test(lambda: ParallelMatchEnv(name, seats), num_cycles=50)


# Gymnasium


@on_tables
def test_gymnasium(name: str, seats: int) -> None:
    checker = library("gymnasium.utils.env_checker")
    env = gymnasium.make(ids.id_of(name, seats), render_mode="ansi").unwrapped
    checker.check_env(env)


@on_titles
def test_gymnasium_vectors(name: str) -> None:
    """Our vector environment, and Gymnasium's own over single ones, which deals anew with the next step."""
    rng = np.random.default_rng(1)
    seats = mh.title(name).seats[0]
    ours = VectorMatchEnv(name, seats, 4, 2, max_cycles=30)
    theirs = gymnasium.vector.SyncVectorEnv([lambda: SeatEnv(name, seats, max_cycles=30)] * 4)
    for env in (ours, theirs):
        shown, _ = env.reset(seed=1)
        for _ in range(70):
            assert shown in env.observation_space
            numbers = [int(rng.choice(np.flatnonzero(row))) for row in shown["action_mask"]]
            shown, rewards, _, _, _ = env.step(np.array(numbers))
            assert np.isfinite(rewards).all()
        env.close()


# Stable-Baselines3


@on_tables
def test_stable_baselines(name: str, seats: int) -> None:
    library("stable_baselines3.common.env_checker").check_env(SeatEnv(name, seats), skip_render_check=False)


@on_titles
def test_maskable_ppo_learns(name: str) -> None:
    """It finds the masks by itself, and never takes what they do not allow."""
    sb3 = library("sb3_contrib")
    env = gymnasium.make(ids.id_of(name, 2), max_cycles=60)
    model = sb3.MaskablePPO("MultiInputPolicy", env, n_steps=32, batch_size=16, n_epochs=1, seed=1, device="cpu")
    model.learn(64)
    shown, info = env.reset(seed=3)
    for _ in range(40):
        action, _ = model.predict(shown, action_masks=info["action_mask"])
        shown, _, over, broken, info = env.step(int(action))
        assert "illegal" not in info
        if over or broken:
            shown, info = env.reset()


# TorchRL


@on_titles
def test_torchrl(name: str) -> None:
    library("torchrl")
    envs = library("torchrl.envs")
    single = envs.TransformedEnv(envs.GymWrapper(SeatEnv(name, 2, max_cycles=40)), envs.ActionMask())
    single.check_env_specs()
    run = single.rollout(60, break_when_any_done=False)
    assert run["action_mask"].any(-1).all(), "also where a match ended"
    together = envs.PettingZooWrapper(MatchEnv(name, 2, max_cycles=40), use_mask=True)
    assert together.rollout(30).numel()
    parallel = envs.PettingZooWrapper(ParallelMatchEnv(name, 2, max_cycles=40))
    assert parallel.rollout(30).numel()


# Tianshou


@on_titles
def test_tianshou(name: str) -> None:
    library("tianshou")
    env = library("tianshou.env")
    data, rng = library("tianshou.data"), np.random.default_rng(2)
    seen = env.PettingZooEnv(MatchEnv(name, 2, max_cycles=40))
    shown, _ = seen.reset()
    for _ in range(60):
        shown, _, over, broken, _ = seen.step(int(rng.choice(np.flatnonzero(shown["mask"]))))
        if over or broken:
            shown, _ = seen.reset()
    many = env.DummyVectorEnv([lambda: SeatEnv(name, 2, keys=("obs", "mask"), max_cycles=20)] * 3)
    rows, _ = many.reset()
    for _ in range(15):
        batch = data.Batch(obs=data.Batch(list(rows)))
        rows, *_ = many.step(np.array([rng.choice(np.flatnonzero(row)) for row in batch.obs.mask]))
    many.close()


@on_titles
def test_tianshou_learns(name: str) -> None:
    """A deep Q-network, which reads the mask from the observation."""
    torch = library("torch")
    env, data = library("tianshou.env"), library("tianshou.data")
    modelfree = library("tianshou.algorithm.modelfree.dqn")
    optim = library("tianshou.algorithm.optim")
    title = mh.title(name)

    net = torch.nn.Linear(title.observation_size, len(title.actions.all))

    def forward(obs: Any, state: Any = None, info: Any = None) -> Any:
        rows = torch.as_tensor(np.asarray(getattr(obs, "obs", obs)), dtype=torch.float32)
        return torch.nn.functional.linear(rows / 255, net.weight, net.bias), state

    net.forward = forward
    many = env.DummyVectorEnv([lambda: SeatEnv(name, 2, keys=("obs", "mask"), max_cycles=20)] * 2)
    space = SeatEnv(name, 2).action_space
    policy = modelfree.DiscreteQLearningPolicy(model=net, action_space=space, eps_training=0.1, eps_inference=0.0)
    learner = modelfree.DQN(policy=policy, optim=optim.AdamOptimizerFactory(lr=1e-3))
    collector = data.Collector(policy, many, data.VectorReplayBuffer(200, 2))
    collector.reset()
    assert collector.collect(n_step=60).n_collected_steps >= 60
    before = net.weight.detach().clone()
    with library("tianshou.utils.torch_utils").policy_within_training_step(policy):
        learner.update(collector.buffer, 32)
    assert (net.weight != before).any()
    assert "illegal" not in collector.buffer.info.get_keys() or not np.any(collector.buffer.info.illegal)
    many.close()


# OpenSpiel


def game(title: str, players: int) -> tuple[Any, Any]:
    pyspiel = library("pyspiel")
    import machinehall.learn.openspiel  # noqa: F401

    return pyspiel, pyspiel.load_game("machinehall", {"title": title, "players": players})


@on_tables
def test_openspiel(name: str, seats: int) -> None:
    pyspiel, found = game(name, seats)
    pyspiel.random_sim_test(found, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", ENDINGS)
def test_counterfactual_regret_minimisation(name: str) -> None:
    _, found = game(name, 2)
    cfr, far = library("open_spiel.python.algorithms.cfr"), library("open_spiel.python.algorithms.exploitability")
    solver, gaps = cfr.CFRPlusSolver(found), []
    for _ in range(3):
        for _ in range(5):
            solver.evaluate_and_update_policy()
        gaps.append(far.nash_conv(found, solver.average_policy()))
    assert gaps[-1] <= gaps[0] and gaps[-1] < 0.2, gaps


@pytest.mark.parametrize(("name", "seats"), PARTS)
def test_search_in_information_sets(name: str, seats: int) -> None:
    _, found = game(name, seats)
    ismcts, mcts = library("open_spiel.python.algorithms.ismcts"), library("open_spiel.python.algorithms.mcts")
    rolls = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game=found, evaluator=rolls, uct_c=1.4, max_simulations=8, random_state=np.random.RandomState(2)
    )
    state, rng = found.new_initial_state(), random.Random(3)
    for _ in range(25):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
            continue
        answer = bot.step(state)
        assert answer in state.legal_actions()
        state.apply_action(answer)


@pytest.mark.parametrize("name", ENDINGS)
def test_sampled_regret(name: str) -> None:
    _, found = game(name, 2)
    solver = library("open_spiel.python.algorithms.external_sampling_mccfr").ExternalSamplingSolver(found)
    for _ in range(5):
        solver.iteration()
    state = found.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    shares = solver.average_policy().action_probabilities(state)
    assert sum(shares.values()) == pytest.approx(1) and set(shares) <= set(state.legal_actions())


# Minari and parquet


@on_tables
def test_kept_matches_as_a_dataset(name: str, seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What Minari loads is what was played: every decision, allowed by its mask, and each seat's payoff at the end."""
    minari = library("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "datasets"))
    title = mh.title(name)
    with Keeper(tmp_path / "kept", head_of(title, seats)) as keeper:
        for seed in range(2):
            match = mh.Match(title, seats, seed)
            run_match(match, [make_bot("random", title, f"{seed}/{seat}") for seat in range(seats)])
            keeper.add_match(match, bots=["random"] * seats)
    played = list(matches(tmp_path / "kept"))
    wanted = [[step for step in match.steps() if step.seat == seat] for match in played for seat in range(seats)]
    assert to_minari(played, "hall/test-v0") == len(wanted)
    data = minari.load_dataset("hall/test-v0")
    assert (data.total_episodes, data.total_steps) == (len(wanted), sum(map(len, wanted)))
    assert data.observation_space == SeatEnv(name, seats).observation_space
    for episode, steps in zip(data.iterate_episodes(), wanted, strict=True):
        assert episode.actions.tolist() == [step.action for step in steps]
        shown = episode.observations
        assert all((seen == step.observation).all() for seen, step in zip(shown["observation"], steps, strict=False))
        assert all((mask == step.mask).all() for mask, step in zip(shown["action_mask"], steps, strict=False))
        assert episode.terminations[-1] and abs(episode.rewards[-1]) <= 1 and not episode.rewards[:-1].any()
    assert len(list(data.sample_episodes(2))) == 2


@on_titles
def test_kept_matches_as_parquet(name: str, tmp_path: Path) -> None:
    pq = library("pyarrow.parquet")
    title = mh.title(name)
    with Keeper(tmp_path / "kept", head_of(title, 2)) as keeper:
        match = mh.Match(title, 2, 1)
        run_match(match, [make_bot("random", title, seat) for seat in "ab"])
        keeper.add_match(match, bots=["random"] * 2)
    steps = [step for match in matches(tmp_path / "kept") for step in match.steps()]
    assert to_parquet(matches(tmp_path / "kept"), tmp_path / "steps.parquet") == len(steps)
    table = pq.read_table(tmp_path / "steps.parquet")
    assert table.column("action").to_pylist() == [step.action for step in steps]
    assert table.column("legal")[3].as_py() == np.flatnonzero(steps[3].mask).tolist()


# Our own training


def test_a_net_is_trained_and_plays(tmp_path: Path) -> None:
    library("torch")
    out = tmp_path / "net.npz"
    small = "--workers 3 --lesson-minutes 0.01 --lesson-epochs 1 --each 2 --hidden 32 --groups 1 --steps 12 --batch 256"
    told = f"promethium {out} {small} --minutes 0.05 --tell 0"
    for more in ("", f" --start {out}"):
        subprocess.run([sys.executable, str(TRAINING / "train.py"), *(told + more).split()], check=True)
    lines = [json.loads(line) for line in out.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()]
    assert lines[-1]["decisions"] > 0 and "explained" in lines[-1]
    title = mh.title("promethium")
    match = mh.Match(title, 2, 1)
    run_match(match, [make_bot(f"net:{out}", title, "a"), make_bot("random", title, "b")])
    assert match.outcome is not None


def test_a_decision_that_is_left_alone_does_not_spoil_a_net() -> None:
    """Where a round is cut into parts, the last may be one decision: it has no spread to be measured by."""
    torch = library("torch")
    sys.path.insert(0, str(TRAINING))
    from own_play import Improver, clipped

    net = torch.nn.Linear(3, 4)
    for rows in (1, 5):
        likely = torch.log_softmax(net(torch.ones(rows, 3)), dim=1)
        part = {
            "action": torch.ones(rows, dtype=torch.int64),
            "likely": likely[:, 1].detach(),
            "gain": torch.ones(rows),
        }
        Improver(net, 1e-3)(-clipped(likely, part, 0.2).better)
        assert all(bool(weight.isfinite().all()) for weight in net.parameters()), rows
