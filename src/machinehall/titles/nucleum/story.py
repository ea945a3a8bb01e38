"""What happened at a table of Nucleum, told in sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from machinehall.kernel.values import Event

from .events import EVENTS
from .names import Names
from .tables import HALVES

GAINS = {"thaler_gained": "thaler", "workers_gained": "worker", "achievement_gained": "achievement", "vp_gained": "vp"}


class Story:
    """Events to sentences in one language."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.say = names.say
        self.special: dict[str, Callable[[tuple[int, ...]], str]] = {
            "nucleum_placed": self._nucleum,
            "action_begun": self._action,
            "technology_unlocked": self._technology,
            "coal_imported": self._coal,
            "paid": self._paid,
            "achievement_discarded": self._discarded,
        }

    def tell(self, events: Sequence[Event]) -> list[str]:
        """One sentence for each event; what a seat gains in a row is told in one go."""
        return [self._sentence(list(group)) for _, group in groupby(events, key=_key)]

    def _sentence(self, events: list[Event]) -> str:
        first = events[0]
        args = tuple(a or 0 for a in first.args)
        if first.kind in GAINS:
            sums = {kind: sum(e.args[1] or 0 for e in events if e.kind == kind) for kind in GAINS}
            found = (self.say(f"figure.{GAINS[kind]}", n=amount) for kind, amount in sums.items() if amount)
            return self.say("event.gained", self.names.seat(args[0]), self.names.joined(found))
        special = self.special.get(first.kind)
        if special:
            return special(args)
        words = [self.names(d, a) for d, a in zip(EVENTS[first.kind].args, args, strict=True)]
        return self.say(f"event.{first.kind}", *words)

    def _nucleum(self, args: tuple[int, ...]) -> str:
        seat, plant = args
        if seat < 0:
            return self.say("event.nucleum_placed.setup", "", self.names("plant", plant))
        return self.say("event.nucleum_placed", self.names.seat(seat), self.names("plant", plant))

    def _action(self, args: tuple[int, ...]) -> str:
        seat, tile, half = args
        name = self.names("main", half) if self.names.t.directive[tile] else self.names.half(HALVES * tile + half)
        return self.say("event.action_begun", self.names.seat(seat), name)

    def _technology(self, args: tuple[int, ...]) -> str:
        seat, tech = args
        words = self.names.seat(seat), self.names("technology", tech), self.names.technology(tech)
        return self.say("event.technology_unlocked", *words)

    def _coal(self, args: tuple[int, ...]) -> str:
        seat, region, price = args
        cost = self.say("figure.thaler", n=price)
        return self.say("event.coal_imported", self.names.seat(seat), self.names("region", region), cost)

    def _paid(self, args: tuple[int, ...]) -> str:
        seat, thaler, workers = args
        return self.say("event.paid", self.names.seat(seat), self.cost(thaler, workers))

    def _discarded(self, args: tuple[int, ...]) -> str:
        tokens = self.say("figure.achievement", n=args[1])
        return self.say("event.achievement_discarded", self.names.seat(args[0]), tokens)

    def cost(self, thaler: int, workers: int) -> str:
        """3 thaler, 1 worker; nothing if it is free."""
        found = [self.say(f"figure.{k}", n=v) for k, v in (("thaler", thaler), ("worker", workers)) if v]
        return self.names.joined(found)


def _key(event: Event) -> object:
    """Neighbours with the same key are told together."""
    return ("gained", event.args[0]) if event.kind in GAINS else id(event)
