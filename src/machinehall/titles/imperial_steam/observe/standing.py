"""What each seat would have if the match ended now (chapter 11), for learners."""

from __future__ import annotations

from typing import Any

from machinehall.kernel.observation import below_zero_too
from machinehall.titles.imperial_steam.lookup import Lookup
from machinehall.titles.imperial_steam.options import HIDDEN_MONEY
from machinehall.titles.imperial_steam.rules import final_scoring
from machinehall.titles.imperial_steam.state import GOODS, State

SEAT_SLOTS = 4


class Standing:
    """Scores of a match. What lies on the board takes long, and is kept until it changes."""

    def __init__(self, t: Lookup) -> None:
        self.t = t
        self._held: tuple[tuple[Any, ...], list[int]] = ((), [])

    def __call__(self, s: State, seat: int) -> bytes:
        """The scores, the own one first; those of others would tell what money they have (IS-2.21)."""
        n, hidden = s.seats, s.options[HIDDEN_MONEY]
        scores = self.scores(s)
        turn = [(seat + i) % n for i in range(n)]
        told = [scores[i] if i == seat or not hidden else 0 for i in turn]
        return below_zero_too(told).ljust(3 * SEAT_SLOTS, b"\0")

    def scores(self, s: State) -> list[int]:
        """IS-11.1 to IS-11.10 for each seat."""
        t, found = self.t, []
        for seat, points in enumerate(self.pieces(s)):
            points += s.money[seat] + t.n.good_value * sum(s.goods[GOODS * seat : GOODS * seat + GOODS])
            found.append(points - final_scoring.dividend(t, points, s.dividends[seat]))
        return found

    def pieces(self, s: State) -> list[int]:
        """Income, keys, metropolises, contracts and routes."""
        source = (
            s.tracks,
            s.stations,
            s.passengers,
            s.factories,
            s.contracts,
            s.keys,
            s.influence,
            s.standing,
            s.metropolises,
            s.semmering,
        )
        held = self._held
        if held[0] != source:
            copies = tuple([part[:] if type(part) is list else part for part in source])
            held = self._held = (copies, self._pieces(s))
        return held[1]

    def _pieces(self, s: State) -> list[int]:
        t = self.t
        done = final_scoring.reached(t, s)
        fees = final_scoring.route_money(t, s) if done else [0] * s.seats
        found = []
        for seat in range(s.seats):
            factor = t.n.semmering_factor if s.semmering == seat else 1
            points = factor * final_scoring.income(t, s, seat) + final_scoring.key_value(t, s, seat)
            points += final_scoring.matched(t, s, seat) + fees[seat]
            found.append(points + final_scoring.contract_money(t, s, seat) if done else points)
        return found
