"""The feats of a player: all of them, group by group, and those of one match."""

from __future__ import annotations

import time
from itertools import groupby
from typing import Any

from starlette.responses import Response

from machinehall.kernel.title import Title
from machinehall.server.glance import Sitting
from machinehall.server.shapes import FeatInfo
from machinehall.web.books.rulebook import rule_path
from machinehall.web.shell import Ctx, render
from machinehall.words import Titled


def group_name(ctx: Ctx, title: Title, group: str) -> str:
    return Titled(title.name, ctx.say)(f"feats.{group}")


def date(at: float | None) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(at)) if at is not None else ""


def line(info: FeatInfo) -> dict[str, Any]:
    return {"info": info, "rule": rule_path(info.title, info.rule), "date": date(info.at)}


async def feats(ctx: Ctx) -> Response:
    """Every feat of every title, with what the reader has earned so far."""
    keeper = ctx.site.feats
    shown = []
    for name, found in groupby(await keeper.shown(ctx.caller, ctx.say), lambda info: info.title):
        title, infos = ctx.site.tables.title(name), list(found)
        groups = [
            (group_name(ctx, title, group), [line(info) for info in some])
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
