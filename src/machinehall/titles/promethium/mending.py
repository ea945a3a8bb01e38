"""What of a Promethium match lies openly on a real board and can be put right there, and what follows from it.

Cards and bid tokens are left alone: some of them are somebody's secret, and a refusal would tell where they are.
"""

from __future__ import annotations

from collections.abc import Collection

from machinehall.kernel.mendable import Mending, Part

from . import laws
from .lookup import Lookup
from .state import RESERVE, SEATS, State


def parts(t: Lookup) -> tuple[Part, ...]:
    return (
        Part("grid", "thing", "cell", "tile", once=True, group="map"),
        Part("gone", "set", "", "tile", once=True, group="map"),
        Part("elements", "number", "holder", columns="element", width=len(t.elements), most=99, group="market"),
        Part("improvements", "thing", "improvement", "seat", group="market"),
        Part("money", "number", most=9999),
        Part("influence", "number", most=99),
        Part("promethium", "number", most=99),
        Part("lobby", "number", most=99),
        Part("tiles", "set", holds="tile", once=True),
        Part("uses", "number", "tile", most=9),
        Part("bought", "number", most=9),
    )


FIELDS = (
    *("grid", "gone", "elements", "improvements", "money", "influence", "promethium", "lobby", "tiles", "uses"),
    "bought",
)
"""What `parts` are about."""
FOLLOWS = ("unseen",)
LAWS = (laws.elements, laws.tiles, laws.cards, laws.schemes, laws.tokens, laws.markers, laws.limits)


def mending(t: Lookup) -> Mending[Lookup, State]:
    return Mending(parts(t), FOLLOWS, settle, there, LAWS)


def there(t: Lookup, s: State, domain: str) -> Collection[int] | None:
    """What this number of players has."""
    if domain == "seat":
        return range(s.seats)
    if domain == "holder":
        return range(SEATS + s.seats)
    return [i for i in range(len(t.tiles)) if _whole(t, s) >> i & 1] if domain == "tile" else None


def _whole(t: Lookup, s: State) -> int:
    whole: int = t.pool[s.seats]
    for seat in range(s.seats):
        whole |= 1 << t.start_tile[seat]
    return whole


def settle(t: Lookup, s: State, before: State) -> None:
    """Tiles that lie nowhere have not been seen, and the Reserve holds all other elements."""
    owned = 0
    for mask in s.tiles:
        owned |= mask
    lying = sum(1 << tile for tile in {v for v in s.grid if v >= 0})
    s.unseen = _whole(t, s) & ~(owned | lying | s.gone)
    s.uses = tuple(n if owned >> tile & 1 else 0 for tile, n in enumerate(s.uses))
    width, elements = len(t.elements), [*s.elements]
    for kind, supply in enumerate(t.element_supply):
        elements[RESERVE * width + kind] = supply - sum(s.elements[kind + width :: width])
    s.elements = elements
