"""The way of a match: every position, what was to be expected there, and its turns."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import pvariance
from typing import Any

from machinehall.kernel.match import Match
from machinehall.kernel.mending import MEND, stepped
from machinehall.kernel.title import Title, draw
from machinehall.kernel.values import CHANCE, Action

from .judge import Judge, Judgement
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


def luck_at(course: Course, judge: Judge, number: int, after: Judgement, rng: random.Random) -> Luck:
    """What an outcome of chance brought each seat, less the mean of all that could have come; this mean is drawn by
    chance's own weights where there are many, so the sum over many matches tends to zero."""
    title, state = course.title, course.states[number]
    outcomes = title.chance(state)
    seats = range(course.seats)
    if len(outcomes) == 1:
        return Luck(number, [Figure(0.0) for _ in seats])
    exact = len(outcomes) <= OUTCOMES
    picked = outcomes if exact else [(draw(outcomes, rng), 1) for _ in range(OUTCOMES)]
    worths: list[list[float]] = []
    for action, _ in picked:
        world = state.clone()
        title.apply(world, CHANCE, action, check=False)
        found = judge.judge(world)
        worths.append([found.lead(seat) for seat in seats])
    total = sum(weight for _, weight in picked)
    gains = []
    for seat in seats:
        column = [row[seat] for row in worths]
        mean = sum(weight * value for (_, weight), value in zip(picked, column, strict=True)) / total
        error = 0.0 if exact else (pvariance(column) / (len(column) - 1)) ** 0.5
        gains.append(Figure(after.lead(seat) - mean, error))
    return Luck(number, gains)


def lucks(course: Course, judge: Judge, judged: Sequence[Judgement], rng: random.Random) -> list[Luck]:
    """All that chance did after the set-up."""
    drawn = [seat == CHANCE and action.kind != MEND for seat, action in course.lines]  # a correction is no luck
    chance = [number for number, luck in enumerate(drawn) if luck and number >= course.begin]
    return [luck_at(course, judge, number, judged[number + 1], rng) for number in chance]
