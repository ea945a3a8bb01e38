"""Reviews of matches that are over, under /api/v1."""

from __future__ import annotations

from machinehall.review.shapes import Review
from machinehall.server.shapes import MatchId

from .rest import Api, Ask

api = Api()


@api.call("GET", "/matches/{match}/review", faults=(401, 403, 404, 409, 429, 503), open=True, waits=True)
async def review(ask: Ask, match: MatchId) -> Review:
    """Why a match was won or lost whose end is final. It grows while one asks again: whole when all of `to_search`
    turns are `searched`. Asking changes nothing at the table."""
    return await ask.site.reviews.of(ask.caller, match)  # type: ignore[no-any-return]


@api.call("POST", "/matches/{match}/review", faults=(401, 403, 404, 409, 429, 503), open=True, waits=True)
async def settle_and_review(ask: Ask, match: MatchId) -> Review:
    """Let the end of an own match stand, so that nobody can go back, and begin its review; or go on with one that
    stopped."""
    await ask.site.ending.make_final(ask.caller, match)
    await ask.site.reviews.go_on(ask.caller, match)
    return await ask.site.reviews.of(ask.caller, match)  # type: ignore[no-any-return]
