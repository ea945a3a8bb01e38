"""What does it do: the components of a title, one place at a time or all of them on a page."""

from __future__ import annotations

from starlette.responses import HTMLResponse, Response

import machinehall as mh
from machinehall.kernel.effects import Effect, Effects
from machinehall.kernel.values import BadAction
from machinehall.server.errors import Unknown
from machinehall.server.positions import Position
from machinehall.words.titles import effects

from .hall import sit
from .shell import Ctx, fill, render


async def what(ctx: Ctx) -> Response:
    """What is drawn at a place of the table does, or what a choice is about."""
    sitting = await sit(ctx, ctx.request.path_params["match"], ctx.number("seat"))
    at = sitting.at
    if at is None:
        return HTMLResponse("", 204)
    found = named(ctx, at, ctx.query("act") or "") or effects(at.title, ctx.say).at(at.view, ctx.query("place") or "")
    if not found:
        return HTMLResponse("", 204)
    return HTMLResponse(fill(ctx, "what.html", found=found, title=at.title.name))


def named(ctx: Ctx, at: Position, text: str) -> list[Effect]:
    """The components that an action names."""
    title = at.title
    try:
        action = title.parse(text)
    except BadAction:
        return []
    domains = title.actions.kinds[action.kind]
    ids = [(domain, title.domains[domain][i]) for domain, i in zip(domains, action.args, strict=True)]
    return effects(title, ctx.say).of_action(at.view, ids)


async def components(ctx: Ctx) -> Response:
    """All components of a title, file by file."""
    name = ctx.request.path_params["title"]
    if name not in mh.titles():
        raise Unknown("api.no_such_thing")
    title = ctx.site.tables.title(name)
    return render(ctx, "components.html", full=title.full_name, name=name, files=by_file(effects(title, ctx.say)))


def by_file(told: Effects) -> dict[str, list[Effect]]:
    found: dict[str, list[Effect]] = {}
    for effect in told:
        found.setdefault(effect.file, []).append(effect)
    return found
