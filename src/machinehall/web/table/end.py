"""The end of a match: final scoring step by step, money over time, what to take along."""

from __future__ import annotations

import asyncio
import csv
import io
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from importlib.util import find_spec
from typing import NamedTuple

from markupsafe import Markup
from starlette.responses import PlainTextResponse, Response

from machinehall.draw.look import Look, look_of, sprite
from machinehall.kernel.values import Outcome
from machinehall.review.poster import poster
from machinehall.server.errors import Conflict, Malformed, NoAnswer, Unknown
from machinehall.server.glance import Sitting
from machinehall.web.forms import form
from machinehall.web.people.feats import earned_in
from machinehall.web.pictures import painter
from machinehall.web.shell import Ctx, redirect, render
from machinehall.words import Titled
from machinehall.words.titles import heard, speech

from .again import played_again
from .chart import Curve, charts, curves_of
from .moves import asked_now
from .reader import reader_of
from .story import brush_of, story_values
from .view import names_of, players_of

_courses: OrderedDict[tuple[str, int], list[Curve]] = OrderedDict()
KEPT_COURSES = 64
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a cell of a spreadsheet begins with that is reckoned."""


async def end_page(ctx: Ctx, sitting: Sitting) -> Response:
    if sitting.alone and sitting.mine and not sitting.info.final and sitting.by_hand is None:
        # Nobody else could be wronged, and nobody has to be asked: everything is told at once.
        sitting = replace(sitting, info=await ctx.site.ending.make_final(ctx.caller, sitting.info.id))
    info, at = sitting.info, sitting.at
    assert at is not None and at.outcome is not None
    names, look, outcome, words = players_of(ctx, info), look_of(at.title), at.outcome, Titled(at.title.name, ctx.say)
    final = standing(outcome)
    order = sorted(range(len(names)), key=lambda player: final[player].place)
    most = max((abs(v) for row in final for v in row.steps.values()), default=1)
    curves = await over_time(ctx, info.id, look) if info.final else []
    drawn = charts(ctx, look, names, curves, [row.score for row in final]) if curves else []
    winners = [player for player in order if final[player].place == 1]
    story = await story_values(ctx, info, bool(sitting.mine))
    return render(
        ctx, "end.html", **story, title=at.title, names=names, order=order, final=final, most=most,
        table=score_table(words, final, order), charts=drawn,
        head=headline(ctx, look, names, final, winners, reader_of(info)),
        points=points, reason=words(outcome.reason), winners=winners, number=at.number, mine=sitting.mine,
        feats=await earned_in(ctx, sitting, at.title, names) if info.final else [],
        requests=asked_now(ctx, info, names), sitting=sitting, hours=f"{ctx.site.config.final_hours:g}",
        belongs=bool(sitting.mine or sitting.away), reviewed=ctx.site.reviews.enabled,
        signs=Markup(sprite(look, ctx.theme)),
    )  # fmt: skip


class Final(NamedTuple):
    """How a seat or an automaton ended."""

    score: int
    place: int
    steps: Mapping[str, int]


def standing(outcome: Outcome) -> list[Final]:
    """The seats, and after them the automata. These win ties, so a seat that is only as good comes after them."""
    seats = [Final(*row) for row in zip(outcome.scores, outcome.places, outcome.breakdown, strict=True)]
    others = [automaton.score for automaton in outcome.automata]
    found = []
    for automaton in outcome.automata:
        better = sum(score > automaton.score for score in (*outcome.scores, *others))
        found.append(Final(automaton.score, 1 + better, automaton.breakdown))
    return [*seats, *found]


def score_table(words: Titled, final: list[Final], order: list[int]) -> list[tuple[str, list[tuple[int, int, bool]]]]:
    """Each step of the scoring: what it gave, the sum so far, and who leads."""
    steps = list(final[0].steps)
    table = []
    for i, step in enumerate(steps):
        sums = [sum(final[player].steps.get(s, 0) for s in steps[: i + 1]) for player in order]
        cells = [(final[p].steps.get(step, 0), sums[k], sums[k] == max(sums)) for k, p in enumerate(order)]
        table.append((words(step), cells))
    return table


def headline(
    ctx: Ctx, look: Look, names: list[str], final: list[Final], winners: list[int], reader: int | None = None
) -> str:
    """Who has won, and by how much; `reader`: the seat to which that is said."""
    if len(winners) > 1:
        shared = (ctx.say("web.you") if player == reader else names[player] for player in winners)
        return ctx.say("web.end.shared", ctx.say("list.separator").join(shared))
    you = ".you" if winners[0] == reader else ""
    margin = sorted((row.score for row in final), reverse=True)
    if len(margin) > 1 and margin[0] == margin[1]:
        return ctx.say(f"web.end.tie{you}", names[winners[0]])
    lead = points(ctx, look, margin[0] - margin[1]) if len(margin) > 1 else ""
    return ctx.say(f"web.end.won{you}", names[winners[0]], lead)


def points(ctx: Ctx, look: Look, score: int) -> str:
    """A number of points in a sentence, with what they are."""
    return ctx.say(look.scored, n=score) if look.scored else f"{look.unit}{score}"


async def over_time(ctx: Ctx, match: str, look: Look) -> list[Curve]:
    """What the title follows over a match, for all players after each decision, from the record; worked out once."""
    info = await ctx.site.seating.info(ctx.caller, match)
    key = (match, info.rev)
    if key not in _courses:
        try:
            again = await played_again(ctx, match, info.title)
        except Conflict:  # it began with a position that was set up
            return []
        players = len(info.seats) + len(info.automata)
        _courses[key] = await asyncio.to_thread(curves_of, again, look, players)
        while len(_courses) > KEPT_COURSES:
            _courses.popitem(last=False)
    return _courses[key]


# Taking along


async def export(ctx: Ctx) -> Response:
    match, kind = ctx.request.path_params["match"], ctx.request.path_params["kind"]
    if kind == "record.json":
        return download(await ctx.site.ending.record(ctx.caller, match), "application/json", f"{match}.json")
    if kind == "log.txt":
        return download(await log_text(ctx, match), "text/plain; charset=utf-8", f"{match}.txt")
    if kind == "scoring.csv":
        return download(await scoring(ctx, match), "text/csv; charset=utf-8", f"{match}.csv")
    if kind in ("review.svg", "review.png"):
        return await review_picture(ctx, match, kind)
    if kind in ("board.svg", "board.png"):
        return await picture(ctx, match, kind)
    raise Unknown("api.no_such_thing")


def download(data: str | bytes, kind: str, name: str) -> Response:
    return Response(data, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


async def log_text(ctx: Ctx, match: str) -> str:
    info = await ctx.site.seating.info(ctx.caller, match)
    title = ctx.site.tables.boxes.title(info.title, info.data)
    words = speech(title, ctx.say, tuple(names_of(ctx, info.seats)))
    replay = await played_again(ctx, match, info.title)
    return "\n".join(map(str, words.story(replay.events(None)))) + "\n"


async def scoring(ctx: Ctx, match: str) -> str:
    at = await ctx.site.tables.position(ctx.caller, match)
    info = await ctx.site.seating.info(ctx.caller, match)
    if at.outcome is None:
        raise Malformed("table.not_over")
    out = io.StringIO()
    sheet = csv.writer(out)
    steps = list(at.outcome.breakdown[0])
    words = Titled(at.title.name, ctx.say)
    heads = [words("web.end.csv.player"), *map(words, steps), words("web.end.points"), words("web.end.csv.place")]
    sheet.writerow(map(cell, heads))
    for name, row in zip(players_of(ctx, info), standing(at.outcome), strict=True):
        sheet.writerow([cell(name), *(row.steps.get(step, 0) for step in steps), row.score, row.place])
    return out.getvalue()


def cell(text: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


async def picture(ctx: Ctx, match: str, kind: str) -> Response:
    at = await ctx.site.tables.position(ctx.caller, match)
    info = await ctx.site.seating.info(ctx.caller, match)

    def drawn(fonts: bool) -> str:
        names, words = players_of(ctx, info), look_of(at.title).words(heard(at.title, ctx.say))
        return at.title.draw(at.view, theme=ctx.theme, names=names, words=words, fonts=fonts)

    if kind == "board.svg":
        return download(drawn(True), "image/svg+xml", f"{match}.svg")
    if find_spec("resvg_py") is None:
        return PlainTextResponse(ctx.say("web.end.no_png"), 501)
    key = (match, info.rev, at.rev, at.seat, ctx.say.lang, ctx.theme)
    return download(await painter(ctx.site.tables).png(key, lambda: drawn(False)), "image/png", f"{match}.png")


async def review_picture(ctx: Ctx, match: str, kind: str) -> Response:
    """The review of a seat as a picture to send."""
    info = await ctx.site.seating.info(ctx.caller, match)
    found = await ctx.site.reviews.ready(ctx.caller, match)
    if found is None:
        raise NoAnswer("review.waiting")
    wished = ctx.number("seat")
    seat = wished if wished is not None and 0 <= wished < len(found.seats) else 0
    title = ctx.site.tables.title(info.title)
    brush = brush_of(ctx, info, title)
    if kind == "review.svg":
        return download(str(poster(brush, found, seat, title.full_name, True)), "image/svg+xml", f"{match}-review.svg")
    if find_spec("resvg_py") is None:
        return PlainTextResponse(ctx.say("web.end.no_png"), 501)
    hidden = tuple(own.hidden for own in found.seats)
    key = (match, "review", found.judge, found.searched, hidden, seat, ctx.say.lang, ctx.theme)
    drawn = await painter(ctx.site.tables).png(key, lambda: str(poster(brush, found, seat, title.full_name)))
    return download(drawn, "image/png", f"{match}-review.png")


async def make_final(ctx: Ctx) -> Response:
    """Let the end stand."""
    match = ctx.request.path_params["match"]
    await ctx.site.ending.make_final(ctx.caller, match)
    return redirect(f"/t/{match}")


async def rematch(ctx: Ctx) -> Response:
    match = ctx.request.path_params["match"]
    await form(ctx)
    made = await ctx.site.places.rematch(ctx.caller, match)
    if made.status == "open" and all(seat.taken for seat in made.seats):
        await ctx.site.seating.start(ctx.caller, made.id)
    return redirect(f"/t/{made.id}")
