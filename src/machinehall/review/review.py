"""A review from beginning to end, in two stages: first all positions are judged, then turns are looked into.

for found in reviews(match):    # better each time; the last is whole
    ...
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean

from machinehall.bots.hints import Late
from machinehall.kernel.match import Match
from machinehall.kernel.values import MachineHallError

from .account import Weighing, accounts, given_away, percent, punished
from .course import Course, Luck, Played, course_of, way
from .judge import Judge, judge_for
from .lines import Effort, Line, Look, Pair
from .many import thirds
from .net_lines import explorer_for
from .shapes import (
    EARLY,
    FORCED,
    LEVELS,
    NAMED,
    OBVIOUS,
    REAL,
    VERSION,
    Change,
    Figure,
    Part,
    Point,
    Review,
    SeatReview,
    TurnReview,
)

KEYS = 5
FEWEST = 12
"""Turns of a match below which figures by turn say nothing."""
ASKED_AGAIN = 6
"""Turns of a match that the judge finds no worse, and that are played to the end all the same."""
GOOD = 2
"""Turns of each seat that are held against what the levels of bots play there."""
SURE = 2.0
"""Standard errors beyond which a loss is a fault."""


class NotOver(MachineHallError):
    """Only a match that is over is reviewed."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a review may cost."""

    effort: Effort | None = None
    """None: as suits the judge."""
    searches: int = 12
    """Turns of each seat that are searched."""
    seconds: float | None = None
    """Of the processor's time: after so long no more turns are searched. Beside other work it takes longer."""
    levels: tuple[str, ...] = LEVELS
    seed: int = 0
    begun: Review | None = None
    """A review that stopped: turns that were searched there are not searched again."""


def review(match: Match, judge: Judge | None = None, plan: Plan | None = None) -> Review:
    """The whole review of a match that is over."""
    *_, found = reviews(match, judge, plan)
    return found


def reviews(match: Match, judge: Judge | None = None, plan: Plan | None = None) -> Iterator[Review]:
    """The review as it grows: curve and account at once, then losses, then one searched turn after the other."""
    if match.outcome is None:
        raise NotOver("the match is not over: only then it can be reviewed")
    if match.base:
        raise NotOver("the match began with a position that was set up: its beginning is not known")
    return Reviewer(match, judge or judge_for(match.title), plan or Plan()).run()


class Reviewer:
    """Makes one review."""

    def __init__(self, match: Match, judge: Judge, plan: Plan) -> None:
        self.judge, self.plan = judge, plan
        self.began = time.perf_counter()
        self.out_of_time = Late(plan.seconds) if plan.seconds is not None else None
        self.course: Course = course_of(match)
        self.explorer = explorer_for(match.title, judge, f"{plan.seed}/review", plan.effort)
        self.points: list[Point] = []
        self.lucks: list[Luck] = []
        self.turns = [self.blank(played) for played in self.course.turns]
        self.looked: dict[int, float] = {}
        """What a first look made of turns that were searched since."""
        self.doubts: dict[int, float] = {}
        """What each turn may have given away, by the judge or by the evaluation."""
        self.lines: dict[int, Line] = {}
        self.pairs: dict[int, Pair] = {}
        """What comparing brought, for turns that were searched and are no faults."""
        self.order: list[int] = []
        """Turns that are to be searched, the largest losses first."""
        self.searched = self.left = 0
        self.has_looked = self.has_ended = False

    def run(self) -> Iterator[Review]:
        self.judge_positions()
        yield self.told()
        self.look_at_turns()
        self.has_looked = True
        self.order = self.to_search()
        yield self.told()
        self.take_over()
        for place in self.order[self.searched :]:
            if self.late():
                break
            self.search(self.turns[place])
            self.searched += 1
            yield self.told()
        self.left = len(self.order) - self.searched
        self.order = self.order[: self.searched]
        self.ask_again()
        self.ask_levels()
        self.praise()
        self.has_ended = True
        yield self.told()

    def late(self) -> bool:
        return self.out_of_time is not None and self.out_of_time()

    # First stage

    def judge_positions(self) -> None:
        self.points, self.lucks = way(self.course, self.judge, random.Random(f"{self.plan.seed}/luck"))

    def blank(self, played: Played) -> TurnReview:
        kind = EARLY if played.first < self.course.begin else FORCED if played.choices == 1 else REAL
        texts = [self.course.title.text(action) for action in played.actions]
        return TurnReview(played.number, played.seat, played.first, played.last, kind, texts)

    # Second stage

    def played(self, turn: TurnReview) -> tuple[object, Line]:
        found = self.course.turns[turn.number - 1]
        return self.course.states[turn.first], tuple(found.actions)

    def look_at_turns(self) -> None:
        real = [turn for turn in self.turns if turn.kind == REAL]
        asked = [(state, turn.seat, line) for turn in real for state, line in [self.played(turn)]]
        for turn, found in zip(real, self.explorer.look_all(asked), strict=True):
            self.looked_at(turn, found)

    def looked_at(self, turn: TurnReview, found: Look) -> None:
        self.lines[turn.number] = found.pair.better
        self.write(turn, found.pair, searched=False)
        assert turn.loss is not None
        self.doubts[turn.number] = max(turn.loss.value, found.doubt)
        if turn.loss.value <= 0 and found.ahead >= self.judge.bands[2]:
            turn.kind = OBVIOUS

    def to_search(self) -> list[int]:
        """Of each seat the turns that seem to have given most away, those of all seats together by size."""
        worst: list[int] = []
        least = self.explorer.effort.least * self.judge.bands[0]
        for seat in range(self.course.seats):
            own = [turn.number - 1 for turn in self.turns if turn.seat == seat and turn.kind == REAL]
            doubtful = [k for k in own if self.doubts.get(k + 1, 0.0) >= least]
            worst += sorted(doubtful, key=lambda k: -self.doubts[k + 1])[: self.plan.searches]
        return sorted(worst, key=lambda k: -self.doubts[k + 1])

    def loss(self, place: int) -> float:
        found = self.turns[place].loss
        return found.value if found else 0.0

    def take_over(self) -> None:
        """What an earlier review of the same match has searched: it began with the same losses, in the same order."""
        for place in self.order:
            known = self.plan.begun.turns[place] if self.plan.begun is not None else None
            if known is None or not known.searched:
                break
            self.looked[known.number] = self.loss(place)
            self.turns[place] = known
            self.searched += 1

    def search(self, turn: TurnReview) -> None:
        state, actions = self.played(turn)
        assert turn.loss is not None
        self.looked[turn.number] = turn.loss.value
        left = len(self.course.states) - 1 - turn.first
        pair = self.explorer.search(state, turn.seat, actions, [self.lines[turn.number]], left)
        self.weigh(turn, pair)
        if not turn.fault:
            self.pairs[turn.number] = pair

    def weigh(self, turn: TurnReview, pair: Pair) -> None:
        """Whether a turn that was searched is a fault, and what made it one."""
        self.write(turn, pair, searched=True)
        assert turn.loss is not None
        small, middle, large = self.judge.bands
        loss = turn.loss
        turn.fault = loss.value >= NAMED * small and loss.value > SURE * loss.error
        turn.grade = (1 + (loss.value >= middle) + (loss.value >= large)) if turn.fault else 0
        if turn.fault:
            own = [played for played in self.course.turns if played.seat == turn.seat]
            turn.punished = punished(turn, own, self.points)
            turn.causes = self.explorer.causes(pair, turn.seat)

    def ask_again(self) -> None:
        """Turns that the judge finds no worse than what it would have done, those first that were the least likely."""
        unlikely = sorted(self.pairs, key=lambda number: -self.pairs[number].dislike)[:ASKED_AGAIN]
        for turn in [self.turns[number - 1] for number in unlikely]:
            if self.late():
                return
            state, actions = self.played(turn)
            pair = self.explorer.in_the_end(state, turn.seat, actions, self.pairs[turn.number])
            if pair is not None:
                self.weigh(turn, pair)

    def ask_levels(self) -> None:
        """How hard the better turns of the key turns were to find."""
        parse = self.course.title.parse
        for number in [number for seat in range(self.course.seats) for number in self.keys(seat)]:
            turn = self.turns[number - 1]
            better = tuple(parse(text) for text in turn.better)
            state, _ = self.played(turn)
            turn.found_by = [
                level.partition("/")[0]
                for level in self.plan.levels
                if self.explorer.finds(level, state, turn.seat, better, NAMED * self.judge.bands[0], turn.ended)
            ]

    def praise(self) -> None:
        """Turns that no other beat, that changed the expected lead most, and that no level of bots plays as well."""
        least = self.judge.bands[0]
        for turn in [turn for seat in range(self.course.seats) for turn in self.hopeful(seat)]:
            if self.late():
                return
            state, line = self.played(turn)
            others = [self.explorer.taken(level, state, turn.seat) for level in self.plan.levels]
            if not others or line in others:
                continue
            gain, error = min(self.explorer.ahead(state, turn.seat, line, others))
            if gain >= least and gain > SURE * error:
                turn.good = Figure(gain, error)

    def hopeful(self, seat: int) -> list[TurnReview]:
        """The turns of a seat that may be praised, those after which more was expected than before."""
        own = [turn for turn in self.turns if turn.seat == seat and turn.kind == REAL and turn.loss is not None]
        sound = [turn for turn in own if turn.loss is not None and turn.loss.value <= 0]
        gains = {turn.number: self.gain(turn) for turn in sound}
        rising = [turn for turn in sound if gains[turn.number] >= self.judge.bands[0]]
        return sorted(rising, key=lambda turn: -gains[turn.number])[:GOOD]

    def gain(self, turn: TurnReview) -> float:
        """What a turn changed of the expected lead of its seat."""
        return self.points[turn.last].leads[turn.seat] - self.points[turn.first].leads[turn.seat]

    def keys(self, seat: int) -> list[int]:
        """The turns of a seat that gave most away, in the order of play."""
        faults = [turn for turn in self.turns if turn.seat == seat and turn.kind == REAL and turn.fault]
        return sorted(turn.number for turn in sorted(faults, key=lambda turn: -self.loss(turn.number - 1))[:KEYS])

    def write(self, turn: TurnReview, pair: Pair, searched: bool) -> None:
        """What comparing brought, into the turn."""
        seat, text = turn.seat, self.course.title.text
        turn.loss, turn.searched, turn.worlds = Figure(*pair.loss(seat)), searched, len(pair.played_at)
        turn.ended = pair.ended
        same = pair.better == tuple(self.course.turns[turn.number - 1].actions)
        turn.better = [] if same else [text(action) for action in pair.better]
        turn.changes = [
            Change(
                source,
                fmean(p.points[seat][k] for p in pair.played_at),
                fmean(b.points[seat][k] for b in pair.better_at),
            )
            for k, source in enumerate(self.judge.sources)
        ]
        turn.other = (
            fmean(p.best_other(seat) for p in pair.played_at),
            fmean(b.best_other(seat) for b in pair.better_at),
        )
        turn.win = fmean(p.win[seat] for p in pair.played_at), fmean(b.win[seat] for b in pair.better_at)

    # What is known by now

    def told(self) -> Review:
        turns = self.turns
        done = [turns[number - 1] for number in self.looked]
        losses = [max(0.0, turn.loss.value) for turn in done if turn.loss is not None]
        weighing = Weighing(list(self.looked.values()), losses, self.judge.bands[0] / 4)
        found = accounts(self.course, self.points, self.lucks, turns, self.judge.usual(self.course.seats))
        ends = {turn.last for turn in turns} | {self.course.begin, len(self.points) - 1}
        return Review(
            version=VERSION,
            judge=self.judge.name,
            title=self.course.title.name,
            seats=[self.seat(account.seat, weighing, account) for account in found],
            sources=list(self.judge.sources),
            bands=self.judge.bands,
            points=[point for point in self.points if point.number in ends and point.number >= self.course.begin],
            turns=turns,
            searched=self.searched,
            to_search=len(self.order),
            seconds=round(time.perf_counter() - self.began, 1),
            looked=self.has_looked,
            left=self.left,
            ended=self.has_ended,
        )

    def seat(self, seat: int, weighing: Weighing, account: object) -> SeatReview:
        own = [turn for turn in self.turns if turn.seat == seat and turn.kind == REAL]
        given = given_away(own, weighing)
        enough = len(self.turns) >= FEWEST and any(turn.loss is not None for turn in own)
        return SeatReview(
            account=account,  # type: ignore[arg-type]
            real=len(own),
            given=given,
            percent=percent(given.value, self.judge.bands[0]) if enough else None,
            keys=self.keys(seat),
            parts=self.parts(own, weighing) if enough else [],
        )

    def parts(self, own: list[TurnReview], weighing: Weighing) -> list[Part]:
        """The same figures for each third of the match."""
        found = []
        for first, last in thirds(len(self.turns)):
            here = [turn for turn in own if first <= turn.number <= last]
            found.append(Part(first, last, len(here), given_away(here, weighing)))
        return found
