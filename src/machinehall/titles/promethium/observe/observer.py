"""Writes what `features` describes: the position as a seat may know it, as bytes."""

from __future__ import annotations

from functools import lru_cache, partial

from machinehall.kernel.observation import (
    NO_NUMBER,
    NO_SEAT,
    Kept,
    Watched,
    as_row,
    by_seat,
    clipped,
    flags,
    large,
    marks,
    seat_order,
    shifted,
    signed,
)
from machinehall.kernel.pending import Pending
from machinehall.kernel.values import Frame
from machinehall.titles.promethium.lookup import SIDE, Lookup, bits
from machinehall.titles.promethium.state import DOWN, NEUTRAL, SEATS, State

from .features import ARG_SLOTS, FRAMES, SEAT_SLOTS, TRACK_SLOTS, pending
from .standing import Standing


class Observer:
    """Writes the observations of a match. Learners ask at every step: what changes seldom is kept until it does."""

    def __init__(self, t: Lookup) -> None:
        tiles, cards, schemes = len(t.tiles), len(t.projects), len(t.schemes)
        if max(t.bids) >= VEIL:
            raise ValueError(f"observations have room for bid tokens up to {VEIL - 1}, not {max(t.bids)}")
        self.rounds, self.elements = t.n.rounds, len(t.elements)
        self.questions, self.standing = open_questions(tiles), Standing(t)
        self.scores = self.standing.scores
        self.means = Watched(self.mean_rows, self.seen_means)
        self.earned = Kept(earned_rows)
        self.tiles = Kept(partial(tile_rows, tiles), seen_tiles)
        self.fair = Kept(fair_rows, partial(seen_fair, len(t.bids)))
        self.projects = Kept(partial(project_rows, cards, t.n.planning_cards), partial(seen_projects, cards))
        self.schemes = Kept(partial(scheme_rows, schemes), partial(seen_schemes, schemes))

    def __call__(self, s: State, seat: int) -> bytes:
        n, private, hand, pile = s.seats, s.private, s.hand, s.pile
        held = (s.money, s.influence, s.promethium, s.lobby, s.bought, hand, s.elements)
        cards = (s.realised, s.active, s.cubes, s.improvements, s.income, s.best, private, pile, (s.schemed,))
        head, settled = table(self.rounds, seat, n, s.round, s.phase, s.first, s.passes, s.options)
        question, waiting = self.questions(s.stack, seat, n)
        fair = ((s.end_up, s.controller), s.end_owner, s.end_by, s.end_value, s.reserved, s.track)
        tokens = (s.tokens, s.lost, s.neutral, s.returned, s.neutral_out)
        projects = (s.realised, s.active, s.valued, s.display, s.cubes, private, s.improvements)
        deck = ((s.discarded, s.deck), s.deck_bottom, s.deck_top, s.deck_known)
        return b"".join(
            (
                head,
                question,
                self.means.seen(seat, s, held + cards),
                self.tiles.seen(seat, (s.tiles, s.uses, s.grid, (s.gone, s.swapped))),
                self.fair.seen(seat, fair + tokens),
                self.projects.seen(seat, projects + deck),
                self.schemes.seen(seat, (hand, s.used, pile, s.aside)),
                settled,
                waiting,
            )
        )

    def mean_rows(self, s: State) -> tuple[int, bytearray]:
        """Seats; what players have, the elements, money and scores, what was earned. It changes with one decision of
        three."""
        cards = map(int.bit_count, s.hand)
        row = clipped([*s.money, *s.influence, *s.promethium, *s.lobby, *s.bought, *cards, *s.elements])
        row += self.standing(s)[1]
        row += self.earned.made((s.income, s.best, s.private, s.pile, (s.schemed,)))
        return s.seats, row.ljust(256, b"\0")

    def seen_means(self, rows: tuple[int, bytearray], seat: int) -> bytes:
        n, row = rows
        return holding_order(self.elements, self.rounds, n, seat).translate(row)


@lru_cache(maxsize=16)
def open_questions(tiles: int) -> Pending:
    """What writes them: the same for all matches."""
    return pending(partial(question, 1 + ARG_SLOTS + tiles))


def question(size: int, frame: Frame | None) -> bytes:
    """Which decision a seat has to make, and the tiles it has chosen for a project so far."""
    if frame is None:
        return bytes(size)
    kind, _, args = frame
    if kind == "tiles":
        head = bytes((FRAME_CODE[kind], args.card + 1)).ljust(1 + ARG_SLOTS, b"\0")
        return head + flags(args.chosen, size - len(head))
    return (bytes((FRAME_CODE[kind],)) + shifted(args[:ARG_SLOTS])).ljust(size, b"\0")


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
HOLDERS = {(n, seat): bytes((0, *code[:255])) for (n, seat), (code, _) in SEEN_FROM.items()}
"""Codes of owners plus one."""
FRAME_CODE = {kind: i + 1 for i, kind in enumerate(FRAMES)}
HELD = 6
"""Numbers in a seat's row of holdings."""
EARNED = 3
"""Numbers in a seat's row of private projects, pile and schemes."""


@lru_cache(maxsize=20_000)
def table(
    rounds: int, seat: int, seats: int, number: int, phase: int, first: int, passes: int, options: tuple[int, ...]
) -> tuple[bytes, bytes]:
    """What an observation begins with: seats, round, phase, first player; and what stands before the open questions:
    rounds left, passes, the own seat, the options."""
    head = bytes((seats, number, phase, (first - seat) % seats))
    return head, bytes((max(0, rounds - number), passes, seat, *options))


@lru_cache(maxsize=64)
def holding_order(width: int, rounds: int, seats: int, seat: int) -> bytes:
    """Where a seat finds the holdings, the elements, money and scores, and what was earned; the own seat's first."""
    held: list[int] = []
    for place in range(SEAT_SLOTS):
        other = (seat + place) % seats
        held += [seats * k + other if place < seats else NO_NUMBER for k in range(HELD)]
    start = HELD * seats
    order = held + [start + i for i in range(SEATS * width)]
    start += SEATS * width
    for wide in (width, 2, 3, 2 + 2 * rounds, EARNED):
        order += seat_order(start, wide, seats, seat, SEAT_SLOTS)
        start += wide * seats
    return bytes(order)


@lru_cache(maxsize=64)
def token_order(width: int, seats: int, seat: int) -> bytes:
    """Where a seat finds its own bid tokens, and those lost by each; its neutral tokens, those taken back by each, and
    the neutral ones of each that have left the grid."""
    order: list[int] = []
    start = 0
    for whose in ("own", "each", "own", "each", "each"):
        order += seat_order(start, width, seats, seat, 1 if whose == "own" else SEAT_SLOTS)
        start += width * seats
    return bytes(order)


def tile_rows(
    size: int, tiles: list[int], uses: tuple[int, ...], grid: list[int], moved: tuple[int, int]
) -> tuple[int, bytes, bytes]:
    """Seats; whose each tile is; uses of all tiles; of the grid the tiles, then the backs, then what Espionage has
    moved."""
    cells, (gone, swapped) = signed(grid), moved
    shown = cells.translate(TILE_SHOWN) + cells.translate(BACK_SHOWN)
    owners = tile_owners(size, gone, *tiles)
    return len(tiles), owners, bytes(bytearray(uses)) + shown + flags(swapped, SIDE * SIDE)


@lru_cache(maxsize=1024)
def tile_owners(size: int, gone: int, *tiles: int) -> bytes:
    """Seats plus one; those out of the game have the code of the neutral player."""
    return as_row(sum(map(marks, range(1, SEAT_SLOTS + 1), tiles), marks(NEUTRAL + 1, gone)), size)


def seen_tiles(rows: tuple[int, bytes, bytes], seat: int) -> bytes:
    n, owners, grid = rows
    return owners.translate(HOLDERS[n, seat]) + grid


TILE_SHOWN = bytes([v + 1 if v < 128 else 0 for v in range(256)])
BACK_SHOWN = bytes([DOWN - v + 1 if v <= DOWN else 0 for v in (*range(128), *range(-128, 0))])

VEIL = 32
"""More than any token is worth. One that lies face down is lifted by it once for each seat up to the one that laid it:
no other seat's translation lets it through."""
COVERED = bytes([255 if v == 0 else 0 for v in range(256)])
VEILS = bytes([VEIL * (v + 1) % 256 if v < SEAT_SLOTS else 0 for v in range(256)])
UNVEIL = [
    bytes([v if v < VEIL else v % VEIL if v // VEIL == seat + 1 else 0 for v in range(256)])
    for seat in range(SEAT_SLOTS)
]


FairRows = tuple[int, bytes, bytes, bytes, bytes, int, bytearray]


def fair_rows(
    whole: tuple[int, int],
    ends: list[int],
    by: list[int],
    values: list[int],
    reserved: tuple[int, ...],
    track: list[int],
    own: list[int],
    lost: tuple[int, ...],
    neutral: list[int],
    returned: tuple[int, ...],
    out: tuple[int, ...],
) -> FairRows:
    """Seats; owners of meeples and tokens; values of the tokens; owners of the markers and who laid the tokens; tokens
    face up; who acts for the neutral player; bid tokens outside the grid."""
    up, controller = whole
    size = len(ends)
    whose = signed([*by, *ends, *track])
    laid, shown = whose[:size], flags(up, size)
    down = int.from_bytes(shown.translate(COVERED), "little")
    veils = int.from_bytes(laid.translate(VEILS), "little") & down
    known = as_row(int.from_bytes(bytearray(values), "little") + veils, size)
    markers = whose[2 * size :].ljust(TRACK_SLOTS, NO_SEAT) + laid
    held = bytearray([*own, *lost, *neutral, *returned, *out]).ljust(256, b"\0")
    return len(reserved), meeples(reserved) + whose[size : 2 * size], known, markers, shown, controller, held


@lru_cache(maxsize=1024)
def meeples(reserved: tuple[int, ...]) -> bytes:
    """Who has reserved the tile of each place."""
    found = bytearray(NO_SEAT * SIDE * SIDE)
    for seat, cell in enumerate(reserved):
        if cell >= 0:
            found[cell] = seat
    return bytes(found)


def seen_fair(bids: int, rows: FairRows, seat: int) -> bytes:
    """What lies at the fair: meeples, tokens with the values that are known, markers."""
    n, owners, values, track, shown, controller, tokens = rows
    code = SEEN_FROM[n, seat][0]
    acts = (controller - seat) % n + 1 if controller >= 0 else 0
    return b"".join(
        (
            owners.translate(code),
            values.translate(UNVEIL[seat]),
            track.translate(code),
            shown,
            bytes((acts,)),
            token_order(bids, n, seat).translate(tokens),
        )
    )


def earned_rows(
    income: tuple[int, ...], best: tuple[int, ...], private: tuple[int, ...], piles: list[int], turn: tuple[int]
) -> bytes:
    """What each seat has earned; how many private projects and cards in the pile it has, and whether it has played a
    scheme card in this turn."""
    held, (schemed,) = list[int](), turn
    for i, (cards, pile) in enumerate(zip(private, piles, strict=True)):
        held += (cards.bit_count(), pile.bit_count(), schemed >> i & 1)
    return card_income(income, best) + bytes(held)


@lru_cache(maxsize=1024)
def card_income(income: tuple[int, ...], best: tuple[int, ...]) -> bytes:
    """For each seat the highest income of a card, then the income of each Exposition."""
    rounds = len(income) // len(best)
    return b"".join([large((one, *income[rounds * i : rounds * i + rounds])) for i, one in enumerate(best)])


ProjectRows = tuple[bytes, bytes, bytes, tuple[int, ...], bytes, bytes, tuple[tuple[int, int], ...]]


def project_rows(
    size: int,
    places: int,
    realised: tuple[int, ...],
    active: tuple[int, ...],
    valued: tuple[int, ...],
    display: tuple[int, ...],
    cubes: tuple[int, ...],
    private: tuple[int, ...],
    improvements: tuple[int, ...],
    sets: tuple[int, int],
    bottom: tuple[int, ...],
    top: list[int],
    known: list[int],
) -> ProjectRows:
    """Display; where each card is; cubes; private projects; improvements; cards in the deck and at its bottom; those on
    top, each with who knows it, nobody where there is none."""
    discarded, deck = sets
    cards, under = bytearray(flags(discarded, size)), bytearray(size)
    for stage, masks in enumerate((realised, active, valued)):
        for seat, mask in enumerate(masks):
            for card in bits(mask):
                cards[card] = 2 + STAGES * seat + stage
    for i, card in enumerate(bottom, 1):
        under[card] = i
    shown = signed(display).translate(TILE_SHOWN)
    on_top = (*zip(top, known, strict=True), *[(0, 0)] * places)[:places]
    count = bytes((deck.bit_count(),)) + under
    return shown, bytes(cards), bytes(cubes), private, signed(improvements), count, on_top


def seen_projects(size: int, rows: ProjectRows, seat: int) -> bytes:
    """Only the own private projects. PR-12.11: everybody sees who has looked at a card, only those know which it is."""
    display, cards, cubes, private, improvements, deck, top = rows
    n = len(private)
    owner, status = SEEN_FROM[n, seat]
    own = flags(private[seat], size)
    row = (display, cards.translate(status), cubes, own, improvements.translate(owner), deck, seen_top(top, n, seat))
    return b"".join(row)


@lru_cache(maxsize=1024)
def seen_top(top: tuple[tuple[int, int], ...], seats: int, seat: int) -> bytes:
    """The cards on top of the deck, and who knows them."""
    names = bytes([card + 1 if mask >> seat & 1 else 0 for card, mask in top])
    return names + b"".join([by_seat(flags(mask, seats), 1, seat, SEAT_SLOTS) for _, mask in top])


def scheme_rows(
    width: int, hands: list[int], used: list[int], piles: list[int], aside: tuple[int, ...]
) -> tuple[list[int], bytes, list[int], tuple[int, ...]]:
    """Hands; used cards; piles, and what is laid aside."""
    return hands, b"".join([flags(mask, width) for mask in used]), piles, aside


def seen_schemes(width: int, rows: tuple[list[int], bytes, list[int], tuple[int, ...]], seat: int) -> bytes:
    """The own hand, the cards used by each seat, the own pile, what the own seat has laid aside."""
    hands, used, piles, aside = rows
    turned = by_seat(used, width, seat, SEAT_SLOTS)
    return b"".join((flags(hands[seat], width), turned, flags(piles[seat], width), flags(aside[seat], width)))
