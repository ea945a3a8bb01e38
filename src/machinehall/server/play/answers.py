"""Answers that the table gives itself: where there is no other, and where a player has said so beforehand.

Both are ordinary decisions of the seat: they stand in the log and in the journal, in the line of the decision that they
follow. No time passes, so it must tell nothing:

- A single answer is given only if everybody can work out that it is one (`kernel.questions`). Otherwise the seat is
  asked, as anybody would be who has more to choose from.
- What a player sets beforehand is given whatever the seat holds. That it comes at once tells the others that it was
  set, not what for; and it can be set with anything in hand.

What is set is kept in the memory of this process, for one phase of the match; it is told to nobody else. Where it is
lost, the seat is asked as before.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

from machinehall.kernel.match import Match
from machinehall.kernel.questions import only_answer
from machinehall.kernel.values import CHANCE, Action

from .table import Table

MOST_TABLES = 5_000
"""Tables for which something is kept, the latest."""
MOST_ANSWERS = 200
"""Answers after one decision; a bound for rules that would go round in a circle."""


class Standing(NamedTuple):
    """An answer to all questions of some kinds, for as long as it is good."""

    kinds: tuple[str, ...]
    until: object
    """What the title's `Beforehand.until` said when it was set."""


class Answers:
    """What the table answers for people."""

    def __init__(self) -> None:
        self._set: OrderedDict[str, dict[int, Standing]] = OrderedDict()

    def of(self, table: Table, seat: int) -> tuple[str, ...]:
        """The kinds of question that a seat has answered beforehand and still does."""
        found = self._set.get(table.id, {}).get(seat)
        rule = table.live.title.beforehand
        if found is None or rule is None or rule.until(table.live.state) != found.until:
            return ()
        return found.kinds

    def set(self, table: Table, seat: int, kind: str) -> None:
        """From now on a seat answers all questions of a kind in the same way, until that is no longer good."""
        rule = table.live.title.beforehand
        assert rule is not None
        kinds = tuple(dict.fromkeys((*self.of(table, seat), kind)))
        here = self._set.setdefault(table.id, {})
        here[seat] = Standing(kinds, rule.until(table.live.state))
        self._set.move_to_end(table.id)
        while len(self._set) > MOST_TABLES:
            self._set.popitem(last=False)

    def clear(self, table: Table, seat: int) -> None:
        """The seat is asked again."""
        self._set.get(table.id, {}).pop(seat, None)

    def follow(self, table: Table) -> None:
        """After a decision at a locked table, give what is to be answered without asking; nothing is committed here."""
        live = table.live
        if table.lesson:  # a lesson explains each step
            return
        for _ in range(MOST_ANSWERS):
            if not any(self._answer(table, seat) for seat in live.to_act if seat != CHANCE):
                break

    def _answer(self, table: Table, seat: int) -> bool:
        row, live = table.seats[seat], table.live
        if row.kind != "person" or row.left or row.away:
            return False
        only = only_answer(live.title, live.state, seat)
        given = (ready(live, seat, kind) for kind in self.of(table, seat))
        action = only or next(filter(None, given), None)
        if action is None:
            return False
        live.play(action, seat, forced=only is not None)
        return True


def ready(match: Match, seat: int, kind: str) -> Action | None:
    """The answer to a kind of question that can be given beforehand, if it is what a seat is asked now."""
    rule, asked = match.title.beforehand, match.title.decision(match.state, seat)
    if rule is None or asked is None or asked[0] != kind:
        return None
    action = match.title.parse(rule.answers[kind])
    return action if action in match.legal(seat) else None
