"""The observation for learners: the position as small numbers in a fixed order, the own seat first."""

from __future__ import annotations

from itertools import zip_longest

from machinehall.kernel.observation import described, each_seat, questions
from machinehall.titles.nucleum.lookup import SEATS, Lookup
from machinehall.titles.nucleum.options import BARONS as FIRST_SOLO
from machinehall.titles.nucleum.options import OPTIONS
from machinehall.titles.nucleum.state import ROWS, SLOTS, TRACKS

FEATURES_VERSION = 2
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
HOLDINGS = 9


def names(t: Lookup) -> tuple[tuple[str, int], ...]:
    """Each block of the observation with its length."""
    n = t.names
    tiles, contracts = len(t.tiles), len(t.contracts)
    return (
        ("seats", 1),
        ("closing", 1),
        ("first player, counted from the own seat", 1),
        ("active player, counted from the own seat", 1),
        ("contract fulfilled this turn", 1),
        ("decision asked of this seat, 0 for none", 1),
        ("arguments of the decision, plus one", ARG_SLOTS),
        ("by seat: Experiment plus one, T, W, reserve, tokens, VP, Recharges, markers on 0, row", SEATS * HOLDINGS),
        ("income markers by seat", SEATS * TRACKS),
        ("tiles: 0 unseen, by seat 1-4 pool or queue, 5-8 row, 9-12 rail, 13 market, 14 removed", tiles),
        ("market: tile plus one", len(t.prices)),
        ("tiles left in the stacks", 1),
        ("technologies unlocked, by anybody", len(t.technologies)),
        ("contracts: 0 unseen, by seat 1-4 in a slot, 5-8 fulfilled, 9 shown, 10 removed", contracts),
        ("own contract slots: contract plus one", SLOTS),
        ("silver and gold contracts left", 2),
        ("urban sites: owner by seat plus one, 5 neutral, 6 debris", len(n.urban)),
        ("urban sites: building plus one", len(n.urban)),
        ("urban sites: powered", len(n.urban)),
        ("mine sites: owner by seat plus one, 6 debris", len(n.mines)),
        ("uranium by seat and mine", SEATS * ROWS),
        ("turbine slots: owner by seat plus one, 6 debris", len(n.turbines)),
        ("rail spaces: owner by seat plus one", len(n.spaces)),
        ("rail spaces: tile plus one", len(n.spaces)),
        ("rail spaces: flipped", len(n.spaces)),
        ("Nucleums at plants", len(n.plants)),
        ("Nucleums beside segments", len(t.segments)),
        ("coal wagons", 2 * len(n.regions)),
        ("milestone tiles plus one", len(t.segments)),
        ("milestone spaces with a marker, by seat", SEATS * len(t.space_value)),
        ("end conditions met by seat plus one", 5),
        ("Barons", 1),
        ("Logic card of the turn plus one", 1),
        ("Logic cards in the deck", len(t.solo.logic)),
        ("queue of each Baron: tile plus one", BARONS * QUEUE),
        ("challenges and rulings of the solo game", len(OPTIONS) - FIRST_SOLO),
    )


def parts(t: Lookup) -> dict[str, tuple[str, ...]]:
    """What each number of a block is about."""
    n = t.names
    held = ["Experiment plus one", "thalers", "workers ready", "workers in reserve", "achievement tokens"]
    held += ["victory points", "Recharges", "markers on space 0", "tiles in the row"]
    words = {
        "arguments": [f"argument {i + 1}" for i in range(ARG_SLOTS)],
        "by seat": each_seat(SEATS, held),
        "income": each_seat(SEATS, t.domains["track"]),
        "tiles:": t.tiles,
        "market": [f"place {i + 1}" for i in range(len(t.prices))],
        "technologies": t.technologies,
        "contracts": t.contracts,
        "own contract": t.slots,
        "silver": ("silver", "gold"),
        "urban": n.urban,
        "mine sites": n.mines,
        "uranium": each_seat(SEATS, t.rows),
        "turbine": n.turbines,
        "rail": n.spaces,
        "Nucleums at": n.plants,
        "Nucleums beside": t.segments,
        "coal": [f"{region}, {price} price" for region in n.regions for price in ("first", "second")],
        "milestone tiles": t.segments,
        "milestone spaces": each_seat(SEATS, [f"space {v}" for v in t.space_value]),
        "end conditions": t.domains["condition"],
        "Logic cards": t.solo.logic,
        "queue": [f"Baron {b + 1}, place {i + 1}" for b in range(BARONS) for i in range(QUEUE)],
        "challenges": [o.name for o in OPTIONS[FIRST_SOLO:]],
    }
    return described(names(t), words)


def codes(t: Lookup) -> dict[str, tuple[str, ...]]:
    """What the numbers of a block stand for, from 0 on."""
    return {
        "closing": ("in play", "end triggered", "last turns", "final scoring"),
        "decision asked of this seat, 0 for none": questions(FRAMES, ARGUMENTS),
        "market: tile plus one": ("none", *t.tiles),
        "own contract slots: contract plus one": ("none", *t.contracts),
        "urban sites: building plus one": (
            "none",
            *(f"{own} (neutral: {neutral})" for own, neutral in zip_longest(t.buildings, t.neutrals, fillvalue="-")),
        ),
        "rail spaces: tile plus one": ("none", *t.tiles),
        "milestone tiles plus one": ("none", *t.milestones),
        "Logic card of the turn plus one": ("none", *t.solo.logic),
        "queue of each Baron: tile plus one": ("none", *t.tiles),
    }
