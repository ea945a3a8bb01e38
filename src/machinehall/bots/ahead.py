"""Where choices lead if all go on as was learned: up to the own next turn, many choices side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Action, Event

from .luck import Luck
from .policy import Kept, Learned, foremost

REPLIES = 4
"""Where nobody says when a turn begins, a seat is asked again to reply to others: so many times it counts as one turn.
What a net foretells in the middle of it errs by more than choices differ."""


def never() -> bool:
    """As long as it takes."""
    return False


class Way:
    """A choice that is carried out and then played on."""

    __slots__ = ("events", "kept", "luck", "others", "state", "turns")

    def __init__(self, state: Any, luck: Luck) -> None:
        self.state, self.luck = state, luck
        self.events: Sequence[Event] = ()
        """What the last decision brought about."""
        self.turns = 1
        """Own turns that are still to begin."""
        self.others = False
        """Whether others have decided since the seat did."""
        self.kept: dict[int, Kept] = {}


class Ahead:
    """Plays on in thought."""

    def __init__(self, title: Title, net: Learned) -> None:
        self.title, self.net = title, net
        self.turn_begins = {name for name, kind in title.events.items() if kind.turn}
        self.kept: dict[int, Kept] = {}
        """Of a position that was seen early, by the seat that looks: those on all ways differ little from it."""
        self.near: set[int] = set()
        """Seats that have looked since ways were last begun."""

    def likely(self, state: Any, seat: int, legal: Sequence[Action], most: int) -> list[Action]:
        """What the net takes most readily, the first first; all of what it was never asked."""
        if len(legal) == 1 or state.stack[-1][0] in self.title.minds.once:
            return list(legal)
        return foremost(self.net.ready(self.net.body(state, seat), legal), most)

    def reach(
        self,
        ways: Sequence[Way],
        seat: int,
        actions: Sequence[Action],
        turns: int = 1,
        late: Callable[[], bool] = never,
    ) -> None:
        """Play choices and go on until the seat decides again, so many turns later, or it is over or too late. In a
        title that does not say where turns begin, some replies make one. All go on side by side: a net answers many
        questions at once in little more time than one."""
        for way, action in zip(ways, actions, strict=True):
            way.turns = turns if self.turn_begins else turns * REPLIES
            way.events = self.title.apply(way.state, seat, action, check=False)
        self.near.clear()
        going = list(ways)
        while going:
            found = [(way, self.question(way, seat, late)) for way in going]
            asked = [(way, *question) for way, question in found if question is not None]
            self.answer(asked)
            going = [way for way, _, _ in asked]

    def question(self, way: Way, seat: int, late: Callable[[], bool]) -> tuple[int, Sequence[Action]] | None:
        """Go on to what somebody has to choose: who, and among what. None: the way has come to its end."""
        title, state = self.title, way.state
        while state.stack:
            way.turns -= any(event.kind in self.turn_begins and event.args[0] == seat for event in way.events)
            if state.stack[-1][1] == CHANCE:
                way.events = title.apply(state, CHANCE, way.luck.draw(title.chance(state)), check=False)
                continue
            who = min(title.to_act(state))
            if who == seat and way.others and not self.turn_begins:
                way.turns, way.others = way.turns - 1, False
            if (who == seat and way.turns <= 0) or late():
                return None
            way.others |= who != seat
            legal = title.legal(state, who)
            if len(legal) > 1:
                return who, legal
            way.events = title.apply(state, who, legal[0], check=False)
        return None

    def answer(self, asked: Sequence[tuple[Way, int, Sequence[Action]]]) -> None:
        """Everybody does what the net does most readily."""
        if not asked:
            return
        bodies = self.net.bodies(
            [(way.state, who) for way, who, _ in asked], [self.memory(way, who) for way, who, _ in asked]
        )
        for body, (way, who, legal) in zip(bodies, asked, strict=True):
            first = int(self.net.readiness(body, legal).argmax())
            way.events = self.title.apply(way.state, who, legal[first], check=False)

    def memory(self, way: Way, who: int) -> Kept:
        """What is kept of the last position that a seat saw on this way."""
        if who not in self.near:
            self.near.add(who)
            self.net.look(way.state, who, self.kept.setdefault(who, self.net.blank.copy()))
        if who not in way.kept:
            way.kept[who] = self.kept[who].copy()
        return way.kept[who]

    def hopes(self, ways: Sequence[Way], seat: int) -> list[float]:
        """What the lead is where ways have come to, and what the net thinks that it will still grow by."""
        standing = [self.standing(way.state, seat) for way in ways]
        there = [k for k, way in enumerate(ways) if way.state.stack]
        if there:
            asked = [ways[k] for k in there]
            bodies = self.net.bodies([(way.state, seat) for way in asked], [self.memory(way, seat) for way in asked])
            for k, worth in zip(there, self.net.worths(bodies), strict=True):
                standing[k] += worth
        return standing

    def standing(self, state: Any, seat: int) -> float:
        """The lead over the best other, seats and automata, if the match ended here."""
        outcome = self.title.score(self.title.lookup, state)
        others = [score for other, score in enumerate(outcome.scores) if other != seat]
        return float(outcome.scores[seat] - max([*others, *(each.score for each in outcome.automata)]))
