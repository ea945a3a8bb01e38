"""What each player would score if the match ended now (chapters 18 and 23), for learners."""

from __future__ import annotations

from typing import Any

from machinehall.kernel.observation import below_zero_too
from machinehall.titles.nucleum.lookup import SEATS, Lookup
from machinehall.titles.nucleum.rules import final_scoring
from machinehall.titles.nucleum.rules.baron import end
from machinehall.titles.nucleum.state import ROWS, TRACKS, State


class Standing:
    """Scores of a match. What the map and the milestones are worth takes long, and is kept until a piece is placed."""

    def __init__(self, t: Lookup) -> None:
        self.t = t
        self._held: tuple[tuple[Any, ...], list[int]] = ((), [])
        self._resources: dict[tuple[int, int, int, int], int] = {}
        self._income: dict[tuple[int, ...], int] = {}

    def __call__(self, s: State, turn: list[int]) -> bytes:
        """The scores of all players in some order."""
        scores = self.scores(s)
        return below_zero_too([scores[player] for player in turn], SEATS)

    def scores(self, s: State) -> list[int]:
        """The score of each player, Barons too."""
        n = self.t.solo.n
        found = []
        for player, points in enumerate(self.pieces(s)):
            if player < s.seats:
                found.append(points + s.vp[player] + self.means(s, player))
            else:
                means = s.thaler[player] * n.baron_thaler_vp + s.supply[player] * n.baron_worker_vp
                found.append(points + s.vp[player] + means)
        return found

    def means(self, s: State, seat: int) -> int:
        """Points for resources, income and markers on 0. What resources are worth is kept but for whole points of
        thalers: those are added, so that the same means come again."""
        t, start, first = self.t, ROWS * seat, TRACKS * seat
        thaler = s.thaler[seat]
        whole, rest = divmod(thaler, t.n.thaler_per_vp)
        key = (rest, s.supply[seat], s.reserve[seat], sum(s.uranium[start : start + ROWS]))
        points = self._resources.get(key)
        if points is None:
            points = self._resources[key] = final_scoring.resource_points(t, s, seat) - whole
        places = tuple(s.income[first : first + TRACKS])
        income = self._income.get(places)
        if income is None:
            income = self._income[places] = final_scoring.income_points(t, s, seat)
        return points + whole + income + s.zeros[seat] * t.n.zero_marker_vp

    def pieces(self, s: State) -> list[int]:
        """Points for milestones, powered buildings and the last technology."""
        source = (
            s.urban,
            s.powered,
            s.markers,
            s.tech,
            s.mine_site,
            s.turbine_site,
            s.rail_owner,
            s.milestone,
            s.options,
        )
        held = self._held
        if held[0] != source:
            held = self._held = (source, [self._pieces(s, player) for player in range(s.players)])
        return held[1]

    def _pieces(self, s: State, player: int) -> int:
        t = self.t
        points = final_scoring.powered_points(t, s, player)
        if player >= s.seats:
            return points + end.milestone_points(t, s, player)
        return points + final_scoring.milestone_points(t, s, player) + final_scoring.ultimate_points(t, s, player)
