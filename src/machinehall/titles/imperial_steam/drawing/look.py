"""How Imperial Steam looks in the browser: see `machinehall.draw.look.Look`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from machinehall.draw.cards import Deck
from machinehall.draw.look import Panel, Piece, PlainLook, Standing, translated
from machinehall.draw.theme import theme as theme_of
from machinehall.kernel.values import Action
from machinehall.kernel.wording import Say, Titled, asking
from machinehall.titles.imperial_steam.sampling import read
from machinehall.titles.imperial_steam.words.names import Names

from . import pieces
from .cards import bids
from .figures import figure, piece
from .happened import ASIDE, FRUITS, HAPPENED, HEADS
from .panels import panels, scene
from .scene import PAINT, PLACES, SPARE_PAINT, places
from .vignette import vignette
from .words import WORDS


class ImperialSteamLook(PlainLook):
    """See `machinehall.draw.look.Look`."""

    scored = "imperial-steam.figure.money"
    courses = ("imperial-steam.course.money", "imperial-steam.course.influence", "imperial-steam.course.share")
    happened = HAPPENED
    brings = frozenset({"bid_revealed"})
    aside = ASIDE
    heads = HEADS
    fruits = FRUITS
    spelled = ("contracts", "worker_levels")
    rounds = "round_began"
    compact = True
    pieces = frozenset({"contract"})

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
        seat, say_it = view["seat"], Titled(self.title.name, say)
        kind = asking(view, seat)[0]
        return bids(self.title.lookup, say_it, kind, view["money"][seat], legal)

    def in_words(self, say: Say) -> dict[str, str]:
        t = self.title.lookup
        names = Names(t, Titled(self.title.name, say))
        called = {f"called.{key}": names.contract(i) for i, key in enumerate(t.contracts)}
        called |= {f"called.{key}": names.city(i) for i, key in enumerate(t.cities)}
        return called | translated(say, "imperial-steam.", WORDS)

    def sprite(self, theme: str) -> dict[str, str]:
        return {**pieces.symbols(), "hatches": pieces.hatches(self.title.lookup, theme_of(theme))}

    def paint(self, seat: int) -> str:
        return PAINT.get(self.title.lookup.colours[seat], SPARE_PAINT[seat % len(SPARE_PAINT)])

    def places(self, view: dict[str, Any], actions: Sequence[Action]) -> dict[str, list[str]]:
        t = self.title.lookup
        # The other kinds have a place only where they are allowed.
        return places(t, read(t, view), view["seat"], [action for action in actions if action.kind in PLACES])

    def standing(self, view: dict[str, Any], seat: int) -> Standing:
        """IS-2.21: money, which is what counts at the end, unless the table plays it hidden."""
        return Standing(view["money"][seat])

    def course(self, view: dict[str, Any], seat: int) -> tuple[int | None, ...]:
        t = self.title.lookup
        return view["money"][seat], t.columns[view["influence"][seat]], t.share_price[view["share"][seat]]

    def vignette(self, theme: str) -> str:
        return vignette(theme_of(theme))

    def figure(
        self, name: str, view: dict[str, Any], *, theme: str, say: Say, legal: Sequence[Action] = ()
    ) -> Panel | None:
        words = self.words(say)
        names = [words.get(f"draw.colour.{c}", c) for c in self.title.lookup.colours]
        return figure(scene(self.title.lookup, view, theme, (), names, words, None, None), name)

    def piece(self, file: str, key: str) -> Piece | None:
        return piece(self.title.lookup, file, key)
