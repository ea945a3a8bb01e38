"""What a reader does at a table: every change carries the revision it was made against."""

from __future__ import annotations

import random
import zlib
from typing import Any

from starlette.responses import HTMLResponse, Response

from machinehall.kernel.values import BadAction, IllegalAction, Refusal
from machinehall.server.errors import Fault, Malformed, Refused, Stale
from machinehall.server.live import LiveMatch
from machinehall.server.positions import Position, parse

from .hall import Hall, Sitting, bot_name, gather, sit
from .plain import speech
from .shell import Ctx, fill, redirect

CONFLICT, REFUSED = 409, 422


async def form(ctx: Ctx) -> dict[str, str]:
    """The fields of a form, as texts."""
    data = await ctx.request.form()
    return {key: value for key, value in data.items() if isinstance(value, str)}


def whole(fields: dict[str, str], name: str) -> int | None:
    """A field that is a number."""
    text = fields.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 10 else None


def rev_of(fields: dict[str, str]) -> int:
    rev = whole(fields, "rev")
    if rev is None:
        raise Malformed("web.bad_form")
    return rev


async def fragment(ctx: Ctx, match: str, seat: int | None, status: int = 200, **more: Any) -> Response:
    """The table as it is now, for the script to lay over the old one."""
    sitting = await sit(ctx, match, seat)
    return HTMLResponse(await inner(ctx, sitting, **more), status, {"cache-control": "no-store"})


async def inner(ctx: Ctx, sitting: Sitting, **more: Any) -> str:
    if sitting.info.status == "open":
        from .opening import lobby_values

        return fill(ctx, "lobby_part.html", **lobby_values(ctx, sitting.info))
    if sitting.at is None:
        return fill(ctx, "hand_over.html", sitting=sitting, name=sitting.info.seats[sitting.hand_over or 0].name)
    hall = await gather(ctx, sitting, sitting.at)
    return fill(ctx, "hall.html", **hall_values(ctx, hall), **more)


def offer_of(at: Position) -> str:
    """A finger-print of what a seat may choose."""
    index = at.title.actions.index
    return format(zlib.crc32(",".join(str(index[action]) for action in at.legal).encode()), "x")


def hall_values(ctx: Ctx, hall: Hall) -> dict[str, Any]:
    """What the template of the table reads."""
    standings = [hall.look.standing(hall.at.view, seat) for seat in range(len(hall.names))]
    can_undo, why, label = undo_state(ctx, hall.sitting, hall.at)
    tabs = dict.fromkeys(tab for _, tab, _, _ in hall.panels if tab not in ("hand", "log"))
    requests = [r for r in hall.info.requests if hall.sitting.mine]
    return {
        "hall": hall,
        "info": hall.info,
        "standings": standings,
        "tabs": list(tabs),
        "undo": {"can": can_undo, "why": why, "label": label},
        "requests": requests,
        "bot_name": lambda bot: bot_name(ctx, bot),
        "offer": offer_of(hall.at),
        "actions": [],
        "seed": 0,
    }


def undo_state(ctx: Ctx, sitting: Sitting, at: Position) -> tuple[str, str, str]:
    """How far taking back reaches: at once, by asking the others, or not at all and why."""
    words = speech(at.title, ctx.say)
    if sitting.last is None or sitting.last_act is None or sitting.seat is None:
        return "", words.refusal(at.undo or Refusal("MH-1.3", "undo.nothing")), ""
    label = words.label(sitting.last_act)
    if at.undo is None:
        return "undo", "", label
    if sitting.alone:
        return "ask", "", label
    return "ask", words.refusal(at.undo), label


async def act(ctx: Ctx) -> Response:
    """Play an action; stale pages get the fresh table (409), refused ones the reason as well (422)."""
    match, fields = ctx.request.path_params["match"], await form(ctx)
    seat, rev, action = whole(fields, "seat"), rev_of(fields), fields.get("action", "")
    if ctx.asks_first and "sure" not in fields:
        question = await irreversible(ctx, match, seat, rev, action)
        if question is not None:
            return question
    if fields.get("never") == "1":
        ctx.pref("ask", "0")
    try:
        try:
            await ctx.site.tables.play(ctx.caller, match, seat, action, rev)
        except Stale as stale:
            if not await same_question(ctx, match, seat, fields):
                raise
            await ctx.site.tables.play(ctx.caller, match, seat, action, stale.sight.rev)
    except Stale:
        return await fragment(ctx, match, seat, CONFLICT, told=ctx.say("web.stale"))
    except Refused as refused:
        return await fragment(ctx, match, seat, REFUSED, told=reason(ctx, refused), told_rule=refused.rule)
    return await fragment(ctx, match, seat)


async def same_question(ctx: Ctx, match: str, seat: int | None, fields: dict[str, str]) -> bool:
    """Whether others only answered the same question meanwhile: then the choice still means what it meant."""
    sitting = await sit(ctx, match, seat)
    at = sitting.at
    if at is None or not at.legal or fields.get("offer") != offer_of(at):
        return False
    return fields.get("last", "") == str(sitting.last if sitting.last is not None else "")


def reason(ctx: Ctx, refused: Refused) -> str:
    return speech(refused.title, ctx.say).refusal(refused.refusal)


async def irreversible(ctx: Ctx, match: str, seat: int | None, rev: int, action: str) -> Response | None:
    """A question, if the action would show somebody something hidden: tried out in a world the seat can imagine."""
    sitting = await sit(ctx, match, seat)
    at = sitting.at
    if at is None or sitting.alone or at.seat is None or at.rev != rev:
        return None
    rng = random.Random(0)
    world = LiveMatch(at.title, sitting.info.options, at.title.sample(at.view, rng), 0, len(sitting.info.seats))
    world._rng = rng
    try:
        meant = parse(world, action, at.seat)
        world.play(meant, at.seat)
    except (IllegalAction, BadAction, Fault):
        return None
    refusal = world.cannot_undo(at.seat)
    if refusal is None or refusal.message != "undo.learned":
        return None
    label = speech(at.title, ctx.say).label(meant)
    body = fill(ctx, "confirm.html", action=action, label=label)
    return HTMLResponse(body, 200, {"x-dialog": "1", "cache-control": "no-store"})


async def undo(ctx: Ctx) -> Response:
    match, fields = ctx.request.path_params["match"], await form(ctx)
    seat, rev = whole(fields, "seat"), rev_of(fields)
    try:
        await ctx.site.tables.undo(ctx.caller, match, seat, rev)
    except Stale:
        return await fragment(ctx, match, seat, CONFLICT, told=ctx.say("web.stale"))
    except Refused as refused:
        return await fragment(ctx, match, seat, REFUSED, told=reason(ctx, refused), told_rule=refused.rule)
    return await fragment(ctx, match, seat)


async def ask_undo(ctx: Ctx) -> Response:
    """Ask the others to go back; bots always agree."""
    match, fields = ctx.request.path_params["match"], await form(ctx)
    seat, rev, number = whole(fields, "seat"), rev_of(fields), whole(fields, "number")
    try:
        await ctx.site.asking.ask_undo(ctx.caller, match, seat, rev, number or 0)
    except Stale:
        return await fragment(ctx, match, seat, CONFLICT, told=ctx.say("web.stale"))
    return await fragment(ctx, match, seat)


async def answer(ctx: Ctx) -> Response:
    match, fields = ctx.request.path_params["match"], await form(ctx)
    kind, yes = fields.get("kind", ""), fields.get("yes") == "1"
    try:
        await ctx.site.asking.answer(ctx.caller, match, kind, rev_of(fields), yes)
    except Stale:
        return await fragment(ctx, match, whole(fields, "seat"), CONFLICT, told=ctx.say("web.stale"))
    return await fragment(ctx, match, whole(fields, "seat"))


async def takeover(ctx: Ctx) -> Response:
    match, fields = ctx.request.path_params["match"], await form(ctx)
    await ctx.site.asking.ask_takeover(ctx.caller, match, whole(fields, "who") or 0, fields.get("bot", "random"))
    return await fragment(ctx, match, whole(fields, "seat"))


async def leave(ctx: Ctx) -> Response:
    match, fields = ctx.request.path_params["match"], await form(ctx)
    await ctx.site.seating.leave(ctx.caller, match, whole(fields, "seat") or 0)
    return redirect("/")


async def why(ctx: Ctx) -> Response:
    """Why a place of the board, or an action, cannot be chosen now."""
    match, place = ctx.request.path_params["match"], ctx.query("place") or ""
    sitting = await sit(ctx, match, ctx.number("seat"))
    at = sitting.at
    if at is None or at.seat is None:
        return HTMLResponse("", 204)
    from machinehall.draw.look import look_of

    texts = look_of(at.title).places(at.view, at.title.actions.all).get(place, [])
    found = await best_refusal(ctx, match, at, texts)
    if found is None:
        return HTMLResponse("", 204)
    words = speech(at.title, ctx.say, tuple(s.name for s in sitting.info.seats))
    said = words.refusal(found.refusal)
    near = words.label(found.nearest) if found.nearest else ""
    return HTMLResponse(fill(ctx, "why.html", text=said, near=near, rule=found.rule, title=at.title.name))


async def best_refusal(ctx: Ctx, match: str, at: Position, texts: list[str]) -> Refused | None:
    """The reason that says most: one about what is asked now rather than that something else is asked."""
    best: Refused | None = None
    for text in texts[:40]:
        refused = await ctx.site.tables.why_not(ctx.caller, match, at.seat, text)
        if refused is None:
            return None
        if refused.message != "refuse.not_now":
            return refused
        best = best or refused
    return best
