"""What of an Imperial Steam match lies on a real board and can be put right there, and what follows from it."""

from __future__ import annotations

from collections.abc import Collection

from machinehall.kernel.mendable import Mending, Part

from . import laws
from .lookup import ENGINEERS, Lookup, bits
from .state import GOLD, GOODS, ROWS, SECOND_COAL, SILVER, TILES, ZONES, State

KEYS = 2
"""Keys of each metropolis."""

PARTS = (
    Part("tracks", "set", holds="link", group="map"),
    Part("stations", "thing", "seat", "city", width=ROWS, group="map"),
    Part("factories", "set", "seat", "site", "good", GOODS, once=True, group="map"),
    Part("cubes", "number", "site", most=20, group="map"),
    Part("improvements", "number", "city", most=9, group="map"),
    Part("crowns", "set", "", "link", group="map"),
    Part("semmering", "thing", "", "seat", group="map"),
    Part("market", "number", "good", most=30, group="market"),
    Part("offer", "set", "", "contract", once=True, group="market"),
    Part("scrapped", "number", "loco", most=9, group="market"),
    Part("hiring", "number", "hire", most=9, group="market"),
    Part("money", "number", most=99990, step=10),
    Part("influence", "number", most=99),
    Part("goods", "number", columns="good", width=GOODS, most=30),
    Part("ordered", "number", columns="good", width=GOODS, most=30),
    Part("workers", "number", columns="post", width=ZONES, most=30),
    Part("trains", "thing", "seat", "loco", width=ROWS),
    Part("passengers", "number", most=30),
    Part("investors", "number", most=30),
    Part("dividends", "number", most=30),
    Part("share", "number", most=30),
    Part("contracts", "set", holds="contract", once=True),
    Part("pawns", "number", columns="tile-name", width=TILES, most=9),
    Part("wanted", "set", "demand", "city", group="map"),
    Part("keys", "thing", "metropolis", "seat", "key", KEYS, group="market"),
    Part("engineers", "set", holds="engineer"),
    Part("engineers_left", "number", "metropolis", columns="engineer", width=len(ENGINEERS), most=9, group="market"),
    Part("metropolises", "number", "metropolis", most=99, group="market"),
)
FOLLOWS = ("bank", "standing", "supply", "built", "reserved", "locos")
LAWS = (
    laws.money, laws.goods, laws.workers, laws.tracks, laws.stations, laws.factories, laws.tiles, laws.demand,
    laws.contracts, laws.trains, laws.influence, laws.boards,
)  # fmt: skip
COMPARE = ("round_began",)


def mending() -> Mending[Lookup, State]:
    return Mending(PARTS, FOLLOWS, settle, there, LAWS, COMPARE)


def there(t: Lookup, s: State, domain: str) -> Collection[int] | None:
    """What this number of players has."""
    if domain == "seat":
        return range(s.seats)
    return bits(s.sites) if domain == "site" else None


def settle(t: Lookup, s: State, before: State) -> None:
    """Bank, supply and the locomotives for sale hold the rest; ranks follow the columns, coal and keys each other."""
    _keys(t, s, before)
    s.bank = t.florins - sum(s.money)
    s.standing = sorted(s.standing, key=lambda seat: -s.influence[seat])
    standing = 0
    for mask in s.factories:
        standing |= mask
    s.cubes = tuple(n if standing >> site & 1 else 0 for site, n in enumerate(s.cubes))
    s.built = tuple(sum(mask.bit_count() for mask in s.factories[good::GOODS]) for good in range(GOODS))
    s.reserved = tuple(sum(t.contract_size[card] for card in bits(mask)) for mask in s.contracts)
    moved = [_cubes(s, good, t.coal) - _cubes(before, good, t.coal) for good in range(GOODS)]
    s.supply = [n - more for n, more in zip(s.supply, moved, strict=True)]
    s.locos = tuple(
        n - s.trains.count(loco) + before.trains.count(loco) - s.scrapped[loco] + before.scrapped[loco]
        for loco, n in enumerate(s.locos)
    )


def _cubes(s: State, good: int, coal: int) -> int:
    """The cubes of a good in the market, with players and beside factories, less those that cities still want."""
    wanted = s.wanted[good].bit_count() + (s.wanted[SECOND_COAL].bit_count() if good == coal else 0)
    beside = sum(s.cubes[site] for mask in s.factories[good::GOODS] for site in bits(mask))
    return beside - wanted + s.market[good] + sum(s.goods[good::GOODS]) + sum(s.ordered[good::GOODS])


def _keys(t: Lookup, s: State, before: State) -> None:
    """A key that somebody has now was given for coal; where the space is free again nobody has it (IS-9.7)."""
    wanted, keys = [*s.wanted], [*s.keys]
    for city, tile in enumerate(s.tile):
        hub = t.tile_hub[tile] if tile >= 0 else -1
        for colour, row in ((GOLD, t.coal), (SILVER, SECOND_COAL)) if hub >= 0 else ():
            key, space = KEYS * hub + colour, 1 << city
            if s.keys[key] != before.keys[key]:
                wanted[row] = wanted[row] & ~space if s.keys[key] >= 0 else wanted[row] | space
            elif s.wanted[row] & ~before.wanted[row] & space:
                keys[key] = -1
    s.wanted, s.keys = tuple(wanted), tuple(keys)
