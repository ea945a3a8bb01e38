"""What the chapters of the solo game read: Logic cards, the die, the Baron's numbers, and the words of his reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from .components.types import MAIN, SUBSIDIES, TYPES

DEEDS = (*MAIN, *SUBSIDIES)
"""What a half of a tile may be, in the Baron's order of priority; all subsidies come last (NU-23.40)."""
URBANIZE, INDUSTRIALIZE, DEVELOP, CONTRACT, ENERGIZE = range(len(MAIN))

CRITERIA = (
    *("plant", "praha", "new_city", "highest", "lowest", "icons", "order", "human_network", "nucleum", "bonus"),
    *("black", "matches", "clockwise", "near", "government", "own", "need", "own_network", "vp", "technology"),
    *("topmost", "rightmost", "earlier_action", "partner", "fewest_vp", "least_technology"),
)
"""Why the Baron prefers one thing to another."""
REASONS = (
    *("no_thaler", "no_site", "none_left", "empty_market", "no_contract", "no_target", "no_worker"),
    *("no_space", "no_match", "not_both", "this_side", "obstacle", "broke"),
)
"""Why something is not done, or is."""
CONDITIONS = ("worker", "duplicate", "one", "two", "three", "four")
"""NU-23.30 (a) and (b), and conditions I to IV."""
FIRST_CONDITION = CONDITIONS.index("one")
DEVELOP_STEPS = ("once_in_queue", "once_in_market", "rightmost")
INDUSTRY = ("turbine", "mine")

DOMAINS: dict[str, Sequence[str]] = {
    "deed": list(DEEDS),
    "criterion": list(CRITERIA),
    "reason": list(REASONS),
    "rail_condition": list(CONDITIONS),
    "develop_step": list(DEVELOP_STEPS),
    "industry": list(INDUSTRY),
    "type": list(TYPES),
}


def criterion(name: str) -> int:
    return CRITERIA.index(name)


def reason(name: str) -> int:
    return REASONS.index(name)


@dataclass(frozen=True)
class BaronNumbers:
    """The plain numbers of chapters 23 and 24."""

    baron_thaler: int
    baron_workers: int
    baron_extra_tiles: int
    baron_marker: int
    baron_rent_vp: int
    baron_income_step_vp: int
    baron_action_thaler: int
    baron_contracts: int
    baron_contract_thaler: int
    baron_coal_neutral: int
    baron_piece_vp: int
    baron_recharge_thaler: int
    baron_recharge_workers: int
    baron_marker_spaces: int
    baron_recharges_to_end: int
    baron_last_energizes: int
    baron_thaler_vp: int
    baron_worker_vp: int
    frederik_pair_vp: int


class Solo:
    """Everything static about the Barons."""

    def __init__(self, records: dict[str, list[Any]], constants: dict[str, Any], half_action: Sequence[str]) -> None:
        self.n = BaronNumbers(**{f.name: constants[f.name] for f in fields(BaronNumbers)})
        cards = records["logic_cards"]
        self.logic = [card.id for card in cards]
        self.highest = [card.tie_break == "highest" for card in cards]
        self.types = [[TYPES.index(kind) for kind in card.urbanize] for card in cards]
        self.industry: list[str] = [card.industrialize for card in cards]
        self.all_logic = (1 << len(cards)) - 1
        rolled: list[int] = list(constants["die_faces"])
        self.faces = sorted(set(rolled))
        self.face_weight = [rolled.count(face) for face in self.faces]
        """NU-1.4: the values of the die, and how many faces show each."""
        rows = records["buildings"]
        order: list[int] = list(constants["baron_building_order"])
        self.stacks = [
            sorted((i for i, b in enumerate(rows) if b.type == kind), key=lambda i: order.index(rows[i].level))
            for kind in TYPES
        ]
        """NU-23.3: the buildings of each type, top of the stack first."""
        self.building_coal = [constants["baron_coal_by_level"][b.level - 1] for b in rows]
        self.subsidies: dict[str, dict[str, int]] = constants["baron_subsidies"]
        self.milestone_vp: list[int] = list(constants["baron_milestone_vp"])
        self.deed = [DEEDS.index(action) if action else len(DEEDS) for action in half_action]
        """The deed of each half of each tile; that of a Special Directive is none."""
        halves = [half for tile in records["action_tiles"] for half in (*tile.halves, None, None)[:2]]
        self.amount = [max(1, half.amount) if half else 0 for half in halves]
        self.barons = ("name.baron.1", "name.baron.2")


def priority(deed: int) -> int:
    """NU-23.40: all subsidies are equal."""
    return min(deed, len(MAIN))
