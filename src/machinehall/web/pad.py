"""A score pad: for those who want only that, and for a match at a real table as if it ended now."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from starlette.responses import Response

import machinehall as mh
from machinehall.draw.look import look_of
from machinehall.kernel.parts import Worth
from machinehall.kernel.title import Title
from machinehall.kernel.values import Outcome
from machinehall.server.errors import Conflict, Malformed
from machinehall.server.play import by_hand
from machinehall.web.shell import Ctx, render
from machinehall.words import Titled

from .table.end import Final, standing
from .table.view import players_of

MOST_POINTS = 2000
"""No game ends with more points in one row, or with less than none of them."""


async def blank(ctx: Ctx) -> Response:
    """An empty pad: the rows of the title's final scoring, a column for each player."""
    name = ctx.query("title") or next(iter(mh.titles()))
    if name not in mh.titles():
        raise Malformed("table.no_such_title", name[:40])
    title = ctx.site.tables.title(name)
    low, high = title.seats
    players = min(max(ctx.number("players") or max(2, low), low), high)
    outcome = title.score(title.lookup, title.start(players, None, random.Random(0)))
    words = Titled(title.name, ctx.say)
    names = [ctx.say("pad.player", seat + 1) for seat in range(players)]
    names += [words(automaton.name) for automaton in outcome.automata]
    return pad(ctx, title, names, outcome, filled=False, counts=range(low, high + 1), players=players)


async def filled(ctx: Ctx) -> Response:
    """The pad of a match at a real table, as if it ended now; where hands are hidden it stays empty until the end."""
    match = ctx.request.path_params["match"]
    async with ctx.site.tables.table(match) as table:
        sitting = ctx.site.glances.sitting_at(table, ctx.caller, ctx.number("seat"))
        if table.match is None or table.live.by_hand is None or not sitting.mine:
            raise Conflict("hand.not_here")
        title, live = table.live.title, table.live
        open_now = not by_hand.secrets(title) or not live.to_act
        outcome = title.score(title.lookup, live.state.clone())
    return pad(ctx, title, players_of(ctx, sitting.info), outcome, filled=open_now, match=match)


def pad(ctx: Ctx, title: Title, names: list[str], outcome: Outcome, *, filled: bool, **more: Any) -> Response:
    final, words = standing(outcome), Titled(title.name, ctx.say)
    steps = list(dict.fromkeys(step for row in final for step in row.steps))
    automata, helped = len(outcome.automata), {own: counted(ctx, title, own) for own in (False, True)}
    kinds = [False] * (len(final) - automata) + [True] * automata
    rows = [
        Row(step, words(step), [cell(row, step, filled) for row in final], {o: helped[o].get(step, []) for o in helped})
        for step in steps
    ]
    look = look_of(title)
    return render(
        ctx, "pad.html", title=title, titles=list(mh.titles().values()), names=names, rows=rows, look=look,
        kinds=kinds, filled=filled, most=MOST_POINTS, **{"match": "", "counts": (), "players": len(names), **more},
    )  # fmt: skip


class Counted(NamedTuple):
    """Something that is counted for a field."""

    said: str
    worth: Worth


class Row(NamedTuple):
    """A step of the scoring."""

    step: str
    said: str
    cells: list[str | None]
    counts: dict[bool, list[Counted]]
    """What is counted for the fields of seats, and for those of automata."""


def counted(ctx: Ctx, title: Title, automaton: bool) -> dict[str, list[Counted]]:
    """The steps of a title that follow from counts, with what each of them brings."""
    if title.looks.worth is None:
        return {}
    words, found = Titled(title.name, ctx.say), {}
    for step, worths in title.looks.worth(title.lookup, automaton).items():
        found[step] = [Counted(_brings(ctx, words(w.what, *w.args), w), w) for w in worths]
    return found


def _brings(ctx: Ctx, name: str, worth: Worth) -> str:
    points = f"{worth.points}".replace("-", "−")
    return ctx.say("pad.worth", name, points, worth.per) if worth.per > 1 else ctx.say("pad.each", name, points)


def cell(row: Final, step: str, filled: bool) -> str | None:
    """What stands in a field of the pad; None: this player scores nothing there."""
    if step not in row.steps:
        return None
    return str(row.steps[step]) if filled else ""
