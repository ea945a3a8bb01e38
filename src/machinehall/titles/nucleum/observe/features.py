"""The observation for learners: the position as small numbers in a fixed order, the own seat first."""

from __future__ import annotations

from itertools import zip_longest

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
from machinehall.titles.nucleum.frames import FRAMES as SHAPES
from machinehall.titles.nucleum.lookup import SEATS, Lookup
from machinehall.titles.nucleum.options import BARONS as FIRST_SOLO
from machinehall.titles.nucleum.options import OPTIONS

FEATURES_VERSION = 3
ARG_SLOTS = 6
NEUTRAL = SEATS + 1
DEBRIS = SEATS + 2
BARONS = 2
QUEUE = 24
"""So many tiles of each Baron's queue are told."""

FRAMES = [
    "experiment",
    "turn",
    "tile",
    "lay",
    "matched",
    "urbanize",
    "industrialize",
    "develop",
    "free_tile",
    "power_bonus",
    "contract",
    "other_slot",
    "technology",
    "energize",
    "fuel",
    "rent",
    "uranium",
    "income_any",
    "owe",
    "worker_or_thaler",
    "marker",
    "nucleum",
    "last_marker",
]
ARGUMENTS = {
    "tile": "tile; halves used, as bits",
    "lay": "tile; 1 if optional",
    "matched": "halves that may still be used",
    "urbanize": "discount in thalers; 1 outside the network; 1 if optional",
    "industrialize": "fewer workers; fewer thalers on red; uranium of the icon; 1 outside the network; 1 if optional",
    "develop": "discount in thalers; 1 for the second tile",
    "free_tile": "discount in thalers; 1 if it may be laid at once; 1 if optional",
    "power_bonus": "workers; discount in thalers",
    "contract": "1 if the reward of the slot is doubled",
    "other_slot": "slot just used",
    "technology": "level",
    "energize": "more electricity; effect of the Directive; 1 if optional",
    "fuel": "plant; urban site; electricity so far; bill so far; uranium burnt; effect of the Directive",
    "rent": "turbines left to pay for; then those of each seat",
    "uranium": "pieces left",
    "income_any": "steps left",
    "owe": "thalers owed; workers owed",
    "worker_or_thaler": "thalers; workers",
}
"""What the arguments of a decision are."""
PENDING_ROWS = 12
PENDING_SLOTS = 6


def pending(question: Question = nothing_more) -> Pending:
    """Writes the open questions; nothing in them is covered."""
    return Pending(SHAPES, {}, PENDING_ROWS, PENDING_SLOTS, {}, question)


def blocks(t: Lookup) -> tuple[Block, ...]:
    """What the numbers of the observation are."""
    return (*turn(), *players(t), *tiles(t), *contracts(t), *sites(t), *rails(t), *track(t), *solo(t), *table(t))


def turn() -> tuple[Block, ...]:
    """Where the match stands."""
    return (
        block("seats", count(SEATS)),
        coded("closing", ("in play", "end triggered", "last turns", "final scoring")),
        coded("first player, counted from the own seat", seat_words(SEATS)),
        coded("active player, counted from the own seat", seat_words(SEATS)),
        block("contract fulfilled this turn", FLAG),
        coded("decision asked of this seat, 0 for none", questions(FRAMES, ARGUMENTS)),
        block(
            "arguments of the decision, plus one",
            category(256),
            [f"argument {i + 1}" for i in range(ARG_SLOTS)],
        ),
    )


def players(t: Lookup) -> tuple[Block, ...]:
    """What stands before the players. Amounts are told up to 255 here, and whole in the block after next."""
    held = ["Experiment plus one", "thalers", "workers ready", "workers in reserve", "achievement tokens"]
    held += ["victory points", "Recharges", "markers on space 0", "tiles in the row"]
    kinds = [category(len(t.experiments) + 1), amount(), count(t.n.workers), count(t.n.workers), count(255)]
    kinds += [amount(), count(255), count(255), count(t.n.row_slots)]
    exact = ("thalers in 256s", "thalers, the rest", "victory points in 256s", "victory points, the rest")
    return (
        block(
            "by seat: Experiment plus one, T, W, reserve, tokens, VP, Recharges, markers on 0, row",
            kinds,
            each_seat(SEATS, held),
        ),
        block("income markers by seat", count(t.last_space), each_seat(SEATS, t.domains["track"])),
        block("amounts by seat", LARGE, each_seat(SEATS, exact)),
        score_block(SEATS),
    )


def tiles(t: Lookup) -> tuple[Block, ...]:
    """Action tiles, technologies."""
    places = [f"place {i + 1}" for i in range(len(t.prices))]
    return (
        block(
            "tiles: 0 unseen, by seat 1-4 pool or queue, 5-8 row, 9-12 rail, 13 market, 14 removed",
            category(3 * SEATS + 3),
            t.tiles,
        ),
        coded("market: tile plus one", ("none", *t.tiles), places),
        block("tiles left in the stacks", count(len(t.tiles))),
        block("technologies unlocked, by anybody", FLAG, t.technologies),
    )


def contracts(t: Lookup) -> tuple[Block, ...]:
    """Contracts: where each is, and what lies in each place."""
    shown = [f"place {i + 1}" for i in range(t.n.open_silver + t.n.open_gold)]
    shown += [f"violet, place {i + 1}" for i in range(len(t.back_mask))]
    others = [f"{slot}, {seat}" for seat in seat_words(SEATS)[1:] for slot in t.slots]
    return (
        block(
            "contracts: 0 unseen, by seat 1-4 in a slot, 5-8 fulfilled, 9 shown, 10 removed",
            category(2 * SEATS + 3),
            t.contracts,
        ),
        coded("own contract slots: contract plus one", ("none", *t.contracts), t.slots),
        block("silver and gold contracts left", count(len(t.contracts)), ("silver", "gold")),
        coded("contract slots of the others: contract plus one", ("none", *t.contracts), others),
        coded("contracts shown: contract plus one", ("none", *t.contracts), shown),
    )


def sites(t: Lookup) -> tuple[Block, ...]:
    """Buildings, mines, turbines."""
    n = t.names
    owner = category(DEBRIS + 1)
    kinds = (
        "none",
        *(f"{own} (neutral: {neutral})" for own, neutral in zip_longest(t.buildings, t.neutrals, fillvalue="-")),
    )
    rows = each_seat(SEATS, t.rows)
    return (
        block("urban sites: owner by seat plus one, 5 neutral, 6 debris", owner, n.urban),
        coded("urban sites: building plus one", kinds, n.urban),
        block("urban sites: powered", FLAG, n.urban),
        block("mine sites: owner by seat plus one, 6 debris", owner, n.mines),
        block("uranium by seat and mine", count(max(t.capacity)), rows),
        block("turbine slots: owner by seat plus one, 6 debris", owner, n.turbines),
        coded("mines by seat and row: site plus one", ("none", *n.mines), rows),
        coded("turbines by seat and row: slot plus one", ("none", *n.turbines), rows),
    )


def rails(t: Lookup) -> tuple[Block, ...]:
    """Rails."""
    spaces = t.names.spaces
    return (
        block("rail spaces: owner by seat plus one", category(SEATS + 1), spaces),
        coded("rail spaces: tile plus one", ("none", *t.tiles), spaces),
        block("rail spaces: flipped", FLAG, spaces),
    )


def track(t: Lookup) -> tuple[Block, ...]:
    """Nucleums, coal, milestones, end conditions."""
    n = t.names
    coal = [f"{region}, {price} price" for region in n.regions for price in ("first", "second")]
    spaces = each_seat(SEATS, [f"space {v}" for v in t.space_value])
    return (
        block("Nucleums at plants", FLAG, n.plants),
        block("Nucleums beside segments", FLAG, t.segments),
        block("coal wagons", count(t.constants["coal_wagons"]), coal),
        coded("milestone tiles plus one", ("none", *t.milestones), t.segments),
        block("milestone spaces with a marker, by seat", FLAG, spaces),
        block("end conditions met by seat plus one", category(SEATS + 1), t.domains["condition"]),
        block("end conditions still needed", count(len(t.domains["condition"]))),
    )


def solo(t: Lookup) -> tuple[Block, ...]:
    """What only a match alone has."""
    queue = [f"Baron {b + 1}, place {i + 1}" for b in range(BARONS) for i in range(QUEUE)]
    return (
        block("Barons", count(BARONS)),
        coded("Logic card of the turn plus one", ("none", *t.solo.logic)),
        block("Logic cards in the deck", FLAG, t.solo.logic),
        coded("queue of each Baron: tile plus one", ("none", *t.tiles), queue),
        option_block("challenges and rulings of the solo game", OPTIONS[FIRST_SOLO:]),
    )


def table(t: Lookup) -> tuple[Block, ...]:
    """The table, and what is asked there."""
    return (
        coded("own seat at the table", [f"seat {i + 1}" for i in range(SEATS)]),
        block("seats without the Barons", count(SEATS)),
        option_block("options of the match", OPTIONS),
        block("set-up cards that were not drawn", FLAG, t.cards),
        coded("first set-up card plus one", ("none", *t.cards)),
        block("end triggered by the Recharges of the Barons", FLAG),
        block("the Baron has carried out an action of the tile in hand", FLAG),
        *pending_blocks(pending(), SEATS, ARGUMENTS),
    )
