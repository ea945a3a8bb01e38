"""Writes what `features` describes: the position as a seat may know it, as bytes."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from machinehall.kernel.observation import (
    NO_NUMBER,
    Kept,
    as_row,
    by_seat,
    clipped,
    flags,
    marks,
    seat_order,
    several,
    shifted,
)
from machinehall.kernel.pending import Pending
from machinehall.kernel.values import Frame
from machinehall.titles.nucleum.lookup import SEATS, Lookup, bits, mask_of
from machinehall.titles.nucleum.options import BARONS as FIRST_SOLO
from machinehall.titles.nucleum.options import OPTIONS
from machinehall.titles.nucleum.state import BUILDINGS, ROWS, SLOTS, TRACKS, State

from .features import ARG_SLOTS, BARONS, DEBRIS, FRAMES, NEUTRAL, QUEUE, pending
from .standing import Standing


class Observer:
    """Writes the observations of a match; Barons count as seats. What changes seldom is kept until it does."""

    def __init__(self, t: Lookup) -> None:
        self.logic, self.cards = len(t.solo.logic), len(t.cards)
        self.questions, self.standing = open_questions(), Standing(t)
        self.scores = self.standing.scores
        self.means = Kept(mean_rows)
        self.shown = Kept(partial(shown_tiles, len(t.tiles), len(t.technologies)))
        self.tiles = Kept(partial(tile_rows, len(t.tiles)), seen_tiles)
        self.board = Kept(several, self.seen_board)
        self.contracts = Kept(partial(contract_rows, len(t.contracts)), seen_contracts)
        self.sites = Kept(partial(site_rows, t), seen_sites)
        self.rails = Kept(partial(rail_rows, len(t.names.spaces)), seen_rails)
        self.track = Kept(partial(track_rows, t), partial(seen_track, len(t.space_value)))

    def __call__(self, s: State, seat: int) -> bytes:
        n, queue = s.players, s.queue
        question, waiting = self.questions(s.stack, seat, n)
        pool = s.pool if not queue else [*s.pool[: s.seats], *map(mask_of, queue)]
        shown = self.shown.made((s.rail_tile, s.rail_owner, s.market, s.tech, (s.discarded_tiles, s.tiles_left)))
        means = holdings(s) + self.means.made((s.experiment, s.achievement, s.income)) + self.standing(s)[1]
        settled = (s.cards, s.first_card, s.recharged_out, s.acted)
        return b"".join(
            (
                turn(seat, n, s.closing, s.first, s.active, s.fulfilled_now),
                question,
                turned(n, seat).translate(means.ljust(256, b"\0")),
                self.tiles.seen(seat, (pool, s.row, shown)),
                self.board.seen(seat, board(s)),
                table(self.logic, self.cards, seat, s.seats, queue, s.logic, s.logic_deck, s.options, *settled),
                waiting,
            )
        )

    def seen_board(self, parts: tuple[Any, ...], seat: int) -> bytes:
        """What lies on the board and changes seldom."""
        contracts, sites, rails, track = parts
        return b"".join(
            (
                self.contracts.seen(seat, contracts),
                self.sites.seen(seat, sites),
                self.rails.seen(seat, rails),
                self.track.seen(seat, track),
            )
        )


def board(s: State) -> tuple[Any, ...]:
    """What `Observer.seen_board` tells: contracts, sites, rails, milestones. All of it is numbers and tuples."""
    n = s.players
    sets = (n, s.powered, s.urban_debris, s.mine_debris, s.turbine_debris)
    return (
        (s.slots, s.fulfilled, s.display, s.violet, (s.discarded_contracts, s.silver_left, s.gold_left)),
        (sets, s.urban, s.mine_site, s.uranium, s.turbine_site),
        ((n, s.rail_flipped), s.rail_owner, s.rail_tile),
        ((s.seats, s.nucleums, s.track_nucleums), s.wagons, s.milestone, s.markers, s.conditions),
    )


@lru_cache(maxsize=4096)
def turn(seat: int, n: int, closing: int, first: int, active: int, fulfilled: int) -> bytes:
    """Where the match stands."""
    return bytes((n, closing, (first - seat) % n, (active - seat) % n, fulfilled))


@lru_cache(maxsize=1)
def open_questions() -> Pending:
    """What writes them: the same for all matches."""
    return pending(question)


CODES = {kind: i for i, kind in enumerate(FRAMES, 1)}


def question(frame: Frame | None) -> bytes:
    """Which decision a seat has to make."""
    if frame is None:
        return bytes(1 + ARG_SLOTS)
    kind, _, args = frame
    return (bytes((CODES[kind],)) + shifted(args[:ARG_SLOTS])).ljust(1 + ARG_SLOTS, b"\0")


def holdings(s: State) -> bytearray:
    """What players have and what changes often."""
    row = map(int.bit_count, s.row)
    return clipped([*s.thaler, *s.supply, *s.reserve, *s.vp, *s.recharges, *s.zeros, *row])


def mean_rows(experiment: tuple[int, ...], achievement: tuple[int, ...], income: tuple[int, ...]) -> bytes:
    """What changes seldom."""
    return shifted(experiment) + clipped([*achievement, *income])


HELD = (7, 0, 1, 2, 8, 3, 4, 5, 6)
"""Where each number of a player's row is among those of `holdings` and `mean_rows`."""


@lru_cache(maxsize=32)
def turned(players: int, seat: int) -> bytes:
    """Where a seat finds the rows of all players, then their income, amounts and scores: the own seat's first."""
    found: list[int] = []
    for i in range(SEATS):
        other = (seat + i) % players
        found += [players * row + other if i < players else NO_NUMBER for row in HELD]
    start = players * len(HELD)
    found += seat_order(start, TRACKS, players, seat, SEATS)
    start += TRACKS * players
    thalers = seat_order(start, 2, players, seat, SEATS)
    points = seat_order(start + 2 * players, 2, players, seat, SEATS)
    for i in range(0, 2 * SEATS, 2):
        found += thalers[i : i + 2] + points[i : i + 2]
    return bytes(found + seat_order(start + 4 * players, 3, players, seat, SEATS))


@lru_cache(maxsize=4096)
def table(
    logic_cards: int,
    cards: int,
    seat: int,
    seats: int,
    queues: tuple[tuple[int, ...], ...],
    logic: int,
    deck: int,
    options: tuple[int, ...],
    undrawn: int,
    first: int,
    out: int,
    acted: int,
) -> bytes:
    """What only a match alone has; what is settled before the first turn, and two flags of the Barons."""
    settled = (bytes((seat, seats, *options)), flags(undrawn, cards), bytes((first + 1, out, acted)))
    return b"".join((solo(logic_cards, queues, logic, deck, options), *settled))


def solo(cards: int, queues: tuple[tuple[int, ...], ...], logic: int, deck: int, options: tuple[int, ...]) -> bytes:
    """What only a match alone has; zeros in others."""
    if not queues:
        return bytes(2 + cards + BARONS * QUEUE + len(OPTIONS) - FIRST_SOLO)
    rows = b"".join(bytes([tile + 1 for tile in queue[:QUEUE]]).ljust(QUEUE, b"\0") for queue in queues)
    head = bytes((len(queues), logic + 1)) + flags(deck, cards)
    return head + rows.ljust(BARONS * QUEUE, b"\0") + bytes(options[FIRST_SOLO:])


@lru_cache(maxsize=64)
def codes_for(seats: int, seat: int, groups: int = 1) -> bytes:
    """How a watcher sees owners: from seat plus one (0 for nobody) to the same counted from the own seat. What belongs
    to owners may lie in several places: in each group of SEATS numbers the same."""
    code = bytearray(range(256))
    for group in range(0, groups * SEATS, SEATS):
        for other in range(seats):
            code[group + other + 1] = group + (other - seat) % seats + 1
    return bytes(code)


def tile_rows(size: int, pools: list[int], rows: list[int], shown: tuple[int, bytes]) -> tuple[int, bytes, bytes]:
    """Seats; where each tile is; market, tiles left, technologies that anybody has."""
    where, rest = shown
    where = sum(map(marks, POOLS, pools), sum(map(marks, IN_ROWS, rows), where))
    return len(rows), as_row(where, size), rest


POOLS, IN_ROWS = range(1, SEATS + 1), range(SEATS + 1, 2 * SEATS + 1)
"""Codes of the tiles in the pool and in the row of each seat."""


def shown_tiles(
    tiles: int,
    technologies: int,
    rails: tuple[int, ...],
    owners: tuple[int, ...],
    market: list[int],
    tech: tuple[int, ...],
    others: tuple[int, int],
) -> tuple[int, bytes]:
    """Tiles on rail spaces, in the market and out of the game, as `marks`; market, tiles left, technologies."""
    discarded, left = others
    where = bytearray(tiles + 1)  # what is nowhere (-1) is written behind the last tile
    for tile, owner in zip(rails, owners, strict=True):
        where[tile] = 2 * SEATS + 1 + owner
    for tile in market:
        where[tile] = 3 * SEATS + 1
    where[-1] = unlocked = 0
    for mask in tech:
        unlocked |= mask
    found = marks(3 * SEATS + 2, discarded) + int.from_bytes(where, "little")
    return found, shifted((*market, left - 1)) + flags(unlocked, technologies)


def seen_tiles(rows: tuple[int, bytes, bytes], seat: int) -> bytes:
    n, where, rest = rows
    return where.translate(codes_for(n, seat, 3)) + rest


def contract_rows(
    size: int,
    slots: tuple[int, ...],
    fulfilled: tuple[int, ...],
    display: tuple[int, ...],
    violet: tuple[int, ...],
    others: tuple[int, int, int],
) -> tuple[int, bytes, bytes, bytes, bytes]:
    """Seats; where each contract is; what is in the slots; contracts left; what is shown."""
    discarded, silver, gold = others
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
    shown = shifted(display) + shifted(violet)
    return len(fulfilled), bytes(where), shifted(slots), bytes((silver, gold)), shown


def seen_contracts(rows: tuple[int, bytes, bytes, bytes, bytes], seat: int) -> bytes:
    n, where, slots, left, shown = rows
    turned = by_seat(slots, SLOTS, seat, SEATS)
    return b"".join((where.translate(codes_for(n, seat, 2)), turned[:SLOTS], left, turned[SLOTS:], shown))


SiteRows = tuple[int, bytes, bytes, bytes, bytes, bytes, bytes, bytes]


def site_rows(
    t: Lookup,
    sets: tuple[int, int, int, int, int],
    urban: tuple[int, ...],
    mines: tuple[int, ...],
    uranium: tuple[int, ...],
    turbines: tuple[int, ...],
) -> SiteRows:
    """Seats; of urban sites owners, then buildings and power; owners of mines; uranium; owners of turbines; where the
    mines and turbines of each row are."""
    seats, powered, debris, mine_debris, turbine_debris = sets
    owners, kinds = urban_rows(t.first_neutral, urban, debris)
    return (
        seats,
        owners,
        kinds + flags(powered, len(urban)),
        holders(mines, mine_debris, len(t.names.mines)),
        bytes(uranium),
        holders(turbines, turbine_debris, len(t.names.turbines)),
        shifted(mines),
        shifted(turbines),
    )


@lru_cache(maxsize=1024)
def urban_rows(first_neutral: int, urban: tuple[int, ...], debris: int) -> tuple[bytes, bytes]:
    """Owners of urban sites; their buildings."""
    owners, kinds = bytearray(len(urban)), bytearray(len(urban))
    for site, piece in enumerate(urban):
        if piece >= first_neutral:
            owners[site], kinds[site] = NEUTRAL, piece - first_neutral + 1
        elif piece >= 0:
            owners[site], kinds[site] = piece // BUILDINGS + 1, piece % BUILDINGS + 1
    for site in bits(debris):
        owners[site] = DEBRIS
    return bytes(owners), bytes(kinds)


def seen_sites(rows: SiteRows, seat: int) -> bytes:
    n, owners, kinds, mines, uranium, turbines, mine_rows, turbine_rows = rows
    code = codes_for(n, seat)
    return b"".join(
        (
            owners.translate(code),
            kinds,
            mines.translate(code),
            by_seat(uranium, ROWS, seat, SEATS),
            turbines.translate(code),
            by_seat(mine_rows, ROWS, seat, SEATS),
            by_seat(turbine_rows, ROWS, seat, SEATS),
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
    size: int, sets: tuple[int, int], owners: tuple[int, ...], tiles: tuple[int, ...]
) -> tuple[int, bytes, bytes]:
    """Seats; owner of each rail space; its tile, and whether that is flipped."""
    seats, flipped = sets
    return seats, shifted(owners), shifted(tiles) + flags(flipped, size)


def seen_rails(rows: tuple[int, bytes, bytes], seat: int) -> bytes:
    n, owners, tiles = rows
    return owners.translate(codes_for(n, seat)) + tiles


def track_rows(
    t: Lookup,
    sets: tuple[int, int, int],
    wagons: tuple[int, ...],
    milestones: tuple[int, ...],
    markers: tuple[int, ...],
    conditions: tuple[int, ...],
) -> tuple[int, bytes, bytes, bytes, bytes]:
    """Seats; Nucleums, coal and milestones; markers; who met the end conditions, and how many are still needed."""
    seats, plants, segments = sets
    nucleums = flags(plants, len(t.names.plants)) + flags(segments, len(t.segments))
    marked = b"".join([flags(mask, len(t.space_value)) for mask in markers])
    needed = bytes((max(0, t.needed[seats] - 5 + conditions.count(-1)),))
    return len(markers), nucleums + bytes(wagons) + shifted(milestones), marked, shifted(conditions), needed


def seen_track(spaces: int, rows: tuple[int, bytes, bytes, bytes, bytes], seat: int) -> bytes:
    n, common, markers, conditions, needed = rows
    code = codes_for(n, seat)
    return b"".join((common, by_seat(markers, spaces, seat, SEATS), conditions.translate(code), needed))
