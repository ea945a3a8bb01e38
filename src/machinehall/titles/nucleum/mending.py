"""What of a Nucleum match lies on a real board and can be put right there, and what follows from it."""

from __future__ import annotations

from collections.abc import Collection

from machinehall.kernel.mendable import Mending, Part

from . import laws
from .lookup import GOLD, SILVER, Lookup, bits, mask_of
from .state import BUILDINGS, NONE, ROWS, SLOTS, TRACKS, State

PARTS = (
    Part("urban", "thing", "urban", "piece", once=True, group="map", drawn="site-{0}"),
    Part("powered", "set", "", "urban", group="map"),
    Part("urban_debris", "set", "", "urban", group="map"),
    Part("mine_site", "thing", "seat", "minesite", "row", ROWS, once=True, group="map"),
    Part("mine_debris", "set", "", "minesite", group="map"),
    Part("turbine_site", "thing", "seat", "turbine", "row", ROWS, once=True, group="map"),
    Part("turbine_debris", "set", "", "turbine", group="map"),
    Part("rail_tile", "thing", "space", "tile", once=True, group="map", drawn="space-{0}"),
    Part("rail_owner", "thing", "space", "seat", group="map", beside="rail_tile"),
    Part("rail_flipped", "set", "", "space", group="map"),
    Part("nucleums", "set", "", "plant", group="map"),
    Part("wagons", "number", "region", width=2, most=9, group="map", drawn="coal-{0}"),
    Part("market", "thing", "", "tile", once=True, group="market", drawn="tile-{1}"),
    Part("tiles_left", "number", "", most=60, group="market"),
    Part("display", "thing", "", "contract", once=True, group="market", drawn="contract-{1}"),
    Part("silver_left", "number", "", most=60, group="market"),
    Part("gold_left", "number", "", most=60, group="market"),
    Part("violet", "thing", "", "contract", once=True, group="market"),
    Part("milestone", "thing", "segment", "milestone", once=True, empty=False, group="market", drawn="{0}"),
    Part("track_nucleums", "set", "", "segment", group="market"),
    Part("conditions", "thing", "condition", "seat", group="market"),
    Part("discarded_tiles", "set", "", "tile", once=True, group="market"),
    Part("discarded_contracts", "set", "", "contract", once=True, group="market"),
    Part("thaler", "number", most=300),
    Part("supply", "number", most=18),
    Part("vp", "number", most=999),
    Part("achievement", "number", most=99),
    Part("income", "number", columns="track", width=TRACKS, most=60),
    Part("uranium", "number", columns="row", width=ROWS, most=9),
    Part("pool", "set", holds="tile", once=True),
    Part("row", "set", holds="tile", once=True),
    Part("tech", "set", holds="technology"),
    Part("slots", "thing", "seat", "contract", "slot", SLOTS, once=True),
    Part("fulfilled", "set", holds="contract", once=True),
    Part("markers", "set", holds="milestone_space"),
    Part("zeros", "number", most=99),
    Part("recharges", "number", most=99),
    Part("queue", "row", "", "tile", once=True),
    Part("logic", "thing", "", "logic"),
    Part("logic_deck", "set", "", "logic"),
)
FOLLOWS = (
    "reserve", "built", "own_urban", "neutral_urban", "open_urban", "neutrals", "open_mines", "open_turbines",
    "open_spaces", "complete", "links", "presence", "tiles_unseen", "contracts_unseen",
)  # fmt: skip
LAWS = (
    laws.tiles, laws.workers, laws.contracts, laws.sites, laws.rails, laws.presence, laws.milestones, laws.limits,
    laws.barons,
)  # fmt: skip
COMPARE = ("recharged", "baron_recharged", "barons_recharged")


def mending() -> Mending[Lookup, State]:
    return Mending(PARTS, FOLLOWS, work_out, there, LAWS, compare=COMPARE)


def there(t: Lookup, s: State, domain: str) -> Collection[int] | None:
    """What this side of the board and this number of players have."""
    b = t.board[s.players]
    masks = {"urban": b.urban, "minesite": b.mines, "turbine": b.turbines, "space": b.spaces, "plant": b.takes_nucleum}
    if domain in masks:
        return bits(masks[domain])
    if domain == "seat":
        return range(s.players)
    if domain == "piece":
        return [*range(BUILDINGS * s.players), *range(t.first_neutral, len(t.pieces))]
    return bits(_all_tiles(t, s)) if domain == "tile" else None


def _all_tiles(t: Lookup, s: State) -> int:
    """Tiles of the market, and those of the Experiments that are played."""
    own = (t.starting_tiles[exp] | t.special_tiles[exp] for exp in s.experiment if exp >= 0)
    return t.basic | t.advanced | laws.mask_union([*own])


def work_out(t: Lookup, s: State, before: State) -> None:
    """All that follows from pieces, tiles and contracts; the stacks hold what lies nowhere."""
    _sites(t, s)
    _rails(t, s)
    s.reserve = [t.n.workers - s.supply[seat] - s.rail_owner.count(seat) for seat in range(s.players)]
    _stacks(t, s, before)
    b = t.board[s.players]
    s.presence = tuple(laws.present(b, s, seat) for seat in range(s.players))


def _sites(t: Lookup, s: State) -> None:
    b, owners = t.board[s.players], range(s.players)
    own = [mask_of(i for i, piece in enumerate(s.urban) if piece // BUILDINGS == seat) for seat in owners]
    neutral = mask_of(i for i, piece in enumerate(s.urban) if piece >= t.first_neutral)
    standing = neutral | laws.mask_union(own)
    s.own_urban, s.neutral_urban = tuple(own), neutral
    s.built = tuple(mask_of(s.urban[site] - BUILDINGS * seat for site in bits(own[seat])) for seat in owners)
    s.neutrals = (1 << len(t.neutrals)) - 1 & ~mask_of(s.urban[site] - t.first_neutral for site in bits(neutral))
    s.powered &= standing
    s.urban_debris &= ~standing
    s.open_urban = b.urban & ~(standing | s.urban_debris)
    mines, turbines = (mask_of(i for i in set(sites) if i >= 0) for sites in (s.mine_site, s.turbine_site))
    s.mine_debris &= ~mines
    s.turbine_debris &= ~turbines
    s.open_mines = b.mines & ~(mines | s.mine_debris)
    s.open_turbines = b.turbines & ~(turbines | s.turbine_debris)
    s.uranium = tuple(n if site >= 0 else 0 for n, site in zip(s.uranium, s.mine_site, strict=True))


def _rails(t: Lookup, s: State) -> None:
    """A tile on a space has a worker on it; whose, unless it is said, is that of whoever has the turn."""
    b, worker = t.board[s.players], max(0, s.active)
    pairs = zip(s.rail_tile, s.rail_owner, strict=True)
    s.rail_owner = tuple(NONE if tile < 0 else owner if owner >= 0 else worker for tile, owner in pairs)
    covered = mask_of(space for space, owner in enumerate(s.rail_owner) if owner >= 0)
    s.open_spaces = b.spaces & ~covered
    s.rail_flipped &= covered
    s.complete = mask_of(link for link in bits(b.links) if not s.open_spaces & b.link_mask[link])
    s.links = tuple(
        mask_of({b.space_link[space] for space, owner in enumerate(s.rail_owner) if owner == seat})
        for seat in range(s.players)
    )


def _stacks(t: Lookup, s: State, before: State) -> None:
    """What lies nowhere is still to come. A stack shrinks by what came out of it, unless people have counted it."""
    lying = mask_of({i for i in (*s.rail_tile, *s.market) if i >= 0}) | laws.pending_tiles(s)
    queues = laws.mask_union([mask_of(set(queue)) for queue in s.queue])
    seen = lying | queues | s.discarded_tiles | laws.mask_union([*s.pool, *s.row])
    s.tiles_unseen = (t.basic | t.advanced) & ~seen
    if s.tiles_left == before.tiles_left:
        basic, advanced = (s.tiles_unseen & t.basic).bit_count(), (s.tiles_unseen & t.advanced).bit_count()
        moved = s.tiles_unseen.bit_count() - before.tiles_unseen.bit_count()
        s.tiles_left = min(max(s.tiles_left + moved, basic), basic + advanced)
    lies = mask_of({c for c in (*s.slots, *s.display, *s.violet) if c >= 0}) | laws.mask_union(s.fulfilled)
    s.contracts_unseen = (1 << len(t.contracts)) - 1 & ~(lies | s.discarded_contracts)
    s.silver_left = _left(t, s, before, SILVER, s.silver_left, before.silver_left)
    s.gold_left = _left(t, s, before, GOLD, s.gold_left, before.gold_left)


def _left(t: Lookup, s: State, before: State, kind: int, now: int, then: int) -> int:
    unseen, was = (state.contracts_unseen & t.kind_mask[kind] for state in (s, before))
    if now != then:
        return now
    return min(max(now + unseen.bit_count() - was.bit_count(), 0), unseen.bit_count())
