"""A match in memory that was loaded from a snapshot and the tail of its log, and how its parts are stored."""

from __future__ import annotations

import hashlib
import random
import zlib
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec

from machinehall.kernel import fields
from machinehall.kernel.actions import draw
from machinehall.kernel.match import Match
from machinehall.kernel.mending import MEND
from machinehall.kernel.record_text import read_line
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Action, Event, IllegalAction, Refusal
from machinehall.school.lesson_match import known_luck

from .same_deal import Deal

REACH = 40
"""So many decisions can be taken back at most; bounds the memory of a match and the tail to be replayed."""

_events = msgspec.msgpack.Decoder(
    list[list[tuple[str, tuple[int | None, ...], tuple[int, ...] | None, tuple[int, ...]]]]
)


dealer: Callable[[], random.Random] = random.SystemRandom
"""Makes what chance is drawn with: nobody can work out the next card from those seen. Tests put a known one here."""


class LiveMatch(Match):
    """A match whose distant past stays in the database: `base` decisions come before the log in memory."""

    reach = REACH

    def __init__(
        self, title: Title, options: Mapping[str, Any], state: Any, base: int, seats: int, decided: int = 0,
        rng: random.Random | None = None,
    ) -> None:  # fmt: skip
        super().__init__(title, seats, options=options, deal=False, state=state, base=base)
        self.decided = decided
        """The seats, as bits, that decided something of their own before `base`."""
        self._rng = rng or dealer()
        self.lesson = ""
        """Of a learner's match: chance is known, the same number brings the same outcome."""
        self.by_hand: frozenset[str] | None = None
        """At a real table: the kinds of chance that the app draws for it. None: it draws everything itself."""

        self.same: Deal | None = None
        """The deal of another match that is played once more."""

    @classmethod
    def fresh(
        cls, title: Title, seats: int, options: Mapping[str, Any], by_hand: frozenset[str] | None = None,
        same: Deal | None = None,
    ) -> LiveMatch:  # fmt: skip
        """A new match, dealt as far as the app deals."""
        state = title.start(seats, options)
        match = cls(title, dict(zip((o.name for o in title.options), state.options, strict=True)), state, 0, seats)
        match.by_hand, match.same = by_hand, same
        match.deal()
        return match

    def luck(self, number: int) -> random.Random:
        return known_luck(f"{self.title.name}/{self.lesson}", number) if self.lesson else self._rng

    def deal(self, number: int | None = None) -> list[Event]:
        """Chance decides until a seat is to act, or until people have to say what a real table showed."""
        if self.same is not None:
            return self._dealt_again(self.same)
        return super().deal(number) if self.by_hand is None else self.drawn(False, number, more=0)

    def _dealt_again(self, same: Deal) -> list[Event]:
        events: list[Event] = []
        while self.state.stack and self.state.stack[-1][1] == CHANCE:
            events += self._happens(same.pick(self.title, self.title.chance(self.state), self.number))
        return events

    def drawn(self, every: bool, number: int | None = None, more: int = 1) -> list[Event]:
        """At a real table the app draws what is asked now (`more`), then what it draws anyway; `every`: all of it."""
        events: list[Event] = []
        rng = self.luck(self.number if number is None else number)
        while self.state.stack and self.state.stack[-1][1] == CHANCE:
            outcomes = self.title.chance(self.state)
            if not (every or more > 0 or len(outcomes) == 1 or self.state.stack[-1][0] in (self.by_hand or ())):
                break
            events += self._happens(draw(outcomes, rng))
            more -= 1
        return events

    def happens(self, outcome: Action) -> list[Event]:
        """What chance brought, and nothing that follows by chance."""
        return self._happens(outcome)

    def shown(self, outcome: Action) -> list[Event]:
        """What chance brought at a real table, and what follows from it by itself."""
        return self._happens(outcome) + self.deal()

    @property
    def floor(self) -> int:
        """The number of the first decision that can still be taken back."""
        return self.base + min(self._before, default=len(self.log))

    def redo(self, line: str, check: bool = False) -> list[Event]:
        """A line of the stored log, so that it can be taken back as before."""
        seat, forced, action = read_line(self.title, line)
        if check and action.kind != MEND:  # that is checked by the laws anyway
            refusal = self.why_not(action, seat)
            if refusal is not None:
                raise IllegalAction(self.text(action), refusal)
        return self._happens(action) if seat == CHANCE else self._take(seat, action, forced)

    def keep_from(self, floor: int) -> None:
        """After loading: nothing before the stored floor can be taken back."""
        self._before = {i: state for i, state in self._before.items() if self.base + i >= floor}

    def cannot_undo(self, seat: int) -> Refusal | None:
        refusal = super().cannot_undo(seat)
        if refusal is not None and refusal.message == "undo.nothing" and self.decided >> seat & 1:
            return Refusal("MH-1.3", "undo.learned")
        return refusal

    def deciders(self) -> int:
        """The seats, as bits, that have decided something of their own so far."""
        seen = self.decided
        for entry in self.log:
            if entry.seat != CHANCE and not entry.forced:
                seen |= 1 << entry.seat
        return seen

    def last(self, seat: int) -> int | None:
        """The number of the seat's last decision of its own."""
        found = self._last(seat)
        return None if found is None else self.base + found

    def trail(self, seat: int) -> list[int]:
        """The numbers of the seat's own decisions that it could take back one after the other, the oldest first."""
        at = self._last(seat)
        if at is None or self.cannot_undo(seat) is not None:
            return []
        found = [at]
        while at > 0 and at - 1 in self._before and self.log[at - 1].seat == seat:
            at -= 1
            if not self.log[at].forced:  # those go back with the decision before them
                found.append(at)
        return [self.base + number for number in reversed(found)]

    def decisions(self, seat: int, before: int, most: int) -> list[Action]:
        """The seat's last decisions before a number, the oldest first, as far as they are in memory."""
        later = len(self.log) - (before - self.base)
        past = (entry.action for entry in islice(reversed(self.log), later, None) if entry.seat == seat)
        return list(islice(past, most))[::-1]


def print_of(title: Title, legal: Sequence[Action]) -> int:
    """A finger-print of what a seat may choose, to see later whether it is still the same, or new rules offer it."""
    index = title.actions.index
    return zlib.crc32(",".join([str(index[action]) for action in legal]).encode()) & 0x7FFFFFFF


def link(chain: str, lines: Sequence[str]) -> str:
    """The running hash over the log, so that a lost or doubled line shows."""
    return hashlib.blake2b("\n".join((chain, *lines)).encode(), digest_size=16).hexdigest()


def pack_events(happened: Sequence[Sequence[Event]]) -> bytes:
    return msgspec.msgpack.encode([[event.plain() for event in events] for events in happened])


def unpack_events(data: bytes) -> list[list[Event]]:
    return [[Event(*event) for event in events] for events in _events.decode(data)]


def state_text(title: Title, state: Any) -> bytes:
    """The whole state, as it is stored and hashed."""
    return msgspec.json.encode(fields.to_data(state, title.domains))


def unpack_state(title: Title, data: bytes) -> Any:
    return fields.from_data(title.state_class, msgspec.json.decode(zlib.decompress(data)), title.domains)
