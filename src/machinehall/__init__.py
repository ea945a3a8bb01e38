"""Machine Hall: a digital table for heavy board games of the industrial age."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from machinehall.kernel import registry
from machinehall.kernel.match import CannotUndo, Match
from machinehall.kernel.record import load_match as _load
from machinehall.kernel.title import Title
from machinehall.kernel.values import (
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

if TYPE_CHECKING:

    def titles() -> dict[str, Title]:
        """All titles with our components, by name: a call of the package `machinehall.titles`."""
        raise NotImplementedError

else:
    from . import titles


def title(name: str, pack: Path | str | None = None) -> Title:
    """One title; `pack` is a folder with an owner's component files to lay over ours."""
    return registry.maker(name)(None if pack is None else Path(pack).resolve())


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
