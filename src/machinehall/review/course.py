"""The way of a match: every position, what was to be expected there, and its turns."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import fmean, pvariance
from typing import Any

import msgspec

from machinehall.bots.judgement import Judgement, mean_judgement
from machinehall.kernel.match import Match
from machinehall.kernel.mending import MEND, stepped
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Action

from .judge import Judge, judge_all
from .net_judge import ready, to_choice
from .shapes import Figure, Point

OUTCOMES = 12
"""So many outcomes of chance are looked at one by one; of more, as many are drawn."""


@dataclass(slots=True)
class Played:
    """A turn as it was played: what a seat decided in a row, with what chance did in between."""

    number: int
    seat: int
    first: int
    last: int = 0
    actions: list[Action] = field(default_factory=list)
    choices: int = 1
    """The most that there was to choose from at one of its decisions."""


@dataclass(slots=True)
class Luck:
    """What chance did at one place, for each seat."""

    number: int
    gains: list[Figure]
    kind: str = ""
    """What was drawn: the frame in which chance decided."""
    goes_on: bool = False
    """Something else was drawn right before. What was to be expected in between is an estimate that both share: the one
    has gained what the other lacks, so together they are no less sure than the first alone."""


@dataclass(slots=True)
class Course:
    """A match that is over, once more from its beginning."""

    title: Title
    states: list[Any]
    """Before each line of the log, and at the end."""
    turns: list[Played]
    begin: int
    """Where the first turn begins: what comes before is set-up."""
    lines: list[tuple[int, Action]]

    @property
    def seats(self) -> int:
        return int(self.states[0].seats)


def course_of(match: Match) -> Course:
    """The match again from its log."""
    title = match.title
    state = title.start(match.seats, match.options)
    kinds = frozenset(kind for kind, about in title.events.items() if about.turn)
    states, turns, begin = [state], list[Played](), -1
    for number, entry in enumerate(match.log):
        if entry.seat != CHANCE:
            if begin < 0 and not kinds:
                begin = number
            if not turns or turns[-1].seat != entry.seat or turns[-1].last < 0:
                turns.append(Played(len(turns) + 1, entry.seat, number))
            turn = turns[-1]
            turn.actions.append(entry.action)
            turn.choices = max(turn.choices, len(title.legal(state, entry.seat)))
            turn.last = number + 1
        state, events = stepped(title, state.clone(), entry.seat, entry.action, check=True)
        states.append(state)
        if any(event.kind in kinds for event in events):
            begin = number + 1 if begin < 0 else begin
            if turns:
                turns[-1].last = -turns[-1].last if turns[-1].last > 0 else turns[-1].last
    for turn in turns:
        turn.last = abs(turn.last)
    return Course(title, states, turns, max(0, begin), [(entry.seat, entry.action) for entry in match.log])


def point(number: int, found: Judgement) -> Point:
    seats = range(len(found.points))
    return Point(
        number,
        [round(found.score(seat), 2) for seat in seats],
        [round(value, 2) for value in found.deviation],
        [round(value, 4) for value in found.win],
        [found.lead(seat) for seat in seats],
        [round(value, 2) for value in found.automata],
    )


# What chance did


def stretches(course: Course) -> list[tuple[int, int]]:
    """Where chance decided after the set-up: from its first outcome in a row to the position after the last one.

    Luck is what such a stretch brought as a whole: between its outcomes nobody decides. What is drawn of another kind
    is another stretch, so that luck can be told by what was drawn.
    """
    found: list[tuple[int, int]] = []
    drawn = [seat == CHANCE and action.kind != MEND for seat, action in course.lines]  # a correction is no luck
    for number in range(course.begin, len(drawn)):
        if not drawn[number] or len(course.title.chance(course.states[number])) == 1:
            continue
        if found and all(drawn[found[-1][1] : number]) and kind_at(course, found[-1][0]) == kind_at(course, number):
            found[-1] = found[-1][0], number + 1
        else:
            found.append((number, number + 1))
    return found


def kind_at(course: Course, number: int) -> str:
    """What chance decides at a position."""
    return str(course.states[number].stack[-1][0])


@dataclass(slots=True)
class Otherwise:
    """What else could have come where chance decided: worlds, each with its weight; whether these are all."""

    worlds: list[Any]
    weights: list[int]
    exact: bool


def otherwise(title: Title, state: Any, rng: random.Random) -> Otherwise:
    """All outcomes if there are few and nothing more is to be decided after them; else as many are drawn by chance's
    own weights, so the sum of luck over many matches tends to nought."""
    worlds, weights = [], []
    for action, weight in outcomes if len(outcomes := title.chance(state)) <= OUTCOMES else ():
        world = state.clone()
        title.apply(world, CHANCE, action, check=False)
        worlds.append(world)
        weights.append(weight)
    if worlds and not any(world.stack and world.stack[-1][1] == CHANCE for world in worlds):
        return Otherwise([to_choice(title, world, rng) for world in worlds], weights, True)
    return Otherwise([to_choice(title, state.clone(), rng) for _ in range(OUTCOMES)], [1] * OUTCOMES, False)


def luck_of(number: int, after: Sequence[float], other: Otherwise, judged: Sequence[Judgement]) -> Luck:
    """What chance brought each seat, by the leads that are expected after it, less the mean of what could have come."""
    gains = []
    for seat, lead in enumerate(after):
        column = [found.lead(seat) for found in judged]
        error = 0.0 if other.exact else (pvariance(column) / (len(column) - 1)) ** 0.5
        gains.append(Figure(lead - fmean(column, other.weights), error))
    return Luck(number, gains)


def way(course: Course, judge: Judge, rng: random.Random) -> tuple[list[Point], list[Luck]]:
    """What was to be expected at every position, and what chance did.

    Where there is no choice, what is expected of the next position is expected; before chance decides, the mean of
    what can come. The set-up is not judged: nothing of it is told, and boards that are half dealt say little.
    """
    title, states = course.title, course.states
    asked = [number for number in range(course.begin, len(states)) if ready(title, states[number])]
    others = {first: (last, otherwise(title, states[first], rng)) for first, last in stretches(course)}
    worlds = [world for _, other in others.values() for world in other.worlds]
    judged = iter(judge_all(judge, [*(states[number] for number in asked), *worlds]))
    known = {number: point(number, next(judged)) for number in asked}
    answers = {first: [next(judged) for _ in other.worlds] for first, (_, other) in others.items()}
    lucks: list[Luck] = []
    going_on = {
        b for (_, end), (b, _) in pairwise(stretches(course)) if all(s == CHANCE for s, _ in course.lines[end:b])
    }
    for number in range(len(states) - 1, course.begin - 1, -1):
        if number in others:
            last, other = others[number]
            luck = luck_of(number, known[last].leads, other, answers[number])
            luck.kind, luck.goes_on = kind_at(course, number), number in going_on
            lucks.append(luck)
            leads = [lead - gain.value for lead, gain in zip(known[last].leads, lucks[-1].gains, strict=True)]
            mean = point(number, mean_judgement(answers[number], other.weights))
            known[number] = msgspec.structs.replace(mean, leads=leads)
        elif number not in known:
            known[number] = msgspec.structs.replace(known[number + 1], number=number)
    early = [msgspec.structs.replace(known[course.begin], number=number) for number in range(course.begin)]
    return [*early, *(known[number] for number in range(course.begin, len(states)))], lucks[::-1]
