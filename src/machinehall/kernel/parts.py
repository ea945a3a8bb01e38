"""What a title may bring beyond its rules: words, looks and minds. Whatever it leaves out, the kernel has plain."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol

from .frames import L, S
from .mendable import Mending
from .observation import Block, Observer

if TYPE_CHECKING:
    from rich.console import RenderableType

    from .descriptions import Effects
    from .sheet import Sheet
    from .wording import Say, Wording


class Stage(IntEnum):
    """How far a title has come. Each stage promises what the ones before it do, and the tests ask for no more."""

    PLAYABLE = 1
    """The rules hold; words and drawing are the kernel's plain ones, in English."""
    WORDED = 2
    """Every sentence is its own, in each language of the house, and it has a terminal board."""
    DRAWN = 3
    """It has a drawing of its own, on which everything that can be done can be clicked."""
    TAUGHT = 4
    """The book for players, lessons and problems; every rule is proved by a test."""


@dataclass(frozen=True, slots=True, eq=False)
class EventKind:
    """How an event's arguments are named, and whether it shows somebody what was hidden."""

    args: tuple[str, ...]
    reveals: bool = False
    turn: bool = False
    """A turn begins with it: what a seat is asked afterwards is another choice, even if nobody else was asked."""


@dataclass(frozen=True, slots=True, eq=False)
class Automata(Generic[L, S]):
    """Opponents that nobody plays. They are no seats: at tables of so many seats an option says how many there are."""

    option: str
    names: tuple[str, ...]
    """Message ids of their names, in order."""
    seats: int
    options: tuple[str, ...] = ()
    """Other options that concern only them."""
    worth: Callable[[L, S], list[float]] | None = None
    """Points that each may be expected to have at the end; without it, what they would score now."""

    def at(self, seats: int, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Those of a table."""
        return self.names[: int(options[self.option])] if seats == self.seats else ()


@dataclass(frozen=True, slots=True, eq=False)
class FirstMatch:
    """The table that a title recommends to somebody who has never played it."""

    seats: int = 2
    """All but the first are taken by bots; as near to it as the title allows."""
    bot: str = "apprentice"
    options: Mapping[str, int] = field(default_factory=dict)
    """What the book says for a first match; all else stands as usual."""


@dataclass(frozen=True, slots=True, eq=False)
class Small(Generic[S]):
    """A title made small, for methods that go through every line of play: see `machinehall.learn.small`."""

    seats: int = 2
    over: Callable[[S], bool] | None = None
    """(state): whether it ends here, before its time; it is scored as it stands."""
    seed: int | None = None
    """It always begins with this one deal, after so many decisions at random; None: with any deal, from the start."""
    skip: int = 0
    options: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Beforehand(Generic[S]):
    """Questions that are asked again and again, to keep a secret, and can be answered once for a while.

    Such an answer is given whatever the seat holds, so that the time it takes tells the others nothing.
    """

    answers: Mapping[str, str]
    """For a kind of decision: the action, in its text form, that answers it without doing anything."""
    until: Callable[[S], object]
    """(state): an answer is good while this stays the same, such as round and phase."""


class Counted(NamedTuple):
    """Something whose balance is looked into: an event says that a seat, or the whole match, has got it."""

    event: str
    domain: str
    """Of that argument of the event which is the thing."""
    files: tuple[str, ...] = ()
    """Component files that hold its record, for where it comes from."""


@dataclass(frozen=True, slots=True, eq=False)
class Character:
    """What a bot likes that plays with a character, see `machinehall.bots.characters`."""

    name: str
    parts: Mapping[str, float]
    """How much parts of the evaluation (`TitleMinds.reasons`) count for it; others count 1."""
    sources: Mapping[str, float] = field(default_factory=dict)
    """The same for steps of the scoring, where it follows a net."""
    won: float = 0.0
    """Measured: matches won against the level that it plays at, at two seats, a tie counting half."""
    of: int = 0


@dataclass(frozen=True, slots=True)
class Fared:
    """Measured: how many matches a level won against the one below it, at two seats, a tie counting half."""

    won: float
    of: int
    brief: bool = False
    """Whether it had less time for a decision than at a table."""
    learned: bool = False
    """Whether it followed a net then."""


class Board(Protocol):
    """A title in characters, for terminals. Everything is drawn from a view."""

    def overview(self, view: dict[str, Any], seat: int | None, width: int, height: int) -> list[RenderableType]:
        """The parts that matter for the present decision, as much as the terminal's size allows."""
        ...

    def everything(self, view: dict[str, Any], seat: int | None, width: int) -> RenderableType:
        """The whole table."""
        ...

    def part(self, name: str, view: dict[str, Any], seat: int | None) -> RenderableType | None:
        """One part of the table by the word that asks for it: players, projects, hand ..."""
        ...

    @property
    def parts(self) -> tuple[str, ...]:
        """The words that `part` knows."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class TitleWords(Generic[L]):
    """How a title speaks. `say` finds the ids that begin with the title's name first."""

    wording: Callable[[L, Mapping[str, str], Say, Sequence[str], int | None], Wording] | None = None
    """(lookup, rule of each decision, say, names of the seats, how many seats)"""
    effects: Callable[[L, Say], Effects] | None = None
    """(lookup, say): what its components do."""


class ToldBy(NamedTuple):
    """How people tell a thing that has no name on it: by what stands there, one field of its record after the other."""

    file: str
    """The component file with the records; their ids are the names of the things."""
    fields: tuple[str, ...]
    """Those of a record that are told, as they are read on the thing."""


class Worth(NamedTuple):
    """What people count for a step of the final scoring, and the points for it."""

    what: str
    """Message id of its name, in the title's words."""
    points: int
    per: int = 1
    """So many of them bring the points together; fewer bring nothing."""
    rest: bool = False
    """Whether each one that is left over counts as one more of what comes next."""
    args: tuple[int, ...] = ()
    """What stands in its name."""


@dataclass(frozen=True, slots=True, eq=False)
class TitleLooks(Generic[L]):
    """What a title shows."""

    draw: Callable[..., Sheet] | None = None
    """(lookup, view, theme=, legal=, names=, words=, fonts=, labels=): the position as SVG, see `Title.sheet`."""
    look: Callable[[Any], Any] | None = None
    """(title): how it looks in the browser, see `machinehall.draw.look.Look`; None: its drawing as it is."""
    board: Callable[[L, Say, Wording], Board] | None = None
    """(lookup, say, wording): its table in characters."""
    mending: Mending[Any, Any] | None = None
    """What of it lies on a real board and can be put right there."""
    told_by: Mapping[str, ToldBy] = field(default_factory=dict)
    """For kinds of chance: how people at a real table say which thing it was, where a list of all would be long."""
    worth: Callable[[L, bool], Mapping[str, Sequence[Worth]]] | None = None
    """(lookup, whether for an automaton): steps of the scoring that a score pad works out from what people count."""

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of a state that can be put right, which the event of a correction counts."""
        return self.mending.fields if self.mending is not None else ()


@dataclass(frozen=True, slots=True, eq=False)
class PolicyInputs(Generic[L, S]):
    """What a learned policy is told of a position beside the observation; the last number is the score so far."""

    names: tuple[str, ...]
    numbers: Callable[[L, S, int], list[float]]


@dataclass(frozen=True, slots=True, eq=False)
class TitleMinds(Generic[L, S]):
    """What bots, learners and hints know of a title."""

    observer: Callable[[L], Observer] | None = None
    """(lookup): something that is asked for observations, (state, seat), best of one match all the time."""
    features: tuple[Block, ...] = ()
    """What the numbers of an observation are, block by block."""
    features_version: int = 1
    evaluate: Callable[[L, S, int], float] | None = None
    """(lookup, state, seat): what a position is worth to a seat; for bots, which call it on sampled states."""
    reasons: Callable[[L, S, int], Mapping[str, float]] | None = None
    """(lookup, state, seat): the evaluation in its named parts, which add up to it; for hints."""
    phase: Callable[[S], str] | None = None
    """(state): the phase of the match: what is usual in one may not be in another."""
    facts: Callable[[L, S, int], Mapping[str, int]] | None = None
    """(lookup, state, seat): figures of a seat by name, for the goals of problems."""
    held: Callable[[L, S, int], Mapping[str, list[int]]] | None = None
    """(lookup, state, seat): ids of the components a seat has, by domain, to see what goes with winning."""
    counted: tuple[Counted, ...] = ()
    """What a laboratory of balance counts, see `machinehall.arena.lab`."""
    characters: tuple[Character, ...] = ()
    """For bots that like some sources of points better than others."""
    fared: Mapping[str, Fared] = field(default_factory=dict)
    """How strong the levels of the bots are, as far as that was measured."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """For each step of the scoring: id of the rule that gives these points, for reviews."""
    policy: PolicyInputs[L, S] | None = None
    """For a learned policy, see `machinehall.bots.policy`."""
    told: PolicyInputs[L, S] | None = None
    """What nets are told at every table, see `machinehall.bots.net`. Only what the seat may know."""
    once: frozenset[str] = frozenset()
    """Kinds of decisions that are made once a match and shape all of it."""
    played_out: bool = False
    """Its net misjudges what takes long to show: reviews play worlds to their end where that is near, or in doubt."""
    small: Mapping[str, Small[S]] = field(default_factory=dict)
    """Named small forms of it, for exact methods."""

    @property
    def feature_names(self) -> tuple[tuple[str, int], ...]:
        """Each block of the observation with its length."""
        return tuple((block.name, len(block.parts)) for block in self.features)

    @property
    def feature_parts(self) -> dict[str, tuple[str, ...]]:
        """For blocks of the observation: what each of their numbers is about."""
        return {block.name: block.parts for block in self.features if any(block.parts)}

    @property
    def feature_codes(self) -> dict[str, tuple[str, ...]]:
        """For blocks whose numbers stand for things: what 0, 1, 2 and so on mean."""
        return {block.name: block.codes for block in self.features if block.codes}
