"""What a reader does at a table: every change carries the revision it was made against."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

from starlette.responses import HTMLResponse, Response

from machinehall.draw.look import look_of
from machinehall.kernel.mending import MEND
from machinehall.kernel.values import Action, BadAction, Refusal
from machinehall.kernel.wording import addressed
from machinehall.server.errors import Conflict, LostRevision, Malformed, Refused, Stale
from machinehall.server.glance import Sitting
from machinehall.server.play import by_hand
from machinehall.server.play.answers import ready
from machinehall.server.play.table import Position, Table, refused
from machinehall.server.shapes import MatchInfo, Request, SeatInfo
from machinehall.server.store.stored_match import print_of
from machinehall.web.forms import form, rev_of, whole
from machinehall.web.shell import Ctx, fill, marked, redirect
from machinehall.words import Titled
from machinehall.words.titles import speech, spoken

from .lobby import lobby_values
from .prompt import columns, listed
from .reader import reader_of
from .since import sums
from .view import Hall, bot_name, gather, names_of, sit, sit_at

CONFLICT, REFUSED = 409, 422
MOST_AT_ONCE = 40
"""Actions that may be played in one go."""
MOST_INSTEAD = 3
"""Choices that a refusal names at most."""
MOST_TRIED = 40
"""Actions of one place that are looked at for the best reason why not."""


async def fragment(ctx: Ctx, match: str, seat: int | None) -> Response:
    """The table as it is now, for the script to lay over the old one."""
    return HTMLResponse(await inner(ctx, await sit(ctx, match, seat)))


async def inner(ctx: Ctx, sitting: Sitting, **more: Any) -> str:
    if sitting.info.status == "open":
        return fill(ctx, "lobby_part.html", **await lobby_values(ctx, sitting.info))
    if sitting.at is None:
        return fill(ctx, "hand_over.html", sitting=sitting, name=sitting.info.seats[sitting.hand_over or 0].name)
    hall = await gather(ctx, sitting, sitting.at)
    return fill(ctx, "hall.html", **hall_values(ctx, hall), **more)


def offer_of(at: Position) -> str:
    """What a seat may choose, in short."""
    return format(print_of(at.title, at.legal), "x")


def hall_values(ctx: Ctx, hall: Hall) -> dict[str, Any]:
    """What the template of the table reads."""
    standings = [hall.look.standing(hall.at.view, seat) for seat in range(len(hall.names))]
    can_undo, why, label = undo_state(ctx, hall.sitting, hall.at)
    tabs = dict.fromkeys((part.tab for part in hall.panels if part.tab not in ("hand", "log")), False)
    for part in hall.panels:
        if part.glows and part.tab in tabs:
            tabs[part.tab] = True
    if hall.groups and not any(tabs.values()):
        tabs[next(iter(tabs))] = True  # nothing glows on a board: what can be chosen is listed below the first
    return {
        "hall": hall,
        "info": hall.info,
        "standings": standings,
        "tabs": tabs,
        "glowing": sum(part.glows for part in hall.panels),
        "undo": {"can": can_undo, "why": why, "label": label},
        "requests": asked_now(ctx, hall.info, hall.names),
        "waits": who_waits(hall),
        "bot_name": lambda bot: bot_name(ctx, bot),
        "offer": offer_of(hall.at),
        "said_in": marked(ctx.say, spoken(hall.at.title, ctx.say.lang)),
        "columns": columns,
        "listed": listed,
        "sums": sums(Titled(hall.at.title.name, ctx.say)),
        "actions": [],
        "seed": 0,
    }


class Asked(NamedTuple):
    """Something that is being asked at a table."""

    request: Request
    left: float | None
    """For how many seconds somebody may still object; None: nobody waits for that."""
    told: str
    """Who asks for what, and why there is time."""
    waits: list[str]
    """Who has not answered."""


def asked_now(ctx: Ctx, info: MatchInfo, names: list[str]) -> list[Asked]:
    now, reader = ctx.site.tables.now(), reader_of(info)
    found = [r for r in info.requests if info.status == "running" or r.kind == "undo"]
    left = [None if r.due is None else max(0.0, r.due - now) for r in found]
    waits = [[ctx.say("web.you") if seat == reader else names[seat] for seat in r.needs] for r in found]
    said = [request_said(ctx, info, names, r) for r in found]
    return [Asked(*row) for row in zip(found, left, said, waits, strict=True)]


def request_said(ctx: Ctx, info: MatchInfo, names: list[str], asked: Request) -> str:
    """What is asked at a table, in sentences; to whoever asks, or is meant, as such."""
    what = asked.kind if asked.kind == "takeover" else "end" if info.status == "over" else "undo"
    seats = [asked.asked_by, asked.seat]
    words = [*(names[seat] for seat in seats), bot_name(ctx, asked.bot)]
    keys = [f"web.request.{what}", *(["web.request.due"] if asked.due is not None else [])]
    return " ".join(ctx.say(addressed(ctx.say, key, reader_of(info), *seats), *words) for key in keys)


def who_waits(hall: Hall) -> list[int]:
    """Seats of others who owe a decision, and for whom nobody has asked for a bot yet."""
    asked = {r.seat for r in hall.info.requests if r.kind == "takeover"}
    return [s.seat for s in hall.info.seats if s.seat in hall.at.to_act and s.seat not in asked and waited_for(s)]


def waited_for(seat: SeatInfo) -> bool:
    return seat.kind == "person" and not seat.left and not seat.yours


def undo_state(ctx: Ctx, sitting: Sitting, at: Position) -> tuple[str, str, str]:
    """How far taking back reaches: at once, by asking the others, or not at all and why."""
    words = speech(at.title, ctx.say)
    if sitting.by_hand is not None and sitting.last is not None:
        act = sitting.last_act
        mended = act is not None and act.kind == MEND
        return "undo", "", ctx.say("mend.undo") if mended else words.label(act) if act is not None else ""
    if sitting.last is None or sitting.last_act is None or sitting.seat is None:
        return "", words.refusal(at.undo or Refusal("MH-1.3", "undo.nothing")), ""
    trail = [action for number, action in sitting.trail if number <= sitting.last]
    if not trail or trail[-1] != sitting.last_act:
        trail = [sitting.last_act]
    label = words.steps(trail, sitting.earlier, at.view)[-1]
    if at.undo is None:
        return "undo", "", label
    why = words.refusal(at.undo)
    if at.undo.message == "undo.final":
        return "", why, label
    return "ask", f"{why} {ctx.say('web.undo.bots')}" if sitting.alone else why, label


async def change(
    ctx: Ctx, match: str, seat: int | None, rev: int | None, deed: Callable[[Table], Awaitable[object]],
    refusals: bool = False, plain: bool = False,
) -> Response:  # fmt: skip
    """Do something at a table and show it as it is then, under one lock, so that nothing comes in between.

    Stale pages get the fresh table (409). `refusals`: refused ones too, with the reason (422). `plain`: without the
    script, as at the end, it goes back to the page. A deed may answer itself.
    """
    status, more = 200, dict[str, str | None]()
    plain = plain and not ctx.part
    async with ctx.site.tables.table(match, rev) as table:
        try:
            answered = await deed(table)
            if isinstance(answered, Response):
                return answered
        except Stale:
            status, more = CONFLICT, {"told": ctx.say("web.stale")}
        except Refused as fault:
            if not refusals:
                raise
            status, more = REFUSED, {"told": reason(ctx, fault), "told_rule": fault.rule}
        if plain:
            return redirect(f"/t/{match}")
        sitting = await sit_at(ctx, table, seat)
    return HTMLResponse(await inner(ctx, sitting, **more), status)


async def act(ctx: Ctx) -> Response:
    """Play an action."""
    match, fields = ctx.request.path_params["match"], await form(ctx)
    seat, rev, action = whole(fields, "seat"), rev_of(fields), fields.get("action", "")

    async def play(table: Table) -> Response | None:
        if by_hand.asked(table, ctx.caller):
            await by_hand.happens(ctx.site.tables, table, ctx.caller, action, rev)
            return None
        before = ctx.site.glances.sitting_at(table, ctx.caller, seat)
        if ctx.asks_first and "sure" not in fields and table.known.rev == rev:
            question = irreversible(ctx, table, before, action)
            if question is not None:
                return question
        now = table.known.rev if same_question(before, fields) else rev
        await ctx.site.tables.play_for(table, ctx.caller, seat, action, now)
        return None

    if fields.get("never") == "1":
        ctx.pref("ask", "0")
    try:
        return await change(ctx, match, seat, rev, play, refusals=True)
    except LostRevision:  # another process was quicker: once more, with what is there now
        return await change(ctx, match, seat, None, play, refusals=True)


async def act_all(ctx: Ctx) -> Response:
    """Play several actions as a whole, as the page offers them in one go."""
    match, fields = ctx.request.path_params["match"], await form(ctx)
    seat, rev, texts = whole(fields, "seat"), rev_of(fields), fields.get("actions", "").split("|")[:MOST_AT_ONCE]

    async def play(table: Table) -> None:
        title = table.live.title
        try:
            actions = [title.parse(text) for text in texts]
        except BadAction:
            raise Malformed("action.unknown", "|".join(texts)[:80]) from None
        await ctx.site.tables.play_for(table, ctx.caller, seat, actions, rev)

    try:
        return await change(ctx, match, seat, rev, play, refusals=True)
    except LostRevision:
        return await change(ctx, match, seat, None, play, refusals=True)


async def ahead(ctx: Ctx) -> Response:
    """Answer a question, and all of its kind while that is good; without a kind, be asked again."""
    match, fields = ctx.request.path_params["match"], await form(ctx)
    seat, rev, kind = whole(fields, "seat"), rev_of(fields), fields.get("kind", "")

    async def answer_all(table: Table) -> None:
        tables = ctx.site.tables
        mine = tables.my_seat(table, ctx.caller, seat)
        if not kind:
            tables.answers.clear(table, mine)
            return
        tables.check_rev(table, rev, mine)
        action = ready(table.live, mine, kind)
        if action is None:
            raise Conflict("table.changed")
        tables.answers.set(table, mine, kind)
        try:
            await tables.play_for(table, ctx.caller, mine, action, rev)
        except BaseException:
            tables.answers.clear(table, mine)
            raise

    return await change(ctx, match, seat, rev, answer_all, refusals=True)


def same_question(sitting: Sitting, fields: dict[str, str]) -> bool:
    """Whether others only answered the same question meanwhile: then the choice still means what it meant."""
    at = sitting.at
    if at is None or not at.legal or fields.get("offer") != offer_of(at):
        return False
    return fields.get("last", "") == str(sitting.last if sitting.last is not None else "")


def reason(ctx: Ctx, refused: Refused) -> str:
    return speech(refused.title, ctx.say).refusal(refused.refusal)


def irreversible(ctx: Ctx, table: Table, sitting: Sitting, action: str) -> Response | None:
    """A question, if the action would show somebody something hidden."""
    at = sitting.at
    if at is None or at.seat is None:
        return None
    meant = ctx.site.tables.reveals(table, ctx.caller, at.seat, action)
    if meant is None:
        return None
    label = speech(at.title, ctx.say).label(meant)
    body = fill(ctx, "confirm.html", action=action, label=label)
    return HTMLResponse(body, 200, {"x-dialog": "1"})


async def undo(ctx: Ctx) -> Response:
    match, fields = ctx.request.path_params["match"], await form(ctx)
    seat, rev, number = whole(fields, "seat"), rev_of(fields), whole(fields, "number")

    def deed(table: Table) -> Awaitable[object]:
        if table.live.by_hand is not None:
            return by_hand.take_back(ctx.site.tables, table, ctx.caller, rev, number)
        return ctx.site.tables.undo_for(table, ctx.caller, seat, rev, number)

    try:
        return await change(ctx, match, seat, rev, deed, refusals=True, plain=True)
    except LostRevision:
        return await change(ctx, match, seat, None, deed, refusals=True, plain=True)


async def draw(ctx: Ctx) -> Response:
    """At a real table: let the app draw, or go on by hand."""
    match, fields = ctx.request.path_params["match"], await form(ctx)
    seat, rev, how = whole(fields, "seat"), rev_of(fields), fields.get("how", "")

    def deed(table: Table) -> Awaitable[object]:
        if how == "hand":
            return by_hand.by_hand_again(ctx.site.tables, table, ctx.caller)
        return by_hand.draws(ctx.site.tables, table, ctx.caller, how, rev)

    return await change(ctx, match, seat, rev, deed, refusals=True)


async def ask_undo(ctx: Ctx) -> Response:
    """Ask the others to go back; bots always agree."""
    match, fields = ctx.request.path_params["match"], await form(ctx)
    seat, rev, number = whole(fields, "seat"), rev_of(fields), whole(fields, "number")

    def deed(table: Table) -> Awaitable[object]:
        if table.live.by_hand is not None:
            return by_hand.take_back(ctx.site.tables, table, ctx.caller, rev, number)
        return ctx.site.asking.ask_undo_for(table, ctx.caller, seat, rev, number or 0)

    return await change(ctx, match, seat, rev, deed, plain=True)


async def answer(ctx: Ctx) -> Response:
    match, fields = ctx.request.path_params["match"], await form(ctx)
    kind, yes, rev = fields.get("kind", ""), fields.get("yes") == "1", rev_of(fields)

    def deed(table: Table) -> Awaitable[object]:
        return ctx.site.asking.answer_for(table, ctx.caller, kind, rev, yes)

    return await change(ctx, match, whole(fields, "seat"), rev, deed, plain=True)


async def takeover(ctx: Ctx) -> Response:
    match, fields = ctx.request.path_params["match"], await form(ctx)
    who, bot = whole(fields, "who") or 0, fields.get("bot", "random")
    return await change(
        ctx, match, whole(fields, "seat"), None,
        lambda table: ctx.site.asking.ask_takeover_for(table, ctx.caller, who, bot),
    )  # fmt: skip


async def leave(ctx: Ctx) -> Response:
    match, fields = ctx.request.path_params["match"], await form(ctx)
    await ctx.site.seating.leave(ctx.caller, match, whole(fields, "seat") or 0)
    return redirect("/")


async def why(ctx: Ctx) -> Response:
    """Why a place of the board cannot be chosen now. Who only rests on it is told of what could be chosen elsewhere."""
    match, place = ctx.request.path_params["match"], ctx.query("place") or ""
    async with ctx.site.tables.table(match) as table:
        sitting = ctx.site.glances.sitting_at(table, ctx.caller, ctx.number("seat"))
        at = sitting.at
        if at is None or at.seat is None:
            return HTMLResponse("", 204)
        texts = look_of(at.title).places(at.view, at.title.actions.all).get(place, [])
        kinds = {action.kind for action in at.legal}
        asked_for = [text for text in texts if at.title.parse(text).kind in kinds]
        # What is asked now is what a click means; of the rest it is told where nothing of it lies there.
        texts = asked_for if ctx.query("rests") or asked_for else texts
        found, asked = best_refusal(table, ctx.site.tables.my_seat(table, ctx.caller, at.seat), texts[:MOST_TRIED])
    if found is None:
        return HTMLResponse("", 204)
    words = speech(at.title, ctx.say, tuple(names_of(ctx, sitting.info.seats)))
    said = words.refusal(found.refusal)
    near = ctx.say("list.separator").join(map(words.label, instead(at, found, asked)))
    later = found.message == "refuse.not_now"
    return HTMLResponse(fill(ctx, "why.html", text=said, near=near, rule=found.rule, title=at.title.name, later=later))


def instead(at: Position, found: Refused, asked: str) -> list[Action]:
    """What to do instead: the nearest if it has something of what was meant, or all there is if that is little."""
    if found.nearest is None:
        return []
    table, same = at.title.actions, [action for action in at.legal if action.kind == found.nearest.kind]
    if table.alike(table.parse(asked), found.nearest):
        return [found.nearest]
    return same if len(same) <= MOST_INSTEAD else []


def best_refusal(table: Table, seat: int, texts: Sequence[str]) -> tuple[Refused | None, str]:
    """The reason that says most, with its action: one about what is asked now, not that something else is."""
    best: tuple[Refused | None, str] = None, ""
    for text in texts:
        found = refused(table.live, seat, text)
        if found is None or found.message != "refuse.not_now":
            return found, text
        best = best if best[0] else (found, text)
    return best
