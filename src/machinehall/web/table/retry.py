"""Trying a key turn again: how it begins, and the verdict."""

from __future__ import annotations

from starlette.responses import HTMLResponse, Response

from machinehall.kernel.title import Title
from machinehall.review.trial import Verdict
from machinehall.server.errors import StillThinking
from machinehall.server.thinking.retries import Here
from machinehall.web.forms import form, rev_of
from machinehall.web.shell import Ctx, fill, redirect

from .hints import PATIENCE, still_thinking
from .moves import change
from .strip import following, speaker_of


async def begin(ctx: Ctx) -> Response:
    """Open a table before a key turn."""
    match, number = ctx.request.path_params["match"], ctx.place("turn")
    await form(ctx)
    await ctx.identified()
    made = await ctx.site.retries.open(ctx.caller, match, number)
    return redirect(f"/t/{made.id}")


async def verdict(ctx: Ctx) -> Response:
    """What is thought of what was done, in a small window."""
    match = ctx.request.path_params["match"]
    info = await ctx.site.seating.info(ctx.caller, match)
    try:
        at, found = await ctx.site.retries.judge(ctx.caller, match, PATIENCE)
    except StillThinking as still:
        return still_thinking(ctx, still, "review.retry.judge")
    title = ctx.site.tables.title(info.title)
    body = fill(ctx, "verdict.html", **said(ctx, title, at, found), info=info)
    return HTMLResponse(body, headers={"x-dialog": "1", "cache-control": "no-store"})


def said(ctx: Ctx, title: Title, at: Here, found: Verdict) -> dict[str, object]:
    speaker, turn = speaker_of(ctx, title), at.turn
    assert turn.loss is not None
    closer = "review.retry.good" if found.good else "review.retry.same"
    if not found.good and found.loss.value + found.loss.error < turn.loss.value:
        closer = "review.retry.closer"
    elif not found.good and found.loss.value - found.loss.error > turn.loss.value:
        closer = "review.retry.worse"
    return {
        "good": found.good,
        "text": ctx.say(closer),
        "given": speaker.figure(-max(0.0, found.loss.value)),
        "lost": speaker.amount(max(0.0, found.loss.value), signed=False),
        "error": speaker.figure(found.loss.error, signed=False),
        "before": speaker.figure(turn.loss.value, signed=False),
        "done": speaker.turn(at.line),
        "win": [round(100 * chance) for chance in found.win],
        "match": at.origin.match,
        "number": turn.number,
        "next": following(at.review, turn),
    }


async def again(ctx: Ctx) -> Response:
    match, rev = ctx.request.path_params["match"], rev_of(await form(ctx))
    return await change(ctx, match, None, rev, lambda table: ctx.site.retries.again(table, ctx.caller, rev))


async def play_on(ctx: Ctx) -> Response:
    match = ctx.request.path_params["match"]
    return await change(ctx, match, None, None, lambda table: ctx.site.retries.play_on(table, ctx.caller))
