"""The terminal tables: how the position of each title looks in characters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from machinehall.kernel.values import UnknownTitle
from machinehall.words import Titled

if TYPE_CHECKING:
    from rich.console import RenderableType

    from machinehall.kernel.title import Title
    from machinehall.kernel.wording import Say, Wording


class Board(Protocol):
    """A title in characters. Everything is drawn from a view."""

    def overview(self, view: dict[str, Any], seat: int | None, width: int, height: int) -> list[RenderableType]:
        """The parts that matter for the present decision, as much as the terminal's size allows."""
        ...

    def everything(self, view: dict[str, Any], seat: int | None, width: int) -> RenderableType:
        """The whole table."""
        ...

    def part(self, name: str, view: dict[str, Any], seat: int | None) -> RenderableType | None:
        """One part of the table by the word that asks for it: players, projects, hand ..."""
        ...

    @property
    def parts(self) -> tuple[str, ...]:
        """The words that `part` knows."""
        ...


def board(title: Title, wording: Wording, say: Say) -> Board:
    """The terminal table of a title."""
    if title.name == "promethium":
        from .promethium import PromethiumBoard

        return PromethiumBoard(title.tables, say)
    if title.name == "imperial-steam":
        from .imperial_steam import ImperialSteamBoard

        return ImperialSteamBoard(title.tables, say)
    if title.name == "nucleum":
        from machinehall.titles.nucleum.wording import NucleumWording

        from .nucleum import NucleumBoard

        assert isinstance(wording, NucleumWording)
        return NucleumBoard(title.tables, Titled(title.name, say), wording.names)
    raise UnknownTitle(f"no terminal table for {title.name!r}")
