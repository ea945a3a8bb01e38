"""Opening a table, waiting for the others, sitting down by a link."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

from starlette.responses import Response

import machinehall as mh
from machinehall.draw.look import look_of
from machinehall.kernel.options import Option
from machinehall.kernel.title import Title
from machinehall.kernel.wording import Say
from machinehall.server.errors import Malformed
from machinehall.server.numbers import whole, whole_if
from machinehall.server.shapes import MatchInfo, MatchSpec, SeatSpec
from machinehall.web.forms import form
from machinehall.web.shell import Ctx, redirect, render
from machinehall.words import Titled, UnknownMessage

from .view import bot_name, names_of

KINDS = ("you", "here", "friend", "bot", "closed")
PACES = (0, 1, 3, 7)
ABOUT_PEOPLE = ("told.removed", "told.declined", "told.continued")
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
    said = Titled(title.name, ctx.say)
    return [option_row(said, option) for option in title.options if option.name not in hidden]


def alone_values(ctx: Ctx, title: Title) -> dict[str, Any]:
    """A table against automata: how many, a preset to start from, and what makes them harder."""
    rule = title.automata
    assert rule is not None
    wished = ctx.query("preset") or ""
    preset = title.presets.get(wished, {})
    said = Titled(title.name, ctx.say)
    rows = [option_row(said, option, preset.get(option.name)) for option in title.options]
    names = [said(word) for word in rule.names]
    counts = next(row for row in rows if row["option"].name == rule.option)
    return {
        "options": [row for row in rows if row["option"].name not in (rule.option, *rule.options)],
        "challenges": [row for row in rows if row["option"].name in rule.options and row is not counts],
        "counts": counts,
        "against": [(n, ctx.say("list.separator").join(names[:n])) for n in counts["option"].choices],
        "presets": [(key, ctx.say(f"preset.{title.name}.{key}"), key == wished) for key in title.presets],
    }


def said_if_known(say: Say, message_id: str) -> str:
    """A sentence, or nothing: a title from outside may have no words for it."""
    try:
        return say(message_id)
    except UnknownMessage:
        return ""


def option_row(say: Say, option: Option, value: int | None = None) -> dict[str, Any]:
    key = f"option.{option.name}"
    said = said_if_known(say, key) or option.help
    now = int(option.default if value is None else value)
    ways = [(int(choice), said_if_known(say, f"{key}.{int(choice)}")) for choice in option.choices]
    if all(way for _, way in ways):
        return {"option": option, "said": say(f"{key}.name"), "switch": False, "value": now, "on": 1, "ways": ways}
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
    await ctx.identified(fields.get("name", ""))
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
        pace=days if (days := whole(pace)) in PACES else 0,
        visibility="open" if sight == "open" else "listed" if sight == "listed" else "private",
        start=all(seat.kind in ("you", "bot", "automaton") for seat in seats),
    )
    made = await ctx.site.seating.create(ctx.caller, spec)
    return redirect(f"/t/{made.id}{behind([f'{seat}:{code}' for seat, code in made.invites.items()])}")


def behind(pairs: list[str]) -> str:
    """Codes of invitations behind the # of an address: they stay in the browser, no server or proxy logs them."""
    return "#" + "&".join(f"invite={quote(pair, safe=':')}" for pair in pairs) if pairs else ""


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
        value = (-1 if text.startswith("-") else 1) * whole(text.removeprefix("-"))
        if value in [int(choice) for choice in option.choices]:
            found[option.name] = value
    return found


def lobby_values(ctx: Ctx, info: MatchInfo) -> dict[str, Any]:
    """What the page of a table that has not begun shows."""
    title = ctx.site.tables.title(info.title)
    look, names = look_of(title), names_of(ctx, info.seats)
    base = ctx.base
    seats = [{"seat": s, "paint": look.paint(s.seat), "name": names[s.seat]} for s in info.seats]
    free = [s for s in info.seats if not s.taken]
    mine = any(s.yours for s in info.seats)
    open_to = (info.visibility != "private" or info.yours) and not info.removed
    can_join = open_to and any(s.kind == "person" for s in free)
    table_link = f"{base}/t/{info.id}" if info.visibility != "private" else None
    bots = [(bot, bot_name(ctx, bot)) for bot in sorted(ctx.site.seating.bots)]
    asked = next((s.seat for s in info.seats if s.asked), None)
    told = [ctx.say(told["message"], *told["args"]) for told in info.told if told["message"] in ABOUT_PEOPLE]
    return {
        "info": info, "title": title, "seats": seats, "free": free, "mine": mine, "can_join": can_join,
        "table_link": table_link, "bots": bots, "can_start": not free and (mine or info.yours), "base": base,
        "asked": asked, "told": told[-3:],
    }  # fmt: skip


async def join_page(ctx: Ctx) -> Response:
    """What a link of an invitation opens: a name and a chair."""
    match = ctx.request.path_params["match"]
    if old := ctx.query("code"):  # links of earlier versions: out of the address as soon as they are opened
        return redirect(f"/t/{match}/join#{quote(old)}")
    info = await ctx.site.seating.info(ctx.caller, match)
    if any(seat.yours for seat in info.seats) and info.status != "open":
        return redirect(f"/t/{match}")
    title = ctx.site.tables.title(info.title)
    names = names_of(ctx, info.seats)
    coded = info.visibility == "private" and not any(seat.asked for seat in info.seats)
    return render(ctx, "join.html", info=info, title=title, names=names, coded=coded)


async def join(ctx: Ctx) -> Response:
    match, fields = ctx.request.path_params["match"], await form(ctx)
    name = fields.get("name", "").strip()[:40]
    await ctx.identified(name)
    code = fields.get("code", "").strip().rpartition("#")[2][:100]
    wished = whole_if(fields.get("seat"))
    await ctx.site.seating.join(ctx.caller, match, wished, code or None, name or None)
    return redirect(f"/t/{match}")


async def start(ctx: Ctx) -> Response:
    match = ctx.request.path_params["match"]
    await ctx.site.seating.start(ctx.caller, match)
    return redirect(f"/t/{match}")


async def invite(ctx: Ctx) -> Response:
    """A fresh link for a free seat; the old one is worth nothing any more."""
    match, fields = ctx.request.path_params["match"], await form(ctx)
    seat = whole_if(fields.get("seat")) or 0
    code = await ctx.site.seating.invite(ctx.caller, match, seat)
    return redirect(f"/t/{match}{behind([f'{seat}:{code}'])}")


async def remove(ctx: Ctx) -> Response:
    """Ask somebody to leave before the start."""
    match, fields = ctx.request.path_params["match"], await form(ctx)
    await ctx.site.places.remove(ctx.caller, match, whole_if(fields.get("seat")) or 0)
    return redirect(f"/t/{match}")


async def decline(ctx: Ctx) -> Response:
    match, fields = ctx.request.path_params["match"], await form(ctx)
    await ctx.site.places.decline(ctx.caller, match, whole_if(fields.get("seat")) or 0)
    return redirect("/")


async def put_bot(ctx: Ctx) -> Response:
    match, fields = ctx.request.path_params["match"], await form(ctx)
    seat = whole_if(fields.get("seat")) or 0
    await ctx.site.seating.put_bot(ctx.caller, match, seat, fields.get("bot", "random"))
    return redirect(f"/t/{match}")
