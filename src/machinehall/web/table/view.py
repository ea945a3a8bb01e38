"""What a table shows to one reader: gathered from the service, told in the reader's words, drawn as panels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from markupsafe import Markup

from machinehall.draw.cards import Deck
from machinehall.draw.look import Look, look_of
from machinehall.kernel.mending import MEND
from machinehall.kernel.values import CHANCE
from machinehall.kernel.wording import Choice, Plan, Wording
from machinehall.school.items import PREFIX
from machinehall.server.glance import Sitting
from machinehall.server.play.origin import older
from machinehall.server.play.table import Position, Table
from machinehall.server.shapes import MatchInfo, SeatInfo
from machinehall.web.owners.at_table import Guess, guessed, offered
from machinehall.web.owners.told import telling
from machinehall.web.panel import panel as lesson_panel
from machinehall.web.shell import Ctx
from machinehall.words import Titled
from machinehall.words.titles import heard

from .acts import entries
from .chart import Curve
from .hand import Hand, Task, compared, hand_of, named, queues, tasks
from .hand import Teller as HandTeller
from .layers import HEADER, had
from .log import LogPart, Teller, begin, log_parts
from .prompt import Ahead, Closing, Question, ahead, closing, grouped, headings, question
from .reader import reader_of, words_for
from .replay import Course, Replay, past_turns, replay
from .since import Since, since
from .strip import retrying, strip
from .tale import TalePart, tale
from .thin import thin
from .told_by import told_apart
from .turns import Turn, turns
from .ways import Way, ways

STOPS = 6
"""Steps that the line of stops shows at most."""
ABOUT_SEATS = ("told.bot_replaced", "told.bot_stand_in", "told.worker_died", "told.takeover", "told.came_back")
"""What a table is told of a seat, and perhaps a bot."""
MANY_ROWS = 7
"""With more lines of choices than these that have no place on the board, the list of choices gets more room."""
LINE = 56
"""Letters of a choice that stand in one line."""


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
    asks: bool
    """Whether it shows what is being decided where nothing can be chosen."""


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
    state: Any = None
    """The view as a position, read once for words and drawing, where the seat is asked."""
    choices: list[Choice] = field(default_factory=list)
    groups: list[tuple[str, list[Choice]]] = field(default_factory=list)
    closing: Closing = field(default_factory=Closing)
    """The acts of the prompt bar, which no list repeats."""
    ahead: Ahead | None = None
    """What can be, or has been, answered beforehand."""
    plans: list[Plan] = field(default_factory=list)
    """What can be done in one go."""
    ways: dict[str, list[Way]] = field(default_factory=dict)
    """At a real table, by the notation of a choice: what can be told with it in one tap."""
    deck: Deck | None = None
    """What is asked as cards, which no list repeats either."""
    main: str = "board"
    loose: int = 0
    """Lines of choices that have no place on any board."""
    panels: list[Part] = field(default_factory=list)
    stops: list[Stop] = field(default_factory=list)
    log: list[LogPart] = field(default_factory=list)
    since: Since = field(default_factory=Since)
    tale: list[TalePart] = field(default_factory=list)
    """Its lines as the page shows them."""
    replay: Replay | None = None
    """Of a past position: what led there, and where one can go."""
    hand: Hand | None = None
    """At a real table: what people say that chance has brought."""
    tasks: list[Task] = field(default_factory=list)
    """What has to be done at a real table."""
    queues: list[tuple[str, Markup]] = field(default_factory=list)
    """What opponents that nobody plays do next there."""
    older: bool = False
    """The match was played by other rules or components than today's: nobody can go on from a past position."""
    compare: int | None = None
    """The decision after which people are asked whether their board looks the same."""
    guess: Guess | None = None
    """A piece that was just seen there, and whose record is a guess of ours."""
    lesson: Any = None
    """What is said beside the table while somebody learns, see `panel.Panel`."""
    timeline: Any = None
    """What the line of time of a replay shows of the review, see `story.Timeline`."""
    retry: Any = None
    """What is said beside the table while a key turn is tried again, see `retry.Strip`."""
    hints: str = ""
    told: list[tuple[str, bool]] = field(default_factory=list)
    """What the whole table has been told, the latest first, and whether it is the news of this revision."""

    @property
    def info(self) -> MatchInfo:
        return self.sitting.info

    @property
    def reader(self) -> int | None:
        """The seat to which the past is told."""
        return reader_of(self.info)

    def sent(self, plan: Plan | Way) -> str:
        """The actions of a plan, or of a way, as the page sends them."""
        return "|".join(self.at.title.text(action) for action in plan.actions)

    @property
    def question(self) -> Question:
        """What is set large, and what stands below it. Only questions of the title have more than one sentence."""
        return question(self.prompt) if self.asked else Question(self.prompt)

    @property
    def elsewhere(self) -> frozenset[str]:
        """The actions that stand in the prompt bar or on cards; no list repeats them."""
        return self.closing.acts | (self.deck.acts if self.deck is not None else frozenset())

    @property
    def queued(self) -> bool:
        """Whether the bot that is to act waits for a free worker."""
        return self.mode == "live" and self.sitting.bots.state == "queued"


async def sit(ctx: Ctx, match: str, wished: int | None) -> Sitting:
    """Who the reader is at a table, and all that its page tells of it now."""
    async with ctx.site.tables.table(match) as table:
        return await sit_at(ctx, table, wished)


async def sit_at(ctx: Ctx, table: Table, wished: int | None, number: int | None = None) -> Sitting:
    return await ctx.site.glances.glance(table, ctx.caller, wished, begin, number)


def names_of(ctx: Ctx, seats: Sequence[SeatInfo]) -> list[str]:
    """What the seats are called. Bots of one level get first names, people who share a name are numbered."""
    levels = Counter(seat.bot for seat in seats if seat.kind == "bot" and not seat.name)
    first = iter(ctx.say("web.bot.first_names").split())
    found: list[str] = []
    for seat in seats:
        if seat.kind == "bot" and not seat.name:
            name = bot_name(ctx, seat.bot)
            found.append(f"{name} {next(first, len(found) + 1)}" if levels[seat.bot] > 1 else name)
        elif not seat.name:
            found.append(ctx.say("web.seat.former" if seat.former else "web.seat.free"))
        else:
            same = sum(other.name == seat.name for other in seats[: len(found)])
            found.append(f"{seat.name} {same + 1}" if same else seat.name)
    return found


def players_of(ctx: Ctx, info: MatchInfo) -> list[str]:
    """All who play, by name: the seats, and after them the automata."""
    said = Titled(info.title, ctx.say)
    return [*names_of(ctx, info.seats), *(said(automaton.word) for automaton in info.automata)]


def bot_name(ctx: Ctx, bot: str) -> str:
    if bot.startswith(PREFIX):
        return ctx.say("learn.bot")
    key = f"web.bot.{bot.rpartition(':')[2]}"  # one with a character is called by it
    return ctx.say(key) if key in ctx.say.english.sentences else bot.capitalize()


async def look_back(ctx: Ctx, sitting: Sitting, at: Position, course: Course, curves: list[Curve]) -> Hall:
    """All that the page of a past position shows. Nothing can be chosen there: it would be played now."""
    words = words_for(at.title, ctx.say, names_of(ctx, sitting.info.seats), sitting.info)
    hall = Hall(sitting, at, look_of(at.title), words, players_of(ctx, sitting.info), "past")
    today = ctx.site.tables.boxes.title(sitting.info.title, sitting.info.data)
    hall.older = older(today, sitting.info.rules, sitting.info.data)
    hall.told = told_lines(ctx, hall)
    found = hall.replay = replay(ctx, hall.look, words, hall.names, (course, curves), at.number, hall.reader)
    hall.prompt, hall.acting, hall.since = found.heading, found.seat, Since(found.lines, True)
    _draw(ctx, hall)
    _turns(ctx, hall, past_turns(course, begin(at.number), at.number))
    return hall


async def gather(ctx: Ctx, sitting: Sitting, at: Position, mode: str = "live", number: int | None = None) -> Hall:
    """All that a page of a table shows; its log ends before a number."""
    words = words_for(at.title, ctx.say, names_of(ctx, sitting.info.seats), sitting.info)
    hall = Hall(sitting, at, look_of(at.title), words, players_of(ctx, sitting.info), mode)
    hall.told = told_lines(ctx, hall)
    _prompt(ctx, hall)
    _deal(ctx, hall)
    _draw(ctx, hall)
    _log(ctx, hall, at.number if number is None else number)
    if mode == "live":
        hall.lesson = await lesson_panel(ctx, at, sitting.learning, words) if sitting.learning else None
        hall.retry = await strip(ctx, sitting.info, at.title) if retrying(sitting.info) else None
        if hall.retry is not None:  # its panel says where the match comes from, and what helps there
            hall.told, hall.hints = [(line, False) for line, _ in hall.told], ""
            if hall.retry.begun and not hall.asked:  # nobody else moves here
                hall.acting, hall.prompt = hall.retry.seat, ctx.say("review.retry.over")
        else:
            hall.hints = sitting.hints
    if mode == "live" and sitting.by_hand is not None and sitting.last_act is not None:
        act = sitting.last_act
        hall.guess = await offered(ctx, at.title, act, "" if act.kind == MEND else named(at.title, words, act))
    return hall


def _log(ctx: Ctx, hall: Hall, number: int) -> None:
    """The past of a position, as far as the page tells it."""
    known = [event for event in hall.sitting.events if event.number < number]
    told = entries(hall.at.title, known, hall.sitting.deciders)
    hall.since = since(hall.look, hall.words, hall.names, hall.sitting.seat, told)
    hall.tale = tale(_teller(ctx, hall), hall.since, had(ctx.request.headers.get(HEADER, "")))
    if hall.sitting.by_hand is not None and hall.mode == "live":
        people = [seat.seat for seat in hall.info.seats if seat.kind != "bot"]
        hall.queues = queues(_hand_teller(ctx, hall))
        hall.tasks = tasks(_hand_teller(ctx, hall), told, hall.sitting.deciders, people, hall.sitting.entered)
        if hall.at.to_act and hall.hand is None:  # what the box shows comes first
            hall.compare = compared(hall.at.title, told, hall.sitting.deciders, people)
    _turns(ctx, hall, turns(hall.look, hall.at.view, told, hall.sitting.written))


def _turns(ctx: Ctx, hall: Hall, past: Sequence[Turn]) -> None:
    have = had(ctx.request.headers.get(HEADER, ""))
    hall.log = log_parts(_teller(ctx, hall), hall.names, past, have, hall.reader)


def _teller(ctx: Ctx, hall: Hall) -> Teller:
    return Teller(hall.at.title, hall.look, hall.words, ctx.say, ctx.theme, hall.info.id, len(hall.names))


def told_lines(ctx: Ctx, hall: Hall) -> list[tuple[str, bool]]:
    """Hints switched on or off, a seat taken over by a bot, corrected rules: nobody may miss that."""
    found = []
    for told in hall.info.told[::-1]:
        message, args = told["message"], list(told["args"])
        if message in ABOUT_SEATS:
            own = args[0] == hall.reader and ctx.say.has(f"{message}.you")
            message = f"{message}.you" if own else message
            args = [hall.names[args[0]], *(bot_name(ctx, bot) for bot in args[1:])]
        found.append((ctx.say(message, *args), told["rev"] == hall.at.rev))
    return found


def _prompt(ctx: Ctx, hall: Hall) -> None:
    """Who must do what, in a sentence; and what can be done."""
    at, seat = hall.at, hall.at.seat
    if not at.to_act:
        hall.prompt = ctx.say("web.over")
        return
    if CHANCE in at.to_act:
        _ask_hand(ctx, hall)
        return
    hall.asked = bool(seat in at.to_act and at.legal)
    if hall.asked and seat is not None:
        hall.acting = seat
        hall.state = at.title.read(at.view)
        hall.prompt, hall.rule = hall.words.asked(at.view, seat, hall.state), hall.words.asked_rule(at.view, seat)
        hall.choices = hall.words.choices(at.view, seat, at.legal, hall.state)
        hall.closing = closing(hall.words, hall.choices)
    elif len(at.to_act) > 1:
        hall.prompt = ctx.say("web.waiting.several", ctx.say("list.separator").join(hall.names[s] for s in at.to_act))
    else:
        hall.acting = at.to_act[0]
        hall.prompt = waited_for(ctx, hall)
    hall.stops = _stops(ctx, hall)


def _ask_hand(ctx: Ctx, hall: Hall) -> None:
    """What the box showed is asked of who may say it; all others wait for that."""
    sitting = hall.sitting
    hall.prompt = ctx.say("hand.waits")
    if sitting.chance and hall.mode == "live":
        setting_up = not any(hall.at.title.events[event.kind].turn for event in sitting.events)
        number = hall.at.number + 1 if setting_up else None
        asked = hand_of(_hand_teller(ctx, hall), sitting.chance, *sitting.question, number, sitting.course)
        named_so = zip(sitting.chance, asked.rows, strict=True)
        guesses = [("/".join(at), row.text) for action, row in named_so for at in guessed(hall.at.title, action)]
        asked = asked._replace(guesses=guesses)
        hall.hand = told_apart(telling(ctx, hall.at.title), sitting.question[0], sitting.chance, asked)
        hall.prompt, hall.main = asked.question, "choices"


def _hand_teller(ctx: Ctx, hall: Hall) -> HandTeller:
    return HandTeller(hall.at.title, hall.look, hall.words, ctx.say, ctx.theme, hall.at.view)


def waited_for(ctx: Ctx, hall: Hall) -> str:
    """Whom all wait for: somebody, a bot that thinks, or a bot that waits itself until a worker is free."""
    assert hall.acting is not None
    name = hall.names[hall.acting]
    if hall.info.seats[hall.acting].kind != "bot":
        return ctx.say("web.waiting", name)
    if hall.queued:
        return ctx.say("web.waiting.queue", name, n=hall.sitting.bots.ahead)
    return ctx.say("web.waiting.bot", name)


def _stops(ctx: Ctx, hall: Hall) -> list[Stop]:
    """The seat's own steps so far, which can be gone back to; what is asked; what is still to come."""
    stops, now = hall.look.stops(hall.at.view)
    trail = hall.sitting.trail if hall.mode == "live" and hall.asked else ()
    told = hall.words.steps([action for _, action in trail], hall.sitting.earlier, hall.at.view)
    found = [Stop(text, "done", number) for text, (number, _) in zip(told, trail, strict=True)]
    found = found[-max(1, STOPS - len(stops[now:])) :]
    if not found:
        found = [Stop(ctx.say(stop), "done") for stop in stops[:now]]
    if stops:
        found.append(Stop(ctx.say(stops[now]), "here"))
    elif found and hall.choices:
        found.append(Stop(ctx.say("list.separator").join(headings(hall.choices, hall.elsewhere)), "here"))
    return found + [Stop(ctx.say(stop), "next") for stop in stops[now + 1 :]]


def _deal(ctx: Ctx, hall: Hall) -> None:
    """The choices as cards where the title has some, and the others as a list. A lesson says itself what to choose."""
    at = hall.at
    if hall.asked and not hall.sitting.learning and hall.mode != "past":
        hall.deck = hall.look.cards(
            at.view, theme=ctx.theme, legal=at.legal, names=hall.names, say=heard(at.title, ctx.say)
        )
    hall.groups = grouped(hall.choices, hall.elsewhere)
    if hall.mode != "live":
        return
    if hall.asked and at.seat is not None:
        hall.plans = hall.words.plans(at.view, at.seat, hall.state)
        if hall.sitting.by_hand is not None and not hall.plans:
            listed = [choice for choice in hall.choices if choice.notation not in hall.elsewhere]
            hall.ways = ways(at.title, hall.words, hall.state, at.seat, listed)
    if hall.sitting.seat in hall.sitting.mine and not hall.sitting.learning and at.to_act:
        hall.ahead = ahead(hall.words, at, hall.sitting.ahead)


def _draw(ctx: Ctx, hall: Hall) -> None:
    at = hall.at
    labels = {choice.notation: spoken(choice) for choice in hall.choices}
    legal = at.legal if hall.asked else []
    fit = ctx.fit if hall.look.compact else ctx.size
    found = hall.look.panels(
        at.view, theme=ctx.theme, legal=legal, names=hall.names, say=heard(at.title, ctx.say), size=fit,
        labels=labels, state=hall.state,
    )  # fmt: skip
    on_board = {act for panel in found for acts in panel.targets for act in acts}
    have = had(ctx.request.headers.get(HEADER, ""))
    for panel in found:
        name = ctx.say(panel.word)
        drawn, mark = thin.sent((hall.info.id, at.seat), panel, name, have)
        size, asks = (panel.width, panel.height), not panel.targets and panel.asks
        hall.panels.append(Part(panel.id, panel.tab, name, drawn, *size, len(panel.targets), mark, asks))
    elsewhere = on_board | hall.elsewhere
    hall.loose = sum(1 + len(spoken(choice)) // LINE for choice in hall.choices if choice.notation not in elsewhere)
    hall.main = "choices" if hall.loose > MANY_ROWS or hall.hand else "board"


def spoken(choice: Choice) -> str:
    """A choice in one breath."""
    return ", ".join(part for part in (choice.text, choice.pays, choice.gains, choice.note) if part)
