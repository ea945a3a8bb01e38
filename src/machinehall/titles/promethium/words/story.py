"""What happened at a table of Promethium, told in sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from machinehall.kernel.values import Event
from machinehall.kernel.wording import Sentence, addressed, listed
from machinehall.titles.promethium.events import EVENTS
from machinehall.titles.promethium.state import NEUTRAL, RESERVE, SEATS, STOCK

from .names import Names

PEOPLE = ("seat", "owner")
"""Domains of who can be told of themselves."""


class Story:
    """Events to sentences in one language."""

    reader: int | None = None

    def __init__(self, names: Names) -> None:
        self.names = names
        self.say = names.say
        self.special: dict[str, Callable[[list[Event]], str]] = {
            "element_moved": self._moved,
            "scheme_drawn": self._drawn,
            "project_shown": self._listed,
            "tile_laid": self._listed,
            "tile_turned": self._listed,
            "token_revealed": self._listed,
            "deck_peeked": self._peeked,
            "project_realised": self._realised,
        }

    def tell(self, events: Sequence[Event]) -> list[Sentence]:
        """One sentence for each event; what belongs together is told in one go."""
        found: list[Sentence] = []
        valued = False
        for _, group in groupby(_dealt(events), key=_key):
            told = [*group]
            valued = valued or told[0].kind == "project_valued"
            found.append(Sentence(self._sentence(told, "income" if valued else "")))
        return found

    def _sentence(self, events: list[Event], reason: str) -> str:
        special = self.special.get(events[0].kind)
        return special(events) if special else self._plain(events[0], reason)

    def _told(self, message: str, seats: Sequence[int], *words: str, n: int = 0) -> str:
        """A sentence about seats, said to one of them if it is the reader's."""
        return self.say(addressed(self.say, message, self.reader, *seats), *words, n=n)

    def _seats(self, event: Event) -> list[int]:
        """Those that an event names."""
        domains = EVENTS[event.kind].args
        return [a for d, a in zip(domains, event.args, strict=True) if d in PEOPLE and a is not None]

    def _words(self, event: Event) -> list[str]:
        domains = EVENTS[event.kind].args
        return ["" if a is None else self.names(d, a) for d, a in zip(domains, event.args, strict=True)]

    def _plain(self, event: Event, reason: str) -> str:
        """The sentence of the kind; `.neutral` if it concerns the neutral player, `.hidden` if a part is secret.

        `reason`: what it came of, where the kind tells that.
        """
        domains = EVENTS[event.kind].args
        key = self._variant(f"event.{event.kind}", reason)
        if len(event.args) > 1 and any(d == "owner" and a == NEUTRAL for d, a in zip(domains, event.args, strict=True)):
            key = self._variant(key, "neutral")
        if None in event.args:
            key = self._variant(key, "hidden")
        numbers = [a for d, a in zip(domains, event.args, strict=True) if d == "number" and a is not None]
        return self._told(key, self._seats(event), *self._words(event), n=numbers[-1] if numbers else 0)

    def _variant(self, key: str, name: str) -> str:
        """Not every kind reads differently for the neutral player."""
        return f"{key}.{name}" if f"{key}.{name}" in VARIANTS else key

    def _moved(self, events: list[Event]) -> str:
        _, source, target = events[0].args
        assert source is not None and target is not None
        things = self.names.elements(e.args[0] for e in events if e.args[0] is not None)
        if source == RESERVE:
            way, who = ("to_stock", target) if target == STOCK else ("taken", target)
        elif source == STOCK:
            way, who = "from_stock", target
        else:
            way, who = ("discarded" if target == RESERVE else "given"), source
        return self._told(f"event.element_moved.{way}", [who - SEATS], things, self.names.holder(who))

    def _drawn(self, events: list[Event]) -> str:
        seat = events[0].args[0] or 0
        cards = [e.args[1] for e in events if e.args[1] is not None]
        if not cards:
            return self.say("event.scheme_drawn.hidden", self.names.seat(seat), n=len(events))
        named = self.names.joined(self.names("scheme", c) for c in cards)
        return self._told("event.scheme_drawn", [seat], self.names.seat(seat), named)

    def _listed(self, events: list[Event]) -> str:
        kind = events[0].kind
        return self.say(f"event.{kind}", listed(self.say, (self._item(event) for event in events)))

    def _item(self, event: Event) -> str:
        under = event.kind == "project_shown" and (event.args[1] or 0) < 0
        return self._told(f"item.{event.kind}{'.under' if under else ''}", self._seats(event), *self._words(event))

    def _peeked(self, events: list[Event]) -> str:
        seat, *cards = events[0].args
        known = [self.names("project", c) for c in cards if c is not None]
        who = self.names("seat", seat or 0)
        if not known:
            return self.say("event.deck_peeked.hidden", who)
        return self._told("event.deck_peeked", [seat or 0], who, self.names.joined(known))

    def _realised(self, events: list[Event]) -> str:
        cubes = events[0].args[2] or 0
        key = f"event.project_realised{'.corrupt' if cubes else ''}"
        return self._told(key, self._seats(events[0]), *self._words(events[0]), n=cubes)


VARIANTS = frozenset(
    {
        "event.line_named.neutral",
        "event.token_laid.neutral",
        "event.token_laid.neutral.hidden",
        "event.token_laid.hidden",
        "event.tile_targeted.neutral",
        "event.token_lifted.neutral",
        "event.tile_sold.neutral",
        "event.project_kept.hidden",
        "event.cards_returned.hidden",
        "event.lobby_gained.income",
    }
)
"""Sentences of their own beside that of the kind."""

_TOGETHER = {"element_moved": slice(1, 3), "scheme_drawn": slice(0, 1)}
_LISTED = {"project_shown", "tile_laid", "tile_turned", "token_revealed"}


def _dealt(events: Sequence[Event]) -> list[Event]:
    """A tile deals out its elements in its own order: what its owner takes is told in one go, then what is left."""
    found: list[Event] = []
    for dealt, group in groupby(events, key=lambda e: e.kind == "element_moved" and e.args[1] == RESERVE):
        told = [*group]
        one = dealt and len({e.args[2] for e in told} - {STOCK}) == 1
        found += sorted(told, key=lambda e: e.args[2] == STOCK) if one else told
    return found


def _key(event: Event) -> object:
    """Neighbours with the same key are told together."""
    if event.kind in _TOGETHER:
        return event.kind, event.args[_TOGETHER[event.kind]]
    return event.kind if event.kind in _LISTED else id(event)
