"""The same deal as others have played it: what the same seat had in the end (duplicate)."""

from __future__ import annotations

from typing import NamedTuple

from machinehall.server.shapes import MatchInfo
from machinehall.web.shell import Ctx

from .view import names_of


class Other(NamedTuple):
    """A match with one deal, from one seat."""

    match: str
    name: str
    score: int
    lead: int
    here: bool


async def others_of_deal(ctx: Ctx, info: MatchInfo, seat: int) -> list[Other]:
    """This match and the others of its deal, the best lead of the seat first; none if nobody else has played it."""
    found = await ctx.site.dealing.played(ctx.caller, info.id)
    rows = [other(ctx, one, seat, one.id == info.id) for one in (info, *found) if one.outcome]
    return sorted(rows, key=lambda row: -row.lead) if len(rows) > 1 else []


def other(ctx: Ctx, info: MatchInfo, seat: int, here: bool) -> Other:
    scores = [*(info.outcome or {})["scores"], *(one.score for one in info.automata if one.score is not None)]
    rivals = [score for k, score in enumerate(scores) if k != seat]
    lead = scores[seat] - max(rivals, default=0)
    return Other(info.id, names_of(ctx, info.seats)[seat], scores[seat], lead, here)
