"""The position of a Nucleum match. Nothing in it is hidden: what nobody knows is not in the state.

Stacks are sets of what may still come, with a count of what will; chance decides when somebody sees a tile. Masks such
as `presence` or `open_urban` follow from the pieces and are kept up to date for speed; the laws check them.
"""

from __future__ import annotations

from typing import Final

from machinehall.kernel.fields import (
    SETTINGS,
    Name,
    NameList,
    NameRows,
    NameSet,
    NameSets,
    Stack,
    declares,
    everybody,
    see,
)
from machinehall.kernel.values import Frame

from .frames import FRAMES
from .position import State as State

BUILDINGS: Final = 12
ROWS: Final = 4
SLOTS: Final = 4
TRACKS: Final = 3
"""Widths of the flat lists that have a row for each player."""

NONE: Final = -1


@declares(State)
class Fields:
    """All that changes in a match of Nucleum."""

    seats: int = see(everybody)
    """Places for people and bots."""
    players: int = see(everybody)
    """All who play: the seats, and behind them the Barons of a solo match (NU-23.1). Rows are by player."""
    options: tuple[int, ...] = see(everybody, SETTINGS)
    first: int = see(everybody)
    """The seat with the first-player marker."""
    active: int = see(everybody)
    """Whose turn it is."""
    fulfilled_now: int = see(everybody)
    """1 when the active player has fulfilled a contract this turn (NU-7.4)."""

    experiment: tuple[int, ...] = see(everybody, NameList("experiment"))
    thaler: list[int] = see(everybody)
    supply: list[int] = see(everybody)
    """Workers ready for use."""
    reserve: list[int] = see(everybody)
    """Workers not yet available; the rest are on rails."""
    achievement: tuple[int, ...] = see(everybody)
    vp: list[int] = see(everybody)
    income: tuple[int, ...] = see(everybody)
    """Space of each income marker, three for each seat."""
    pool: list[int] = see(everybody, NameSets("tile"))
    row: list[int] = see(everybody, NameSets("tile"))
    tech: tuple[int, ...] = see(everybody, NameSets("technology"))
    slots: tuple[int, ...] = see(everybody, NameList("contract"))
    """Contracts in the slots of the player boards, four for each seat."""
    fulfilled: tuple[int, ...] = see(everybody, NameSets("contract"))

    built: tuple[int, ...] = see(everybody, NameSets("building"))
    urban: tuple[int, ...] = see(everybody, NameList("piece"))
    """The building on each urban site."""
    own_urban: tuple[int, ...] = see(everybody, NameSets("urban"))
    neutral_urban: int = see(everybody, NameSet("urban"))
    powered: int = see(everybody, NameSet("urban"))
    open_urban: int = see(everybody, NameSet("urban"))
    urban_debris: int = see(everybody, NameSet("urban"))
    mine_site: tuple[int, ...] = see(everybody, NameList("minesite"))
    """Where each mine stands, four for each seat."""
    uranium: tuple[int, ...] = see(everybody)
    """Uranium on each mine, four for each seat."""
    open_mines: int = see(everybody, NameSet("minesite"))
    mine_debris: int = see(everybody, NameSet("minesite"))
    turbine_site: tuple[int, ...] = see(everybody, NameList("turbine"))
    open_turbines: int = see(everybody, NameSet("turbine"))
    turbine_debris: int = see(everybody, NameSet("turbine"))

    rail_tile: tuple[int, ...] = see(everybody, NameList("tile"))
    rail_owner: tuple[int, ...] = see(everybody)
    rail_flipped: int = see(everybody, NameSet("space"))
    """Spaces whose tile has its second half towards the first city of the link."""
    open_spaces: int = see(everybody, NameSet("space"))
    complete: int = see(everybody, NameSet("link"))
    links: tuple[int, ...] = see(everybody, NameSets("link"))
    """Links on which each seat has a tile."""
    presence: tuple[int, ...] = see(everybody, NameSets("city"))

    nucleums: int = see(everybody, NameSet("plant"))
    track_nucleums: int = see(everybody, NameSet("segment"))
    """Segments of the milestone track with a Nucleum beside them."""
    wagons: tuple[int, ...] = see(everybody)
    """For each coal area: wagons at the first price, wagons at the second."""

    market: list[int] = see(everybody, NameList("tile"))
    tiles_unseen: int = see(everybody, NameSet("tile"))
    """Market tiles that nobody has seen: those of the stacks, and advanced ones that left the game."""
    tiles_left: int = see(everybody)
    """How many are in the stacks."""
    display: tuple[int, ...] = see(everybody, NameList("contract"))
    violet: tuple[int, ...] = see(everybody, NameList("contract"))
    contracts_unseen: int = see(everybody, NameSet("contract"))
    silver_left: int = see(everybody)
    gold_left: int = see(everybody)

    milestone: tuple[int, ...] = see(everybody, NameList("milestone"))
    """The tile of each segment."""
    markers: tuple[int, ...] = see(everybody, NameSets("milestone_space"))
    zeros: list[int] = see(everybody)
    """Markers on space 0."""
    recharges: list[int] = see(everybody)
    conditions: tuple[int, ...] = see(everybody)
    """For each end condition the seat that met it, -1 if nobody."""
    closing: int = see(everybody)
    """0 in play, 1 once the end is triggered, 2 in the last turns, 3 in the final scoring (NU-17.4)."""
    recharged_out: int = see(everybody, before=0)
    """1 when it was the third Recharge of every Baron that triggered the end (NU-23.60)."""
    cards: int = see(everybody, NameSet("card"))
    """Set-up cards not yet drawn."""
    neutrals: int = see(everybody, NameSet("neutral"))
    """Neutral buildings not on the map."""
    first_card: int = see(everybody, Name("card"))
    queue: tuple[tuple[int, ...], ...] = see(everybody, NameRows("tile"))
    """The tiles of each Baron from the front, his Special Directive among them as the Obstacle (NU-23.4)."""
    logic: int = see(everybody, Name("logic"))
    """The Logic card of this turn (NU-23.18)."""
    logic_deck: int = see(everybody, NameSet("logic"))
    """Logic cards that are still to come before the discards are shuffled."""
    acted: int = see(everybody)
    """1 when the Baron has carried out an action of the tile in hand (NU-23.27)."""
    discarded_tiles: int = see(everybody, NameSet("tile"))
    discarded_contracts: int = see(everybody, NameSet("contract"))
    """What Frederik takes away (NU-24.1, NU-24.2), and the contracts that a Baron discards (NU-23.55)."""
    stack: list[Frame] = see(everybody, Stack(FRAMES))
