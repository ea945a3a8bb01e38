"""The others: coming back to one's seat, and whom one does not want to hear."""

from __future__ import annotations

from starlette.responses import HTMLResponse, Response

from machinehall.server.shapes import MutedInfo
from machinehall.web.forms import form, whole
from machinehall.web.shell import Ctx, fill, redirect
from machinehall.web.table.page import talk


async def come_back(ctx: Ctx) -> Response:
    match, fields = ctx.request.path_params["match"], await form(ctx)
    await ctx.site.places.come_back(ctx.caller, match, whole(fields, "seat"))
    return redirect(f"/t/{match}")


async def hush(ctx: Ctx) -> Response:
    """What can be done about somebody who has said something."""
    match, number = ctx.request.path_params["match"], ctx.number("number")
    heard = await ctx.site.talk.heard(ctx.caller, match, max(0, (number or 0) - 1), 1)
    name = heard[0].name if heard else ""
    body = fill(ctx, "hush.html", number=number, name=name, contact=ctx.site.config.contact)
    return HTMLResponse(body, headers={"x-dialog": "1", "cache-control": "no-store"})


async def mute(ctx: Ctx) -> Response:
    match, fields = ctx.request.path_params["match"], await form(ctx)
    await ctx.site.quiet.mute(ctx.caller, match, None, whole(fields, "number"), fields.get("block") == "1")
    return await talk(ctx)


async def muted(ctx: Ctx) -> list[MutedInfo]:
    """The reader's list, for the page of the account."""
    known = ctx.caller.identity is not None and ctx.caller.match is None
    return await ctx.site.quiet.listed(ctx.caller) if known else []
