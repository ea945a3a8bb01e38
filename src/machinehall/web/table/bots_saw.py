"""What the bots saw at a key turn: turns that were worth a thought, and what was to be expected after each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from starlette.responses import HTMLResponse, Response

from machinehall.review.seen import Seen
from machinehall.review.shapes import TurnReview
from machinehall.review.words import Speaker
from machinehall.server.errors import StillThinking
from machinehall.server.thinking.review_worker import Saw
from machinehall.web.shell import Ctx, fill, render
from machinehall.words.titles import speech

from .hints import PATIENCE, still_thinking
from .key_turn import opened, to_review
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
    chosen: str
    """Levels that take it."""


class Choice(NamedTuple):
    """A first choice, as a level weighs it."""

    text: str
    value: str
    share: int | None
    """Per cent of the thought that went into it."""
    played: bool
    taken: bool
    """This is what the level does."""


async def bots_saw(ctx: Ctx) -> Response:
    """A drawer for the script, or a page."""
    at = await opened(ctx)
    if at is None:
        return to_review(ctx)
    info, turn = at.info, at.turn
    await ctx.identified()
    try:
        found = await ctx.site.candidates.of(ctx.caller, info.id, turn.number, PATIENCE)
    except StillThinking as still:
        return still_thinking(ctx, still, "review.bots")
    title = ctx.site.tables.boxes.title(info.title, info.data)
    speaker = Speaker(title, ctx.say, speech(title, ctx.say, tuple(names_of(ctx, info.seats))))
    values: dict[str, Any] = {"info": info, "turn": turn, "name": players_of(ctx, info)[turn.seat]}
    level = next((one for one in found.seen if one.level == ctx.query("level")), None)
    values |= {"rows": rows(speaker, turn, found), "found": speaker.found_by(turn), "level": level}
    values |= {"levels": [one.level for one in found.seen], "choices": choices(speaker, turn, level) if level else []}
    values["would"] = told(speaker, level.line) if level else ""
    players = players_of(ctx, info)
    values["onward"] = [(players[one.seat], told(speaker, one.line)) for one in found.onward]
    if ctx.part:
        headers = {"x-dialog": "1", "cache-control": "no-store"}
        return HTMLResponse(fill(ctx, "bots_saw.html", **values), headers=headers)
    return render(ctx, "bots_page.html", **values)


def told(speaker: Speaker, line: Sequence[str]) -> str:
    return speaker.say("list.separator").join(speaker.turn(line))


def choices(speaker: Speaker, turn: TurnReview, level: Seen) -> list[Choice]:
    """How a level weighs the first choice of a turn."""
    tries = sum(one.visits for one in level.weighed)
    return [
        Choice(
            speaker.action(one.action),
            speaker.figure(one.value),
            round(100 * one.visits / tries) if tries else None,
            one.action == turn.actions[0],
            one.action == level.line[0],
        )
        for one in level.weighed
    ]


def rows(speaker: Speaker, turn: TurnReview, saw: Saw) -> list[Row]:
    found, between = saw.candidates, speaker.say("list.separator")
    best, worst = found[0].lead.value, found[-1].lead.value
    return [
        Row(
            told(speaker, one.line),
            speaker.figure(one.lead.value),
            speaker.figure(one.lead.error, signed=False),
            round(100 * one.win),
            round((one.lead.value - worst) / ((best - worst) or 1.0), 3),
            one.line == turn.actions,
            one.line == turn.better,
            between.join(speaker.say(f"web.bot.{by.level}") for by in saw.seen if by.line == one.line),
        )
        for one in found
    ]
