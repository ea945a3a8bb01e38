"""How Nucleum looks in the browser: its drawing as one panel, with its own colours, places and picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from machinehall.draw.look import PlainLook, Standing
from machinehall.draw.theme import theme as theme_of
from machinehall.kernel.values import Action

from .drawing.scene import PAINT, SPARE_PAINT, places
from .drawing.vignette import vignette


class NucleumLook(PlainLook):
    """See `machinehall.draw.look.Look`."""

    def paint(self, seat: int) -> str:
        colour = self.title.tables.constants["seat_colours"][seat]
        return PAINT.get(colour, SPARE_PAINT[seat])

    def places(self, view: dict[str, Any], actions: Sequence[Action]) -> dict[str, list[str]]:
        return places(self.title.tables, view, actions)

    def standing(self, view: dict[str, Any], seat: int) -> Standing:
        return Standing(view["vp"][seat])

    def vignette(self, theme: str) -> str:
        return vignette(theme_of(theme))
