"""Colours and measures, from tokens.json: the only place where a colour is written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from machinehall.kernel.values import MachineHallError

THEMES = ("light", "dark")


class UnknownTheme(MachineHallError):
    """No such theme."""


@cache
def tokens() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(resources.files(__package__).joinpath("tokens.json").read_text(encoding="utf-8"))
    return data


class Theme:
    """The colours of one theme by dotted name: theme["ink"], theme["player.red.fill"]."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.colours = dict(_flat(tokens()[name]))
        self.shapes: dict[str, str] = tokens()["player_shape"]

    def __getitem__(self, name: str) -> str:
        return self.colours[name]


@cache
def theme(name: str) -> Theme:
    """The theme of that name; drawings share it."""
    if name not in THEMES:
        raise UnknownTheme(f"no theme {name!r}; there are: {', '.join(THEMES)}")
    return Theme(name)


def _flat(group: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in group.items():
        found += _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else [(prefix + key, value)]
    return found
