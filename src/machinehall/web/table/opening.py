"""The page of a new table: what can be chosen, what was sent, and remarks where something does not fit."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.responses import Response

import machinehall as mh
from machinehall.draw.look import look_of
from machinehall.kernel.options import Option
from machinehall.kernel.parts import Fared
from machinehall.kernel.title import Title
from machinehall.kernel.wording import Say
from machinehall.school.items import lessons, said
from machinehall.server.errors import Fault, Malformed
from machinehall.server.numbers import whole
from machinehall.server.people.identity import clean_name
from machinehall.server.play.invites import code_of
from machinehall.server.shapes import MatchSpec, SeatSpec
from machinehall.server.speech import sentence
from machinehall.server.workshop.playing import chosen, playable
from machinehall.web.books.markup import rule_exists, rule_path
from machinehall.web.forms import form
from machinehall.web.shell import Ctx, redirect, render
from machinehall.words import Titled, UnknownMessage
from machinehall.words.figures import short_number

from .view import bot_name

KINDS = ("you", "friend", "anyone", "bot", "closed")
HERE = "here"
"""What forms of earlier versions call a further seat at the same device."""
PACES = (0, 1, 3, 7)
EASY, PLAIN = "apprentice", "random"
OPTION = "option."
MEANT = re.compile(r"^([01])\s?: *(.+?)(?:; *[01]\s?:.*)?$")
"""What a sentence says of one value of an option; a switch that is on stands for that value."""


@dataclass(slots=True)
class Wish:
    """A new table as somebody has filled it in, with remarks by the name of the field."""

    title: Title
    sent: dict[str, str] = field(default_factory=dict)
    remarks: dict[str, str] = field(default_factory=dict)

    def remark(self, where: str, fault: Fault, lang: str) -> None:
        """The first that is wrong with a field."""
        self.remarks.setdefault(where, sentence(fault, lang)[:300])

    @property
    def real(self) -> bool:
        """Whether it is played with a box, at a real table."""
        return bool(self.sent.get("real"))

    @property
    def alone(self) -> bool:
        return self.title.automata is not None and bool(self.sent.get("alone") or self.sent.get("preset"))


class BotCard(NamedTuple):
    """A bot as somebody may choose it."""

    id: str
    name: str
    character: str
    bars: int
    """Strength, 1 for the weakest."""
    most: int
    time: str


async def new(ctx: Ctx) -> Response:
    name = ctx.query("title") or next(iter(mh.titles()))
    if name not in mh.titles():
        raise Malformed("table.no_such_title", name[:40])
    sent = {key: value for key in ("alone", "preset", "real", "pack") if (value := ctx.query(key))}
    return await page(ctx, Wish(ctx.site.tables.title(name), sent))


async def page(ctx: Ctx, wish: Wish, status: int = 200) -> Response:
    """The page as it is opened, or once more with what was sent and what is wrong with it."""
    title, titles = wish.title, list(mh.titles().values())
    pictures = {t.name: Markup(look_of(t).vignette(ctx.theme)) for t in titles}
    values = alone_values(ctx, wish) if wish.alone else {"options": shared_options(ctx, wish)}
    changed = sum(row["value"] != int(row["option"].default) for row in values["options"])
    return render(
        ctx, "new.html", status=status, title=title, titles=titles, pictures=pictures, seats=seat_rows(ctx, wish),
        bots=bots(ctx, title), kinds=KINDS, paces=PACES, pace=pace_of(wish), watch=bool(wish.sent.get("watch")),
        packs=await playable(ctx.site.shelf, ctx.caller, title.name), pack=wish.sent.get("pack", ""),
        alone=wish.alone, real=wish.real, changed=changed, remarks=wish.remarks, called=wish.sent.get("called", ""),
        **values,
    )  # fmt: skip


def pace_of(wish: Wish) -> int:
    return next((pace for pace in PACES if wish.sent.get("pace") == str(pace)), 0)


def bots(ctx: Ctx, title: Title) -> list[BotCard]:
    """The bots of this server, the weakest first."""
    from machinehall.bots import BOTS, levels  # with all that they think with: not before somebody asks

    known = [bot for bot in BOTS if bot in ctx.site.seating.bots]
    taught = levels.by_net(title)
    found = []
    for bars, bot in enumerate(known, 1):
        how = "learned" if taught and bot in levels.LEARNED else "is"
        seconds = min(levels.seconds(title, bot), ctx.site.config.bot_seconds)
        time = (
            ctx.say("web.bot.seconds", short_number(ctx.say.lang, seconds)) if seconds else ctx.say("web.bot.at_once")
        )
        character = said_if_known(ctx.say, f"web.bot.{bot}.{how}")
        fared = title.minds.fared.get(bot)
        if fared is not None and true_here(fared, how == "learned", seconds < levels.seconds(title, bot)):
            key = "web.bot.fared.brief" if fared.brief else "web.bot.fared"
            character = ctx.say(key, character, short_number(ctx.say.lang, fared.won), n=fared.of)
        found.append(BotCard(bot, bot_name(ctx, bot), character, bars, len(known), time))
    return found + characters(ctx, title, known)


def true_here(fared: Fared, learned: bool, hurried: bool) -> bool:
    """Whether what was measured is said of a bot as it plays on this server."""
    return fared.learned == learned and not (fared.brief and hurried)


def characters(ctx: Ctx, title: Title, known: list[str]) -> list[BotCard]:
    """Bots of one level that like some sources of points better, each with what it likes and how it has fared."""
    from machinehall.bots.characters import OFFERED

    found, speak = [], Titled(title.name, ctx.say)
    for one in title.minds.characters:
        bot = f"{OFFERED}:{one.name}"
        if bot in ctx.site.seating.bots and OFFERED in known:
            likes = said_if_known(speak, f"web.bot.{one.name}.is")
            said = (
                ctx.say("web.bot.measured", likes, short_number(ctx.say.lang, one.won), n=one.of) if one.of else likes
            )
            bars = known.index(OFFERED) + 1
            found.append(BotCard(bot, bot_name(ctx, bot), said, bars, len(known), ctx.say("web.bot.at_once")))
    return found


def seat_rows(ctx: Ctx, wish: Wish) -> list[dict[str, Any]]:
    """The seats as they were sent, or as most tables begin: the reader, a friend, bots where the title needs them."""
    low, high = wish.title.seats
    first = ["you", "you" if wish.real else "friend", *["bot"] * max(0, low - 2)]
    look, sent = look_of(wish.title), wish.sent
    fresh = not any(key.startswith("seat") for key in sent)
    easy = EASY if EASY in ctx.site.seating.bots else PLAIN
    found: list[dict[str, Any]] = []
    for i in range(high):
        usual = first[i] if i < len(first) else "closed"
        kind = usual if fresh else sent.get(f"seat{i}", "closed")
        named = any(row["kind"] == "you" for row in found) or guest(ctx)
        found.append({
            "paint": look.paint(i),
            "kind": kind if kind in KINDS else "you" if kind == HERE else "closed",
            "name": sent.get(f"name{i}", "" if named or kind != "you" else ctx.caller.name),
            "bot": sent.get(f"bot{i}", easy),
            "remark": wish.remarks.get(f"name{i}", ""),
        })  # fmt: skip
    return found


def guest(ctx: Ctx) -> bool:
    """Whether the reader has not told a name yet."""
    return ctx.caller.identity is None or ctx.caller.name == ctx.say("web.guest")


def shared_options(ctx: Ctx, wish: Wish) -> list[dict[str, Any]]:
    """What a table of several may choose: not what concerns only the automata."""
    title = wish.title
    hidden = {title.automata.option, *title.automata.options} if title.automata else set[str]()
    speak = Titled(title.name, ctx.say)
    chosen = chosen_options(wish, ctx.say.lang)
    shown = [option for option in title.options if option.name not in hidden]
    return [ruled(title, option_row(speak, option, chosen.get(option.name))) for option in shown]


def alone_values(ctx: Ctx, wish: Wish) -> dict[str, Any]:
    """A table against automata: how many, a preset to start from, and what makes them harder."""
    title, rule = wish.title, wish.title.automata
    assert rule is not None
    wished = wish.sent.get("preset", "")
    preset = {**title.presets.get(wished, {}), **chosen_options(wish, ctx.say.lang)}
    speak = Titled(title.name, ctx.say)
    rows = [ruled(title, option_row(speak, option, preset.get(option.name))) for option in title.options]
    names = [speak(word) for word in rule.names]
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


def ruled(title: Title, row: dict[str, Any]) -> dict[str, Any]:
    """An option with the way to its rule, if that is in a book."""
    rule = row["option"].rule
    return row | {"path": rule_path(title.name, rule) if rule_exists(title.name, rule) else ""}


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


def first_lesson(ctx: Ctx, name: str) -> dict[str, Any] | None:
    """The lesson that a title begins with, if it teaches."""
    lesson = next(iter(lessons(name).values()), None)
    if lesson is None:
        return None
    return {"id": lesson.id, "heading": ctx.say(said(name, lesson.id, "title")), "minutes": lesson.minutes}


# What was sent


async def create(ctx: Ctx) -> Response:
    """Open the table, or say at the field what is in the way; nothing is made then, also no guest."""
    fields = await form(ctx)
    name = fields.get("title", "")
    if name not in mh.titles():
        raise Malformed("table.no_such_title", name[:40])
    wish = Wish(ctx.site.tables.title(name), fields)
    spec = spec_of(ctx, wish)
    if wish.remarks:
        return await page(ctx, wish, 422)
    await ctx.identified(next((seat.name for seat in spec.seats if seat.kind == "you" and seat.name), ""))
    secret: str = ctx.request.scope["secret"]
    try:
        own = await chosen(ctx.site.shelf, ctx.site.bench, ctx.site.tables.boxes, ctx.caller, spec)
        made = await ctx.site.seating.create(ctx.caller, named(ctx, spec), lambda match: code_of(secret, match, 0), own)
    except Fault as fault:
        wish.remark("form", fault, ctx.say.lang)
        return await page(ctx, wish, fault.status)
    return redirect(f"/t/{made.id}")


def spec_of(ctx: Ctx, wish: Wish) -> MatchSpec:
    """The table that was asked for; what does not fit is remarked."""
    options = chosen_options(wish, ctx.say.lang)
    if wish.alone:
        assert wish.title.automata is not None
        wished = int(options.get(wish.title.automata.option, 1))
        seats = [SeatSpec(kind="you"), *(SeatSpec(kind="automaton") for _ in range(wished))]
    else:
        seats = chosen_seats(ctx, wish)
    pace = 0
    try:
        pace = days if (days := whole(wish.sent.get("pace", "0"))) in PACES else 0
    except Malformed as fault:
        wish.remark("pace", fault, ctx.say.lang)
    listed = any(seat.kind == "person" for seat in seats)
    return MatchSpec(
        title=wish.title.name,
        seats=seats,
        options=options,
        pace=pace,
        visibility="open" if wish.sent.get("watch") else "listed" if listed else "private",
        start=all(seat.kind in ("you", "bot", "automaton") for seat in seats),
        by_hand=wish.real,
        name=table_name(ctx, wish),
        pack=wish.sent.get("pack", ""),
    )


def table_name(ctx: Ctx, wish: Wish) -> str:
    """What the table shall be called, if anything."""
    try:
        return clean_name(name) if (name := wish.sent.get("called", "").strip()) else ""
    except Fault as fault:
        wish.remark("called", fault, ctx.say.lang)
        return ""


def chosen_seats(ctx: Ctx, wish: Wish) -> list[SeatSpec]:
    """The seats that are not closed; also those beyond what the title has room for, so that they are remarked."""
    low, high = wish.title.seats
    asked = [key for key in wish.sent if re.fullmatch(r"seat\d{1,2}", key) and int(key[4:]) >= high]
    beyond = sum(wish.sent[key] != "closed" for key in asked)
    found = [seat for i in range(high) if (seat := seat_spec(ctx, wish, i)) is not None]
    if not low <= len(found) + beyond <= high:
        fault = Malformed("web.new.no_seats") if not found else Malformed("table.seats", low, high)
        wish.remark("seats", fault, ctx.say.lang)
    return found


def seat_spec(ctx: Ctx, wish: Wish, i: int) -> SeatSpec | None:
    kind, name = wish.sent.get(f"seat{i}", "closed"), None
    if wish.real and kind in ("friend", "anyone"):  # whoever plays at a real table sits at this device
        kind = "you"
    if kind in ("you", HERE) and wish.sent.get(f"name{i}", "").strip():
        try:
            name = clean_name(wish.sent[f"name{i}"])
        except Fault as fault:
            wish.remark(f"name{i}", fault, ctx.say.lang)
    if kind in ("you", HERE):
        return SeatSpec(kind="you", name=name)
    if kind == "friend":
        return SeatSpec(kind="invited")
    if kind == "anyone":
        return SeatSpec(kind="person")
    if kind != "bot":
        return None
    bot = wish.sent.get(f"bot{i}", EASY)
    if bot not in ctx.site.seating.bots:
        wish.remark("seats", Malformed("table.no_such_bot", bot[:40]), ctx.say.lang)
    return SeatSpec(kind="bot", bot=bot[:40])


def named(ctx: Ctx, spec: MatchSpec) -> MatchSpec:
    """Several at one device can be told apart: by the names they typed, the reader's own, or Guest 1, 2, 3."""
    here = [seat for seat in spec.seats if seat.kind == "you"]
    if len(here) > 1:
        own = None if guest(ctx) or any(seat.name == ctx.caller.name for seat in here) else ctx.caller.name
        for number, seat in enumerate(here, 1):
            seat.name = seat.name or own or f"{ctx.say('web.guest')} {number}"
            own = None
    return spec


def chosen_options(wish: Wish, lang: str) -> dict[str, int | bool]:
    """The switches that were sent; one that is unknown, or set to what it cannot be, is remarked."""
    found: dict[str, int | bool] = {}
    known = {option.name: option for option in wish.title.options}
    for key, text in wish.sent.items():
        if not key.startswith(OPTION):
            continue
        option = known.get(key.removeprefix(OPTION))
        try:
            value = (-1 if text.startswith("-") else 1) * whole(text.removeprefix("-"))
            if option is None or value not in [int(choice) for choice in option.choices]:
                raise Malformed("web.new.bad_option", key.removeprefix(OPTION)[:40], text[:20])
            found[option.name] = value
        except Malformed as fault:
            wish.remark("options", fault, lang)
    return found
