"""A beginner's habits in Promethium.

The hidden is imagined: one position that fits the view. Weights are a matter of taste, not rules; they say how many
pounds something seems worth.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from machinehall.kernel.title import Title
from machinehall.kernel.values import TOGETHER, Action
from machinehall.titles.promethium.activation import card_income, holds
from machinehall.titles.promethium.crossing import own_tokens, price, ranking
from machinehall.titles.promethium.design_office import open_projects
from machinehall.titles.promethium.experts import own
from machinehall.titles.promethium.purchase import surcharge
from machinehall.titles.promethium.schemes import cost
from machinehall.titles.promethium.state import DOWN, NEUTRAL, State
from machinehall.titles.promethium.tables import Tables, bits

# Tastes, in pounds.
UNSEEN_TILE = 9.0
TOKEN = 0.6
INFLUENCE = 1.0
FIT = 0.35
"""Share of a project's value that a fitting tile promises."""
EXPERTS = {"chemist": 4.0, "machinist": 3.0, "engineer": 2.0, "financier": 1.5}
CONTENT = 0.7
COUNTRY_NEW, COUNTRY_AGAIN = 2.5, 1.0
USEFUL = ("black_market", "persuasion", "subsidies")
"""Scheme cards a beginner knows to use; the others are thrown away at the end of a round."""
NEVER = -1.0


class PromethiumHabits:
    """See `machinehall.bots.apprentice.Habits`."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self.t: Tables = title.tables
        self.kinds: dict[str, Callable[[State, int, tuple[Any, ...], Action], float]] = {
            "stock": lambda s, seat, args, a: -self.element(s, seat, a.args[0]),
            "take": lambda s, seat, args, a: self.element(s, seat, a.args[0]),
            "steal": lambda s, seat, args, a: self.element(s, seat, a.args[0]) - cost_of_theft(self.t, s, seat),
            "give": lambda s, seat, args, a: -self.element(s, seat, self.t.minerals[a.args[0]]),
            "line": self._line,
            "bid": self._bid,
            "target": self._target,
            "lobby": lambda s, seat, args, a: self._bargain(s, seat, args[0], self.t.n.lobby_end_value * args[1]),
            "buy": lambda s, seat, args, a: self._bargain(s, seat, args[0], 0),
            "sell": lambda s, seat, args, a: float(self.t.n.sale_compensation),
            "accept": lambda s, seat, args, a: self._bargain(s, seat, args[0], surcharge(self.t, args[2])),
            "play": self._play,
            "amount": lambda s, seat, args, a: float(a.args[0]),
            "keep": lambda s, seat, args, a: self._promise(s, seat, a.args[0]),
            "activate": lambda s, seat, args, a: 1000.0 + card_income(self.t, s, seat, a.args[0]),
            "realise": self._realise,
            "use": lambda s, seat, args, a: -self.t.n.corruption_penalty * float(s.uses[a.args[0]] > 0),
            "chemist": self._chemist,
            "expedition": self._expedition,
            "patent": self._patent,
            "machinist": self._machinist,
            "engineer": lambda s, seat, args, a: 0.5 if s.influence[seat] > 4 else NEVER,
            "financier-stock": lambda s, seat, args, a: 0.4,
            "financier-reserve": lambda s, seat, args, a: 0.3 if s.influence[seat] > 4 else NEVER,
            "discard": lambda s, seat, args, a: NEVER if self.t.schemes[a.args[0]] in USEFUL else 1.0,
        }

    def scores(self, view: dict[str, Any], legal: Sequence[Action], rng: random.Random) -> list[float]:
        s: State = self.title.sample(view, rng)
        seat = int(view["seat"])
        frame = s.stack[-1]
        if frame[1] == TOGETHER:
            frame = next(f for f in frame[2] if f[1] == seat)
        return [self._score(s, seat, frame[2], action) for action in legal]

    def _score(self, s: State, seat: int, args: tuple[Any, ...], action: Action) -> float:
        rate = self.kinds.get(action.kind)
        return rate(s, seat, args, action) if rate else 0.0

    # What things seem to be worth

    def element(self, s: State, seat: int, kind: int) -> float:
        t = self.t
        if kind in t.minerals:
            return float(CONTENT * t.content[t.minerals.index(kind)])
        if kind in t.countries:
            return COUNTRY_AGAIN if own(t, s, seat, kind) else COUNTRY_NEW
        return EXPERTS[t.elements[kind]]

    def tile(self, s: State, seat: int, tile: int) -> float:
        """Pieces, promethium as a patent, and the projects it could serve."""
        t = self.t
        pieces = sorted(self.element(s, seat, kind) for kind in t.tile_elements[tile])
        projects = sorted((self._fit(s, seat, card, tile) for card in open_projects(s, seat)), reverse=True)
        patent = t.tile_value[tile] * t.n.promethium_end_value / 2
        return float(sum(pieces[-t.n.elements_kept_per_tile :]) + patent + sum(projects[: t.tile_value[tile]]))

    def _fit(self, s: State, seat: int, card: int, tile: int) -> float:
        """What a tile promises for one project: more if it completes it."""
        t = self.t
        if not t.fitting[card] >> tile & 1:
            return 0.0
        mine = (s.tiles[seat] & t.fitting[card] & ~t.clash[card][tile]).bit_count()
        share = min(1.0, (1 + mine) / t.level[card])
        return float(FIT * t.worth[card] * share * share)

    def _promise(self, s: State, seat: int, card: int) -> float:
        fitting = (s.tiles[seat] & self.t.fitting[card]).bit_count()
        return float(self.t.worth[card] * min(1.0, fitting / self.t.level[card]))

    def cell(self, s: State, seat: int, cell: int) -> float:
        tile = s.grid[cell]
        return self.tile(s, seat, tile) if tile >= 0 else UNSEEN_TILE if tile <= DOWN else 0.0

    # The fair

    def _line(self, s: State, seat: int, args: tuple[Any, ...], action: Action) -> float:
        """The best tile counts, and one where an own token already lies across counts more."""
        best = 0.0
        for cell in self.t.line_cells[s.seats][action.args[0]]:
            worth = self.cell(s, seat, cell)
            mine = len(own_tokens(self.t, s, cell, seat))
            best = max(best, worth * (1.3 if mine == 1 else 1.0))
        return best if args[0] != NEUTRAL else -best

    def _bid(self, s: State, seat: int, args: tuple[Any, ...], action: Action) -> float:
        """High tokens for good lines, low ones for the rest."""
        owner, line = args
        value = self.t.bids[action.args[0]]
        if owner == NEUTRAL:
            return float(-value)
        best = max((self.cell(s, seat, c) for c in self.t.line_cells[s.seats][line]), default=0.0)
        return float(value if best > 1.5 * UNSEEN_TILE else -value)

    def _bargain(self, s: State, seat: int, cell: int, extra: float) -> float:
        """What a purchase seems worth, less its price and the token."""
        token = max(own_tokens(self.t, s, cell, seat), default=0)
        return self.cell(s, seat, cell) - price(self.t, s, cell, seat) - extra - TOKEN * token

    def _target(self, s: State, seat: int, args: tuple[Any, ...], action: Action) -> float:
        (cell,) = action.args
        if args[0] == NEUTRAL:
            return -self.cell(s, seat, cell)
        gain = self._bargain(s, seat, cell, 0)
        return gain if ranking(self.t, s, cell)[0] == seat else 0.3 * gain

    # The Design Office

    def _waiting(self, s: State, seat: int) -> Sequence[int]:
        return bits(s.realised[seat] & ~s.active[seat])

    def _last_round(self, s: State) -> bool:
        return s.round == self.t.n.rounds

    def _promethium(self, s: State, seat: int, amount: int) -> float:
        """What some more promethium is worth: projects that it would set going, or its value at the end."""
        t, have = self.t, s.promethium[seat]
        unlocked = [
            card_income(t, s, seat, c) for c in self._waiting(s, seat) if have < t.level[c] <= have + amount
        ]
        nearer = any(t.level[c] > have for c in self._waiting(s, seat))
        base = t.n.promethium_end_value if self._last_round(s) or nearer else 1.5
        return base * amount + max(unlocked, default=0)

    def _realise(self, s: State, seat: int, args: tuple[Any, ...], action: Action) -> float:
        (card,) = action.args
        worn = sum(s.uses[tile] > 0 for tile in bits(s.tiles[seat] & self.t.fitting[card]))
        return float(20.0 + self.t.worth[card] - (self.t.n.corruption_penalty if worn else 0))

    def _chemist(self, s: State, seat: int, args: tuple[Any, ...], action: Action) -> float:
        t = self.t
        used = t.gem_sets[action.args[0]]
        gain = t.n.chemist_yield + (t.n.chemist_single_mineral_bonus if sum(map(bool, used)) == 1 else 0)
        gems = sum(n * p for n, p in zip(used, t.mineral_pounds, strict=True))
        return float(self._promethium(s, seat, gain) - gems)

    def _expedition(self, s: State, seat: int, args: tuple[Any, ...], action: Action) -> float:
        t = self.t
        baggage, countries = action.args
        bonus = t.effect["expedition_plus_one"]["promethium"] if holds(t, s, seat, "expedition_plus_one") else 0
        gem = t.mineral_pounds[baggage - 1] if baggage else 0
        return self._promethium(s, seat, t.expedition_yield[len(t.country_sets[countries])] + bonus) - gem

    def _patent(self, s: State, seat: int, args: tuple[Any, ...], action: Action) -> float:
        """Sell what serves no open project; in the last round sell everything that is left."""
        (tile,), t = action.args, self.t
        gain = self._promethium(s, seat, t.tile_value[tile] - s.uses[tile])
        if self._last_round(s):
            return gain
        keep = max((self._fit(s, seat, card, tile) for card in open_projects(s, seat)), default=0.0)
        return float(gain - keep - 2 * t.n.promethium_end_value * (t.tile_value[tile] - s.uses[tile]) / 3)

    def _machinist(self, s: State, seat: int, args: tuple[Any, ...], action: Action) -> float:
        room = self.t.n.influence_max - s.influence[seat]
        gain = min(room, (self.t.n.machinist_one_gain, self.t.n.machinist_two_gain)[action.args[0]])
        return INFLUENCE * gain if s.influence[seat] < 3 else NEVER

    def _play(self, s: State, seat: int, args: tuple[Any, ...], action: Action) -> float:
        t = self.t
        name = t.schemes[action.args[0]]
        if name == "persuasion":
            return 1.0 if s.influence[seat] > 5 else NEVER
        if name == "black_market":
            return self._promethium(s, seat, 1) - INFLUENCE * cost(t, s, seat, t.sch[name])
        if name == "subsidies":
            return 0.2 if s.influence[seat] > 5 else NEVER
        return NEVER


def cost_of_theft(t: Tables, s: State, seat: int) -> float:
    """A beginner steals only with influence to spare."""
    price = cost(t, s, seat, t.sch["industrial_theft"])
    return INFLUENCE * price if s.influence[seat] > price + 3 else 100.0
