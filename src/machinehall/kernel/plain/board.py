"""A terminal board made from a view: each field with its numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from .drawing import plain_rows

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from .ruled import Ruled


class BoardOfParts:
    """A board whose parts are asked for by a word; see `machinehall.kernel.parts.Board`."""

    _parts: Mapping[str, Callable[[dict[str, Any], int | None], RenderableType]]
    """How each part is drawn from a view, for a seat; a spectator has none."""

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(self._parts)

    def part(self, name: str, view: dict[str, Any], seat: int | None) -> RenderableType | None:
        draw = self._parts.get(name)
        return draw(view, seat) if draw else None


class PlainBoard:
    """See `machinehall.kernel.parts.Board`."""

    parts: tuple[str, ...] = ()

    def __init__(self, title: Ruled) -> None:
        self.title = title

    def overview(self, view: dict[str, Any], seat: int | None, width: int, height: int) -> list[RenderableType]:
        return [self.everything(view, seat, width)]

    def everything(self, view: dict[str, Any], seat: int | None, width: int) -> RenderableType:
        from rich.console import Group

        return Group(*self._tables(view))

    def part(self, name: str, view: dict[str, Any], seat: int | None) -> RenderableType | None:
        return None

    def _tables(self, view: dict[str, Any]) -> list[Table]:
        from rich.table import Table

        tables = []
        for heading, boxes in plain_rows(self.title, view):
            keys = [key for _, key, _ in boxes]
            table = Table(*keys, title=heading, title_justify="left", min_width=len(heading), show_header=any(keys))
            table.add_row(*(content for _, _, content in boxes))
            tables.append(table)
        return tables
