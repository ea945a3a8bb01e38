"""The position of an Imperial Steam match, and who may see what of it.

Nearly all is open: the only secrets are the bids until the last one is in, and money if the table plays it hidden.
Goods are counted, not laid on wagons, because they may be rearranged at any time (IS-5.2). A train is its locomotive;
which of its wagons carries passengers or a reserve token makes no difference.
"""

from __future__ import annotations

from typing import Any, Final

from machinehall.kernel.fields import (
    Counts,
    Form,
    NameList,
    Names,
    NameSet,
    NameSets,
    Settings,
    Stack,
    Tally,
    declares,
    everybody,
    owner,
    see,
)
from machinehall.kernel.values import Frame

from .frames import FRAMES
from .options import HIDDEN_MONEY, OPTIONS
from .position import State as State

GOODS: Final = 4
LEVELS: Final = 3
ZONES: Final = 2 * LEVELS
"""Worker zones of a seat: training I to III, then working I to III."""
ROWS: Final = 3
"""Trains, and stations, of a seat."""
TILES: Final = 11
"""Action tiles."""
GOLD: Final = 0
SILVER: Final = 1
"""Keys of a metropolis."""
SECOND_COAL: Final = 4
"""Row of `wanted` after the four goods: the second coal of a metropolis."""


def purse(s: Any, data: Any, seat: int | None) -> Any:
    """IS-2.21: open, or the owner's own."""
    return owner(s, data, seat) if s.options[HIDDEN_MONEY] else data


def bank_sight(s: Any, data: Any, seat: int | None) -> Any:
    """What the bank holds would tell what the others hold."""
    return None if s.options[HIDDEN_MONEY] else data


class Grid(Form):
    """Rows of names, one row for each seat, kept as one flat list; -1 for none."""

    def __init__(self, domain: str, width: int) -> None:
        self.domain, self.width = domain, width

    def encode(self, value: list[int], names: Names) -> Any:
        known, w = names[self.domain], self.width
        return [[None if v < 0 else known[v] for v in value[i : i + w]] for i in range(0, len(value), w)]

    def decode(self, data: Any, names: Names) -> Any:
        index = {name: i for i, name in enumerate(names[self.domain])}
        return [-1 if name is None else index[name] for row in data for name in row]


@declares(State)
class Fields:
    """All that changes in a match of Imperial Steam."""

    seats: int = see(everybody)
    options: tuple[int, ...] = see(everybody, Settings(OPTIONS))
    round: int = see(everybody)
    """0 before the first round."""
    order: tuple[int, ...] = see(everybody)
    """Turn order of this round (IS-4.7)."""
    delivered: int = see(everybody)
    """Whether the player whose turn it is has delivered a good in it (Amb-2)."""

    money: list[int] = see(purse)
    bank: int = see(bank_sight)
    bids: tuple[int, ...] = see(owner)
    """Bids of the auction until all are in; -1 for none."""
    influence: list[int] = see(everybody)
    """Column of each seat, counted from 0."""
    standing: list[int] = see(everybody)
    """The seats by rank on the influence track (IS-4.5)."""
    metropolises: tuple[int, ...] = see(everybody)
    """Column of each metropolis."""

    tile: list[int] = see(everybody, NameList("tile"))
    """What lies on, or is printed for, each city."""
    sites: int = see(everybody, NameSet("site"))
    """Factory sites in play."""
    crowns: int = see(everybody, NameSet("link"))
    semmering: int = see(everybody)
    """Holder of the Semmering token, -1 for none."""
    improvements: tuple[int, ...] = see(everybody, Tally("city"))
    """Improvement tokens left on each city."""
    wanted: tuple[int, ...] = see(everybody, NameSets("city"))
    """Cities with a free demand space, by good, and for the second coal."""
    keys: tuple[int, ...] = see(everybody)
    """Holders of gold and silver key of each metropolis, -1 for none."""

    tracks: tuple[int, ...] = see(everybody, NameSets("link"))
    stations: tuple[int, ...] = see(everybody, Grid("city", ROWS))
    factories: tuple[int, ...] = see(everybody, NameSets("site"))
    """Own sites by good: a row of goods for each seat."""
    cubes: tuple[int, ...] = see(everybody, Tally("site"))
    """Goods beside each factory."""
    built: tuple[int, ...] = see(everybody)
    """Factories built of each good."""

    workers: list[int] = see(everybody, Counts("post"))
    engineers: tuple[int, ...] = see(everybody, NameSets("engineer"))
    engineers_left: tuple[int, ...] = see(everybody, Counts("engineer"))
    """On the worker board, by metropolis."""
    hiring: tuple[int, ...] = see(everybody)
    """Row of the cost cube in each hiring column."""

    trains: tuple[int, ...] = see(everybody, Grid("loco", ROWS))
    passengers: tuple[int, ...] = see(everybody)
    """Passenger wagons."""
    reserved: tuple[int, ...] = see(everybody)
    """Wagons with a reserve token."""
    locos: tuple[int, ...] = see(everybody, Tally("loco"))
    """For sale, now or later."""
    scrapped: tuple[int, ...] = see(everybody, Tally("loco"))

    goods: list[int] = see(everybody, Counts("good"))
    """In trains and warehouse."""
    ordered: tuple[int, ...] = see(everybody, Counts("good"))
    """In the delivery zone."""
    market: list[int] = see(everybody)
    supply: list[int] = see(everybody)
    """Cubes outside the game board; below 0 when substitutes are in use (Amb-30)."""
    refill: tuple[int, ...] = see(everybody, Counts("good"))
    """Cubes waiting on each round."""
    expeditions: tuple[int, ...] = see(everybody, NameList("expedition"))
    growth: tuple[int, ...] = see(everybody, NameList("growth"))

    contracts: tuple[int, ...] = see(everybody, NameSets("contract"))
    offer: int = see(everybody, NameSet("contract"))
    investors: list[int] = see(everybody)
    share: tuple[int, ...] = see(everybody)
    """Row of the share price, counted from 0."""
    dividends: list[int] = see(everybody)
    """Investors in the dividend zone."""
    pawns: list[int] = see(everybody, Counts("tile-name"))
    """Own action pawns on each tile this round."""
    stack: list[Frame] = see(everybody, Stack(FRAMES))
