"""What a learned policy is told of a position beside the observation."""

from __future__ import annotations

from machinehall.titles.imperial_steam.lookup import Lookup
from machinehall.titles.imperial_steam.rules.final_scoring import income, key_value, reached
from machinehall.titles.imperial_steam.rules.storage import freight, warehouse
from machinehall.titles.imperial_steam.state import State

from .evaluation import parts, turns_left, weights

PARTS = (
    "money",
    "income",
    "keys",
    "influence",
    "goods",
    "factories",
    "contracts",
    "road",
    "wagons",
    "investors",
    "dividends",
)
NAMES = (
    *PARTS,
    "turns left",
    "own turn",
    "Trieste is reached",
    "income now",
    "keys now",
    "room on trains",
    "room in warehouses",
)


def numbers(t: Lookup, s: State, seat: int) -> list[float]:
    """The parts of the evaluation, and what they are reckoned from."""
    found = parts(t, s, seat, weights())
    done = reached(t, s)
    turns, own = turns_left(t, s, seat, done or s.round == t.rounds)
    rest = [turns, own, done, income(t, s, seat), key_value(t, s, seat), freight(t, s, seat), warehouse(t, s, seat)]
    return [*(found[name] for name in PARTS), *map(float, rest)]
