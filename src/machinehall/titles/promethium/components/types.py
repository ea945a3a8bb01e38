"""The shape of every component file of Promethium, and the type of every constant."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from machinehall.kernel.constants import Constant
from machinehall.kernel.packs import Name, Record

SLOTS = ("country", "expert", "mineral")
ELEMENTS = {
    "country": ("france", "usa", "great_britain", "germany"),
    "expert": ("engineer", "machinist", "chemist", "financier"),
    "mineral": ("coal", "copper", "iron", "aluminium"),
}
"""The kinds that the rules name (PR-1.2), by slot."""

ANY = "any"
DIFFERENT = "different"

Slot = Literal["country", "expert", "mineral"]
Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Value = Annotated[int, Meta(ge=1, le=3)]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A piece of a record, or of a constant."""


class Back(Part, frozen=True, kw_only=True):
    """What the back of a tile shows."""

    slot: Slot
    element: str


class Tile(Record, frozen=True, kw_only=True):
    """A market tile."""

    id: Name
    country: str
    expert: str
    mineral: str
    value: Value
    back: Back
    four_player_only: bool


class StartTile(Record, frozen=True, kw_only=True):
    """The tile that a player begins with."""

    id: Name
    color: str
    country: str
    expert: str
    mineral: str
    value: Value


class Requirement(Part, frozen=True, kw_only=True):
    """For each slot an element id, "different" or "any" (PR-6.6)."""

    country: str
    expert: str
    mineral: str


class Project(Record, frozen=True, kw_only=True):
    """A project of the Exposition."""

    id: Name
    name: Name
    name_fr: Name
    family: str
    level: Value
    requirement: Requirement
    value: Count
    improvement: str
    opening_slot_allowed: bool


class Family(Record, frozen=True, kw_only=True):
    """A family of improvements."""

    id: Name
    name: Name
    improvement: str
    cards: Positive
    levels: tuple[Value, ...]


class Improvement(Record, frozen=True, kw_only=True):
    """An improvement of the Design Office."""

    id: Name
    name: Name
    category: Name
    text: str
    effect: dict[str, int | str]
    family: str
    copies: Positive


class Scheme(Record, frozen=True, kw_only=True):
    """A scheme card."""

    id: Name
    name: Name
    name_fr: Name
    copies_per_player: Positive
    cost: Annotated[tuple[Count, ...], Meta(min_length=1)]
    phases: Annotated[tuple[Literal["fair", "design"], ...], Meta(min_length=1)]
    timing: Literal["own_turn", "reaction_opponent_purchase", "own_purchase", "action", "own_turn_or_action"]
    text: str


class BidToken(Record, frozen=True, kw_only=True):
    """A token to bid with."""

    id: Name
    owner: Literal["player", "neutral"]
    value: Positive
    count: Positive
    count_per_player_hand: Positive | None = None
    players: Positive | None = None


class Mineral(Record, frozen=True, kw_only=True):
    """A mineral and what is in it."""

    id: Name
    promethium_content: Positive
    laboratory_content: Positive
    end_game_pounds: Count


class Element(Record, frozen=True, kw_only=True):
    """A rare element and its slot."""

    id: Name
    slot: Slot
    name: Name
    name_fr: Name
    supply: Positive


SCHEMA: dict[str, type[msgspec.Struct]] = {
    "tiles": Tile,
    "start_tiles": StartTile,
    "projects": Project,
    "families": Family,
    "improvements": Improvement,
    "schemes": Scheme,
    "bid_tokens": BidToken,
    "minerals": Mineral,
    "elements": Element,
    "constants": Constant,
}


class GridSide(msgspec.Struct, forbid_unknown_fields=True):
    """Side of the grid by number of players."""

    two: Positive = msgspec.field(name="2")
    three: Positive = msgspec.field(name="3")
    four: Positive = msgspec.field(name="4")


class ExpeditionYield(msgspec.Struct, forbid_unknown_fields=True):
    """Promethium by number of countries."""

    two: Count = msgspec.field(name="2")
    three: Count = msgspec.field(name="3")
    four: Count = msgspec.field(name="4")


class EngineerTerms(Part, frozen=True, kw_only=True):
    """What an engineer asks and gives."""

    influence: Count
    elements: Positive


class FinancierTerms(Part, frozen=True, kw_only=True):
    """What a financier asks and gives."""

    influence: Count
    fundings: Positive
    financier_goes_to: Literal["stock", "reserve"]


_COUNTS = """
    players_min players_max rounds start_money start_influence influence_max influence_per_round scheme_deck_size
    scheme_hand_size scheme_discard_max_per_round scheme_cards_per_fair_turn bid_tokens_placed_per_player
    initiative_markers_per_player tiles_bought_per_round elements_kept_per_tile elements_to_stock_per_tile
    sale_compensation bank_compensation neutral_surcharge lobby_bid_bonus lobby_end_value lobby_supply
    lobby_first_place lobby_second_place project_display project_display_columns project_exit_slots project_deck
    tile_count improvement_count realise_cost corruption_penalty corruption_penalty_reduced corruption_cubes
    chemist_cost chemist_content_required chemist_yield chemist_single_mineral_bonus expedition_cost
    expedition_mineral_cost patent_cost machinist_one_gain machinist_two_gain unactivated_project_divisor
    promethium_end_value four_player_only_tiles patent_meeples_per_player
"""

CONSTANTS: dict[str, Any] = dict.fromkeys(_COUNTS.split(), Count) | {
    "grid_side": GridSide,
    "opening_excluded_elements": tuple[str, ...],
    "expedition_yield": ExpeditionYield,
    "engineer_one": EngineerTerms,
    "engineer_two": EngineerTerms,
    "financier_stock": FinancierTerms,
    "financier_reserve": FinancierTerms,
    "unactivated_project_divisor": Positive,
    "promethium_supply": Count | None,
    "neutral_first_controller_seat": Annotated[int, Meta(ge=1, le=2)],
    "planning_cards": Positive,
    "cooperation_elements": Positive,
    "black_market_promethium": tuple[Positive, Positive],
    "player_colors": tuple[str, ...],
    "neutral_color": str,
}
"""Every constant that the rules use, with its type."""
