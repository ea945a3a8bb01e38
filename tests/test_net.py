"""A learned value plays with numpy alone, and answers what its arrays say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import machinehall as mh
from machinehall.bots import make_bot, run_match
from machinehall.bots.net import Inputs, Net
from machinehall.bots.rivals import best_other
from machinehall.titles.promethium import evaluation


def write(path: Path, names: list[str]) -> None:
    """A net of one layer that answers the number of lobby tokens."""
    weight = np.zeros((len(names), 1), np.float32)
    weight[names.index("lobby tokens")] = 1.0
    none, one, unit = np.zeros(len(names)), np.ones(len(names)), np.array(2.0)
    np.savez(path, names=np.array(names), w0=weight, b0=np.zeros(1, np.float32), mean=none, scale=one, unit=unit)


def test_a_net_judges(tmp_path: Path) -> None:
    path = tmp_path / "value.npz"
    title = mh.title("promethium")
    write(path, Inputs(title).names)
    match = mh.new_match("promethium", 2, seed=1)
    state = match.state.clone()
    state.lobby[0] = 3
    assert Net(title, path)(title.tables, state, 0) == evaluation.evaluate(title.tables, state, 0) + 6
    run_match(match, [make_bot(f"learned:{path}", title, "1"), make_bot("random", title, "2")])
    assert match.outcome is not None
    assert Net(title, path)(title.tables, match.state, 0) == match.outcome.scores[0]


def test_a_net_may_tell_a_lead(tmp_path: Path) -> None:
    """Where a title says what the best other has, the net tells the difference, and the search subtracts nothing."""
    title = mh.title("nucleum")
    inputs, path = Inputs(title), tmp_path / "value.npz"
    size = len(inputs.names)
    arrays: dict[str, Any] = {
        "w0": np.zeros((size, 1), np.float32),
        "b0": np.ones(1, np.float32),
        "unit": np.array(3.0),
    }
    np.savez(path, names=np.array(inputs.names), mean=np.zeros(size), scale=np.ones(size), **arrays)
    net = Net(title, path)
    match = mh.new_match("nucleum", 3, seed=2)
    run_match(match, [make_bot("random", title, str(i)) for i in range(3)])
    best = match.outcome.scores if match.outcome else ()
    assert net(title.tables, match.state, 0) == best[0] - max(best[1:])
    begun = mh.new_match("nucleum", 1, seed=2, options={"barons": 1})
    seat = begun.to_act[0]
    begun.play(begun.legal(seat)[0], seat)
    hand, numbers = inputs(title.tables, begun.state, 0)
    assert len(numbers) == size and net(title.tables, begun.state, 0) == hand + 3
    assert best_other(title, net, begun.state, 0) == 0


def test_a_net_of_other_terms_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "value.npz"
    write(path, ["lobby tokens"])
    with pytest.raises(ValueError, match="other terms"):
        Net(mh.title("promethium"), path)
