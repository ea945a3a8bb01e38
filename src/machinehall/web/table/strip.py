"""The panel beside a table at which a key turn is tried again; on small screens a strip."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from machinehall.draw.look import look_of
from machinehall.draw.theme import theme
from machinehall.kernel.title import Title
from machinehall.review.pictures import Brush
from machinehall.review.scale import scale
from machinehall.review.shapes import Review, TurnReview
from machinehall.review.trial import Verdict, within
from machinehall.review.words import Speaker
from machinehall.server.shapes import MatchInfo
from machinehall.web.shell import Ctx
from machinehall.words.titles import speech

SCALE = (520.0, 350.0)
"""How wide the scale of tries is drawn, on large screens and on phones."""
SOURCES = 2
"""Sources of points that a hint names."""


class Try(NamedTuple):
    """Something that was tried, and what it gave away."""

    done: list[str]
    lost: str
    good: bool


class Link(NamedTuple):
    """A key turn in the chain of all of the seat."""

    number: int
    here: bool
    solved: bool


class Strip(NamedTuple):
    """What is said beside the table."""

    match: str
    seat: int
    number: int
    place: int
    of: int
    chain: list[Link]
    next: int | None
    """The next key turn of the same seat."""
    lost: str
    least: str
    begun: bool
    tries: list[Try]
    good: bool
    """Whether what was done there counts."""
    where: str
    """A hint: where the better turn gains most."""
    first: str
    """Another: what it begins with."""
    scale: Markup
    """The tries, between the turn at the table and what counts."""


def retrying(info: MatchInfo) -> bool:
    """Whether a key turn is tried again at a table."""
    return any(row.get("retry") for row in info.told)


async def strip(ctx: Ctx, info: MatchInfo, title: Title) -> Strip | None:
    """The strip of such a table; None: its review is not there any more."""
    at = await ctx.site.retries.here(ctx.caller, info.id)
    if at is None:
        return None
    speaker, turn = speaker_of(ctx, title), at.turn
    assert turn.loss is not None
    keys = at.review.seats[turn.seat].keys
    place = keys.index(turn.number) if turn.number in keys else 0
    judged = ctx.site.retries.judged(at) if at.line else None
    tries = ctx.site.retries.tries(info.id, at)
    solved = {number for _, number in await ctx.site.retries.solved(ctx.caller, at.origin.match)}
    look = look_of(title)
    brush = Brush(theme(ctx.theme), speaker, [], look.paint, SCALE[ctx.size == "narrow"])
    given = [max(0.0, found.loss.value) for _, found in tries]
    # What the others lose by it is no place to look at: it hints only if nothing else does.
    gains = sorted(speaker.rows(turn), key=lambda row: (row.name == ctx.say("review.best_other"), -row.differs))
    return Strip(
        match=at.origin.match,
        seat=turn.seat,
        number=turn.number,
        place=place + 1,
        of=len(keys),
        chain=[Link(number, number == turn.number, number in solved) for number in keys],
        next=following(at.review, turn),
        lost=speaker.amount(turn.loss.value, signed=False),
        least=speaker.figure(within(at.review.bands), signed=False),
        begun=bool(at.line),
        tries=[shown(speaker, line, found) for line, found in tries],
        good=judged is not None and judged.good,
        where=ctx.say("list.separator").join([row.name for row in gains if row.differs > 0][:SOURCES]),
        first=speaker.turn(turn.better)[0],
        scale=Markup(scale(brush, turn.seat, turn.loss.value, within(at.review.bands), given)),
    )


def following(found: Review, turn: TurnReview) -> int | None:
    """The next key turn of the same seat."""
    return next((key for key in found.seats[turn.seat].keys if key > turn.number), None)


def speaker_of(ctx: Ctx, title: Title) -> Speaker:
    return Speaker(title, ctx.say, speech(title, ctx.say))


def shown(speaker: Speaker, line: tuple[str, ...], found: Verdict) -> Try:
    return Try(speaker.turn(line), speaker.figure(-max(0.0, found.loss.value)), found.good)
