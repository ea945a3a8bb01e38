"""Opening a table, waiting for the others, sitting down by a link."""

from __future__ import annotations

import re
from typing import Any

from starlette.responses import Response

import machinehall as mh
from machinehall.draw.look import look_of
from machinehall.kernel.options import Option
from machinehall.kernel.title import Title
from machinehall.server.errors import Malformed
from machinehall.server.shapes import MatchInfo, MatchSpec, SeatSpec
from machinehall.words import Titled

from .acts import form
from .hall import bot_name, names_of
from .shell import Ctx, redirect, render

KINDS = ("you", "here", "friend", "bot", "closed")
PACES = (0, 1, 3, 7)
SIGHTS = ("private", "listed", "open")
MEANT = re.compile(r"^([01])\s?: *(.+?)(?:; *[01]\s?:.*)?$")
"""What a sentence says of one value of an option; a switch that is on stands for that value."""


async def new(ctx: Ctx) -> Response:
    name = ctx.query("title") or next(iter(mh.titles()))
    if name not in mh.titles():
        raise Malformed("table.no_such_title", name[:40])
    title = ctx.site.tables.title(name)
    low, high = title.seats
    look = look_of(title)
    first = ["you", "friend", *["bot"] * max(0, low - 2)]
    seats = [
        {"paint": look.paint(i), "kind": first[i] if i < len(first) else "closed", "first": i == 0} for i in range(high)
    ]
    bots = [(bot, bot_name(ctx, bot)) for bot in sorted(ctx.site.seating.bots)]
    titles = list(mh.titles().values())
    alone = title.automata is not None and bool(ctx.query("alone") or ctx.query("preset"))
    return render(
        ctx, "new.html", title=title, titles=titles, seats=seats, bots=bots, paces=PACES, kinds=KINDS, sights=SIGHTS,
        alone=alone, **(alone_values(ctx, title) if alone else {"options": shared_options(ctx, title)}),
    )  # fmt: skip


def shared_options(ctx: Ctx, title: Title) -> list[dict[str, Any]]:
    """What a table of several may choose: not what concerns only the automata."""
    hidden = {title.automata.option, *title.automata.options} if title.automata else set[str]()
    return [option_row(ctx, option) for option in title.options if option.name not in hidden]


def alone_values(ctx: Ctx, title: Title) -> dict[str, Any]:
    """A table against automata: how many, a preset to start from, and what makes them harder."""
    rule = title.automata
    assert rule is not None
    wished = ctx.query("preset") or ""
    preset = title.presets.get(wished, {})
    rows = [option_row(ctx, option, preset.get(option.name)) for option in title.options]
    said = Titled(title.name, ctx.say)
    names = [said(word) for word in rule.names]
    counts = next(row for row in rows if row["option"].name == rule.option)
    return {
        "options": [row for row in rows if row["option"].name not in (rule.option, *rule.options)],
        "challenges": [row for row in rows if row["option"].name in rule.options and row is not counts],
        "counts": counts,
        "against": [(n, ctx.say("list.separator").join(names[:n])) for n in counts["option"].choices],
        "presets": [(key, ctx.say(f"preset.{title.name}.{key}"), key == wished) for key in title.presets],
    }


def option_row(ctx: Ctx, option: Option, value: int | None = None) -> dict[str, Any]:
    key = f"option.{option.name}"
    said = ctx.say(key) if key in ctx.say.english.sentences else option.help
    now = int(option.default if value is None else value)
    called = {int(choice): f"{key}.{int(choice)}" for choice in option.choices}
    if all(word in ctx.say.english.sentences for word in called.values()):
        ways = [(choice, ctx.say(word)) for choice, word in called.items()]
        return {"option": option, "said": ctx.say(f"{key}.name"), "switch": False, "value": now, "on": 1, "ways": ways}
    switch = sorted(map(int, option.choices)) == [0, 1]
    if not switch or not (meant := MEANT.match(said)):
        return {"option": option, "said": said, "switch": switch, "value": now, "on": 1}
    text = meant[2].rstrip(".") + "."
    return {"option": option, "said": text[0].upper() + text[1:], "switch": True, "value": now, "on": int(meant[1])}


async def create(ctx: Ctx) -> Response:
    fields = await form(ctx)
    name = fields.get("title", "")
    if name not in mh.titles():
        raise Malformed("table.no_such_title", name[:40])
    title = ctx.site.tables.title(name)
    await ctx.known(fields.get("name", ""))
    options = chosen_options(title, fields)
    if title.automata is not None and fields.get("alone"):
        wished = int(options.get(title.automata.option, 1))
        seats = [SeatSpec(kind="you"), *(SeatSpec(kind="automaton") for _ in range(wished))]
    else:
        seats = [seat for i in range(title.seats[1]) if (seat := seat_spec(ctx, fields, i)) is not None]
    pace, sight = fields.get("pace", "0"), fields.get("visibility", "private")
    spec = MatchSpec(
        title=name,
        seats=seats,
        options=options,
        pace=int(pace) if pace.isdecimal() and int(pace) in PACES else 0,
        visibility="open" if sight == "open" else "listed" if sight == "listed" else "private",
        start=all(seat.kind in ("you", "bot", "automaton") for seat in seats),
    )
    made = await ctx.site.seating.create(ctx.caller, spec)
    links = "&".join(f"invite={seat}:{code}" for seat, code in made.invites.items())
    return redirect(f"/t/{made.id}" + (f"?{links}" if links else ""))


def seat_spec(ctx: Ctx, fields: dict[str, str], i: int) -> SeatSpec | None:
    kind, name = fields.get(f"seat{i}", "closed"), fields.get(f"name{i}", "").strip()[:40] or None
    if kind == "you":
        return SeatSpec(kind="you")
    if kind == "here":
        return SeatSpec(kind="you", name=name or ctx.say("web.player", i + 1))
    if kind == "friend":
        return SeatSpec(kind="invited" if fields.get("visibility", "private") == "private" else "person", name=name)
    if kind == "bot":
        bot = fields.get(f"bot{i}", "random")
        return SeatSpec(kind="bot", bot=bot if bot in ctx.site.seating.bots else "random")
    return None


def chosen_options(title: Title, fields: dict[str, str]) -> dict[str, int | bool]:
    found: dict[str, int | bool] = {}
    for option in title.options:
        text = fields.get(f"option.{option.name}", "0")
        value = int(text) if text.removeprefix("-").isdecimal() else int(option.default)
        if value in [int(choice) for choice in option.choices]:
            found[option.name] = value
    return found


def lobby_values(ctx: Ctx, info: MatchInfo) -> dict[str, Any]:
    """What the page of a table that has not begun shows."""
    title = ctx.site.tables.title(info.title)
    look, names = look_of(title), names_of(ctx, info.seats)
    base = ctx.site.config.public_url or str(ctx.request.base_url).rstrip("/")
    links: dict[int, str] = {}
    for pair in ctx.request.query_params.getlist("invite"):
        seat, _, code = pair.partition(":")
        if seat.isdecimal() and int(seat) < len(info.seats) and not info.seats[int(seat)].taken:
            links[int(seat)] = f"{base}/t/{info.id}/join?code={code}"
    seats = [
        {"seat": s, "paint": look.paint(s.seat), "name": names[s.seat], "link": links.get(s.seat)} for s in info.seats
    ]
    free = [s for s in info.seats if not s.taken]
    mine = any(s.yours for s in info.seats)
    can_join = bool(free) and (info.visibility != "private" or info.yours) and any(s.kind == "person" for s in free)
    table_link = f"{base}/t/{info.id}" if info.visibility != "private" else None
    bots = [(bot, bot_name(ctx, bot)) for bot in sorted(ctx.site.seating.bots)]
    return {
        "info": info, "title": title, "seats": seats, "free": free, "mine": mine, "can_join": can_join,
        "table_link": table_link, "bots": bots, "can_start": not free and (mine or info.yours),
    }  # fmt: skip


async def join_page(ctx: Ctx) -> Response:
    """What a link of an invitation opens: a name and a chair."""
    match = ctx.request.path_params["match"]
    info = await ctx.site.seating.info(ctx.caller, match)
    if any(seat.yours for seat in info.seats) and info.status != "open":
        return redirect(f"/t/{match}")
    title = ctx.site.tables.title(info.title)
    names = names_of(ctx, info.seats)
    return render(ctx, "join.html", info=info, title=title, names=names, code=ctx.query("code") or "")


async def join(ctx: Ctx) -> Response:
    match, fields = ctx.request.path_params["match"], await form(ctx)
    name = fields.get("name", "").strip()[:40]
    await ctx.known(name)
    seat = fields.get("seat", "")
    wished = int(seat) if seat.isdecimal() and len(seat) < 3 else None
    await ctx.site.seating.join(ctx.caller, match, wished, fields.get("code") or None, name or None)
    return redirect(f"/t/{match}")


async def start(ctx: Ctx) -> Response:
    match = ctx.request.path_params["match"]
    await ctx.site.seating.start(ctx.caller, match)
    return redirect(f"/t/{match}")


async def invite(ctx: Ctx) -> Response:
    """A fresh link for a free seat; the old one is worth nothing any more."""
    match, fields = ctx.request.path_params["match"], await form(ctx)
    seat = int(fields.get("seat", "0")) if fields.get("seat", "").isdecimal() else 0
    code = await ctx.site.seating.invite(ctx.caller, match, seat)
    return redirect(f"/t/{match}?invite={seat}:{code}")


async def put_bot(ctx: Ctx) -> Response:
    match, fields = ctx.request.path_params["match"], await form(ctx)
    seat = int(fields.get("seat", "0")) if fields.get("seat", "").isdecimal() else 0
    await ctx.site.seating.put_bot(ctx.caller, match, seat, fields.get("bot", "random"))
    return redirect(f"/t/{match}")
