"""What a position is worth to a seat, in pounds: the hand-made judgement that bots start from."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from .activation import card_income
from .crossing import price, ranking
from .design_office import open_projects
from .end_of_game import final_money
from .state import EMPTY, SEATS, State
from .tables import Tables, bits

Weights = dict[str, float]


@lru_cache(maxsize=1)
def weights() -> Weights:
    text = Path(__file__).with_name("weights.json").read_text(encoding="utf-8")
    return {name: value for name, value in json.loads(text).items() if name != "about"}


def evaluate(t: Tables, s: State, seat: int, w: Weights | None = None) -> float:
    """Money to be expected at the end of the match, roughly."""
    if not s.stack:
        return float(sum(final_money(t, s, seat).values()))
    w = w or weights()
    left = t.n.rounds - s.round + (1 if s.phase < 3 else 0)
    """Expositions to come."""
    worth = s.money[seat] + w["lobby"] * s.lobby[seat]
    worth += waiting_cards(t, s, seat, w, left)
    worth += (w["influence"] if left > 1 or s.phase < 2 else w["influence_last_round"]) * s.influence[seat]
    worth += elements(t, s, seat, w, left)
    worth += tiles(t, s, seat, w, left)
    if left > 1:
        worth += w["improvement"] * (left - 1) * s.improvements.count(seat)
        worth += w["scheme"] * s.hand[seat].bit_count()
        own = s.tokens[seat * len(t.bids) : (seat + 1) * len(t.bids)]
        worth += w["token"] * (left - 1) * sum(n * v for n, v in zip(own, t.bids, strict=True))
    if s.phase == 1:
        worth += crossings(t, s, seat, w)
    return worth


def waiting_cards(t: Tables, s: State, seat: int, w: Weights, left: int) -> float:
    """Cards activated but not valued, cards waiting for promethium, and the promethium that remains."""
    worth = float(sum(card_income(t, s, seat, card) for card in bits(s.active[seat] & ~s.valued[seat])))
    have = s.promethium[seat]
    waiting = bits(s.realised[seat] & ~s.active[seat])
    for card in sorted(waiting, key=lambda c: -card_income(t, s, seat, c) / t.level[c]):
        income, level = card_income(t, s, seat, card), t.level[card]
        if have >= level:
            have -= level
            worth += income
        elif left:
            worth += income * (w["waiting_card"] + w["waiting_promethium"] * have / level)
            have = 0
        else:
            worth += income // t.n.unactivated_project_divisor
    return worth + have * (w["promethium"] + w["promethium_early"] * (left > 0))


def elements(t: Tables, s: State, seat: int, w: Weights, left: int) -> float:
    base = (SEATS + seat) * len(t.elements)
    row = s.elements[base : base + len(t.elements)]
    worth = float(sum(row[k] * p for k, p in zip(t.minerals, t.mineral_pounds, strict=True)))
    if not left:
        return worth
    worth += w["mineral_content"] * sum(row[k] * c for k, c in zip(t.minerals, t.content, strict=True))
    kinds = sum(1 for k in t.countries if row[k])
    worth += w["country"] * kinds
    worth += w["country_again"] * (sum(row[k] for k in t.countries) - kinds)
    for name in ("engineer", "machinist", "chemist", "financier"):
        worth += w[name] * row[t.elements.index(name)]
    return worth


def tiles(t: Tables, s: State, seat: int, w: Weights, left: int) -> float:
    """Uses that are left on tiles, and open cards that they make or help to make."""
    own = s.tiles[seat]
    if not own or not left:
        return 0.0
    worth: float = w["tile_use"] * sum(t.tile_value[tile] - s.uses[tile] for tile in bits(own))
    ready = []
    for card in open_projects(s, seat):
        fitting = own & t.fitting[card]
        if not fitting:
            continue
        if t.usable(card, fitting, t.level[card]):
            ready.append(t.worth[card])
        else:
            worth += w["tile_fits"] * min(fitting.bit_count(), t.level[card])
    return worth + w["ready_card"] * sum(sorted(ready, reverse=True)[:2])


def crossings(t: Tables, s: State, seat: int, w: Weights) -> float:
    """Tiles where the seat ranks first, as many as it has markers, and a little for those where it ranks second."""
    markers = s.track.count(seat)
    if not markers:
        return 0.0
    gains = []
    for cell in t.used_cells[s.seats]:
        if s.grid[cell] == EMPTY or not any(s.end_owner[e] == seat for e in t.crossing[cell]):
            continue
        ranks = ranking(t, s, cell)
        share = w["crossing"] if ranks[0] == seat else w["crossing_second"] if seat in ranks[:2] else 0.0
        gains.append(share * max(0.0, tile_worth(t, s, seat, s.grid[cell], w) - price(t, s, cell, seat)))
    return sum(sorted(gains, reverse=True)[:markers])


def tile_worth(t: Tables, s: State, seat: int, tile: int, w: Weights) -> float:
    """What taking a tile would bring: its uses, two elements, cards it would help."""
    if tile < 0:
        return w["tile_unseen"]
    worth: float = w["tile_use"] * t.tile_value[tile] + w["tile_elements"]
    for card in open_projects(s, seat):
        if t.fitting[card] >> tile & 1:
            together = (s.tiles[seat] | 1 << tile) & t.fitting[card]
            ready = t.usable(card, together, t.level[card])
            worth += w["tile_completes"] * t.worth[card] if ready >> tile & 1 else w["tile_fits"]
    return worth
