"""Hints on the page of a table: sensible moves with their reasons, and the owner's switch."""

from __future__ import annotations

from starlette.responses import HTMLResponse, Response

from machinehall.server.speech import reasons_in_words

from .acts import form, fragment
from .hall import sit
from .plain import speech
from .shell import Ctx, fill


async def hint(ctx: Ctx) -> Response:
    """Two or three moves, in a small window; a click plays one."""
    match = ctx.request.path_params["match"]
    sitting = await sit(ctx, match, ctx.number("seat"))
    found = await ctx.site.hints.suggest(ctx.caller, match, sitting.seat)
    title = ctx.site.tables.title(sitting.info.title)
    words = speech(title, ctx.say)
    rows = [(title.text(action), words.label(action), reasons_in_words(why, ctx.say.lang)) for action, _, why in found]
    people = sum(seat.kind != "bot" for seat in sitting.info.seats) > 1
    body = fill(ctx, "hints.html", rows=rows, info=sitting.info, switch=people and sitting.info.yours)
    return HTMLResponse(body, 200, {"x-dialog": "1", "cache-control": "no-store"})


async def switch(ctx: Ctx) -> Response:
    match, fields = ctx.request.path_params["match"], await form(ctx)
    await ctx.site.hints.switch(ctx.caller, match, fields.get("on") == "1")
    return await fragment(ctx, match, None)
