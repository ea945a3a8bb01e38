"""Better turns by a net: it says what might be done, plays it on in many worlds, and judges where the turn comes back.

A net has two opinions: what it would do, and how the match will end. Each errs, so a turn is better only if both say
so: the net takes it more readily than the turn played, and worlds that are played on end better after it. Turns are
looked at in a few worlds, many turns at once. One that is searched meets more: in some the best line is found, in
others it is measured against the turn played, so that it is not the best by the accident that made it so.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import Any

from machinehall.bots.judgement import Judgement
from machinehall.bots.luck import Luck
from machinehall.bots.policy import foremost
from machinehall.kernel.title import Title
from machinehall.kernel.values import Action

from .causes import causes
from .judge import Judge
from .lines import Effort, Explorer, Line, Look, Pair
from .net_judge import NetJudge
from .playout import TO_THE_END, Playouts, Throws, Track
from .shapes import NAMED, Cause

TURNS_AT_ONCE = 16
BY_NET = Effort(worlds=3, lines=4, onward=1, rounds=6, fresh=16, least=0.5)
MORE = 3
"""So many times the worlds, where the first ones left it open."""
SLIGHTLY = 0.01
"""What the net takes hardly more readily is no other opinion."""
SURE = math.log(0.97)
"""A turn that the net takes more readily than so is obvious."""
DISLIKED = math.log(16)
"""A turn that the net takes so many times less readily than another is searched like one that seems to lose a small
loss: a few worlds may not show what it gave away."""
NEAR = 120
"""So many decisions before the end of a match it costs little to play worlds to their end."""
TRIED = 6
"""Worlds in which the best line is found that way."""
CONTESTED = math.log(4)
"""A turn that the net takes so many times less readily than another is asked about again where there seems no fault."""
CERTAIN = 2.5
"""Standard errors that such a second question takes: who asks twice is wrong more often."""
UNLIKELY = math.exp(-6)
"""A first choice that the net takes less than so many times as readily as its first one is not tried."""


@dataclass(slots=True)
class Question:
    """A turn that is looked at: what may be done, the turn played first, and the worlds in which it is compared."""

    seat: int
    worlds: list[Any]
    lines: list[Line]
    sure: bool = False
    """The net would hardly ever take another turn than the one played."""
    dislike: float = 0.0
    """How much more readily the net takes another turn, as a logarithm."""
    tracks: list[list[Track]] = field(default_factory=list)
    """By line, then by world."""


class NetExplorer(Explorer):
    """Looks for better turns with a net."""

    def __init__(self, title: Title, judge: NetJudge, seed: int | str = 0, effort: Effort | None = None) -> None:
        super().__init__(title, judge, seed, effort)
        self.net, self.playouts = judge.net, Playouts(judge)

    # What may be done

    def firsts(self, world: Any, seat: int) -> list[Action]:
        """The first choices that are worth a thought, the likeliest first."""
        ready = self.net.ready(self.net.bodies([(world, seat)])[0], self.title.legal(world, seat))
        return foremost(ready, self.effort.lines, UNLIKELY)

    def ask(self, turns: Sequence[tuple[Any, int, Line]], count: int) -> list[Question]:
        """Worlds for each turn, and lines: the likeliest first choices carried on, and turns as the net takes them."""
        found, tracks = [], []
        for state, seat, played in turns:
            worlds, luck = self.worlds(state, seat, count), Luck(self.rng)
            found.append(Question(seat, worlds, [played]))
            begun = [played, *((action,) for action in self.firsts(worlds[0], seat)), *[()] * self.effort.lines]
            tracks.append(
                [
                    Track(worlds[0].clone(), seat, line, luck.again(), Throws(self.rng), 0, free=not line, weighed=True)
                    for line in begun
                ]
            )
        self.playouts.run([track for row in tracks for track in row])
        for question, row in zip(found, tracks, strict=True):
            question.lines += self.preferred(row)
            question.dislike = max(parting(track, row[0]) for track in row)
            question.sure = sum(row[0].ready) > SURE
        return found

    def preferred(self, tracks: Sequence[Track]) -> list[Line]:
        """Turns that the net takes more readily than the first one, the clearest first."""
        played = tracks[0]
        ahead = {tuple(track.taken): parting(track, played) for track in tracks}
        clear = [line for line, gap in ahead.items() if gap > SLIGHTLY]
        return sorted(clear, key=lambda line: -ahead[line])[: self.effort.lines]

    # Comparing

    def answer(self, questions: Sequence[Question], rounds: int, watched: bool = False) -> None:
        """Play all lines of all turns on, those of a turn with the same luck; `watched`: to tell what made the
        difference."""
        for question in questions:
            shared = [(world, Luck(self.rng), Throws(self.rng)) for world in question.worlds]
            question.tracks = [
                [
                    Track(world.clone(), question.seat, line, luck.again(), throws, rounds, watched=watched)
                    for world, luck, throws in shared
                ]
                for line in question.lines
            ]
        self.playouts.run([track for question in questions for row in question.tracks for track in row])

    def judged(self, question: Question) -> list[list[Judgement]]:
        return [[track.found for track in row] for row in question.tracks]

    def look_all(self, turns: Sequence[tuple[Any, int, Line]]) -> list[Look]:
        found: list[Look] = []
        for begin in range(0, len(turns), TURNS_AT_ONCE):
            questions = self.ask(turns[begin : begin + TURNS_AT_ONCE], self.effort.worlds)
            self.answer(questions, 1)
            found += map(self.looked, questions)
        return found

    def look(self, state: Any, seat: int, played: Line) -> Look:
        return self.look_all([(state, seat, played)])[0]

    def looked(self, question: Question) -> Look:
        """The best line, which may be the one played."""
        judged, worth = self.judged(question), self.worth(question)
        best = max(range(len(worth)), key=worth.__getitem__)
        ahead = math.inf if question.sure else 0.0
        doubt = self.judge.bands[0] * min(1.0, question.dislike / DISLIKED)
        return Look(Pair(question.lines[best], tuple(judged[0]), tuple(judged[best])), ahead, doubt)

    def worth(self, question: Question) -> list[float]:
        """What each line leads to, over its worlds."""
        return [fmean(found.lead(question.seat) for found in row) for row in self.judged(question)]

    def search(self, state: Any, seat: int, played: Line, known: Sequence[Line] = (), left: int = 0) -> Pair:
        """The best line beside the one played. The worlds in which it was found are too few to say that the turn played
        is the best of all: that is measured, too. What a first measuring leaves open is measured again in more worlds,
        and only those count: who goes on until it suits has found nothing. Where the net is not trusted alone, worlds
        are played to the end if that is near."""
        question = self.ask([(state, seat, played)], self.effort.rounds)[0]
        question.lines = list(dict.fromkeys([*question.lines, *known]))
        ended = self.title.minds.played_out and 0 < left <= NEAR
        if ended:
            question.worlds = self.worlds(state, seat, TRIED)
        self.answer([question], TO_THE_END if ended else self.effort.onward)
        others = range(1, len(question.lines))
        if not others:
            return self.looked(question).pair
        better = question.lines[max(others, key=self.worth(question).__getitem__)]
        worlds = self.effort.ends if ended else self.effort.fresh
        found = self.measured(state, seat, played, better, worlds, ended)
        if self.open(found, seat):
            found = self.measured(state, seat, played, better, MORE * worlds, ended)
        return replace(found, dislike=question.dislike, instead=question.lines[1])

    def measured(self, state: Any, seat: int, played: Line, better: Line, worlds: int, ended: bool) -> Pair:
        """A line beside the one played, in fresh worlds."""
        fresh = Question(seat, self.worlds(state, seat, worlds), [played, better])
        self.answer([fresh], TO_THE_END if ended else self.effort.onward, watched=True)
        before, after = self.judged(fresh)
        return Pair(better, tuple(before), tuple(after), (fresh.tracks[0], fresh.tracks[1]), ended=ended)

    def in_the_end(self, state: Any, seat: int, played: Line, pair: Pair) -> Pair | None:
        """The judge may misjudge both turns. Where the net would not have taken the one played, worlds are played to
        their end after it and after the turn that the net would have taken; it counts only if that is clear."""
        if not self.title.minds.played_out or pair.ended or pair.dislike < CONTESTED:
            return None
        found = self.measured(state, seat, played, pair.instead, self.effort.ends, True)
        loss, error = found.loss(seat)
        return found if loss > CERTAIN * error else None

    def causes(self, pair: Pair, seat: int) -> list[Cause]:
        if pair.ways is None or not isinstance(self.judge, NetJudge):
            return []
        return causes(self.judge, seat, *pair.ways)

    def open(self, pair: Pair, seat: int) -> bool:
        """Whether the loss may be a fault, and may be none."""
        loss, error = pair.loss(seat)
        least = NAMED * self.judge.bands[0]
        return loss + 2 * error >= least and (loss < least or loss <= 2 * error)

    def compare(
        self, worlds: Sequence[Any], seat: int, lines: Sequence[Line], onward: bool, ended: bool = False
    ) -> list[list[Judgement]]:
        question = Question(seat, list(worlds), list(lines))
        self.answer([question], TO_THE_END if ended else self.effort.onward)
        return self.judged(question)


def parting(track: Track, played: Track) -> float:
    """How much more readily the net goes the way of a track where it parts from the turn played. Only there: whole
    turns differ in length, and what takes many decisions is never likely as a whole."""
    pairs = zip(track.taken, played.taken, track.ready, played.ready, strict=False)
    return next((own - other for a, b, own, other in pairs if a != b), 0.0)


def explorer_for(title: Title, judge: Judge, seed: int | str, effort: Effort | None = None) -> Explorer:
    """Who looks for better turns where somebody judges."""
    if isinstance(judge, NetJudge):
        return NetExplorer(title, judge, seed, effort or BY_NET)
    return Explorer(title, judge, seed, effort)
