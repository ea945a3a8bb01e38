"""The turning points of a match: what was done there, with a small picture of the place. Nothing of a better turn."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from machinehall.draw.excerpt import Box, picture, places_of
from machinehall.draw.look import Look, Panel, look_of
from machinehall.draw.theme import theme
from machinehall.kernel.match import Match
from machinehall.review.branch import played
from machinehall.review.pictures import Brush
from machinehall.review.shapes import Review, TurnReview
from machinehall.review.words import Sentence
from machinehall.server.errors import Conflict
from machinehall.server.shapes import MatchInfo
from machinehall.web.shell import Ctx

from .again import Told, played_again, told_of
from .view import players_of

MOST_TURNING = 3
"""Turning points beside the story."""
SIZE = (302.0, 176.0)
ACTS = 3
"""Acts of a turn that its card tells at most."""
PICTURES_KEPT = 256
"""Pictures in memory."""


class Seen(NamedTuple):
    """What a turn did, in words and as a picture."""

    text: str
    picture: Markup


class Card(NamedTuple):
    """A turning point."""

    place: int
    """Its number among them, which the story points to."""
    turn: TurnReview
    name: str
    figure: str
    up: bool
    seen: Seen


_seen: OrderedDict[tuple[str, int, str, str, str], Seen] = OrderedDict()


def chosen(found: Review, tale: Sequence[Sentence]) -> list[TurnReview]:
    """The turns that the story names, and after them the largest losses; in the order of play."""
    named = [sentence.turn for sentence in tale if sentence.turn is not None]
    losses = sorted((t for t in found.turns if t.fault and t.loss), key=lambda t: -t.loss.value if t.loss else 0.0)
    numbers = list(dict.fromkeys([*named, *(turn.number for turn in losses)]))[:MOST_TURNING]
    return [found.turns[number - 1] for number in sorted(numbers)]


async def cards(ctx: Ctx, info: MatchInfo, brush: Brush, found: Review, tale: Sequence[Sentence]) -> list[Card]:
    """The turning points of a review, as far as it is known."""
    turns = chosen(found, tale)
    keys = {turn.number: (info.id, turn.number, ctx.say.lang, ctx.theme, ctx.size) for turn in turns}
    missing = [turn for turn in turns if keys[turn.number] not in _seen]
    if missing:
        try:
            again = await played_again(ctx, info.id, info.title)
        except Conflict:  # it began with a position that was set up
            return []
        made = await asyncio.to_thread(drawn, ctx, brush, again, missing, players_of(ctx, info))
        _seen.update({keys[turn.number]: one for turn, one in zip(missing, made, strict=True)})
    shown = [_seen[keys[turn.number]] for turn in turns]
    while len(_seen) > PICTURES_KEPT:
        _seen.popitem(last=False)
    return [card(brush, found, turn, seen, at) for at, (turn, seen) in enumerate(zip(turns, shown, strict=True), 1)]


def card(brush: Brush, found: Review, turn: TurnReview, seen: Seen, place: int) -> Card:
    """A fault says what it gave away; any other turn how far it changed the expected lead of its seat."""
    value = -turn.loss.value if turn.fault and turn.loss else change(found, turn)
    return Card(place, turn, brush.names[turn.seat], brush.speaker.amount(value), value > 0, seen)


def change(found: Review, turn: TurnReview) -> float:
    """What the expected lead of a seat gained from before its turn to after it."""
    before = [point for point in found.points if point.number <= turn.first]
    after = [point for point in found.points if point.number <= turn.last]
    return after[-1].leads[turn.seat] - before[-1].leads[turn.seat] if before else 0.0


def drawn(ctx: Ctx, brush: Brush, again: Match, turns: Sequence[TurnReview], names: list[str]) -> list[Seen]:
    look, words = look_of(again.title), brush.speaker.wording
    return [seen_of(ctx, look, turn, told_of(ctx, look, words, names, turn, played(again, turn))) for turn in turns]


def seen_of(ctx: Ctx, look: Look, turn: TurnReview, told: Told) -> Seen:
    acts = [act for line in told.lines if line.seat == turn.seat for act in line.acts]
    acts = ([act for act in acts if act.mark] or acts)[:ACTS]
    said = [f"{act.text} ×{act.times}" if act.times > 1 else act.text for act in acts]
    text = " ".join(one[:1].upper() + one[1:] for one in said)
    panel, marked = place_of(told)
    own = f"turn-{turn.number}-"
    return Seen(text, Markup(picture(panel, theme(ctx.theme), marked, SIZE, own, look.paint(turn.seat))))


def place_of(told: Told) -> tuple[Panel, list[Box]]:
    """The panel where a turn has most of its places, the board before others, and where they lie there. What lies
    nowhere else, such as money that comes in, is with its seat: a whole board would be too small to be read."""
    lying = [place for place in told.places if not place.startswith("seat-")]
    best = _most(told.panels, lying)
    return best if best[1] else _most(told.panels, sorted(told.places.difference(lying)))


def _most(panels: Sequence[Panel], wanted: Sequence[str]) -> tuple[Panel, list[Box]]:
    best: tuple[Panel, list[Box]] = panels[0], []
    for panel in panels:
        found = list(places_of(panel, wanted).values()) if wanted else []
        if found and (not best[1] or (best[0] is not panels[0] and len(found) > len(best[1]))):
            best = panel, found
    return best
