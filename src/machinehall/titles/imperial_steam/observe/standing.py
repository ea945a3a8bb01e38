"""What each seat would have if the match ended now (chapter 11), for learners."""

from __future__ import annotations

from typing import Any

from machinehall.kernel.observation import below_zero_too
from machinehall.titles.imperial_steam.lookup import Lookup
from machinehall.titles.imperial_steam.options import HIDDEN_MONEY
from machinehall.titles.imperial_steam.rules import final_scoring
from machinehall.titles.imperial_steam.state import GOODS, ROWS, State

SEAT_SLOTS = 4
MANY = 20_000
"""Standings that are kept, before all are dropped."""


class Standing:
    """Scores of a match. What lies on the board takes long, and is kept until it changes."""

    def __init__(self, t: Lookup) -> None:
        self.t = t
        self._held: tuple[tuple[Any, ...], list[int]] = ((), [])
        self._seen: tuple[tuple[Any, ...], list[int]] = ((), [])
        self._standing: dict[tuple[int, ...], int] = {}
        self._now: tuple[tuple[Any, ...], list[int]] = ((), [])

    def __call__(self, s: State, seat: int) -> bytes:
        """The scores, the own one first; those of others would tell what money they have (IS-2.21)."""
        scores = self.scores(s)
        if s.options[HIDDEN_MONEY]:
            return below_zero_too(scores[seat : seat + 1], SEAT_SLOTS)
        return below_zero_too(scores[seat:] + scores[:seat], SEAT_SLOTS)

    def scores(self, s: State) -> list[int]:
        """IS-11.1 to IS-11.10 for each seat."""
        t, pieces = self.t, self.pieces(s)
        now = self._now
        if now[0] != (pieces, s.money, s.goods, s.dividends):
            found = []
            for seat, points in enumerate(pieces):
                points += s.money[seat] + t.n.good_value * sum(s.goods[GOODS * seat : GOODS * seat + GOODS])
                found.append(points - final_scoring.dividend(t, points, s.dividends[seat]))
            now = self._now = ((pieces, s.money[:], s.goods[:], s.dividends[:]), found)
        return now[1]

    def pieces(self, s: State) -> list[int]:
        """Income, keys, metropolises, contracts and routes."""
        seen = (s.influence, s.passengers, s.stations, s.semmering, s.keys, s.metropolises)
        if self._seen[0] != seen:
            copies = tuple([part[:] if type(part) is list else part for part in seen])
            self._seen = (copies, [self.standing(s, seat) for seat in range(s.seats)])
        found = self._seen[1]
        source = (s.tracks, s.factories, s.contracts, s.standing)
        held = self._held
        if held[0] != source:
            held = self._held = (tuple([part[:] for part in source]), self.contracts(s))
        return [a + b for a, b in zip(found, held[1], strict=True)] if held[1] else found

    def standing(self, s: State, seat: int) -> int:
        """Income, keys and metropolises of a seat, kept for what comes again."""
        stations = s.stations[ROWS * seat : ROWS * seat + ROWS]
        key = (seat, s.influence[seat], s.passengers[seat], s.semmering, *stations, *s.keys, *s.metropolises)
        points = self._standing.get(key)
        if points is None:
            if len(self._standing) >= MANY:
                self._standing = {}
            t = self.t
            factor = t.n.semmering_factor if s.semmering == seat else 1
            points = factor * final_scoring.income(t, s, seat) + final_scoring.key_value(t, s, seat)
            points = self._standing[key] = points + final_scoring.matched(t, s, seat)
        return points

    def contracts(self, s: State) -> list[int]:
        """Contracts and routes of all seats, which count once Trieste is reached; nothing before."""
        t = self.t
        if not final_scoring.reached(t, s):
            return []
        fees = final_scoring.route_money(t, s)
        return [final_scoring.contract_money(t, s, seat) + fees[seat] for seat in range(s.seats)]
