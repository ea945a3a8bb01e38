"""How the compiled engine is made. That it plays the same is told by `make soak-compiled`, which needs a C compiler."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import machinehall as mh
from machinehall.kernel.native import changed_since, check_age

ROOT = Path(__file__).parents[1]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "make" / "fast.py"))


def test_every_title_brings_its_rules_and_its_state() -> None:
    paths = {path.relative_to(ROOT / "src" / "machinehall").as_posix() for path in SCRIPT["hot"]()}
    assert "kernel/title.py" in paths and "kernel/native.py" not in paths
    for title in mh.titles().values():
        folder = f"titles/{title.name.replace('-', '_')}"
        assert {f"{folder}/position.py", f"{folder}/lookup.py", f"{folder}/rules/setup.py"} <= paths
        assert f"{folder}/state.py" not in paths


def test_patterns_find_something_each() -> None:
    assert all(list((ROOT / "src" / "machinehall").glob(pattern)) for pattern in SCRIPT["HOT"])


def test_the_compiled_distribution_is_of_the_same_version() -> None:
    ours = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert ours["optional-dependencies"]["fast"] == [f"machinehall-fast=={ours['version']}"]
    theirs = tomllib.loads((ROOT / "packaging" / "fast" / "pyproject.toml").read_text(encoding="utf-8"))
    assert theirs["project"]["name"] == "machinehall-fast" and "version" in theirs["project"]["dynamic"]
    assert theirs["project"]["requires-python"] == ours["requires-python"]


def test_play_needs_no_compiler() -> None:
    """What the compiler is told is a word without meaning: its package is not asked for."""
    code = "import sys; sys.modules['mypy_extensions'] = None; import machinehall as mh; print(len(mh.titles()))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(found.stdout) >= 3


def test_a_compiled_engine_that_is_older_than_its_source_is_refused(tmp_path: Path) -> None:
    """Told by what is in the files: one that was only touched, as by a checkout, is none the older."""
    (tmp_path / "rules.py").write_text("FEW = 2\n")
    stamp = tmp_path / "compiled.sums"
    check_age(stamp, tmp_path)  # a distribution, or nothing compiled
    stamp.write_text(SCRIPT["digests"]([tmp_path / "rules.py"], tmp_path))
    later = stamp.stat().st_mtime + 5
    os.utime(tmp_path / "rules.py", (later, later))
    assert changed_since(stamp, tmp_path) == []
    (tmp_path / "rules.py").write_text("FEW = 3\n")
    os.utime(tmp_path / "rules.py", (later, later))
    with pytest.raises(ImportError, match=r"older than its source \(rules.py\): run `make fast` again, or `make slow`"):
        check_age(stamp, tmp_path)
    (tmp_path / "rules.py").unlink()
    assert changed_since(stamp, tmp_path) == ["rules.py"]


DEEP = """
import machinehall as mh
from machinehall.kernel.values import Event
starts = [title.start(title.seats[-1]) for title in mh.titles().values()]
for deep in range(120):
    for make in (lambda: Event("pass", (1, 2)), *(state.clone for state in starts)):
        lies = make()
        for _ in range(deep):
            lies = [lies]
        del lies
"""


def test_what_is_released_deep_in_what_holds_it_spoils_no_memory() -> None:
    """Fifty levels deep the interpreter puts off what is released; a class that is told to be `acyclic` has no room for
    that, and is freed at a wrong address."""
    watchful = os.environ | {"PYTHONMALLOC": "malloc", "MALLOC_CHECK_": "3"}  # the C library looks at what it is given
    done = subprocess.run([sys.executable, "-c", DEEP], env=watchful, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
