"""The components of Nucleum: records of the component files, loaded once and checked against the rulebook's counts."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from machinehall.kernel.packs import Pack, load_pack
from machinehall.kernel.values import Problem

from .component_checks import CHECKS
from .component_types import SCHEMA, Constant

TITLE = "nucleum"
DATA = Path(__file__).with_name("data")


def check(pack: Pack) -> list[Problem]:
    """Every fault that can be judged from the files that are sound by themselves."""
    return [problem for files, part in CHECKS if all(file in pack.records for file in files) for problem in part(pack)]


def pack(overlay: Path | None = None) -> Pack:
    """The standard pack, or ours with an owner's files in place of those of the same names. Read once."""
    return _load(None if overlay is None else overlay.resolve())


@lru_cache(maxsize=8)
def _load(overlay: Path | None) -> Pack:
    return load_pack(TITLE, DATA, SCHEMA, check, overlay)


def constants(pack: Pack) -> dict[str, Any]:
    """The numbers of the rules by name."""
    return {row.key: row.value for row in pack.rows("constants", Constant)}
