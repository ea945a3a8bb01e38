"""The observation for learners: what a seat may know, as small numbers in a fixed order, the own seat first."""

from __future__ import annotations

from functools import lru_cache

from machinehall.kernel.values import TOGETHER

from .state import DOWN, NEUTRAL, SEATS, State
from .tables import SIDE, Tables, bits, flags

SEAT_SLOTS = 4
TRACK_SLOTS = 8
ARG_SLOTS = 4
FEATURES_VERSION = 1

KINDS = """
    start line token window target lobby winner offer persuasion theft stock turn tiles closing take exhibit discard
    patent_filing sabotage espionage bribes opportunism subsidies cooperation black_market keep top
"""
FRAMES = {kind: i for i, kind in enumerate(KINDS.split(), 1)}


def _seen_from(seats: int, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats in turn order from one of them, and each owner's code: 1 for that seat, 0 for nobody (index -1)."""
    turn = tuple((seat + i) % seats for i in range(seats))
    code = [0] * (NEUTRAL + 2)
    for i, other in enumerate(turn):
        code[other] = i + 1
    code[NEUTRAL] = NEUTRAL + 1
    return turn, tuple(code)


SEEN_FROM = {(n, seat): _seen_from(n, seat) for n in range(2, SEAT_SLOTS + 1) for seat in range(n)}


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
    turn, code = SEEN_FROM[n, seat]
    out = [n, s.round, s.phase, (s.first - seat) % n]
    out += asked(s, seat)
    for i in turn:
        money, promethium = s.money[i], s.promethium[i]
        out += (money if money < 255 else 255, s.influence[i], promethium if promethium < 255 else 255)
        out += (s.lobby[i], s.bought[i], s.hand[i].bit_count())
    gap = SEAT_SLOTS - n
    out += [0] * (6 * gap)
    width, elements = len(t.elements), s.elements
    mine = (SEATS + seat) * width
    out += elements[: SEATS * width]
    out += elements[mine:]
    out += elements[SEATS * width : mine]
    out += [0] * (width * gap)
    out += owners(len(t.tiles), tuple(s.tiles), s.gone, code)
    out += s.uses
    out += grid_rows(tuple(s.grid), tuple(s.reserved), code)
    out += [code[o] for o in s.end_owner]
    up, by = s.end_up, s.end_by
    out += [v if v and (up >> e & 1 or by[e] == seat) else 0 for e, v in enumerate(s.end_value)]
    out += [code[o] for o in s.track]
    out += [0] * (TRACK_SLOTS - len(s.track))
    out += card_features(t, s, seat, turn, code)
    return out


def asked(s: State, seat: int) -> list[int]:
    """Which decision this seat has to make."""
    frames = s.stack[-1:]
    if frames and frames[0][1] == TOGETHER:
        frames = list(frames[0][2])
    for kind, who, args in frames:
        if who == seat:
            # The set of tiles chosen so far is too large a number; it follows from the tiles offered.
            shown = [args[0] + 1] if kind == "tiles" else [min(255, a + 1) for a in args[:ARG_SLOTS]]
            return [FRAMES[kind], *shown, *[0] * (ARG_SLOTS - len(shown))]
    return [0] * (1 + ARG_SLOTS)


# Rows that change seldom are remembered: a learner asks for them at every decision.


@lru_cache(maxsize=4096)
def owners(size: int, tiles: tuple[int, ...], gone: int, code: tuple[int, ...]) -> tuple[int, ...]:
    row = [0] * size
    for seat, mask in enumerate(tiles):
        for tile in bits(mask):
            row[tile] = code[seat]
    for tile in bits(gone):
        row[tile] = code[NEUTRAL]
    return tuple(row)


@lru_cache(maxsize=4096)
def grid_rows(grid: tuple[int, ...], reserved: tuple[int, ...], code: tuple[int, ...]) -> tuple[int, ...]:
    meeples = [0] * len(grid)
    for seat, cell in enumerate(reserved):
        if cell >= 0:
            meeples[cell] = code[seat]
    up = [v + 1 if v >= 0 else 0 for v in grid]
    down = [DOWN - v + 1 if v <= DOWN else 0 for v in grid]
    return (*up, *down, *meeples)


@lru_cache(maxsize=4096)
def card_row(size: int, discarded: int, stages: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    row = [0] * size
    for card in bits(discarded):
        row[card] = 1
    for k, masks in enumerate(stages):
        for i, mask in enumerate(masks):
            for card in bits(mask):
                row[card] = 2 + len(stages) * i + k
    return tuple(row)


def card_features(t: Tables, s: State, seat: int, turn: tuple[int, ...], code: tuple[int, ...]) -> list[int]:
    width, cards, schemes = len(t.bids), len(t.projects), len(t.schemes)
    out = s.tokens[seat * width : (seat + 1) * width]
    gap = SEAT_SLOTS - len(turn)
    out += s.lost[seat * width :]
    out += s.lost[: seat * width]
    out += [0] * (width * gap)
    out += [card + 1 for card in s.display]
    stages = tuple([tuple([row[i] for i in turn]) for row in (s.realised, s.active, s.valued)])
    out += card_row(cards, s.discarded, stages)
    out += s.cubes
    out += flags(s.private[seat], cards)
    out += [code[h] for h in s.improvements]
    out += flags(s.hand[seat], schemes)
    for other in turn:
        out += flags(s.used[other], schemes)
    return out + [0] * (schemes * gap)
