"""The observation for learners: what a seat may know, as small numbers in a fixed order, the own seat first."""

from __future__ import annotations

from functools import lru_cache, partial

from machinehall.kernel.observation import (
    NO_NUMBER,
    NO_SEAT,
    Kept,
    as_it_is,
    described,
    each_seat,
    flags,
    picked,
    questions,
    seat_words,
    signed,
)
from machinehall.kernel.values import TOGETHER, Frame
from machinehall.titles.promethium.lookup import SIDE, Lookup, bits
from machinehall.titles.promethium.state import DOWN, NEUTRAL, SEATS, State

SEAT_SLOTS = 4
TRACK_SLOTS = 8
ARG_SLOTS = 4
FEATURES_VERSION = 1

FRAMES = [
    "start",
    "line",
    "token",
    "window",
    "target",
    "lobby",
    "winner",
    "offer",
    "persuasion",
    "theft",
    "stock",
    "turn",
    "tiles",
    "closing",
    "take",
    "exhibit",
    "discard",
    "patent_filing",
    "sabotage",
    "espionage",
    "bribes",
    "opportunism",
    "subsidies",
    "cooperation",
    "black_market",
    "keep",
    "top",
    "lift",
    "ahead",
]

ARGUMENTS = {
    "line": "owner of the marker by seat, 4 neutral",
    "token": "owner of the marker by seat, 4 neutral; line",
    "window": "moment of the turn; place of the targeted tile",
    "target": "owner of the marker by seat, 4 neutral",
    "lobby": "place; lobby tokens needed",
    "winner": "place; active seat",
    "offer": "place; active seat; selling seat; rank of this bidder",
    "persuasion": "tile",
    "theft": "buying seat; tile; how far this seat is from the buyer; whether persuaded",
    "stock": "tile",
    "tiles": "project; the chosen tiles are not told",
    "take": "elements left to take; 1 for countries only; element just brought",
    "keep": "cards to look at",
    "lift": "place; owner of the token by seat, 4 neutral; 0 lost, 1 back to the seller, 2 the neutral player's",
    **dict.fromkeys(
        ["patent_filing", "sabotage", "espionage", "bribes", "opportunism", "subsidies", "cooperation", "black_market"],
        "moment of the turn; place of the targeted tile; first choice",
    ),
}
"""What the arguments of a decision are; seats are those of the table, not counted from the own one."""


def names(t: Lookup) -> tuple[tuple[str, int], ...]:
    """Each block of the observation with its length."""
    tiles, cards, schemes = len(t.tiles), len(t.projects), len(t.schemes)
    return (
        ("seats", 1),
        ("round", 1),
        ("phase", 1),
        ("first player, counted from the own seat", 1),
        ("decision asked of this seat, 0 for none", 1),
        ("arguments of the decision, plus one", ARG_SLOTS),
        ("holdings by seat: money, influence, promethium, lobby tokens, tiles bought, cards in hand", SEAT_SLOTS * 6),
        ("elements: Reserve, Stock, then by seat", (SEAT_SLOTS + 2) * len(t.elements)),
        ("tile owner: 0 none, 1-4 by seat, 5 out of the game", tiles),
        ("tile uses", tiles),
        ("grid: tile plus one", SIDE * SIDE),
        ("grid: back plus one", SIDE * SIDE),
        ("grid: reserved by seat plus one", SIDE * SIDE),
        ("ends: owner by seat plus one, 5 neutral", len(t.ends)),
        ("ends: value if known", len(t.ends)),
        ("initiative track: owner by seat plus one", TRACK_SLOTS),
        ("own bid tokens behind the screen", len(t.bids)),
        ("bid tokens lost by seat", SEAT_SLOTS * len(t.bids)),
        ("display: card plus one", t.n.project_display),
        ("cards: 0 unknown, 1 out, then 2-4 realised, activated, valued for the own seat, 5-7 next seat ...", cards),
        ("corruption cubes", cards),
        ("own private projects", cards),
        ("improvement holder by seat plus one", len(t.improvement_ids)),
        ("own hand", schemes),
        ("used scheme cards by seat", SEAT_SLOTS * schemes),
    )


def parts(t: Lookup) -> dict[str, tuple[str, ...]]:
    """What each number of a block is about."""
    held = ("money", "influence", "promethium", "lobby tokens", "tiles bought", "cards in hand")
    words = {
        "arguments": [f"argument {i + 1}" for i in range(ARG_SLOTS)],
        "holdings": each_seat(SEAT_SLOTS, held),
        "elements": [f"{e}, {who}" for who in ("Reserve", "Stock", *seat_words(SEAT_SLOTS)) for e in t.elements],
        "tile": t.tiles,
        "grid": t.cells,
        "ends": t.ends,
        "initiative": [f"marker {i + 1}" for i in range(TRACK_SLOTS)],
        "own bid": [str(v) for v in t.bids],
        "bid": each_seat(SEAT_SLOTS, map(str, t.bids)),
        "display": [f"slot {i + 1}" for i in range(t.n.project_display)],
        "cards": t.projects,
        "corruption": t.projects,
        "own private": t.projects,
        "improvement": t.improvement_ids,
        "own hand": t.schemes,
        "used": each_seat(SEAT_SLOTS, t.schemes),
    }
    return described(names(t), words)


def codes(t: Lookup) -> dict[str, tuple[str, ...]]:
    """What the numbers of a block stand for, from 0 on."""
    return {
        "phase": ("set-up", "Industry Fair", "Design Office", "Universal Exposition", "end of round"),
        "decision asked of this seat, 0 for none": questions(FRAMES, ARGUMENTS),
        "grid: tile plus one": ("none", *t.tiles),
        "grid: back plus one": ("none", *t.elements),
        "display: card plus one": ("none", *t.projects),
    }


class Observer:
    """Writes the observations of a match. Learners ask at every step: what changes seldom is kept until it does."""

    def __init__(self, t: Lookup) -> None:
        tiles, cards, schemes = len(t.tiles), len(t.projects), len(t.schemes)
        if max(t.bids) >= VEIL:
            raise ValueError(f"observations have room for bid tokens up to {VEIL - 1}, not {max(t.bids)}")
        tables = [(n, seat) for n in range(2, SEAT_SLOTS + 1) for seat in range(n)]
        self.rows = {table: holding_order(len(t.elements), *table) for table in tables}
        self.bids = {table: token_order(len(t.bids), *table) for table in tables}
        self.tiles = Kept(partial(tile_owners, tiles), seen_tiles)
        self.grid = Kept(grid_rows, as_it_is)
        self.fair = Kept(fair_rows, seen_fair)
        self.projects = Kept(partial(project_rows, cards), partial(seen_projects, cards))
        self.schemes = Kept(partial(scheme_rows, schemes), partial(seen_schemes, schemes))

    def __call__(self, s: State, seat: int) -> bytes:
        n = s.seats
        held = [*s.money, *s.influence, *s.promethium, *s.lobby, *s.bought]
        held += [cards.bit_count() for cards in s.hand]
        return b"".join(
            (
                bytes((n, s.round, s.phase, (s.first - seat) % n)),
                asked(s, seat),
                picked(self.rows[n, seat], held + s.elements),
                self.tiles(seat, s.gone, s.tiles),
                self.grid(seat, s.uses, s.grid),
                self.fair(seat, s.end_up, s.end_owner, s.end_by, s.end_value, s.reserved, s.track)
                if s.phase == FAIR
                else NO_FAIR,
                picked(self.bids[n, seat], [*s.tokens, *s.lost]),
                self.projects(
                    seat, s.discarded, s.realised, s.active, s.valued, s.display, s.cubes, s.private, s.improvements
                ),
                self.schemes(seat, s.hand, s.used),
            )
        )


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
NOTHING_ASKED = bytes(1 + ARG_SLOTS)
FRAME_CODE = {kind: i + 1 for i, kind in enumerate(FRAMES)}
HELD = 6
"""Numbers in a seat's row of holdings."""


def asked(s: State, seat: int) -> bytes:
    """Which decision this seat has to make."""
    if not s.stack:
        return NOTHING_ASKED
    frame = s.stack[-1]
    if frame[1] == TOGETHER:
        frame = next((f for f in frame[2] if f[1] == seat), frame)
    return question(frame) if frame[1] == seat else NOTHING_ASKED


@lru_cache(maxsize=20_000)
def question(frame: Frame) -> bytes:
    kind, _, args = frame
    shown = [args.card + 1] if kind == "tiles" else [min(255, a + 1) for a in args[:ARG_SLOTS]]
    return bytes((FRAME_CODE[kind], *shown, *[0] * (ARG_SLOTS - len(shown))))


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
    """Where a seat finds its own bid tokens, and those lost by each."""
    order = [width * seat + i for i in range(width)]
    for place in range(SEAT_SLOTS):
        first = width * (seats + (seat + place) % seats)
        order += [first + i if place < seats else NO_NUMBER for i in range(width)]
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


def grid_rows(uses: tuple[int, ...], grid: list[int]) -> bytes:
    """Uses of all tiles; of the grid the tiles, then the backs."""
    cells = signed(grid)
    return bytes(bytearray(uses)) + cells.translate(TILE_SHOWN) + cells.translate(BACK_SHOWN)


TILE_SHOWN = bytes([v + 1 if v < 128 else 0 for v in range(256)])
BACK_SHOWN = bytes([DOWN - v + 1 if v <= DOWN else 0 for v in (*range(128), *range(-128, 0))])

FAIR = 1
NO_FAIR = bytes(SIDE * SIDE + 2 * 4 * SIDE + TRACK_SLOTS)
VEIL = 32
"""More than any token is worth. One that lies face down is lifted by it once for each seat up to the one that laid it:
no other seat's translation lets it through."""
UNVEIL = [
    bytes([v if v < VEIL else v % VEIL if v // VEIL == seat + 1 else 0 for v in range(256)])
    for seat in range(SEAT_SLOTS)
]


def fair_rows(
    up: int, ends: list[int], by: list[int], values: list[int], reserved: tuple[int, ...], track: list[int]
) -> tuple[int, bytes, bytes, bytes]:
    """Seats; owners of meeples and tokens; values of the tokens; owners of the markers."""
    meeples = bytearray(NO_SEAT * SIDE * SIDE)
    for seat, cell in enumerate(reserved):
        if cell >= 0:
            meeples[cell] = seat
    tokens = bytearray(values)
    for end in bits(~up & (1 << len(ends)) - 1):
        tokens[end] += VEIL * (by[end] + 1)
    return len(reserved), bytes(meeples) + signed(ends), bytes(tokens), signed(track).ljust(TRACK_SLOTS, NO_SEAT)


def seen_fair(rows: tuple[int, bytes, bytes, bytes], seat: int) -> bytes:
    """What lies at the fair while it lasts: meeples, tokens with the values that are known, markers."""
    n, owners, tokens, track = rows
    code = SEEN_FROM[n, seat][0]
    return b"".join((owners.translate(code), tokens.translate(UNVEIL[seat]), track.translate(code)))


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


def scheme_rows(width: int, hands: list[int], used: list[int]) -> list[bytes]:
    """Hands, then used cards."""
    return [flags(mask, width) for mask in hands + used]


def seen_schemes(width: int, rows: list[bytes], seat: int) -> bytes:
    """The own hand, and the cards used by each seat."""
    n = len(rows) // 2
    return b"".join((rows[seat], *rows[n + seat :], *rows[n : n + seat])).ljust((1 + SEAT_SLOTS) * width, b"\0")


@lru_cache(maxsize=50_000)
def byte_flags(mask: int, width: int) -> bytes:
    return bytes(flags(mask, width))
