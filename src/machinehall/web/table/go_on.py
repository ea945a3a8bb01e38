"""Going on from a past position at a new table, or playing the same deal there: who sits where."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from machinehall.draw.look import Look, look_of
from machinehall.server.errors import Malformed
from machinehall.server.play.invites import code_of
from machinehall.server.play.table import Position, Table
from machinehall.server.shapes import ContinueSpec, DealSpec, MatchInfo, SeatSpec
from machinehall.web.forms import form
from machinehall.web.shell import Ctx, redirect, render

from .view import bot_name, names_of

KINDS = ("you", "friend", "bot")
EASY = "apprentice"


def seats_asked(ctx: Ctx, info: MatchInfo, look: Look, own: int) -> dict[str, Any]:
    """The seats as they were, for the form that asks who sits there now."""
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
    return {"seats": seats, "kinds": KINDS, "bots": [(bot, bot_name(ctx, bot)) for bot in known]}


async def ask(ctx: Ctx) -> Response:
    """The form: the seats as they were, each with who is to sit there now."""
    match, number = ctx.request.path_params["match"], ctx.place("number")
    async with ctx.site.tables.table(match) as table:
        await ctx.site.continuing.check(table, ctx.caller, number)
        sitting = ctx.site.glances.sitting_at(table, ctx.caller, None)
        then = await ctx.site.tables.past_at(table, sitting.seat, number)
        own = own_seat(ctx, table, then)
    info, look = sitting.info, look_of(then.title)
    path = f"/t/{info.id}/at/{number}"
    return render(
        ctx, "continue.html", info=info, title=then.title, head="web.continue", action=f"{path}/continue", back=path,
        what=ctx.say("web.continue.what", number, table.live.number), **seats_asked(ctx, info, look, own),
    )  # fmt: skip


async def ask_deal(ctx: Ctx) -> Response:
    """The same form for the same deal."""
    match = ctx.request.path_params["match"]
    async with ctx.site.tables.table(match) as table:
        await ctx.site.dealing.check(table, ctx.caller)
        info = ctx.site.glances.sitting_at(table, ctx.caller, None).info
        mine, title = table.owned(ctx.caller), table.live.title
    return render(
        ctx, "continue.html", info=info, title=title, head="deal", action=f"/t/{match}/deal", back=f"/t/{match}",
        what=ctx.say("deal.what"), **seats_asked(ctx, info, look_of(title), mine[0] if mine else 0),
    )  # fmt: skip


async def open_deal(ctx: Ctx) -> Response:
    match, fields = ctx.request.path_params["match"], await form(ctx)
    info = await ctx.site.seating.info(ctx.caller, match)
    seats = [seat_spec(fields, seat.seat) for seat in info.seats]
    await ctx.identified()
    spec = DealSpec(seats=seats, start=all(seat.kind in ("you", "bot") for seat in seats))
    secret: str = ctx.request.scope["secret"]
    made = await ctx.site.dealing.open(ctx.caller, match, spec, lambda new: code_of(secret, new, 0))
    return redirect(f"/t/{made.id}")


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
