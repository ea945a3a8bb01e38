"""A review as data: what is kept with a match, told as JSON, and shown."""

from __future__ import annotations

import math
from collections.abc import Collection

import msgspec

VERSION = 8
"""Of the form below, and of how it is worked out; older reviews are made anew."""
FORCED, OBVIOUS, REAL, EARLY = "forced", "obvious", "real", "early"
"""Turns without a choice, with one that nobody misses, and those that count; turns of the set-up are not judged."""

LEVELS = ("apprentice", "journeyman/700")
"""Levels of bots that are asked how hard a turn was to find."""
NAMED = 0.5
"""Of a small loss: from so much on a turn is a fault, if that is sure."""


class Figure(msgspec.Struct, frozen=True):
    """A number with its standard error."""

    value: float
    error: float = 0.0

    def __add__(self, other: Figure) -> Figure:
        return Figure(self.value + other.value, math.hypot(self.error, other.error))

    def times(self, factor: float) -> Figure:
        return Figure(self.value * factor, self.error * abs(factor))


NOTHING = Figure(0.0)


class Point(msgspec.Struct, frozen=True):
    """What was to be expected at a position."""

    number: int
    """Decisions before it, chance among them, as in replays."""
    scores: list[float]
    deviation: list[float]
    win: list[float]
    leads: list[float]
    automata: list[float] = []


class Drawn(msgspec.Struct, frozen=True):
    """What one kind of chance brought a seat, all its draws together."""

    kind: str
    """Of the frame in which chance decided."""
    gain: Figure


class Account(msgspec.Struct, frozen=True):
    """Why a seat ended as it did: start + own + luck + others + residual = final, to the last digit."""

    seat: int
    start: Figure
    own: Figure
    luck: Figure
    others: Figure
    residual: Figure
    final: float
    """The lead over the best other, automata among them."""
    lucks: list[Drawn] = []
    """Luck by what was drawn; together it is the luck above."""


class Change(msgspec.Struct, frozen=True):
    """Expected final points from one source, after the turn played and after the better one."""

    source: str
    played: float
    better: float

    @property
    def differs(self) -> float:
        return self.better - self.played


class Cause(msgspec.Struct, frozen=True):
    """Something that happened in the turn played, in the better one or in both, and what it changed of the expectation
    there: by source, in the order of `changes`, at last by what the best other was expected to score."""

    action: str
    """As in records; empty: all that follows until the turn comes back."""
    played: list[float] | None = None
    """None: it is not in this turn."""
    better: list[float] | None = None

    def adds(self, source: int) -> float:
        """What it adds to the difference between both turns."""
        return (self.better[source] if self.better else 0.0) - (self.played[source] if self.played else 0.0)


class TurnReview(msgspec.Struct):
    """One turn of a seat."""

    number: int
    """Counted from 1 over all seats."""
    seat: int
    first: int
    """The position before it, by the number of decisions."""
    last: int
    """The position after its last decision."""
    kind: str
    actions: list[str]
    """What was done, in the notation of records."""
    loss: Figure | None = None
    """Points of lead given away against the best turn found; None: not judged."""
    searched: bool = False
    """Lines were played on in worlds, not only looked at."""
    worlds: int = 0
    ended: bool = False
    """They were played to their end: the figures are what came of it, no judge's opinion."""
    fault: bool = False
    grade: int = 0
    """1 small, 2 middling, 3 large."""
    better: list[str] = []
    changes: list[Change] = []
    """By source, for the seat itself."""
    other: tuple[float, float] | None = None
    """The best other's expected score after the turn played and after the better one."""
    causes: list[Cause] = []
    """What makes the differences; of a fault, if the judge can tell. For each source they add up to its difference."""
    win: tuple[float, float] | None = None
    found_by: list[str] | None = None
    """Levels of bots that find the better turn; None: they were not asked."""
    """Levels of bots that find a turn as good as the better one."""
    punished: bool | None = None
    good: Figure | None = None
    """What the levels of bots play there is so far behind a turn that no other beats; None: one plays as well."""


class Part(msgspec.Struct, frozen=True):
    """A third of a match, for one seat."""

    first: int
    last: int
    """Numbers of its first and last turn, over all seats."""
    real: int
    """Turns of the seat that count."""
    given: Figure
    """Points given away for each of them."""


class SeatReview(msgspec.Struct):
    """What a review says of one seat."""

    account: Account
    real: int
    """Turns that count."""
    given: Figure
    """Points given away for each of them."""
    percent: int | None
    keys: list[int]
    """Numbers of the key turns, in the order of play."""
    parts: list[Part] = []
    """The beginning, the middle and the end of the match; none of one that is too short, or in older reviews."""
    hidden: bool = False
    """Whoever sits there keeps their marks to themselves: this copy is for others."""


class Review(msgspec.Struct):
    """The whole."""

    version: int
    judge: str
    title: str
    seats: list[SeatReview]
    sources: list[str]
    bands: tuple[float, float, float]
    points: list[Point]
    turns: list[TurnReview]
    searched: int
    """Turns that were searched by now, of so many that are to be."""
    to_search: int
    seconds: float = 0.0
    looked: bool = True
    """Whether all turns were looked at; before that nobody knows which are to be searched."""
    left: int = 0
    """Doubtful turns that were not searched, for want of time."""
    ended: bool = True
    """Whether nothing more comes: after the search doubtful turns are asked once more, and levels of bots for all."""

    @property
    def searching_done(self) -> bool:
        """Whether all turns were searched that are to be. Then some are asked once more, and levels of bots."""
        return self.looked and self.searched >= self.to_search

    @property
    def whole(self) -> bool:
        return self.ended and self.searching_done

    def stopped(self) -> Review:
        """The same where it goes no further: what was found stays, the rest is left."""
        left = self.left + self.to_search - self.searched
        return msgspec.structs.replace(self, to_search=self.searched, left=left, ended=True)

    def going_on(self) -> Review:
        """The same where what was left is taken up again."""
        return msgspec.structs.replace(self, to_search=self.to_search + self.left, left=0)

    def without(self, seats: Collection[int]) -> Review:
        """The same for readers from whom some seats hide their marks: curve and account stay."""
        if not seats:
            return self
        turns = [bare(turn) if turn.seat in seats else turn for turn in self.turns]
        shown = [
            msgspec.structs.replace(own, given=NOTHING, percent=None, keys=[], parts=[], hidden=True)
            if seat in seats
            else own
            for seat, own in enumerate(self.seats)
        ]
        return msgspec.structs.replace(self, turns=turns, seats=shown)


def bare(turn: TurnReview) -> TurnReview:
    """A turn of which only is told what was done."""
    return TurnReview(turn.number, turn.seat, turn.first, turn.last, turn.kind, turn.actions)
