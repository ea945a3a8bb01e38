"""At a real table a piece turned up that is in no pack: what it shows is typed there, and the match goes on with it."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.responses import Response

from machinehall.kernel.own_packs import standard
from machinehall.server.errors import Unknown
from machinehall.server.play.by_hand import may_speak
from machinehall.server.play.table import Table
from machinehall.server.workshop.at_table import show
from machinehall.web.forms import form, rev_of, whole
from machinehall.web.owners.at_table import own_pack
from machinehall.web.shell import Ctx, redirect

from .moves import change


async def shows(ctx: Ctx) -> Response:
    """What a piece shows, told by its features: one that none of ours shows is taken up."""
    match, fields = ctx.request.path_params["match"], await form(ctx)
    seat, rev, told = whole(fields, "seat"), rev_of(fields), fields.get("told", "")

    async def deed(table: Table) -> None:
        kept = await own_pack(ctx, table.live.title)
        await show(ctx.site.shelf, ctx.site.tables, table, ctx.caller, kept, told, rev)

    return await change(ctx, match, seat, rev, deed, refusals=True)


async def begin(ctx: Ctx) -> Response:
    """Which of our guesses the piece stands in for is said; its form comes next, and the table waits."""
    match, fields = ctx.request.path_params["match"], await form(ctx)
    file, _, key = fields.get("record", "").partition("/")
    async with ctx.site.tables.table(match) as table:
        may_speak(table, ctx.caller)
        title = table.live.title
    if title.pack.shape is None or key not in standard(title.pack).get(file, {}):
        raise Unknown("packs.no_record", f"{file}: {key}"[:80])
    kept = await own_pack(ctx, title)
    return redirect(f"/owners/{kept.info.id}?{urlencode({'file': file, 'record': key, 'table': match})}")
