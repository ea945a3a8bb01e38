"""What of an Imperial Steam match lies on a real board and can be put right there, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Collection

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
    Part("market", "number", "good", most=30, group="market", drawn="market-{0}"),
    Part("offer", "set", "", "contract", once=True, group="market"),
    Part("scrapped", "number", "loco", most=9, group="market"),
    Part("hiring", "number", "hire", most=9, group="market", drawn="hire-{0}"),
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
    Part("metropolises", "number", "metropolis", most=99, group="market", drawn="marker-{0}"),
    Part(
        "tile", "thing", "city", "tile", once=True, empty=False, group="map", among="laid", told=True, drawn="city-{0}"
    ),
    Part(
        "expeditions",
        "thing",
        "round",
        "expedition",
        once=True,
        empty=False,
        group="market",
        among="expeditions",
        drawn="round-{0}",
    ),
    Part(
        "growth",
        "thing",
        "metropolis",
        "growth",
        once=True,
        empty=False,
        group="market",
        among="growing",
        drawn="hub-{0}",
    ),
    Part("refill", "number", "round", columns="good", width=GOODS, most=9, group="market", among="refill"),
)
FOLLOWS = ("bank", "standing", "supply", "built", "reserved", "locos", "sites")
LAWS = (
    laws.money, laws.goods, laws.workers, laws.tracks, laws.stations, laws.factories, laws.tiles, laws.demand,
    laws.contracts, laws.trains, laws.influence, laws.boards,
)  # fmt: skip
COMPARE = ("round_began",)


def mending() -> Mending[Lookup, State]:
    return Mending(PARTS, FOLLOWS, work_out, there, LAWS, compare=COMPARE)


def there(t: Lookup, s: State, domain: str) -> Collection[int] | None:
    """What this number of players has, as far as it lies there already."""
    every: dict[str, Callable[[], Collection[int]]] = {
        "seat": lambda: range(s.seats),
        "site": lambda: bits(s.sites),
        "tile": lambda: bits(t.pool[s.seats] | t.hub_tiles),
        "laid": lambda: [city for city in t.site_of_number.values() if s.tile[city] >= 0],
        "expeditions": lambda: [r for r, tile in enumerate(s.expeditions) if tile >= 0],
        "growing": lambda: [hub for hub, tile in enumerate(s.growth) if tile >= 0],
        "refill": lambda: [r for r in range(s.round, t.rounds) if t.refill_round[r]] if s.round else (),
    }
    return every[domain]() if domain in every else None


def work_out(t: Lookup, s: State, before: State) -> None:
    """Bank, supply and the locomotives for sale hold the rest; ranks follow the columns, coal and keys each other."""
    for city, tile in enumerate(s.tile):
        if tile != before.tile[city]:
            _laid(t, s, before, city)
    _keys(t, s, before)
    s.bank = t.florins - sum(s.money)
    s.standing = sorted(s.standing, key=lambda seat: -s.influence[seat])
    standing = 0
    for mask in s.factories:
        standing |= mask
    s.cubes = tuple(n if standing >> site & 1 else 0 for site, n in enumerate(s.cubes))
    s.built = tuple(sum(mask.bit_count() for mask in s.factories[good::GOODS]) for good in range(GOODS))
    s.reserved = tuple(sum(t.contract_size[card] for card in bits(mask)) for mask in s.contracts)
    moved = [_cubes(t, s, good) - _cubes(t, before, good) for good in range(GOODS)]
    s.supply = [n - more for n, more in zip(s.supply, moved, strict=True)]
    s.locos = tuple(
        n - s.trains.count(loco) + before.trains.count(loco) - s.scrapped[loco] + before.scrapped[loco]
        for loco, n in enumerate(s.locos)
    )


def _cubes(t: Lookup, s: State, good: int) -> int:
    """The cubes of a good in the market, with players, beside factories, on the round track and in cities."""
    wanted = s.wanted[good].bit_count() + (s.wanted[SECOND_COAL].bit_count() if good == t.coal else 0)
    delivered = laws.all_demand(t, tuple(s.tile))[good] - wanted
    beside = sum(s.cubes[site] for mask in s.factories[good::GOODS] for site in bits(mask))
    held = sum(s.goods[good::GOODS]) + sum(s.ordered[good::GOODS])
    return beside + delivered + held + s.market[good] + sum(s.refill[good::GOODS])


def _laid(t: Lookup, s: State, before: State, city: int) -> None:
    """Another tile lies in a city: its sites and spaces are in play. What was delivered and taken there stays so."""
    tile, was = s.tile[city], before.tile[city]
    for place in range(len(t.tile_sites[was])):
        s.sites &= ~(1 << t.tile_site[city, place])
    for place in range(len(t.tile_sites[tile])):
        s.sites |= 1 << t.tile_site[city, place]
    stack, old = (len(t.stacks[s.seats][t.symbol[face]]) for face in (tile, was))
    if s.improvements[city] == before.improvements[city]:
        left = max(0, stack - old + s.improvements[city])
        s.improvements = tuple(left if c == city else n for c, n in enumerate(s.improvements))
    s.wanted = tuple(
        mask | 1 << city if _free(t, s, before, city, row) else mask & ~(1 << city) for row, mask in enumerate(s.wanted)
    )


def _free(t: Lookup, s: State, before: State, city: int, row: int) -> bool:
    """Whether a space of a tile that lies there now is free: of coal for a metropolis its key tells."""
    tile, hub = s.tile[city], t.tile_hub[s.tile[city]]
    if not laws.has_space(t, tile, row):
        return False
    if hub >= 0 and row in (t.coal, SECOND_COAL):
        return s.keys[KEYS * hub + (GOLD if row == t.coal else SILVER)] < 0
    if (s.wanted[row] ^ before.wanted[row]) >> city & 1:
        return bool(s.wanted[row] >> city & 1)
    return bool(before.wanted[row] >> city & 1) or not laws.has_space(t, before.tile[city], row)


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
