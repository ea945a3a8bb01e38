"""A pack on trial by bots: begun, watched, read."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
from starlette.responses import HTMLResponse, Response

from machinehall.arena.trial import Figures
from machinehall.kernel.title import Title
from machinehall.server.errors import Malformed
from machinehall.server.people.identity import require_identity
from machinehall.server.workshop.bench import STALE
from machinehall.server.workshop.playing import playable
from machinehall.server.workshop.questions import Tried, TryOut
from machinehall.server.workshop.shelf import Kept
from machinehall.web.forms import form, whole
from machinehall.web.shell import Ctx, fill, redirect, render

from .editor import head, opened
from .merging import apart
from .told import Telling, telling

COUNTS = (10, 50, 200)
USUAL = 50
BOTS = ("apprentice", "random")
MOST_ROWS = 8


@dataclass(frozen=True, slots=True)
class Use:
    """How a record that the owner has typed does in play, with the standard pack and with the own."""

    place: str
    """File and id."""
    key: str
    name: str
    usual: int
    own: int
    usual_points: int | None
    own_points: int | None


def tables(title: Title) -> list[int]:
    """Numbers of players that can be tried."""
    return [seats for seats in range(title.seats[0], title.seats[1] + 1) if not title.alone(seats)]


async def result(ctx: Ctx, pack: str) -> Tried | None:
    """The last trial. One whose server was stopped has failed."""
    text = await ctx.site.shelf.trial(pack)
    if text is None:
        return None
    found = msgspec.json.decode(text, type=Tried)
    if found.state == "running" and time.time() - found.at > STALE and not ctx.site.bench.trying(pack):
        found.state = "failed"
    return found


def used(said: Telling, kept: Kept, tried: Tried) -> list[Use]:
    """The typed records whose use has changed most."""
    assert tried.usual is not None and tried.own is not None
    found = []
    for file, rows in kept.own.items():
        for key in rows:
            place = f"{file}/{key}"
            a, b = tried.usual, tried.own
            if place in a.used or place in b.used:
                points = [None if place not in f.points else round(f.points[place]) for f in (a, b)]
                use = (a.used.get(place, 0), b.used.get(place, 0))
                found.append(Use(place, key, said.name(file, key), *use, points[0], points[1]))
    return sorted(found, key=lambda use: (-abs(use.own - use.usual), -use.usual))[:MOST_ROWS]


def within(one: Figures, other: Figures, what: str) -> tuple[int, int, int, int, bool]:
    """A mean of both, their difference with its error, and whether that says anything."""
    a, b = getattr(one, what), getattr(other, what)
    error = (getattr(one, f"{what}_error") ** 2 + getattr(other, f"{what}_error") ** 2) ** 0.5
    return round(a), round(b), round(b - a), round(error), abs(b - a) > error


async def values(ctx: Ctx) -> dict[str, Any]:
    kept, title = await opened(ctx)
    said, tried = telling(ctx, title), await result(ctx, kept.info.id)
    done = tried is not None and tried.usual is not None and tried.own is not None
    found: dict[str, Any] = head(ctx, kept, title, "try")
    found |= {"said": said, "tried": tried, "counts": COUNTS, "bots": BOTS, "tables": tables(title), "usual": USUAL}
    if done or not ctx.part:  # while it runs, only how far it is
        found |= await apart(ctx, said, title, kept)
    if done:
        assert tried is not None and tried.usual is not None and tried.own is not None
        means = {what: within(tried.usual, tried.own, what) for what in ("best", "last")}
        found |= {"means": means, "use": used(said, kept, tried)}
    return found


async def trying(ctx: Ctx) -> Response:
    """The page of the trial; for the script only the part that changes."""
    found = await values(ctx)
    if ctx.part:
        return HTMLResponse(fill(ctx, "owners_trial.html", **found))
    packs = await playable(ctx.site.shelf, ctx.caller, found["title"].name)
    sound = any(sound for info, sound in packs if info.id == found["pack"].id)
    return render(ctx, "owners_try.html", **found, sound=sound)


async def begin(ctx: Ctx) -> Response:
    """Begin a trial, in the background."""
    kept, title = await opened(ctx)
    fields = await form(ctx)
    matches, seats, bot = whole(fields, "matches"), whole(fields, "seats"), fields.get("bot")
    if matches not in COUNTS or seats not in tables(title) or bot not in BOTS:
        raise Malformed("web.bad_form")
    question = TryOut(title.name, kept.own, seats, matches, bot)
    site, who = ctx.site, require_identity(ctx.caller)
    site.bench.begin(who, kept.info.id, question, partial(site.shelf.note, kept.info.id))
    waiting = Tried("running", 0, 2 * matches, "", seats, bot, time.time(), time.time())
    await site.shelf.note(kept.info.id, msgspec.json.encode(waiting))
    return redirect(f"/owners/{kept.info.id}/try")
