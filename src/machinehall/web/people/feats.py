"""The feats of a player: all of them, group by group, and those of one match."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from starlette.responses import Response

from machinehall.kernel.title import Title
from machinehall.server.glance import Sitting
from machinehall.server.shapes import FeatInfo
from machinehall.web.books.rulebook import rule_path
from machinehall.web.shell import Ctx, render
from machinehall.words import Titled
from machinehall.words.figures import day


def group_name(ctx: Ctx, title: Title, group: str) -> str:
    return Titled(title.name, ctx.say)(f"feats.{group}")


def line(ctx: Ctx, info: FeatInfo) -> dict[str, Any]:
    date = day(ctx.say.lang, info.at) if info.at is not None else ""
    return {"info": info, "rule": rule_path(info.title, info.rule), "date": date}


async def feats(ctx: Ctx) -> Response:
    """Every feat of every title, with what the reader has earned so far."""
    keeper = ctx.site.feats
    shown = []
    for name, found in groupby(await keeper.shown(ctx.caller, ctx.say), lambda info: info.title):
        title, infos = ctx.site.tables.title(name), list(found)
        groups = [
            (group_name(ctx, title, group), [line(ctx, info) for info in some])
            for group, some in groupby(infos, lambda info: info.group)
        ]
        shown.append((title, groups, sum(info.earned for info in infos), len(infos)))
    return render(ctx, "feats.html", shown=shown)


async def earned_in(ctx: Ctx, sitting: Sitting, title: Title, names: list[str]) -> list[dict[str, Any]]:
    """What the players have earned in a match, for its last page."""
    found = await ctx.site.feats.of_match(ctx.caller, sitting.info.id, ctx.say)
    return [
        {
            "info": info,
            "name": names[info.seat],
            "group": group_name(ctx, title, info.group),
            "rule": rule_path(title.name, info.rule),
        }
        for info in found
    ]
