"""What the table says and is asked: the values of the service and of the JSON API."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from machinehall.words import ENGLISH, languages

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40, description="Shown to the others; any script.")]
MatchId = Annotated[str, msgspec.Meta(min_length=1, max_length=32, pattern="^[A-Za-z0-9_-]+$")]
TitleName = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern="^[a-z-]+$")]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=7)]
Rev = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
ActionText = Annotated[str, msgspec.Meta(min_length=1, max_length=200, description="An action in its text form.")]
Visibility = Literal["private", "listed", "open"]
OFFERED = msgspec.Meta(pattern=f"^({'|'.join(languages())})$(?!\\n)", extra_json_schema={"enum": languages()})
"""One of the languages that the house speaks."""


class Caller(msgspec.Struct, frozen=True):
    """Who asks: an identity, or a program that holds the token of one seat, or nobody in particular."""

    identity: str | None = None
    name: str = ""
    match: str | None = None
    """With a token: the only match and seat it is good for."""
    seat: int | None = None


NO_CALLER = Caller()


class Body(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The base of all that is sent to us."""


class SeatSpec(Body):
    """Who is to sit somewhere: `you`, a `person` who joins, one `invited` by a secret code, or a `bot`.

    An `automaton` is an opponent of the title's own; it takes no seat, so the others are numbered without it.
    """

    kind: Literal["you", "person", "invited", "bot", "automaton"]
    name: Name | None = None
    bot: Annotated[str, msgspec.Meta(max_length=40)] = "random"


class MatchSpec(Body):
    """A new table."""

    title: Annotated[str, msgspec.Meta(max_length=40)]
    seats: Annotated[list[SeatSpec], msgspec.Meta(min_length=1, max_length=8)]
    options: dict[str, int | bool] = {}
    pace: Annotated[int, msgspec.Meta(ge=0, le=60, description="Days for a move; 0: live.")] = 0
    visibility: Visibility = "private"
    start: bool = False
    by_hand: Annotated[bool, msgspec.Meta(description="At a real table: people say what chance brings.")] = False
    name: Annotated[str, msgspec.Meta(max_length=40, description="What the table is called in lists.")] = ""
    pack: Annotated[
        str,
        msgspec.Meta(max_length=40, description="Id of an own pack of components, tried by bots; see /me/packs."),
    ] = ""


class ContinueSpec(Body):
    """A new table that goes on from a past position, with as many seats as there were."""

    number: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1, description="Decisions that stay, chance among them.")]
    seats: Annotated[list[SeatSpec], msgspec.Meta(min_length=1, max_length=8)]
    pace: Annotated[int, msgspec.Meta(ge=0, le=60, description="Days for a move; 0: live.")] = 0
    visibility: Visibility = "private"
    start: bool = False


class DealSpec(Body):
    """A new table with the deal of a match that is over, with as many seats as there were."""

    seats: Annotated[list[SeatSpec], msgspec.Meta(min_length=1, max_length=8)]
    pace: Annotated[int, msgspec.Meta(ge=0, le=60, description="Days for a move; 0: live.")] = 0
    visibility: Visibility = "private"
    start: bool = False


class SeatInfo(msgspec.Struct):
    """A seat as everybody may see it."""

    seat: int
    kind: str
    name: str
    bot: str
    taken: bool
    left: bool
    yours: bool
    away: bool = False
    """A bot plays for its player, who may come back at any time."""
    asked: bool = False
    """Whether the caller is invited to it, and has not answered."""
    former: bool = False
    """Somebody who has left this server for good; the name is empty."""


class Candidate(msgspec.Struct):
    """One choice in the thoughts of a bot: what it is worth, and how often a search came back to it."""

    action: str
    value: float
    visits: int


class Thinking(msgspec.Struct):
    """What a bot considered at one decision of a match that is over."""

    match: str
    number: int
    seat: int
    bot: str
    played: str
    """What was done in the match; the bot thinks anew, so it may see it differently now."""
    candidates: list[Candidate] = []
    """The best first; none for a bot that does not think."""
    more: int = 0
    """Further candidates that are not told."""


class BotsInfo(msgspec.Struct):
    """What the bots of a table are doing: `thinking`; `queued`, waiting for a free worker; `held`, because nobody but
    bots plays and nobody watches; `none` of them is to act."""

    state: Literal["thinking", "queued", "held", "none"]
    ahead: int = 0
    """Queued: about how many decisions of other tables come first."""


class Waiting(msgspec.Struct):
    """Still thinking: ask again for the answer."""

    ahead: int
    """How many other questions come first; 0: this one is being thought about."""
    detail: str


class AutomatonInfo(msgspec.Struct):
    """An opponent that nobody plays."""

    name: str
    """In English; `word` is the message id of its name."""
    word: str
    score: int | None = None
    """When the match is over."""


class Request(msgspec.Struct):
    """Something the others have to agree to."""

    kind: Literal["undo", "takeover"]
    seat: int
    """Whose undo, or which seat a bot should take."""
    asked_by: int
    needs: list[int]
    """Seats that have not answered yet."""
    number: int | None = None
    bot: str = ""
    due: float | None = None
    """Where one person alone decides: until then the seat's player can object, move or come back."""


class MatchInfo(msgspec.Struct):
    """A table without its position."""

    id: str
    title: str
    rules: int
    data: str
    options: dict[str, int]
    pace: int
    visibility: str
    status: str
    rev: int
    number: int
    to_act: list[int]
    seats: list[SeatInfo]
    automata: list[AutomatonInfo]
    yours: bool
    """Whether the caller opened this table."""
    final: bool
    """Whether the end of the match can no longer be taken back."""
    removed: bool
    """Whether the caller sat here and was asked to leave before the start."""
    created: float
    changed: float
    deadline: float | None = None
    requests: list[Request] = []
    told: list[dict[str, Any]] = []
    outcome: dict[str, Any] | None = None
    rematch: str | None = None
    name: str = ""
    """What the table is called; mostly nothing."""
    invites: dict[str, str] = {}
    """Right after creating only: for each invited seat the secret code of its link."""


class EventInfo(msgspec.Struct):
    """One fact, as the asking seat may know it."""

    number: int
    """The decision that brought it about."""
    kind: str
    args: list[int | None]
    text: str


class Sight(msgspec.Struct):
    """A position as one seat (None: a spectator) may know it."""

    match: str
    rev: int
    number: int
    seat: int | None
    status: str
    to_act: list[int]
    legal: list[str]
    """Text forms of everything the seat may do now."""
    undo: str | None
    """None: the seat can take back its last decision; otherwise the message id of why it cannot."""
    view: dict[str, Any]
    outcome: dict[str, Any] | None = None


class Message(msgspec.Struct):
    """Something said at the table."""

    number: int
    seat: int | None
    name: str
    text: str
    at: float
    yours: bool = False


class MutedInfo(msgspec.Struct):
    """Somebody whom the caller does not hear; `block`: nor wants at their tables."""

    id: str
    name: str
    block: bool
    at: float


class FeatInfo(msgspec.Struct):
    """A feat of a title, and whether the caller has earned it."""

    title: str
    name: str
    group: str
    rule: str
    text: str
    """The feat in the caller's language."""
    earned: bool
    match: str | None = None
    """The match that earned it, and when that ended."""
    at: float | None = None
    gathered: int = 0
    """Of a feat over several matches: how much of it the caller has, and how much it needs."""
    needed: int = 0


class SeatFeat(msgspec.Struct):
    """A feat that a seat has earned in one match."""

    seat: int
    name: str
    group: str
    rule: str
    text: str
    first: bool
    """Whether this match was the first to earn it for that player."""


class NotifyBody(Body):
    """Where to tell the caller that it is their turn; null: nowhere. And in which language."""

    webhook: Annotated[str, msgspec.Meta(max_length=500)] | None = None
    email: Annotated[str, msgspec.Meta(max_length=200, pattern="^[!-?A-~]+@[!-?A-~]+$(?!\\n)")] | None = None
    language: Annotated[str, OFFERED] = ENGLISH


class NotifyInfo(msgspec.Struct):
    """Where the caller is told, and whether the owner of the e-mail address has confirmed it."""

    webhook: str | None
    email: str | None
    language: str
    confirmed: bool


class Played(msgspec.Struct):
    """What an accepted action brought, as its seat may know it."""

    rev: int
    number: int
    to_act: list[int]
    status: str
    events: list[EventInfo]
    seat: int | None = None
    """The caller's next seat to act, if there is one, and what it may do."""
    legal: list[str] = []
