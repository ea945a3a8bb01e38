"""A title from outside the repository: installed as a package, it plays wherever ours do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from example_title.install import install

ROOT = Path(__file__).parent.parent.parent
TABLES = Path(__file__).with_name("tables.py")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("packages"))


def run(folder: Path, *command: str, typed: str = "") -> str:
    paths = os.pathsep.join([str(folder), str(ROOT / "tests")])
    done = subprocess.run(
        [sys.executable, *command],
        env={**os.environ, "PYTHONPATH": paths, "COLUMNS": "100"},
        input=typed,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.mark.parametrize("table", ["battery", "bots", "learners", "pages"])
def test_it_plays(installed: Path, table: str) -> None:
    run(installed, str(TABLES), table)


def test_secrets_and_luck_pass_the_battery(installed: Path) -> None:
    told = run(installed, str(ROOT / "tests" / "battery.py"), "liars-dice", "2")
    assert "liars-dice, 4 seats: 10 proofs hold for 2 seeds" in told


def test_it_plays_in_the_terminal(installed: Path) -> None:
    command = ("-c", "from machinehall.cli.main import main; main()")
    play = ("play", "kalah", "--seats", "human,bot:random")
    shown = run(installed, *command, *play, typed="sow b1\nsow a3\nquit\n")
    assert "The house b1 belongs to the other player." in shown and "KA-2.1" in shown
    assert "again 1" in shown and "stores" in shown
    arena = ("arena", "kalah", "--bots", "random,apprentice", "--games", "2", "--seats", "2", "--workers", "0")
    assert "apprentice" in run(installed, *command, *arena)


def test_what_does_not_load_is_told_and_left_out(installed: Path, tmp_path: Path) -> None:
    site = shutil.copytree(installed, tmp_path / "site")
    (site / "broken_title.py").write_text("1 / 0\n")
    info = site / "others-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[machinehall.titles]\nbroken = broken_title:title\nmisnamed = kalah:title\n"
    )
    run(site, str(TABLES), "faults")
