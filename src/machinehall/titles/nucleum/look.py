"""How Nucleum looks in the browser: see `machinehall.draw.look.Look`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from machinehall.draw.look import Panel, PlainLook, Standing, translated
from machinehall.draw.theme import theme as theme_of
from machinehall.kernel.values import Action
from machinehall.kernel.wording import Say, Titled

from .drawing import pieces
from .drawing.panels import panels, scene
from .drawing.scene import PAINT, SPARE_PAINT, places
from .drawing.vignette import vignette
from .drawing.words import WORDS
from .names import Names

CALLED = ("urban", "minesite", "turbine", "space", "plant", "tile", "building", "slot", "contract", "half", "track")
"""Whatever a drawing names by its id."""


class NucleumLook(PlainLook):
    """See `machinehall.draw.look.Look`."""

    def panels(
        self, view: dict[str, Any], *, theme: str, legal: Sequence[Action], names: Sequence[str], say: Say, size: str
    ) -> list[Panel]:
        return panels(scene(self.title.tables, view, theme, legal, names, self.words(say)), size)

    def in_words(self, say: Say) -> dict[str, str]:
        """The fixed words of the drawing, what the technologies do, and what everything is called."""
        t = self.title.tables
        names = Names(t, Titled(self.title.name, say))
        techs = {f"text.technology.{key}": names.technology(i) for i, key in enumerate(t.technologies)}
        called = {f"called.{key}": names(domain, i) for domain in CALLED for i, key in enumerate(t.domains[domain])}
        return techs | called | translated(say, "nucleum.", WORDS)

    def sprite(self, theme: str) -> dict[str, str]:
        return {"hatches": pieces.hatches(theme_of(theme))}

    def paint(self, seat: int) -> str:
        colour = self.title.tables.constants["seat_colours"][seat]
        return PAINT.get(colour, SPARE_PAINT[seat])

    def places(self, view: dict[str, Any], actions: Sequence[Action]) -> dict[str, list[str]]:
        return places(self.title.tables, view, actions)

    def standing(self, view: dict[str, Any], seat: int) -> Standing:
        return Standing(view["vp"][seat])

    def vignette(self, theme: str) -> str:
        return vignette(theme_of(theme))
