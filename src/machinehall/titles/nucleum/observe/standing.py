"""What each player would score if the match ended now (chapters 18 and 23), for learners."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from machinehall.kernel.observation import Scores, Watched, standing_row
from machinehall.kernel.observation import Standing as Common
from machinehall.titles.nucleum.lookup import Lookup, mask_of
from machinehall.titles.nucleum.rules import final_scoring
from machinehall.titles.nucleum.rules.baron import end
from machinehall.titles.nucleum.state import ROWS, State

Means = tuple[list[int], list[int]]
"""What income brings to each seat; its uranium. Barons have neither."""


class Standing(Common[State]):
    """Scores of a match. What the map and the milestones are worth takes long, and is kept until a piece is placed."""

    def __init__(self, t: Lookup) -> None:
        super().__init__(self.rows)
        self.t = t
        self.goals = mask_of([tech for tech, kind in enumerate(t.tech_kind) if kind == "end_goal"])
        self._pieces = Watched(self.pieces)
        self._means = Watched(self.means)

    def source(self, s: State) -> tuple[Any, ...]:
        """What scores are made of: what changes often, and all the rest."""
        map_of = (s.urban, s.powered, s.mine_site, s.turbine_site, s.rail_owner)
        pieces = self._pieces.made(s, (map_of, s.markers, s.tech, s.milestone, s.options))
        means = self._means.made(s, ((s.seats,), s.income, s.uranium))
        return s.thaler, s.vp, s.supply, s.reserve, s.zeros, pieces, means

    def rows(
        self,
        thaler: list[int],
        vp: list[int],
        supply: list[int],
        reserve: list[int],
        zeros: list[int],
        pieces: list[int],
        means: Means,
    ) -> Scores:
        """The sum of each player; thalers, then victory points, whole, and scores as they are written."""
        t, (income, uranium) = self.t, means
        per, marker, scores = t.n.thaler_per_vp, t.n.zero_marker_vp, []
        for i, more in enumerate(income):  # of seats alone: Barons come after them
            whole = thaler[i] // per
            found = pieces[i] + vp[i] + more + zeros[i] * marker + whole
            scores.append(found + resources(t, thaler[i] - whole * per, supply[i], reserve[i], uranium[i]))
        if len(pieces) > len(income):
            n = t.solo.n
            for i in range(len(income), len(pieces)):
                scores.append(pieces[i] + vp[i] + thaler[i] * n.baron_thaler_vp + supply[i] * n.baron_worker_vp)
        return scores, standing_row(thaler + vp, scores)

    def means(self, s: State) -> Means:
        """What income brings, and uranium."""
        seats = range(s.seats)
        income = [final_scoring.income_points(self.t, s, seat) for seat in seats]
        return income, [sum(s.uranium[ROWS * seat : ROWS * seat + ROWS]) for seat in seats]

    def pieces(self, s: State) -> list[int]:
        """Points of each player for milestones, powered buildings and the last technology."""
        return [self.piece(s, player) for player in range(s.players)]

    def piece(self, s: State, player: int) -> int:
        """The same for one player."""
        t, points = self.t, 0
        if s.own_urban[player] & s.powered:
            points = final_scoring.powered_points(t, s, player)
        if player >= s.seats:
            return points + end.milestone_points(t, s, player)
        if s.markers[player]:
            points += final_scoring.milestone_points(t, s, player)
        if s.tech[player] & self.goals:
            points += final_scoring.ultimate_points(t, s, player)
        return points


@lru_cache(maxsize=100_000)
def resources(t: Lookup, thaler: int, workers: int, reserve: int, uranium: int) -> int:
    """Points for resources. Whole points of thalers are left to the caller, so that the same means come again."""
    return final_scoring.best_conversion(t, thaler, workers, reserve, uranium)
