"""What bots do and what they thought, under /api/v1."""

from __future__ import annotations

from machinehall.server.shapes import BotsInfo, MatchId, Thinking

from .bodies import Number
from .rest import Api, Ask

api = Api()


@api.call("GET", "/matches/{match}/positions/{number}/thinking", faults=(401, 403, 404, 409), open=True, waits=True)
async def thinking(ask: Ask, match: MatchId, number: Number) -> Thinking:
    """What the bot that decided at this position considers there; only of a match that is over."""
    return await ask.site.thinker.thoughts(ask.caller, match, number)  # type: ignore[no-any-return]


@api.call("GET", "/matches/{match}/bots", faults=(404,), open=True)
async def bots(ask: Ask, match: MatchId) -> BotsInfo:
    """Whether the bot that is to act is thinking or waits for a free worker, and how many come before it."""
    async with ask.site.tables.table(match) as table:
        return ask.site.bots.state(table)  # type: ignore[no-any-return]
