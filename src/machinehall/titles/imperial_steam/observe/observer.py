"""Writes what `features` describes: the position as a seat may know it, as bytes."""

from __future__ import annotations

from functools import lru_cache, partial

from machinehall.kernel.observation import (
    Kept,
    as_row,
    below_zero_too,
    clipped,
    flags,
    marks,
    seat_order,
    shifted,
    signed,
)
from machinehall.kernel.pending import Pending
from machinehall.kernel.values import Frame
from machinehall.titles.imperial_steam.lookup import Lookup, bits
from machinehall.titles.imperial_steam.options import HIDDEN_MONEY
from machinehall.titles.imperial_steam.state import GOODS, State

from .features import ARG_SLOTS, BY_SEAT, FRAMES, SEAT_SLOTS, SUBSTITUTES, pending
from .standing import Standing


@lru_cache(maxsize=16)
def seen_from(seats: int, seat: int) -> bytes:
    """How a watcher sees holders (signed bytes, -1 for nobody): 1 for the own seat, 2 for the next, 0 for nobody."""
    code = bytearray(256)
    for other in range(seats):
        code[other] = (other - seat) % seats + 1
    return bytes(code)


class Observer:
    """Writes the observations of a match. What changes seldom is kept until it does."""

    def __init__(self, t: Lookup) -> None:
        self.rounds, self.nothing = t.rounds, bytes(len(t.sites))
        self.questions, self.standing = open_questions(), Standing(t)
        self.scores = self.standing.scores
        self.pieces = Kept(piece_rows)
        sizes = len(t.cities), len(t.links), len(t.sites)
        self.board = Kept(partial(board_rows, *sizes), partial(seen_board, len(t.links)))
        self.market = Kept(partial(market_rows, (*t.expedition_value, 0)))
        self.contracts = Kept(partial(contract_rows, len(t.contracts)), seen_contracts)

    def __call__(self, s: State, seat: int) -> bytes:
        n, hidden, tracks, stations = s.seats, s.options[HIDDEN_MONEY], s.tracks, s.stations
        question, waiting = self.questions(s.stack, seat, n)
        head, order, settled = table(self.rounds, seat, n, s.round, s.delivered, s.order, s.options)
        mine = (s.trains, stations, s.ordered, tracks, s.engineers, s.passengers, s.reserved, s.share, s.standing)
        held = holdings(s) + self.pieces.made(mine) + self.standing(s)[1]
        hubs = (s.bids, s.metropolises, s.keys, s.growth)
        cities = (s.tile, s.improvements, s.wanted, tracks, s.factories, (s.semmering, s.crowns, s.sites))
        market = (s.cubes, s.built, s.hiring, s.engineers_left, s.locos, s.market, s.refill)
        return b"".join(
            (
                head,
                question,
                order,
                turned(n, seat, hidden).translate(held.ljust(256, b"\0")),
                self.board.seen(seat, hubs + cities),
                self.market.made((*market, s.expeditions, s.scrapped, s.supply)),
                bank(0 if hidden else s.bank),
                self.contracts.seen(seat, ((s.offer,), s.contracts)),
                collected(s.stack, self.nothing),
                settled,
                waiting,
            )
        )


@lru_cache(maxsize=4096)
def bank(florins: int) -> bytes:
    """What the bank holds, which may be less than nothing."""
    return below_zero_too((florins,))


@lru_cache(maxsize=1)
def open_questions() -> Pending:
    """What writes them: the same for all matches."""
    return pending(question)


def question(frame: Frame | None) -> bytes:
    """Which decision a seat has to make."""
    if frame is None:
        return bytes(1 + ARG_SLOTS)
    kind, _, args = frame
    return (bytes((FRAMES[kind],)) + shifted(args[:ARG_SLOTS])).ljust(1 + ARG_SLOTS, b"\0")


@lru_cache(maxsize=20_000)
def table(
    rounds: int, seat: int, seats: int, number: int, delivered: int, order: tuple[int, ...], options: tuple[int, ...]
) -> tuple[bytes, bytes, bytes]:
    """Seats, round and delivery; the turn order; rounds left, the own seat, the options."""
    turns = bytes(order).translate(seen_from(seats, seat)).ljust(SEAT_SLOTS, b"\0")
    return bytes((seats, number, delivered)), turns, bytes((max(0, rounds - number), seat, *options))


def collected(stack: list[Frame], nothing: bytes) -> bytes:
    """IS-8.28: the factories that have been collected from in this action, in their order."""
    for kind, _, args in stack:
        if kind == "collect":
            row = bytearray(nothing)
            for i, site in enumerate(args, 1):
                row[site] = i
            return bytes(row)
    return nothing


def holdings(s: State) -> bytearray:
    """What stands before the players and changes often. All numbers are small but the money, which is counted in
    tens."""
    money = [m // 10 if m < 2560 else 255 for m in s.money]
    return clipped([*money, *s.influence, *s.investors, *s.dividends, *s.workers, *s.goods, *s.pawns])


OFTEN = ("money in tens", "column", "investors", "dividends", "workers by zone", "goods", "pawns by action")
"""The rows of `holdings`, in their order."""
SELDOM = (
    "trains plus one",
    "stations plus one",
    "ordered goods",
    "tracks laid",
    "engineers",
    "passenger wagons",
    "reserved wagons",
    "share row",
    "rank from 0",
)
"""The rows of `piece_rows`, in their order."""


def piece_rows(
    trains: tuple[int, ...],
    stations: tuple[int, ...],
    ordered: tuple[int, ...],
    tracks: tuple[int, ...],
    engineers: tuple[int, ...],
    passengers: tuple[int, ...],
    reserved: tuple[int, ...],
    share: tuple[int, ...],
    standing: list[int],
) -> bytes:
    """What stands before the players and changes seldom."""
    ranks = bytearray(len(tracks))  # before the first round some seats have no rank yet
    for rank, other in enumerate(standing):
        ranks[other] = rank
    laid = map(int.bit_count, tracks)
    rest = bytearray([*ordered, *laid, *engineers, *passengers, *reserved, *share, *ranks])
    return shifted(trains + stations) + rest


@lru_cache(maxsize=32)
def turned(seats: int, seat: int, hidden: int) -> bytes:
    """Where a seat finds the rows of BY_SEAT in `holdings` and `piece_rows`, then money and scores: the own seat's
    first. Hidden money is told to its owner alone (IS-2.21), and scores of others would tell it."""
    width, start, starts = dict(BY_SEAT), 0, {}
    for name in OFTEN + SELDOM:
        starts[name] = start
        start += width[name] * seats
    order: list[int] = []
    for name, wide in BY_SEAT:
        own = bool(hidden) and name == "money in tens"
        order += seat_order(starts[name], wide, seats, seat, SEAT_SLOTS, own)
    for wide in (2, 3):
        order += seat_order(start, wide, seats, seat, SEAT_SLOTS, bool(hidden))
        start += wide * seats
    return bytes(order)


BoardRows = tuple[int, tuple[int, ...], bytes, bytes, bytes, bytes, bytes, list[bytes], bytes]


def board_rows(
    cities: int,
    links: int,
    size: int,
    bids: tuple[int, ...],
    columns: tuple[int, ...],
    keys: tuple[int, ...],
    growth: tuple[int, ...],
    tiles: list[int],
    improvements: tuple[int, ...],
    wanted: tuple[int, ...],
    tracks: tuple[int, ...],
    factories: tuple[int, ...],
    others: tuple[int, int, int],
) -> BoardRows:
    """Seats; bids; columns of the metropolises, holders of keys, growth tiles, holder of the Semmering; cities and
    links; tracks of each seat; what is on each factory site, by seat of the table."""
    semmering, crowns, sites = others
    demand = b"".join([flags(mask, cities) for mask in wanted])
    places = bytes([tile + 1 for tile in tiles]) + bytes(improvements) + demand + flags(crowns, links)
    row = bytearray(flags(sites, size))
    for i, mask in enumerate(factories):
        for site in bits(mask):
            row[site] = 2 + i
    laid = [flags(mask, links) for mask in tracks]
    grown = bytes([tile + 1 for tile in growth])
    return len(tracks), bids, bytes(columns), signed(keys), grown, signed([semmering]), places, laid, bytes(row)


def seen_board(links: int, rows: BoardRows, seat: int) -> bytes:
    """The own bid, metropolises, the map, tracks, factories."""
    n, bids, columns, keys, growth, semmering, places, laid, sites = rows
    code = seen_from(n, seat)
    return b"".join(
        (
            bytes((bids[seat] + 1,)),
            columns,
            keys.translate(code),
            growth,
            semmering.translate(code),
            places,
            seen_tracks(links, laid, seat),
            sites.translate(groups(n, seat, GOODS)),
        )
    )


def seen_tracks(links: int, rows: list[bytes], seat: int) -> bytes:
    return b"".join(rows[seat:] + rows[:seat]).ljust(SEAT_SLOTS * links, b"\0")


def market_rows(
    value: tuple[int, ...],
    cubes: tuple[int, ...],
    built: tuple[int, ...],
    hiring: tuple[int, ...],
    engineers: tuple[int, ...],
    locos: tuple[int, ...],
    market: list[int],
    refill: tuple[int, ...],
    expeditions: tuple[int, ...],
    scrapped: tuple[int, ...],
    supply: list[int],
) -> bytes:
    """Goods beside factories; factories built, hiring, engineers, locomotives, market, cubes to come; orders allowed by
    round, and by which tile; locomotives scrapped; cubes outside the game board."""
    shown = bytearray([*cubes, *built, *hiring, *engineers, *locos, *market, *refill])
    return b"".join((shown, orders(value, expeditions), bytearray(scrapped), outside(*supply)))


@lru_cache(maxsize=4096)
def outside(*supply: int) -> bytes:
    """Cubes outside the game board, and how many substitutes stand for."""
    return bytes([min(255, max(0, amount + SUBSTITUTES)) for amount in supply])


@lru_cache(maxsize=256)
def orders(value: tuple[int, ...], expeditions: tuple[int, ...]) -> bytes:
    """How many may be ordered in each round, and by which tile."""
    return bytes([*(value[tile] for tile in expeditions), *(tile + 1 for tile in expeditions)])


def contract_rows(size: int, offer: tuple[int], contracts: tuple[int, ...]) -> tuple[int, bytes]:
    """Seats; where each contract is, by seat of the table."""
    return len(contracts), as_row(sum(map(marks, range(2, 2 + SEAT_SLOTS), contracts), marks(1, offer[0])), size)


def seen_contracts(rows: tuple[int, bytes], seat: int) -> bytes:
    n, row = rows
    return row.translate(groups(n, seat, 1))


@lru_cache(maxsize=32)
def groups(seats: int, seat: int, size: int) -> bytes:
    """How a watcher sees codes from 2 on, so many for each seat: those of the own seat first."""
    code = bytearray(range(256))
    for i in range(seats * size):
        code[2 + i] = 2 + (i - seat * size) % (seats * size)
    return bytes(code)
