"""What each seat would have if the match ended now (chapter 11), for learners."""

from __future__ import annotations

from typing import Any

from machinehall.kernel.observation import Scores, Watched, standing_row
from machinehall.kernel.observation import Standing as Common
from machinehall.titles.imperial_steam.lookup import Lookup
from machinehall.titles.imperial_steam.rules import final_scoring
from machinehall.titles.imperial_steam.state import GOODS, State

Pieces = tuple[list[int], list[int], list[int]]
"""What each seat has beside money and influence; the tenths that it keeps (IS-11.10); what metropolises bring by the
column that a player has reached."""


class Standing(Common[State]):
    """Scores of a match (IS-11.1 to IS-11.10). What lies on the board takes long, and is kept until it changes."""

    def __init__(self, t: Lookup) -> None:
        super().__init__(rows)
        self.t = t
        self._reached: tuple[tuple[int, ...], bool] = ((), False)
        self._hubs = Watched(self.hubs)
        self._pieces = Watched(self.pieces)

    def source(self, s: State) -> tuple[Any, ...]:
        """What scores are made of: what changes often, and all the rest. Contracts and routes count once Trieste is
        reached."""
        hubs = self._hubs.made(s, (s.passengers, s.stations, s.keys, s.metropolises, (s.semmering,)))
        routes = (s.tracks, s.factories, s.contracts, s.standing) if self.reached(s) else ()
        pieces = self._pieces.made(s, (hubs, s.goods, s.dividends, *routes))
        return s.money, s.influence, pieces

    def reached(self, s: State) -> bool:
        """IS-10.1: whether any network contains Trieste."""
        held = self._reached
        if held[0] != s.tracks:
            held = self._reached = (s.tracks, final_scoring.reached(self.t, s))
        return held[1]

    def hubs(self, s: State) -> tuple[list[int], list[int]]:
        """Income and keys of each seat; what metropolises bring by column (IS-11.4)."""
        t = self.t
        points = [final_scoring.income(t, s, seat) for seat in range(s.seats)]
        if s.semmering >= 0:
            points[s.semmering] *= t.n.semmering_factor
        points = [more + final_scoring.key_value(t, s, seat) for seat, more in enumerate(points)]
        matched = [sum([i >= column for column in s.metropolises]) for i in range(t.last_column + 1)]
        return points, [t.metropolis_bonus[many] for many in matched]

    def pieces(self, s: State) -> Pieces:
        """Those, goods, contracts and routes."""
        t, goods = self.t, s.goods
        hubs: tuple[list[int], list[int]] = self._hubs.made(
            s, (s.passengers, s.stations, s.keys, s.metropolises, (s.semmering,))
        )
        points, bonus = hubs
        worth, tenths, last = t.n.good_value, t.dividend_tenths, len(t.dividend_tenths) - 1
        held = [more + worth * sum(goods[GOODS * i : GOODS * i + GOODS]) for i, more in enumerate(points)]
        if self.reached(s):
            fees = final_scoring.route_money(t, s)
            held = [more + fees[i] + final_scoring.contract_money(t, s, i) for i, more in enumerate(held)]
        return held, [tenths[min(holders, last)] for holders in s.dividends], bonus


def rows(money: list[int], influence: list[int], pieces: Pieces) -> Scores:
    """The sum of each seat, less what shareholders take; nothing of a debt. Money, whole, and scores as they are
    written, in the order of the table."""
    held, kept, bonus = pieces
    scores = [
        total * tenths // 10 if (total := florins + bonus[column] + more) > 0 else total
        for florins, column, more, tenths in zip(money, influence, held, kept, strict=True)
    ]
    return scores, standing_row(money, scores)
