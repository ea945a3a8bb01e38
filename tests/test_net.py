"""A learned value plays with numpy alone, and answers what its arrays say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import machinehall as mh
from machinehall.bots import make_bot, run_match
from machinehall.bots.net import Net
from machinehall.titles.promethium import evaluation


def write(path: Path, names: list[str]) -> None:
    """A net of one layer that answers the number of lobby tokens."""
    size = len(names) + len(evaluation.ALL_STAGES)
    weight = np.zeros((size, 1), np.float32)
    weight[names.index("lobby tokens")] = 1.0
    none, one, unit = np.zeros(len(names)), np.ones(len(names)), np.array(2.0)
    np.savez(path, names=np.array(names), w0=weight, b0=np.zeros(1, np.float32), mean=none, scale=one, unit=unit)


def test_a_net_judges(tmp_path: Path) -> None:
    path = tmp_path / "value.npz"
    write(path, evaluation.TERMS)
    match = mh.new_match("promethium", 2, seed=1)
    title, state = match.title, match.state.clone()
    state.lobby[0] = 3
    assert Net(title, path)(title.tables, state, 0) == evaluation.sure(title.tables, state, 0) + 6
    run_match(match, [make_bot(f"learned:{path}", title, "1"), make_bot("random", title, "2")])
    assert match.outcome is not None
    assert Net(title, path)(title.tables, match.state, 0) == match.outcome.scores[0]


def test_a_net_of_other_terms_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "value.npz"
    write(path, ["lobby tokens"])
    with pytest.raises(ValueError, match="other terms"):
        Net(mh.title("promethium"), path)
