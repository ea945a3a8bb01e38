"""A finished match from its record, and turns of it as their seats saw them: in words, and on the boards."""

from __future__ import annotations

from typing import NamedTuple

import machinehall as mh
from machinehall.draw.look import Look, Panel
from machinehall.kernel.match import Match
from machinehall.kernel.wording import Wording
from machinehall.review.branch import Branch
from machinehall.review.shapes import TurnReview
from machinehall.web.shell import Ctx
from machinehall.words.titles import heard

from .acts import Entry, Line, lines
from .reader import called


class Told(NamedTuple):
    """A turn in words, and its panels."""

    branch: Branch
    lines: tuple[Line, ...]
    panels: list[Panel]

    @property
    def places(self) -> set[str]:
        return {place for line in self.lines for act in line.acts for place in act.places.split()}


async def played_again(ctx: Ctx, match: str, title: str) -> Match:
    """A finished match from its record, with the components that this server plays the title with."""
    return mh.load_match(await ctx.site.ending.record(ctx.caller, match), ctx.site.config.packs.get(title))


def told_of(
    ctx: Ctx, look: Look, words: Wording, names: list[str], turn: TurnReview, branch: Branch, reader: int | None = None
) -> Told:
    """A turn as its seat saw it; `reader`: the seat to which it is told."""
    said = []
    for step in branch.steps:
        facts = [fact for fact in (event.seen_from(turn.seat) for event in step.events) if fact is not None]
        said.append(Entry(step.number, turn.seat, facts))
    panels = panels_of(ctx, look, names, turn, branch)
    return Told(branch, lines(look, words, called(ctx.say, names, reader), said, None, reader), panels)


def panels_of(ctx: Ctx, look: Look, names: list[str], turn: TurnReview, branch: Branch) -> list[Panel]:
    title = look.title
    return look.panels(
        title.view(branch.state, turn.seat), theme=ctx.theme, legal=(), names=names, say=heard(title, ctx.say),
        size="narrow" if ctx.size == "narrow" else "wide",
    )  # fmt: skip
