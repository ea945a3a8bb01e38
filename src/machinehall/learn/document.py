"""The tables of observations and actions, number by number."""

from __future__ import annotations

from typing import Any

from machinehall.kernel.title import Title


def observation_rows(title: Title) -> list[dict[str, Any]]:
    """Each number of the observation: its place, its block, what it is about there, its kind and range."""
    names = ("index", "block", "part", "kind", "low", "high", "unit")
    return [dict(zip(names, number[:-1], strict=True)) for number in title.observation]


def block_rows(title: Title) -> list[tuple[int, int, str]]:
    """Each block of the observation: first number, last number, name."""
    rows: list[tuple[int, int, str]] = []
    at = 0
    for block, size in title.minds.feature_names:
        rows.append((at, at + size - 1, block))
        at += size
    return rows


def action_rows(title: Title) -> list[dict[str, Any]]:
    """Each number of the action table with its notation; `chance` is taken by luck alone."""
    kinds = title.chance_kinds
    return [
        {"index": i, "action": text, "by": "chance" if title.action_at(i).kind in kinds else "seat"}
        for i, text in enumerate(title.actions.texts)
    ]


def document(title: Title) -> dict[str, Any]:
    return {
        "title": title.name,
        "observation_version": title.observation_version,
        "action_version": title.action_version,
        "observation": observation_rows(title),
        "codes": {block: list(words) for block, words in title.minds.feature_codes.items()},
        "actions": action_rows(title),
    }
