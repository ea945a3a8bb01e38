"""What the rules read: the component files, turned once into ids, masks and ready-made actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Any, Final

from machinehall.kernel.actions import Kinds
from machinehall.kernel.lookup import BaseLookup
from machinehall.kernel.memo import kept
from machinehall.kernel.packs import Pack
from machinehall.kernel.values import Action

from .options import OPTIONS

SLOTS = ("country", "expert", "mineral")
SIDE: Final = 4
"""Grid places are numbered as on the largest grid, so that a place keeps its name at every player count."""
ROWS, COLUMNS = "1234", "abcd"

KINDS: Kinds = (
    ("first", ("seat",)),
    ("project", ("project",)),
    ("deal", ("scheme",)),
    ("back", ("element",)),
    ("tile", ("tile",)),
    ("stock", ("element",)),
    ("line", ("line",)),
    ("bid", ("bid",)),
    ("target", ("cell",)),
    ("lobby", ()),
    ("no-lobby", ()),
    ("buy", ()),
    ("sell", ()),
    ("accept", ()),
    ("decline", ()),
    ("skip", ()),
    ("play", ("scheme",)),
    ("steal", ("element",)),
    ("cell", ("cell",)),
    ("end", ("end",)),
    ("keep", ("project",)),
    ("top", ("project",)),
    ("give", ("mineral",)),
    ("amount", ("amount",)),
    ("take", ("element",)),
    ("pass", ()),
    ("activate", ("project",)),
    ("done", ()),
    ("realise", ("project",)),
    ("use", ("tile",)),
    ("chemist", ("gems",)),
    ("expedition", ("baggage", "countries")),
    ("patent", ("tile",)),
    ("machinist", ("pawns",)),
    ("engineer", ("pawns",)),
    ("financier-stock", ()),
    ("financier-reserve", ("country",)),
    ("discard", ("scheme",)),
)
ENGINEERS = ("engineer_one", "engineer_two")
"""The terms for one Engineer and for two."""
CHANCE_KINDS = frozenset({"first", "project", "deal", "back", "tile"})


@dataclass(frozen=True)
class Numbers:
    """The constants of the rulebook, as constants.json gives them."""

    rounds: int
    start_money: int
    start_influence: int
    influence_max: int
    influence_per_round: int
    scheme_hand_size: int
    scheme_discard_max_per_round: int
    bid_tokens_placed_per_player: int
    initiative_markers_per_player: int
    tiles_bought_per_round: int
    elements_kept_per_tile: int
    sale_compensation: int
    bank_compensation: int
    neutral_surcharge: int
    lobby_bid_bonus: int
    lobby_end_value: int
    lobby_supply: int
    lobby_first_place: int
    lobby_second_place: int
    project_display: int
    project_exit_slots: int
    realise_cost: int
    corruption_penalty: int
    corruption_penalty_reduced: int
    chemist_cost: int
    chemist_content_required: int
    chemist_yield: int
    chemist_single_mineral_bonus: int
    expedition_cost: int
    expedition_mineral_cost: int
    patent_cost: int
    machinist_one_gain: int
    machinist_two_gain: int
    unactivated_project_divisor: int
    promethium_end_value: int
    planning_cards: int
    cooperation_elements: int


class Lookup(BaseLookup[Numbers]):
    """Everything static, by id. Built once for each pack."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack, Numbers, OPTIONS, CHANCE_KINDS)
        self._usable_tiles: dict[tuple[int, int, int], int] = {}
        self.walks = self.n.bid_tokens_placed_per_player // self.n.initiative_markers_per_player
        self._elements(pack.records)
        self._tiles(pack.records)
        self._geometry()
        self._projects(pack.records)
        self._schemes(pack.records)
        self._reactions(pack.records)
        self.set_actions(KINDS, self._domains())

    def _elements(self, records: dict[str, list[Any]]) -> None:
        kinds = sorted(records["elements"], key=lambda e: SLOTS.index(e.slot))
        self.elements: list[str] = [e.id for e in kinds]
        self.element_names: list[str] = [e.name for e in kinds]
        self.element_supply: list[int] = [e.supply for e in kinds]
        self.slot_kinds = [[i for i, e in enumerate(kinds) if e.slot == slot] for slot in SLOTS]
        self.countries, self.experts, self.minerals = self.slot_kinds
        self.engineer, self.machinist, self.chemist, self.financier = (
            self.elements.index(name) for name in ("engineer", "machinist", "chemist", "financier")
        )

    def _tiles(self, records: dict[str, list[Any]]) -> None:
        tiles, starts = records["tiles"], records["start_tiles"]
        colours = self.constants["player_colors"]
        self.tiles: list[str] = [x.id for x in (*tiles, *starts)]
        self.tile_elements: list[tuple[int, ...]] = [
            tuple(self.elements.index(getattr(x, s)) for s in SLOTS) for x in (*tiles, *starts)
        ]
        self.tile_value: list[int] = [x.value for x in (*tiles, *starts)]
        self.tile_back: list[int] = [self.elements.index(x.back.element) for x in tiles]
        self.back_mask = [
            sum(1 << i for i, b in enumerate(self.tile_back) if b == e) for e in range(len(self.elements))
        ]
        self.colours: list[str] = [c for c in colours if c != self.constants["neutral_color"]]
        self.colours.append(self.constants["neutral_color"])
        self.start_tile = [len(tiles) + [x.color for x in starts].index(c) for c in self.colours]
        everything = sum(1 << i for i in range(len(tiles)))
        fewer = sum(1 << i for i, x in enumerate(tiles) if not x.four_player_only)
        self.pool = {seats: everything if seats == 4 else fewer for seats in (2, 3, 4)}
        tokens = [b for b in records["bid_tokens"] if b.owner == "player"]
        self.bids: list[int] = [b.value for b in tokens]
        self.bid_count: list[int] = [b.count for b in tokens]
        neutral = {b.value: b.count_per_player_hand for b in records["bid_tokens"] if b.owner == "neutral"}
        self.neutral_count = [neutral.get(value, 0) for value in self.bids]

    def _geometry(self) -> None:
        """A line is a row or a column; line l has the ends 2l and 2l + 1 (PR-4.1)."""
        side = self.constants["grid_side"]
        self.side = {seats: side[str(seats)] for seats in (2, 3, 4)}
        self.cells = [f"{c}{r}" for r in ROWS for c in COLUMNS]
        self.lines = [f"row-{r}" for r in ROWS] + [f"col-{c}" for c in COLUMNS]
        self.ends = [f"{r}-{e}" for r in ROWS for e in ("west", "east")]
        self.ends += [f"{c}-{e}" for c in COLUMNS for e in ("north", "south")]
        self.crossing = [
            (2 * row, 2 * row + 1, 2 * (SIDE + column), 2 * (SIDE + column) + 1)
            for row in range(SIDE)
            for column in range(SIDE)
        ]
        self.used_cells = {n: [r * SIDE + c for r in range(s) for c in range(s)] for n, s in self.side.items()}
        self.used_lines = {n: [*range(s), *range(SIDE, SIDE + s)] for n, s in self.side.items()}
        self.line_cells = {
            n: {line: [c for c in cells if 2 * line in self.crossing[c]] for line in self.used_lines[n]}
            for n, cells in self.used_cells.items()
        }

    def _projects(self, records: dict[str, list[Any]]) -> None:
        cards = records["projects"]
        self.projects: list[str] = [p.id for p in cards]
        self.project_names: list[str] = [p.name for p in cards]
        self.level: list[int] = [p.level for p in cards]
        self.worth: list[int] = [p.value for p in cards]
        self.improvement_ids: list[str] = [i.id for i in records["improvements"]]
        self.gives: list[int] = [self.improvement_ids.index(p.improvement) for p in cards]
        self.late: list[bool] = [not p.opening_slot_allowed for p in cards]
        self.effect = {i.id: i.effect for i in records["improvements"]}
        self.imp = {name: i for i, name in enumerate(self.improvement_ids)}
        self.discount_at = self.imp["scheme_discount"]
        self.discount: int = self.effect["scheme_discount"]["influence_cost"]
        self.fitting: list[int] = []
        """For each card: tiles that show its fixed elements, as bits."""
        self.clash: list[list[int]] = []
        """For each card and tile: tiles that may not serve beside it."""
        for p in cards:
            need = [getattr(p.requirement, slot) for slot in SLOTS]
            fixed = {i: self.elements.index(e) for i, e in enumerate(need) if e not in ("any", "different")}
            self.fitting.append(
                _mask(k for k, e in enumerate(self.tile_elements) if all(e[i] == f for i, f in fixed.items()))
            )
            apart = [i for i, e in enumerate(need) if e == "different"]
            self.clash.append(
                [
                    _mask(k for k, other in enumerate(self.tile_elements) if any(e[i] == other[i] for i in apart))
                    | 1 << j
                    for j, e in enumerate(self.tile_elements)
                ]
            )

    def _schemes(self, records: dict[str, list[Any]]) -> None:
        cards = records["schemes"]
        self.schemes: list[str] = [c.id for c in cards]
        self.scheme_names: list[str] = [c.name for c in cards]
        self.scheme_cost: list[list[int]] = [list(c.cost) for c in cards]
        self.sch = {name: i for i, name in enumerate(self.schemes)}
        self.fair_own = [i for i, c in enumerate(cards) if "fair" in c.phases and c.timing.startswith("own_turn")]
        self.office_own = [i for i, c in enumerate(cards) if "design" in c.phases]
        self.all_schemes = (1 << len(cards)) - 1

    def _reactions(self, records: dict[str, list[Any]]) -> None:
        """Chemist and expedition: every set of pieces that may be spent at once (PR-6.8, PR-6.9)."""
        minerals = {m.id: m for m in records["minerals"]}
        rows = [minerals[self.elements[k]] for k in self.minerals]
        self.content: list[int] = [m.promethium_content for m in rows]
        self.lab_content: list[int] = [m.laboratory_content for m in rows]
        self.mineral_pounds: list[int] = [m.end_game_pounds for m in rows]
        self.labs = [
            next(i for i, name in enumerate(self.improvement_ids) if self.effect[name].get("mineral") == m.id)
            for m in rows
        ]
        sets: set[tuple[int, ...]] = set()
        for contents in product(*zip(self.content, self.lab_content, strict=True)):
            sets.update(_least_sets(contents, self.n.chemist_content_required, self.element_supply[0]))
        self.gem_sets = sorted(sets)
        self.engineer_prices: list[int] = [self.constants[name]["influence"] for name in ENGINEERS]
        self.funding_price: int = self.constants["financier_reserve"]["influence"]
        yields = self.constants["expedition_yield"]
        self.country_sets = [c for k in sorted(map(int, yields)) for c in combinations(range(4), k)]
        self.expedition_yield = {int(k): v for k, v in yields.items()}

    def _domains(self) -> dict[str, Sequence[str]]:
        minerals = [self.elements[k] for k in self.minerals]
        countries = [self.elements[k] for k in self.countries]
        return {
            "seat": [str(i) for i in range(4)],
            "element": self.elements,
            "mineral": minerals,
            "country": countries,
            "tile": self.tiles,
            "project": self.projects,
            "scheme": self.schemes,
            "cell": self.cells,
            "line": self.lines,
            "end": self.ends,
            "bid": [str(v) for v in self.bids],
            "amount": [str(k) for k in self.constants["black_market_promethium"]],
            "pawns": ["1", "2"],
            "gems": ["+".join(f"{m}*{k}" for m, k in zip(minerals, g, strict=True) if k) for g in self.gem_sets],
            "baggage": ["no-mineral", *minerals],
            "countries": ["+".join(countries[i] for i in c) for c in self.country_sets],
            "improvement": self.improvement_ids,
            "option": list(self.option),
        }

    def usable(self, card: int, own: int, left: int) -> int:
        """Tiles, as bits, that can be part of a set of `left` own tiles that fit a card and each other (PR-6.6)."""
        try:
            return self._usable_tiles[card, own, left]
        except KeyError:
            return kept(self._usable_tiles, (card, own, left), self._usable(card, own, left))

    def _usable(self, card: int, own: int, left: int) -> int:
        found = 0
        for tiles in combinations(bits(own), left):
            rest = 0
            for tile in tiles:
                if rest & self.clash[card][tile]:
                    break
                rest |= 1 << tile
            else:
                found |= rest
        return found

    @lru_cache(maxsize=100_000)  # noqa: B019
    def reactions(self, gems: tuple[int, ...], labs: tuple[bool, ...]) -> list[Action]:
        """The Chemist's choices with these gems: enough content, and no gem that could be left out (A-47)."""
        contents = [b if lab else a for a, b, lab in zip(self.content, self.lab_content, labs, strict=True)]
        need = self.n.chemist_content_required
        row = self.a["chemist"]
        return [
            row[i]
            for i, used in enumerate(self.gem_sets)
            if all(u <= g for u, g in zip(used, gems, strict=True)) and least(used, contents, need)
        ]

    @lru_cache(maxsize=100_000)  # noqa: B019
    def expeditions(self, minerals: int, countries: int, free: bool) -> list[Action]:
        """Expeditions with these kinds of mineral and country at hand, as bits; `free`: no mineral is needed."""
        row, width = self.a["expedition"], len(self.country_sets)
        baggage = [0] if free else [1 + m for m in bits(minerals)]
        sets = [i for i, c in enumerate(self.country_sets) if all(countries >> k & 1 for k in c)]
        return [row[b * width + i] for b in baggage for i in sets]


@lru_cache(maxsize=200_000)
def bits(mask: int) -> tuple[int, ...]:
    """The ids in a set. The same few sets are asked for again and again."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def _mask(ids: Any) -> int:
    return sum(1 << i for i in ids)


def least(used: Sequence[int], contents: Sequence[int], need: int) -> bool:
    """Whether a set of gems reaches the content, and would not without any one of them."""
    total = sum(u * c for u, c in zip(used, contents, strict=True))
    return total >= need and all(total - c < need for u, c in zip(used, contents, strict=True) if u)


def _least_sets(contents: Sequence[int], need: int, supply: int) -> list[tuple[int, ...]]:
    most = [min(supply, -(-need // c)) for c in contents]
    return [used for used in product(*(range(m + 1) for m in most)) if least(used, contents, need)]
