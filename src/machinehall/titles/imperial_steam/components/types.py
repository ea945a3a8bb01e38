"""The shape of every component file of Imperial Steam, and the type of every constant."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from machinehall.kernel.constants import Constant
from machinehall.kernel.packs import Name, Record

GOODS = ("wood", "stone", "iron", "coal")
COLOURS = ("brown", "white", "green", "blue")
"""The metropolises (IS-1.3)."""
ACTION_TILES = (
    "lay",
    "recruit",
    "build",
    "collect",
    "import",
    "train",
    "contract",
    "influence",
    "share",
    "funds",
    "pass",
)
FACTORY_BOARD, STATION_COST = "factory_board", "station_cost"

Good = Literal["wood", "stone", "iron", "coal"]
Colour = Literal["brown", "white", "green", "blue"]
Players = Literal[2, 3, 4]
Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Florins = Annotated[int, Meta(ge=0, multiple_of=10)]
CostRule = Literal["factory_board", "station_cost"] | Annotated[int, Meta(ge=10, multiple_of=10)]
ByPlayers = dict[Literal["2", "3", "4"], Positive]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A piece of a record."""


class Printed(Part, frozen=True, kw_only=True):
    """What is printed on the board for a city that never gets a tile."""

    effort: Positive
    influence: Count
    station_slots: Count
    station_cost: Florins | None
    factory_sites: tuple[CostRule, ...]
    demand: tuple[Literal["wood", "stone", "iron"], ...]
    improvement_stack: Annotated[int, Meta(ge=0, le=3)]


class City(Record, frozen=True, kw_only=True):
    """A numbered site of the map or a printed city."""

    id: Name
    name: Name
    site_no: Positive | None
    region: Literal["A", "B", "C", "D"] | None
    x: int
    y: int
    board_influence: Count
    printed: Printed | None


class Link(Record, frozen=True, kw_only=True):
    """Where tracks can be laid between two cities."""

    id: Name
    a: Name
    b: Name
    type: Literal["plain", "bridge", "tunnel"]
    semmering: bool
    nationalised_card: bool


class FactorySite(Record, frozen=True, kw_only=True):
    """A place for factories in a city."""

    id: Name
    city: Name
    min_players: Players
    cost_rule: CostRule


class CityTile(Record, frozen=True, kw_only=True):
    """What a city offers, for one number of players."""

    id: Name
    players: Players
    number: Positive
    effort: Positive
    influence: Count
    station_slots: Positive
    station_cost: Florins
    factory_sites: tuple[CostRule, ...]
    demand: tuple[Literal["wood", "stone", "iron"], ...]
    improvement_stack: Annotated[int, Meta(ge=0, le=3)]


class MetropolisTile(Record, frozen=True, kw_only=True):
    """A metropolis: what it asks and gives."""

    id: Name
    colour: Colour
    effort: Positive
    influence: Count
    station_slots: Positive
    station_cost: Florins
    factory_sites: tuple[CostRule, ...]
    demand: tuple[Good, ...]
    improvement_stack: Annotated[int, Meta(ge=0, le=3)]
    beginner_city: dict[Literal["2", "3", "4"], Name]


class Key(Record, frozen=True, kw_only=True):
    """A key of a colour, of gold or silver."""

    id: Name
    colour: Colour
    metal: Literal["gold", "silver"]
    order: Literal[1, 2]


class Contract(Record, frozen=True, kw_only=True):
    """A contract card: factories and goods for points."""

    id: Name
    deck: Literal[1, 2, 3]
    factories: tuple[Good, ...]
    value: Florins


class Expedition(Record, frozen=True, kw_only=True):
    """An expedition token."""

    id: Name
    value: Annotated[int, Meta(ge=2, le=5)]


class Growth(Record, frozen=True, kw_only=True):
    """A growth tile: what each further delivery adds to a metropolis."""

    id: Name
    steps: tuple[Count, ...]


class ImprovementToken(Record, frozen=True, kw_only=True):
    """A token that improves a track."""

    id: Name
    value: Annotated[int, Meta(ge=1, le=3)]
    count: Positive


class ImprovementStack(Record, frozen=True, kw_only=True):
    """How the improvement tokens lie, by number of players."""

    id: Name
    symbol: Annotated[int, Meta(ge=1, le=3)]
    bottom_to_top: dict[Literal["2", "3", "4"], tuple[Positive, ...]]


class NationalisedLink(Record, frozen=True, kw_only=True):
    """A link that the state buys, with its number."""

    id: Name
    link: Name
    number: Annotated[int, Meta(ge=1, le=4)]


class NormalCard(Record, frozen=True, kw_only=True):
    """A set-up card of the normal game."""

    id: Name
    players: Players
    metropolis_cities: tuple[Name, ...]
    special_tile_numbers: tuple[Positive, ...]
    special_cities: tuple[Name, ...]
    nationalised_links: tuple[Name, ...]


class BeginnerSetup(Record, frozen=True, kw_only=True):
    """The set-up for a first game."""

    id: Name
    players: Players
    expeditions: tuple[Positive, ...]
    metropolis_columns: dict[Colour, Florins]
    growth: dict[Colour, Name]
    crowns: tuple[Name, ...]


class Locomotive(Record, frozen=True, kw_only=True):
    """A locomotive by level: price and power."""

    id: Name
    level: Positive
    price: Florins
    wagons: Positive
    influence: Count
    copies: Positive
    first_round: Positive | None


class ShareRow(Record, frozen=True, kw_only=True):
    """A row of the share table."""

    id: Name
    price: Florins
    influence_cost: Count


class MarketRow(Record, frozen=True, kw_only=True):
    """A row of the market."""

    id: Name
    price: Florins


class FactoryRow(Record, frozen=True, kw_only=True):
    """Factories of a good, for one number of players."""

    id: Name
    players: Players
    good: Good
    build_cost: tuple[Florins, ...]
    delivery_reward: tuple[Florins, ...]


class WorkerBoard(Record, frozen=True, kw_only=True):
    """Where the workers wait, for one number of players."""

    id: Name
    players: Players
    columns: tuple[Colour, ...]
    engineer_slots: dict[Colour, Count]


class InfluenceColumn(Record, frozen=True, kw_only=True):
    """A column of the influence track."""

    id: Name
    column: Florins
    gold_key: Florins
    silver_key: Florins


class WorkerLevel(Record, frozen=True, kw_only=True):
    """What workers of a level have learned."""

    id: Name
    level: Positive
    experience: Positive
    factory_output: Positive


class Round(Record, frozen=True, kw_only=True):
    """What a round brings."""

    id: Name
    action_pawns: Positive
    new_pawn: bool
    expedition_space: bool
    market_refill: bool


class GoodKind(Record, frozen=True, kw_only=True):
    """A good and how many there are."""

    id: Good
    count: Positive
    factory_tokens: Positive


class Florin(Record, frozen=True, kw_only=True):
    """A coin or note."""

    id: Name
    value: Florins
    count: Positive


class ActionTile(Record, frozen=True, kw_only=True):
    """One of the action spaces of the board."""

    id: Name
    number: Positive
    name: Name


CONSTANTS: dict[str, Any] = {
    "players_min": Literal[2],
    "players_max": Literal[4],
    "colours": tuple[Name, ...],
    "start_city": Name,
    "end_city": Name,
    "start_money": dict[Literal["2", "3", "4"], Florins],
    "start_workers": Positive,
    "workers": Positive,
    "tracks": Positive,
    "stations": Positive,
    "action_pawns": Positive,
    "start_locomotive": Name,
    "start_goods": dict[Good, Count],
    "train_rows": Positive,
    "warehouse_spaces": Positive,
    "warehouse_free": Positive,
    "locomotives_per_player": Positive,
    "engineers_per_player": Positive,
    "refill_pool": dict[Good, Positive],
    "refill_cubes": ByPlayers,
    "contracts_shown": ByPlayers,
    "reserve_tokens": Positive,
    "investors": Positive,
    "wagons": Positive,
    "crowns": Positive,
    "hiring_cubes": Positive,
    "bridge_engineers": Positive,
    "tunnel_engineers": Positive,
    "track_limit": Positive,
    "tracks_per_action": Literal[2],
    "transit_fee": Florins,
    "track_materials": dict[Good, Count],
    "bridge_material": Good,
    "tunnel_material": Good,
    "trieste_bonus": Florins,
    "hiring_prices": tuple[Florins, ...],
    "engineer_price": Florins,
    "influence_price": Annotated[int, Meta(ge=10, multiple_of=10)],
    "funds": Florins,
    "repeat_cost": Positive,
    "transport_coal": Positive,
    "passenger_income": Florins,
    "station_income": Florins,
    "semmering_factor": Positive,
    "good_value": Florins,
    "metropolis_bonus": tuple[Florins, ...],
    "route_fee": Florins,
    "dividend_tenths": tuple[Annotated[int, Meta(ge=0, le=10)], ...],
    "start_investors": Positive,
    "investor_spaces": Positive,
    "bid_step": Annotated[int, Meta(ge=10, multiple_of=10)],
}

SCHEMA: dict[str, type[msgspec.Struct]] = {
    "cities": City,
    "links": Link,
    "factory_sites": FactorySite,
    "city_tiles": CityTile,
    "metropolis_tiles": MetropolisTile,
    "keys": Key,
    "contracts": Contract,
    "expedition_tiles": Expedition,
    "growth_tiles": Growth,
    "improvement_tokens": ImprovementToken,
    "improvement_stacks": ImprovementStack,
    "nationalised_links": NationalisedLink,
    "normal_cards": NormalCard,
    "beginner_setups": BeginnerSetup,
    "locomotives": Locomotive,
    "share_rows": ShareRow,
    "market_rows": MarketRow,
    "factory_rows": FactoryRow,
    "worker_boards": WorkerBoard,
    "influence_columns": InfluenceColumn,
    "worker_levels": WorkerLevel,
    "rounds": Round,
    "goods": GoodKind,
    "florins": Florin,
    "action_tiles": ActionTile,
    "constants": Constant,
}
