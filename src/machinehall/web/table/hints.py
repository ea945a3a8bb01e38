"""Hints on the page of a table: sensible moves with their reasons, and the owner's switch."""

from __future__ import annotations

from starlette.responses import HTMLResponse, Response

from machinehall.kernel.values import Action
from machinehall.kernel.wording import Wording
from machinehall.server.errors import StillThinking
from machinehall.server.play.table import Position
from machinehall.server.speech import hints_in_words, sentence
from machinehall.web.forms import form
from machinehall.web.shell import Ctx, fill, render
from machinehall.words.titles import speech

from .moves import change

PATIENCE = 1.0
"""Seconds that a page is kept waiting; what takes longer says so, and the page asks again."""


def still_thinking(ctx: Ctx, still: StillThinking, head: str) -> Response:
    """The answer is not there yet: the page says so and asks again by itself, also without the script."""
    url = ctx.request.url
    values = {"head": head, "text": sentence(still, ctx.say.lang), "again": f"{url.path}?{url.query}".rstrip("?")}
    if ctx.part:
        body = fill(ctx, "still.html", **values)
        return HTMLResponse(body, still.status, {"x-dialog": "1", "cache-control": "no-store"})
    response = render(ctx, "still_page.html", status=still.status, **values)
    response.headers["refresh"] = "2"
    return response


async def hint(ctx: Ctx) -> Response:
    """Two or three moves, in a small window; a click plays one."""
    match = ctx.request.path_params["match"]
    sitting = await ctx.site.glances.sitting(ctx.caller, match, ctx.number("seat"))
    try:
        found = await ctx.site.hints.suggest(ctx.caller, match, sitting.seat, PATIENCE)
    except StillThinking as still:
        return still_thinking(ctx, still, "hint.head")
    title = ctx.site.tables.boxes.title(sitting.info.title, sitting.info.data)
    words = speech(title, ctx.say)
    names = called(words, sitting.at)
    told = hints_in_words(title, [(value, why) for _, value, why in found], ctx.say.lang)
    rows = [
        (title.text(action), names.get(action) or words.label(action), why)
        for (action, _, _), why in zip(found, told, strict=True)
    ]
    people = sum(seat.kind != "bot" for seat in sitting.info.seats) > 1
    values = {"rows": rows, "info": sitting.info, "switch": people and sitting.info.yours}
    body = fill(ctx, "hints.html", **values)
    return HTMLResponse(body, 200, {"x-dialog": "1"})


def called(words: Wording, at: Position | None) -> dict[Action, str]:
    """What the list of choices calls each of them: a hint must be found there again."""
    if at is None or at.seat is None:
        return {}
    return {choice.action: choice.text for choice in words.choices(at.view, at.seat, at.legal)}


async def switch(ctx: Ctx) -> Response:
    match, fields = ctx.request.path_params["match"], await form(ctx)
    on = fields.get("on") == "1"
    return await change(ctx, match, None, None, lambda table: ctx.site.hints.switch_for(table, ctx.caller, on))
