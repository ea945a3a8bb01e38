"""Seats that belong to their players, ends that stand, tables that go on from there, people not heard: /api/v1."""

from __future__ import annotations

from machinehall.server.shapes import ContinueSpec, DealSpec, MatchId, MatchInfo

from .bodies import MuteBody, Muted, OwnSeatBody, SeatBody
from .rest import Api, Ask

api = Api()


@api.call("POST", "/matches/{match}/come-back", faults=(401, 403, 404, 409, 422))
async def come_back(ask: Ask, match: MatchId, body: OwnSeatBody) -> MatchInfo:
    """Come back to one's own seat, after leaving it or after a bot was let play on."""
    return await ask.site.places.come_back(ask.caller, match, body.seat)  # type: ignore[no-any-return]


@api.call("POST", "/matches/{match}/remove", faults=(401, 403, 404, 409, 422))
async def remove(ask: Ask, match: MatchId, body: SeatBody) -> MatchInfo:
    """Before the start: free a seat; by the owner of the table. Whoever sat there is told."""
    return await ask.site.places.remove(ask.caller, match, body.seat)  # type: ignore[no-any-return]


@api.call("POST", "/matches/{match}/decline", faults=(401, 404, 409, 422))
async def decline(ask: Ask, match: MatchId, body: SeatBody) -> MatchInfo:
    """Decline an invitation to a seat; to accept it, join."""
    return await ask.site.places.decline(ask.caller, match, body.seat)  # type: ignore[no-any-return]


@api.call("POST", "/matches/{match}/final", faults=(401, 404, 409))
async def final(ask: Ask, match: MatchId) -> MatchInfo:
    """Let the end of a match stand: nobody can go back any more, and everything is told."""
    return await ask.site.ending.make_final(ask.caller, match)  # type: ignore[no-any-return]


@api.call("POST", "/matches/{match}/continue", status=201, faults=(401, 403, 404, 409, 422))
async def go_on(ask: Ask, match: MatchId, body: ContinueSpec) -> MatchInfo:
    """Open a table that goes on from a past position of a match that is over; luck is drawn anew.

    Its end is final from then on. The answer holds the codes of invited seats, this once.
    """
    return await ask.site.continuing.open(ask.caller, match, body)  # type: ignore[no-any-return]


@api.call("POST", "/matches/{match}/deal", status=201, faults=(401, 403, 404, 409, 422))
async def same_deal(ask: Ask, match: MatchId, body: DealSpec) -> MatchInfo:
    """Open a table with the deal of a match that is over: its set-up, and later the same cards in the same order.

    The end of that match is final from then on. The answer holds the codes of invited seats, this once.
    """
    return await ask.site.dealing.open(ask.caller, match, body)  # type: ignore[no-any-return]


@api.call("GET", "/me/muted", faults=(401,))
async def muted(ask: Ask) -> Muted:
    """Whom the caller does not hear, and whom they do not want at their tables."""
    return Muted(await ask.site.quiet.listed(ask.caller))


@api.call("POST", "/matches/{match}/mute", faults=(401, 403, 404, 409, 422))
async def mute(ask: Ask, match: MatchId, body: MuteBody) -> Muted:
    """Do not hear somebody any more, at this and every table; named by their seat or by something they said."""
    return Muted(await ask.site.quiet.mute(ask.caller, match, body.seat, body.message, body.block))


@api.call("DELETE", "/me/muted/{entry}", status=204, faults=(401, 404))
async def hear_again(ask: Ask, entry: MatchId) -> None:
    """Take somebody off that list."""
    await ask.site.quiet.hear_again(ask.caller, entry)
