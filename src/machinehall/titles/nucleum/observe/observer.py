"""Writes what `features` describes: the position as a seat may know it, as bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial

from machinehall.kernel.observation import Kept, Watched, flags, large
from machinehall.kernel.values import Frame
from machinehall.titles.nucleum.lookup import SEATS, Lookup, bits, mask_of
from machinehall.titles.nucleum.options import BARONS as FIRST_SOLO
from machinehall.titles.nucleum.options import OPTIONS
from machinehall.titles.nucleum.state import BUILDINGS, ROWS, SLOTS, TRACKS, State

from .features import ARG_SLOTS, BARONS, DEBRIS, FRAMES, HOLDINGS, NEUTRAL, QUEUE, pending
from .standing import Standing

TURNS = {(n, seat): [(seat + i) % n for i in range(n)] for n in range(1, SEATS + 1) for seat in range(n)}
"""All players, the own seat first."""


class Observer:
    """Writes the observations of a match; Barons count as seats. What changes seldom is kept until it does."""

    def __init__(self, t: Lookup) -> None:
        self.logic, self.cards, self.needed = len(t.solo.logic), len(t.cards), t.needed
        self.pending, self.standing = pending(), Standing(t)
        self.players = Watched(self.holdings)
        self.tiles = Kept(partial(tile_rows, t), seen_tiles)
        self.contracts = Kept(partial(contract_rows, len(t.contracts)), seen_contracts)
        self.sites = Kept(partial(site_rows, t), seen_sites)
        self.rails = Kept(partial(rail_rows, len(t.names.spaces)), seen_rails)
        self.track = Kept(partial(track_rows, t), partial(seen_track, len(t.space_value)))

    def holdings(self, s: State, seat: int) -> bytes:
        """What stands before the players, and what they would score if the match ended now."""
        turn = TURNS[s.players, seat]
        held = bytes(holdings(s, turn)).ljust(HOLDINGS * SEATS, b"\0")
        income = by_seat(bytearray(s.income), TRACKS, seat)
        return b"".join((held, income, amounts(s, turn), self.standing(s, turn)))

    def __call__(self, s: State, seat: int) -> bytes:
        n = s.players
        pool = s.pool if not s.queue else [*s.pool[: s.seats], *map(mask_of, s.queue)]
        return b"".join(
            (
                bytes((n, s.closing, (s.first - seat) % n, (s.active - seat) % n, s.fulfilled_now)),
                asked(s, seat),
                self.players(s, seat, self.standing.pieces(s), *means(s)),
                self.tiles(
                    seat, pool, s.row, s.rail_tile, s.rail_owner, s.market, s.discarded_tiles, s.tiles_left, s.tech
                ),
                self.contracts(
                    seat, s.slots, s.fulfilled, s.display, s.violet, s.discarded_contracts, s.silver_left, s.gold_left
                ),
                self.sites(
                    seat,
                    n,
                    s.urban,
                    s.urban_debris,
                    s.powered,
                    s.mine_site,
                    s.mine_debris,
                    s.uranium,
                    s.turbine_site,
                    s.turbine_debris,
                ),
                self.rails(seat, n, s.rail_owner, s.rail_tile, s.rail_flipped),
                self.track(seat, s.nucleums, s.track_nucleums, s.wagons, s.milestone, s.markers, s.conditions),
                bytes((max(0, self.needed[s.seats] - 5 + s.conditions.count(-1)),)),
                solo(self.logic, s.queue, s.logic, s.logic_deck, s.options),
                table(self.cards, seat, s.seats, s.options, s.cards, s.first_card, s.recharged_out, s.acted),
                self.pending(s.stack, seat, n),
            )
        )


def means(s: State) -> tuple[Sequence[int], ...]:
    """What `Observer.holdings` is made of."""
    return (
        s.experiment,
        s.thaler,
        s.supply,
        s.reserve,
        s.achievement,
        s.vp,
        s.recharges,
        s.zeros,
        s.row,
        s.income,
        s.uranium,
    )


@lru_cache(maxsize=4096)
def solo(cards: int, queues: tuple[tuple[int, ...], ...], logic: int, deck: int, options: tuple[int, ...]) -> bytes:
    """What only a match alone has; zeros in others."""
    if not queues:
        return bytes(2 + cards + BARONS * QUEUE + len(OPTIONS) - FIRST_SOLO)
    rows = b"".join(bytes([tile + 1 for tile in queue[:QUEUE]]).ljust(QUEUE, b"\0") for queue in queues)
    head = bytes((len(queues), logic + 1)) + flags(deck, cards)
    return head + rows.ljust(BARONS * QUEUE, b"\0") + bytes(options[FIRST_SOLO:])


@lru_cache(maxsize=4096)
def table(
    size: int, seat: int, seats: int, options: tuple[int, ...], cards: int, first: int, out: int, acted: int
) -> bytes:
    """What is settled before the first turn, and two flags of the Barons."""
    return b"".join((bytes((seat, seats, *options)), flags(cards, size), bytes((first + 1, out, acted))))


@lru_cache(maxsize=64)
def codes_for(seats: int, seat: int, groups: int = 1) -> bytes:
    """How a watcher sees owners: from seat plus one (0 for nobody) to the same counted from the own seat. What belongs
    to owners may lie in several places: in each group of SEATS numbers the same."""
    code = bytearray(range(256))
    for group in range(0, groups * SEATS, SEATS):
        for other in range(seats):
            code[group + other + 1] = group + (other - seat) % seats + 1
    return bytes(code)


def by_seat(rows: bytes | bytearray, width: int, seat: int) -> bytes | bytearray:
    """Rows of a width, the own seat's first, room for empty seats last."""
    own = width * seat
    return (rows[own:] + rows[:own]).ljust(SEATS * width, b"\0")


def holdings(s: State, turn: list[int]) -> bytearray:
    """What each seat has, in a row of its own."""
    found: list[int] = []
    for i in turn:
        found += (
            s.experiment[i] + 1,
            s.thaler[i],
            s.supply[i],
            s.reserve[i],
            s.achievement[i],
            s.vp[i],
            s.recharges[i],
            s.zeros[i],
            s.row[i].bit_count(),
        )
    return bytearray(found if max(found) < 256 else [min(255, amount) for amount in found])


def amounts(s: State, turn: list[int]) -> bytes:
    """Thalers and victory points, whole."""
    thaler, vp = s.thaler, s.vp
    found: list[int] = []
    for i in turn:
        found += (thaler[i], vp[i])
    return large(found, 2 * SEATS)


def asked(s: State, seat: int) -> bytes:
    """Which decision this seat has to make."""
    if s.stack and s.stack[-1][1] == seat:
        return question(s.stack[-1])
    return bytes(1 + ARG_SLOTS)


@lru_cache(maxsize=20_000)
def question(frame: Frame) -> bytes:
    kind, _, args = frame
    shown = [min(255, max(0, a + 1)) for a in args[:ARG_SLOTS]]
    return bytes([FRAMES.index(kind) + 1, *shown, *[0] * (ARG_SLOTS - len(shown))])


def plus_one(ids: Iterable[int]) -> bytes:
    return bytes([i + 1 for i in ids])


def tile_rows(
    t: Lookup,
    pools: list[int],
    rows: list[int],
    rails: tuple[int, ...],
    owners: tuple[int, ...],
    market: list[int],
    discarded: int,
    left: int,
    tech: tuple[int, ...],
) -> tuple[int, bytes, bytes]:
    """Seats; where each tile is; market, tiles left, technologies that anybody has."""
    where = bytearray(len(t.tiles))
    for group, masks in ((0, pools), (SEATS, rows)):
        for seat, mask in enumerate(masks):
            for tile in bits(mask):
                where[tile] = group + seat + 1
    for tile, owner in zip(rails, owners, strict=True):
        if tile >= 0:
            where[tile] = 2 * SEATS + owner + 1
    for tile in market:
        if tile >= 0:
            where[tile] = 3 * SEATS + 1
    for tile in bits(discarded):
        where[tile] = 3 * SEATS + 2
    unlocked = 0
    for mask in tech:
        unlocked |= mask
    return len(rows), bytes(where), plus_one((*market, left - 1)) + flags(unlocked, len(t.technologies))


def seen_tiles(rows: tuple[int, bytes, bytes], seat: int) -> bytes:
    n, where, rest = rows
    return where.translate(codes_for(n, seat, 3)) + rest


def contract_rows(
    size: int,
    slots: tuple[int, ...],
    fulfilled: tuple[int, ...],
    display: tuple[int, ...],
    violet: tuple[int, ...],
    discarded: int,
    silver: int,
    gold: int,
) -> tuple[int, bytes, bytes, bytes, bytes]:
    """Seats; where each contract is; what is in the slots; contracts left; what is shown."""
    where = bytearray(size)
    for at, contract in enumerate(slots):
        if contract >= 0:
            where[contract] = at // SLOTS + 1
    for seat, mask in enumerate(fulfilled):
        for contract in bits(mask):
            where[contract] = SEATS + seat + 1
    for contract in (*display, *violet):
        if contract >= 0:
            where[contract] = 1 + 2 * SEATS
    for contract in bits(discarded):
        where[contract] = 2 * SEATS + 2
    shown = plus_one(display) + plus_one(violet)
    return len(fulfilled), bytes(where), plus_one(slots), bytes((silver, gold)), shown


def seen_contracts(rows: tuple[int, bytes, bytes, bytes, bytes], seat: int) -> bytes:
    n, where, slots, left, shown = rows
    turned = by_seat(slots, SLOTS, seat)
    return b"".join((where.translate(codes_for(n, seat, 2)), turned[:SLOTS], left, turned[SLOTS:], shown))


SiteRows = tuple[int, bytes, bytes, bytes, bytes, bytes, bytes, bytes]


def site_rows(
    t: Lookup,
    seats: int,
    urban: tuple[int, ...],
    debris: int,
    powered: int,
    mines: tuple[int, ...],
    mine_debris: int,
    uranium: tuple[int, ...],
    turbines: tuple[int, ...],
    turbine_debris: int,
) -> SiteRows:
    """Seats; of urban sites owners, then buildings and power; owners of mines; uranium; owners of turbines; where the
    mines and turbines of each row are."""
    owners, kinds = bytearray(len(urban)), bytearray(len(urban))
    for site, piece in enumerate(urban):
        if piece >= t.first_neutral:
            owners[site], kinds[site] = NEUTRAL, piece - t.first_neutral + 1
        elif piece >= 0:
            owners[site], kinds[site] = piece // BUILDINGS + 1, piece % BUILDINGS + 1
    for site in bits(debris):
        owners[site] = DEBRIS
    return (
        seats,
        bytes(owners),
        bytes(kinds) + flags(powered, len(urban)),
        holders(mines, mine_debris, len(t.names.mines)),
        bytes(uranium),
        holders(turbines, turbine_debris, len(t.names.turbines)),
        plus_one(mines),
        plus_one(turbines),
    )


def seen_sites(rows: SiteRows, seat: int) -> bytes:
    n, owners, kinds, mines, uranium, turbines, mine_rows, turbine_rows = rows
    code = codes_for(n, seat)
    return b"".join(
        (
            owners.translate(code),
            kinds,
            mines.translate(code),
            by_seat(uranium, ROWS, seat),
            turbines.translate(code),
            by_seat(mine_rows, ROWS, seat),
            by_seat(turbine_rows, ROWS, seat),
        )
    )


def holders(pieces: tuple[int, ...], debris: int, count: int) -> bytes:
    """Owners of mine sites or turbine slots."""
    found = bytearray(count)
    for site in bits(debris):
        found[site] = DEBRIS
    for i, site in enumerate(pieces):
        if site >= 0:
            found[site] = i // ROWS + 1
    return bytes(found)


def rail_rows(
    size: int, seats: int, owners: tuple[int, ...], tiles: tuple[int, ...], flipped: int
) -> tuple[int, bytes, bytes]:
    """Seats; owner of each rail space; its tile, and whether that is flipped."""
    return seats, plus_one(owners), plus_one(tiles) + flags(flipped, size)


def seen_rails(rows: tuple[int, bytes, bytes], seat: int) -> bytes:
    n, owners, tiles = rows
    return owners.translate(codes_for(n, seat)) + tiles


def track_rows(
    t: Lookup,
    plants: int,
    segments: int,
    wagons: tuple[int, ...],
    milestones: tuple[int, ...],
    markers: tuple[int, ...],
    conditions: tuple[int, ...],
) -> tuple[int, bytes, bytes, bytes]:
    """Seats; Nucleums, coal and milestones; markers; who met the end conditions."""
    nucleums = flags(plants, len(t.names.plants)) + flags(segments, len(t.segments))
    marked = b"".join([flags(mask, len(t.space_value)) for mask in markers])
    return len(markers), nucleums + bytes(wagons) + plus_one(milestones), marked, plus_one(conditions)


def seen_track(spaces: int, rows: tuple[int, bytes, bytes, bytes], seat: int) -> bytes:
    n, common, markers, conditions = rows
    return b"".join((common, by_seat(markers, spaces, seat), conditions.translate(codes_for(n, seat))))
