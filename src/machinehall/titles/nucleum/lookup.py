"""What the rules read: the component files, turned once into ids, masks and ready-made actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, Final

from machinehall.kernel.actions import Kinds
from machinehall.kernel.lookup import BaseLookup
from machinehall.kernel.packs import Pack
from machinehall.kernel.values import Action

from . import action_frames as frames
from .baron_lookup import DOMAINS, Solo
from .board import SYMBOLS, Board, Names, bits, mask_of
from .components.types import COLOURS, GOVERNMENT, KINDS, MAIN, TRACKS, TYPES, WILD, ActionTile, Technology
from .halves import half_frame, tile_label
from .options import OPTIONS

__all__ = ["MAIN", "SEATS", "Lookup", "Numbers", "bits", "mask_of"]

SEATS: Final = 4
WILD_EDGE: Final = len(COLOURS)
HALVES: Final = 2
URBANIZE, INDUSTRIALIZE, DEVELOP, CONTRACT, ENERGIZE = range(len(MAIN))
INITIAL, SILVER, GOLD, VIOLET = range(len(KINDS))
END_CONDITIONS = ("tiles", "contracts", "recharges", "technologies", "points")
END_TILES, END_CONTRACTS, END_RECHARGES, END_TECHNOLOGIES, END_POINTS = range(len(END_CONDITIONS))
"""NU-17.2, in its order."""

ACTION_KINDS: Kinds = (
    ("first", ("seat",)),
    ("draw-milestone", ("milestone",)),
    ("draw-card", ("card",)),
    ("draw-neutral", ("neutral",)),
    ("draw-debris", ("minesite",)),
    ("draw-contract", ("contract",)),
    ("draw-tile", ("tile",)),
    ("experiment", ("experiment",)),
    ("play", ("tile",)),
    ("rail", ("tile",)),
    ("recharge", ()),
    ("act", ("half",)),
    ("directive", ("main",)),
    ("match", ("space", "half")),
    ("fulfil", ("contract",)),
    ("done", ()),
    ("skip", ()),
    ("lay", ("space", "way")),
    ("urbanize", ("building", "urban")),
    ("mine", ("row", "minesite")),
    ("turbine", ("row", "turbine")),
    ("icon", ()),
    ("buy", ("tile",)),
    ("sign", ("contract", "slot")),
    ("slot", ("slot",)),
    ("unlock", ("technology",)),
    ("points", ()),
    ("store", ("row",)),
    ("worker", ()),
    ("thaler", ()),
    ("energize", ("plant", "urban")),
    ("coal", ("region",)),
    ("uranium", ("row",)),
    ("rent", ("seat",)),
    ("income", ("track",)),
    ("convert", ("source",)),
    ("marker", ("milestone_space",)),
    ("nucleum", ("plant",)),
    ("draw-experiment", ("experiment",)),
    ("draw-building", ("building",)),
    ("draw-rail", ("space", "way")),
    ("draw-logic", ("logic",)),
    ("draw-region", ("region",)),
    ("roll", ("die",)),
)
CHANCE_KINDS = frozenset(kind for kind, _ in ACTION_KINDS if kind in ("first", "roll") or kind.startswith("draw-"))

WORKER_SOURCE: Final = 0
"""Of `convert`: a worker; the four mines follow."""


@dataclass(frozen=True)
class Numbers:
    """The plain numbers of the rulebook, as constants.json gives them."""

    open_silver: int
    open_gold: int
    later_setup_cards: int
    urban_debris: int
    mine_debris: int
    turbine_debris: int
    debris_players_max: int
    turbine_debris_players: int
    workers: int
    start_thaler: int
    start_workers: int
    start_workers_first_game: int
    start_income_space: int
    row_slots: int
    income_overflow_vp: int
    urban_red_thaler: int
    industry_red_thaler: int
    rail_red_thaler: int
    second_tile_thaler: int
    coal_electricity: int
    uranium_electricity: int
    uranium_base_limit: int
    turbine_fee_thaler: int
    bailout_thaler: int
    bailout_worker: int
    zero_marker_vp: int
    top_space: int
    top_space_vp: int
    milestone_slots: int
    kings_day_first: int
    kings_day_second: int
    end_condition_vp: int
    vp_flag: int
    uranium_per_vp: int
    workers_per_vp: int
    thaler_per_vp: int
    praha_multiplier: int


class Lookup(BaseLookup[Numbers]):
    """Everything static, by id. Built once for each pack."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack, Numbers, OPTIONS, CHANCE_KINDS)
        records: dict[str, list[Any]] = pack.records
        self.names = Names(records)
        small = Board(self.names, "12", records, records["buildings"])
        large = Board(self.names, "34", records, records["buildings"])
        self.board = [small, small, small, large, large]
        """By number of players."""
        self._tiles(records)
        self._buildings(records)
        self._player_board(records)
        self._technologies(records)
        self._contracts(records)
        self._milestones(records)
        self._setup(records)
        self.solo = Solo(records, self.constants, self.half_action)
        self.set_actions(ACTION_KINDS, self._domains())
        self.placing = {kind: self._by_piece(kind) for kind in ("urbanize", "mine", "turbine", "lay")}
        """For each piece the actions of putting it on each site; of a rail, for each space those of either way."""

    def _by_piece(self, kind: str) -> list[list[Action]]:
        row, width = self.a[kind], len(self.domains[self.actions.kinds[kind][1]])
        return [row[at : at + width] for at in range(0, len(row), width)]

    def _tiles(self, records: dict[str, list[Any]]) -> None:
        tiles: list[ActionTile] = records["action_tiles"]
        self.tile_ids = [x.id for x in tiles]
        self.tiles = [f"{x.id}:{tile_label(x)}" for x in tiles]
        self.basic = mask_of(i for i, x in enumerate(tiles) if x.set == "basic")
        self.advanced = mask_of(i for i, x in enumerate(tiles) if x.set == "advanced")
        self.special = mask_of(i for i, x in enumerate(tiles) if x.set == "special")
        self.railway = mask_of(i for i, x in enumerate(tiles) if x.railway)
        self.directive = [x.directive is not None for x in tiles]
        self.edge = [WILD_EDGE] * (HALVES * len(tiles))
        """Edge colour of each half of each tile."""
        self.half: list[tuple[str, frames.Half]] = [("contract", frames.Contract())] * (HALVES * len(tiles))
        """The frame that each half of each tile asks for: kind and arguments. A Directive has no halves."""
        self.half_action = [""] * (HALVES * len(tiles))
        for i, tile in enumerate(tiles):
            for k, half in enumerate(tile.halves):
                at = HALVES * i + k
                self.edge[at] = WILD_EDGE if half.colour == WILD else COLOURS.index(half.colour)
                self.half[at], self.half_action[at] = half_frame(half), half.action
        discount = next(x.directive.discount_thaler for x in tiles if x.directive)
        self.directive_half: list[tuple[str, frames.Half]] = [
            ("urbanize", frames.Urbanize(discount)),
            ("industrialize", frames.Industrialize(less_thaler=discount)),
            ("develop", frames.Develop(discount)),
            ("contract", frames.Contract()),
            ("energize", frames.Energize(directive=discount)),
        ]
        """The Special Directive's choices, in the order of the main actions (NU-7.2)."""
        self.prices: list[int] = list(self.constants["market_prices"])
        self.advanced_in_play = [int(self.constants["advanced_tiles"].get(str(k), 0)) for k in range(SEATS + 1)]

    def _buildings(self, records: dict[str, list[Any]]) -> None:
        own, neutral = records["buildings"], records["neutral_buildings"]
        self.buildings = [b.id for b in own]
        self.building_type = [TYPES.index(b.type) for b in own]
        self.building_cost: list[int] = [b.build_cost_thaler for b in own]
        self.government = mask_of(i for i, b in enumerate(own) if GOVERNMENT in b.symbols)
        self.type_mask = [mask_of(i for i, b in enumerate(own) if b.type == kind) for kind in TYPES]
        self.powered_vp: list[int] = [b.vp_powered for b in own]
        self.per_building = [b.vp_per_building for b in own]
        self.neutrals = [b.id for b in neutral]
        pieces = own * SEATS + neutral
        self.first_neutral = len(own) * SEATS
        self.piece_need: list[int] = [b.power_need for b in pieces]
        self.piece_type = [TYPES.index(b.type) for b in pieces]
        self.piece_benefit = [dict(b.benefit) for b in pieces]
        self.pieces = [f"{seat}.{name}" for seat in range(SEATS) for name in self.buildings] + self.neutrals
        self.neutral_symbol = [b.symbols for b in neutral]

    def _player_board(self, records: dict[str, list[Any]]) -> None:
        tracks = {row.id: row for row in records["income_tracks"]}
        self.income: list[list[tuple[int, int]]] = [list(tracks[name].entries) for name in TRACKS]
        self.last_space = len(self.income[0])
        self.reach_by_tiles: list[int] = list(self.constants["income_space_by_tiles"])
        self.end_bonus = list(self.constants["income_end_bonus"])
        rows = records["industry_rows"]
        self.rows = [row.id for row in rows]
        self.row_cost: list[list[int]] = [[row.cost_workers for row in rows], [k + 1 for k in range(len(rows))]]
        """As printed, and rising (NU-P14)."""
        self.capacity: list[int] = [row.mine_capacity for row in rows]
        self.pair_reward = [dict(row.pair_reward) for row in rows]
        slots = records["contract_slots"]
        self.slots = [slot.id for slot in slots]
        self.slot_reward = [dict(slot.reward) for slot in slots]
        self.initial_slot = next(i for i, slot in enumerate(slots) if slot.initial)

    def _technologies(self, records: dict[str, list[Any]]) -> None:
        techs: list[Technology] = records["technologies"]
        boards = records["experiments"]
        self.technologies = [x.id for x in techs]
        self.tech_level: list[int] = [x.level for x in techs]
        self.tech_kind: list[str] = [x.kind for x in techs]
        self.tech_effect = [dict(x.effect) for x in techs]
        self.experiments = [b.id for b in boards]
        ids = {name: i for i, name in enumerate(self.technologies)}
        self.board_techs = [mask_of(ids[name] for name in b.technologies) for b in boards]
        self.level_techs = [mask_of(i for i, x in enumerate(techs) if x.level <= n) for n in range(4)]
        tiles = {name: i for i, name in enumerate(self.tile_ids)}
        self.starting_tiles = [mask_of(tiles[name] for name in b.starting_tiles) for b in boards]
        self.special_tiles = [mask_of(tiles[name] for name in b.special_tiles) for b in boards]
        self.perm: dict[tuple[str, str], int] = {}
        """Permanent technologies by trigger and effect, as sets."""
        self.tech_value: dict[tuple[str, str], list[int]] = {}
        for i, x in enumerate(techs):
            if x.kind == "ongoing":
                for key, value in x.effect.items():
                    at = (x.trigger, key)
                    self.perm[at] = self.perm.get(at, 0) | 1 << i
                    self.tech_value.setdefault(at, [0] * len(techs))[i] = int(value)
        effects = {x.id: dict(x.effect) for x in records["turbine_effects"]}
        self.turbine_effect = [
            [effects[b.turbine_effect if row.turbine_effect == "experiment" else row.turbine_effect] for b in boards]
            for row in records["industry_rows"]
        ]
        """By row and Experiment (NU-22.1)."""
        self.turbine_power = self._turbines("coal_discount_thaler", "electricity", "electricity_per_uranium")
        """What turbines do in Energize, and what they give after it."""
        self.turbine_after = self._turbines("achievement", "worker")

    def _turbines(self, *keys: str) -> list[list[tuple[int, ...]]]:
        return [[tuple(effect.get(key, 0) for key in keys) for effect in row] for row in self.turbine_effect]

    def _contracts(self, records: dict[str, list[Any]]) -> None:
        rows = records["contracts"]
        self.contracts = [c.id for c in rows]
        self.contract_kind = [KINDS.index(c.kind) for c in rows]
        self.kind_mask = [mask_of(i for i, c in enumerate(rows) if c.kind == kind) for kind in KINDS]
        self.back_mask = [mask_of(i for i, c in enumerate(rows) if c.back == back) for back in (1, 2, 3)]
        self.contract_reward = [dict(c.rewards) for c in rows]
        self.need_count: list[int] = [c.condition.count for c in rows]
        self.need_type: list[str] = [c.condition.type for c in rows]
        cities = self.names.cities
        self.need_which = [
            COLOURS.index(c.condition.colour)
            if c.condition.colour
            else TYPES.index(c.condition.building)
            if c.condition.building
            else cities.index(c.condition.city)
            if c.condition.city
            else 0
            for c in rows
        ]
        """Colour, type or city that a condition names."""
        self.supply = [
            [0] * (SEATS + 1),
            [int(self.constants["silver_contracts"].get(str(k), 0)) for k in range(SEATS + 1)],
            [int(self.constants["gold_contracts"].get(str(k), 0)) for k in range(SEATS + 1)],
        ]

    def _milestones(self, records: dict[str, list[Any]]) -> None:
        self.milestones = [m.id for m in records["milestones"]]
        self.milestone_counts: list[str] = [m.counts for m in records["milestones"]]
        self.milestone_per: list[int] = [m.per for m in records["milestones"]]
        spaces = records["milestone_spaces"]
        self.space_value: list[int] = [0, *(x.value for x in spaces)]
        self.space_tier: list[int] = [-1, *(x.tier - 1 for x in spaces)]
        self.space_segment: list[int] = [-1, *(x.segment - 1 for x in spaces)]
        tiers = range(len(records["tiers"]))
        self.tier_mask = [mask_of(i for i, k in enumerate(self.space_tier) if k == n) for n in tiers]
        self.multiplier: list[int] = [x.multiplier for x in records["tiers"]]
        self.segments = [x.id for x in records["segments"]]
        self.segment_nucleum = mask_of(i for i, x in enumerate(records["segments"]) if x.nucleum)
        self.segment_tech: list[int] = [x.tech for x in records["segments"]]

    def _setup(self, records: dict[str, list[Any]]) -> None:
        self.cards = [c.id for c in records["setup_cards"]]
        self.card = records["setup_cards"]
        self.needed = [int(self.constants["end_conditions_needed"].get(str(k), 0)) for k in range(SEATS + 1)]
        self.converted: dict[int, int] = {}
        """Points that were worked out for means, see `observe.standing`."""

    @lru_cache(maxsize=20_000)  # noqa: B019 - tables live as long as the program
    def one_each(self, kind: str, ids: int) -> tuple[Action, ...]:
        """The actions of a kind with one argument, for each of these ids."""
        return tuple(map(self.a[kind].__getitem__, bits(ids)))

    def lays(self, spaces: int) -> list[Action]:
        """The actions that lay a tile on each of these spaces, either way round."""
        return list(chain.from_iterable(map(self.placing["lay"].__getitem__, bits(spaces))))

    def _domains(self) -> dict[str, Sequence[str]]:
        names = self.names
        return {
            "seat": [str(i) for i in range(SEATS)],
            "city": names.cities,
            "urban": names.urban,
            "minesite": names.mines,
            "turbine": names.turbines,
            "link": names.links,
            "space": names.spaces,
            "plant": names.plants,
            "region": names.regions,
            "tile": self.tiles,
            "half": ["first", "second"],
            "way": ["plain", "flip"],
            "main": list(MAIN),
            "building": self.buildings,
            "neutral": self.neutrals,
            "piece": self.pieces,
            "row": self.rows,
            "slot": self.slots,
            "contract": self.contracts,
            "technology": self.technologies,
            "experiment": self.experiments,
            "milestone": self.milestones,
            "milestone_space": [str(v) for v in self.space_value],
            "segment": self.segments,
            "card": self.cards,
            "track": list(TRACKS),
            "source": ["worker", *(f"uranium-{k + 1}" for k in range(len(self.rows)))],
            "condition": list(END_CONDITIONS),
            "symbol": list(SYMBOLS),
            "option": list(self.option),
            "logic": self.solo.logic,
            "die": [str(face) for face in self.solo.faces],
            **DOMAINS,
        }
