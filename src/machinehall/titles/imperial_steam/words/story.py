"""What happened at a table of Imperial Steam, told in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from machinehall.kernel.values import Event
from machinehall.kernel.wording import Sentence, addressed, listed
from machinehall.titles.imperial_steam.events import EVENTS

from .names import Names

LISTED = frozenset(
    {
        "tile_laid",
        "turn_order",
        "expedition_laid",
        "cube_laid",
        "crown_set",
        "growth_laid",
        "engineer_laid",
        "contract_shown",
    }
)
"""Kinds of which neighbours are told together."""


class Story:
    """Events to sentences in one language."""

    reader: int | None = None

    def __init__(self, names: Names) -> None:
        self.names = names
        self.say = names.say

    def tell(self, events: Sequence[Event]) -> list[Sentence]:
        """One sentence for each event; what belongs together is told in one go."""
        return [Sentence(self._sentence(list(group))) for _, group in groupby(events, key=_key)]

    def _sentence(self, events: list[Event]) -> str:
        kind = events[0].kind
        if kind in LISTED:
            items = (self._told(f"item.{kind}", event, *self._words(event)) for event in events)
            return self.say(f"imperial-steam.event.{kind}", listed(self.say, items))
        if kind == "goods_arrived":
            goods = (self.say(f"imperial-steam.item.{kind}", *self._words(event)) for event in events)
            return self._told(f"event.{kind}", events[0], self._words(events[0])[0], listed(self.say, goods))
        if kind == "workers_mobilised":
            seat, *crew = (a or 0 for a in events[0].args)
            return self._told(f"event.{kind}", events[0], self.names.seat(seat), self.names.crew(crew))
        count = events[0].args[-1] if EVENTS[kind].args[-1:] == ("number",) else 0
        how = ".hidden" if None in events[0].args else ".full" if kind == "contract_signed" and not count else ""
        return self._told(f"event.{kind}{how}", events[0], *self._words(events[0]), n=count or 0)

    def _told(self, message: str, event: Event, *words: str, n: int = 0) -> str:
        """A sentence of an event, said to one of its seats if it is the reader's."""
        domains = EVENTS[event.kind].args
        seats = [a for d, a in zip(domains, event.args, strict=True) if d == "seat" and a is not None]
        return self.say(addressed(self.say, f"imperial-steam.{message}", self.reader, *seats), *words, n=n)

    def _words(self, event: Event) -> list[str]:
        domains = EVENTS[event.kind].args
        return ["" if a is None else self.names(d, a) for d, a in zip(domains, event.args, strict=True)]


def _key(event: Event) -> object:
    if event.kind == "goods_arrived":
        return event.args[0], event.kind
    return event.kind if event.kind in LISTED else id(event)
