"""The built wheel: it holds all that the house needs besides code, and plays where the sources are not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from machinehall.words import languages

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "machinehall"
MADE_FROM = (
    ".json",
    ".md",
    ".po",
    ".svg",
    ".ttf",
    ".woff2",
    ".npz",
    ".html",
    ".css",
    ".js",
    ".txt",
    ".typed",
    ".mako",
    ".py",
)

PLAY = """
import json, random
from pathlib import Path
import machinehall as mh
from machinehall.kernel.handbook import load_handbook
from machinehall.server.store import migrate
from machinehall.words import languages

found = {}
for name, title in mh.titles().items():
    match, rng = mh.new_match(name, seats=2, seed=5), random.Random(5)
    for _ in range(40):
        match.play(rng.choice(match.legal()))
    again = mh.load_match(match.record())
    book = load_handbook(name, "en")
    found[name] = [len(again.log) == len(match.log), "<svg" in match.svg(0), book is not None]
print(json.dumps({
    "home": str(Path(mh.__file__).parent), "titles": found, "languages": sorted(languages()),
    "migrations": len(list(Path(migrate.__file__).parent.glob("migrations/versions/0*.py"))),
}))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built with the locked build tool; nothing is fetched."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = folder.glob("*.whl")
    return made


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    ours = [path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    expected = {path.relative_to(PACKAGE.parent).as_posix() for path in ours if path.suffix in MADE_FROM}
    held = set(zipfile.ZipFile(wheel).namelist())
    assert expected - held == set()
    assert not [name for name in held if "__pycache__" in name or name.startswith("tests/")]
    examples = {path.relative_to(ROOT).as_posix() for path in (ROOT / "examples").glob("*.py")}
    assert examples and {f"machinehall/{name}" for name in examples} <= held
    kinds = {Path(name).suffix for name in expected}
    assert {".json", ".md", ".po", ".ttf", ".html", ".npz", ".mako"} <= kinds


def test_the_wheel_plays_where_the_sources_are_not(wheel: Path, tmp_path: Path) -> None:
    target, empty = tmp_path / "installed", tmp_path / "elsewhere"
    empty.mkdir()
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--disable-pip-version-check"]
    subprocess.run([*pip, "--target", str(target), str(wheel)], check=True)
    # Of what is installed here only the other packages are lent: without `site` no .pth leads to the sources.
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(target), sysconfig.get_path("purelib")])}
    play = subprocess.run(
        [sys.executable, "-S", "-c", PLAY], cwd=empty, env=environment, capture_output=True, text=True
    )
    assert play.returncode == 0, play.stderr
    told = json.loads(play.stdout)
    assert Path(told["home"]).is_relative_to(target)
    assert told["languages"] == sorted(languages()) and told["migrations"] >= 6
    assert len(told["titles"]) >= 3 and all(all(seen) for seen in told["titles"].values()), told
