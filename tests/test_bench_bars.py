"""The bars of the two speeds: moved by what python-chess does here, and each said to be met or missed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "bench"))

import bars  # noqa: E402

HALF = {"decisions/s": 10_300.0, "copy, us": 2.8}
"""A machine that is half as fast as the one the bars were set on."""


def test_bars_are_moved_by_the_machine() -> None:
    assert bars.bar_of("any", "decisions/s", HALF) == 75_000
    assert bars.bar_of("any", "copy, us", HALF) == pytest.approx(3)
    assert bars.bar_of("any", "replay of a match, ms", HALF) == 10
    assert bars.bar_of("promethium", "environment, steps/s", HALF) == 30_000
    assert bars.bar_of("nucleum", "environment, steps/s", HALF) == 20_000
    assert bars.bar_of("nucleum", "tree search, passes/s", HALF) == 3, "a multiple of the plain engine is no time"


def engine(what: str, value: float, chess: dict[str, float] = HALF) -> dict[str, Any]:
    return {"python-chess": chess, "figures": {what: value}}


def test_met_and_missed() -> None:
    def met(what: str, compiled: float, plain: float) -> bool:
        return bars.verdict("nucleum", what, engine(what, compiled), engine(what, plain))[2]

    assert met("decisions/s", 75_000, 1) and not met("decisions/s", 74_999, 1)
    assert met("copy, us", 2.9, 9) and not met("copy, us", 3.1, 9)
    assert met("planner, positions/s", 300, 100) and not met("planner, positions/s", 299, 100)


def test_a_machine_that_slows_down_says_nothing_of_the_engine() -> None:
    """Both engines are held against python-chess of their own process."""
    whole = {"decisions/s": 20_600.0, "copy, us": 1.4}
    assert bars.times_plain("decisions/s", engine("decisions/s", 50), engine("decisions/s", 50, whole)) == 2
    assert bars.times_plain("copy, us", engine("copy, us", 6), engine("copy, us", 3, whole)) == 1


def test_all_bars_are_measured() -> None:
    """One short repeat; only that it works is looked at."""
    command = [sys.executable, str(ROOT / "bench" / "bars.py"), "--title", "promethium"]
    done = subprocess.run([*command, "--repeats", "1", "--seconds", "0.01"], capture_output=True, text=True, check=True)
    assert [what for what in bars.BARS["any"] if what not in done.stdout] == []
