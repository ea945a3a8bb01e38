"""The example title as a package of its own, installed beside our environment."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "kalah"


def install(folder: Path) -> Path:
    """A folder with the example as pip installs it; nothing is fetched, and our own environment stays as it is."""
    source = shutil.copytree(EXAMPLE, folder / "source", ignore=shutil.ignore_patterns("__pycache__"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(folder / "site"), str(source)], check=True, capture_output=True)
    return folder / "site"
