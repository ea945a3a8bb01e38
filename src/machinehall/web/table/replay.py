"""A match that is watched again: its turns, rounds and key moments, and the ways from one position to others.

Everything is worked out from what happened as the reader may know it; how points grew is told once the end is final.
A position has the number of decisions before it, so a turn is seen at the position after its last decision.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from machinehall.draw.look import Look
from machinehall.kernel.values import Event
from machinehall.kernel.wording import Wording
from machinehall.server.glance import Past, Sitting
from machinehall.server.play.table import Table
from machinehall.web.shell import Ctx, scored

from .acts import MOST_DECISIONS, Entry, Line, entries, lines
from .chart import Curve
from .reader import called
from .turns import Turn, turns

COURSES_KEPT = 64
"""Courses in memory."""
GAINS = 5
"""Turns with the largest gains that are key moments."""


class Course(NamedTuple):
    """The way of a match, as one reader may know it."""

    told: Sequence[Entry]
    turns: Sequence[Turn]
    total: int
    steps: Sequence[int]
    """Positions after each decision that something is told of."""
    ends: Sequence[int]
    """Positions after each turn."""
    chapters: Sequence[int]
    """Positions at which rounds begin; where a title has none, at which something is scored."""
    written: Past


class Moment(NamedTuple):
    """A position that is worth going to."""

    number: int
    kind: str
    """begin, round, scoring, gain or end."""
    text: str
    share: float
    """Where it lies on the line of time, from 0 to 1."""


class Span(NamedTuple):
    """A turn or a round on the line of time, from 0 to 1; a turn with the colour of its seat."""

    begin: float
    wide: float
    name: str


class Ways(NamedTuple):
    """Where each button leads; None: there is nothing more that way."""

    first: int | None
    chapter_back: int | None
    turn_back: int | None
    step_back: int | None
    step_on: int | None
    turn_on: int | None
    chapter_on: int | None
    last: int | None


class Replay(NamedTuple):
    """What the page of a past position tells of the match around it."""

    total: int
    heading: str
    seat: int | None
    round: int | None
    now: int | None
    """The decision just taken, in the middle of a turn."""
    lines: Sequence[Line]
    ways: Ways
    moments: Sequence[Moment]
    ends: Sequence[int]
    turns: Sequence[Span]
    chapters: Sequence[Span]
    rounds: bool
    """Whether chapters are rounds."""
    begun: bool
    """Whether a seat has decided something before."""


_courses: OrderedDict[tuple[str, int, int | None], Course] = OrderedDict()


async def course_of(ctx: Ctx, table: Table, sitting: Sitting, look: Look) -> Course:
    """The course of a locked table; worked out once for each revision and seat."""
    key = (table.id, table.known.rev, sitting.seat)
    if key not in _courses:
        past = await ctx.site.glances.whole(table, sitting.seat)
        _courses[key] = course(look, past, table.live.number)
        while len(_courses) > COURSES_KEPT:
            _courses.popitem(last=False)
    _courses.move_to_end(key)
    return _courses[key]


def course(look: Look, past: Past, total: int) -> Course:
    """The way of a match from all that happened in it."""
    told = entries(look.title, past.events, past.deciders)
    found = turns(look, {}, told, past.written)
    # Whatever nobody was told between two turns belongs to the first.
    ends = [turn.entries[0].number for turn in found[1:]] + [total]
    kinds = (look.rounds,) if look.rounds else look.moments
    chapters = [entry.number + 1 for entry in told if any(fact.kind in kinds for fact in entry.facts)]
    return Course(told, found, total, [entry.number + 1 for entry in told], ends, chapters, past)


def ways(course: Course, number: int) -> Ways:
    """Where one can go from a position."""
    start, end = (0 if number else None), (course.total if number < course.total else None)

    def back(stops: Sequence[int]) -> int | None:
        at = bisect_left(stops, number)
        return stops[at - 1] if at else start

    def on(stops: Sequence[int]) -> int | None:
        at = bisect_right(stops, number)
        return stops[at] if at < len(stops) else end

    chapter, turn, step = course.chapters, course.ends, course.steps
    return Ways(start, back(chapter), back(turn), back(step), on(step), on(turn), on(chapter), end)


def turn_at(course: Course, number: int) -> tuple[Turn | None, list[Entry]]:
    """The turn that a position shows, and what of it has happened there."""
    at = bisect_left(course.ends, number)
    if not number or at >= len(course.turns):
        return None, []
    turn = course.turns[at]
    return turn, [entry for entry in turn.entries if entry.number < number]


def past_turns(course: Course, since: int, number: int) -> list[Turn]:
    """The turns that the log of a position tells, the oldest first."""
    cut = [turn._replace(entries=[e for e in turn.entries if e.number < number]) for turn in course.turns]
    return [turn for turn in cut if turn.entries and turn.entries[-1].number >= since]


def replay(
    ctx: Ctx,
    look: Look,
    words: Wording,
    names: Sequence[str],
    of: tuple[Course, list[Curve]],
    number: int,
    reader: int | None = None,
) -> Replay:
    """All that the page of a past position needs beside the position; `reader`: the seat to which it is told."""
    way, curves = of
    names = called(ctx.say, names, reader)
    turn, done = turn_at(way, number)
    seat = turn.seat if turn is not None and turn.seat is not None and turn.seat < len(names) else None
    mid = number not in way.ends and bool(done)
    return Replay(
        total=way.total,
        heading=_heading(ctx, names, turn, (seat, reader), number, way.total),
        seat=seat,
        round=turn.round if turn is not None else None,
        now=done[-1].number if mid else None,
        lines=lines(look, words, names, done[-MOST_DECISIONS:], None, reader),
        ways=ways(way, number),
        moments=(moments := list(_moments(ctx, look, words, names, way, curves))),
        ends=way.ends,
        turns=list(_turn_spans(look, way, len(names))),
        chapters=list(_chapter_spans(moments)),
        rounds=bool(look.rounds),
        begun=any(decided < number for decided in way.written.deciders),
    )


def _heading(
    ctx: Ctx, names: Sequence[str], turn: Turn | None, who: tuple[int | None, int | None], number: int, total: int
) -> str:
    """`who`: the seat of the turn, and that of the reader."""
    seat, reader = who
    if not number:
        return ctx.say("web.replay.begin")
    if turn is None or seat is None:
        said = ctx.say("web.log.before")
    else:
        said = ctx.say("web.replay.turn.you" if seat == reader else "web.replay.turn", names[seat])
    return said if turn is None or not turn.round else f"{said} · {ctx.say('web.log.round', turn.round)}"


def _moments(
    ctx: Ctx, look: Look, words: Wording, names: Sequence[str], way: Course, curves: Sequence[Curve]
) -> Iterator[Moment]:
    """Beginning, rounds, scorings, the largest gains and the end, in the order of time."""
    total = max(1, way.total)
    found = [(0, "begin", ctx.say("web.replay.begin")), (way.total, "end", ctx.say("web.replay.end"))]
    for entry in way.told:
        for fact in entry.facts:
            if fact.kind == look.rounds:
                found.append((entry.number + 1, "round", ctx.say("web.log.round", fact.args[0])))
            elif fact.kind in look.moments:
                found.append((entry.number + 1, "scoring", _said(words, fact)))
    for end, player, gain in gains(way, curves[0] if curves else []):
        found.append((end, "gain", ctx.say("web.replay.gain", names[player], scored(ctx.say, look, gain))))
    for number, kind, text in sorted(found, key=lambda row: row[0]):
        yield Moment(number, kind, text, round(number / total, 4))


def _turn_spans(look: Look, way: Course, players: int) -> Iterator[Span]:
    """The turns one after the other; what nobody's turn holds is left open."""
    total, begin = max(1, way.total), 0
    for turn, end in zip(way.turns, way.ends, strict=False):  # before the first turn there is an end already
        if turn.seat is not None and turn.seat < players:
            yield Span(round(begin / total, 4), round((end - begin) / total, 4), look.paint(turn.seat))
        begin = end


def _chapter_spans(moments: Sequence[Moment]) -> Iterator[Span]:
    """What lies between two rounds or scorings."""
    stops = [moment for moment in moments if moment.kind in ("begin", "round", "scoring")]
    shares = [*(moment.share for moment in stops), 1.0]
    for moment, begin, end in zip(stops, shares[:-1], shares[1:], strict=True):
        if end > begin:
            yield Span(begin, round(end - begin, 4), moment.text)


def _said(words: Wording, fact: Event) -> str:
    """What a moment is called: its sentence without full stop, and without what that explains after a colon."""
    told = " ".join(line.text for line in words.story([fact]))
    return told.partition(":")[0].rstrip(". ")


def gains(way: Course, curve: Curve) -> list[tuple[int, int, int]]:
    """The largest gains of points within a turn: position after it, who, and how much; the largest first."""
    numbers = [number for number, _ in curve]

    def had(number: int) -> Sequence[int] | None:
        at = bisect_right(numbers, number)
        return curve[at - 1][1] if at else None

    found: list[tuple[int, int, int]] = []
    begin = 0
    for end in way.ends:
        before, after = had(begin), had(end)
        begin = end
        if before is not None and after is not None:
            found += [(end, player, b - a) for player, (a, b) in enumerate(_pairs(before, after)) if b > a]
    return sorted(found, key=lambda row: -row[2])[:GAINS]


def _pairs(before: Iterable[int], after: Iterable[int]) -> Iterator[tuple[int, int]]:
    return zip(before, after, strict=True)
