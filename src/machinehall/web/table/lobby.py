"""Waiting for the others, and sitting down by a link."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from machinehall.draw.look import look_of
from machinehall.server.errors import Fault, Forbidden, NoName
from machinehall.server.numbers import whole_if
from machinehall.server.shapes import MatchInfo
from machinehall.server.speech import sentence
from machinehall.web.forms import form
from machinehall.web.qr import opens_elsewhere, qr_code
from machinehall.web.shell import Ctx, redirect, render

from .opening import EASY, bots, first_lesson, guest, said_if_known
from .view import names_of

ABOUT_PEOPLE = ("told.removed", "told.declined", "told.continued")


async def link_of(ctx: Ctx, info: MatchInfo) -> str | None:
    """The one link to send: a code for those who are invited, the table itself where anybody may sit.

    Only whoever opened a table is told the code, and only by the session that made it.
    """
    at = f"{ctx.base}/t/{info.id}/join"
    if info.yours and (code := await ctx.site.invites.own_code(ctx.caller, ctx.request.scope["secret"], info.id)):
        return f"{at}#{code}"
    anyone = any(not s.taken and s.kind == "person" for s in info.seats)
    return at if info.visibility != "private" and anyone and not info.removed else None


async def lobby_values(ctx: Ctx, info: MatchInfo) -> dict[str, Any]:
    """What the page of a table that has not begun shows."""
    title = ctx.site.tables.boxes.title(info.title, info.data)
    look, names = look_of(title), names_of(ctx, info.seats)
    seats = [{"seat": s, "paint": look.paint(s.seat), "name": names[s.seat]} for s in info.seats]
    free = [s for s in info.seats if not s.taken]
    mine = any(s.yours for s in info.seats)
    open_to = (info.visibility != "private" or info.yours) and not info.removed
    link = await link_of(ctx, info)
    renews = info.yours and any(s.kind == "invited" or info.visibility == "private" for s in free)
    told = [ctx.say(told["message"], *told["args"]) for told in info.told if told["message"] in ABOUT_PEOPLE]
    return {
        "info": info, "title": title, "seats": seats, "free": free, "mine": mine,
        "can_join": open_to and any(s.kind == "person" for s in free),
        "link": link, "qr": Markup(qr_code(link)) if link and ctx.base else "", "renews": renews,
        "bots": bots(ctx, title) if info.yours else [], "easy": EASY,
        "can_start": not free and (mine or info.yours),
        "asked": next((s.seat for s in info.seats if s.asked), None), "told": told[-3:],
    }  # fmt: skip


async def qr(ctx: Ctx) -> Response:
    """The link as a picture, where only the browser knows under which address this site is reached.

    It tells so as the origin of its request, which has been compared with where the request went to.
    """
    match = ctx.request.path_params["match"]
    info = await ctx.site.seating.info(ctx.caller, match)
    link, here = await link_of(ctx, info), ctx.base or ctx.request.headers.get("origin", "")
    if link is None or not here:
        return HTMLResponse("", 204)
    if not opens_elsewhere(here):
        return HTMLResponse(str(Markup("<p class=dim>{}</p>").format(ctx.say("web.lobby.only_here"))))
    return HTMLResponse(qr_code(link if ctx.base else here + link))


# Sitting down


async def join_page(ctx: Ctx) -> Response:
    """What a link of an invitation opens: a name and a chair."""
    match = ctx.request.path_params["match"]
    if old := ctx.query("code"):  # links of earlier versions: out of the address as soon as they are opened
        return redirect(f"/t/{match}/join#{quote(old)}")
    info = await ctx.site.seating.info(ctx.caller, match)
    if any(seat.yours for seat in info.seats):
        return redirect(f"/t/{match}")
    return join_values(ctx, info)


def join_values(ctx: Ctx, info: MatchInfo, remark: str = "", name: str = "", status: int = 200) -> Response:
    title, names = ctx.site.tables.boxes.title(info.title, info.data), names_of(ctx, info.seats)
    look = look_of(title)
    waits = [s for s in info.seats if not s.taken and (s.kind != "asked" or s.asked)]
    listed = [s for s in waits if s.kind == "person" and info.visibility != "private"]
    coded = not listed and not any(s.asked for s in waits)
    place = next(iter([s.seat for s in waits if s.asked] or [s.seat for s in listed or waits]), None)
    return render(
        ctx, "join.html", status=status, info=info, title=title, names=names, coded=coded, place=place,
        paints=[look.paint(s.seat) for s in info.seats], picture=Markup(look.vignette(ctx.theme)),
        about=said_if_known(ctx.say, f"web.about.{title.name}"), host=host_of(info, names),
        lesson=first_lesson(ctx, title.name), remark=remark, name=name or ("" if guest(ctx) else ctx.caller.name),
    )  # fmt: skip


def host_of(info: MatchInfo, names: list[str]) -> str:
    """Somebody who sits there already."""
    return next((names[s.seat] for s in info.seats if s.taken and s.kind == "person" and not s.former), "")


async def join(ctx: Ctx) -> Response:
    """Sit down; who sits here already is led to the table, also by a link that is good for more seats."""
    match, fields = ctx.request.path_params["match"], await form(ctx)
    name = fields.get("name", "").strip()[:40]
    code = fields.get("code", "").strip().rpartition("#")[2][:100]
    wished = whole_if(fields.get("seat"))
    info = await ctx.site.seating.info(ctx.caller, match)
    if wished is None and any(seat.yours for seat in info.seats):
        return redirect(f"/t/{match}")
    try:
        await sit_down(ctx, info, wished, code, name)
    except NoName:
        raise
    except Fault as fault:
        return join_values(ctx, info, sentence(fault, ctx.say.lang)[:300], name, fault.status)
    return redirect(f"/t/{match}")


async def sit_down(ctx: Ctx, info: MatchInfo, wished: int | None, code: str, name: str) -> None:
    """With the code; where its seats are taken and others are open to everybody, on one of those."""
    taken = {seat.name for seat in info.seats if seat.taken}
    await ctx.identified(name)
    if not name and ctx.caller.name in taken:
        name = next(other for k in range(2, 10) if (other := f"{ctx.caller.name[:37]} {k}") not in taken)
    seating = ctx.site.seating
    try:
        await seating.join(ctx.caller, info.id, wished, code or None, name or None)
    except Forbidden:
        if not code or info.visibility == "private" or info.removed:
            raise
        await seating.join(ctx.caller, info.id, wished, None, name or None)


async def start(ctx: Ctx) -> Response:
    match = ctx.request.path_params["match"]
    await ctx.site.seating.start(ctx.caller, match)
    return redirect(f"/t/{match}")


async def invite(ctx: Ctx) -> Response:
    """A fresh link; the old one is worth nothing any more. Its code is in no address."""
    match = ctx.request.path_params["match"]
    await ctx.site.invites.cover(ctx.caller, await secret_of(ctx), match, anew=True)
    return redirect(f"/t/{match}")


async def secret_of(ctx: Ctx) -> str:
    await ctx.identified()
    secret: str = ctx.request.scope["secret"]
    return secret


async def remove(ctx: Ctx) -> Response:
    """Free a seat before the start. Somebody who was asked to leave has the link: it is made anew."""
    match, fields = ctx.request.path_params["match"], await form(ctx)
    seat = whole_if(fields.get("seat")) or 0
    before = await ctx.site.seating.info(ctx.caller, match)
    info = await ctx.site.places.remove(ctx.caller, match, seat)
    if info.visibility == "private" or any(s.kind == "invited" for s in info.seats):
        sent_away = before.seats[seat].kind == "person" and not before.seats[seat].yours
        await ctx.site.invites.cover(ctx.caller, await secret_of(ctx), match, anew=sent_away)
    return redirect(f"/t/{match}")


async def decline(ctx: Ctx) -> Response:
    match, fields = ctx.request.path_params["match"], await form(ctx)
    await ctx.site.places.decline(ctx.caller, match, whole_if(fields.get("seat")) or 0)
    return redirect("/")


async def put_bot(ctx: Ctx) -> Response:
    match, fields = ctx.request.path_params["match"], await form(ctx)
    seat = whole_if(fields.get("seat")) or 0
    await ctx.site.seating.put_bot(ctx.caller, match, seat, fields.get("bot", "random"))
    return redirect(f"/t/{match}")
