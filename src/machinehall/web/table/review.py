"""The page of a review: curve, account and key turns of a match that is over. It fills itself while it is made."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from machinehall.draw.look import Look, look_of
from machinehall.draw.theme import theme
from machinehall.kernel.title import Title
from machinehall.review.many import PARTS
from machinehall.review.pictures import (
    POINTS,
    SCALES,
    WIN,
    Brush,
    bars,
    curve,
    lost,
    sample,
    scaled,
    sign,
    values_by_turn,
    waterfall,
)
from machinehall.review.shapes import LEVELS, NAMED, Review, TurnReview
from machinehall.review.words import Because, Row, Speaker
from machinehall.server.errors import NoAnswer, StillThinking, TooMany
from machinehall.server.play.origin import older
from machinehall.server.shapes import MatchInfo
from machinehall.server.speech import sentence
from machinehall.web.books.markup import rule_path
from machinehall.web.forms import form
from machinehall.web.shell import Ctx, fill, redirect, render
from machinehall.words.titles import speech

from .again import played_again
from .automata import AutomatonTurn, automata_turns
from .duplicate import others_of_deal
from .reader import reader_of
from .view import names_of, players_of

WIDE, PHONE = (888.0, 468.0), (360.0, 360.0)
"""How wide curve and account are drawn."""


class Source(NamedTuple):
    """A row of the reasons, with the rule that gives these points."""

    row: Row
    rule: str
    path: str
    events: list[Because]
    """What makes most of the difference."""


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
    except (NoAnswer, TooMany) as fault:
        failed = sentence(fault, ctx.say.lang)
    look, names = look_of(title), players_of(ctx, info)
    seat = focus(ctx, info)
    values: dict[str, Any] = {"info": info, "title": title, "names": names, "look": look, "seat": seat, "found": found}
    values |= {"still": still, "failed": failed, "growing": not failed and (found is None or not found.whole)}
    if found is not None:
        values |= shown(ctx, title, look, info, found, seat)
    values["solved"] = {number for _, number in await ctx.site.retries.solved(ctx.caller, match)}
    keys = found.seats[seat].keys if found is not None and found.whole else []
    values["first"] = next((number for number in keys if number not in values["solved"]), next(iter(keys), None))
    mine = {own.seat for own in info.seats if own.yours}
    values |= {"mine": mine, "unshown": bool(mine & await ctx.site.reviews.unshown.seats(match))}
    values["older"] = by_older_rules(info, title)
    values["narrow"] = ctx.size == "narrow"
    values["others"] = await others(ctx, info, found) if found is not None and found.whole else []
    values["duplicates"] = await others_of_deal(ctx, info, seat) if found is not None and found.whole else []
    if ctx.part:
        return HTMLResponse(fill(ctx, "review_part.html", **values), headers={"cache-control": "no-store"})
    return render(ctx, "review.html", **values)


async def make_final(ctx: Ctx) -> Response:
    """Let the end stand, so that it can be told why it came; or go on with a review that stopped."""
    match = ctx.request.path_params["match"]
    await form(ctx)
    info = await ctx.site.seating.info(ctx.caller, match)
    if info.final:
        await ctx.site.reviews.go_on(ctx.caller, match)
    else:
        await ctx.site.ending.make_final(ctx.caller, match)
    return redirect(f"/t/{match}/review")


async def marks(ctx: Ctx) -> Response:
    """Hide the marks of one's own turns from others, or show them again."""
    match = ctx.request.path_params["match"]
    await ctx.site.reviews.unshown.hide(ctx.caller, match, (await form(ctx)).get("hide") == "1")
    return redirect(f"/t/{match}/review")


async def others(ctx: Ctx, info: MatchInfo, found: Review) -> list[AutomatonTurn]:
    """What opponents did that nobody plays."""
    if not info.automata:
        return []
    again = await played_again(ctx, info.id, info.title)
    words = speech(again.title, ctx.say, tuple(names_of(ctx, info.seats)))
    return await asyncio.to_thread(automata_turns, again, found, words)


def by_older_rules(info: MatchInfo, title: Title) -> tuple[int, int] | None:
    """The rules of a match and those of today, where its turns can neither be tried again nor be played on from."""
    return (info.rules, title.rules_version) if older(title, info.rules, info.data) else None


def focus(ctx: Ctx, info: MatchInfo) -> int:
    """Whose review: that of the reader's seat, unless the address says another."""
    wished = ctx.number("seat")
    if wished is not None and 0 <= wished < len(info.seats):
        return wished
    return next((seat.seat for seat in info.seats if seat.yours), 0)


def shown(ctx: Ctx, title: Title, look: Look, info: MatchInfo, found: Review, seat: int) -> dict[str, Any]:
    """All that the page shows of a review that is there."""
    names = players_of(ctx, info)
    speaker = Speaker(title, ctx.say, speech(title, ctx.say, tuple(names_of(ctx, info.seats))), reader_of(info))
    wide, narrow = PHONE if ctx.size == "narrow" else WIDE
    brush = Brush(
        theme(ctx.theme),
        speaker,
        names,
        look.paint,
        wide,
        lambda number: f"/t/{info.id}/review/{number}",
        lambda position: f"/t/{info.id}/at/{position}",
    )
    small = replace(brush, wide=narrow)
    own, scale = found.seats[seat], scale_of(ctx)
    return {
        "speaker": speaker,
        "curve": Markup(curve(brush, found, seat, 260.0 if ctx.size == "narrow" else 318.0, scale)),
        "bars": Markup(bars(brush, found, seat, scale=scale)) if any(t.loss for t in found.turns) else "",
        "account": Markup(waterfall(small, own.account, keys=[found.turns[number - 1] for number in own.keys])),
        "slip": speaker.slip(found, seat),
        "terms": speaker.terms(own.account),
        "lucks": speaker.lucks(own.account),
        "story": speaker.story(found, names) if found.whole else [],
        "keys": [listed(brush, title, found.turns[number - 1], scale) for number in own.keys],
        "rows": table(found, scale),
        "legend": legend(brush, found, seat),
        "finders": finders(found, seat) if found.whole and own.keys else [],
        "scale": scale,
        "common": speaker.common(found, seat) if found.whole else [],
        "parts": PARTS,
        "costs": speaker.costs(found, seat) if found.whole else [],
    }


def scale_of(ctx: Ctx) -> str:
    """Points, unless the address asks for the chance to win."""
    wished = ctx.query("scale")
    return wished if wished in SCALES else POINTS


def legend(brush: Brush, found: Review, seat: int) -> list[tuple[Markup, str]]:
    """What the marks on the curve say, as far as there are some."""
    speaker = brush.speaker
    good = [(Markup(sample(brush, seat, 0)), speaker.say("review.mark.good", speaker.asked()))]
    good = good if any(turn.good for turn in found.turns) else []
    if not any(own.keys for own in found.seats):
        return good
    small, middle, large = found.bands
    edges = (NAMED * small, middle, large)
    words = [speaker.say("review.mark.from", speaker.figure(points, signed=False)) for points in edges]
    sizes = [(Markup(sample(brush, seat, grade, False)), word) for grade, word in enumerate(words, 1)]
    return [*sizes, (Markup(sample(brush, seat, 1, True)), speaker.say("review.punished")), *good]


def finders(found: Review, seat: int) -> list[tuple[str, int, int]]:
    """For each level: how many of the better turns it finds, of how many that it was asked about."""
    keys = [found.turns[number - 1] for number in found.seats[seat].keys]
    asked = [turn.found_by for turn in keys if turn.found_by is not None]
    names = [level.partition("/")[0] for level in LEVELS]
    return [(name, sum(name in by for by in asked), len(asked)) for name in names if asked]


def listed(brush: Brush, title: Title, turn: TurnReview, scale: str = POINTS) -> Key:
    """A key turn in the list, with its mark."""
    found = key(brush.speaker, title, turn)._replace(sign=Markup(sign(brush, turn)))
    return found._replace(lost=scaled(brush.speaker, -lost(turn, scale), scale), error="") if scale == WIN else found


def key(speaker: Speaker, title: Title, turn: TurnReview) -> Key:
    assert turn.loss is not None
    rules = title.minds.sources
    ids = [rules.get(change.source, "") for change in turn.changes]
    rows = speaker.rows(turn)
    sources = [
        Source(row, rule, rule_path(title.name, rule) if rule else "", events)
        for row, rule, events in zip(rows, [*ids, *[""] * (len(rows) - len(ids))], speaker.because(turn), strict=True)
        if abs(row.differs) >= 0.05 or row is rows[-1]
    ]
    return Key(
        turn,
        speaker.turn(turn.actions),
        speaker.amount(-turn.loss.value),
        speaker.figure(turn.loss.error, signed=False),
        speaker.found_by(turn),
        speaker.turn(turn.better),
        speaker.why(turn),
        sources,
    )


def table(found: Review, scale: str) -> list[tuple[int, list[int]]]:
    """The curve in figures: after each turn, the expected score of each player, or the chance to win of each seat."""
    return [(number, [round(value) for value in values]) for number, values, _ in values_by_turn(found, scale)]
