"""What a position is worth to a seat, in pounds: what it has for sure, and what its other means usually bring.

The second part is a sum of terms, each a fact that a player would look at, times a weight. Weights are kept for each
stage of a match in `weights.json`; `scripts/train/tune.py` fits them to matches that bots play among themselves.
"""

from __future__ import annotations

import json
from functools import lru_cache
from operator import mul
from pathlib import Path
from typing import Final

from machinehall.titles.promethium.lookup import Lookup, bits
from machinehall.titles.promethium.rules.activation import card_income
from machinehall.titles.promethium.rules.end_of_game import final_money
from machinehall.titles.promethium.state import DOWN, EMPTY, SEATS, State

FAIR: Final = 1
EXPEDITION = ("expedition_plus_one", "expedition_no_mineral", "expedition_no_influence")
TERMS = [
    "always",
    "lobby tokens",
    "influence",
    "influence, the first three",
    "promethium",
    "promethium that realised cards wait for",
    "income of cards that wait",
    "levels of cards that wait",
    "income of cards that wait and can be activated",
    "engineers",
    "machinists",
    "chemists",
    "financiers",
    "gems: content",
    "gems of the most frequent mineral: content",
    "the chemist can react: gain",
    "kinds of countries",
    "further countries",
    "the expedition can leave: gain",
    "tiles",
    "uses left on tiles",
    "tiles without wear",
    "best card that can be realised",
    "second card that can be realised",
    "best card that lacks one tile",
    "cards that lack one tile",
    "tokens: total",
    "tokens of 5 and more",
    "scheme cards",
    "improvements",
    "improvements of the expedition",
    "laboratories",
    "corruption is halved",
    "tiles still to be bought",
    "crossings won, as many as tiles to be bought",
    "crossings won: value of those tiles",
    "crossings where it comes second: value of those tiles",
    "private projects",
    "influence that actions at hand can use",
]
GUESSED, KNOWN = TERMS.index("crossings won, as many as tiles to be bought"), TERMS.index("private projects")
"""The terms from the first to the second count bids that lie face down, which no seat may know."""
Weights = dict[str, list[float]]
Pieces = tuple[tuple[int, ...], int]
"""Terms that depend on the pieces of a seat alone; what its gems are worth at the end."""


@lru_cache(maxsize=4)
def weights(path: Path | None = None) -> Weights:
    text = (path or Path(__file__).with_name("weights.json")).read_text(encoding="utf-8")
    body = json.loads(text)
    if body["terms"] != TERMS:
        raise ValueError("weights.json was made for other terms; run scripts/train/tune.py")
    found: Weights = body["stages"]
    return found


def evaluate(t: Lookup, s: State, seat: int, w: Weights | None = None) -> float:
    """Money to be expected at the end of the match."""
    if not s.stack:
        return float(sum(final_money(t, s, seat).values()))
    pieces = holdings(t, *elements(t, s, seat))
    hoped: float = sum(map(mul, row_at(t, s, seat, w), terms(t, s, seat, pieces)))
    return sure(t, s, seat, pieces) + hoped


def row_at(t: Lookup, s: State, seat: int, w: Weights | None = None) -> list[float]:
    """The weights of the stage."""
    return (w or weights())[phase_of(s)]


def stage(t: Lookup, s: State, seat: int) -> str:
    """What a thing is worth depends on what can still be done with it."""
    return phase_of(s)


def phase_of(s: State) -> str:
    """Round and phase, the same for all seats."""
    return STAGES[s.round][s.phase]


STAGES = [[f"{max(1, r)}-{('fair', 'fair', 'office', 'exposition', 'end')[p]}" for p in range(5)] for r in range(4)]
ALL_STAGES = sorted({name for row in STAGES for name in row})


def sure(t: Lookup, s: State, seat: int, pieces: Pieces | None = None) -> float:
    """Money, and what is as good as money."""
    worth = float(s.money[seat] + t.n.lobby_end_value * s.lobby[seat] + t.n.promethium_end_value * s.promethium[seat])
    worth += (pieces or holdings(t, *elements(t, s, seat)))[1]
    due = s.active[seat] & ~s.valued[seat]
    if due:
        worth += sum([card_income(t, s, seat, card) for card in bits(due)])
    return worth


def terms(t: Lookup, s: State, seat: int, pieces: Pieces | None = None) -> list[float]:
    """The facts, in the order of TERMS."""
    guessed = fair(t, s, seat, s.tiles[seat], cards_for(s, seat)) if s.phase == FAIR else (0, 0.0, 0.0)
    return known(t, s, seat, pieces or holdings(t, *elements(t, s, seat)), guessed)


def known(
    t: Lookup, s: State, seat: int, pieces: Pieces, guessed: tuple[int, float, float] | tuple[()] = ()
) -> list[float]:
    """The facts, with those that count bids that lie face down only if they are given."""
    influence, have, own = s.influence[seat], s.promethium[seat], s.tiles[seat]
    wait_income, wait_levels, payable = waiting(t, s, seat, have)
    ready, near, nears = chances(t, own, cards_for(s, seat))
    means = pieces[0]
    helps = improvements(t, s, seat)
    trip = expedition(means, helps)
    width = len(t.bids)
    tokens = s.tokens[seat * width : seat * width + width]
    jobs = len(ready) + (means[6] > 0) + (trip > 0) + own.bit_count()
    return [
        1.0,
        s.lobby[seat],
        influence,
        influence if influence < 3 else 3,
        have,
        have if have < wait_levels else wait_levels,
        wait_income,
        wait_levels,
        payable,
        *means,
        trip,
        *tiles(t, s, own),
        *(ready[:2] if len(ready) > 1 else (ready[0], 0.0) if ready else (0.0, 0.0)),
        near,
        nears,
        sum(map(mul, tokens, t.bids)),
        tokens[-1] + tokens[-2],
        s.hand[seat].bit_count(),
        *helps,
        s.track.count(seat) if s.phase == FAIR else 0,
        *guessed,
        s.private[seat].bit_count(),
        influence if influence < jobs else jobs,
    ]


def cards_for(s: State, seat: int) -> tuple[int, ...]:
    """The cards that a seat may realise: those on display and its own."""
    return tuple([card for card in s.display if card >= 0]) + bits(s.private[seat])


PARTS = (
    "stage", "lobby", "influence", "influence", "promethium", "promethium", "projects", "projects", "projects",
    "experts", "experts", "experts", "experts", "gems", "gems", "experts", "countries", "countries", "countries",
    "tiles", "tiles", "tiles", "cards", "cards", "cards", "cards", "tokens", "tokens", "schemes",
    "improvements", "improvements", "improvements", "improvements", "bids", "bids", "bids", "bids", "cards",
    "influence",
)  # fmt: skip
"""For each of TERMS the part of the reasons that it belongs to."""


def reasons(t: Lookup, s: State, seat: int) -> dict[str, float]:
    """The same sum in its named parts, for hints."""
    due = sum(card_income(t, s, seat, card) for card in bits(s.active[seat] & ~s.valued[seat]))
    found: dict[str, float] = dict.fromkeys(PARTS, 0.0)
    found |= {"money": float(s.money[seat]), "projects": float(due)}
    found["lobby"] = float(t.n.lobby_end_value * s.lobby[seat])
    found["promethium"] = float(t.n.promethium_end_value * s.promethium[seat])
    found["gems"] = float(holdings(t, *elements(t, s, seat))[1])
    for part, weight, value in zip(PARTS, row_at(t, s, seat), terms(t, s, seat), strict=True):
        found[part] += weight * value
    return found


def tiles(t: Lookup, s: State, own: int) -> tuple[int, int, int]:
    """How many, how many uses are left on them, how many have never served."""
    held, used, value = bits(own), s.uses, t.tile_value
    wear = [used[tile] for tile in held]
    return len(held), sum([value[tile] for tile in held]) - sum(wear), wear.count(0)


def elements(t: Lookup, s: State, seat: int) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """The seat's pieces, and which laboratories it holds."""
    width = len(t.elements)
    base, held = (SEATS + seat) * width, s.improvements
    labs = tuple([held[i] == seat for i in t.labs]) if seat in held else NO_LABS
    return tuple(s.elements[base : base + width]), labs


NO_LABS = (False, False, False, False)


@lru_cache(maxsize=100_000)
def holdings(t: Lookup, row: tuple[int, ...], labs: tuple[bool, ...]) -> tuple[tuple[int, ...], int]:
    """Terms that depend on pieces alone: experts, content of the gems, of the best mineral, what one reaction would
    bring now, kinds of countries, further countries. Then what the gems are worth at the end."""
    contents = [lab if has else plain for plain, lab, has in zip(t.content, t.lab_content, labs, strict=True)]
    each = [row[k] * content for k, content in zip(t.minerals, contents, strict=True)]
    content, most, need = sum(each), max(each), t.n.chemist_content_required
    reaction = (3 if most >= need else 2 if content >= need else 0) if row[t.chemist] else 0
    kinds = sum(1 for k in t.countries if row[k])
    experts = (row[t.engineer], row[t.machinist], row[t.chemist], row[t.financier])
    pawns = sum(row[k] for k in t.countries)
    pounds = sum(row[k] * p for k, p in zip(t.minerals, t.mineral_pounds, strict=True))
    return (*experts, content, most, reaction, kinds, pawns - kinds), pounds


def waiting(t: Lookup, s: State, seat: int, have: int) -> tuple[float, int, float]:
    """Realised cards that are not activated: income, levels, and the income that the promethium at hand could bring."""
    mask = s.realised[seat] & ~s.active[seat]
    if not mask:
        return 0.0, 0, 0.0
    rows = sorted((-card_income(t, s, seat, card) / t.level[card], t.level[card]) for card in bits(mask))
    income, payable, levels = 0.0, 0.0, 0
    for rate, level in rows:
        income -= rate * level
        levels += level
        if have >= level:
            have -= level
            payable -= rate * level
    return income, levels, payable


def expedition(means: tuple[int, ...], helps: tuple[int, ...]) -> int:
    """What an expedition would bring now, roughly."""
    kinds, content = means[7], means[4]
    return kinds - 1 + min(1, helps[1]) if kinds > 1 and (content or helps[1] > 1) else 0


def improvements(t: Lookup, s: State, seat: int) -> tuple[int, int, int, int]:
    """How many in all, for the expedition, laboratories, and whether corruption is halved."""
    held = s.improvements
    if seat not in held:
        return 0, 0, 0, 0
    trips = sum(held[t.imp[name]] == seat for name in EXPEDITION)
    labs = sum(held[i] == seat for i in t.labs)
    return held.count(seat), trips, labs, int(held[t.imp["corruption_halved"]] == seat)


@lru_cache(maxsize=100_000)
def chances(t: Lookup, own: int, cards: tuple[int, ...]) -> tuple[tuple[int, ...], int, int]:
    """Worth of the cards that own tiles can make, best first; worth and number of those that lack one tile."""
    ready, near = [], []
    for card in cards:
        fitting, level = own & t.fitting[card], t.level[card]
        if fitting and t.usable(card, fitting, level):
            ready.append(t.worth[card])
        elif level == 1 or (level > 1 and fitting and t.usable(card, fitting, level - 1)):
            near.append(t.worth[card])
    return tuple(sorted(ready, reverse=True)), max(near, default=0), len(near)


def fair(t: Lookup, s: State, seat: int, own: int, cards: tuple[int, ...]) -> tuple[int, float, float]:
    """Crossings where the seat leads, with the worth of the best of them, and where it is second. Bids are added up as
    they lie in this world."""
    markers = s.track.count(seat)
    if not markers:
        return 0, 0.0, 0.0
    owners, values, money = s.end_owner, s.end_value, s.money[seat]
    lead: list[float] = []
    second: list[float] = []
    for cell in t.used_cells[s.seats]:
        tile = s.grid[cell]
        if tile == EMPTY:
            continue
        sums = [0, 0, 0, 0, 0, 0]
        lowest, count = 9, 0
        for end in t.crossing[cell]:
            owner = owners[end]
            sums[owner] += values[end]
            if owner == seat:
                count += 1
                if values[end] < lowest:
                    lowest = values[end]
        price = lowest if count > 1 else 0
        if not count or price > money:
            continue
        mine = sums[seat]
        sums[seat] = -1
        better = (sums[0] >= mine) + (sums[1] >= mine) + (sums[2] >= mine) + (sums[3] >= mine) + (sums[4] >= mine)
        if better < 2:
            worth = (tile_worth(t, tile, own, cards) if tile > DOWN else 9.0) - price
            (second if better else lead).append(worth)
    lead.sort(reverse=True)
    return min(markers, len(lead)), sum(lead[:markers]), max(second, default=0.0)


@lru_cache(maxsize=200_000)
def tile_worth(t: Lookup, tile: int, own: int, cards: tuple[int, ...]) -> float:
    """What a tile would bring: its patent, two elements, and the best card that it makes possible or nearer."""
    completes = near = 0
    for card in cards:
        if t.fitting[card] >> tile & 1:
            together, level = (own | 1 << tile) & t.fitting[card], t.level[card]
            if t.usable(card, together, level) >> tile & 1:
                completes = max(completes, t.worth[card])
            elif level > 1 and t.usable(card, together, level - 1) >> tile & 1:
                near = max(near, t.worth[card])
    return 3.0 * t.tile_value[tile] + 3.0 + max(0.5 * completes, 0.2 * near)
