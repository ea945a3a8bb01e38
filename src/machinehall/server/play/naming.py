"""What a table is called: kept with what it has been told, so that stored tables need no new column."""

from __future__ import annotations

from typing import Any

import msgspec

NAMED = "told.named"


def named_told(told: str | None, name: str) -> str:
    """What a table is told beside its name."""
    return msgspec.json.encode([{"message": NAMED, "args": [name], "rev": 0}, *_rows(told)]).decode()


def name_of(told: str | None) -> str:
    """What a table is called; mostly nothing."""
    return next((str(row["args"][0]) for row in _rows(told) if row["message"] == NAMED), "")


def _rows(told: str | None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = msgspec.json.decode(told) if told else []
    return found
