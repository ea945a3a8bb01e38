"""Words for a title that has none of its own yet: the notation of actions and events as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from machinehall.kernel.refusals import SEAT, Teller
from machinehall.kernel.values import Action, Event, Refusal
from machinehall.kernel.wording import Choice, Plan, Say, Sentence, UnknownMessage, asking

if TYPE_CHECKING:
    from .ruled import Ruled

STYLES = ("red", "blue", "yellow", "cyan", "magenta")


class PlainTeller(Teller):
    """Refusals of a title that may have no words for its decisions and actions: their notation stands for them."""

    def when(self, kind: str) -> str:
        return self._or("", f"when.{kind}")

    def asked(self, decision: str) -> str:
        return self._or(decision, f"asked.{decision}")

    def _or(self, notation: str, message: str) -> str:
        try:
            return self.say(message)
        except UnknownMessage:
            return notation


class PlainWording:
    """See `machinehall.kernel.wording.Wording`."""

    def __init__(self, title: Ruled, say: Say, called: Sequence[str] = ()) -> None:
        self.title = title
        self.say = say
        self.called = called
        self.reader: int | None = None
        self._teller = PlainTeller(say, self.names, title.domains, title.refusals)

    def names(self, domain: str, value: int) -> str:
        if domain == SEAT:
            return self.seat(value)
        return str(self.title.domains[domain][value]) if domain in self.title.domains else str(value)

    def seat(self, seat: int) -> str:
        return self.called[seat] if seat < len(self.called) else str(seat + 1)

    def seat_style(self, seat: int) -> str:
        return STYLES[seat % len(STYLES)]

    def told_to(self, reader: int | None) -> None:
        self.reader = reader

    def story(self, events: Sequence[Event]) -> list[Sentence]:
        return [Sentence(self._told(event)) for event in events]

    def in_short(self, events: Sequence[Event]) -> list[Sentence]:
        return self.story(events)

    def spent(self, turn: Sequence[Event], own: bool = False) -> Sentence | None:
        return None

    def _told(self, event: Event) -> str:
        """The notation of an event, but players by the names that stand everywhere else, and the reader as such."""
        words = self.title.event_text(event).split(" ")
        for number, (domain, value) in enumerate(zip(self.title.events[event.kind].args, event.args, strict=True), 1):
            if domain == "seat" and value is not None and value >= 0:
                words[number] = self.say("web.you") if value == self.reader else self.seat(value)
        return " ".join(words)

    def asked(self, view: dict[str, Any], seat: int, state: Any = None) -> str:
        return self.say("plain.asked")

    def asked_rule(self, view: dict[str, Any], seat: int) -> str:
        return self.title.decisions[asking(view, seat)[0]].rule

    def label(self, action: Action) -> str:
        return self.title.text(action)

    def steps(
        self, taken: Sequence[Action], earlier: Sequence[Action] = (), view: dict[str, Any] | None = None
    ) -> list[str]:
        return [self.label(action) for action in taken]

    def choices(self, view: dict[str, Any], seat: int, legal: Sequence[Action], state: Any = None) -> list[Choice]:
        return [Choice(a, self.title.text(a), self.say("plain.group", a.kind), self.title.text(a)) for a in legal]

    def plans(self, view: dict[str, Any], seat: int, state: Any = None) -> list[Plan]:
        return []

    def closes(self, action: Action) -> str:
        return ""

    def when(self, kind: str) -> str:
        return ""

    def refusal(self, refusal: Refusal) -> str:
        try:
            return self._teller(refusal)
        except (UnknownMessage, IndexError):
            return self.say("plain.refused", refusal.rule)

    def phase(self, view: dict[str, Any]) -> str:
        return ""

    def howto(self) -> list[tuple[str, str]]:
        return []

    def legend(self) -> str:
        return ""
