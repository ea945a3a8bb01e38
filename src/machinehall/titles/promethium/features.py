"""The observation for learners: what a seat may know, as small numbers in a fixed order, the own seat first."""

from __future__ import annotations

from .state import DOWN, NEUTRAL, SEATS, State, token_known
from .tables import SIDE, Tables, bits

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


def features(t: Tables, s: State, seat: int) -> list[int]:
    """The observation of one seat."""
    n = s.seats
    turn = [(seat + i) % n for i in range(n)]
    code = [0] * 5
    for i, other in enumerate(turn):
        code[other] = i + 1
    code[NEUTRAL] = 5
    out = [n, s.round, s.phase, (s.first - seat) % n]
    out += asked(t, s, seat)
    for other in turn:
        hand = s.hand[other].bit_count()
        out += (
            min(255, s.money[other]),
            s.influence[other],
            min(255, s.promethium[other]),
            s.lobby[other],
            s.bought[other],
            hand,
        )
    gap = SEAT_SLOTS - n
    out += [0] * (6 * gap)
    width = len(t.elements)
    out += s.elements[: SEATS * width]
    for other in turn:
        out += s.elements[(SEATS + other) * width : (SEATS + other + 1) * width]
    out += [0] * (width * gap)
    out += tile_features(t, s, code)
    out += [code[o] if o >= 0 else 0 for o in s.end_owner]
    out += [v if v and token_known(s, seat, e) else 0 for e, v in enumerate(s.end_value)]
    out += [code[o] for o in s.track] + [0] * (TRACK_SLOTS - len(s.track))
    out += card_features(t, s, seat, turn, code)
    return out


def asked(t: Tables, s: State, seat: int) -> list[int]:
    """Which decision this seat has to make."""
    frames = s.stack[-1:]
    if frames and frames[0][0] == "together":
        frames = list(frames[0][2])
    for kind, who, args in frames:
        if who == seat:
            shown = [min(255, a + 1) for a in args[:ARG_SLOTS]] if kind != "tiles" else [args[0] + 1]
            return [FRAMES.index(kind) + 1, *shown, *[0] * (ARG_SLOTS - len(shown))]
    return [0] * (1 + ARG_SLOTS)


def tile_features(t: Tables, s: State, code: list[int]) -> list[int]:
    owners = [0] * len(t.tiles)
    for seat, mask in enumerate(s.tiles):
        for tile in bits(mask):
            owners[tile] = code[seat]
    for tile in bits(s.gone):
        owners[tile] = 5
    reserved = [0] * len(s.grid)
    for seat, cell in enumerate(s.reserved):
        if cell >= 0:
            reserved[cell] = code[seat]
    up = [v + 1 if v >= 0 else 0 for v in s.grid]
    down = [DOWN - v + 1 if v <= DOWN else 0 for v in s.grid]
    return owners + s.uses + up + down + reserved


def card_features(t: Tables, s: State, seat: int, turn: list[int], code: list[int]) -> list[int]:
    width, cards, schemes = len(t.bids), len(t.projects), len(t.schemes)
    out = s.tokens[seat * width : (seat + 1) * width]
    gap = SEAT_SLOTS - len(turn)
    for other in turn:
        out += s.lost[other * width : (other + 1) * width]
    out += [0] * (width * gap)
    out += [card + 1 for card in s.display]
    status = [0] * cards
    for card in bits(s.discarded):
        status[card] = 1
    for i, other in enumerate(turn):
        for k, mask in enumerate((s.realised[other], s.active[other], s.valued[other])):
            for card in bits(mask):
                status[card] = 2 + 3 * i + k
    out += status + s.cubes + [s.private[seat] >> card & 1 for card in range(cards)]
    out += [code[h] if h >= 0 else 0 for h in s.improvements]
    out += [s.hand[seat] >> card & 1 for card in range(schemes)]
    for other in turn:
        out += [s.used[other] >> card & 1 for card in range(schemes)]
    return out + [0] * (schemes * gap)
