"""What a review adds to other pages: the story on the page of the end, faults and curve on a replay's line of time."""

from __future__ import annotations

from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from machinehall.draw.look import Look, look_of
from machinehall.draw.theme import theme
from machinehall.kernel.title import Title
from machinehall.review.pictures import Brush, ribbon, sign
from machinehall.review.shapes import Review, TurnReview
from machinehall.review.words import Speaker
from machinehall.server.errors import Fault, NoAnswer
from machinehall.server.shapes import MatchInfo
from machinehall.web.shell import Ctx, fill
from machinehall.words.titles import speech

from .view import names_of, players_of

TURNING = 3
"""Turning points beside the story."""


class Turning(NamedTuple):
    """A turn that gave much away."""

    number: int
    last: int
    text: str
    sign: Markup
    grade: int


class Timeline(NamedTuple):
    """What the line of time of a replay shows of a review."""

    ribbon: Markup
    faults: list[Turning]


async def story_values(ctx: Ctx, info: MatchInfo, begin: bool) -> dict[str, Any]:
    """The story as far as it is known; `begin`: somebody may be set to work for it."""
    found, failed = None, False
    if info.final and ctx.site.reviews.enabled:
        try:
            wanted = begin and ctx.site.config.review_ends
            found = await (ctx.site.reviews.ready if wanted else ctx.site.reviews.seen)(ctx.caller, info.id)
        except NoAnswer:  # the page does not ask again by itself
            failed = True
        except Fault:  # others come first; the page of the end stands without it
            found = None
    told: list[str] = []
    turning: list[Turning] = []
    if found is not None:
        brush = brush_of(ctx, info, ctx.site.tables.title(info.title))
        turning = sorted(worst(brush, found)[:TURNING], key=lambda one: one.number)
        told = brush.speaker.story(found, players_of(ctx, info)) if found.whole else []
    growing = begin and ctx.site.config.review_ends and not failed and (found is None or not found.whole)
    return {"told": told, "turning": turning, "found": found, "growing": growing, "info": info}


async def story(ctx: Ctx) -> Response:
    """The same for the script that asks again."""
    info = await ctx.site.seating.info(ctx.caller, ctx.request.path_params["match"])
    own = any(seat.yours for seat in info.seats)
    return HTMLResponse(
        fill(ctx, "story_part.html", **await story_values(ctx, info, own)), headers={"cache-control": "no-store"}
    )


async def timeline(ctx: Ctx, info: MatchInfo, title: Title, total: int) -> Timeline | None:
    """For a replay; None: there is no review of the match yet."""
    found = await ctx.site.reviews.seen(ctx.caller, info.id) if info.final else None
    if found is None:
        return None
    brush = brush_of(ctx, info, title)
    faults = sorted(worst(brush, found), key=lambda one: one.last)
    return Timeline(Markup(ribbon(brush, found, total)), faults)


def brush_of(ctx: Ctx, info: MatchInfo, title: Title) -> Brush:
    look: Look = look_of(title)
    speaker = Speaker(title, ctx.say, speech(title, ctx.say, tuple(names_of(ctx, info.seats))))
    return Brush(theme(ctx.theme), speaker, players_of(ctx, info), look.paint, 888.0)


def worst(brush: Brush, found: Review) -> list[Turning]:
    """The key turns of all, the largest losses first."""
    keys = {number for seat in found.seats for number in seat.keys}
    turns = [turn for turn in found.turns if turn.number in keys and turn.loss is not None]
    return [turning(brush, turn) for turn in sorted(turns, key=lambda turn: -turn.loss.value if turn.loss else 0.0)]


def turning(brush: Brush, turn: TurnReview) -> Turning:
    assert turn.loss is not None
    lost = brush.speaker.figure(-turn.loss.value)
    said = brush.speaker.say("review.fault", turn.number, brush.names[turn.seat], lost)
    return Turning(turn.number, turn.last, said, Markup(sign(brush, turn)), turn.grade)
