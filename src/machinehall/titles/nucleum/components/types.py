"""The shape of every component file of Nucleum, and the type of every constant."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from machinehall.kernel.constants import Constant
from machinehall.kernel.packs import Name, Record

COLOURS = ("green", "white", "orange", "purple")
"""Colours of cities and tile edges (NU-6.1, NU-8.6)."""
PRAHA = "praha"
WILD = "wild"
TYPES = ("residence", "factory", "laboratory")
RESIDENCE, FACTORY, LABORATORY = range(len(TYPES))
GOVERNMENT = "government"
TRACKS = ("thaler", "worker", "vp")
MAIN = ("urbanize", "industrialize", "develop", "contract", "energize")
SUBSIDIES = (
    "worker_or_thaler",
    "income_thaler",
    "income_worker",
    "income_vp",
    "achievement",
    "income_any",
    "pay_income_any",
)
KINDS = ("initial", "silver", "gold", "violet")

Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Symbol = Literal["residence", "factory", "laboratory", "government"]
BuildingType = Literal["residence", "factory", "laboratory"]
Experiment = Literal["a", "b", "c", "d"]
Amounts = dict[str, Count]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A piece of a record."""


class City(Record, frozen=True, kw_only=True):
    """A city of one side of the map."""

    id: Name
    name: Name
    colour: Literal["green", "white", "orange", "purple", "praha"]
    number: Positive
    pos: tuple[int, int]
    plant: Literal["nucleum", "coal_only"] | None
    nucleum_bonus: dict[str, Any] | None


class Site(Record, frozen=True, kw_only=True):
    """A place in a city for a building, a mine or a turbine."""

    id: Name
    city: Name
    kind: Literal["urban", "mine", "turbine"]
    red: bool
    symbols: tuple[Symbol, ...] = ()
    uranium_bonus: Count = 0
    min_players: Positive = 1


class Link(Record, frozen=True, kw_only=True):
    """A line between two cities with its rail spaces."""

    id: Name
    a: Name
    b: Name
    spaces: Annotated[int, Meta(ge=1, le=3)]
    red_spaces: tuple[Positive, ...]
    reward: Literal["none", "fixed", "per_tile"]
    vp_income: Count


class CoalRegion(Record, frozen=True, kw_only=True):
    """A region whose coal reaches some cities."""

    id: Name
    name: Name
    pos: tuple[int, int]
    cities: tuple[Name, ...]
    disputed_cities: tuple[Name, ...]
    wagons: dict[str, Count]
    prices: tuple[Count, Count, Count]


class Half(Part, frozen=True, kw_only=True):
    """One end of a tile: an action with its edge colour and printed modifiers (NU-8.6, NU-M19)."""

    action: Name
    colour: Literal["green", "white", "orange", "purple", "wild"]
    discount_thaler: Count = 0
    discount_worker: Count = 0
    gain_uranium: Count = 0
    electricity: Count = 0
    double_reward: bool = False
    amount: Count = 0
    thaler: Count = 0
    worker: Count = 0
    cost_thaler: Count = 0


class Directive(Part, frozen=True, kw_only=True):
    """The directive side of a tile."""

    actions: tuple[Name, ...]
    discount_thaler: Count


class ActionTile(Record, frozen=True, kw_only=True):
    """An action tile with its two halves."""

    id: Name
    set: Literal["basic", "advanced", "starting", "special"]
    experiment: Experiment | None
    railway: bool
    halves: tuple[Half, ...]
    directive: Directive | None = None


class Building(Record, frozen=True, kw_only=True):
    """A building of a player."""

    id: Name
    type: BuildingType
    level: Annotated[int, Meta(ge=1, le=4)]
    symbols: tuple[Symbol, ...]
    build_cost_thaler: Count
    power_need: Positive
    benefit: Amounts
    vp_powered: Count
    vp_per_building: bool


class NeutralBuilding(Record, frozen=True, kw_only=True):
    """A building that nobody owns."""

    id: Name
    type: BuildingType
    symbols: tuple[Symbol, ...]
    power_need: Positive
    benefit: Amounts


class IncomeTrack(Record, frozen=True, kw_only=True):
    """What an income track pays, step by step."""

    id: Literal["thaler", "worker", "vp"]
    entries: tuple[tuple[Count, Count], ...]


class ContractSlot(Record, frozen=True, kw_only=True):
    """A slot of the player board for a contract."""

    id: Name
    reward: Amounts
    initial: bool


class IndustryRow(Record, frozen=True, kw_only=True):
    """A row of mines and turbines on the player board."""

    id: Name
    cost_workers: Count
    turbine_effect: Name
    mine_capacity: Positive
    pair_reward: Amounts


class Technology(Record, frozen=True, kw_only=True):
    """A technology of an Experiment."""

    id: Name
    experiment: Experiment
    number: Annotated[int, Meta(ge=1, le=8)]
    level: Annotated[int, Meta(ge=1, le=3)]
    kind: Literal["ongoing", "immediate", "end_goal"]
    trigger: Name
    effect: dict[str, Any]
    text: str


class TurbineEffect(Record, frozen=True, kw_only=True):
    """What a turbine gives when it is built."""

    id: Name
    effect: Amounts
    text: str


class ExperimentBoard(Record, frozen=True, kw_only=True):
    """A board with the technologies of one Experiment."""

    id: Experiment
    technologies: tuple[Name, ...]
    turbine_effect: Name
    starting_tiles: tuple[Name, ...]
    special_tiles: tuple[Name, ...]


class Condition(Part, frozen=True, kw_only=True):
    """What a contract asks for."""

    type: Name
    count: Positive
    colour: Literal["green", "white", "orange", "purple"] | None = None
    building: BuildingType | None = None
    city: Name | None = None


class Contract(Record, frozen=True, kw_only=True):
    """A contract tile."""

    id: Name
    kind: Literal["initial", "silver", "gold", "violet"]
    back: Annotated[int, Meta(ge=1, le=3)] | None
    condition: Condition
    rewards: Amounts


class Milestone(Record, frozen=True, kw_only=True):
    """A milestone tile: what it counts."""

    id: Name
    counts: Name
    per: Positive
    text: str


class MilestoneSpace(Record, frozen=True, kw_only=True):
    """A space of the milestone board."""

    id: Name
    value: Positive
    tier: Positive
    segment: Positive


class Tier(Record, frozen=True, kw_only=True):
    """A tier of the milestone board and its multiplier."""

    id: Name
    multiplier: Count
    colour: str


class Segment(Record, frozen=True, kw_only=True):
    """A segment of the achievement track."""

    id: Name
    nucleum: bool
    tech: Count


class SetupCard(Record, frozen=True, kw_only=True):
    """A set-up card."""

    id: Name
    neutral_city: Name | None
    neutral_min_players: Positive
    nucleum: Name
    urban_debris: tuple[Name, ...]
    urban_debris_3: tuple[Name, ...]
    mine_debris: tuple[Name, ...]
    mine_debris_3: tuple[Name, ...]


class LogicCard(Record, frozen=True, kw_only=True):
    """NU-23.19: what the Baron prefers for a turn."""

    id: Name
    tie_break: Literal["highest", "lowest"]
    urbanize: tuple[BuildingType, BuildingType, BuildingType]
    industrialize: Literal["least_built", "turbine", "mine"]


class PlayerFeat(Record, frozen=True, kw_only=True):
    """A feat that players can be proud of."""

    piece: ClassVar[bool] = False
    id: Name
    group: Name
    rule: Name
    counts: Name | None = None
    at_least: Positive | None = None
    above: Positive | None = None
    needs: tuple[Name, ...] = ()


SCHEMA: dict[str, type[msgspec.Struct]] = {
    "cities_12": City,
    "sites_12": Site,
    "links_12": Link,
    "coal_12": CoalRegion,
    "cities_34": City,
    "sites_34": Site,
    "links_34": Link,
    "coal_34": CoalRegion,
    "action_tiles": ActionTile,
    "buildings": Building,
    "neutral_buildings": NeutralBuilding,
    "income_tracks": IncomeTrack,
    "contract_slots": ContractSlot,
    "industry_rows": IndustryRow,
    "technologies": Technology,
    "turbine_effects": TurbineEffect,
    "experiments": ExperimentBoard,
    "contracts": Contract,
    "milestones": Milestone,
    "milestone_spaces": MilestoneSpace,
    "tiers": Tier,
    "segments": Segment,
    "setup_cards": SetupCard,
    "logic_cards": LogicCard,
    "feats": PlayerFeat,
    "constants": Constant,
}

BySeats = dict[Literal["1", "2", "3", "4"], Count]

_COUNTS = """
    players_min players_max open_silver open_gold later_setup_cards urban_debris mine_debris turbine_debris
    debris_players_max turbine_debris_players nucleums coal_wagons workers start_thaler start_workers
    start_workers_first_game start_income_space row_slots income_overflow_vp urban_red_thaler industry_red_thaler
    rail_red_thaler second_tile_thaler coal_electricity uranium_electricity uranium_base_limit turbine_fee_thaler
    bailout_thaler bailout_worker top_space top_space_vp milestone_slots kings_day_first kings_day_second
    end_condition_vp vp_flag uranium_per_vp workers_per_vp thaler_per_vp praha_multiplier
    baron_thaler baron_workers baron_extra_tiles baron_marker baron_rent_vp baron_income_step_vp baron_action_thaler
    baron_contracts baron_contract_thaler baron_coal_neutral baron_piece_vp baron_recharge_thaler
    baron_recharge_workers baron_marker_spaces baron_recharges_to_end baron_last_energizes baron_thaler_vp
    baron_worker_vp frederik_pair_vp
"""

CONSTANTS: dict[str, Any] = dict.fromkeys(_COUNTS.split(), Count) | {
    "advanced_tiles": BySeats,
    "silver_contracts": BySeats,
    "gold_contracts": BySeats,
    "end_conditions_needed": BySeats,
    "income_space_by_tiles": tuple[Count, ...],
    "income_end_bonus": tuple[Count, Count, Count],
    "market_prices": tuple[Count, ...],
    "zero_marker_vp": int,
    "seat_colours": tuple[str, str, str, str],
    "die_faces": tuple[Positive, Positive, Positive, Positive, Positive, Positive],
    "baron_building_order": tuple[Positive, Positive, Positive, Positive],
    "baron_coal_by_level": tuple[Count, Count, Count, Count],
    "baron_subsidies": dict[str, Amounts],
    "baron_milestone_vp": tuple[Count, Count, Count, Count],
}
"""Every constant that the rules use, with its type."""
