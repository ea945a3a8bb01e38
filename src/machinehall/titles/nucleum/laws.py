"""Laws that hold between any two decisions: nothing appears from nowhere or gets lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from machinehall.kernel.values import STEP

from .board import Board
from .lookup import GOLD, SILVER, Lookup, bits, mask_of
from .options import MIDDLE_TILE
from .rules.networks import structure_cities
from .state import BUILDINGS, NONE, ROWS, SLOTS, State


def broken(t: Lookup, s: State) -> list[str]:
    """The laws that do not hold."""
    laws = (tiles, workers, contracts, sites, rails, presence, milestones, limits, barons)
    return [fault for law in laws for fault in law(t, s)]


def parts(what: str, whole: int, masks: Sequence[int]) -> Iterator[str]:
    """Sets that must be disjoint and make up the whole."""
    union = 0
    for mask in masks:
        if union & mask:
            yield f"{what}: in two places: {bits(union & mask)}"
        union |= mask
    if union != whole:
        yield f"{what}: missing or added: {bits(union ^ whole)}"


def tiles(t: Lookup, s: State) -> Iterator[str]:
    """Market tiles: unseen, on the market, with players or on rails. Starting tiles stay with their owner."""
    rails = mask_of(tile for tile in s.rail_tile if tile >= 0) | pending_tiles(s)
    market = mask_of(tile for tile in s.market if tile >= 0)
    whole = t.basic | t.advanced
    special = 0
    for seat, exp in enumerate(s.experiment):
        if exp >= 0:
            whole |= t.starting_tiles[exp]
            if (s.pool[seat] | s.row[seat] | rails) & t.special_tiles[exp]:
                special |= t.special_tiles[exp]
    queues = [mask_of(queue) for queue in s.queue]
    places = [s.tiles_unseen, market, rails, s.discarded_tiles, *s.pool, *s.row, *queues]
    yield from parts("tiles", whole | special, places)
    basic = (s.tiles_unseen & t.basic).bit_count()
    advanced = (s.tiles_unseen & t.advanced).bit_count()
    if not basic <= s.tiles_left <= basic + advanced:
        yield f"{s.tiles_left} tiles in the stacks, {basic} basic and {advanced} advanced ones unseen"
    if len([tile for tile in s.rail_tile if tile >= 0]) != len({tile for tile in s.rail_tile if tile >= 0}):
        yield "a tile lies on two spaces"
    for seat in range(s.players):
        if s.row[seat].bit_count() > t.n.row_slots:
            yield f"seat {seat}: too many tiles on the row"


def pending_tiles(s: State) -> int:
    """A rail tile that is being paid for lies nowhere yet."""
    return mask_of(args.tile for kind, who, args in s.stack if kind == "laid" and who == STEP)


def workers(t: Lookup, s: State) -> Iterator[str]:
    """NU-1.3: 18 workers in supply, reserve and on rails."""
    for seat in range(s.players):
        if s.supply[seat] + s.reserve[seat] + s.rail_owner.count(seat) != t.n.workers:
            yield f"seat {seat}: workers"


def contracts(t: Lookup, s: State) -> Iterator[str]:
    """Contracts: unseen, shown, in slots or fulfilled; the stacks fit what is unseen."""
    lying = mask_of(c for c in (*s.slots, *s.display, *s.violet) if c >= 0)
    count = sum(c >= 0 for c in (*s.slots, *s.display, *s.violet))
    if lying.bit_count() != count:
        yield "a contract lies in two places"
    everything = (1 << len(t.contracts)) - 1
    yield from parts("contracts", everything, [s.contracts_unseen, lying, s.discarded_contracts, *s.fulfilled])
    for kind, left in ((SILVER, s.silver_left), (GOLD, s.gold_left)):
        if not 0 <= left <= (s.contracts_unseen & t.kind_mask[kind]).bit_count():
            yield f"{left} contracts of kind {kind} in the stack"


def sites(t: Lookup, s: State) -> Iterator[str]:
    """Every site is free, blocked or holds one piece; every piece is on the board or on the map."""
    b = t.board[s.players]
    yield from parts("urban sites", b.urban, [s.open_urban, s.urban_debris, s.neutral_urban, *s.own_urban])
    mine_sites = [1 << site for site in s.mine_site if site >= 0]
    yield from parts("mine sites", b.mines, [s.open_mines, s.mine_debris, *mine_sites])
    slots = [1 << site for site in s.turbine_site if site >= 0]
    yield from parts("turbine slots", b.turbines, [s.open_turbines, s.turbine_debris, *slots])
    for seat in range(s.players):
        pieces = [s.urban[site] - BUILDINGS * seat for site in bits(s.own_urban[seat])]
        if any(not 0 <= piece < BUILDINGS for piece in pieces) or mask_of(pieces) != s.built[seat]:
            yield f"seat {seat}: buildings"
    standing = s.neutral_urban | mask_union(s.own_urban)
    if s.powered & ~standing:
        yield "power without a building"
    if len(s.urban) - s.urban.count(NONE) != standing.bit_count():
        yield "a building that stands nowhere"
    neutral = [s.urban[site] - t.first_neutral for site in bits(s.neutral_urban)]
    if min(neutral, default=0) < 0:
        yield "a neutral building of somebody"
    else:
        yield from parts("neutral buildings", (1 << len(t.neutrals)) - 1, [s.neutrals, *(1 << n for n in neutral)])


def mask_union(masks: Sequence[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def rails(t: Lookup, s: State) -> Iterator[str]:
    """Spaces, links and their owners agree."""
    b = t.board[s.players]
    covered = mask_of(space for space, owner in enumerate(s.rail_owner) if owner >= 0)
    yield from parts("rail spaces", b.spaces, [s.open_spaces, covered])
    if [owner >= 0 for owner in s.rail_owner] != [tile >= 0 for tile in s.rail_tile]:
        yield "a rail without tile or worker"
    complete = mask_of(link for link in bits(b.links) if not s.open_spaces & b.link_mask[link])
    if complete != s.complete:
        yield "complete links"
    for seat in range(s.players):
        own = mask_of({b.space_link[space] for space, owner in enumerate(s.rail_owner) if owner == seat})
        if own != s.links[seat]:
            yield f"seat {seat}: links"


def presence(t: Lookup, s: State) -> Iterator[str]:
    """NU-6.3, word by word."""
    b = t.board[s.players]
    for seat in range(s.players):
        found = present(b, s, seat)
        if found != s.presence[seat]:
            yield f"seat {seat}: presence {bits(found ^ s.presence[seat])}"


def present(b: Board, s: State, seat: int) -> int:
    """The cities of a seat's presence."""
    found = mask_of(set(structure_cities(b, s, seat)))
    for link in {b.space_link[space] for space, owner in enumerate(s.rail_owner) if owner == seat}:
        owners = [s.rail_owner[space] for space in b.link_spaces[link]]
        for city, line in zip(b.link_ends[link], (owners, owners[::-1]), strict=True):
            middle = len(line) > 2 and line[1] == seat and line[0] != NONE and s.options[MIDDLE_TILE]
            if NONE not in owners or line[0] == seat or middle:
                found |= 1 << city
    return found


def milestones(t: Lookup, s: State) -> Iterator[str]:
    """NU-16.5, NU-16.10: one marker for each tier; one for each Recharge, and at most one more at the end."""
    for seat in range(s.seats):
        if any((s.markers[seat] & mask).bit_count() > 1 for mask in t.tier_mask):
            yield f"seat {seat}: two markers in a tier"
        extra = s.markers[seat].bit_count() + s.zeros[seat] - s.recharges[seat]
        if extra and not (extra == 1 and s.closing == 3):
            yield f"seat {seat}: markers"
    waiting = sum(kind in ("nucleum", "blind_nucleum") for kind, _, _ in s.stack)
    if s.first_card >= 0 and not any(kind == "first_card" for kind, _, _ in s.stack):
        total = s.nucleums.bit_count() + s.track_nucleums.bit_count() + waiting
        if total != t.constants["nucleums"] or s.nucleums & ~t.board[s.players].takes_nucleum:
            yield "Nucleums"


def limits(t: Lookup, s: State) -> Iterator[str]:
    """Amounts stay within their bounds; every contract slot holds what it may."""
    for name in ("thaler", "supply", "reserve", "achievement", "vp", "uranium", "wagons"):
        if min(getattr(s, name)) < 0:
            yield f"{name} below 0"
    for i, uranium in enumerate(s.uranium):
        if uranium > (t.capacity[i % ROWS] if s.mine_site[i] >= 0 else 0):
            yield f"seat {i // ROWS}: too much uranium on mine {i % ROWS + 1}"
    if not all(t.n.start_income_space <= place <= t.last_space for place in s.income):
        yield "an income marker off its track"
    wagons = sum(s.wagons)
    if wagons > sum(region[s.players] for region in t.board[s.players].wagons):
        yield "more coal wagons than there are"
    for seat in range(s.players):
        exp = s.experiment[seat]
        if s.tech[seat] & ~(t.board_techs[exp] if exp >= 0 else 0):
            yield f"seat {seat}: technologies of another Experiment"
        if len(s.slots) != SLOTS * s.players:
            yield "contract slots"


def barons(t: Lookup, s: State) -> Iterator[str]:
    """NU-23.2 to NU-23.5, NU-23.45, NU-23.55: what a Baron has, and what he never has."""
    if len(s.queue) != s.players - s.seats:
        yield "queues"
    if s.logic >= 0 and s.logic_deck >> s.logic & 1:
        yield "a Logic card in two places"
    if not s.queue and (s.logic != NONE or s.logic_deck or s.acted or s.discarded_tiles or s.discarded_contracts):
        yield "a Baron's things without a Baron"
    for b, queue in enumerate(s.queue, s.seats):
        yield from baron(t, s, b, queue)


def baron(t: Lookup, s: State, b: int, queue: Sequence[int]) -> Iterator[str]:
    """One Baron's own things."""
    never = (s.row[b], s.tech[b], s.achievement[b], s.zeros[b], *s.uranium[ROWS * b : ROWS * b + ROWS])
    if any(never) or set(s.slots[SLOTS * b : SLOTS * b + SLOTS]) != {NONE}:
        yield f"Baron {b}: has what no Baron has"
    if len(set(queue)) != len(queue) or sum(t.directive[tile] for tile in queue) > 1:
        yield f"Baron {b}: queue"
    if not s.pool[b] and s.experiment[b] >= 0 and not any(t.directive[tile] for tile in queue):
        yield f"Baron {b}: no Obstacle"
    if s.fulfilled[b].bit_count() > t.solo.n.baron_contracts:
        yield f"Baron {b}: too many contracts"
    if s.markers[b].bit_count() > s.recharges[b] + 1:
        yield f"Baron {b}: markers"
    for kind in t.solo.stacks:
        built = [s.built[b] >> building & 1 for building in kind]
        if built != sorted(built, reverse=True):
            yield f"Baron {b}: built out of order"
