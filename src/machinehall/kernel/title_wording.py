"""What the wordings of titles share: a title adds its names, phases, prompts, and what its choices cost and bring."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any, Generic, NamedTuple, Protocol

from .frames import S
from .mendable import MENDED
from .refusals import Teller
from .shapes import Shapes
from .values import Action, Event, Frame, Refusal
from .wording import Choice, Plan, Say, Sentence, asking


class Asked(NamedTuple, Generic[S]):
    """A position that fits a view, with the frame that asks. What the seat does not know is made up in it."""

    s: S
    seat: int
    frame: Frame
    view: Mapping[str, Any]

    @property
    def args(self) -> Any:
        """The arguments of the frame, of the class that the title has for its kind."""
        return self.frame[2]


class Tale(Protocol):
    """A title's events in one language."""

    reader: int | None
    """The seat of who is told; see `machinehall.kernel.wording.addressed`."""

    def tell(self, events: Sequence[Event]) -> list[Sentence]: ...


class TitleWording(ABC, Generic[S]):
    """See `machinehall.kernel.wording.Wording`."""

    frames: Shapes
    """The named arguments of the title's frames."""
    arguments: Mapping[str, tuple[str, ...]]
    """The domains of the arguments of each kind of action."""
    names: Callable[[str, int], str]
    frame_domains: Mapping[str, str] = {}
    """Domains of those arguments of chance that are called otherwise in their frames."""
    mends: Sequence[str] = ()
    """The fields that can be put right, which an event `mended` counts."""
    _brief: Tale | None = None
    """Who tells in short, where a title has shorter sentences."""

    def __init__(self, decision_rules: Mapping[str, str], say: Say, tale: Tale, teller: Teller) -> None:
        self.rules = decision_rules
        self.say = say
        self._tale = tale
        self._teller = teller

    @abstractmethod
    def read(self, view: dict[str, Any]) -> S:
        """A view as a position; what it hides is made up, the same each time."""

    @abstractmethod
    def in_words(self, scene: Asked[S], action: Action) -> tuple[int, Choice]:
        """One legal action, and where it is listed."""

    # The past

    def told_to(self, reader: int | None) -> None:
        self._tale.reader = reader
        if self._brief is not None:
            self._brief.reader = reader

    def story(self, events: Sequence[Event]) -> list[Sentence]:
        return self._tell(self._tale, events)

    def in_short(self, events: Sequence[Event]) -> list[Sentence]:
        """The same, unless the title has shorter sentences."""
        return self._tell(self._brief or self._tale, events)

    def _tell(self, tale: Tale, events: Sequence[Event]) -> list[Sentence]:
        found: list[Sentence] = []
        for by_hand, group in groupby(events, key=lambda event: event.kind == MENDED):
            told = [*group]
            found += [self._mended(told)] if by_hand else tale.tell(told)
        return found

    def spent(self, turn: Sequence[Event], own: bool = False) -> Sentence | None:
        """None, unless the title has turns that end before all is done."""
        return None

    def _mended(self, events: Sequence[Event]) -> Sentence:
        """What people have put right at a real table."""
        things = (self.say(f"mend.{self.mends[event.args[0] or 0]}") for event in events)
        return Sentence(self.say("mend.told", self.say("list.separator").join(things)))

    def refusal(self, refusal: Refusal) -> str:
        return self._teller(refusal)

    def when(self, kind: str) -> str:
        return self._teller.when(kind)

    # The present

    def scene(self, view: dict[str, Any], seat: int, state: S | None = None) -> Asked[S]:
        """What a seat is asked; `state` is the view as a position, where somebody has read it already."""
        kind, who, args = asking(view, seat)
        read = self.read(view) if state is None else state
        return Asked(read, seat, (kind, who, self.frames.named(kind, who, args)), view)

    def asked_rule(self, view: dict[str, Any], seat: int) -> str:
        return self.rules[asking(view, seat)[0]]

    # Actions

    def label(self, action: Action) -> str:
        kind, args = action
        words = [self.names(domain, a) for domain, a in zip(self.arguments[kind], args, strict=True)]
        return self.say(f"action.{kind}", *words)

    def steps(
        self, taken: Sequence[Action], earlier: Sequence[Action] = (), view: dict[str, Any] | None = None
    ) -> list[str]:
        return [self.label(action) for action in taken]

    def choices(self, view: dict[str, Any], seat: int, legal: Sequence[Action], state: S | None = None) -> list[Choice]:
        scene = self.scene(view, seat, state)
        found = sorted((self.in_words(scene, action) for action in legal), key=lambda pair: pair[0])
        return [choice for _, choice in found]

    def plans(self, view: dict[str, Any], seat: int, state: S | None = None) -> list[Plan]:
        """None, unless the title has some."""
        return []
