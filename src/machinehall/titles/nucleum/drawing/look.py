"""How Nucleum looks in the browser: see `machinehall.draw.look.Look`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from machinehall.draw.cards import Deck
from machinehall.draw.look import Panel, Piece, PlainLook, Standing, translated
from machinehall.draw.theme import theme as theme_of
from machinehall.kernel.values import Action
from machinehall.kernel.wording import Say, Titled
from machinehall.titles.nucleum.words.names import Names

from . import pieces
from .cards import experiments
from .figures import figure, piece
from .happened import ASIDE, FRUITS, HAPPENED, HEADS
from .panels import panels, scene
from .scene import PAINT, SPARE_PAINT, places, tile_id
from .vignette import vignette
from .words import WORDS

CALLED = ("urban", "minesite", "turbine", "space", "plant", "tile", "building", "slot", "contract", "half", "track")
"""Whatever a drawing names by its id."""


class NucleumLook(PlainLook):
    """See `machinehall.draw.look.Look`."""

    scored = "nucleum.figure.vp"
    happened = HAPPENED
    aside = ASIDE
    heads = HEADS
    fruits = FRUITS
    incomes = frozenset({"recharged", "baron_takes_contract", "baron_powered"})
    spelled = ("technologies", "contracts")
    moments = frozenset({"kings_day", "end_triggered"})
    pieces = frozenset({"tile", "contract", "piece"})
    lies: Mapping[str, str] = MappingProxyType({"rail_placed": "laid/{1},{2},{3}"})

    def panels(
        self,
        view: dict[str, Any],
        *,
        theme: str,
        legal: Sequence[Action],
        names: Sequence[str],
        say: Say,
        size: str,
        labels: Mapping[str, str] | None = None,
        state: Any = None,
    ) -> list[Panel]:
        return panels(scene(self.title.lookup, view, theme, legal, names, self.words(say), labels, state), size)

    def cards(
        self, view: dict[str, Any], *, theme: str, legal: Sequence[Action], names: Sequence[str], say: Say
    ) -> Deck | None:
        s = scene(self.title.lookup, view, theme, (), names, self.words(say), None, None)
        return experiments(s, Titled(self.title.name, say), legal)

    def in_words(self, say: Say) -> dict[str, str]:
        """The fixed words of the drawing, what the technologies do, and what everything is called."""
        t = self.title.lookup
        names = Names(t, Titled(self.title.name, say))
        techs = {f"text.technology.{key}": names.technology(i) for i, key in enumerate(t.technologies)}
        called = {f"called.{key}": names(domain, i) for domain in CALLED for i, key in enumerate(t.domains[domain])}
        return techs | called | translated(say, "nucleum.", WORDS)

    def ahead(self, view: dict[str, Any]) -> list[tuple[int, str]]:
        """The queues of the Barons."""
        seats = view["seats"]
        return [(seats + at, f"queue/{seats + at}") for at, tiles in enumerate(view["queue"]) if tiles]

    def sprite(self, theme: str) -> dict[str, str]:
        return {"hatches": pieces.hatches(theme_of(theme))}

    def paint(self, seat: int) -> str:
        colour = self.title.lookup.constants["seat_colours"][seat]
        return PAINT.get(colour, SPARE_PAINT[seat])

    def places(self, view: dict[str, Any], actions: Sequence[Action]) -> dict[str, list[str]]:
        return places(self.title.lookup, view, actions)

    def place_names(self, domain: str, value: int | None) -> list[str]:
        return [tile_id(name) for name in super().place_names(domain, value)]

    def standing(self, view: dict[str, Any], seat: int) -> Standing:
        return Standing(view["vp"][seat])

    def vignette(self, theme: str) -> str:
        return vignette(theme_of(theme))

    def figure(
        self, name: str, view: dict[str, Any], *, theme: str, say: Say, legal: Sequence[Action] = ()
    ) -> Panel | None:
        words = self.words(say)
        names = [words.get(f"draw.colour.{c}", c) for c in self.title.lookup.constants["seat_colours"]]
        return figure(scene(self.title.lookup, view, theme, (), names, words, None, None), name)

    def piece(self, file: str, key: str) -> Piece | None:
        return piece(self.title.lookup, file, key)
