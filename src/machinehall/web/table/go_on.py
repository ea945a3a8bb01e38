"""Going on from a past position at a new table: who sits where there."""

from __future__ import annotations

from starlette.responses import Response

from machinehall.draw.look import look_of
from machinehall.server.errors import Malformed
from machinehall.server.play.invites import code_of
from machinehall.server.play.table import Position, Table
from machinehall.server.shapes import ContinueSpec, SeatSpec
from machinehall.web.forms import form
from machinehall.web.shell import Ctx, redirect, render

from .view import bot_name, names_of

KINDS = ("you", "friend", "bot")
EASY = "apprentice"


async def ask(ctx: Ctx) -> Response:
    """The form: the seats as they were, each with who is to sit there now."""
    match, number = ctx.request.path_params["match"], ctx.place("number")
    async with ctx.site.tables.table(match) as table:
        await ctx.site.continuing.check(table, ctx.caller, number)
        sitting = ctx.site.glances.sitting_at(table, ctx.caller, None)
        then = await ctx.site.tables.past_at(table, sitting.seat, number)
        own = own_seat(ctx, table, then)
    info, look = sitting.info, look_of(then.title)
    known, names = sorted(ctx.site.seating.bots), names_of(ctx, info.seats)
    seats = [
        {
            "paint": look.paint(seat.seat),
            "name": names[seat.seat],
            "kind": "you" if seat.seat == own else "bot",
            "bot": seat.bot if seat.bot in known else EASY,
        }
        for seat in info.seats
    ]
    return render(
        ctx, "continue.html", info=info, title=then.title, seats=seats, number=number, total=table.live.number,
        kinds=KINDS, bots=[(bot, bot_name(ctx, bot)) for bot in known],
    )  # fmt: skip


def own_seat(ctx: Ctx, table: Table, then: Position) -> int:
    """Where the reader sits unless they say otherwise: where they sat, or where a decision is owed."""
    mine = table.owned(ctx.caller)
    return next((seat for seat in (*mine, *then.to_act) if seat in then.to_act), mine[0] if mine else 0)


async def open_table(ctx: Ctx) -> Response:
    match, number, fields = ctx.request.path_params["match"], ctx.place("number"), await form(ctx)
    info = await ctx.site.seating.info(ctx.caller, match)
    seats = [seat_spec(fields, seat.seat) for seat in info.seats]
    await ctx.identified()
    start = all(seat.kind in ("you", "bot") for seat in seats)
    spec = ContinueSpec(number=number, seats=seats, start=start)
    secret: str = ctx.request.scope["secret"]
    made = await ctx.site.continuing.open(ctx.caller, match, spec, lambda new: code_of(secret, new, 0))
    return redirect(f"/t/{made.id}")


def seat_spec(fields: dict[str, str], seat: int) -> SeatSpec:
    kind = fields.get(f"seat{seat}", "")
    if kind == "you":
        return SeatSpec(kind="you")
    if kind == "friend":
        return SeatSpec(kind="invited")
    if kind == "bot":
        return SeatSpec(kind="bot", bot=fields.get(f"bot{seat}", "")[:40])
    raise Malformed("web.bad_form")
