"""What each player would score if the match ended now (chapters 18 and 23), for learners."""

from __future__ import annotations

from typing import Any

from machinehall.kernel.observation import below_zero_too
from machinehall.titles.nucleum.lookup import SEATS, Lookup
from machinehall.titles.nucleum.rules import final_scoring
from machinehall.titles.nucleum.rules.baron import end
from machinehall.titles.nucleum.state import State


class Standing:
    """Scores of a match. What the map and the milestones are worth takes long, and is kept until a piece is placed."""

    def __init__(self, t: Lookup) -> None:
        self.t = t
        self._held: tuple[tuple[Any, ...], list[int]] = ((), [])

    def __call__(self, s: State, seat: int) -> bytes:
        """The scores, the own one first."""
        n = s.players
        scores = self.scores(s)
        return below_zero_too([scores[(seat + i) % n] for i in range(n)]).ljust(3 * SEATS, b"\0")

    def scores(self, s: State) -> list[int]:
        """The score of each player, Barons too."""
        t, found = self.t, []
        for player, points in enumerate(self.pieces(s)):
            points += s.vp[player]
            if player < s.seats:
                points += s.zeros[player] * t.n.zero_marker_vp + final_scoring.resource_points(t, s, player)
                points += final_scoring.income_points(t, s, player)
            else:
                n = t.solo.n
                points += s.thaler[player] * n.baron_thaler_vp + s.supply[player] * n.baron_worker_vp
            found.append(points)
        return found

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
            copies = tuple([part[:] if type(part) is list else part for part in source])
            held = self._held = (copies, [self._pieces(s, player) for player in range(s.players)])
        return held[1]

    def _pieces(self, s: State, player: int) -> int:
        t = self.t
        points = final_scoring.powered_points(t, s, player)
        if player >= s.seats:
            return points + end.milestone_points(t, s, player)
        return points + final_scoring.milestone_points(t, s, player) + final_scoring.ultimate_points(t, s, player)
