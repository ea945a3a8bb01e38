"""The page of a key turn: what was played and what would have been better, side by side on the board, and why.

The better turn is not sent before the reader asks for it, so nothing is given away by looking at the page.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from markupsafe import Markup
from starlette.responses import Response

from machinehall.draw.look import Panel, look_of, sprite
from machinehall.review.branch import Branch, before, better, played
from machinehall.review.shapes import Review, TurnReview
from machinehall.review.words import Speaker
from machinehall.server.errors import Unknown
from machinehall.server.shapes import MatchInfo
from machinehall.server.thinking.reviews import fault_of
from machinehall.web.shell import Ctx, redirect, render

from .acts import Act, Line
from .again import Told, panels_of, played_again, told_of
from .reader import reader_of, words_for
from .review import by_older_rules, key
from .view import names_of, players_of

ID = re.compile(r'(?<= id=")[^"]+')
OWN, BEFORE = "better--", "before--"
"""Before the ids of the other boards, so that no id stands twice on the page."""


class Opened(NamedTuple):
    """A turn of a review that gave something away."""

    info: MatchInfo
    review: Review
    turn: TurnReview


class Side(NamedTuple):
    """One of the two turns, as the page shows it."""

    kind: str
    lead: str
    panels: list[Markup]
    lines: list[Line]
    drawn: bool
    before: list[Markup]
    """The same panels before the turn; beside the turn played."""


async def key_turn(ctx: Ctx) -> Response:
    """The page of one turn that was searched."""
    at = await opened(ctx)
    if at is None:
        return to_review(ctx)
    info, turn = at.info, at.turn
    again = await played_again(ctx, info.id, info.title)
    title, names = again.title, players_of(ctx, info)
    look, shown = look_of(title), ctx.query("better") is not None
    words = words_for(title, ctx.say, names_of(ctx, info.seats), info)
    speaker = Speaker(title, ctx.say, words)
    branches = [played(again, turn), *([better(again, turn)] if shown else [])]
    told = [
        await asyncio.to_thread(told_of, ctx, look, words, names, turn, branch, reader_of(info)) for branch in branches
    ]
    first = Branch(before(again, turn.first), [], False)
    still = await asyncio.to_thread(panels_of, ctx, look, names, turn, first)
    keys, said = at.review.seats[turn.seat].keys, key(speaker, title, turn)
    return render(
        ctx, "key_turn.html", info=info, title=title, names=names, look=look, turn=turn, shown=shown,
        key=said, speaker=speaker, sides=sides(ctx, speaker, turn, told, still),
        most=max((abs(source.row.differs) for source in said.sources), default=0.0) or 1.0,
        signs=Markup(sprite(look, ctx.theme)), keys=keys,
        older=by_older_rules(info, ctx.site.tables.boxes.title(info.title, info.data)),
        solved=(info.id, turn.number) in await ctx.site.retries.solved(ctx.caller, info.id),
        place=keys.index(turn.number) if turn.number in keys else None,
    )  # fmt: skip


async def opened(ctx: Ctx) -> Opened | None:
    """The turn that an address names, if something can be said about it; None: its review is not there yet."""
    match, number = ctx.request.path_params["match"], ctx.place("turn")
    info = await ctx.site.seating.info(ctx.caller, match)
    found = await ctx.site.reviews.ready(ctx.caller, match)
    if found is None:
        return None
    turn = fault_of(found, number)
    if turn is None:
        raise Unknown("review.no_such_turn")
    return Opened(info, found, turn)


def to_review(ctx: Ctx) -> Response:
    return redirect(f"/t/{ctx.request.path_params['match']}/review")


def sides(ctx: Ctx, speaker: Speaker, turn: TurnReview, told: Sequence[Told], before: Sequence[Panel]) -> list[Side]:
    """Both turns with the same panels: the board, and what else one of them touches."""
    first = told[0].panels
    touched = {
        panel.id
        for one in told
        for panel in one.panels
        if any(f'id="{place}"' in panel.body for place in one.places if not place.startswith("seat-"))
    }
    board = first[0].id if not touched or first[0].id in touched else ""
    wanted = touched | {board}
    found = []
    for at, (kind, one) in enumerate(zip(("played", "better"), told, strict=False)):
        drawn = drawings(ctx, one.panels, wanted, kind, OWN if at else "")
        still = [] if at else drawings(ctx, before, wanted, "before", BEFORE)
        acts = [line._replace(acts=[own_places(act, bool(at)) for act in line.acts]) for line in one.lines]
        found.append(Side(kind, speaker.figure(lead_after(turn)[at]), drawn, acts, one.branch.drawn, still))
    return found


def drawings(ctx: Ctx, panels: Sequence[Panel], wanted: Collection[str], kind: str, own: str) -> list[Markup]:
    said = ctx.say(f"review.{kind}")
    return [own_ids(panel.svg(f"{said}: {ctx.say(panel.word)}"), own) for panel in panels if panel.id in wanted]


def own_ids(svg: str, own: str) -> Markup:
    """A drawing whose ids do not stand on the page yet; what points to them in the drawing points on."""
    if not own:
        return Markup(svg)
    known = set(ID.findall(svg))
    svg = ID.sub(lambda at: own + at[0], svg)
    svg = re.sub(r'(?<=["(]#)[^")]+', lambda at: own + at[0] if at[0] in known else at[0], svg)
    return Markup(svg)


def own_places(act: Act, second: bool) -> Act:
    return act._replace(places=" ".join(OWN + place for place in act.places.split())) if second else act


def lead_after(turn: TurnReview) -> tuple[float, float]:
    """The expected lead after the turn played and after the better one."""
    other = turn.other or (0.0, 0.0)
    return (
        sum(change.played for change in turn.changes) - other[0],
        sum(change.better for change in turn.changes) - other[1],
    )
