"""The home page, replays, and play at once against bots."""

from __future__ import annotations

from functools import lru_cache
from math import inf
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.responses import Response

import machinehall as mh
from machinehall.draw.look import Look, look_of
from machinehall.kernel.own_packs import is_piece
from machinehall.kernel.packs import provenance
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE
from machinehall.server.errors import Malformed
from machinehall.server.shapes import MatchInfo, MatchSpec, SeatSpec
from machinehall.words.figures import lasting

from .forms import form
from .school import practice
from .shell import Ctx, redirect, render, scored
from .table.lobby import host_of
from .table.opening import EASY, PLAIN, first_lesson
from .table.view import names_of, players_of

SHOWN = 6
"""Lines of a list on the home page."""
NEAR = 2
"""Tables that wait for the reader and are shown with a picture."""
HURRY = 6 * 3_600
"""Seconds: a clock with less left is told apart."""
ME = SeatSpec(kind="you")


@lru_cache(maxsize=16)
def printed(title: Title) -> tuple[int, int]:
    """How many of a title's pieces are as printed, and how many there are."""
    shape = title.pack.shape
    rows = [
        row for row in provenance(title.pack)
        if shape is None or is_piece(title.pack, row.file.removesuffix(".json"))
    ]  # fmt: skip
    return sum(row.total - row.reconstructed for row in rows), sum(row.total for row in rows)


def cards(ctx: Ctx, played: set[str]) -> list[dict[str, Any]]:
    """The titles that can be played today; where the reader has not played yet, with a first match and a lesson."""
    found = []
    for name, title in mh.titles().items():
        done, total = printed(title)
        key = f"web.about.{name}"
        found.append(
            {
                "name": name,
                "title": title,
                "picture": Markup(look_of(title).vignette(ctx.theme)),
                "about": ctx.say(key) if key in ctx.say.english.sentences else "",
                "printed": done,
                "total": total,
                "share": round(100 * done / max(1, total)),
                "first": name not in played,
                "lesson": first_lesson(ctx, name),
            }
        )
    return found


def row(ctx: Ctx, info: MatchInfo) -> dict[str, Any]:
    """A table as a line of a list."""
    names, look = players_of(ctx, info), look_of(ctx.site.tables.title(info.title))
    mine = [s.seat for s in info.seats if s.yours]
    turn = info.status == "running" and any(seat in info.to_act for seat in (*mine, CHANCE) if mine)
    asked = any(s.asked for s in info.seats)
    if info.status == "open":
        what = ctx.say("web.row.asked" if asked else "web.row.open")
    elif info.status == "over":
        what = result(ctx, info, names, look)
    elif turn:
        what = ctx.say("web.row.yours")
    elif CHANCE in info.to_act:
        what = ctx.say("hand.waits")
    else:
        what = ctx.say("web.waiting", ctx.say("list.separator").join(names[s] for s in info.to_act))
    seats = [(look.paint(s.seat), names[s.seat], s.taken, s.seat in info.to_act) for s in info.seats]
    seats += [(look.paint(k), names[k], True, False) for k in range(len(info.seats), len(names))]
    full = ctx.site.tables.title(info.title).full_name
    path = f"/t/{info.id}/join" if joinable(info) and not mine and not info.yours else f"/t/{info.id}"
    turn = turn or asked
    return {
        "info": info, "full": full, "names": names, "seats": seats, "turn": turn, "what": what, "path": path,
        "clock": clock(ctx, info), "seen": info.status == "running" and bool(mine),
    }  # fmt: skip


class LeftTime(NamedTuple):
    """How long somebody has for a move."""

    text: str
    hurry: bool


def clock(ctx: Ctx, info: MatchInfo) -> LeftTime | None:
    """What the clock of a table says that has one."""
    if info.status != "running" or info.deadline is None:
        return None
    left = info.deadline - ctx.site.tables.now()
    text = ctx.say("web.row.left", lasting(ctx.say.lang, left)) if left > 0 else ctx.say("web.row.late")
    return LeftTime(text, left < HURRY)


def open_row(ctx: Ctx, info: MatchInfo) -> dict[str, Any]:
    """A table of others where one may sit down or look on: who began it, how fast it goes, what is unusual."""
    found, names = row(ctx, info), names_of(ctx, info.seats)
    title = ctx.site.tables.title(info.title)
    usual = {option.name: int(option.default) for option in title.options}
    other = sum(usual.get(name, value) != value for name, value in info.options.items() if not counts(title, name))
    pace = ctx.say("web.new.pace.days", n=info.pace) if info.pace else ctx.say("web.new.pace.live")
    sit = joinable(info) and not info.yours
    tag = ctx.say("web.new.changed", other) if other else ""
    return {**found, "host": host_of(info, names), "pace": pace, "tag": tag, "sit": sit}


def counts(title: Title, option: str) -> bool:
    """Whether an option only says how many automata there are, which the seats show."""
    return title.automata is not None and option == title.automata.option


def inviting(info: MatchInfo) -> bool:
    """Whether a table is worth a visitor's look: one can sit down, or watch."""
    return info.status == "running" or joinable(info)


def joinable(info: MatchInfo) -> bool:
    """Whether anybody may sit down here."""
    free = any(not s.taken and s.kind == "person" for s in info.seats)
    return info.status == "open" and info.visibility != "private" and free and not info.removed


def result(ctx: Ctx, info: MatchInfo, names: list[str], look: Look) -> str:
    outcome = info.outcome or {}
    scores = [*outcome.get("scores", []), *(a["score"] for a in outcome.get("automata", []))]
    order = sorted(range(len(scores)), key=lambda player: -scores[player])
    if not outcome.get("automata"):
        order.sort(key=lambda seat: outcome["places"][seat])
    told = ctx.say("list.separator").join(f"{names[seat]} {scored(ctx.say, look, scores[seat])}" for seat in order)
    return told or ctx.say("web.over")


async def own_tables(ctx: Ctx) -> list[MatchInfo]:
    """The reader's tables, problems left out."""
    if ctx.caller.identity is None or ctx.caller.match is not None:
        return []
    return [info for info in await ctx.site.seating.mine(ctx.caller) if not practice(info)]


def urgent(row: dict[str, Any]) -> tuple[bool, bool, float]:
    """What waits for the reader comes first, and of that what has the least time left."""
    deadline = row["info"].deadline
    return not row["turn"], row["info"].status == "over", deadline if deadline is not None else inf


async def home(ctx: Ctx) -> Response:
    seating = ctx.site.seating
    mine = await own_tables(ctx)
    listed = await seating.listed(ctx.caller)
    known = set(mh.titles())
    mine_rows = [row(ctx, info) for info in mine if info.title in known]
    mine_rows.sort(key=urgent)
    others = [info for info in listed if info.title in known]
    open_rows = [open_row(ctx, info) for info in others if inviting(info) and not any(s.yours for s in info.seats)]
    replays = [row(ctx, info) for info in [*mine, *others] if info.status == "over" and info.title in known]
    seen = {r["info"].id: r for r in replays}
    going = [r for r in mine_rows if r["info"].status != "over"]
    near = [r for r in going[:NEAR] if r["turn"]]
    return render(
        ctx,
        "home.html",
        cards=cards(ctx, {info.title for info in mine if info.status == "over"}),
        near_rows=near,
        mine=going[len(near) :][:SHOWN],
        played=any(r["info"].status == "over" for r in mine_rows),
        waiting=sum(r["turn"] for r in mine_rows),
        open=open_rows[:SHOWN],
        replays=list(seen.values())[:SHOWN],
    )


async def replays(ctx: Ctx) -> Response:
    mine = await own_tables(ctx)
    listed = await ctx.site.seating.listed(ctx.caller)
    found = {info.id: info for info in [*mine, *listed] if info.status == "over" and info.title in mh.titles()}
    return render(ctx, "replays.html", rows=[row(ctx, info) for info in found.values()])


async def play_now(ctx: Ctx) -> Response:
    """One click: a table against the title's own automaton, or with bots, dealt."""
    title = await asked_title(ctx)
    if title.automata is not None:
        return await sat_down(ctx, MatchSpec(title=title.name, seats=[ME, SeatSpec(kind="automaton")], start=True))
    return await sat_down(ctx, MatchSpec(title=title.name, seats=with_bots(ctx, title, 3, EASY), start=True))


async def first_match(ctx: Ctx) -> Response:
    """One click: the table that the title recommends for a first match, with the bots' turns told slowly."""
    title = await asked_title(ctx)
    first = title.first
    if "pace" not in ctx.prefs:
        ctx.pref("pace", "slow")
    seats = with_bots(ctx, title, first.seats, first.bot)
    spec = MatchSpec(title=title.name, seats=seats, options=dict(first.options), start=True)
    return await sat_down(ctx, spec, "?first=1")


async def asked_title(ctx: Ctx) -> Title:
    name = (await form(ctx)).get("title", "")
    if name not in mh.titles():
        raise Malformed("table.no_such_title", name[:40])
    return ctx.site.tables.title(name)


def with_bots(ctx: Ctx, title: Title, wished: int, bot: str) -> list[SeatSpec]:
    """The reader and bots, as near to a number of seats as the title allows."""
    low, high = title.seats
    known = bot if bot in ctx.site.seating.bots else PLAIN
    return [ME, *(SeatSpec(kind="bot", bot=known) for _ in range(max(low, min(wished, high)) - 1))]


async def sat_down(ctx: Ctx, spec: MatchSpec, how: str = "") -> Response:
    await ctx.identified()
    made = await ctx.site.seating.create(ctx.caller, spec)
    return redirect(f"/t/{made.id}{how}")
