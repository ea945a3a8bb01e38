"""The observation for learners: what a seat may know, as small numbers in a fixed order, the own seat first."""

from __future__ import annotations

from functools import lru_cache

from machinehall.kernel.observation import described, each_seat, questions, seat_words
from machinehall.kernel.values import TOGETHER, Frame

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
    **dict.fromkeys(
        ["patent_filing", "sabotage", "espionage", "bribes", "opportunism", "subsidies", "cooperation", "black_market"],
        "moment of the turn; place of the targeted tile; first choice",
    ),
}
"""What the arguments of a decision are; seats are those of the table, not counted from the own one."""


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


def codes(t: Tables) -> dict[str, tuple[str, ...]]:
    """What the numbers of a block stand for, from 0 on."""
    return {
        "phase": ("set-up", "Industry Fair", "Design Office", "Universal Exposition", "end of round"),
        "decision asked of this seat, 0 for none": questions(FRAMES, ARGUMENTS),
        "grid: tile plus one": ("none", *t.tiles),
        "grid: back plus one": ("none", *t.elements),
        "display: card plus one": ("none", *t.projects),
    }


def features(t: Tables, s: State, seat: int) -> bytes:
    """The observation of one seat. Joined from ready-made pieces: learners ask for it at every step.

    A bytearray is made from a list in half the time of bytes."""
    n, width = s.seats, len(t.elements)
    turn, code = SEEN_FROM[n, seat]
    pieces, rest, own = bytearray(s.elements), SEATS * width, (SEATS + seat) * width
    return b"".join(
        (
            holdings(s, seat, turn),
            pieces[:rest],
            pieces[own:],
            pieces[rest:own],
            bytes(width * (SEAT_SLOTS - n)),
            tile_owners(t, tuple(s.tiles), s.gone, seat),
            bytearray(s.uses),
            grid_features(tuple(s.grid)),
            fair_features(s, seat, code) if s.phase == FAIR else NO_FAIR,
            token_features(len(t.bids), s, seat),
            plus_one(tuple(s.display)),
            card_status(t, tuple(s.realised), tuple(s.active), tuple(s.valued), s.discarded, seat),
            bytearray(s.cubes),
            byte_flags(s.private[seat], len(t.projects)),
            coded(tuple(s.improvements), code),
            byte_flags(s.hand[seat], len(t.schemes)),
            used_cards(tuple(s.used), len(t.schemes), seat),
        )
    )


def _seen_from(seats: int, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats in turn order from one of them, and each owner's code: 1 for that seat, 0 for nobody (index -1)."""
    turn = tuple((seat + i) % seats for i in range(seats))
    code = [0] * (NEUTRAL + 2)
    for i, other in enumerate(turn):
        code[other] = i + 1
    code[NEUTRAL] = NEUTRAL + 1
    return turn, tuple(code)


SEEN_FROM = {(n, seat): _seen_from(n, seat) for n in range(2, SEAT_SLOTS + 1) for seat in range(n)}
NOTHING_ASKED = (0,) * (1 + ARG_SLOTS)
FRAME_CODE = {kind: i + 1 for i, kind in enumerate(FRAMES)}
HELD = 6
"""Numbers in a seat's row of holdings."""


def holdings(s: State, seat: int, turn: tuple[int, ...]) -> bytearray:
    """The moment, the question, and what each seat has."""
    row = [s.seats, s.round, s.phase, (s.first - seat) % s.seats, *asked(s, seat)]
    influence, lobby, bought, hand = s.influence, s.lobby, s.bought, s.hand
    for i in turn:
        money, gems = s.money[i], s.promethium[i]
        row += (
            money if money < 256 else 255,
            influence[i],
            gems if gems < 256 else 255,
            lobby[i],
            bought[i],
            hand[i].bit_count(),
        )
    if len(turn) < SEAT_SLOTS:
        row += [0] * (HELD * (SEAT_SLOTS - len(turn)))
    return bytearray(row)


def asked(s: State, seat: int) -> tuple[int, ...]:
    """Which decision this seat has to make."""
    if not s.stack:
        return NOTHING_ASKED
    frame = s.stack[-1]
    if frame[1] == TOGETHER:
        frame = next((f for f in frame[2] if f[1] == seat), frame)
    return question(frame) if frame[1] == seat else NOTHING_ASKED


@lru_cache(maxsize=20_000)
def question(frame: Frame) -> tuple[int, ...]:
    kind, _, args = frame
    shown = [min(255, a + 1) for a in args[:ARG_SLOTS]] if kind != "tiles" else [args[0] + 1]
    return (FRAME_CODE[kind], *shown, *[0] * (ARG_SLOTS - len(shown)))


FAIR = 1
NO_FAIR = bytes(SIDE * SIDE + 2 * 4 * SIDE + TRACK_SLOTS)


def fair_features(s: State, seat: int, code: tuple[int, ...]) -> bytes:
    """What lies at the fair while it lasts: meeples, tokens, markers."""
    up, by = s.end_up, s.end_by
    known = [v if v and (up >> e & 1 or by[e] == seat) else 0 for e, v in enumerate(s.end_value)]
    track = coded(tuple(s.track), code).ljust(TRACK_SLOTS, b"\0")
    return b"".join((meeples(tuple(s.reserved), code), coded(tuple(s.end_owner), code), bytearray(known), track))


@lru_cache(maxsize=20_000)
def meeples(reserved: tuple[int, ...], code: tuple[int, ...]) -> bytes:
    """Whose patent meeple stands on each place of the grid."""
    row = bytearray(SIDE * SIDE)
    for other, cell in enumerate(reserved):
        if cell >= 0:
            row[cell] = code[other]
    return bytes(row)


@lru_cache(maxsize=20_000)
def grid_features(grid: tuple[int, ...]) -> bytes:
    """Tiles, then backs."""
    return bytes([v + 1 if v >= 0 else 0 for v in grid] + [DOWN - v + 1 if v <= DOWN else 0 for v in grid])


@lru_cache(maxsize=20_000)
def tile_owners(t: Tables, tiles: tuple[int, ...], gone: int, seat: int) -> bytes:
    owners = bytearray(len(t.tiles))
    for i, held in enumerate(tiles[seat:] + tiles[:seat]):
        for tile in bits(held):
            owners[tile] = i + 1
    for tile in bits(gone):
        owners[tile] = 5
    return bytes(owners)


def token_features(width: int, s: State, seat: int) -> bytearray:
    """Own bid tokens, and those lost by each seat."""
    own, lost = seat * width, s.lost
    row = s.tokens[own : own + width]
    row += lost[own:]
    row += lost[:own]
    if len(lost) < width * SEAT_SLOTS:
        row += [0] * (width * SEAT_SLOTS - len(lost))
    return bytearray(row)


@lru_cache(maxsize=20_000)
def plus_one(ids: tuple[int, ...]) -> bytes:
    return bytes([i + 1 for i in ids])


@lru_cache(maxsize=20_000)
def card_status(
    t: Tables, realised: tuple[int, ...], active: tuple[int, ...], valued: tuple[int, ...], discarded: int, seat: int
) -> bytes:
    """Where each project card is; the masks are by seat."""
    status = bytearray(len(t.projects))
    for card in bits(discarded):
        status[card] = 1
    stages = (realised, active, valued)
    for i in range(len(realised)):
        for k, masks in enumerate(stages):
            for card in bits(masks[(seat + i) % len(masks)]):
                status[card] = 2 + len(stages) * i + k
    return bytes(status)


@lru_cache(maxsize=20_000)
def used_cards(used: tuple[int, ...], width: int, seat: int) -> bytes:
    rows = b"".join(byte_flags(mask, width) for mask in used[seat:] + used[:seat])
    return rows.ljust(width * SEAT_SLOTS, b"\0")


@lru_cache(maxsize=20_000)
def coded(owners: tuple[int, ...], code: tuple[int, ...]) -> bytes:
    """Owners as the seat sees them."""
    return bytes([code[o] for o in owners])


@lru_cache(maxsize=50_000)
def byte_flags(mask: int, width: int) -> bytes:
    return bytes(flags(mask, width))
