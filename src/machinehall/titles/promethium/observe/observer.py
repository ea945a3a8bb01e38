"""Writes what `features` describes: the position as a seat may know it, as bytes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from machinehall.kernel.observation import (
    NO_NUMBER,
    NO_SEAT,
    Kept,
    Watched,
    as_it_is,
    below_zero_too,
    flags,
    large,
    picked,
    signed,
)
from machinehall.kernel.values import TOGETHER, Frame
from machinehall.titles.promethium.lookup import SIDE, Lookup, bits
from machinehall.titles.promethium.rules.end_of_game import half_income
from machinehall.titles.promethium.state import DOWN, NEUTRAL, SEATS, State

from .features import ARG_SLOTS, FRAMES, SEAT_SLOTS, TRACK_SLOTS, pending


class Observer:
    """Writes the observations of a match. Learners ask at every step: what changes seldom is kept until it does."""

    def __init__(self, t: Lookup) -> None:
        tiles, cards, schemes = len(t.tiles), len(t.projects), len(t.schemes)
        if max(t.bids) >= VEIL:
            raise ValueError(f"observations have room for bid tokens up to {VEIL - 1}, not {max(t.bids)}")
        tables = [(n, seat) for n in range(2, SEAT_SLOTS + 1) for seat in range(n)]
        self.elements, self.minerals, self.tile_count, self.cards, self.rounds = (
            len(t.elements),
            list(zip(t.minerals, t.mineral_pounds, strict=True)),
            tiles,
            cards,
            t.n.rounds,
        )
        self.t = t
        self.pending = pending()
        self.players = Watched(self.holdings)
        self.rows = {table: holding_order(len(t.elements), *table) for table in tables}
        self.bids = {table: token_order(len(t.bids), *table) for table in tables}
        self.tiles = Kept(partial(tile_owners, tiles), seen_tiles)
        self.grid = Kept(grid_rows, as_it_is)
        self.earned = Kept(earned_rows, seen_earned)
        self.deck = Kept(partial(deck_rows, cards, t.n.planning_cards), seen_deck)
        self.fair = Kept(fair_rows, seen_fair)
        self.projects = Kept(partial(project_rows, cards), partial(seen_projects, cards))
        self.schemes = Kept(partial(scheme_rows, schemes), partial(seen_schemes, schemes))

    def __call__(self, s: State, seat: int) -> bytes:
        n = s.seats
        left = max(0, self.rounds - s.round)
        return b"".join(
            (
                bytes((n, s.round, s.phase, (s.first - seat) % n)),
                asked(s, seat, self.tile_count),
                self.players(
                    s,
                    seat,
                    s.money,
                    s.influence,
                    s.promethium,
                    s.lobby,
                    s.bought,
                    s.hand,
                    s.elements,
                    s.realised,
                    s.active,
                    s.cubes,
                    s.improvements,
                ),
                self.earned(seat, n, s.income, s.best, s.private, s.pile, s.schemed),
                self.tiles(seat, s.gone, s.tiles),
                self.grid(seat, s.uses, s.grid, s.swapped),
                self.fair(seat, s.end_up, s.end_owner, s.end_by, s.end_value, s.reserved, s.track, s.controller),
                picked(self.bids[n, seat], [*s.tokens, *s.lost, *s.neutral, *s.returned, *s.neutral_out]),
                self.projects(
                    seat, s.discarded, s.realised, s.active, s.valued, s.display, s.cubes, s.private, s.improvements
                ),
                self.deck(seat, n, s.deck, s.deck_bottom, s.deck_top, s.deck_known),
                self.schemes(seat, s.hand, s.used, s.pile, s.aside),
                table(left, s.passes, seat, s.options),
                self.pending(s.stack, seat, n),
            )
        )

    def holdings(self, s: State, seat: int) -> bytes:
        """What stands before the players; their money whole, and what they would have if the match ended now."""
        money = s.money
        held = [*money, *s.influence, *s.promethium, *s.lobby, *s.bought]
        held += [cards.bit_count() for cards in s.hand]
        scores = self.scores(s)
        return b"".join(
            (
                picked(self.rows[s.seats, seat], held + s.elements),
                large(money[seat:] + money[:seat], SEAT_SLOTS),
                below_zero_too(scores[seat:] + scores[:seat], SEAT_SLOTS),
            )
        )

    def scores(self, s: State) -> list[int]:
        """What each seat would score if the match ended now (PR-10.1, PR-10.2)."""
        return [self.score(s, seat) for seat in range(s.seats)]

    def score(self, s: State, seat: int) -> int:
        """The same for one seat, worked out."""
        t = self.t
        points = s.money[seat] + s.lobby[seat] * t.n.lobby_end_value + s.promethium[seat] * t.n.promethium_end_value
        base = (SEATS + seat) * self.elements
        for k, pounds in self.minerals:
            points += s.elements[base + k] * pounds
        for card in bits(s.realised[seat] & ~s.active[seat]):
            points += half_income(t, s, seat, card)
        return points


def _seen_from(seats: int, seat: int) -> tuple[bytes, bytes]:
    """For one watcher: codes of owners (signed bytes, nobody being -1) and of the places of cards, own seat first."""
    owner, status = bytearray(256), bytearray(range(256))
    owner[NEUTRAL] = NEUTRAL + 1
    for other in range(seats):
        place = (other - seat) % seats
        owner[other] = place + 1
        for stage in range(STAGES):
            status[2 + STAGES * other + stage] = 2 + STAGES * place + stage
    return bytes(owner), bytes(status)


STAGES = 3
"""Of project cards: realised, activated, valued."""
SEEN_FROM = {(n, seat): _seen_from(n, seat) for n in range(2, SEAT_SLOTS + 1) for seat in range(n)}
FRAME_CODE = {kind: i + 1 for i, kind in enumerate(FRAMES)}
HELD = 6
"""Numbers in a seat's row of holdings."""


def asked(s: State, seat: int, tiles: int) -> bytes:
    """Which decision this seat has to make, and the tiles it has chosen for a project so far."""
    nothing = bytes(1 + ARG_SLOTS + tiles)
    if not s.stack:
        return nothing
    frame = s.stack[-1]
    if frame[1] == TOGETHER:
        for inner in frame[2]:
            if inner[1] == seat:
                return question(inner, tiles)
    return question(frame, tiles) if frame[1] == seat else nothing


@lru_cache(maxsize=20_000)
def question(frame: Frame, tiles: int) -> bytes:
    kind, _, args = frame
    shown = [args.card + 1] if kind == "tiles" else [min(255, a + 1) for a in args[:ARG_SLOTS]]
    chosen = flags(args.chosen if kind == "tiles" else 0, tiles)
    return bytes((FRAME_CODE[kind], *shown, *[0] * (ARG_SLOTS - len(shown)))) + chosen


@lru_cache(maxsize=4096)
def table(left: int, passes: int, seat: int, options: tuple[int, ...]) -> bytes:
    """Rounds left, passes, the own seat, the options."""
    return bytes((left, passes, seat, *options))


def holding_order(width: int, seats: int, seat: int) -> bytes:
    """Where a seat finds the holdings and the elements, the own seat's first."""
    start = HELD * seats
    order = [start + i for i in range(SEATS * width)]
    held: list[int] = []
    for place in range(SEAT_SLOTS):
        other = (seat + place) % seats
        first = start + (SEATS + other) * width
        held += [seats * k + other if place < seats else NO_NUMBER for k in range(HELD)]
        order += [first + i if place < seats else NO_NUMBER for i in range(width)]
    return bytes(held + order)


def token_order(width: int, seats: int, seat: int) -> bytes:
    """Where a seat finds its own bid tokens, and those lost by each; its neutral tokens, those taken back by each, and
    the neutral ones of each that have left the grid."""
    order: list[int] = []
    start = 0
    for whose in ("own", "each", "own", "each", "each"):
        if whose == "own":
            order += range(start + width * seat, start + width * seat + width)
        else:
            for place in range(SEAT_SLOTS):
                first = start + width * ((seat + place) % seats)
                order += [first + i if place < seats else NO_NUMBER for i in range(width)]
        start += width * seats
    return bytes(order)


def tile_owners(size: int, gone: int, tiles: list[int]) -> tuple[int, bytes]:
    """Seats; whose each tile is. Those out of the game have the code of the neutral player."""
    owners = bytearray(NO_SEAT * size)
    for seat, mask in enumerate(tiles):
        for tile in bits(mask):
            owners[tile] = seat
    for tile in bits(gone):
        owners[tile] = NEUTRAL
    return len(tiles), bytes(owners)


def seen_tiles(rows: tuple[int, bytes], seat: int) -> bytes:
    n, owners = rows
    return owners.translate(SEEN_FROM[n, seat][0])


def grid_rows(uses: tuple[int, ...], grid: list[int], swapped: int) -> bytes:
    """Uses of all tiles; of the grid the tiles, then the backs, then what Espionage has moved."""
    cells = signed(grid)
    shown = cells.translate(TILE_SHOWN) + cells.translate(BACK_SHOWN)
    return bytes(bytearray(uses)) + shown + flags(swapped, SIDE * SIDE)


TILE_SHOWN = bytes([v + 1 if v < 128 else 0 for v in range(256)])
BACK_SHOWN = bytes([DOWN - v + 1 if v <= DOWN else 0 for v in (*range(128), *range(-128, 0))])

VEIL = 32
"""More than any token is worth. One that lies face down is lifted by it once for each seat up to the one that laid it:
no other seat's translation lets it through."""
UNVEIL = [
    bytes([v if v < VEIL else v % VEIL if v // VEIL == seat + 1 else 0 for v in range(256)])
    for seat in range(SEAT_SLOTS)
]


def fair_rows(
    up: int,
    ends: list[int],
    by: list[int],
    values: list[int],
    reserved: tuple[int, ...],
    track: list[int],
    controller: int,
) -> tuple[int, bytes, bytes, bytes, bytes]:
    """Seats; owners of meeples and tokens; values of the tokens; owners of the markers, who laid the tokens, who acts
    for the neutral player; tokens face up."""
    meeples = bytearray(NO_SEAT * SIDE * SIDE)
    for seat, cell in enumerate(reserved):
        if cell >= 0:
            meeples[cell] = seat
    tokens = bytearray(values)
    for end in bits(~up & (1 << len(ends)) - 1):
        tokens[end] += VEIL * (by[end] + 1)
    markers = signed(track).ljust(TRACK_SLOTS, NO_SEAT) + signed(by)
    shown = flags(up, len(ends))
    return len(reserved), bytes(meeples) + signed(ends), bytes(tokens), markers, shown + bytes((controller + 1,))


def seen_fair(rows: tuple[int, bytes, bytes, bytes, bytes], seat: int) -> bytes:
    """What lies at the fair: meeples, tokens with the values that are known, markers."""
    n, owners, tokens, track, rest = rows
    code = SEEN_FROM[n, seat][0]
    shown, controller = rest[:-1], rest[-1]
    acts = (controller - 1 - seat) % n + 1 if controller else 0
    return b"".join(
        (owners.translate(code), tokens.translate(UNVEIL[seat]), track.translate(code), shown, bytes((acts,)))
    )


def earned_rows(
    seats: int, income: tuple[int, ...], best: tuple[int, ...], private: tuple[int, ...], piles: list[int], schemed: int
) -> tuple[list[bytes], list[bytes]]:
    """For each seat the highest income of a card, then the income of each Exposition; how many private projects and
    cards in the pile it has, and whether it has played a scheme card in this turn."""
    rounds = len(income) // seats
    earned = [large([best[i], *income[rounds * i : rounds * i + rounds]], 1 + rounds) for i in range(seats)]
    held = zip(private, piles, strict=True)
    return earned, [bytes((a.bit_count(), b.bit_count(), schemed >> i & 1)) for i, (a, b) in enumerate(held)]


def seen_earned(rows: tuple[list[bytes], list[bytes]], seat: int) -> bytes:
    """Those of the own seat first."""
    found = b""
    for row in rows:
        found += b"".join(row[seat:] + row[:seat]).ljust(SEAT_SLOTS * len(row[0]), b"\0")
    return found


def deck_rows(
    cards: int, places: int, seats: int, deck: int, bottom: tuple[int, ...], top: list[int], known: list[int]
) -> tuple[int, int, bytes, list[int], list[int]]:
    """Seats; places that are told; cards in the deck and at its bottom; those on top, and who knows them."""
    under = bytearray(cards)
    for i, card in enumerate(bottom, 1):
        under[card] = i
    return seats, places, bytes((deck.bit_count(),)) + bytes(under), top, known


def seen_deck(rows: tuple[int, int, bytes, list[int], list[int]], seat: int) -> bytes:
    """PR-12.11: everybody sees who has looked at a card, only those know which it is."""
    seats, places, count, top, known = rows
    cards, eyes = bytearray(places), bytearray(places * SEAT_SLOTS)
    for place, (card, mask) in enumerate(zip(top[:places], known[:places], strict=True)):
        cards[place] = card + 1 if mask >> seat & 1 else 0
        for i in range(seats):
            eyes[place * SEAT_SLOTS + i] = mask >> (seat + i) % seats & 1
    return count + bytes(cards) + bytes(eyes)


def project_rows(
    size: int,
    discarded: int,
    realised: tuple[int, ...],
    active: tuple[int, ...],
    valued: tuple[int, ...],
    *rest: tuple[int, ...],
) -> tuple[bytes, bytes, bytes, tuple[int, ...], bytes]:
    """Display; where each card is; cubes; private projects; improvements."""
    cards = bytearray(size)
    for card in bits(discarded):
        cards[card] = 1
    for stage, masks in enumerate((realised, active, valued)):
        for seat, mask in enumerate(masks):
            for card in bits(mask):
                cards[card] = 2 + STAGES * seat + stage
    display, cubes, private, improvements = rest
    return signed(display).translate(TILE_SHOWN), bytes(cards), bytes(cubes), private, signed(improvements)


def seen_projects(size: int, rows: tuple[bytes, bytes, bytes, tuple[int, ...], bytes], seat: int) -> bytes:
    """Only the own private projects."""
    display, cards, cubes, private, improvements = rows
    owner, status = SEEN_FROM[len(private), seat]
    own = flags(private[seat], size)
    return b"".join((display, cards.translate(status), cubes, own, improvements.translate(owner)))


def scheme_rows(width: int, *held: Sequence[int]) -> tuple[int, list[bytes]]:
    """Seats; hands, then used cards, piles, and what is laid aside."""
    return len(held[0]), [flags(mask, width) for masks in held for mask in masks]


def seen_schemes(width: int, rows: tuple[int, list[bytes]], seat: int) -> bytes:
    """The own hand, the cards used by each seat, the own pile, what the own seat has laid aside."""
    n, held = rows
    hand, pile, aside = held[seat], held[2 * n + seat], held[3 * n + seat]
    used = b"".join((*held[n + seat : 2 * n], *held[n : n + seat])).ljust(SEAT_SLOTS * width, b"\0")
    return b"".join((hand, used, pile, aside))
