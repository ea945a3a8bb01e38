"""What the bots saw at a key turn: turns that were worth a thought, and what was to be expected after each."""

from __future__ import annotations

from typing import Any, NamedTuple

from starlette.responses import HTMLResponse, Response

from machinehall.review.candidates import Candidate
from machinehall.review.shapes import TurnReview
from machinehall.review.words import Speaker
from machinehall.server.errors import StillThinking
from machinehall.web.shell import Ctx, fill, redirect, render
from machinehall.words.titles import speech

from .hints import PATIENCE, still_thinking
from .key_turn import turn_of
from .view import names_of, players_of


class Row(NamedTuple):
    """One of the turns."""

    done: str
    lead: str
    error: str
    win: int
    part: float
    """How far its lead is from the worst to the best of them, from 0 to 1."""
    played: bool
    better: bool


async def bots_saw(ctx: Ctx) -> Response:
    """A drawer for the script, or a page."""
    match, number = ctx.request.path_params["match"], ctx.place("turn")
    info = await ctx.site.seating.info(ctx.caller, match)
    review = await ctx.site.reviews.ready(ctx.caller, match)
    if review is None:
        return redirect(f"/t/{match}/review")
    turn = turn_of(review, number)
    await ctx.identified()
    try:
        found = await ctx.site.candidates.of(ctx.caller, match, number, PATIENCE)
    except StillThinking as still:
        return still_thinking(ctx, still, "review.bots")
    title = ctx.site.tables.boxes.title(info.title, info.data)
    speaker = Speaker(title, ctx.say, speech(title, ctx.say, tuple(names_of(ctx, info.seats))))
    values: dict[str, Any] = {"info": info, "turn": turn, "name": players_of(ctx, info)[turn.seat]}
    values |= {"rows": rows(speaker, turn, found), "found": speaker.found_by(turn)}
    if ctx.part:
        headers = {"x-dialog": "1", "cache-control": "no-store"}
        return HTMLResponse(fill(ctx, "bots_saw.html", **values), headers=headers)
    return render(ctx, "bots_page.html", **values)


def rows(speaker: Speaker, turn: TurnReview, found: list[Candidate]) -> list[Row]:
    best, worst = found[0].lead.value, found[-1].lead.value
    return [
        Row(
            speaker.say("list.separator").join(speaker.turn(one.line)),
            speaker.figure(one.lead.value),
            speaker.figure(one.lead.error, signed=False),
            round(100 * one.win),
            round((one.lead.value - worst) / ((best - worst) or 1.0), 3),
            one.line == turn.actions,
            one.line == turn.better,
        )
        for one in found
    ]
