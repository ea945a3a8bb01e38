"""What a title brings for bots lies beside its rules: modules and files, found by the title's name."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

TITLES = Path(__file__).parent.parent / "titles"


def folder(name: str) -> str:
    return name.replace("-", "_")


def file_of(name: str, file: str) -> Path:
    """Where a title has such a file, if it has one."""
    return TITLES / folder(name) / file


def module_of(name: str, part: str) -> Any:
    """A module of a title, for example its evaluation."""
    return importlib.import_module(f"machinehall.titles.{folder(name)}.{part}")
