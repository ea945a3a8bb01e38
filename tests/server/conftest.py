"""Every test of the server runs on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from machinehall.server.store import stored_match
from server.postgres import drop_database, hurry, new_database


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tables.sqlite'}"
        return
    hurry()
    url = new_database()
    yield url
    drop_database(url)


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.sqlite'}"


@pytest.fixture
def postgres() -> Iterator[str]:
    url = new_database()
    yield url
    drop_database(url)


@pytest.fixture(autouse=True)
def known_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers of this process deal the same cards in every run."""
    monkeypatch.setattr(stored_match, "dealer", lambda: random.Random(2026))
