"""Learning: the page of lessons and problems, and what begins or goes on with one."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from starlette.responses import Response

import machinehall as mh
from machinehall.draw.look import look_of
from machinehall.kernel.title import Title
from machinehall.school.items import PREFIX, Item, Lesson, from_matches, items, lessons, problems, puzzles
from machinehall.school.problem_words import figure, heading, task
from machinehall.server.shapes import MatchInfo

from .forms import form, rev_of
from .panel import solved
from .shell import Ctx, redirect, render
from .table.moves import change


def practice(info: MatchInfo) -> bool:
    """Whether a table is a problem, or a turn is tried again there: those are opened by the dozen and have no place in
    lists of tables."""
    if any(row.get("retry") for row in info.told):
        return True
    marks = [seat.bot.removeprefix(PREFIX) for seat in info.seats if seat.bot.startswith(PREFIX)]
    return bool(marks) and marks[0] in puzzles(info.title)


async def shelf(ctx: Ctx, title: Title) -> dict[str, Any]:
    """One title's lessons and problems."""
    name, done = title.name, await solved(ctx, title.name)

    def row(item: Item) -> dict[str, Any]:
        made = {"id": item.id, "heading": heading(ctx.say, title, item), "done": item.id in done}
        if isinstance(item, Lesson):
            return made | {"minutes": item.minutes}
        gain = figure(ctx.say, item.measured.gain, signed=True) if item.measured else ""
        return made | {"task": task(ctx.say, title, item), "gain": gain}

    rows, strong = ([row(each) for each in found(name).values()] for found in (problems, from_matches))
    return {
        "title": title,
        "name": name,
        "picture": Markup(look_of(title).vignette(ctx.theme)),
        "lessons": [row(lesson) for lesson in lessons(name).values()],
        "problems": rows,
        "solved": sum(r["done"] for r in rows),
        "strong": strong,
        "strong_solved": sum(r["done"] for r in strong),
    }


async def learn(ctx: Ctx) -> Response:
    shelves = [await shelf(ctx, title) for title in mh.titles().values() if items(title.name)]
    return render(ctx, "learn.html", shelves=shelves)


async def begin(ctx: Ctx) -> Response:
    """Open a lesson or a problem."""
    name, ident = ctx.request.path_params["title"], ctx.request.path_params["item"]
    ctx.site.teaching.find(name, ident)
    await ctx.identified()
    match = await ctx.site.teaching.open(ctx.caller, name, ident)
    return redirect(f"/t/{match}")


async def again(ctx: Ctx) -> Response:
    match, rev = ctx.request.path_params["match"], rev_of(await form(ctx))
    return await change(ctx, match, None, rev, lambda table: ctx.site.teaching.again(table, ctx.caller, rev))


async def go_on(ctx: Ctx) -> Response:
    match = ctx.request.path_params["match"]
    return await change(ctx, match, None, None, lambda table: ctx.site.teaching.go_on(table, ctx.caller))
