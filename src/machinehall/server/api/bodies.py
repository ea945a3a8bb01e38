"""Bodies, queries and answers of the API that only it uses."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from machinehall.kernel.values import Argument
from machinehall.server.shapes import (
    ActionText,
    Body,
    EventInfo,
    FeatInfo,
    MatchInfo,
    Message,
    MutedInfo,
    Name,
    Rev,
    SeatFeat,
    SeatNumber,
)

Limit = Annotated[int, msgspec.Meta(ge=1, le=500)]
Secret = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class SeatQuery(msgspec.Struct):
    """Which of the caller's seats; none: the one to act, the first, or a spectator."""

    seat: SeatNumber | None = None


class PageQuery(msgspec.Struct):
    """A page of a list."""

    limit: Limit = 50
    before: Annotated[str, msgspec.Meta(max_length=80)] | None = None


class EventsQuery(msgspec.Struct):
    """A piece of the past."""

    seat: SeatNumber | None = None
    since: Number = 0
    limit: Limit = 200


class PlayBody(Body):
    """An action, and the revision of the position it was chosen in."""

    action: ActionText
    rev: Rev
    seat: SeatNumber | None = None


class UndoBody(Body):
    """Take back, in the position of this revision."""

    rev: Rev
    seat: SeatNumber | None = None


class AskBody(Body):
    """An action to ask about."""

    action: ActionText
    seat: SeatNumber | None = None


class UndoRequest(Body):
    """Ask the others to go back to before one of the seat's own decisions."""

    rev: Rev
    number: Number
    seat: SeatNumber | None = None


class AnswerBody(Body):
    """Agree to a request, or not; whoever asked takes it back with a no."""

    kind: Literal["undo", "takeover"]
    rev: Rev
    yes: bool


class SayBody(Body):
    """Something to say at the table."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]


class NoteBody(Body):
    """The caller's own note about a match."""

    text: Annotated[str, msgspec.Meta(max_length=10_000)]


class Note(msgspec.Struct):
    """The caller's own note about a match."""

    text: str


class TalkQuery(msgspec.Struct):
    """What was said after a number."""

    since: Number = 0
    limit: Limit = 200


class Messages(msgspec.Struct):
    """Table talk."""

    items: list[Message]


class WhyNot(msgspec.Struct):
    """Whether an action is allowed, and if not, the rule, the message and the allowed action that comes closest.

    `reveals`: it is allowed, but shows somebody something hidden, so it can be taken back only if the others agree.
    """

    allowed: bool
    rule: str | None = None
    message: str | None = None
    args: list[Argument] = []
    detail: str | None = None
    nearest: str | None = None
    reveals: bool = False


class WhatIfBody(Body):
    """Imagined actions, from the present position or an earlier one."""

    seed: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0
    actions: Annotated[list[ActionText], msgspec.Meta(max_length=300)] = msgspec.field(default_factory=list)
    number: Number | None = None
    seat: SeatNumber | None = None


class JoinBody(Body):
    """Which seat; an invited one needs the code of its link."""

    seat: SeatNumber | None = None
    code: Secret | None = None
    name: Name | None = None


class SeatBody(Body):
    """A seat."""

    seat: SeatNumber


class OwnSeatBody(Body):
    """One of the caller's own seats; none: the first that waits for them."""

    seat: SeatNumber | None = None


class MuteBody(Body):
    """Whom, by a seat or by the number of a message; `block`: nor at the caller's own tables."""

    seat: SeatNumber | None = None
    message: Number | None = None
    block: bool = False


class Muted(msgspec.Struct):
    """Whom the caller does not hear."""

    items: list[MutedInfo]


class BotBody(Body):
    """A bot for a seat."""

    seat: SeatNumber
    bot: Annotated[str, msgspec.Meta(max_length=40)] = "random"


class TokenBody(Body):
    """A program's token for one of the caller's seats."""

    seat: SeatNumber
    label: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Code(msgspec.Struct):
    """A secret, shown once."""

    code: str


class Reason(msgspec.Struct):
    """One thing that a move changes."""

    message: str
    change: float


class Hint(msgspec.Struct):
    """A sensible move, what a bot thinks it is worth, and why, beside other moves; `detail` says it."""

    action: str
    value: float
    reasons: list[Reason]
    detail: str


class Hints(msgspec.Struct):
    """Sensible moves, the best first."""

    items: list[Hint]


class SwitchBody(Body):
    """On or off."""

    on: bool


class NameBody(Body):
    """How the others see the caller."""

    name: Name


class Me(msgspec.Struct):
    """The caller."""

    id: str
    name: str
    recovery: str | None = None
    """The code of the recovery link; shown when it is made, never again."""


class CodeBody(Body):
    """A code of a recovery link."""

    code: Secret


class AccountBody(Body):
    """A login and a password of at least ten characters."""

    login: Annotated[str, msgspec.Meta(min_length=3, max_length=80)]
    password: Annotated[str, msgspec.Meta(min_length=10, max_length=200)]


class AutomataInfo(msgspec.Struct):
    """The opponents of a title that nobody plays: how many there are is an option, at tables of so many seats."""

    seats: int
    option: str
    names: list[str]
    options: list[str]
    """Options that concern only them."""


class TitleInfo(msgspec.Struct):
    """A board game we carry."""

    name: str
    full_name: str
    seats: list[int]
    rules: int
    data: str
    options: list[dict[str, Any]]
    bots: list[str]
    presets: dict[str, dict[str, int]]
    """Named settings of the options."""
    automata: AutomataInfo | None


class Titles(msgspec.Struct):
    """All titles."""

    items: list[TitleInfo]


class FeatList(msgspec.Struct):
    """All feats of all titles, as the caller has them."""

    items: list[FeatInfo]


class SeatFeats(msgspec.Struct):
    """What was earned in one match."""

    items: list[SeatFeat]


class ComponentInfo(msgspec.Struct):
    """A component in words made from its record: what it does, and where the record comes from."""

    file: str
    id: str
    name: str
    lines: list[str]
    origin: str


class Components(msgspec.Struct):
    """The components of a title in the language of the request."""

    title: str
    data: str
    lang: str
    items: list[ComponentInfo]


class Matches(msgspec.Struct):
    """A page of tables; `next` is the `before` of the next page."""

    items: list[MatchInfo]
    next: str | None = None


class Events(msgspec.Struct):
    """A piece of the past; `next` is the `since` of the next piece."""

    items: list[EventInfo]
    next: int
