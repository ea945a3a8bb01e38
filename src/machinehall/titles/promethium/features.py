"""The observation for learners: what a seat may know, as small numbers in a fixed order, the own seat first."""

from __future__ import annotations

from functools import lru_cache

from .state import DOWN, NEUTRAL, SEATS, State
from .tables import SIDE, Tables, bits, flags

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
]


def names(t: Tables) -> tuple[tuple[str, int], ...]:
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


def parts(t: Tables) -> dict[str, tuple[str, ...]]:
    """What each number of a block is about."""
    seats = ["own seat", *(f"seat {i} to the left" for i in range(1, SEAT_SLOTS))]
    each = {
        "arguments": [str(i) for i in range(ARG_SLOTS)],
        "holdings": [
            f"{what}, {seat}"
            for seat in seats
            for what in ("money", "influence", "promethium", "lobby tokens", "tiles bought", "cards in hand")
        ],
        "elements": [f"{e}, {who}" for who in ("Reserve", "Stock", *seats) for e in t.elements],
        "tile": t.tiles,
        "grid": t.cells,
        "ends": t.ends,
        "initiative": [f"marker {i + 1}" for i in range(TRACK_SLOTS)],
        "own bid": [str(v) for v in t.bids],
        "bid": [f"{v}, {seat}" for seat in seats for v in t.bids],
        "display": [f"slot {i + 1}" for i in range(t.n.project_display)],
        "cards": t.projects,
        "corruption": t.projects,
        "own private": t.projects,
        "improvement": t.improvement_ids,
        "own hand": t.schemes,
        "used": [f"{card}, {seat}" for seat in seats for card in t.schemes],
    }
    found = {}
    for name, size in names(t):
        key = max((key for key in each if name.startswith(key)), key=len, default="")
        found[name] = tuple(map(str, each.get(key, [""] * size)))
    return found


def features(t: Tables, s: State, seat: int) -> bytes:
    """The observation of one seat. Joined from ready-made pieces: learners ask for it at every step."""
    n = s.seats
    turn, code = SEEN_FROM[n, seat]
    gap = SEAT_SLOTS - n
    head = [n, s.round, s.phase, (s.first - seat) % n, *asked(s, seat)]
    for i in turn:
        money, gems = s.money[i], s.promethium[i]
        head += (money if money < 256 else 255, s.influence[i], gems if gems < 256 else 255, s.lobby[i], s.bought[i])
        head.append(s.hand[i].bit_count())
    head += [0] * (6 * gap)
    width = len(t.elements)
    own = (SEATS + seat) * width
    head += s.elements[: SEATS * width]
    head += s.elements[own : (SEATS + n) * width]
    head += s.elements[SEATS * width : own]
    head += [0] * (width * gap)
    return b"".join((bytes(head), tile_features(t, s, turn, code), card_features(t, s, seat, turn, code)))


def _seen_from(seats: int, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats in turn order from one of them, and each owner's code: 1 for that seat, 0 for nobody (index -1)."""
    turn = tuple((seat + i) % seats for i in range(seats))
    code = [0] * (NEUTRAL + 2)
    for i, other in enumerate(turn):
        code[other] = i + 1
    code[NEUTRAL] = NEUTRAL + 1
    return turn, tuple(code)


SEEN_FROM = {(n, seat): _seen_from(n, seat) for n in range(2, SEAT_SLOTS + 1) for seat in range(n)}
NOTHING_ASKED = [0] * (1 + ARG_SLOTS)
FRAME_CODE = {kind: i + 1 for i, kind in enumerate(FRAMES)}


def asked(s: State, seat: int) -> list[int]:
    """Which decision this seat has to make."""
    if not s.stack:
        return NOTHING_ASKED
    frame = s.stack[-1]
    if frame[0] == "together":
        frame = next((f for f in frame[2] if f[1] == seat), frame)
    kind, who, args = frame
    if who != seat:
        return NOTHING_ASKED
    shown = [min(255, a + 1) for a in args[:ARG_SLOTS]] if kind != "tiles" else [args[0] + 1]
    return [FRAME_CODE[kind], *shown, *[0] * (ARG_SLOTS - len(shown))]


def tile_features(t: Tables, s: State, turn: tuple[int, ...], code: tuple[int, ...]) -> bytes:
    owners = tile_owners(tuple(s.tiles), s.gone, len(t.tiles), turn)
    grid = grid_features(tuple(s.grid))
    fair = fair_features(s, turn[0], code) if s.phase == FAIR else NO_FAIR
    return b"".join((owners, bytes(s.uses), grid, fair))


FAIR = 1
NO_FAIR = bytes(SIDE * SIDE + 2 * 4 * SIDE + TRACK_SLOTS)


def fair_features(s: State, seat: int, code: tuple[int, ...]) -> bytes:
    """What lies at the fair while it lasts: meeples, tokens, markers."""
    row = [0] * len(s.grid)
    for other, cell in enumerate(s.reserved):
        if cell >= 0:
            row[cell] = code[other]
    up, by = s.end_up, s.end_by
    row += coded(tuple(s.end_owner), code)
    row += [v if v and (up >> e & 1 or by[e] == seat) else 0 for e, v in enumerate(s.end_value)]
    row += [code[o] for o in s.track]
    row += [0] * (TRACK_SLOTS - len(s.track))
    return bytes(row)


@lru_cache(maxsize=20_000)
def grid_features(grid: tuple[int, ...]) -> bytes:
    """Tiles, then backs."""
    return bytes([v + 1 if v >= 0 else 0 for v in grid] + [DOWN - v + 1 if v <= DOWN else 0 for v in grid])


@lru_cache(maxsize=20_000)
def tile_owners(tiles: tuple[int, ...], gone: int, width: int, turn: tuple[int, ...]) -> bytes:
    owners = bytearray(width)
    for i, seat in enumerate(turn):
        for tile in bits(tiles[seat]):
            owners[tile] = i + 1
    for tile in bits(gone):
        owners[tile] = 5
    return bytes(owners)


def card_features(t: Tables, s: State, seat: int, turn: tuple[int, ...], code: tuple[int, ...]) -> bytes:
    width, cards, schemes = len(t.bids), len(t.projects), len(t.schemes)
    n, own, lost = len(turn), seat * width, s.lost
    head = s.tokens[own : own + width]
    head += lost[own : n * width]
    head += lost[:own]
    head += [0] * (width * (SEAT_SLOTS - n))
    head += [card + 1 for card in s.display]
    masks = (tuple(s.realised), tuple(s.active), tuple(s.valued))
    return b"".join(
        (
            bytes(head),
            card_status(masks, s.discarded, cards, turn),
            bytes(s.cubes),
            byte_flags(s.private[seat], cards),
            coded(tuple(s.improvements), code),
            byte_flags(s.hand[seat], schemes),
            used_cards(tuple(s.used), schemes, turn),
        )
    )


@lru_cache(maxsize=20_000)
def card_status(masks: tuple[tuple[int, ...], ...], discarded: int, width: int, turn: tuple[int, ...]) -> bytes:
    """Masks of realised, activated and valued cards, each by seat."""
    status = bytearray(width)
    for card in bits(discarded):
        status[card] = 1
    for i, seat in enumerate(turn):
        for k, rows in enumerate(masks):
            for card in bits(rows[seat]):
                status[card] = 2 + len(masks) * i + k
    return bytes(status)


@lru_cache(maxsize=20_000)
def used_cards(used: tuple[int, ...], width: int, turn: tuple[int, ...]) -> bytes:
    return b"".join(byte_flags(used[seat], width) for seat in turn) + bytes(width * (SEAT_SLOTS - len(used)))


@lru_cache(maxsize=20_000)
def coded(owners: tuple[int, ...], code: tuple[int, ...]) -> bytes:
    """Owners as the seat sees them."""
    return bytes([code[o] for o in owners])


@lru_cache(maxsize=50_000)
def byte_flags(mask: int, width: int) -> bytes:
    return bytes(flags(mask, width))
