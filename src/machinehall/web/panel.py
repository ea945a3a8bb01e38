"""The panel beside a learner's table: it speaks while a lesson or a problem is played."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field

from markupsafe import Markup

from machinehall.draw.figures import UnknownFigure, drawn_by, picture
from machinehall.draw.look import look_of
from machinehall.kernel.title import Title
from machinehall.kernel.wording import Wording
from machinehall.school.items import Item, Lesson, Puzzle, following, said
from machinehall.school.problem_words import heading, hint, solution, task, why
from machinehall.school.progress import Progress
from machinehall.school.spoken import end_said, instead_said, step_said
from machinehall.server.play.table import Position
from machinehall.words.titles import heard

from .shell import Ctx

SOLVED = "solved"
"""The cookie that keeps what is done: title and ids, joined by dots."""


@dataclass(slots=True)
class Panel:
    """What is said beside the table."""

    item: Item
    name: str
    """Of the title."""
    heading: str
    state: str
    """now, wait, again, done."""
    at: int
    of: int
    text: str = ""
    remark: str = ""
    hint: str = ""
    solution: str = ""
    """What can be read if one gives up."""
    rules: tuple[str, ...] = ()
    lit: list[str] = field(default_factory=list)
    next: str | None = None
    lesson: bool = False
    picture: str = ""
    """A small drawing of what is spoken of."""
    strayed: bool = False
    """Something else was done than a step said: one can go back to it, or go on without the lesson."""


# What is done is kept with the identity, and in the browser, which may have had another one before


async def solved(ctx: Ctx, name: str, *more: str) -> list[str]:
    """All that the reader has done, here or on another device; what only one of both knew, both know then."""
    here = [part for part in ctx.prefs.get(f"{SOLVED}-{name}", "").split(".") if part]
    done = await ctx.site.teaching.keep(ctx.caller, name, [*here, *more])
    if set(done) != set(here):
        ctx.pref(f"{SOLVED}-{name}", ".".join(done))
    return done


# The panel


async def panel(ctx: Ctx, at: Position, found: tuple[Item, Progress], words: Wording) -> Panel:
    """The panel of a learner's table."""
    name, (item, now) = at.title.name, found
    if now.done:
        await solved(ctx, name, item.id)
    if isinstance(item, Lesson):
        made = lesson_panel(ctx, name, item, now, words)
    else:
        made = problem_panel(ctx, at.title, item, now, words)
    made.next = following(name, item.id)
    if now.draw:
        # An owner's own pack may lack the piece: then the sentence stands alone.
        with contextlib.suppress(UnknownFigure):
            made.picture = Markup(
                picture(drawn_by(look_of(at.title), now.draw, at.view, ctx.theme, heard(at.title, ctx.say)), "")
            )
    return made


def state_of(now: Progress) -> str:
    return "done" if now.done else "again" if now.again else "wait" if now.waits else "now"


def lesson_panel(ctx: Ctx, name: str, item: Item, now: Progress, words: Wording) -> Panel:
    say = ctx.say
    made = Panel(item, name, say(said(name, item.id, "title")), state_of(now), now.at, now.of, lesson=True)
    made.rules, made.lit, made.strayed = now.rules, now.lit, now.strayed is not None and not now.done
    made.remark = say("learn.well") if now.remark == "well" else instead_said(say, words, name, item.id, now)
    if now.done:
        made.text = end_said(say, name, item.id, now)
    elif now.say:
        made.text = step_said(say, name, item.id, now)
    elif now.aside:
        made.text = say(said(name, "aside", now.aside))
        # What must be taken back stays said until it is, also when the others have gone on meanwhile.
        made.state = "again" if now.again else "now"
    else:
        made.text = say("learn.free" if now.asked else "learn.wait")
    return made


def problem_panel(ctx: Ctx, title: Title, item: Puzzle, now: Progress, words: Wording) -> Panel:
    say = ctx.say
    made = Panel(item, title.name, heading(say, title, item), state_of(now), now.at, now.of)
    made.text, made.hint = task(say, title, item), hint(say, title, item)
    made.solution = solution(say, title, item, words)
    if now.done:
        made.remark, made.text, made.rules = say("learn.solved"), why(say, title, item, words), item.rules
    elif now.again:
        made.remark = say("learn.missed")
    return made
