"""Pictures of the books: `![words](draw:NAME)` is drawn by the title's own drawing, in the reader's theme and language.

`NAME` is what the title's look can draw (`Look.figure`), such as `market` or `tile/a-1,a-2`. `NAME@POSITION` says which
position it is drawn from: a problem, or a lesson; `first+12` is the lesson after twelve decisions as it advises.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import machinehall as mh
from machinehall.bots.lesson_bot import Guide
from machinehall.draw.figures import UnknownFigure, drawn_by, picture
from machinehall.draw.kit import esc
from machinehall.draw.look import look_of
from machinehall.kernel.handbook import DRAW
from machinehall.kernel.values import Action
from machinehall.school.items import UnknownItem, item, lessons
from machinehall.school.lesson_match import LessonMatch
from machinehall.words import say
from machinehall.words.titles import heard

FIRST = "first"
"""The lesson whose opening is shown where nothing else is said."""
MOST_DECISIONS = 60


@lru_cache(maxsize=512)
def figure(title: str, source: str, alt: str, theme: str, lang: str) -> str:
    """A picture of a book with its words, as HTML."""
    name, _, at = source.removeprefix(DRAW).partition("@")
    view, legal = position(title, at or FIRST)
    played = mh.titles()[title]
    drawn = drawn_by(look_of(played), name, view, theme, heard(played, say(lang)), legal)
    words = f'<span class="caption" aria-hidden="true">{esc(alt)}</span>'
    return f'<span class="figure">{picture(drawn, alt)}{words}</span>'


@lru_cache(maxsize=64)
def position(title: str, at: str) -> tuple[dict[str, Any], tuple[Action, ...]]:
    """What the learner sees there, and may do."""
    ident, _, steps = at.partition("+")
    if steps and (not steps.isdecimal() or int(steps) > MOST_DECISIONS or ident not in lessons(title)):
        raise UnknownFigure(f"{title}: no position {at!r}")
    try:
        match = LessonMatch(mh.titles()[title], item(title, ident))
    except UnknownItem as fault:
        raise UnknownFigure(str(fault)) from fault
    guide = Guide(match.title, ident)
    left = int(steps or 0)
    while match.to_act and (left or (steps and match.item.seat not in match.to_act)):
        seat, legal = match.to_act[0], match.legal()
        action = guide.choose(match.view(seat), legal)
        if seat == match.item.seat:
            left, action = left - 1, _advised(match, legal)
        match.play(action, seat)
    return match.view(match.item.seat), tuple(match.legal(match.item.seat))


def _advised(match: LessonMatch, legal: list[Action]) -> Action:
    lit = match.progress.lit
    return match.parse(lit[0], match.item.seat) if lit else legal[0]


def sprite(title: str, theme: str) -> str:
    """The signs of a title's own that its pictures use, for a page to hold once."""
    own = "".join(look_of(mh.titles()[title]).sprite(theme).values())
    return f'<svg class="sprite" width="0" height="0" aria-hidden="true">{own}</svg>' if own else ""
