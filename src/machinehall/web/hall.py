"""What a table shows to one reader: gathered from the service, told in the reader's words, drawn as panels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from markupsafe import Markup

from machinehall.draw.look import Look, look_of
from machinehall.kernel.wording import Choice, Wording
from machinehall.school.items import PREFIX
from machinehall.server.errors import Unknown
from machinehall.server.positions import Position, Table, position
from machinehall.server.seating import describe
from machinehall.server.shapes import MatchInfo, SeatInfo
from machinehall.words import Titled

from .layers import HEADER, had, thin
from .log import LogPart, Teller, begin, log_parts
from .plain import speech
from .shell import Ctx
from .targets import linked_up, placed

GAP = 8
"""Between panels."""
UNDER = 104
"""Height under the board of a large screen, for choices and the log."""
STOPS = 6
"""Steps that the line of stops shows at most, and how many of them lead back."""
TRAIL = 4
ABOUT_SEATS = ("told.bot_replaced", "told.takeover")
"""What a table is told of a seat and a bot."""
MANY = 7
"""With more lines of choices than these that have no place on the board, the list of choices gets more room."""
LINE = 56
"""Letters of a choice that stand in one line."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A reader at a table."""

    info: MatchInfo
    mine: tuple[int, ...]
    seat: int | None = None
    at: Position | None = None
    """None: not started, or the device is to be handed over first."""
    hand_over: int | None = None
    last: int | None = None
    """Number of the seat's own last decision, and what it was."""
    last_act: Any = None
    alone: bool = False
    """Whether nobody else at the table is a person: then everything can be taken back."""
    trail: tuple[tuple[int, Any], ...] = ()
    """Number and action of the seat's decisions that it can take back one after the other, the oldest first."""


class Part(NamedTuple):
    """A panel as the page shows it."""

    id: str
    tab: str
    name: str
    drawn: Markup
    width: float
    height: float
    glows: int
    """How many places of it can be chosen."""
    print: str
    """Of the drawing; what the page has already comes without it."""


class Stop(NamedTuple):
    """A step of what is going on: done, here or still to come."""

    text: str
    state: str
    number: int | None = None
    """Of the decision that was taken there, if it can be taken back."""


@dataclass(slots=True)
class Hall:
    """Everything that the template of a table needs."""

    sitting: Sitting
    at: Position
    look: Look
    words: Wording
    names: list[str]
    mode: str = "live"
    prompt: str = ""
    rule: str = ""
    asked: bool = False
    acting: int | None = None
    choices: list[Choice] = field(default_factory=list)
    groups: list[tuple[str, list[Choice]]] = field(default_factory=list)
    main: str = "board"
    panels: list[Part] = field(default_factory=list)
    stops: list[Stop] = field(default_factory=list)
    log: list[LogPart] = field(default_factory=list)
    lesson: Any = None
    """What is said beside the table while somebody learns, see `school.Panel`."""
    hints: str = ""
    told: list[tuple[str, bool]] = field(default_factory=list)
    """What the whole table has been told, the latest first, and whether it is the news of this revision."""

    @property
    def info(self) -> MatchInfo:
        return self.sitting.info

    @property
    def sides(self) -> tuple[float, float, float]:
        """For large screens: the widths of both halves, and both together as a multiple of the height."""
        right = [part for part in self.panels[1:] if part.tab != "log"]
        if not right or not self.panels:
            return 1, 1, 1.8
        wide = max(part.width for part in right)
        high = sum(part.height for part in right) + GAP * (len(right) - 1)
        board = self.panels[0]
        left = min(board.width, (high - UNDER) * board.width / board.height)
        return left, wide, (left + GAP + wide) / high


async def sit(ctx: Ctx, match: str, wished: int | None) -> Sitting:
    """Who the reader is at a table, and what they may see of it now."""
    async with ctx.site.tables.table(match) as table:
        info, mine = describe(table, ctx.caller, ctx.site.tables.title), table.seats_of(ctx.caller)
        if info.status == "open":
            return Sitting(info, mine)
        live = table.live
        seat = table.seat_for(ctx.caller, wished if wished in mine else None)
        waits = _hand_over(table, mine, wished)
        if waits is not None:
            return Sitting(info, mine, hand_over=waits)
        last = live.last(seat) if seat is not None else None
        act = live.log[last - live.base].action if last is not None else None
        alone = sum(s.kind != "bot" and not s.yours for s in info.seats) == 0
        steps = live.trail(seat)[-TRAIL:] if seat is not None else []
        trail = tuple((number, live.log[number - live.base].action) for number in steps)
        return Sitting(info, mine, seat, position(live, table.known, seat), None, last, act, alone, trail)


def _hand_over(table: Table, mine: Sequence[int], wished: int | None) -> int | None:
    """With several people at one device: whom to pass it to before anything is shown."""
    if len(mine) < 2 or not table.live.to_act:
        return None
    acting = [seat for seat in mine if seat in table.live.to_act]
    if wished in acting or (wished in mine and not acting):
        return None
    return acting[0] if acting else mine[0]


def names_of(ctx: Ctx, seats: Sequence[SeatInfo]) -> list[str]:
    """What the seats are called; bots that share a name are numbered."""
    found: list[str] = []
    for seat in seats:
        name = seat.name or (bot_name(ctx, seat.bot) if seat.kind == "bot" else ctx.say("web.seat.free"))
        twins = sum(other == name or other.startswith(f"{name} ") for other in found) if seat.kind == "bot" else 0
        found.append(f"{name} {twins + 1}" if twins else name)
    return found


def players_of(ctx: Ctx, info: MatchInfo) -> list[str]:
    """All who play, by name: the seats, and after them the automata."""
    said = Titled(info.title, ctx.say)
    return [*names_of(ctx, info.seats), *(said(automaton.word) for automaton in info.automata)]


def bot_name(ctx: Ctx, bot: str) -> str:
    key = f"web.bot.{bot}"
    if bot.startswith(PREFIX):
        return ctx.say("learn.bot")
    return ctx.say(key) if key in ctx.say.english.sentences else bot.capitalize()


async def gather(ctx: Ctx, sitting: Sitting, at: Position, mode: str = "live") -> Hall:
    """All that a page of a table shows."""
    words = speech(at.title, ctx.say, tuple(names_of(ctx, sitting.info.seats)))
    hall = Hall(sitting, at, look_of(at.title), words, players_of(ctx, sitting.info), mode)
    hall.told = told_lines(ctx, hall)
    _prompt(ctx, hall)
    _draw(ctx, hall)
    hall.log = await _log(ctx, hall)
    match = sitting.info.id
    if mode == "live":
        from .school import panel

        hall.lesson = await panel(ctx, match, at.title.name)
        hall.hints = await ctx.site.hints.state(ctx.caller, match)
    return hall


async def _log(ctx: Ctx, hall: Hall) -> list[LogPart]:
    """The past of a position, as far as the page tells it."""
    at, info, since = hall.at, hall.info, begin(hall.at.number)
    try:
        events, _ = await ctx.site.tables.events(ctx.caller, info.id, hall.sitting.seat, since, at.number - since)
    except Unknown:
        events = []
    teller = Teller(at.title, hall.look, hall.words, ctx.say, ctx.theme, info.id, len(hall.names))
    known = [event for event in events if event.number < at.number]
    return log_parts(teller, known, had(ctx.request.headers.get(HEADER, "")))


def told_lines(ctx: Ctx, hall: Hall) -> list[tuple[str, bool]]:
    """Hints switched on or off, a seat taken over by a bot, corrected rules: nobody may miss that."""
    found = []
    for told in hall.info.told[::-1]:
        args = list(told["args"])
        if told["message"] in ABOUT_SEATS:
            args = [hall.names[args[0]], bot_name(ctx, args[1])]
        found.append((ctx.say(told["message"], *args), told["rev"] == hall.at.rev))
    return found


def _prompt(ctx: Ctx, hall: Hall) -> None:
    """Who must do what, in a sentence; and what can be done."""
    at, seat = hall.at, hall.at.seat
    if not at.to_act:
        hall.prompt = ctx.say("web.over")
        return
    hall.asked = bool(seat in at.to_act and at.legal)
    if hall.asked and seat is not None:
        hall.acting = seat
        hall.prompt, hall.rule = hall.words.asked(at.view, seat), hall.words.asked_rule(at.view, seat)
        hall.choices = hall.words.choices(at.view, seat, at.legal)
        hall.groups = [(name, list(rows)) for name, rows in groupby(hall.choices, key=lambda choice: choice.group)]
    elif len(at.to_act) > 1:
        hall.prompt = ctx.say("web.waiting.several", ctx.say("list.separator").join(hall.names[s] for s in at.to_act))
    else:
        hall.acting = at.to_act[0]
        bot = hall.info.seats[hall.acting].kind == "bot"
        hall.prompt = ctx.say("web.waiting.bot" if bot else "web.waiting", hall.names[hall.acting])
    hall.stops = _stops(ctx, hall)


def _stops(ctx: Ctx, hall: Hall) -> list[Stop]:
    """The seat's own steps so far, which can be gone back to; what is asked; what is still to come."""
    stops, now = hall.look.stops(hall.at.view)
    trail = hall.sitting.trail if hall.mode == "live" and hall.asked else ()
    trail = trail[-max(1, STOPS - len(stops[now:])) :]
    found = [Stop(hall.words.label(action), "done", number) for number, action in trail]
    if not found:
        found = [Stop(ctx.say(stop), "done") for stop in stops[:now]]
    if stops:
        found.append(Stop(ctx.say(stops[now]), "here"))
    elif found and hall.groups:
        found.append(Stop(hall.groups[0][0], "here"))
    return found + [Stop(ctx.say(stop), "next") for stop in stops[now + 1 :]]


def _draw(ctx: Ctx, hall: Hall) -> None:
    at = hall.at
    labels = {choice.notation: spoken(choice) for choice in hall.choices}
    found = hall.look.panels(
        at.view, theme=ctx.theme, legal=at.legal if hall.asked else [], names=hall.names, say=ctx.say, size=ctx.size
    )
    on_board: set[str] = set()
    have = had(ctx.request.headers.get(HEADER, ""))
    for panel in found:
        name = ctx.say(panel.word)
        drawn = panel.svg(name)
        on_board |= placed(drawn)
        linked, mark = linked_up(drawn, labels)
        sent = "" if have.get(f"drawn-{panel.id}") == mark else thin(linked, have)
        glows = drawn.count("mh-legal")
        hall.panels.append(Part(panel.id, panel.tab, name, Markup(sent), panel.width, panel.height, glows, mark))
    loose = sum(1 + len(spoken(choice)) // LINE for choice in hall.choices if choice.notation not in on_board)
    hall.main = "choices" if loose > MANY else "board"


def spoken(choice: Choice) -> str:
    """A choice in one breath."""
    return ", ".join(part for part in (choice.text, choice.pays, choice.gains, choice.note) if part)
