"""Many matches at once: the vector environment, its workers, and what a batch tells of matches that end."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from orphans import ends_with

import machinehall as mh
from machinehall.learn.batch import Batch, table_layout
from machinehall.learn.table import payoffs
from machinehall.learn.vector import VectorMatchEnv
from machinehall.learn.workers import Crew, Tables, WorkerDied, shares

TITLES = list(mh.titles())
SHORT = min(TITLES, key=lambda name: len(mh.title(name).actions.all))
"""The title with the fewest actions: enough for what is the same in all."""

STUCK = """

class Stuck:
    def __init__(self, title, seed): pass

    def choose(self, view, legal, clock):
        if len(legal) > 1: raise RuntimeError("nothing comes to mind")
        return legal[0]
"""


KNOTS = """

class Knot:
    alive = 0

    def __init__(self):
        Knot.alive += 1
        self.itself = self

    def __del__(self):
        Knot.alive -= 1


class Knots:
    def __init__(self, title, seed): pass

    def choose(self, view, legal, clock):
        for _ in range(10_000): Knot()
        if Knot.alive > 500_000: raise RuntimeError("nobody tidies up")
        return legal[0]
"""


def pick(masks: np.ndarray[Any, Any], rng: np.random.Generator) -> list[int]:
    return [int(rng.choice(np.flatnonzero(row))) for row in masks]


def told(env: VectorMatchEnv, steps: int) -> Iterator[Any]:
    """All that a learner is told in so many steps, as plain data."""
    rng = np.random.default_rng(3)
    shown, infos = env.reset(seed=11)
    for _ in range(steps):
        yield {key: row.tolist() for key, row in shown.items()}, plain(infos)
        shown, *numbers, infos = env.step(pick(shown["action_mask"], rng))
        yield [row.tolist() for row in numbers]


def plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, np.ndarray):
        return [plain(part) for part in value] if value.dtype == object else value.tolist()
    return value


def test_the_number_of_workers_changes_nothing() -> None:
    """Bots, seats that move and matches that are broken off among it."""
    runs = []
    for workers in (0, 2, 3):
        env = VectorMatchEnv(SHORT, 3, 5, workers, {1: "random"}, rotate=True, max_cycles=17)
        runs.append(list(told(env, 40)))
        env.close()
    assert runs[0] == runs[1] == runs[2]
    assert any("final_obs" in infos for _, infos in runs[0][::2]), "some matches have ended"


@pytest.mark.parametrize("name", TITLES)
@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
def test_matches_end_by_the_custom_of_the_library(name: str, mode: AutoresetMode) -> None:
    env = VectorMatchEnv(name, 2, 3, 0, autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] is mode
    rng = np.random.default_rng(5)
    shown, infos = env.reset(seed=2)
    ended = np.zeros(3, dtype=np.bool_)
    while not ended.any():
        assert shown in env.observation_space
        assert (infos["action_mask"] == shown["action_mask"]).all() and shown["action_mask"].any(axis=1).all()
        acted = infos["seat"]
        shown, rewards, ended, broken, infos = env.step(pick(shown["action_mask"], rng))
    i = int(np.flatnonzero(ended)[0])
    assert not broken.any() and (infos["_scores"] == ended).all()
    assert infos["payoffs"][i] == pytest.approx(payoffs(infos["places"][i].tolist()))
    assert rewards[i] == infos["payoffs"][i][acted[i]] and infos["scores"][i].any() and infos["decisions"][i] > 10
    if mode is AutoresetMode.SAME_STEP:
        assert infos["final_obs"][i] in env.single_observation_space and infos["final_obs"][i]["action_mask"].all()
        assert (infos["final_obs"][i]["observation"] != shown["observation"][i]).any()
        assert (infos["final_info"]["scores"][i] == infos["scores"][i]).all()
    else:
        assert shown["action_mask"][i].all(), "a mask of zeros would make every policy a division by zero"
        shown, rewards, ended, _, infos = env.step(pick(shown["action_mask"], rng))
        assert rewards[i] == 0 and not ended[i] and not shown["action_mask"][i].all() and "final_obs" not in infos
    env.close()


def test_a_long_match_is_broken_off() -> None:
    env = VectorMatchEnv(SHORT, 2, 2, 0, max_cycles=5)
    rng, flags = np.random.default_rng(1), []
    shown, _ = env.reset(seed=1)
    for _ in range(10):
        shown, rewards, ended, broken, infos = env.step(pick(shown["action_mask"], rng))
        assert not ended.any() and not rewards.any() and ("decisions" in infos) == broken.any()
        flags.append(broken.tolist())
    assert flags == [[False] * 2] * 4 + [[True] * 2] + [[False] * 2] * 4 + [[True] * 2]


def test_what_cannot_be_played_is_refused_in_a_sentence() -> None:
    table: dict[str, Any] = {"title": SHORT, "seats": 2, "workers": 0}
    faults: list[tuple[dict[str, Any], str]] = [
        ({"seats": 9}, "seats"),
        ({"num_envs": 0}, "at least one match"),
        ({"bots": {2: "random"}}, "0 to 1"),
        ({"bots": {0: "random", 1: "random"}}, "leave at least one"),
        ({"bots": {0: "nobody"}}, "no bot"),
        ({"max_cycles": 0}, "max_cycles"),
        ({"options": {"no such": 1}}, "unknown option"),
        ({"autoreset_mode": AutoresetMode.DISABLED}, "dealt anew"),
    ]
    for wrong, sentence in faults:
        with pytest.raises(mh.MachineHallError, match=sentence):
            VectorMatchEnv(**(table | wrong))
    env = VectorMatchEnv(SHORT, 2, 2, 0)
    with pytest.raises(mh.MachineHallError, match="reset first"):
        env.step([0, 0])
    shown, _ = env.reset(seed=1)
    before = plain(shown)
    actions: Any
    for actions in ([0], [-1, -1], [10**6, 0], [0.5, 0.5], np.argmin(shown["action_mask"], axis=1)):
        with pytest.raises(ValueError, match=r"needed|not legal|numbers"):
            env.step(actions)
    with pytest.raises(mh.MachineHallError, match="step_async"):
        env.step_wait()
    env.step_async(np.argmax(shown["action_mask"], axis=1))
    with pytest.raises(mh.MachineHallError, match="under way"):
        env.step_async([0, 0])
    assert plain(env.step_wait()[0]) != before
    env.close()
    with pytest.raises(mh.MachineHallError, match="closed"):
        env.reset()


def test_a_batch_tells_the_points() -> None:
    batch, rng = Batch(SHORT, 2, 2, seed=4), np.random.default_rng(1)
    while not batch.done.any():
        assert not batch.score.any() and not batch.final.any()
        batch.step(pick(batch.mask, rng))
    i = int(np.flatnonzero(batch.done)[0])
    assert batch.score[i].any() and batch.reward[i] == pytest.approx(payoffs(batch.place[i].tolist()))
    batch.step(pick(batch.mask, rng))
    assert not batch.score.any() and not batch.done.any()


def test_the_death_of_a_worker_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "stuck.py").write_text(STUCK)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(WorkerDied, match="nothing comes to mind"):
        VectorMatchEnv(SHORT, 2, 2, 1, {0: "stuck:Stuck"})
    env = VectorMatchEnv(SHORT, 2, 4, 2)
    shown, _ = env.reset(seed=1)
    os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)
    for _ in range(2):
        with pytest.raises(WorkerDied, match="exit code -9"):
            env.step(np.argmax(shown["action_mask"], axis=1))
    env.close()
    assert not multiprocessing.active_children(), "the others have ended too"


def test_workers_tidy_up_after_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the steps, for whoever is last holds up all others: what only the garbage collector finds."""
    (tmp_path / "knots.py").write_text(KNOTS)
    monkeypatch.chdir(tmp_path)
    env = VectorMatchEnv(SHORT, 2, 2, 1, {0: "knots:Knots"})
    shown, _ = env.reset(seed=1)
    for _ in range(60):
        shown, *_ = env.step(np.argmax(shown["action_mask"], axis=1))
    env.close()


LEARNER = f"""
from machinehall.learn.vector import VectorMatchEnv

if __name__ == "__main__":
    VectorMatchEnv({SHORT!r}, 2, 1, 1, {{0: "slow:Slow"}})
"""


def test_workers_end_with_the_learner(tmp_path: Path) -> None:
    """Even when it is killed while they think."""
    (tmp_path / "run.py").write_text(LEARNER)
    ends_with(tmp_path, [sys.executable, "run.py"], signal.SIGKILL)


def test_matches_are_shared_out_evenly() -> None:
    assert shares(7, 3) == [(0, 2), (2, 2), (4, 3)]
    assert sum(count for _, count in shares(100, 16)) == 100


def test_a_crew_holds_tables_of_several_kinds() -> None:
    """Each worker has some of all, and they are played as each kind alone."""
    title = mh.title(SHORT)
    kinds = [Tables(SHORT, n, table_layout(title, 4, n), {"rotate": False}) for n in (2, 3)]
    crew = Crew(kinds, 2)
    try:
        crew.reset(7)
        alone = [Batch(title, n, 4, seed=7) for n in (2, 3)]
        for _ in range(12):
            for rows, batch in zip(crew.arrays, alone, strict=True):
                assert (rows.observation == batch.observation).all() and (rows.mask == batch.mask).all()
                rows.action[:] = rows.mask.argmax(axis=1)
            crew.step()
            for batch in alone:
                batch.step(batch.mask.argmax(axis=1))
            crew.wait()
    finally:
        crew.close()
