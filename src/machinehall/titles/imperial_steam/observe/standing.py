"""What each seat would have if the match ended now (chapter 11), for learners."""

from __future__ import annotations

from machinehall.kernel.rows import Standing as Common
from machinehall.kernel.rows import standing_row
from machinehall.titles.imperial_steam.lookup import Lookup
from machinehall.titles.imperial_steam.rules import final_scoring
from machinehall.titles.imperial_steam.state import GOODS, State


class Standing(Common[State]):
    """Scores of a position (IS-11.1 to IS-11.10). What lies on the board takes long, and is kept until it changes."""

    def __init__(self, t: Lookup, s: State, before: Standing | None = None) -> None:
        self.t, self.money, self.influence = t, s.money.copy(), s.influence.copy()
        self.pieces: Pieces = before.pieces if before is not None and before.pieces.holds(s) else Pieces(t, s, before)
        found = self.sums()
        super().__init__(found, standing_row(self.money, found))

    def holds(self, s: State) -> bool:
        return self.money == s.money and self.influence == s.influence and self.pieces.holds(s)

    def anew(self, s: State) -> Standing:
        return Standing(self.t, s, self)

    def sums(self) -> list[int]:
        """The sum of each seat, less what shareholders take; nothing of a debt. In the order of the table."""
        pieces, influence, found = self.pieces, self.influence, list[int]()
        for seat, florins in enumerate(self.money):
            total = florins + pieces.hubs.bonus[influence[seat]] + pieces.points[seat]
            found.append(total * pieces.tenths[seat] // 10 if total > 0 else total)
        return found


class Pieces:
    """What each seat has beside money and influence; the tenths that it keeps (IS-11.10). Contracts and routes count
    once Trieste is reached (IS-10.1)."""

    def __init__(self, t: Lookup, s: State, before: Standing | None) -> None:
        self.goods, self.dividends, self.tracks = s.goods.copy(), s.dividends.copy(), s.tracks
        self.factories, self.contracts, self.standing = s.factories, s.contracts, s.standing.copy()
        stays = before is not None and before.pieces.tracks is s.tracks
        self.reached: bool = before.pieces.reached if before is not None and stays else final_scoring.reached(t, s)
        stays = before is not None and before.pieces.hubs.holds(s)
        self.hubs: Hubs = before.pieces.hubs if before is not None and stays else Hubs(t, s)
        worth, last = t.n.good_value, len(t.dividend_tenths) - 1
        self.points = [
            more + worth * sum(s.goods[GOODS * i : GOODS * i + GOODS]) for i, more in enumerate(self.hubs.points)
        ]
        if self.reached:
            fees = final_scoring.route_money(t, s)
            self.points = [more + fees[i] + final_scoring.contract_money(t, s, i) for i, more in enumerate(self.points)]
        self.tenths = [t.dividend_tenths[min(holders, last)] for holders in s.dividends]

    def holds(self, s: State) -> bool:
        """Whether nothing of it has changed since."""
        return (
            self.goods == s.goods
            and self.dividends == s.dividends
            and self.tracks is s.tracks
            and (not self.reached or self.routes_hold(s))
            and self.hubs.holds(s)
        )

    def routes_hold(self, s: State) -> bool:
        """The same of what counts once Trieste is reached."""
        return self.factories is s.factories and self.contracts is s.contracts and self.standing == s.standing


class Hubs:
    """Income and keys of each seat; what metropolises bring by the column that a player has reached (IS-11.4)."""

    def __init__(self, t: Lookup, s: State) -> None:
        self.passengers, self.stations, self.keys = s.passengers, s.stations, s.keys
        self.metropolises, self.semmering = s.metropolises, s.semmering
        points = [final_scoring.income(t, s, seat) for seat in range(s.seats)]
        if s.semmering >= 0:
            points[s.semmering] *= t.n.semmering_factor
        self.points = [more + final_scoring.key_value(t, s, seat) for seat, more in enumerate(points)]
        matched = [sum([i >= column for column in s.metropolises]) for i in range(t.last_column + 1)]
        self.bonus = [t.metropolis_bonus[many] for many in matched]

    def holds(self, s: State) -> bool:
        """Whether nothing of it has changed since."""
        return (
            self.passengers is s.passengers
            and self.stations is s.stations
            and self.keys is s.keys
            and self.metropolises is s.metropolises
            and self.semmering == s.semmering
        )
