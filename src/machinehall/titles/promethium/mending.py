"""What of a Promethium match lies openly on a real board and can be put right there, and what follows from it.

Bid tokens change only while all on the grid lie face up: else a refusal would tell what somebody holds in secret. A
card that lies openly can be any of its kind: one from the deck, or from a hand, is exchanged for it without a word of
where it was.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from machinehall.kernel.mendable import Beneath, Mending, Part

from . import laws
from .lookup import Lookup, bits
from .state import NEUTRAL, RESERVE, SEATS, State

NONE: Final = -1
PURCHASE = ("target",)
"""While tokens are laid all markers lie on the track; later nobody counts on those that are left until one aims."""
FAIR = ("line", "target")
CARDS = ("line", "target", "turn")
"""Questions at which a turn or a part of it begins: no card is being built or valued."""
REALISED: Final = "realised"
TOKENS: Final[dict[str, Any]] = {"openly": "end_value", "when": ("target",)}


def parts(t: Lookup) -> tuple[Part, ...]:
    return (
        Part("grid", "thing", "cell", "tile", once=True, group="map", backs="element", drawn="cell-{0}"),
        Part("gone", "set", "", "tile", once=True, group="map"),
        Part("elements", "number", "holder", columns="element", width=len(t.elements), most=99, group="market"),
        Part("improvements", "thing", "improvement", "seat", group="market", drawn="improvement-{0}"),
        Part("money", "number", most=9999),
        Part("influence", "number", most=99),
        Part("promethium", "number", most=99),
        Part("lobby", "number", most=99),
        Part("tiles", "set", holds="tile", once=True),
        Part("uses", "number", "tile", most=9),
        Part("bought", "number", most=9),
        Part("track", "row", "", "owner", flat=True, group="market", when=PURCHASE),
        Part("first", "thing", "", "seat", empty=False, group="market"),
        Part("reserved", "thing", "seat", "cell", group="map", when=FAIR),
        Part("end_owner", "thing", "end", "owner", empty=False, beside="end_owner", group="map", **TOKENS),
        Part(
            "end_value",
            "number",
            "end",
            beside="end_owner",
            least=1,
            most=max(t.bids),
            group="map",
            drawn="end-{0}",
            **TOKENS,
        ),
        Part("lost", "number", columns="bid", width=len(t.bids), most=9, openly="end_value", when=("target", "turn")),
        Part("display", "thing", "", "project", once=True, group="market", when=CARDS, drawn="card-{1}"),
        Part("discarded", "set", "", "project", once=True, group="market", when=CARDS),
        Part("realised", "set", holds="project", once=True, when=CARDS),
        Part("active", "set", holds="project", when=CARDS, only=REALISED),
        Part("valued", "set", holds="project", when=CARDS, only=REALISED),
        Part("cubes", "number", "project", most=9, when=CARDS, among=REALISED),
        Part("used", "set", holds="scheme", when=CARDS),
    )


FIELDS = (
    *("grid", "gone", "elements", "improvements", "money", "influence", "promethium", "lobby", "tiles", "uses"),
    *("bought", "track", "first", "reserved", "end_owner", "end_value", "lost", "display", "discarded", "realised"),
    *("active", "valued", "cubes", "used"),
)
"""What `parts` are about."""
FOLLOWS = ("unseen", "tokens", "neutral", "end_by")
BENEATH = (
    Beneath(("display", "discarded", "realised"), ("deck", "deck_top", "deck_bottom", "private")),
    Beneath(("used",), ("hand", "pile"), each=True),
)
LAWS = (laws.elements, laws.tiles, laws.cards, laws.schemes, laws.tokens, laws.markers, laws.limits)
COMPARE = ("round_began",)


def mending(t: Lookup) -> Mending[Lookup, State]:
    return Mending(parts(t), FOLLOWS, work_out, there, LAWS, BENEATH, COMPARE)


def there(t: Lookup, s: State, domain: str) -> Collection[int] | None:
    """What this number of players has."""
    if domain == "seat":
        return range(s.seats)
    if domain == "holder":
        return range(SEATS + s.seats)
    if domain == "owner":
        return [*range(s.seats), *([NEUTRAL] if s.controller >= 0 else [])]
    if domain == REALISED:
        return {card for mask in s.realised for card in bits(mask)}
    if domain == "element":
        return [kind for kind, tiles in enumerate(t.back_mask) if tiles & t.pool[s.seats]]
    return [i for i in range(len(t.tiles)) if _whole(t, s) >> i & 1] if domain == "tile" else None


def _whole(t: Lookup, s: State) -> int:
    whole: int = t.pool[s.seats]
    for seat in range(s.seats):
        whole |= 1 << t.start_tile[seat]
    return whole


def work_out(t: Lookup, s: State, before: State) -> None:
    """Tiles that lie nowhere have not been seen, the Reserve holds all other elements, the screens all other tokens."""
    _tokens(t, s, before)
    _realised(s, before)
    s.active = tuple(mask & own for mask, own in zip(s.active, s.realised, strict=True))
    s.valued = tuple(mask & own for mask, own in zip(s.valued, s.active, strict=True))
    waiting = sum(own & ~done for own, done in zip(s.realised, s.valued, strict=True))
    s.cubes = tuple(n if waiting >> card & 1 else 0 for card, n in enumerate(s.cubes))
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


def _realised(s: State, before: State) -> None:
    """A card that lies where another was believed to lie is as far as that one, with its cubes."""
    active, valued, cubes = [*s.active], [*s.valued], [*s.cubes]
    for seat, (now, was) in enumerate(zip(s.realised, before.realised, strict=True)):
        for came, left in zip(bits(now & ~was), bits(was & ~now), strict=False):
            active[seat] |= (before.active[seat] >> left & 1) << came
            valued[seat] |= (before.valued[seat] >> left & 1) << came
            cubes[came] = cubes[came] or before.cubes[left]
    s.active, s.valued, s.cubes = tuple(active), tuple(valued), tuple(cubes)


def _tokens(t: Lookup, s: State, before: State) -> None:
    """An end without a token stays without; what is neither lost nor on the grid is behind its owner's screen."""
    width = len(t.bids)
    ends = [
        (NONE, NONE, 0) if was < 0 else (owner, by if owner == NEUTRAL else owner, value)
        for was, owner, by, value in zip(before.end_owner, s.end_owner, s.end_by, s.end_value, strict=True)
    ]
    s.end_owner, s.end_by, s.end_value = ([*row] for row in zip(*ends, strict=True))
    own = [n - lost for n, lost in zip(t.bid_count * s.seats, s.lost, strict=True)]
    neutral = [n - out for n, out in zip(t.neutral_count * s.seats, s.neutral_out, strict=True)]
    for owner, by, value in ends:
        if value in t.bids:
            (neutral if owner == NEUTRAL else own)[by * width + t.bids.index(value)] -= 1
    s.tokens = own
    if s.controller >= 0 and s.phase == 1:
        s.neutral = neutral
