"""At a real table a piece turned up that is in no pack: what it shows is typed there, and the match goes on with it."""

from __future__ import annotations

from starlette.responses import Response

from machinehall.server.play.table import Table
from machinehall.server.workshop.at_table import show
from machinehall.web.forms import form, rev_of, whole
from machinehall.web.owners.at_table import own_pack
from machinehall.web.shell import Ctx

from .moves import change


async def shows(ctx: Ctx) -> Response:
    """What a piece shows, told by its features: one that none of ours shows is taken up."""
    match, fields = ctx.request.path_params["match"], await form(ctx)
    seat, rev, told = whole(fields, "seat"), rev_of(fields), fields.get("told", "")

    async def deed(table: Table) -> None:
        kept = await own_pack(ctx, table.live.title)
        await show(ctx.site.shelf, ctx.site.tables, table, ctx.caller, kept, told, rev)

    return await change(ctx, match, seat, rev, deed, refusals=True)
