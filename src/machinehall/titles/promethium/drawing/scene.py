"""What every part of the drawing needs: the view, the theme, the words, and what can be done now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from machinehall.draw.stage import Stage
from machinehall.kernel.values import Action
from machinehall.titles.promethium.lookup import Lookup
from machinehall.titles.promethium.state import NEUTRAL, SEATS

PAINT = {"red": "red", "yellow": "gold", "green": "teal", "blue": "blue"}
"""The colours of the box and our seat colours."""

SPARE_PAINT = ("violet", "red", "gold", "teal", "blue")
"""For a pack with other colours."""

# Where a choice lies on the table, by the kind of action. What is not here has no place and becomes a plate.
PLACES = {
    "line": "line-{0}",
    "bid": "bid-{0}",
    "target": "cell-{0}",
    "cell": "cell-{0}",
    "end": "end-{0}",
    "stock": "element-{0}",
    "steal": "element-{0}",
    "take": "element-{0}",
    "financier-reserve": "element-{0}",
    "give": "own-{0}",
    "play": "scheme-{0}",
    "discard": "scheme-{0}",
    "realise": "card-{0}",
    "activate": "card-{0}",
    "use": "tile-{0}",
    "patent": "tile-{0}",
}


@dataclass(frozen=True)
class Canvas(Stage):
    """See `machinehall.draw.stage.Stage`."""

    t: Lookup

    @property
    def seats(self) -> int:
        number: int = self.view["seats"]
        return number

    def paint(self, owner: int) -> str:
        """The seat colour of an owner; the neutral player has the colour that is left over."""
        colour = self.t.colours[-1 if owner == NEUTRAL else owner]
        return PAINT.get(colour, SPARE_PAINT[owner % len(SPARE_PAINT)])

    def fill(self, owner: int) -> str:
        return self.th[f"player.{self.paint(owner)}.fill"]

    def name(self, owner: int) -> str:
        return self.word("draw.neutral") if owner == NEUTRAL else self.names[owner]

    def named(self, domain: str, key: str, plain: str, field: str = "name") -> str:
        """A component in the reader's language, if `words` has it."""
        return self.words.get(f"{field}.{domain}.{key}", plain)

    def element(self, i: int) -> str:
        return self.named("element", self.t.elements[i], self.t.element_names[i])

    def project(self, i: int) -> str:
        return self.named("project", self.t.projects[i], self.t.project_names[i])

    def about(self, domain: str, key: str, record: Any) -> str:
        """Name and text of a card or token."""
        return f"{self.named(domain, key, record.name)}: {self.named(domain, key, record.text, 'text')}"

    def order(self) -> list[int]:
        """The seats in turn order of this round."""
        first = max(self.view["first"], 0)
        return [(first + i) % self.seats for i in range(self.seats)]

    def held(self, seat: int) -> dict[str, int]:
        """The elements of a seat."""
        row: dict[str, int] = self.view["elements"][SEATS + seat]
        return row

    def cards(self, seat: int) -> Iterator[tuple[str, str]]:
        """The open project cards of a seat, each with its state, those that still matter first."""
        valued, active = self.view["valued"][seat], self.view["active"][seat]
        everything = dict.fromkeys([*self.view["realised"][seat], *active, *valued])
        states = {p: "valued" if p in valued else "active" if p in active else "waiting" for p in everything}
        for state in ("waiting", "active", "valued"):
            yield from ((p, s) for p, s in states.items() if s == state)

    def record(self, file: str, ident: str) -> Any:
        """A record of the pack."""
        return next(r for r in self.t.pack.records[file] if r.id == ident)  # type: ignore[attr-defined]


def places(t: Lookup, view: Mapping[str, Any], legal: Sequence[Action]) -> dict[str, list[str]]:
    """The choices by place on the table; choices without a place are under "act-" and their kind."""
    found: dict[str, list[str]] = {}
    mine = set() if view["seat"] is None else set(view["private"][view["seat"]])
    open_cards = {*view["display"], *mine}
    realised = {card for rows in (view["realised"], view["active"]) for row in rows for card in row}
    for action in legal:
        domains = t.actions.kinds[action.kind]
        names = [t.domains[d][i] for d, i in zip(domains, action.args, strict=True)]
        place = PLACES.get(action.kind, "act-" + action.kind).format(*names)
        if place.startswith("card-") and names[0] not in (realised if action.kind == "activate" else open_cards):
            place = "act-" + action.kind
        found.setdefault(place, []).append(t.actions.text(action))
        if action.kind == "line":  # a click on a tile means its row or its column, of those that so many players use
            for cell in t.line_cells[view["seats"]].get(action.args[0], ()):
                found.setdefault(f"cell-{t.cells[cell]}", []).append(t.actions.text(action))
    return found
