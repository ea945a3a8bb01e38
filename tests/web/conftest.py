"""Pages are tested on SQLite; the tables behind them are tested on both databases."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from machinehall.server.store import stored_match


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.sqlite'}"


@pytest.fixture(autouse=True)
def known_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers of this process deal the same cards in every run."""
    monkeypatch.setattr(stored_match, "dealer", lambda: random.Random(2026))
