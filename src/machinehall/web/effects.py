"""What does it do: the components of a title, one place at a time or all of them on a page."""

from __future__ import annotations

from starlette.responses import HTMLResponse, Response

import machinehall as mh
from machinehall.kernel.effects import Effect, Effects
from machinehall.kernel.values import Action, BadAction
from machinehall.server.errors import Unknown
from machinehall.server.positions import Position
from machinehall.words.titles import effects

from .hall import sit
from .plain import speech
from .shell import Ctx, fill, render


async def what(ctx: Ctx) -> Response:
    """What is drawn at a place of the table does, or what a choice is about."""
    sitting = await sit(ctx, ctx.request.path_params["match"], ctx.number("seat"))
    at = sitting.at
    if at is None or at.title.effects is None:
        return HTMLResponse("", 204)
    told, action = effects(at.title, ctx.say), chosen(at, ctx.query("act") or "")
    found = told.of_action(at.view, at.title.actions.named(action)) if action else []
    found = found or told.at(at.view, ctx.query("place") or "")
    when = speech(at.title, ctx.say).when(action.kind) if action else ""
    if not found and not when:
        return HTMLResponse("", 204)
    return HTMLResponse(fill(ctx, "what.html", found=found, when=when, title=at.title.name))


def chosen(at: Position, text: str) -> Action | None:
    """The action of a button, if it is one."""
    try:
        return at.title.parse(text)
    except BadAction:
        return None


async def components(ctx: Ctx) -> Response:
    """All components of a title, file by file."""
    name = ctx.request.path_params["title"]
    if name not in mh.titles():
        raise Unknown("api.no_such_thing")
    title = ctx.site.tables.title(name)
    return render(ctx, "effects.html", full=title.full_name, name=name, files=by_file(effects(title, ctx.say)))


def by_file(told: Effects) -> dict[str, list[Effect]]:
    found: dict[str, list[Effect]] = {}
    for effect in told:
        found.setdefault(effect.file, []).append(effect)
    return found
