"""What every part of the drawing needs: the view, the theme, the words, and what can be done now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from machinehall.draw.stage import Stage
from machinehall.kernel.frames import NOTHING
from machinehall.kernel.values import Action
from machinehall.titles.nucleum.board import Board
from machinehall.titles.nucleum.frames import FRAMES
from machinehall.titles.nucleum.lookup import Lookup
from machinehall.titles.nucleum.sampling import read
from machinehall.titles.nucleum.state import ROWS, State

PAINT = {"red": "red", "blue": "blue", "yellow": "gold", "teal": "teal"}
"""The colours of the box and our seat colours."""
SPARE_PAINT = ("violet", "red", "gold", "teal", "blue")

# Where a choice lies on the table, by the kind of action. What is not here has no place and becomes a plate.
PLACES = {
    "play": "tile-{0}",
    "rail": "tile-{0}",
    "buy": "tile-{0}",
    "fulfil": "contract-{0}",
    "sign": "contract-{0}",
    "slot": "slot-{0}",
    "lay": "space-{0}",
    "match": "space-{0}",
    "urbanize": "site-{1}",
    "mine": "site-{1}",
    "turbine": "site-{1}",
    "energize": "site-{1}",
    "unlock": "tech-{0}",
    "coal": "coal-{0}",
    "income": "income-{0}",
    "marker": "milestone-{0}",
    "nucleum": "plant-{0}",
    "recharge": "act-recharge",
    "act": "half-{0}",
}


@dataclass(frozen=True)
class Canvas(Stage):
    """See `machinehall.draw.stage.Stage`."""

    t: Lookup

    @property
    def players(self) -> int:
        """All who play, Barons among them."""
        number: int = self.view["players"]
        return number

    @property
    def board(self) -> Board:
        return self.t.board[self.players]

    def paint(self, seat: int) -> str:
        colour = self.t.constants["seat_colours"][seat]
        return PAINT.get(colour, SPARE_PAINT[seat])

    def fill(self, seat: int) -> str:
        return self.th[f"player.{self.paint(seat)}.fill"]

    def on(self, seat: int) -> str:
        return self.th[f"player.{self.paint(seat)}.on"]

    def name(self, seat: int) -> str:
        if seat >= self.view["seats"]:
            return self.word(f"draw.baron.{seat - self.view['seats'] + 1}")
        return self.names[seat]

    def order(self) -> list[int]:
        first: int = self.view["first"]
        return [(first + k) % self.players for k in range(self.players)]

    def uranium(self, seat: int) -> int:
        return sum(self.view["uranium"][ROWS * seat : ROWS * seat + ROWS])

    def rows(self, seat: int, widths: Mapping[str, int]) -> dict[str, range]:
        """Where a seat's numbers are in lists of which each seat has so many."""
        return {field: range(wide * seat, wide * seat + wide) for field, wide in widths.items()}

    def frame(self) -> tuple[str, Any]:
        """What is asked, and its arguments."""
        if not self.view["stack"]:
            return "", NOTHING
        kind, who, args = self.view["stack"][-1]
        return kind, FRAMES.named(kind, who, args)

    @cached_property
    def s(self) -> State:
        """The position itself: nothing in Nucleum is hidden."""
        return read(self.t, self.view) if self.state is None else self.state

    def technology(self, row: Any) -> str:
        """What a technology does."""
        text: str = self.words.get(f"text.technology.{row.id}", row.text)
        return text


def tile_id(name: str) -> str:
    """The id of a tile, without what it shows."""
    return name.partition(":")[0]


def places(t: Lookup, view: Mapping[str, Any], legal: Sequence[Action]) -> dict[str, list[str]]:
    """The choices by place on the table; choices without a place are under "act-" and their text."""
    found: dict[str, list[str]] = {}
    for action in legal:
        kind = action.kind
        names = [tile_id(t.domains[d][i]) for d, i in zip(t.actions.kinds[kind], action.args, strict=True)]
        if kind in ("store", "uranium"):
            place = f"site-{view['mine_site'][ROWS * (view['seat'] or 0) + action.args[0]]}"
        else:
            place = PLACES.get(kind, "act-" + "-".join([kind, *names])).format(*names)
        found.setdefault(place, []).append(t.actions.text(action))
    return found
