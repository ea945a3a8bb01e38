"""The examples: notebooks run from top to bottom, the single-file learner learns where torch is installed."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_top_to_bottom(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    body = json.loads(path.read_text(encoding="utf-8"))
    assert (body["nbformat"], body["metadata"]["kernelspec"]["language"]) == (4, "python")
    known: dict[str, object] = {"__name__": "__main__"}
    cells = [cell for cell in body["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells):
        assert not cell["outputs"] and cell["execution_count"] is None, "kept without what it printed"
        exec(compile("".join(cell["source"]), f"{path.name}, cell {number}", "exec"), known)
    assert len(cells) >= 3


def test_there_are_three_notebooks() -> None:
    assert len(NOTEBOOKS) == 3


def loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_single_file_learner_starts_where_torch_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch")
    import machinehall as mh
    from machinehall.bots import RandomBot, run_match

    ppo = loaded(ROOT / "examples" / "ppo.py")
    for name, value in (("MATCHES", 4), ("STEPS", 8)):
        monkeypatch.setattr(ppo, name, value)
    monkeypatch.setattr(ppo, "against_random", lambda *_: 0.5)
    ppo.train("promethium", 2, 0.002, out=tmp_path / "ppo.pt")
    match = mh.new_match("promethium", 2, seed=1)
    run_match(match, [ppo.Learned(match.title, 1, tmp_path / "ppo.pt"), RandomBot(1)])
    assert match.outcome is not None
    with pytest.raises(mh.MachineHallError, match="was trained for"):
        ppo.Learned(mh.title("nucleum"), 1, tmp_path / "ppo.pt")


def test_advantages_of_the_single_file_learner_by_hand() -> None:
    """Two seats by turns, then the end: each seat's last step gets its payoff, earlier ones what is left of it."""
    pytest.importorskip("torch")
    import numpy as np

    ppo = loaded(ROOT / "examples" / "ppo.py")
    for name, value in (("STEPS", 4), ("FADE", 1.0), ("GAE", 1.0)):
        setattr(ppo, name, value)
    play = ppo.Play.__new__(ppo.Play)
    play.seat, play.value = np.array([[0], [1], [0], [1]]), np.zeros((4, 1), np.float32)
    play.done, play.reward = np.array([[False]] * 3 + [[True]]), np.zeros((4, 1, 2), np.float32)
    play.reward[3, 0] = [1, -1]
    assert ppo.advantages(play, np.full((1, 2), 9, np.float32))[:, 0].tolist() == [1, -1, 1, -1]


def test_the_citation_names_the_version() -> None:
    import machinehall as mh

    assert f"\nversion: {mh.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_rllib_is_given_what_its_module_for_masked_actions_asks_for() -> None:
    """By its convention: a dict of floats and a mask as wide as the actions, and nothing else."""
    rllib = loaded(ROOT / "examples" / "rllib.py")
    env = rllib.made({"title": "promethium", "seats": 2})
    shown, _ = env.reset(seed=1)
    assert list(shown) == ["observations", "action_mask"] and shown in env.observation_space
    assert shown["action_mask"].shape == (env.action_space.n,) and shown["observations"].dtype == "float32"
    shown, *_ = env.step(int(shown["action_mask"].argmax()))
    assert shown in env.observation_space


@pytest.mark.filterwarnings("default")
def test_rllib_learns_where_it_is_installed() -> None:
    """By hand: Ray's RLlib and torch are in no set of ours."""
    pytest.importorskip("torch")
    pytest.importorskip("ray.rllib")
    algorithm = loaded(ROOT / "examples" / "rllib.py").learner({"title": "promethium:one-round", "seats": 2}, batch=64)
    told = algorithm.train()
    algorithm.stop()
    assert told["env_runners"]["num_env_steps_sampled"] >= 64


class Busy(ThreadingHTTPServer):
    """A server that refuses each call once before it answers, and says when to come again."""

    def __init__(self, answers: dict[str, Any]) -> None:
        super().__init__(("127.0.0.1", 0), BusyAnswer)
        self.answers = answers
        self.asked: list[str] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class BusyAnswer(BaseHTTPRequestHandler):
    """Likewise, a call of it."""

    server: Busy

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("content-length", 0)))
        path = self.path.removeprefix("/api/v1")
        self.server.asked.append(path)
        times = self.server.asked.count(path)
        body = json.dumps(self.server.answers.get(path, {})).encode()
        self.send_response((429 if len(path) % 2 else 503) if times == 1 else 200)
        self.send_header("retry-after", "0")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def busy(answers: dict[str, Any]) -> Iterator[Busy]:
    with Busy(answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


OVER = {"status": "over", "rev": 3, "seat": 0, "legal": [], "view": {}, "outcome": {"scores": [7, 3]}}


def test_a_program_waits_as_long_as_a_busy_server_asks() -> None:
    headless = loaded(ROOT / "examples" / "headless.py")
    answers = {"/matches": {"id": "m"}, "/matches/m/view": OVER, "/matches/m/record": {"log": []}}
    with busy(answers) as server:
        record = headless.play(headless.Hall(server.address, "Program"), "promethium", headless.random.Random(1))
    assert record == {"log": []}
    assert server.asked == [path for path in ("/identities", *answers) for _ in range(2)]


def test_a_bot_at_a_seat_does_so_too(tmp_path: Path) -> None:
    answers = {"/matches/m/join": {"title": "promethium"}, "/matches/m/view": OVER}
    with busy(answers) as server:
        command = [sys.executable, str(ROOT / "examples" / "seat_bot.py"), f"{server.address}/t/m/join#CODE", "random"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "[7, 3]\n"), done.stderr
    assert server.asked == [path for path in ("/identities", *answers) for _ in range(2)]


def test_so_does_a_bot_with_a_token(tmp_path: Path) -> None:
    with busy({"/matches/m/view": OVER}) as server:
        command = [sys.executable, str(ROOT / "examples" / "bot_client.py"), server.address, "m", "TOKEN"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "[7, 3]\n"), done.stderr
