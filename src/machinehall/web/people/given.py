"""What somebody gives away over many matches, and problems from their own faults."""

from __future__ import annotations

from itertools import groupby
from typing import Any, NamedTuple

from starlette.responses import Response

from machinehall.kernel.title import Title
from machinehall.review.many import PARTS, faults, habits
from machinehall.review.words import Speaker
from machinehall.server.play.origin import older
from machinehall.server.thinking.reviews import Reviewed
from machinehall.web.shell import Ctx, render
from machinehall.words.figures import day
from machinehall.words.titles import speech

PROBLEMS = 12
"""Own faults that are offered as problems, the latest matches first."""


class OwnFault(NamedTuple):
    """A turn of one's own that could have been better."""

    match: str
    number: int
    date: str
    lost: str
    did: list[str]
    solved: bool
    older: bool
    """The match was played by older rules or components: it cannot be tried again."""


async def given(ctx: Ctx) -> Response:
    """One table for each title, and the turns to be tried again."""
    found = await ctx.site.reviews.mine(ctx.caller)
    solved = await ctx.site.retries.solved(ctx.caller, *{row.match for row in found})
    shelves = [
        shelf(ctx, ctx.site.tables.title(name), list(rows), solved)
        for name, rows in groupby(sorted(found, key=lambda row: row.review.title), lambda row: row.review.title)
    ]
    return render(ctx, "given.html", shelves=shelves, parts=PARTS)


def shelf(ctx: Ctx, title: Title, rows: list[Reviewed], solved: set[tuple[str, int]]) -> dict[str, Any]:
    """What is shown of one title; problems that are solved stand behind the others."""
    speaker = Speaker(title, ctx.say, speech(title, ctx.say))
    latest = sorted(rows, key=lambda row: -row.at)
    problems = [
        OwnFault(
            row.match,
            turn.number,
            day(ctx.say.lang, row.at),
            speaker.figure(-turn.loss.value if turn.loss else 0.0),
            speaker.turn(turn.actions),
            (row.match, turn.number) in solved,
            older(ctx.site.tables.boxes.title(title.name, row.data), row.rules, row.data),
        )
        for row in latest
        for turn in faults(row.review, row.seat)
        if turn.number in row.review.seats[row.seat].keys
    ]
    costs = [
        (speaker.say(habit.source), [speaker.figure(-value) for value in (*habit.parts, habit.total)], habit.total > 0)
        for habit in habits([(row.review, row.seat) for row in rows])
    ]
    shown = sorted(problems, key=lambda problem: problem.solved)[:PROBLEMS]
    done = sum(problem.solved for problem in problems)
    matches = len({row.match for row in rows})  # somebody may have held several seats
    return {
        "title": title, "matches": matches, "costs": costs, "problems": shown, "solved": done, "of": len(problems)
    }  # fmt: skip
