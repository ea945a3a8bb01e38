"""The position of a Promethium match, and who may see what of it (rule PR-1.7).

What nobody knows is not in the state: a face-down tile is only its back, and chance decides which tile it is when
somebody sees it. The same holds for the order of the decks. So the only secrets are those of a seat.
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
    count,
    declares,
    everybody,
    owner,
    owner_count,
    see,
    where,
)
from machinehall.kernel.values import Frame

from .frames import FRAMES
from .options import OPTIONS
from .position import State as State

NEUTRAL: Final = 4
"""Owner of the neutral player's markers and tokens: after the four seats (PR-11.1)."""

EMPTY: Final = -1
"""A grid place without a tile. A tile is its id; a face-down tile is DOWN minus the element on its back."""
DOWN: Final = -2

RESERVE: Final = 0
STOCK: Final = 1
SEATS: Final = 2
"""Rows of `elements`: the Reserve, the Stock, then one row for each seat."""


class Grid(Form):
    """Grid places: nothing, a tile, or the back of one."""

    def encode(self, value: list[int], names: Names) -> Any:
        return [
            None if v == EMPTY else {"tile": names["tile"][v]} if v >= 0 else {"back": names["element"][DOWN - v]}
            for v in value
        ]

    def decode(self, data: Any, names: Names) -> Any:
        tiles, elements = list(names["tile"]), list(names["element"])
        return [
            EMPTY if d is None else tiles.index(d["tile"]) if "tile" in d else DOWN - elements.index(d["back"])
            for d in data
        ]


def token_known(s: Any, seat: int | None, end: int) -> bool:
    """A token on an end is known when it lies face up, and to the seat that laid it."""
    return bool(s.end_owner[end] < 0 or s.end_up >> end & 1 or s.end_by[end] == seat)


def card_known(s: Any, seat: int | None, position: int) -> bool:
    """A card laid back on top of the deck is known to the seat that laid it (PR-12.11)."""
    return seat is not None and bool(s.deck_known[position] >> seat & 1)


@declares(State)
class Fields:
    """All that changes in a match of Promethium."""

    seats: int = see(everybody)
    options: tuple[int, ...] = see(everybody, Settings(OPTIONS))
    round: int = see(everybody)
    phase: int = see(everybody)
    """0 set-up, 1 Industry Fair, 2 Design Office, 3 Universal Exposition, 4 end of round."""
    first: int = see(everybody)
    """The seat with the first-player pawn."""

    money: list[int] = see(everybody)
    influence: list[int] = see(everybody)
    promethium: list[int] = see(everybody)
    lobby: tuple[int, ...] = see(everybody)
    elements: list[int] = see(everybody, Counts("element"))

    tiles: list[int] = see(everybody, NameSets("tile"))
    uses: tuple[int, ...] = see(everybody, Tally("tile"))
    """How often each owned tile has served."""
    grid: list[int] = see(everybody, Grid())
    unseen: int = see(everybody, NameSet("tile"))
    """Tiles that nobody has identified: the pile and the face-down tiles of the grid."""
    gone: int = see(everybody, NameSet("tile"))
    """Tiles out of the game."""
    swapped: int = see(everybody, NameSet("cell"))
    """Places whose tile has been moved by Espionage this round."""
    reserved: tuple[int, ...] = see(everybody, NameList("cell"))
    """Where each seat's patent meeple stands."""

    track: list[int] = see(everybody)
    """Owners of the remaining initiative markers, from the arrow."""
    controller: int = see(everybody)
    """Who acts next for the neutral player; -1 without one."""
    tokens: list[int] = see(owner, Counts("bid"))
    """Bid tokens behind the screens."""
    neutral: list[int] = see(owner, Counts("bid"))
    """Neutral bid tokens behind the screens."""
    lost: tuple[int, ...] = see(everybody, Counts("bid"))
    """Bid tokens lost for good."""
    returned: tuple[int, ...] = see(everybody, Counts("bid"))
    """Tokens taken back by a sale: behind the screen, but everybody has seen them this round."""
    neutral_out: tuple[int, ...] = see(everybody, Counts("bid"))
    """Neutral tokens that have left the grid this round, by the seat that laid them."""
    end_owner: list[int] = see(everybody)
    end_by: list[int] = see(everybody)
    """Who laid the token on an end: the owner, or who acted for the neutral player."""
    end_value: list[int] = see(where(token_known))
    end_up: int = see(everybody, NameSet("end"))
    bought: tuple[int, ...] = see(everybody)
    """Tiles bought this round."""
    schemed: int = see(everybody)
    """Seats, as bits, that have played a scheme card in this turn of the fair."""

    display: tuple[int, ...] = see(everybody, NameList("project"))
    deck_top: list[int] = see(where(card_known), NameList("project"))
    """Cards whose place on top of the deck somebody knows, the next one first."""
    deck_known: list[int] = see(everybody)
    """For each of them, the seats that know it, as bits."""
    deck: int = see(count, NameSet("project"))
    """Cards in an order that nobody knows."""
    deck_bottom: tuple[int, ...] = see(everybody, NameList("project"))
    """Cards shown in the set-up and laid under the deck."""
    discarded: int = see(everybody, NameSet("project"))
    """Project cards out of the game."""
    private: tuple[int, ...] = see(owner_count, NameSets("project"))
    realised: tuple[int, ...] = see(everybody, NameSets("project"))
    active: tuple[int, ...] = see(everybody, NameSets("project"))
    valued: tuple[int, ...] = see(everybody, NameSets("project"))
    cubes: tuple[int, ...] = see(everybody, Tally("project"))
    """Corruption on realised cards."""
    improvements: tuple[int, ...] = see(everybody)
    """Holder of each improvement token, -1 for the supply."""
    income: tuple[int, ...] = see(everybody)
    """Card income of each Exposition: a row of rounds for each seat."""
    best: tuple[int, ...] = see(everybody)
    """The highest amount credited to each seat for one card."""

    hand: list[int] = see(owner_count, NameSets("scheme"))
    pile: list[int] = see(owner_count, NameSets("scheme"))
    used: list[int] = see(everybody, NameSets("scheme"))
    aside: tuple[int, ...] = see(owner, NameSets("scheme"))
    """Scheme cards chosen for discarding, until everybody has chosen."""
    passes: int = see(everybody)
    """Consecutive passes in the Design Office."""
    stack: list[Frame] = see(everybody, Stack(FRAMES))
