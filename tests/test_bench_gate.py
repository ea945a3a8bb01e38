"""The gate of the bench: what scatters passes, what is slower does not."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from stages import Stage, titles_from

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "bench"))

import gate  # noqa: E402


def run(*spread: float) -> dict[str, Any]:
    return {"titles": {"nucleum": {"decisions": list(spread)}}}


def test_what_scatters_is_no_slower() -> None:
    before = run(0.9, 1.0, 1.1)
    other: dict[str, Any] = {"titles": {"nucleum": {"new": [0, 0, 0]}}}
    for now in (before, run(0.7, 0.8, 0.95), run(2, 3, 4), other):
        assert list(gate.slower(before, now)) == []


def test_what_is_slower_is_told() -> None:
    assert list(gate.slower(run(0.9, 1.0, 1.1), run(0.5, 0.6, 0.7))) == ["nucleum, decisions: 0.600, was 1.000"]


def test_quartiles_are_in_order() -> None:
    assert gate.spread([3, 1, 2, 5, 4]) == [2, 3, 4]


def test_a_run_is_kept_and_a_slower_one_fails(tmp_path: Path) -> None:
    """With few short turns; only that it works is looked at, not how fast it is."""
    history = tmp_path / "history.jsonl"
    short = ["--title", "promethium", "--turns", "3", "--seconds", "0.01", "--history", str(history)]
    command = [sys.executable, str(ROOT / "bench" / "gate.py"), *short]
    assert subprocess.run([*command, "--keep"], stdout=subprocess.DEVNULL).returncode == 0
    kept = json.loads(history.read_text())
    assert all(0 < low <= middle <= high for low, middle, high in kept["titles"]["promethium"].values())
    once_fast = {what: [1e9, 1e9, 1e9] for what in kept["titles"]["promethium"]}
    history.write_text(json.dumps(kept | {"titles": {"promethium": once_fast}}) + "\n")
    failed = subprocess.run(command, capture_output=True, text=True)
    assert failed.returncode == 1 and failed.stdout.count("slower: ") == len(once_fast)


def test_the_kept_history_can_be_read() -> None:
    last = gate.last_kept(gate.HISTORY)
    assert last is not None and all(
        len(spread) == 3 for ratios in last["titles"].values() for spread in ratios.values()
    )


@pytest.mark.long
@pytest.mark.parametrize("title", titles_from(Stage.DRAWN))
def test_clicks_are_measured_in_a_late_position_of_every_title(tmp_path: Path, title: str) -> None:
    from click_to_paint import largest

    _, acts = asyncio.run(largest(f"sqlite:///{tmp_path / 'tables.sqlite'}", title))
    assert len(acts) > 1
