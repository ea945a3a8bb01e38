"""Learning: the page of lessons and problems, and the panel beside the table that speaks while one is played."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup
from starlette.responses import Response

import machinehall as mh
from machinehall.draw.look import look_of
from machinehall.kernel.title import Title
from machinehall.school.items import PREFIX, Item, Lesson, following, lessons, problems, said
from machinehall.school.progress import Progress
from machinehall.server.errors import Stale
from machinehall.server.shapes import MatchInfo

from .acts import CONFLICT, form, fragment, rev_of
from .shell import Ctx, redirect, render

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
    rules: tuple[str, ...] = ()
    lit: list[str] = field(default_factory=list)
    next: str | None = None
    lesson: bool = False


# What is done is kept with the identity, and in the browser, which may have had another one before


async def solved(ctx: Ctx, name: str, *more: str) -> list[str]:
    """All that the reader has done, here or on another device; what only one of both knew, both know then."""
    here = [part for part in ctx.prefs.get(f"{SOLVED}-{name}", "").split(".") if part]
    done = await ctx.site.teaching.keep(ctx.caller, name, [*here, *more])
    if set(done) != set(here):
        ctx.pref(f"{SOLVED}-{name}", ".".join(done))
    return done


# The panel


async def panel(ctx: Ctx, match: str, name: str) -> Panel | None:
    """The panel of a learner's table; None: an ordinary one."""
    found = await ctx.site.teaching.progress(ctx.caller, match)
    if found is None:
        return None
    item, now = found
    if now.done:
        await solved(ctx, name, item.id)
    speak = lesson_panel if isinstance(item, Lesson) else problem_panel
    made = speak(ctx, name, item, now)
    made.next = following(name, item.id)
    return made


def state_of(now: Progress) -> str:
    return "done" if now.done else "again" if now.again else "wait" if now.waits else "now"


def lesson_panel(ctx: Ctx, name: str, item: Item, now: Progress) -> Panel:
    say = ctx.say
    made = Panel(item, name, say(said(name, item.id, "title")), state_of(now), now.at, now.of, lesson=True)
    made.rules, made.lit = now.rules, now.lit
    if now.remark in ("instead", "must"):
        made.remark = say(said(name, item.id, now.about, "instead"))
    elif now.remark == "well":
        made.remark = say("learn.well")
    if now.done:
        made.text = say(said(name, item.id, "end"))
    elif now.say:
        made.text = say(said(name, item.id, now.say))
    elif now.aside:
        made.text = say(said(name, "aside", now.aside))
        # What must be taken back stays said until it is, also when the others have gone on meanwhile.
        made.state = "again" if now.again else "now"
    else:
        made.text = say("learn.free" if now.asked else "learn.wait")
    return made


def problem_panel(ctx: Ctx, name: str, item: Item, now: Progress) -> Panel:
    say = ctx.say
    made = Panel(item, name, say(said(name, item.id, "title")), state_of(now), now.at, now.of)
    made.text, made.hint = say(said(name, item.id, "task")), say(said(name, item.id, "hint"))
    if now.done:
        made.remark, made.text = say("learn.solved"), say(said(name, item.id, "why"))
        made.rules = getattr(item, "rules", ())
    elif now.again:
        made.remark = say("learn.missed")
    return made


# Pages


def practice(info: MatchInfo) -> bool:
    """Whether a table is a problem: those are opened by the dozen and have no place in lists of tables."""
    marks = [seat.bot.removeprefix(PREFIX) for seat in info.seats if seat.bot.startswith(PREFIX)]
    return bool(marks) and marks[0] in problems(info.title)


async def shelf(ctx: Ctx, title: Title) -> dict[str, Any]:
    """One title's lessons and problems."""
    name, done = title.name, await solved(ctx, title.name)

    def row(item: Item) -> dict[str, Any]:
        task = "" if isinstance(item, Lesson) else ctx.say(said(name, item.id, "task"))
        minutes = item.minutes if isinstance(item, Lesson) else 0
        heading = ctx.say(said(name, item.id, "title"))
        return {"id": item.id, "heading": heading, "task": task, "minutes": minutes, "done": item.id in done}

    rows = [row(problem) for problem in problems(name).values()]
    return {
        "title": title,
        "name": name,
        "picture": Markup(look_of(title).vignette(ctx.theme)),
        "lessons": [row(lesson) for lesson in lessons(name).values()],
        "problems": rows,
        "solved": sum(r["done"] for r in rows),
    }


async def learn(ctx: Ctx) -> Response:
    shelves = [await shelf(ctx, title) for title in mh.titles().values() if lessons(title.name) or problems(title.name)]
    return render(ctx, "learn.html", shelves=shelves)


async def begin(ctx: Ctx) -> Response:
    """Open a lesson or a problem."""
    name, ident = ctx.request.path_params["title"], ctx.request.path_params["item"]
    ctx.site.teaching.find(name, ident)
    await ctx.known()
    match = await ctx.site.teaching.open(ctx.caller, name, ident)
    return redirect(f"/t/{match}")


async def again(ctx: Ctx) -> Response:
    match, fields = ctx.request.path_params["match"], await form(ctx)
    try:
        await ctx.site.teaching.again(ctx.caller, match, rev_of(fields))
    except Stale:
        return await fragment(ctx, match, None, CONFLICT, told=ctx.say("web.stale"))
    return await fragment(ctx, match, None)


async def go_on(ctx: Ctx) -> Response:
    match = ctx.request.path_params["match"]
    await ctx.site.teaching.go_on(ctx.caller, match)
    return await fragment(ctx, match, None)
