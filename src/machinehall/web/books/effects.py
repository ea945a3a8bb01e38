"""What does it do: the components of a title, one place at a time or all of them on a page."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from machinehall.draw.look import look_of
from machinehall.kernel.descriptions import Effect, Effects
from machinehall.kernel.handbook import entry, plain
from machinehall.kernel.packs import FileOrigin, provenance
from machinehall.kernel.title import Title
from machinehall.kernel.values import Action, BadAction
from machinehall.server.play.table import Position
from machinehall.web.shell import Ctx, fill, marked, render
from machinehall.words.titles import effects, speech, spoken

from .markup import markdown, rule_path
from .rulebook import asked, frame

MOST_PLACES = 120
"""Of one board."""


async def what(ctx: Ctx) -> Response:
    """What is drawn at a place of the table does, or what a choice is about."""
    match = ctx.request.path_params["match"]
    sitting = await ctx.site.glances.sitting(ctx.caller, match, ctx.number("seat"))
    at = sitting.at
    if at is None or at.title.words.effects is None:
        return HTMLResponse("", 204)
    told, action = effects(at.title, ctx.say), chosen(at, ctx.query("act") or "")
    found = told.of_action(at.view, at.title.actions.named(action)) if action else []
    found = found or told.at(at.view, ctx.query("place") or "")
    rule = rule_of(ctx, at, action) if action else None
    when = speech(at.title, ctx.say).when(action.kind) if action and not rule else ""
    if not found and not when and not rule:
        return HTMLResponse("", 204)
    values = {"found": found, "when": when, "rule": rule, "title": at.title.name}
    said_in = marked(ctx.say, spoken(at.title, ctx.say.lang))
    return HTMLResponse(fill(ctx, "what.html", said_in=said_in, **values))


async def spelled(ctx: Ctx) -> Response:
    """What the signs on the own board say, in words; the page names the places that it shows."""
    sitting = await ctx.site.glances.sitting(ctx.caller, ctx.request.path_params["match"], ctx.number("seat"))
    at = sitting.at
    if at is None or at.title.words.effects is None:
        return HTMLResponse("", 204)
    told, files = effects(at.title, ctx.say), look_of(at.title).spelled
    places = (ctx.query("places") or "").split(",")[:MOST_PLACES]
    found = {(e.file, e.id): e for place in places for e in told.at(at.view, place) if e.file in files}
    rows = sorted(found.values(), key=lambda effect: files.index(effect.file))
    if not rows:
        return HTMLResponse("", 204)
    said_in = marked(ctx.say, spoken(at.title, ctx.say.lang))
    return HTMLResponse(fill(ctx, "spelled.html", rows=rows, said_in=said_in))


class Ruled(NamedTuple):
    """The rule behind a choice, as a player reads it."""

    id: str
    path: str
    text: Markup


def rule_of(ctx: Ctx, at: Position, action: Action) -> Ruled | None:
    """What a choice does by the rules, if it is one now."""
    if at.seat is None or action not in at.legal:
        return None
    (choice,) = speech(at.title, ctx.say).choices(at.view, at.seat, [action])
    name = at.title.name
    rule = entry(name, ctx.say.lang, choice.rule)
    return None if rule is None else Ruled(rule.id, rule_path(name, rule.id), Markup(markdown(plain(rule), name)))


def chosen(at: Position, text: str) -> Action | None:
    """The action of a button, if it is one."""
    try:
        return at.title.parse(text)
    except BadAction:
        return None


async def components(ctx: Ctx) -> Response:
    """All components of a title, in the groups in which a player looks for them."""
    name = asked(ctx)
    title = ctx.site.tables.title(name)
    shown = shelves(title, effects(title, ctx.say))
    said_in = marked(ctx.say, spoken(title, ctx.say.lang))
    return render(ctx, "effects.html", **frame(ctx, name, "effects"), shelves=shown, said_in=said_in)


class Shelf(NamedTuple):
    """The components of one file under their common name."""

    file: str
    heading: str
    origin: FileOrigin
    rows: list[Effect]


def shelves(title: Title, told: Effects) -> list[tuple[str, list[Shelf]]]:
    """For each group its heading and its shelves."""
    origins = {origin.file.removesuffix(".json"): origin for origin in provenance(title.pack)}

    def shelf(file: str) -> Shelf:
        rows = [told.describe(file, key) for key in told.records[file]]
        return Shelf(file, told.heading(file), origins[file], rows)

    return [(told.shelf(group), [shelf(file) for file in files]) for group, files in told.shelves.items()]
