"""What each seat would have if the match ended now (chapter 10), for learners."""

from __future__ import annotations

from typing import Any

from machinehall.kernel.observation import Scores, Watched, standing_row
from machinehall.kernel.observation import Standing as Common
from machinehall.titles.promethium.lookup import Lookup, bits
from machinehall.titles.promethium.rules.end_of_game import half_income
from machinehall.titles.promethium.state import SEATS, State


class Standing(Common[State]):
    """Scores of a match. What waiting cards are worth is kept until one of them changes."""

    def __init__(self, t: Lookup) -> None:
        super().__init__(self.rows)
        self.t, self.width = t, len(t.elements)
        self.minerals = list(zip(t.minerals, t.mineral_pounds, strict=True))
        self._cards = Watched(self.cards)

    def source(self, s: State) -> tuple[Any, ...]:
        """What scores are made of (PR-10.1, PR-10.2)."""
        cards = self._cards.made(s, (s.realised, s.active, s.cubes, s.improvements))
        return s.money, s.promethium, s.lobby, s.elements, cards

    def rows(
        self, money: list[int], promethium: list[int], lobby: tuple[int, ...], elements: list[int], cards: list[int]
    ) -> Scores:
        """The sum of each seat; money, whole, and scores as they are written, in the order of the table."""
        token, gram = self.t.n.lobby_end_value, self.t.n.promethium_end_value
        scores, base = [], SEATS * self.width
        for pounds, grams, tokens, points in zip(money, promethium, lobby, cards, strict=True):
            points += pounds + grams * gram + tokens * token
            for k, worth in self.minerals:
                points += elements[base + k] * worth
            scores.append(points)
            base += self.width
        return scores, standing_row(money, scores)

    def cards(self, s: State) -> list[int]:
        """Half the income of the cards of each seat that were realised but never activated."""
        waiting = [realised & ~active for realised, active in zip(s.realised, s.active, strict=True)]
        return [sum([half_income(self.t, s, seat, card) for card in bits(m)]) for seat, m in enumerate(waiting)]
