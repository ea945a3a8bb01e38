"""The page of a table: now, at any past position, and in a private what-if."""

from __future__ import annotations

import random
from itertools import count, takewhile
from typing import Any

from markupsafe import Markup, escape
from starlette.responses import HTMLResponse, Response

from machinehall.draw.look import look_of, sprite
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE
from machinehall.school.items import PREFIX
from machinehall.server.errors import Malformed, Refused, StillThinking
from machinehall.server.glance import Sitting
from machinehall.web.forms import form, whole
from machinehall.web.shell import Ctx, fill, redirect, render
from machinehall.words import Titled
from machinehall.words.titles import heard, speech

from .end import end_page, over_time
from .hints import PATIENCE, still_thinking
from .lobby import lobby_values
from .moves import fragment, hall_values, inner, reason
from .replay import course_of
from .story import timeline
from .view import Hall, gather, look_back, names_of, sit, sit_at, waited_for


async def table(ctx: Ctx) -> Response:
    """The whole page: lobby, table, hand-over or end, as the match stands."""
    match = ctx.request.path_params["match"]
    if ctx.query("invite"):  # addresses of earlier versions: the codes go, whoever opened the table has its link
        return redirect(f"/t/{match}")
    sitting = await sit(ctx, match, ctx.number("seat"))
    if sitting.info.status == "open":
        return render(ctx, "lobby.html", **await lobby_values(ctx, sitting.info))
    learning = any(seat.bot.startswith(PREFIX) for seat in sitting.info.seats)
    if sitting.info.status == "over" and ctx.query("board") is None and sitting.at is not None and not learning:
        return await end_page(ctx, sitting)
    title = ctx.site.tables.boxes.title(sitting.info.title, sitting.info.data)
    return page_of(ctx, sitting, title, await inner(ctx, sitting))


def page_of(ctx: Ctx, sitting: Sitting, title: Title, body: str) -> Response:
    """The page around a table; its signs stay while the table inside changes."""
    signs = Markup(sprite(look_of(title), ctx.theme))
    first = ctx.query("first") is not None
    return render(
        ctx, "table.html", info=sitting.info, title=title, body=Markup(body), signs=signs, first=first,
        brief=brief(ctx, title, title.alone(len(sitting.info.seats))),
    )  # fmt: skip


def brief(ctx: Ctx, title: Title, alone: bool) -> list[str]:
    """A title in a few sentences, for who has not read its rules: what one does, and how one wins; alone, against
    whom."""
    said = Titled(title.name, heard(title, ctx.say))
    keys = [*takewhile(said.has, (f"brief.{number}" for number in count(1)))]
    return [said(key) for key in [*keys, *(["brief.alone"] if alone and said.has("brief.alone") else [])]]


async def view(ctx: Ctx) -> Response:
    """The fragment of a table as it is now."""
    return await fragment(ctx, ctx.request.path_params["match"], ctx.number("seat"))


async def bots(ctx: Ctx) -> Response:
    """The one sentence that changes while a bot waits for a free worker, without the table around it."""
    match = ctx.request.path_params["match"]
    sitting = await ctx.site.glances.sitting(ctx.caller, match, ctx.number("seat"))
    at = sitting.at
    if sitting.bots.state == "none" or at is None or len(at.to_act) != 1 or CHANCE in at.to_act:
        return HTMLResponse("", 204)
    words, names = speech(at.title, ctx.say), names_of(ctx, sitting.info.seats)
    hall = Hall(sitting, at, look_of(at.title), words, names, acting=at.to_act[0])
    headers = {"cache-control": "no-store", "x-queued": "1" if hall.queued else ""}
    return HTMLResponse(str(escape(waited_for(ctx, hall))), headers=headers)


async def past(ctx: Ctx) -> Response:
    """A past position, with the way to all others."""
    match, number = ctx.request.path_params["match"], ctx.place("number")
    async with ctx.site.tables.table(match) as table:
        sitting = ctx.site.glances.sitting_at(table, ctx.caller, ctx.number("seat"))
        if sitting.at is None:
            return redirect(f"/t/{match}")
        then, look = await ctx.site.tables.past_at(table, sitting.seat, number), look_of(sitting.at.title)
        course = await course_of(ctx, table, sitting, look)
    info = sitting.info
    curves = await over_time(ctx, match, look) if info.final else []
    hall = await look_back(ctx, sitting, then, course, curves)
    hall.timeline = await timeline(ctx, info, then.title, course.total)
    bots = [seat.seat for seat in info.seats if seat.kind == "bot"]
    thinks = info.status == "over" and any(seat in bots for seat in then.to_act)
    return answer(ctx, hall, thinks=thinks)


async def thinking(ctx: Ctx) -> Response:
    """What the bot considered that decided at a past position; a small window for the script, or a page."""
    match, number = ctx.request.path_params["match"], ctx.place("number")
    try:
        found = await ctx.site.thinker.thoughts(ctx.caller, match, number, PATIENCE)
    except StillThinking as still:
        return still_thinking(ctx, still, "web.think")
    info = await ctx.site.seating.info(ctx.caller, match)
    title, names = ctx.site.tables.boxes.title(info.title, info.data), names_of(ctx, info.seats)
    words = speech(title, ctx.say, tuple(names))
    rows = [(words.label(title.parse(c.action)), c.value, c.visits, c.action == found.played) for c in found.candidates]
    values: dict[str, Any] = {"info": info, "found": found, "rows": rows, "name": names[found.seat]}
    if ctx.part:
        return HTMLResponse(fill(ctx, "thoughts.html", **values), headers={"x-dialog": "1"})
    return render(ctx, "thinking.html", **values)


async def what_if(ctx: Ctx) -> Response:
    """Imagined actions; nothing is stored, so the list of them travels with the page."""
    match, fields = ctx.request.path_params["match"], await form(ctx)
    seat, number = whole(fields, "seat"), whole(fields, "number")
    seed = whole(fields, "seed")
    actions = [text for text in fields.get("actions", "").split("|") if text]
    told = ""
    if "back" in fields:
        actions = actions[:-1]
    wished = [*actions, fields["action"]] if fields.get("action") else actions
    if len(wished) > 300:
        raise Malformed("web.bad_form")
    seed = random.randrange(10**6) if seed is None else seed
    tables = ctx.site.tables
    async with tables.table(match) as table:
        sitting = await sit_at(ctx, table, seat, number)
        if sitting.at is None or sitting.seat is None:
            return redirect(f"/t/{match}")
        mine = tables.my_seat(table, ctx.caller, sitting.seat)
        try:
            world = await tables.what_if_at(table, mine, number, seed, wished)
            actions = wished
        except Refused as refused:
            told = reason(ctx, refused)
            world = await tables.what_if_at(table, mine, number, seed, actions)
    hall = await gather(ctx, sitting, world, "try", sitting.at.number if number is None else number)
    return answer(ctx, hall, actions=actions, seed=seed, told=told, number=number)


def answer(ctx: Ctx, hall: Hall, **more: object) -> Response:
    """The fragment for the script, or the whole page."""
    values = hall_values(ctx, hall) | more
    body = fill(ctx, "hall.html", **values)
    if ctx.part:
        return HTMLResponse(body)
    return page_of(ctx, hall.sitting, hall.at.title, body)


# Talk


async def talk(ctx: Ctx) -> Response:
    match = ctx.request.path_params["match"]
    messages = await ctx.site.talk.heard(ctx.caller, match)
    return render(ctx, "talk.html", messages=messages[-60:])


async def speak(ctx: Ctx) -> Response:
    match, fields = ctx.request.path_params["match"], await form(ctx)
    await ctx.site.talk.say(ctx.caller, match, fields.get("text", ""))
    return await talk(ctx)


async def note(ctx: Ctx) -> Response:
    match = ctx.request.path_params["match"]
    if ctx.request.method == "POST":
        fields = await form(ctx)
        text = fields.get("text", "")
        if len(text) > 10_000:
            raise Malformed("web.bad_form")
        await ctx.site.talk.keep_note(ctx.caller, match, text)
        return HTMLResponse(ctx.say("web.note.kept"))
    text = await ctx.site.talk.note(ctx.caller, match) if ctx.caller.identity else ""
    return render(ctx, "note.html", match=match, text=text)
