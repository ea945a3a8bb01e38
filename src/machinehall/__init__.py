"""Machine Hall: a digital table for heavy board games of the industrial age."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .kernel.match import CannotUndo, Match
from .kernel.record import load_match as _load
from .kernel.title import Title
from .kernel.values import (
    CHANCE,
    Action,
    AmbiguousAction,
    BadAction,
    BadOption,
    BadPack,
    BadRecord,
    Event,
    IllegalAction,
    MachineHallError,
    Outcome,
    Refusal,
    UnknownTitle,
)
from .titles import imperial_steam, nucleum, promethium

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "Action",
    "AmbiguousAction",
    "BadAction",
    "BadOption",
    "BadPack",
    "BadRecord",
    "CannotUndo",
    "Event",
    "IllegalAction",
    "MachineHallError",
    "Match",
    "Outcome",
    "Refusal",
    "Title",
    "UnknownTitle",
    "load_match",
    "new_match",
    "title",
    "titles",
]

_TITLES: dict[str, Callable[[Path | None], Title]] = {
    "imperial-steam": imperial_steam.title,
    "nucleum": nucleum.title,
    "promethium": promethium.title,
}


def titles() -> dict[str, Title]:
    """All titles with our components, by name."""
    return {name: make(None) for name, make in _TITLES.items()}


def title(name: str, pack: Path | str | None = None) -> Title:
    """One title; `pack` is a folder with an owner's component files to lay over ours."""
    if name not in _TITLES:
        raise UnknownTitle(f"no title {name!r}; there are: {', '.join(_TITLES)}")
    return _TITLES[name](None if pack is None else Path(pack).resolve())


def new_match(
    name: str,
    seats: int,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    pack: Path | str | None = None,
) -> Match:
    """A new match, dealt and ready for the first decision."""
    return Match(title(name, pack), seats, seed, options)


def load_match(text: str, pack: Path | str | None = None) -> Match:
    """A match back from its record."""
    return _load(text, title, None if pack is None else Path(pack))
