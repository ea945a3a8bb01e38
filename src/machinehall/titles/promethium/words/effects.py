"""What the tiles, cards and tokens of Promethium do, in words made from their records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from machinehall.kernel.descriptions import Effects, Files
from machinehall.kernel.wording import Say
from machinehall.titles.promethium.lookup import Lookup

from .names import Names

SLOTS = ("country", "expert", "mineral")


ON_PLATES = ("realise", "patent", "play")
"""Plates of the action board whose rows are components."""


class PromethiumEffects(Effects):
    """See `machinehall.kernel.descriptions.Effects`."""

    drawn: ClassVar[Files] = {
        "tile": ("tiles", "start_tiles"),
        "card": ("projects",),
        "near": ("projects",),
        "scheme": ("schemes",),
        "played": ("schemes",),
        "improvement": ("improvements",),
        "element": ("elements", "minerals"),
        "own": ("elements", "minerals"),
        "bid": ("bid_tokens",),
    }
    named: ClassVar[Files] = {
        "tile": ("tiles", "start_tiles"),
        "project": ("projects",),
        "scheme": ("schemes",),
        "element": ("elements",),
        "mineral": ("elements", "minerals"),
        "country": ("elements",),
    }
    ruled: ClassVar[Mapping[str, str]] = {
        "cell": "PR-9.6",
        "end": "PR-4.1",
        "line": "PR-4.4",
        "slot": "PR-9.7",
        "initiative": "PR-3.1",
        "supply": "PR-1.5",
        "improvements": "PR-7.2",
        "piles": "PR-2.8",
        "projects": "PR-2.2",
        "income": "PR-8.2",
        "money": "PR-10.1",
        "played": "PR-5.7",
        "seat": "PR-2.4",
        "neutral": "PR-11.3",
        "office": "PR-6.4",
        "plate-realise": "PR-6.5",
        "plate-expedition": "PR-6.9",
        "plate-patent": "PR-6.10",
        "plate-play": "PR-5.1",
        "plate-chemist": "PR-6.8",
        "plate-machinist": "PR-6.11",
        "plate-engineer": "PR-6.12",
        "plate-financier": "PR-6.13",
        "plate": "PR-6.4",
        "left": "PR-9.6",
    }
    shelves: ClassVar[Files] = {
        "tiles": ("tiles", "start_tiles"),
        "cards": ("projects", "families", "schemes"),
        "tokens": ("improvements", "elements", "minerals", "bid_tokens"),
    }

    def __init__(self, t: Lookup, say: Say) -> None:
        self.t, self.names = t, Names(t, say)
        super().__init__(
            t.pack,
            say,
            {
                "tiles": self._tile,
                "start_tiles": self._tile,
                "projects": self._project,
                "schemes": self._scheme,
                "improvements": self._improvement,
                "families": self._family,
                "elements": self._element,
                "minerals": self._mineral,
                "bid_tokens": self._bid,
            },
        )

    def lying(self, view: Mapping[str, Any], prefix: str, rest: str) -> list[tuple[str, str]]:
        """The tile on a place of the grid, as far as it can be seen; what a row of the action board speaks of."""
        if prefix == "plate":
            kind, _, key = rest.partition("-")
            return [(file, key) for file in ("tiles", "start_tiles", "schemes", "projects") if kind in ON_PLATES]
        if prefix != "cell" or rest not in self.t.cells:
            return []
        there = view["grid"][self.t.cells.index(rest)] or {}
        return [("tiles", there.get("tile", "")), ("elements", there.get("back", ""))]

    def now(self, view: Mapping[str, Any], prefix: str, rest: str) -> list[str]:
        """Of a tile that lies face down only its back is told; of a corrupted project what is left of its worth."""
        if prefix == "card" and view["cubes"].get(rest):
            return [self._corrupted(view, rest)]
        there = view["grid"][self.t.cells.index(rest)] if prefix == "cell" and rest in self.t.cells else None
        return [self.say("effect.cell.down")] if there and not there.get("tile") else []

    def _corrupted(self, view: Mapping[str, Any], card: str) -> str:
        """PR-8.3, PR-7.5: what the cubes of a realised project cost its owner, and what it brings in spite of them."""
        t = self.t
        owner = next(seat for seat, row in enumerate(view["realised"]) if card in row)
        reduced = view["improvements"][t.imp["corruption_halved"]] == owner
        lost = view["cubes"][card] * (t.n.corruption_penalty_reduced if reduced else t.n.corruption_penalty)
        worth = t.worth[t.projects.index(card)]
        return self.say("effect.project.corrupted", max(0, worth - lost), min(worth, lost))

    def _tile(self, r: Any) -> tuple[str, list[str]]:
        elements = [self.names.component("element", getattr(r, slot)) for slot in SLOTS]
        lines = [self.say("effect.tile.elements", *elements), self.say("effect.tile.uses", r.value)]
        back = getattr(r, "back", None)
        if back:
            lines.append(self.say("effect.tile.back", self.names.component("element", back.element)))
        if getattr(r, "four_player_only", False):
            lines.append(self.say("effect.tile.four"))
        return self.names.tile(self.t.tiles.index(r.id)), lines

    def _wanted(self, r: Any) -> list[str]:
        """What a project asks of every tile, and of the tiles together."""
        lines = []
        for slot in SLOTS:
            wanted = getattr(r.requirement, slot)
            if wanted == "different":
                lines.append(self.say("effect.project.different", self.say(f"effect.slot.{slot}")))
            elif wanted != "any":
                lines.append(self.say("effect.project.each", self.names.component("element", wanted)))
        return lines

    def _project(self, r: Any) -> tuple[str, list[str]]:
        return self.names.component("project", r.id), [
            self.say("effect.project", r.level, r.level),
            *self._wanted(r),
            self.say("effect.project.value", r.value),
            self._gives(r),
        ]

    def _scheme(self, r: Any) -> tuple[str, list[str]]:
        cost = "/".join(str(price) for price in r.cost)
        return self.names.component("scheme", r.id), [
            self.say("effect.scheme.cost", cost),
            self.say(f"effect.scheme.{r.timing}"),
            self.names.component("scheme", r.id, "text"),
        ]

    def _improvement(self, r: Any) -> tuple[str, list[str]]:
        return self.names.component("improvement", r.id), [
            self.names.component("improvement", r.id, "text"),
            self.say("effect.improvement"),
        ]

    def _family(self, r: Any) -> tuple[str, list[str]]:
        levels = self.names.joined(map(str, r.levels))
        cards = [self.names.component("project", p) for p in self._members(r.id)]
        return self.names.component("family", r.id), [
            self.say("effect.family", self.names.joined(cards)),
            self.say("effect.family.text", r.cards, levels),
            self._gives(r),
        ]

    def _gives(self, r: Any) -> str:
        """The improvement of a family, with what it does."""
        name, text = (self.names.component("improvement", r.improvement, part) for part in ("name", "text"))
        return self.say("effect.project.gives", name, text)

    def _members(self, family: str) -> list[str]:
        rows: list[Any] = self.t.pack.records["projects"]
        return [row.id for row in rows if row.family == family]

    def _element(self, r: Any) -> tuple[str, list[str]]:
        return self.names.component("element", r.id), [
            self.say(f"effect.element.{r.slot}"),
            self.say("effect.element.supply", r.supply),
        ]

    def _mineral(self, r: Any) -> tuple[str, list[str]]:
        return self.names.component("element", r.id), [
            self.say("effect.mineral", r.promethium_content, r.laboratory_content),
            self.say("effect.mineral.end", r.end_game_pounds),
        ]

    def _bid(self, r: Any) -> tuple[str, list[str]]:
        return self.say("effect.bid", r.value), [self.say(f"effect.bid.{r.owner}", r.count, r.value)]
