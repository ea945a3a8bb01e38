"""What each player would score if the match ended now (chapters 18 and 23), for learners."""

from __future__ import annotations

from typing import Final

from machinehall.kernel.memo import kept
from machinehall.kernel.rows import Standing as Common
from machinehall.kernel.rows import standing_row
from machinehall.titles.nucleum.lookup import Lookup, mask_of
from machinehall.titles.nucleum.rules import final_scoring
from machinehall.titles.nucleum.rules.baron import end
from machinehall.titles.nucleum.state import ROWS, State

MOST_HELD: Final = 4096
"""More than anybody has of workers or uranium: so means of all kinds make one number."""


class Standing(Common[State]):
    """Scores of a position: those of pieces, and what changes often."""

    def __init__(self, t: Lookup, s: State, before: Standing | None = None) -> None:
        self.t, self.seats, self.income, self.uranium = t, s.seats, s.income, s.uranium
        self.thaler, self.vp, self.zeros = s.thaler.copy(), s.vp.copy(), s.zeros.copy()
        self.supply, self.reserve = s.supply.copy(), s.reserve.copy()
        stays = before is not None and before.income is s.income and before.uranium is s.uranium
        self.settled: list[tuple[int, int]] = before.settled if before is not None and stays else settled_points(t, s)
        self.pieces: Pieces = before.pieces if before is not None and before.pieces.holds(s) else Pieces(t, s)
        found = self.sums(s)
        super().__init__(found, standing_row(self.thaler + self.vp, found))

    def holds(self, s: State) -> bool:
        return (
            self.thaler == s.thaler
            and self.supply == s.supply
            and self.reserve == s.reserve
            and self.vp == s.vp
            and self.zeros == s.zeros
            and self.income is s.income
            and self.uranium is s.uranium
            and self.seats == s.seats
            and self.pieces.holds(s)
        )

    def anew(self, s: State) -> Standing:
        return Standing(self.t, s, self)

    def sums(self, s: State) -> list[int]:
        """The sum of each player."""
        t, pieces, found = self.t, self.pieces.points, list[int]()
        thaler, supply, per, marker = self.thaler, self.supply, t.n.thaler_per_vp, t.n.zero_marker_vp
        for i, (bonus, uranium) in enumerate(self.settled):
            whole = thaler[i] // per
            more = resources(t, thaler[i] - whole * per, supply[i], self.reserve[i], uranium)
            found.append(pieces[i] + self.vp[i] + bonus + self.zeros[i] * marker + whole + more)
        for i in range(self.seats, len(pieces)):  # Barons
            n = t.solo.n
            found.append(pieces[i] + self.vp[i] + thaler[i] * n.baron_thaler_vp + supply[i] * n.baron_worker_vp)
        return found


def settled_points(t: Lookup, s: State) -> list[tuple[int, int]]:
    """What income brings to each seat; its uranium. Barons have neither."""
    seats = range(s.seats)
    return [(final_scoring.income_points(t, s, i), sum(s.uranium[ROWS * i : ROWS * i + ROWS])) for i in seats]


def resources(t: Lookup, thaler: int, workers: int, reserve: int, uranium: int) -> int:
    """Points for resources. Whole points of thalers are left to the caller, so that the same means come again."""
    means = ((thaler * MOST_HELD + workers) * MOST_HELD + reserve) * MOST_HELD + uranium
    points = t.converted.get(means)
    if points is None:
        points = kept(t.converted, means, final_scoring.best_conversion(t, thaler, workers, reserve, uranium))
    return points


class Pieces:
    """Points of each player for milestones, powered buildings and the last technology. What the map is worth takes
    long, and is kept until a piece is placed."""

    def __init__(self, t: Lookup, s: State) -> None:
        self.urban, self.powered, self.rails = s.urban, s.powered, s.rail_owner
        self.mines, self.turbines, self.markers = s.mine_site, s.turbine_site, s.markers
        self.tech, self.milestone, self.options = s.tech, s.milestone, s.options
        goals = mask_of([tech for tech, kind in enumerate(t.tech_kind) if kind == "end_goal"])
        self.points = [piece_points(t, s, player, goals) for player in range(s.players)]

    def holds(self, s: State) -> bool:
        """Whether nothing was placed since."""
        return (
            self.urban is s.urban
            and self.powered == s.powered
            and self.rails is s.rail_owner
            and self.mines is s.mine_site
            and self.turbines is s.turbine_site
            and self.markers is s.markers
            and self.tech is s.tech
            and self.milestone is s.milestone
            and self.options is s.options
        )


def piece_points(t: Lookup, s: State, player: int, goals: int) -> int:
    """The same for one player."""
    points = 0
    if s.own_urban[player] & s.powered:
        points = final_scoring.powered_points(t, s, player)
    if player >= s.seats:
        return points + end.milestone_points(t, s, player)
    if s.markers[player]:
        points += final_scoring.milestone_points(t, s, player)
    if s.tech[player] & goals:
        points += final_scoring.ultimate_points(t, s, player)
    return points
