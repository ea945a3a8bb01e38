"""Reviews of matches that are over, under /api/v1."""

from __future__ import annotations

from machinehall.review.shapes import Review
from machinehall.server.shapes import MatchId

from .rest import Api, Ask

api = Api()


@api.call("GET", "/matches/{match}/review", faults=(401, 403, 404, 409, 429, 503), open=True, waits=True)
async def review(ask: Ask, match: MatchId) -> Review:
    """Why a match that is over was won or lost. It grows while one asks again: whole when all of `to_search` turns are
    `searched`. From then on the match is final: nobody can go back."""
    return await ask.site.reviews.of(ask.caller, match)  # type: ignore[no-any-return]
