"""How Promethium looks in the browser: see `machinehall.draw.look.Look`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from machinehall.draw.cards import Deck
from machinehall.draw.look import Panel, Piece, PlainLook, Standing, translated
from machinehall.draw.theme import theme as theme_of
from machinehall.kernel.title import Title
from machinehall.kernel.values import Action
from machinehall.kernel.wording import Say, Titled, asking
from machinehall.titles.promethium.lookup import Lookup
from machinehall.titles.promethium.state import SEATS
from machinehall.titles.promethium.words.names import FILES, Names

from . import pieces
from .cards import starts
from .figures import OFFICE, figure, piece_of
from .happened import ASIDE, FRUITS, GIVEN, HAPPENED, HEADS
from .panels import panels, scene
from .scene import PAINT, places
from .vignette import vignette
from .words import WORDS

STOPS: tuple[tuple[str, ...], ...] = (
    ("line", "token"),
    ("target", "window", "lobby", "winner", "stock"),
    ("turn", "tiles", "closing"),
)
"""Decisions that follow each other."""
SAME = {
    "offer": "winner", "lift": "winner", "ahead": "closing", "theft": "stock", "persuasion": "stock",
    "espionage": "window", "bribes": "window",
}  # fmt: skip
"""Decisions that are part of the same stop."""

EVENT_RULES = {
    "first_player": "PR-2.2", "line_named": "PR-4.4", "token_laid": "PR-4.4", "tile_targeted": "PR-4.8",
    "token_revealed": "PR-4.9", "bids_ranked": "PR-4.10", "lobby_spent": "PR-4.11", "tile_bought": "PR-4.12",
    "token_lifted": "PR-4.12",
    "marker_forfeited": "PR-4.13", "sold_to_bank": "PR-4.14", "tile_sold": "PR-4.15", "offer_declined": "PR-4.15",
    "neutral_took": "PR-11.3", "passed": "PR-6.2", "project_realised": "PR-6.5", "project_activated": "PR-7.1",
    "improvement_gained": "PR-7.3", "project_valued": "PR-8.2", "project_left": "PR-9.2",
    "scheme_discarded": "PR-9.3", "scheme_played": "PR-5.2", "project_half_valued": "PR-10.1",
    "final_score": "PR-10.2", "tile_reserved": "PR-12.1", "tile_removed": "PR-12.2", "tiles_swapped": "PR-12.3",
    "tokens_swapped": "PR-12.4", "tile_taken": "PR-12.7",
}  # fmt: skip


class PromethiumLook(PlainLook):
    """See `machinehall.draw.look.Look`."""

    unit = "£"
    scored = "promethium.figure.money"
    happened = HAPPENED
    aside = ASIDE
    heads = HEADS
    fruits = FRUITS
    incomes = frozenset({"scheme_played"})
    given = GIVEN
    spelled = ("projects", "schemes")
    rounds = "round_began"
    brings = frozenset({"project_shown", "scheme_drawn"})
    moments = frozenset({"exposition_opened"})
    pieces = frozenset({"tile", "scheme", "project"})

    def __init__(self, title: Title) -> None:
        super().__init__(title)
        self.t: Lookup = title.lookup

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
        return panels(scene(self.t, view, theme, legal, names, self.words(say), labels), size)

    def cards(
        self, view: dict[str, Any], *, theme: str, legal: Sequence[Action], names: Sequence[str], say: Say
    ) -> Deck | None:
        kind = asking(view, view["seat"])[0]
        return starts(self.t, self.title.name, Titled(self.title.name, say), kind, legal)

    def in_words(self, say: Say) -> dict[str, str]:
        """The fixed words of the drawing and the names of all components."""
        found = translated(say, "promethium.", WORDS)
        names = Names(self.t, Titled(self.title.name, say))
        for domain in FILES:
            for key, record in names.records[domain].items():
                found[f"name.{domain}.{key}"] = names.component(domain, key)
                if hasattr(record, "text"):
                    found[f"text.{domain}.{key}"] = names.component(domain, key, "text")
        return found | {f"name.end.{key}": names.place(key) for key in self.t.ends}

    def sprite(self, theme: str) -> dict[str, str]:
        return pieces.symbols(theme_of(theme))

    def paint(self, seat: int) -> str:
        return PAINT.get(self.t.colours[seat], "violet")

    def places(self, view: dict[str, Any], actions: Sequence[Action]) -> dict[str, list[str]]:
        return places(self.t, view, actions)

    def place_names(self, domain: str, value: int | None) -> list[str]:
        """Seats hold elements behind Reserve and Stock; the neutral player has no place."""
        if domain == "holder" and value is not None:
            return [str(value - SEATS)] if value >= SEATS else []
        return super().place_names(domain, value)

    def event_rule(self, kind: str) -> str:
        return EVENT_RULES.get(kind, "")

    def stops(self, view: dict[str, Any]) -> tuple[tuple[str, ...], int]:
        kind = view["stack"][-1][0] if view["stack"] else ""
        kind = SAME.get(kind, kind)
        for stops in STOPS:
            if kind in stops:
                return tuple(f"promethium.stop.{stop}" for stop in stops), stops.index(kind)
        return (), 0

    def standing(self, view: dict[str, Any], seat: int) -> Standing:
        rounds = self.t.n.rounds
        earned = [(f"promethium.stand.round.{r + 1}", view["income"][seat * rounds + r]) for r in range(rounds)]
        return Standing(view["money"][seat], tuple((key, value) for key, value in earned if value))

    def vignette(self, theme: str) -> str:
        return vignette(theme_of(theme))

    def figure(
        self, name: str, view: dict[str, Any], *, theme: str, say: Say, legal: Sequence[Action] = ()
    ) -> Panel | None:
        words = self.words(say)
        names = [words.get(f"draw.colour.{c}", c) for c in self.t.colours]
        shown = legal if name == OFFICE else ()
        return figure(scene(self.t, view, theme, shown, names, words, None), name)

    def piece(self, file: str, key: str) -> Piece | None:
        return piece_of(file, key)
