"""A title: the constant description of a game, and the functions that any search or learner can use."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Generic

from . import fields
from .actions import ActionTable, far
from .declared import Declared, hidden
from .engine import Apply, Engine, Legal
from .feats import Feats
from .frames import Chance, Decision, L, S, Step
from .home import Home
from .native import mypyc_attr
from .observation import Number, Observer, as_array, as_truths, numbers
from .options import Option, resolve_options
from .packs import Pack
from .parts import Automata, Beforehand, EventKind, FirstMatch, Stage, TitleLooks, TitleMinds, TitleWords
from .plain.drawing import plain_drawing
from .plain.knowledge import everything_seen, no_laws
from .plain.observer import plain_observation
from .refusals import Refusals
from .sheet import Sheet
from .values import (
    Action,
    BadOption,
    BadRecord,
    Event,
    MachineHallError,
    Outcome,
    Refusal,
)

if TYPE_CHECKING:
    import numpy as np


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Title(Generic[L, S]):
    """A board game: its rules, and what it brings beyond them in three parts. Made once for each component pack."""

    name: str
    home: Home
    stage: Stage = Stage.PLAYABLE
    """How far it has come: what the tests may ask of it."""
    full_name: str = ""
    designers: tuple[str, ...] = ()
    publishers: tuple[str, ...] = ()

    seats: tuple[int, int]
    options: tuple[Option, ...] = ()
    presets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Named settings of the options, such as degrees of difficulty; words: `preset.<title>.<name>`."""
    first: FirstMatch = field(default_factory=FirstMatch)
    rules_version: int = 1
    pack: Pack
    lookup: L
    """What the rules read: derived from the pack once."""
    state_class: type[S]
    domains: Mapping[str, Sequence[str]]
    actions: ActionTable
    chance_kinds: frozenset[str] = frozenset()
    """Kinds of action that only chance takes."""
    events: Mapping[str, EventKind]
    refusals: Refusals = field(default_factory=dict)
    """What stands in its refusals, by message id: the domains; without them values are said by their types."""
    decisions: Mapping[str, Decision[L, S]]
    chances: Mapping[str, Chance[L, S]] = field(default_factory=dict)
    steps: Mapping[str, Step[L, S]] = field(default_factory=dict)
    opening: Callable[[L, int, tuple[int, ...]], S]
    """(lookup, seats, options): the state before anything has happened."""
    score: Callable[[L, S], Outcome]
    fill: Callable[[L, dict[str, Any], random.Random], dict[str, Any]] = everything_seen
    """(lookup, view, rng): the border form of a full state that fits a view."""
    laws: Callable[[L, S], list[str]] = no_laws
    """(lookup, state): the conservation laws that do not hold."""
    rounds: Callable[[S], int] | None = None
    """(state): the round that is being played, for titles whose matches differ in length by it."""
    automata: Automata[L, S] | None = None
    """Opponents that nobody plays, such as the Baron of a match alone."""
    out_of_turn: Callable[[L, S, int, Action], Refusal | None] | None = None
    """(lookup, state, seat, action): the rule that keeps a seat from an action while others are asked, if any."""
    open: Callable[[L, S, int, str], bool] | None = None
    """(lookup, state, seat, kind of decision): whether everybody can tell what it offers, see `questions.is_open`."""
    settled: Callable[[L, S, int, str], bool] | None = None
    """(lookup, state, seat, kind of decision): whether all answers come to the same, see `questions.only_answer`."""
    beforehand: Beforehand[S] | None = None
    over: Callable[[S], bool] | None = None
    """(state): whether a small form of the title ends here, before its time; see `machinehall.learn.small`."""
    feats: Feats | None = None
    """Things to be proud of that players keep over their matches."""

    words: TitleWords[L] = field(default_factory=TitleWords)
    looks: TitleLooks[L] = field(default_factory=TitleLooks)
    minds: TitleMinds[L, S] = field(default_factory=TitleMinds)

    covers: fields.Covers = field(init=False)
    engine: Engine[L, S] = field(init=False, repr=False)
    """What changes and reads positions. Its methods are the title's own, too, so that nobody calls twice."""
    to_act: Callable[[S], tuple[int, ...]] = field(init=False, repr=False)
    """(state): the seats that owe a decision, (CHANCE,) when luck decides, () when the match is over."""
    legal: Legal[S] = field(init=False, repr=False)
    """(state, seat): all that a seat may do now; empty when it is not asked. None: whoever is to act first."""
    chance: Callable[[S], list[tuple[Action, int]]] = field(init=False, repr=False)
    """(state): what luck may bring now, with weights; empty when it is not luck's turn."""
    apply: Apply[S] = field(init=False, repr=False)
    """(state, seat, action, check): do it; changes the state, returns what happened. `check=False` trusts that it is
    legal."""
    deal: Callable[[S, random.Random], list[tuple[Action, list[Event]]]] = field(init=False, repr=False)
    """(state, rng): let a dealer decide for chance until a seat is to act."""
    decision: Callable[[S, int], tuple[str, tuple[Any, ...]] | None] = field(init=False, repr=False)
    """(state, seat): kind and arguments of what a seat is asked, for prompts."""
    why_not: Callable[[S, int, Action], Refusal | None] = field(init=False, repr=False)
    """(state, seat, action): the reason why an action is not allowed, or None if it is."""
    _observe: Observer = field(init=False, repr=False)

    def __post_init__(self) -> None:
        put = partial(object.__setattr__, self)
        for what, name in (("decision", "decisions"), ("chance", "chances"), ("step", "steps"), ("event", "events")):
            put(name, Declared(what, getattr(self, name)))
        more = {"option": [option.name for option in self.options], "field": self.looks.fields}
        put("domains", {**more, **self.domains})
        secret = hidden(self.state_class)
        if secret and self.fill is everything_seen:
            raise TypeError(f"not everybody sees {', '.join(secret)}: give the title `fill`, or see(everybody)")
        resolve_options(self.options, self.first.options)  # a wrong one is told when the title is made
        put("covers", {k: d.cover for k, d in self.decisions.items() if d.cover})
        engine = Engine(self.lookup, self.actions, self.decisions, self.chances, self.steps, self.over)
        engine.refusing(self.chance_kinds, self.covers, self.out_of_turn)
        put("engine", engine)
        for name in ("to_act", "legal", "chance", "apply", "deal", "decision", "why_not"):
            put(name, getattr(engine, name))
        put("full_name", self.full_name or self.name.replace("-", " ").title())
        if self.minds.observer is None:
            put("minds", replace(self.minds, **plain_observation(self)))
        put("_observe", self.observer())

    @property
    def data_version(self) -> str:
        return self.pack.version

    def __repr__(self) -> str:
        return f"<title {self.name}, rules {self.rules_version}, data {self.pack.name} {self.pack.version}>"

    def alone(self, seats: int) -> bool:
        """Whether a table of so many seats plays against opponents that nobody plays."""
        return self.automata is not None and seats == self.automata.seats

    # The position

    def start(self, seats: Any, options: Mapping[str, Any] | None = None, rng: random.Random | None = None) -> S:
        """The first position. With `rng` chance has dealt and a seat is to act; without, chance is to act."""
        low, high = self.seats  # of `seats` the compiler is told nothing: it would refuse in words of its own
        if type(seats) is not int or not low <= seats <= high:
            raise BadOption(f"{self.name} is for {low} to {high} seats, not {seats!r}")
        state = self.opening(self.lookup, seats, resolve_options(self.options, options or {}))
        self.engine.run(state, [])
        if rng is not None:
            self.deal(state, rng)
        return state

    def nearest(self, state: S, seat: int, action: Action) -> Action | None:
        """The legal action that comes closest to one that is not allowed: same kind, fewest other arguments."""
        action = self.actions.canonical(action)
        same = [other for other in self.legal(state, seat) if other.kind == action.kind]
        return min(same, key=partial(far, action), default=None)

    def outcome(self, state: S) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return None if state.stack else self.score(self.lookup, state)

    # Knowledge

    def view(self, state: S, seat: int | None) -> dict[str, Any]:
        """Exactly what a seat (None: a spectator) may know, JSON-able."""
        head = {"title": self.name, "data": self.data_version, "seat": seat, "to_act": list(self.to_act(state))}
        return head | fields.view_data(state, seat, self.domains, self.covers)

    def sample(self, view: dict[str, Any], rng: random.Random) -> S:
        """A full state that fits what a seat knows: its view from that seat is this view."""
        if view.get("title") != self.name or view.get("data") != self.data_version:
            raise MachineHallError(f"not a view of {self.name} with data {self.data_version}")
        return fields.from_data(self.state_class, self.fill(self.lookup, view, rng), self.domains)

    def read(self, view: dict[str, Any]) -> S:
        """A view as a position, for words and drawings: what it hides is made up, the same each time."""
        return fields.from_data(self.state_class, self.fill(self.lookup, view, random.Random(0)), self.domains)

    # Texts, drawing and numbers

    def text(self, action: Action) -> str:
        return self.actions.text(action)

    def parse(self, text: str) -> Action:
        return self.actions.parse(text)

    def event_text(self, event: Event) -> str:
        """A fact in the notation of the actions, for records and tests; sentences are made elsewhere."""
        words, domains = [event.kind], self.events[event.kind].args
        if len(domains) != len(event.args):
            raise ValueError(f"{event} should have the arguments {domains}")
        for domain, value in zip(domains, event.args, strict=True):
            names = self.domains.get(domain)
            words.append("?" if value is None else str(value) if names is None or value < 0 else names[value])
        return " ".join(words)

    def draw(self, view: dict[str, Any], **how: Any) -> str:
        """A view as SVG, by the title's own drawing or the plain one: `theme`, `legal`, `names`, `words`, `fonts`."""
        return str(self.sheet(view, **how))

    def sheet(self, view: dict[str, Any], **how: Any) -> Sheet:
        """The same with its size. With `labels`, the words of each choice, what can be done is a link."""
        own = self.looks.draw
        return plain_drawing(self, view, **how) if own is None else own(self.lookup, view, **how)

    def to_json(self, state: S) -> str:
        """The whole state as text; only for those who may know everything."""
        body = {"title": self.name, "rules": self.rules_version, "data": self.data_version}
        return json.dumps(body | {"state": fields.to_data(state, self.domains)}, separators=(",", ":"))

    def from_json(self, text: str) -> S:
        """The state back from `to_json`."""
        try:
            body = json.loads(text)
            versions = (body["title"], body["rules"], body["data"])
            state = fields.from_data(self.state_class, body["state"], self.domains)
        except (ValueError, KeyError, TypeError) as fault:
            raise BadRecord(f"not a state of {self.name}: {type(fault).__name__} {fault}") from None
        if versions != (self.name, self.rules_version, self.data_version):
            raise BadRecord(f"state of {versions}, but this is {self!r}")
        return state

    def action_index(self, action: Action) -> int:
        return self.actions.index[self.actions.canonical(action)]

    def action_at(self, index: int) -> Action:
        return self.actions.all[index]

    @property
    def action_version(self) -> str:
        """Changes whenever the number of an action may mean something else."""
        return f"{self.name}-{self.rules_version}-{len(self.actions.all)}-{self.data_version}"

    @property
    def observation_version(self) -> str:
        """Changes whenever a number of the observation may mean something else."""
        return f"{self.name}-{self.minds.features_version}-{self.observation_size}-{self.data_version}"

    @property
    def observation_size(self) -> int:
        """How many numbers an observation has."""
        return sum(len(block.parts) for block in self.minds.features)

    @property
    def observation(self) -> tuple[Number, ...]:
        """What each number of an observation is: its words, its kind, its range. Made when it is asked for."""
        return numbers(self.minds.features)

    def observer(self) -> Observer:
        """Something that is asked for observations, (state, seat), best of one match all the time."""
        assert self.minds.observer is not None
        return self.minds.observer(self.lookup)

    def encode(self, state: S, seat: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """What a seat may know as a vector of bytes, the own seat first; laid out as `observation` says."""
        return as_array(self._observe(state, seat))

    def mask(self, state: S, seat: int) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """True for each action of the table that is legal now."""
        return self.mask_of(self.legal(state, seat))

    def mask_of(self, legal: Sequence[Action]) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """True for each of these actions of the table."""
        index = self.actions.index
        row = bytearray(len(self.actions.all))
        for action in legal:
            row[index[action]] = 1
        return as_truths(row)
