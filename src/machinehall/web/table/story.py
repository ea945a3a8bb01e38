"""What a review adds to other pages: the story on the page of the end, faults and curve on a replay's line of time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from machinehall.draw.look import Look, look_of
from machinehall.draw.theme import theme
from machinehall.kernel.title import Title
from machinehall.review.pictures import Brush, curve, ribbon, ribbon_height, sign
from machinehall.review.shapes import Review, TurnReview
from machinehall.review.words import Speaker
from machinehall.server.errors import Fault, NoAnswer
from machinehall.server.shapes import MatchInfo
from machinehall.web.shell import Ctx, fill
from machinehall.words.titles import speech

from .reader import reader_of
from .turning import cards
from .view import names_of, players_of

SMALL, PHONE = 442.0, 350.0
"""How wide the curve is drawn."""
KEYS = 8
"""Key turns that the page of the end lists."""


class Turning(NamedTuple):
    """A turn that gave much away."""

    number: int
    first: int
    last: int
    text: str
    sign: Markup
    grade: int
    seat: int
    done: str
    lost: str


class Timeline(NamedTuple):
    """What the line of time of a replay shows of a review."""

    ribbon: Markup
    faults: list[Turning]
    heights: dict[int, float]
    """Where the mark of each lies on the curve, from 0 above to 1 below."""
    mine: int | None
    """The reader's seat."""

    def here(self, number: int) -> Turning | None:
        """The key turn that a position shows."""
        return next((one for one in self.faults if one.first < number <= one.last), None)


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
    values: dict[str, Any] = {"told": [], "turning": [], "keys": [], "curve": ""}
    if found is not None:
        values |= await shown(ctx, info, found)
    growing = begin and ctx.site.config.review_ends and not failed and (found is None or not found.whole)
    look = look_of(ctx.site.tables.boxes.title(info.title, info.data))
    return {**values, "found": found, "growing": growing, "info": info, "look": look}


async def shown(ctx: Ctx, info: MatchInfo, found: Review) -> dict[str, Any]:
    """What the page of the end shows of a review that is there."""
    brush = brush_of(ctx, info, ctx.site.tables.boxes.title(info.title, info.data), reader_of(info))
    tale = brush.speaker.tale(found, brush.names) if found.whole else []
    points = await cards(ctx, info, brush, found, tale)
    places = {point.turn.number: point.place for point in points}
    told = [(sentence.text, places.get(sentence.turn or 0)) for sentence in tale]
    small = replace(brush, wide=PHONE if ctx.size == "narrow" else SMALL)
    seat = next((seat.seat for seat in info.seats if seat.yours), 0)
    lost = sorted(worst(brush, found)[:KEYS], key=lambda one: one.number)
    drawn = Markup(curve(small, found, seat, 190.0))
    return {"told": told, "turning": points, "keys": lost, "curve": drawn}


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
    brush = brush_of(ctx, info, title, reader_of(info))
    faults = sorted(worst(brush, found), key=lambda one: one.last)
    mine = next((seat.seat for seat in info.seats if seat.yours), None)
    heights = {one.number: round(ribbon_height(found, found.turns[one.number - 1], total), 4) for one in faults}
    return Timeline(Markup(ribbon(brush, found, total, mine)), faults, heights, mine)


def brush_of(ctx: Ctx, info: MatchInfo, title: Title, reader: int | None = None) -> Brush:
    """`reader`: the seat to which it is told; what is taken along is told to nobody in particular."""
    look: Look = look_of(title)
    speaker = Speaker(title, ctx.say, speech(title, ctx.say, tuple(names_of(ctx, info.seats))), reader)
    return Brush(theme(ctx.theme), speaker, players_of(ctx, info), look.paint, 888.0)


def worst(brush: Brush, found: Review) -> list[Turning]:
    """The key turns of all, the largest losses first."""
    keys = {number for seat in found.seats for number in seat.keys}
    turns = [turn for turn in found.turns if turn.number in keys and turn.loss is not None]
    return [turning(brush, turn) for turn in sorted(turns, key=lambda turn: -turn.loss.value if turn.loss else 0.0)]


def turning(brush: Brush, turn: TurnReview) -> Turning:
    assert turn.loss is not None
    lost = brush.speaker.amount(-turn.loss.value)
    said = brush.speaker.said_of(turn.seat, "review.fault", turn.number, brush.names[turn.seat], lost)
    done = brush.speaker.say("list.separator").join(brush.speaker.turn(turn.actions))
    mark = Markup(sign(brush, turn))
    return Turning(turn.number, turn.first, turn.last, said, mark, turn.grade, turn.seat, done, lost)
