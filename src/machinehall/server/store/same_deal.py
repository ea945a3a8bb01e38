"""The same deal as in another match: its set-up again, and what chance brought later in the same order.

What was drawn from a stack comes again as long as it is still there, so two tables of one deal turn up the same cards
whoever draws them. What can come twice, such as a roll, is drawn by the number of the decision: the same at all tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from machinehall.kernel.actions import draw
from machinehall.kernel.title import Title
from machinehall.kernel.values import Action
from machinehall.school.lesson_match import known_luck

SAME_DEAL = "told.same_deal"
"""Marks a match with the deal of another one."""
BETWEEN = "|"


class Deal(NamedTuple):
    """What chance brought in a match."""

    luck: str
    set_up: tuple[str, ...]
    """Before anybody decided anything."""
    later: tuple[str, ...]
    """What came afterwards, of kinds of which nothing comes twice."""

    def pick(self, title: Title, outcomes: Sequence[tuple[Action, int]], number: int) -> Action:
        """What chance brings now: one of the outcomes, whatever is asked."""
        known = {title.text(action): action for action, _ in outcomes}
        wanted = self.set_up[number : number + 1] if number < len(self.set_up) else self.later
        found = next((known[text] for text in wanted if text in known), None)
        return draw(outcomes, known_luck(self.luck, number)) if found is None else found


def dealt(luck: str, lines: Sequence[str]) -> Deal:
    """The deal of a match, from the lines of its log."""
    rows = [line.partition(" ") for line in lines]
    first = next((k for k, (who, _, _) in enumerate(rows) if who != "*"), len(rows))
    drawn = [text for who, _, text in rows if who == "*"]
    often = {text.split()[0] for text, count in Counter(drawn).items() if count > 1}
    later = (text for who, _, text in rows[first:] if who == "*" and text.split()[0] not in often)
    return Deal(luck, tuple(drawn[:first]), tuple(later))


def deal_told(deal: Deal) -> str:
    """What a table is told of it; the outcomes themselves are kept, but told to nobody."""
    mark = {"message": SAME_DEAL, "args": [], "rev": 1, "origin": deal.luck}
    kept = {"deal": BETWEEN.join(deal.set_up), "later": BETWEEN.join(deal.later)}
    return msgspec.json.encode([mark | kept]).decode()


def told_deal(told: str | None) -> Deal | None:
    """The deal that a table plays; None: one of its own."""
    for row in msgspec.json.decode(told) if told else ():
        if row["message"] == SAME_DEAL:
            set_up, later = (tuple(filter(None, row[key].split(BETWEEN))) for key in ("deal", "later"))
            return Deal(row["origin"], set_up, later)
    return None
