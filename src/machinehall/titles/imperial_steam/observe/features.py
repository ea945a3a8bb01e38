"""The observation for learners: what a seat may know, as small numbers in a fixed order, the own seat first."""

from __future__ import annotations

from machinehall.kernel.observation import (
    FLAG,
    LARGE,
    SIGNED,
    Block,
    Kind,
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
from machinehall.titles.imperial_steam.frames import FRAMES as SHAPES
from machinehall.titles.imperial_steam.lookup import Lookup
from machinehall.titles.imperial_steam.options import OPTIONS
from machinehall.titles.imperial_steam.state import GOODS, ROWS, TILES, ZONES

SEAT_SLOTS = 4
ARG_SLOTS = 3
FEATURES_VERSION = 3

KINDS = """
    bid turn after track mobilise improve recruit build staff collect import order train sign influence share give_up
"""
FRAMES = {kind: i for i, kind in enumerate(KINDS.split(), 1)}
ARGUMENTS = {
    "track": "1 for the second track; effort left over",
    "mobilise": "link; 1 for the second track; effort still needed",
    "improve": "points left",
    "recruit": "hiring column; workers hired",
    "staff": "factory site; good",
    "collect": "sites taken from so far",
}
"""What the arguments of a decision are; other decisions have none."""
PENDING_ROWS = 8
PENDING_SLOTS = 3
SUBSTITUTES = 100
"""Added to the cubes outside the game board, which are counted below 0 when substitutes are in use (Amb-30)."""

BY_SEAT = (
    ("money in tens", 1),
    ("column", 1),
    ("rank from 0", 1),
    ("tracks laid", 1),
    ("engineers", 1),
    ("passenger wagons", 1),
    ("reserved wagons", 1),
    ("investors", 1),
    ("share row", 1),
    ("dividends", 1),
    ("trains plus one", ROWS),
    ("stations plus one", ROWS),
    ("workers by zone", ZONES),
    ("goods", GOODS),
    ("ordered goods", GOODS),
    ("pawns by action", TILES),
)
"""What stands before the players, each thing for all seats, the own seat first."""


def pending(question: Question = nothing_more) -> Pending:
    """Writes the open questions. The sites collected from have a block of their own."""
    return Pending(SHAPES, {}, PENDING_ROWS, PENDING_SLOTS, {"collect": 0}, question)


def blocks(t: Lookup) -> tuple[Block, ...]:
    """What the numbers of the observation are."""
    return (*turn(t), *players(t), *hubs(t), *cities(t), *sites(t), *market(t), *table(t))


def turn(t: Lookup) -> tuple[Block, ...]:
    """Where the match stands."""
    return (
        block("seats", count(SEAT_SLOTS)),
        block("round", count(t.rounds)),
        block("delivered in this turn", FLAG),
        coded("decision asked of this seat, 0 for none", questions(FRAMES, ARGUMENTS)),
        block(
            "arguments of the decision, plus one",
            category(256),
            [f"argument {i + 1}" for i in range(ARG_SLOTS)],
        ),
        coded(
            "turn order: seats from the own one, plus one",
            ("none", *seat_words(SEAT_SLOTS)),
            [f"place {i + 1}" for i in range(SEAT_SLOTS)],
        ),
    )


def players(t: Lookup) -> tuple[Block, ...]:
    """What stands before the players. Money is told in tens up to 2550 here, and whole in `amounts by seat`."""
    bridge, tunnel = t.domains["engineer"]
    codes = {
        "engineers": ("none", bridge, tunnel, f"{bridge} and {tunnel}"),
        "trains plus one": ("none", *t.locos),
        "stations plus one": ("none", *t.cities),
    }
    kinds = player_kinds(t)
    words = {
        "trains plus one": [f"row {i + 1}" for i in range(ROWS)],
        "stations plus one": [f"row {i + 1}" for i in range(ROWS)],
        "workers by zone": t.domains["post"],
        "goods": t.goods,
        "ordered goods": t.goods,
        "pawns by action": t.action_tiles,
    }
    found = []
    for name, width in BY_SEAT:
        parts = seat_words(SEAT_SLOTS) if width == 1 else each_seat(SEAT_SLOTS, words[name])
        row = codes.get(name, ())
        found.append(block(f"by seat: {name}", category(len(row)) if row else kinds[name], parts, row))
    return (
        *found,
        block("amounts by seat", LARGE, each_seat(SEAT_SLOTS, ("money in 256s", "money, the rest"))),
        score_block(SEAT_SLOTS),
        coded("own bid plus one, until all are in", ("none", *t.domains["bid"])),
    )


def player_kinds(t: Lookup) -> dict[str, Kind]:
    """The kinds of what stands before the players, where they are no codes."""
    n = t.n
    return {
        "money in tens": amount(255, 10),
        "column": count(t.last_column),
        "rank from 0": count(SEAT_SLOTS - 1),
        "tracks laid": count(n.tracks),
        "passenger wagons": count(n.reserve_tokens),
        "reserved wagons": count(n.reserve_tokens),
        "investors": count(n.investors),
        "share row": count(len(t.share_price)),
        "dividends": count(n.investors),
        "workers by zone": count(n.workers),
        "goods": count(255),
        "ordered goods": count(255),
        "pawns by action": count(15),
    }


def hubs(t: Lookup) -> tuple[Block, ...]:
    """Metropolises."""
    holder = category(SEAT_SLOTS + 1)
    return (
        block("columns of the metropolises", count(t.last_column), t.hubs),
        block(
            "key holders by seat plus one",
            holder,
            [f"{hub}, {key}" for hub in t.hubs for key in t.domains["key"]],
        ),
        coded("growth tile of each metropolis plus one", ("none", *t.growth), t.hubs),
        block("Semmering holder by seat plus one", holder),
    )


def cities(t: Lookup) -> tuple[Block, ...]:
    """The map."""
    demand = [f"{what}, {city}" for what in (*t.goods, "second coal") for city in t.cities]
    return (
        coded("tile of each city plus one", ("none", *t.tiles), t.cities),
        block("improvement tokens left", count(255), t.cities),
        block("demand by good and second coal", FLAG, demand),
        block("crowns", FLAG, t.links),
        block("tracks by seat", FLAG, each_seat(SEAT_SLOTS, t.links)),
    )


def sites(t: Lookup) -> tuple[Block, ...]:
    """Factories."""
    return (
        block(
            "factory sites: 0 not in play, 1 free, then 2 + good + 4 x seat",
            category(2 + GOODS * SEAT_SLOTS),
            t.sites,
        ),
        block("goods beside factories", count(31), t.sites),
        block("factories built by good", count(len(t.sites)), t.goods),
    )


def market(t: Lookup) -> tuple[Block, ...]:
    """What can be hired, bought, ordered and signed."""
    rounds = [f"round {i + 1}" for i in range(t.rounds)]
    engineers = [f"{hub}, {kind}" for hub in t.hubs for kind in t.domains["engineer"]]
    return (
        block("hiring rows", count(15), t.hire_columns),
        block("engineers left by metropolis", count(SEAT_SLOTS), engineers),
        block("locomotives for sale", count(15), t.locos),
        block("market", count(31), t.goods),
        block("cubes waiting by round", count(31), [f"{when}, {good}" for when in rounds for good in t.goods]),
        block("orders allowed by round", count(max(t.expedition_value)), rounds),
        coded("expedition of each round plus one", ("none", *t.expeditions), rounds),
        block("locomotives scrapped", count(31), t.locos),
        block("cubes outside the game board, plus 100", count(255), t.goods),
        block("money of the bank, 0 if hidden", SIGNED, ("below 0", "in 256s", "the rest")),
        block("contracts: 0 away, 1 on offer, 2 + seat", category(2 + SEAT_SLOTS), t.contracts),
        block("collected from in this action: first 1, second 2 ...", count(len(t.sites)), t.sites),
    )


def table(t: Lookup) -> tuple[Block, ...]:
    """The table, and what is asked there."""
    return (
        block("rounds left", count(t.rounds)),
        coded("own seat at the table", [f"seat {i + 1}" for i in range(SEAT_SLOTS)]),
        option_block("options of the match", OPTIONS),
        *pending_blocks(pending(), SEAT_SLOTS, ARGUMENTS),
    )
