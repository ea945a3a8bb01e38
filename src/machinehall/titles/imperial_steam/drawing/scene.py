"""What every part of the drawing needs: the view, the theme, the words, and what can be done now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Self, TypeVar

from machinehall.draw.redrawn import Readable, ask
from machinehall.draw.stage import Stage
from machinehall.kernel.values import Action
from machinehall.titles.imperial_steam.lookup import Lookup
from machinehall.titles.imperial_steam.state import GOODS, ROWS, State

V = TypeVar("V")
PAINT = {"red": "red", "violet": "violet", "blue": "blue", "yellow": "gold"}
"""The colours of the box and our seat colours."""

SPARE_PAINT = ("teal", "red", "violet", "gold", "blue")
"""For a pack with other colours."""

# Where a choice lies on the table, by the kind of action. What is not here has no place and becomes a plate.
PLACES = {
    "do": "tile-{0}",
    "track": "link-{0}",
    "buy-out": "link-{0}",
    "sell": "sell",
    "hire": "hire-{0}",
    "engineer": "engineer-{0}-{1}",
    "station": "station-{0}",
    "factory": "site-{0}",
    "collect": "site-{0}",
    "staff": "post-{0}",
    "import": "market-{0}",
    "order": "market-{0}",
    "buy": "loco-{0}",
    "upgrade": "loco-{1}",
    "sign": "contract-{0}",
    "price": "price-{0}",
    "give-up": "own-{0}",
}


@dataclass(frozen=True)
class Canvas(Stage):
    """See `machinehall.draw.stage.Stage`."""

    t: Lookup
    s: State
    """The view as a position. What the view hides is made up in it: money and bids are read from the view only."""

    @property
    def position(self) -> State:
        return self.s

    def seeing(self, sight: Readable) -> Self:
        return replace(super().seeing(sight), s=sight.position)

    def rule(self, rule: Callable[..., V], *args: int) -> V:
        """What a rule says of the position."""
        return ask(self.s, partial(_ruled, self.t, rule, args))

    @property
    def seated(self) -> list[int]:
        """All seats in the order of their turns; those that set-up has not yet ordered come last."""
        return [*self.s.order, *(seat for seat in range(self.s.seats) if seat not in self.s.order)]

    def paint(self, seat: int) -> str:
        return PAINT.get(self.t.colours[seat], SPARE_PAINT[seat % len(SPARE_PAINT)])

    def seat_colour(self, seat: int, part: str = "fill") -> str:
        return self.th[f"player.{self.paint(seat)}.{part}"]

    def hub_colour(self, hub: int, part: str = "tint") -> str:
        """The tincture of a metropolis."""
        name = f"metro.{self.t.hubs[hub]}.{part}"
        return self.th[name] if name in self.th.colours else self.th[f"city.white.{part}"]

    def hub_city(self, hub: int) -> int:
        """The city that carries a metropolis, -1 for none yet."""
        found = (c for c, tile in enumerate(self.s.tile) if tile >= 0 and self.t.tile_hub[tile] == hub)
        return next(found, -1)

    def city(self, city: int) -> str:
        """What a city is called in the language of the drawing; a drawing that stands alone has the map's names."""
        return self.words.get(f"called.{self.t.cities[city]}", self.t.city_names[city])

    def money(self, seat: int) -> str:
        amount = self.view["money"][seat]
        return "?" if amount is None else str(amount)

    def trains(self, seat: int) -> list[int]:
        """The locomotives of a seat."""
        return [x for x in self.s.trains[ROWS * seat : ROWS * seat + ROWS] if x >= 0]

    def goods(self, seat: int) -> list[int]:
        return self.s.goods[GOODS * seat : GOODS * seat + GOODS]


def _ruled(t: Lookup, rule: Callable[..., V], args: tuple[int, ...], s: State) -> V:
    return rule(t, s, *args)


def places(t: Lookup, s: State, seat: int | None, legal: Sequence[Action]) -> dict[str, list[str]]:
    """The choices by place on the table; choices without a place are under "act-" and their kind."""
    found: dict[str, list[str]] = {}
    for action in legal:
        domains = t.actions.kinds[action.kind]
        names = [t.domains[d][i] for d, i in zip(domains, action.args, strict=True)]
        if action.kind == "deliver" and seat is not None:
            good = next(g for g in range(GOODS) if s.factories[GOODS * seat + g] >> action.args[0] & 1)
            place = f"demand-{names[1]}-{t.goods[good]}"
        elif action.kind == "bid":
            place = f"column-{t.columns[action.args[0]]}"
        elif action.kind == "influence" and seat is not None:
            place = f"column-{t.columns[s.influence[seat] + action.args[0] + 1]}"
        else:
            place = PLACES.get(action.kind, "act-" + "-".join([action.kind, *names])).format(*names)
        found.setdefault(place, []).append(t.actions.text(action))
    return found
