"""The end of a match: final scoring step by step, money over time, what to take along."""

from __future__ import annotations

import csv
import io
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.responses import PlainTextResponse, Response

import machinehall as mh
from machinehall.draw.kit import box, disc, esc, n, path, seat_shape, text
from machinehall.draw.look import Look, look_of
from machinehall.draw.theme import Theme, theme
from machinehall.kernel.match import Match
from machinehall.kernel.values import Outcome
from machinehall.server.errors import Conflict, Malformed, Unknown
from machinehall.words import Titled

from .acts import form
from .feats import earned_in
from .hall import Sitting, names_of, players_of
from .plain import speech
from .shell import Ctx, redirect, render

Curve = list[tuple[int, list[int]]]
_curves: OrderedDict[tuple[str, int], Curve] = OrderedDict()
KEPT = 64
CHART = (640, 420)


async def end_page(ctx: Ctx, sitting: Sitting) -> Response:
    info, at = sitting.info, sitting.at
    assert at is not None and at.outcome is not None
    names, look, outcome, words = players_of(ctx, info), look_of(at.title), at.outcome, Titled(at.title.name, ctx.say)
    final = standing(outcome)
    order = sorted(range(len(names)), key=lambda player: final[player].place)
    most = max((abs(v) for row in final for v in row.steps.values()), default=1)
    curve = await points_over_time(ctx, info.id, look)
    drawn = chart(ctx, look, names, curve, [row.score for row in final]) if curve else ""
    winners = [player for player in order if final[player].place == 1]
    return render(
        ctx, "end.html", info=info, title=at.title, names=names, look=look, order=order, final=final, most=most,
        table=score_table(words, final, order), chart=Markup(drawn), head=headline(ctx, look, names, final, winners),
        reason=words(outcome.reason), winners=winners, number=at.number, mine=sitting.mine,
        feats=await earned_in(ctx, sitting, at.title, names),
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


def headline(ctx: Ctx, look: Look, names: list[str], final: list[Final], winners: list[int]) -> str:
    if len(winners) > 1:
        return ctx.say("web.end.shared", ctx.say("list.separator").join(names[player] for player in winners))
    margin = sorted((row.score for row in final), reverse=True)
    if len(margin) > 1 and margin[0] == margin[1]:
        return ctx.say("web.end.tie", names[winners[0]])
    lead = f"{look.unit}{margin[0] - margin[1]}" if len(margin) > 1 else ""
    return ctx.say("web.end.won", names[winners[0]], lead)


async def points_over_time(ctx: Ctx, match: str, look: Look) -> Curve:
    """The points of all seats after each decision, from the record; worked out once."""
    info = await ctx.site.seating.info(ctx.caller, match)
    key = (match, info.rev)
    if key not in _curves:
        try:
            again = await played_again(ctx, match, info.title)
        except Conflict:  # it began with a position that was set up
            return []
        _curves[key] = curve_of(again, look, len(info.seats) + len(info.automata))
        while len(_curves) > KEPT:
            _curves.popitem(last=False)
    return _curves[key]


async def played_again(ctx: Ctx, match: str, title: str) -> Match:
    """A finished match from its record, with the components that this server plays the title with."""
    return mh.load_match(await ctx.site.tables.record(ctx.caller, match), ctx.site.config.packs.get(title))


def curve_of(match: Match, look: Look, players: int) -> Curve:
    title = match.title
    state = title.start(match.seats, match.options)
    found: Curve = []
    for number, entry in enumerate(match.log, 1):
        title.apply(state, entry.seat, entry.action, check=False)
        view = title.view(state, None)
        points = [look.standing(view, player).points for player in range(players)]
        known = [p for p in points if p is not None]
        if len(known) == players and (not found or found[-1][1] != known):
            found.append((number, known))
    return found


def chart(ctx: Ctx, look: Look, names: list[str], curve: Curve, final: list[int]) -> str:
    """A line for each seat, with its shape at the end."""
    th = theme(ctx.theme)
    w, h = CHART
    left, right, top, low = 44.0, w - 92.0, 20.0, h - 34.0
    last = curve[-1][0]
    most = max(10, *final, *(max(row) for _, row in curve))
    step = next(s for s in (5, 10, 20, 50, 100) if most / s <= 8)

    def at(number: float, value: float) -> tuple[float, float]:
        return left + (right - left) * number / last, low - (low - top) * value / most

    out = _grid(th, step, most, last, at, (left, right, low))
    out += _lines(th, look, curve, final, at, right)
    label = "; ".join(f"{name}: {look.unit}{points}" for name, points in zip(names, final, strict=True))
    name = esc(f"{ctx.say('web.end.chart')}: {label}")
    return f'<svg class="chart" viewBox="0 0 {w} {h}" role="img" aria-label="{name}">{out}</svg>'


def _grid(th: Theme, step: int, most: int, last: int, at: Any, frame: tuple[float, float, float]) -> str:
    left, right, low = frame
    out = ""
    for value in range(0, most + 1, step):
        y = at(0, value)[1]
        out += path(f"M{n(left)} {n(y)}H{n(right + 40)}", th["hair"], 0.75)
        out += text(left - 8, y + 4.3, value, 12.5, th["ink2"], 400, "end")
    for k in range(5):
        x = at(last * k / 4, 0)[0]
        out += path(f"M{n(x)} {n(low)}v5", th["ink2"], 1)
        out += text(x, low + 18, round(last * k / 4), 12.5, th["ink2"], 400)
    return out + box(right, 20, 40, low - 20, th["well"])


def _lines(th: Theme, look: Look, curve: Curve, final: list[int], at: Any, right: float) -> str:
    out, marks = "", []
    for seat in range(len(final)):
        colour = look.paint(seat)
        points = [at(number, row[seat]) for number, row in curve]
        end = (right + 40, at(0, final[seat])[1])
        d = "M" + "L".join(f"{n(x)} {n(y)}" for x, y in [*points, end])
        out += path(d, th["paper"], 5.5) + path(d, th["rail"], 4) + path(d, th[f"player.{colour}.fill"], 2.4)
        marks.append((end[1], seat))
    marks.sort()
    y = 0.0
    for wished, seat in marks:
        y = max(wished, y + 17)  # equal ends make room for each other
        colour = look.paint(seat)
        out += disc(right + 40, wished, 3, th["ink"]) + seat_shape(th, colour, right + 55, y, 14, edge=th["paper"])
        out += text(right + 66, y + 5, f"{look.unit}{final[seat]}", 14, th[f"player.{colour}.text"], 700, "start")
    return out


# Taking along


async def export(ctx: Ctx) -> Response:
    match, kind = ctx.request.path_params["match"], ctx.request.path_params["kind"]
    if kind == "record.json":
        return download(await ctx.site.tables.record(ctx.caller, match), "application/json", f"{match}.json")
    if kind == "log.txt":
        return download(await log_text(ctx, match), "text/plain; charset=utf-8", f"{match}.txt")
    if kind == "scoring.csv":
        return download(await scoring(ctx, match), "text/csv; charset=utf-8", f"{match}.csv")
    if kind in ("board.svg", "board.png"):
        return await picture(ctx, match, kind)
    raise Unknown("api.no_such_thing")


def download(data: str | bytes, kind: str, name: str) -> Response:
    return Response(data, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


async def log_text(ctx: Ctx, match: str) -> str:
    info = await ctx.site.seating.info(ctx.caller, match)
    title = ctx.site.tables.title(info.title)
    words = speech(title, ctx.say, tuple(names_of(ctx, info.seats)))
    replay = await played_again(ctx, match, info.title)
    return "\n".join(words.story(replay.events(None))) + "\n"


async def scoring(ctx: Ctx, match: str) -> str:
    at = await ctx.site.tables.position(ctx.caller, match)
    info = await ctx.site.seating.info(ctx.caller, match)
    if at.outcome is None:
        raise Malformed("table.not_over")
    out = io.StringIO()
    sheet = csv.writer(out)
    steps = list(at.outcome.breakdown[0])
    sheet.writerow(["seat", *steps, "score", "place"])
    for name, row in zip(players_of(ctx, info), standing(at.outcome), strict=True):
        sheet.writerow([name, *(row.steps.get(step, 0) for step in steps), row.score, row.place])
    return out.getvalue()


async def picture(ctx: Ctx, match: str, kind: str) -> Response:
    at = await ctx.site.tables.position(ctx.caller, match)
    info = await ctx.site.seating.info(ctx.caller, match)
    names, words = players_of(ctx, info), look_of(at.title).words(ctx.say)
    fonts = kind == "board.svg"
    drawn = at.title.draw(at.title.tables, at.view, theme=ctx.theme, names=names, words=words, fonts=fonts)
    if kind == "board.svg":
        return download(drawn, "image/svg+xml", f"{match}.svg")
    try:
        import resvg_py
    except ImportError:
        return PlainTextResponse(ctx.say("web.end.no_png"), 501)
    return download(bytes(resvg_py.svg_to_bytes(svg_string=drawn)), "image/png", f"{match}.png")


async def rematch(ctx: Ctx) -> Response:
    match = ctx.request.path_params["match"]
    await form(ctx)
    made = await ctx.site.seating.rematch(ctx.caller, match)
    if made.status == "open" and all(seat.taken for seat in made.seats):
        await ctx.site.seating.start(ctx.caller, made.id)
    return redirect(f"/t/{made.id}")
