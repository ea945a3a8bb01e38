"""The page of a review: curve, account and key turns of a match that is over. It fills itself while it is made."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from machinehall.draw.look import Look, look_of
from machinehall.draw.theme import theme
from machinehall.kernel.title import Title
from machinehall.review.pictures import Brush, bars, curve, sign, turn_places, waterfall
from machinehall.review.shapes import Review, TurnReview
from machinehall.review.words import Row, Speaker
from machinehall.server.errors import NoAnswer, StillThinking
from machinehall.server.shapes import MatchInfo
from machinehall.server.speech import sentence
from machinehall.web.books.markup import rule_path
from machinehall.web.forms import form
from machinehall.web.shell import Ctx, fill, redirect, render
from machinehall.words.titles import speech

from .again import played_again
from .automata import AutomatonTurn, automata_turns
from .view import names_of, players_of

WIDE, PHONE = (888.0, 468.0), (360.0, 360.0)
"""How wide curve and account are drawn."""


class Source(NamedTuple):
    """A row of the reasons, with the rule that gives these points."""

    row: Row
    rule: str
    path: str


class Key(NamedTuple):
    """A key turn as it is shown."""

    turn: TurnReview
    done: list[str]
    lost: str
    error: str
    found: str
    better: list[str]
    why: str
    sources: list[Source]
    sign: Markup = Markup("")


async def review(ctx: Ctx) -> Response:
    """The page, or what is inside for the script that asks again."""
    match = ctx.request.path_params["match"]
    info = await ctx.site.seating.info(ctx.caller, match)
    found, still, failed = None, "", ""
    title = ctx.site.tables.boxes.title(info.title, info.data)
    if info.status == "over" and not info.final and ctx.site.reviews.enabled:
        own = any(seat.yours or seat.away for seat in info.seats)
        return render(ctx, "review_settle.html", info=info, title=title, own=own)
    try:
        found = await ctx.site.reviews.of(ctx.caller, match)
    except StillThinking as waiting:
        still = sentence(waiting, ctx.say.lang)
    except NoAnswer as fault:
        failed = sentence(fault, ctx.say.lang)
    look, names = look_of(title), players_of(ctx, info)
    seat = focus(ctx, info)
    values: dict[str, Any] = {"info": info, "title": title, "names": names, "look": look, "seat": seat, "found": found}
    values |= {"still": still, "failed": failed, "growing": not failed and (found is None or not found.whole)}
    if found is not None:
        values |= shown(ctx, title, look, info, found, seat)
    values["others"] = await others(ctx, info, found) if found is not None and found.whole else []
    if ctx.part:
        return HTMLResponse(fill(ctx, "review_part.html", **values), headers={"cache-control": "no-store"})
    return render(ctx, "review.html", **values)


async def settle(ctx: Ctx) -> Response:
    """Let the end stand, so that it can be told why it came."""
    match = ctx.request.path_params["match"]
    await form(ctx)
    await ctx.site.ending.make_final(ctx.caller, match)
    return redirect(f"/t/{match}/review")


async def others(ctx: Ctx, info: MatchInfo, found: Review) -> list[AutomatonTurn]:
    """What opponents did that nobody plays."""
    if not info.automata:
        return []
    again = await played_again(ctx, info.id, info.title)
    words = speech(again.title, ctx.say, tuple(names_of(ctx, info.seats)))
    return await asyncio.to_thread(automata_turns, again, found, words)


def focus(ctx: Ctx, info: MatchInfo) -> int:
    """Whose review: that of the reader's seat, unless the address says another."""
    wished = ctx.number("seat")
    if wished is not None and 0 <= wished < len(info.seats):
        return wished
    return next((seat.seat for seat in info.seats if seat.yours), 0)


def shown(ctx: Ctx, title: Title, look: Look, info: MatchInfo, found: Review, seat: int) -> dict[str, Any]:
    """All that the page shows of a review that is there."""
    names = players_of(ctx, info)
    speaker = Speaker(title, ctx.say, speech(title, ctx.say, tuple(names_of(ctx, info.seats))))
    wide, narrow = PHONE if ctx.size == "narrow" else WIDE
    brush = Brush(
        theme(ctx.theme),
        speaker,
        names,
        look.paint,
        wide,
        lambda number: f"/t/{info.id}/review/{number}",
    )
    small = Brush(brush.th, speaker, names, look.paint, narrow)
    own = found.seats[seat]
    return {
        "speaker": speaker,
        "curve": Markup(curve(brush, found, seat, 260.0 if ctx.size == "narrow" else 318.0)),
        "bars": Markup(bars(brush, found, seat)) if any(t.loss for t in found.turns) else "",
        "account": Markup(waterfall(small, own.account)),
        "terms": speaker.terms(own.account),
        "story": speaker.story(found, names) if found.whole else [],
        "keys": [listed(brush, title, found.turns[number - 1]) for number in own.keys],
        "rows": table(found),
    }


def listed(brush: Brush, title: Title, turn: TurnReview) -> Key:
    """A key turn in the list, with its mark."""
    return key(brush.speaker, title, turn)._replace(sign=Markup(sign(brush, turn)))


def key(speaker: Speaker, title: Title, turn: TurnReview) -> Key:
    assert turn.loss is not None
    rules = title.minds.sources
    ids = [rules.get(change.source, "") for change in turn.changes]
    rows = speaker.rows(turn)
    sources = [
        Source(row, rule, rule_path(title.name, rule) if rule else "")
        for row, rule in zip(rows, [*ids, *[""] * (len(rows) - len(ids))], strict=True)
        if abs(row.differs) >= 0.05 or row is rows[-1]
    ]
    return Key(
        turn,
        speaker.turn(turn.actions),
        speaker.figure(-turn.loss.value),
        speaker.figure(turn.loss.error, signed=False),
        speaker.found_by(turn),
        speaker.turn(turn.better),
        speaker.why(turn),
        sources,
    )


def table(found: Review) -> list[tuple[int, list[int]]]:
    """The curve in figures: after each turn, the expected score of each player."""
    places = turn_places(found)
    return [
        (places[p.number], [round(score) for score in (*p.scores, *p.automata)])
        for p in found.points
        if p.number in places
    ]
