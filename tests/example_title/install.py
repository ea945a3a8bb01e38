"""The example titles as packages of their own, installed beside our environment."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
TITLES = ("kalah", "liars-dice")


def install(folder: Path) -> Path:
    """A folder with the examples as pip installs them; nothing is fetched, and our own environment stays as it is."""
    ignored = shutil.ignore_patterns("__pycache__")
    sources = [shutil.copytree(EXAMPLES / name, folder / "sources" / name, ignore=ignored) for name in TITLES]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(folder / "site"), *map(str, sources)], check=True, capture_output=True)
    return folder / "site"
