"""The observation for learners: what a seat may know, as small numbers in a fixed order, the own seat first."""

from __future__ import annotations

from machinehall.kernel.observation import (
    FLAG,
    LARGE,
    Block,
    amount,
    block,
    category,
    coded,
    count,
    each_seat,
    option_block,
    questions,
    score_block,
    seat_words,
)
from machinehall.kernel.pending import Pending, Question, nothing_more, pending_blocks
from machinehall.titles.promethium.frames import FRAMES as SHAPES
from machinehall.titles.promethium.lookup import Lookup
from machinehall.titles.promethium.options import OPTIONS
from machinehall.titles.promethium.rules import DECISIONS
from machinehall.titles.promethium.state import NEUTRAL

SEAT_SLOTS = 4
TRACK_SLOTS = 8
ARG_SLOTS = 4
FEATURES_VERSION = 2

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
PENDING_ROWS = 12
PENDING_SLOTS = 4


def pending(question: Question = nothing_more) -> Pending:
    """Writes the open questions. The tiles chosen for a project have a block of their own."""
    covers = {kind: decision.cover for kind, decision in DECISIONS.items() if decision.cover is not None}
    return Pending(SHAPES, covers, PENDING_ROWS, PENDING_SLOTS, {"tiles": 1}, question)


def blocks(t: Lookup) -> tuple[Block, ...]:
    """What the numbers of the observation are."""
    return (*turn(t), *players(t), *tiles(t), *fair(t), *tokens(t), *projects(t), *schemes(t), *table(t))


def turn(t: Lookup) -> tuple[Block, ...]:
    """Where the match stands."""
    phases = ("set-up", "Industry Fair", "Design Office", "Universal Exposition", "end of round")
    return (
        block("seats", count(SEAT_SLOTS)),
        block("round", count(t.n.rounds)),
        coded("phase", phases),
        coded("first player, counted from the own seat", seat_words(SEAT_SLOTS)),
        coded("decision asked of this seat, 0 for none", questions(FRAMES, ARGUMENTS)),
        block(
            "arguments of the decision, plus one",
            category(256),
            [f"argument {i + 1}" for i in range(ARG_SLOTS)],
        ),
        block("tiles chosen for the project that is being realised", FLAG, t.tiles),
    )


def players(t: Lookup) -> tuple[Block, ...]:
    """What stands before the players. Money is told up to 255 here, and whole in `amounts by seat`."""
    held = ("money", "influence", "promethium", "lobby tokens", "tiles bought", "cards in hand")
    kinds = [amount(), count(t.n.influence_max), count(255), count(255), count(15), count(len(t.schemes))]
    more = ("private projects", "scheme cards in the pile", "scheme card played in this turn of the fair")
    earned = [f"{what}{i}" for what in ("highest income of a card", *rounds(t)) for i in (", in 256s", ", the rest")]
    return (
        block(
            "holdings by seat: money, influence, promethium, lobby tokens, tiles bought, cards in hand",
            kinds,
            each_seat(SEAT_SLOTS, held),
        ),
        block(
            "elements: Reserve, Stock, then by seat",
            count(max(t.element_supply)),
            [f"{e}, {who}" for who in ("Reserve", "Stock", *seat_words(SEAT_SLOTS)) for e in t.elements],
        ),
        block("amounts by seat", LARGE, each_seat(SEAT_SLOTS, ("money in 256s", "money, the rest"))),
        score_block(SEAT_SLOTS),
        block("card income by seat", LARGE, each_seat(SEAT_SLOTS, earned)),
        block(
            "by seat: private projects, cards in the pile, scheme played",
            (count(len(t.projects)), count(len(t.schemes)), FLAG),
            each_seat(SEAT_SLOTS, more),
        ),
    )


def rounds(t: Lookup) -> list[str]:
    return [f"Exposition {i + 1}" for i in range(t.n.rounds)]


def tiles(t: Lookup) -> tuple[Block, ...]:
    """Tiles, and the grid they lie in."""
    backs = ("none", *t.elements)
    return (
        block("tile owner: 0 none, 1-4 by seat, 5 out of the game", category(NEUTRAL + 2), t.tiles),
        block("tile uses", count(255), t.tiles),
        coded("grid: tile plus one", ("none", *t.tiles), t.cells),
        coded("grid: back plus one", backs, t.cells),
        block("grid: moved by Espionage this round", FLAG, t.cells),
    )


def fair(t: Lookup) -> tuple[Block, ...]:
    """What lies at the Industry Fair while it lasts."""
    owner = category(NEUTRAL + 2)
    markers = [f"marker {i + 1}" for i in range(TRACK_SLOTS)]
    return (
        block("grid: reserved by seat plus one", owner, t.cells),
        block("ends: owner by seat plus one, 5 neutral", owner, t.ends),
        block("ends: value if known", count(max(t.bids)), t.ends),
        block("initiative track: owner by seat plus one", owner, markers),
        block("ends: laid by seat plus one", owner, t.ends),
        block("ends: face up", FLAG, t.ends),
        block("who acts for the neutral player next, by seat plus one", owner),
    )


def tokens(t: Lookup) -> tuple[Block, ...]:
    """Bid tokens that do not lie in the grid."""
    own, each = [str(v) for v in t.bids], each_seat(SEAT_SLOTS, map(str, t.bids))
    return (
        block("own bid tokens behind the screen", count(31), own),
        block("bid tokens lost by seat", count(31), each),
        block("own neutral bid tokens behind the screen", count(31), own),
        block("bid tokens taken back by a sale, by seat", count(31), each),
        block("neutral bid tokens that have left the grid, by the seat that laid them", count(31), each),
    )


def projects(t: Lookup) -> tuple[Block, ...]:
    """Project cards, improvements."""
    cards = t.projects
    known = [f"from the top {i + 1}" for i in range(t.n.planning_cards)]
    return (
        coded("display: card plus one", ("none", *cards), [f"slot {i + 1}" for i in range(t.n.project_display)]),
        block(
            "cards: 0 unknown, 1 out, then 2-4 realised, activated, valued for the own seat, 5-7 next seat ...",
            category(2 + 3 * SEAT_SLOTS),
            cards,
        ),
        block("corruption cubes", count(255), cards),
        block("own private projects", FLAG, cards),
        block("improvement holder by seat plus one", category(NEUTRAL + 2), t.improvement_ids),
        block("cards in the deck whose order nobody knows", count(len(cards))),
        block("place at the bottom of the deck, counted from 1", count(len(cards)), cards),
        coded("top of the deck: card plus one, if known", ("none", *cards), known),
        block(
            "top of the deck: known to, by seat",
            FLAG,
            [f"{seat}, {place}" for place in known for seat in seat_words(SEAT_SLOTS)],
        ),
    )


def schemes(t: Lookup) -> tuple[Block, ...]:
    """Scheme cards."""
    return (
        block("own hand", FLAG, t.schemes),
        block("used scheme cards by seat", FLAG, each_seat(SEAT_SLOTS, t.schemes)),
        block("own pile", FLAG, t.schemes),
        block("own cards chosen for discarding", FLAG, t.schemes),
    )


def table(t: Lookup) -> tuple[Block, ...]:
    """The table, and what is asked there."""
    return (
        block("rounds left", count(t.n.rounds)),
        block("passes in a row in the Design Office", count(SEAT_SLOTS)),
        coded("own seat at the table", [f"seat {i + 1}" for i in range(SEAT_SLOTS)]),
        option_block("options of the match", OPTIONS),
        *pending_blocks(pending(), SEAT_SLOTS, ARGUMENTS),
    )
