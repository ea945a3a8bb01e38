"""What bots thought, under /api/v1."""

from __future__ import annotations

from .api import api
from .bodies import Number
from .rest import Ask
from .shapes import MatchId, Thinking


@api.call("GET", "/matches/{match}/positions/{number}/thinking", faults=(401, 403, 404, 409), open=True)
async def thinking(ask: Ask, match: MatchId, number: Number) -> Thinking:
    """What the bot that decided at this position considers there; only of a match that is over."""
    return await ask.site.thinker.thoughts(ask.caller, match, number)  # type: ignore[no-any-return]
