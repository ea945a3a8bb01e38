"""The arena on a Ray cluster: two nodes on this machine. `make test-ray` installs Ray and runs this."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from machinehall.arena.backends import NoCluster, Work, on_ray, serial
from machinehall.arena.play import Result
from machinehall.arena.schedule import schedule

pytestmark = [
    pytest.mark.filterwarnings("default"),
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed; `make test-ray` installs it"),
]

WITNESS = '''
"""A bot that notes on which node it sits and begins when bots sit on {nodes} nodes."""
import time
from pathlib import Path

import ray
from machinehall.bots import make_bot

HERE = Path(__file__).parent / "nodes"


def Witness(title, seed):
    HERE.mkdir(exist_ok=True)
    (HERE / ray.get_runtime_context().get_node_id()).touch()
    deadline = time.monotonic() + 600
    while len(list(HERE.iterdir())) < {nodes}:
        assert time.monotonic() < deadline, "only one node was given work"
        time.sleep(0.05)
    return make_bot("random", title, seed)
'''


@pytest.fixture(scope="module", autouse=True)
def token() -> Iterator[None]:
    """Nodes and drivers must know the same token. Ray reads it once, when it is imported."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        yield


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A head and one more node, one core each."""
    cluster: Any = import_module("ray.cluster_utils").Cluster
    node = {"num_cpus": 1, "object_store_memory": 100 << 20}
    made = cluster(initialize_head=True, head_node_args=node | {"include_dashboard": False})
    try:
        made.add_node(**node)
        yield made
    finally:
        made.shutdown()


def rows(results: list[Result]) -> list[Result]:
    """In the order of the schedule, without what differs from run to run."""
    ordered = sorted(results, key=lambda r: int(r["number"]))
    return [{k: v for k, v in r.items() if k not in ("seconds", "bots", "pair")} for r in ordered]


def test_two_nodes_play_what_one_process_plays(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both nodes get work, bots of the reader's own folder are found there, and a node may be lost on the way."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "witness.py").write_text(WITNESS.format(nodes=2), encoding="utf-8")
    seen = on_ray(Work("promethium"), schedule(["random", "witness:Witness"], 2, 8, seed=4), cluster.address)
    found = [next(seen)]
    assert len(list((tmp_path / "nodes").iterdir())) == 2
    cluster.remove_node(cluster.list_all_nodes()[-1], allow_graceful=False)
    found += seen
    alone = serial(Work("promethium"), schedule(["random", "random"], 2, 8, seed=4))
    assert rows(found) == rows(list(alone))


def test_no_cluster_is_a_sentence() -> None:
    with pytest.raises(NoCluster, match="no Ray cluster"):
        next(on_ray(Work("promethium"), schedule(["random", "apprentice"], 2, 2), "127.0.0.1:1"))
