"""The components of Promethium: records of the files in `data`, loaded once and checked against the rulebook."""

from __future__ import annotations

from pathlib import Path

from machinehall.kernel.packs import Standard

from .checks import CHECKS
from .types import SCHEMA

DATA = Path(__file__).parent.parent / "data"
pack = Standard("promethium", DATA, SCHEMA, CHECKS)
