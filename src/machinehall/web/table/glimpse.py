"""A table that waits for its reader, as the first page shows it: the place where something happened last, and what the
others did since the reader's own turn. All of it is made from the view of the reader's seat."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from machinehall.draw.excerpt import Box, picture, places_of, with_signs
from machinehall.draw.look import Look, Panel, look_of
from machinehall.draw.theme import theme
from machinehall.kernel.values import CHANCE
from machinehall.server.glance import Sitting
from machinehall.server.play.table import Position
from machinehall.web.shell import Ctx, fill, marked
from machinehall.words import Titled
from machinehall.words.titles import heard, spoken

from .acts import Line, entries, lines
from .reader import reader_of, words_for
from .since import since, sums
from .view import names_of, players_of, sit

SIZE = (230.0, 200.0)
GLIMPSES_KEPT = 256
"""Of those that were made, so many are in memory, the latest."""
LOOKED_AT = 60
"""Decisions among which the last is looked for that has a place, where none of the others' has one."""

_kept: OrderedDict[tuple[object, ...], str] = OrderedDict()


class Spot(NamedTuple):
    """Where something happened last."""

    panel: Panel
    marked: Sequence[Box]
    seat: int
    """Who did it."""


async def glimpse(ctx: Ctx) -> Response:
    """For the script of the first page. Nothing, where the device is to be handed over first or nobody sits here."""
    sitting = await sit(ctx, ctx.request.path_params["match"], None)
    at, info = sitting.at, sitting.info
    if at is None or sitting.seat not in sitting.mine:
        return HTMLResponse("", 204)
    names = tuple(players_of(ctx, info))
    key = (info.id, at.rev, sitting.seat, reader_of(info), ctx.say.lang, ctx.theme, names)
    if key not in _kept:
        _kept[key] = await asyncio.to_thread(made, ctx, sitting, at, names)
        while len(_kept) > GLIMPSES_KEPT:
            _kept.popitem(last=False)
    return HTMLResponse(_kept[key])


def made(ctx: Ctx, sitting: Sitting, at: Position, names: Sequence[str]) -> str:
    look, words = look_of(at.title), words_for(at.title, ctx.say, names_of(ctx, sitting.info.seats), sitting.info)
    told = entries(at.title, sitting.events, sitting.deciders)
    news = since(look, words, names, sitting.seat, told)
    panels = panels_of(ctx, look, at, names)
    spot = latest(panels, news.lines) or latest(panels, lines(look, words, names, told[-LOOKED_AT:], None))
    points = [(look.paint(seat), name, look.standing(at.view, seat).points) for seat, name in enumerate(names)]
    asked = at.seat is not None and CHANCE not in at.to_act and at.seat in at.to_act and bool(at.legal)
    return fill(
        ctx, "glimpse.html", look=look, lines=[line for line in news.lines if line.told], began=news.began,
        prompt=words.asked(at.view, at.seat) if asked and at.seat is not None else "",
        points=points, drawn=Markup(shown(ctx, look, sitting, spot)),
        sums=sums(Titled(at.title.name, ctx.say)), said_in=marked(ctx.say, spoken(at.title, ctx.say.lang)),
    )  # fmt: skip


def panels_of(ctx: Ctx, look: Look, at: Position, names: Sequence[str]) -> list[Panel]:
    say = heard(at.title, ctx.say)
    return look.panels(at.view, theme=ctx.theme, legal=(), names=names, say=say, size="wide")


def latest(panels: Sequence[Panel], deeds: Sequence[Line]) -> Spot | None:
    """The last deed that has a place, on the main board if any has one there; what is larger than the picture, such as
    all that a seat has, is no place."""
    acts = sorted(((act.number, act.places.split(), line.seat) for line in deeds for act in line.acts), reverse=True)
    wanted = {place for _, places, _ in acts for place in places}
    for panel in panels if wanted else ():
        found = {key: box for key, box in places_of(panel, wanted).items() if box.wide < SIZE[0] and box.high < SIZE[1]}
        for _, places, seat in acts:
            if boxes := [found[place] for place in places if place in found]:
                return Spot(panel, boxes, seat)
    return None


def shown(ctx: Ctx, look: Look, sitting: Sitting, spot: Spot | None) -> str:
    """The place as a picture; before anything has happened anywhere the title's own one."""
    if spot is None:
        return look.vignette(ctx.theme)
    own = f"seen-{sitting.info.id}-"
    drawn = picture(spot.panel, theme(ctx.theme), spot.marked, SIZE, own, look.paint(spot.seat))
    return with_signs(drawn, look.sprite(ctx.theme), own)
