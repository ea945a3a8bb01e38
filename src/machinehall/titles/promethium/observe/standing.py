"""What each seat would have if the match ended now (chapter 10), for learners."""

from __future__ import annotations

from machinehall.kernel.rows import Standing as Common
from machinehall.kernel.rows import standing_row
from machinehall.titles.promethium.lookup import Lookup, bits
from machinehall.titles.promethium.rules.end_of_game import half_income
from machinehall.titles.promethium.state import SEATS, State


class Standing(Common[State]):
    """Scores of a position (PR-10.1, PR-10.2)."""

    def __init__(self, t: Lookup, s: State, before: Standing | None = None) -> None:
        self.t, self.money, self.promethium = t, s.money.copy(), s.promethium.copy()
        self.lobby, self.elements = s.lobby, s.elements.copy()
        self.waiting: Waiting = before.waiting if before is not None and before.waiting.holds(s) else Waiting(t, s)
        found = self.sums()
        super().__init__(found, standing_row(self.money, found))

    def holds(self, s: State) -> bool:
        return (
            self.money == s.money
            and self.promethium == s.promethium
            and self.elements == s.elements
            and self.lobby is s.lobby
            and self.waiting.holds(s)
        )

    def anew(self, s: State) -> Standing:
        return Standing(self.t, s, self)

    def sums(self) -> list[int]:
        """The sum of each seat, in the order of the table."""
        t, elements, points, found = self.t, self.elements, self.waiting.points, list[int]()
        token, gram, width = t.n.lobby_end_value, t.n.promethium_end_value, len(t.elements)
        for seat, money in enumerate(self.money):
            more, base = self.promethium[seat] * gram + self.lobby[seat] * token, (SEATS + seat) * width
            for i, k in enumerate(t.minerals):
                more += elements[base + k] * t.mineral_pounds[i]
            found.append(points[seat] + money + more)
        return found


class Waiting:
    """Half the income of the cards of each seat that were realised but never activated: kept until one changes."""

    def __init__(self, t: Lookup, s: State) -> None:
        self.realised, self.active, self.cubes, self.improvements = s.realised, s.active, s.cubes, s.improvements
        waiting = [realised & ~s.active[seat] for seat, realised in enumerate(s.realised)]
        self.points = [sum([half_income(t, s, seat, card) for card in bits(m)]) for seat, m in enumerate(waiting)]

    def holds(self, s: State) -> bool:
        """Whether none has changed since."""
        return (
            self.realised is s.realised
            and self.active is s.active
            and self.cubes is s.cubes
            and self.improvements is s.improvements
        )
