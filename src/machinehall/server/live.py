"""A match in memory that was loaded from a snapshot and the tail of its log, and how its parts are stored."""

from __future__ import annotations

import hashlib
import random
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from machinehall.kernel import fields
from machinehall.kernel.match import Entry, Match
from machinehall.kernel.record import read_line
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, TOGETHER, Action, Event, IllegalAction, Refusal
from machinehall.school.sitting import known_luck

REACH = 40
"""So many decisions can be taken back at most; bounds the memory of a match and the tail to be replayed."""

_events = msgspec.msgpack.Decoder(
    list[list[tuple[str, tuple[int | None, ...], tuple[int, ...] | None, tuple[int, ...]]]]
)


dealer: Callable[[], random.Random] = random.SystemRandom
"""Makes what chance is drawn with: nobody can work out the next card from those seen. Tests put a known one here."""


class LiveMatch(Match):
    """A match whose distant past stays in the database: `base` decisions come before the log in memory."""

    def __init__(
        self, title: Title, options: Mapping[str, Any], state: Any, base: int, seats: int, decided: int = 0
    ) -> None:
        self.title = title
        self.seats = seats
        self.seed = None
        self.state = state
        self.options = dict(options)
        self.log: list[Entry] = []
        self.happened: list[list[Event]] = []
        self.base = base
        self.decided = decided
        """The seats, as bits, that decided something of their own before `base`."""
        self._rng = dealer()
        self._before: dict[int, Any] = {}
        self.offered = 0
        """Finger-print of what the last decision was chosen from."""
        self.luck = ""
        """Chance that is known: the same number of a match of this name brings the same outcome."""
        self.broken = False
        """A rule failed half-way: the match in memory is not to be used any more."""

    @classmethod
    def fresh(cls, title: Title, seats: int, options: Mapping[str, Any]) -> LiveMatch:
        """A new match, dealt."""
        state = title.start(seats, options)
        match = cls(title, dict(zip((o.name for o in title.options), state.options, strict=True)), state, 0, seats)
        match._deal()
        return match

    @property
    def number(self) -> int:
        """How many decisions there have been, chance among them."""
        return self.base + len(self.log)

    @property
    def floor(self) -> int:
        """The number of the first decision that can still be taken back."""
        return self.base + min(self._before, default=len(self.log))

    def play(self, action: Action, seat: int | None = None, *, forced: bool = False) -> list[Event]:
        """As the kernel does it, with one listing of the legal actions."""
        seat = self._seat(seat)
        action = self.title.actions.known(action)
        legal = self.legal(seat)
        if action not in legal or seat == CHANCE:
            refusal = self.why_not(action, seat) or Refusal("MH-1.4", "refuse.left_to_chance")
            raise IllegalAction(self.text(action), refusal)
        self.offered = self._print(legal)
        if self.luck:
            self._rng = known_luck(self.luck, self.number)
        before = self.state
        self.state = before.clone()
        try:
            return self._take(before, seat, action, forced) + self._deal()
        except BaseException:
            self.broken = True
            raise

    def _take(self, before: Any, seat: int, action: Action, forced: bool) -> list[Event]:
        together = before.stack[-1][1] == TOGETHER
        events = self.title.apply(self.state, seat, action, check=False)
        self._before[len(self.log)] = before
        self._before.pop(len(self.log) - REACH, None)
        self._write(Entry(seat, action, forced, together), events)
        return events

    def redo(self, line: str, check: bool = False) -> list[Event]:
        """A line of the stored log, so that it can be taken back as before."""
        seat, forced, action = read_line(self.title, line)
        if check:
            refusal = self.why_not(action, seat)
            if refusal is not None:
                raise IllegalAction(self.text(action), refusal)
        if seat == CHANCE:
            events = self.title.apply(self.state, CHANCE, action, check=False)
            self._write(Entry(CHANCE, action), events)
            return events
        before = self.state
        self.state = before.clone()
        return self._take(before, seat, action, forced)

    def settle(self, floor: int) -> None:
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

    def lines(self, start: int) -> list[str]:
        """The log from a number on, as records write it."""
        return [line_of(self.title, entry) for entry in self.log[start - self.base :]]

    def _print(self, legal: Sequence[Action]) -> int:
        index = self.title.actions.index
        return zlib.crc32(",".join([str(index[action]) for action in legal]).encode()) & 0x7FFFFFFF

    def offers(self, seat: int) -> int:
        """A finger-print of what a seat may choose now, to see later whether new rules offer the same."""
        return self._print(self.legal(seat))


def line_of(title: Title, entry: Entry) -> str:
    who = "*" if entry.seat == CHANCE else str(entry.seat)
    return f"{who}{'!' if entry.forced else ''} {title.text(entry.action)}"


def link(chain: str, lines: Sequence[str]) -> str:
    """The running hash over the log, so that a lost or doubled line shows."""
    return hashlib.blake2b("\n".join((chain, *lines)).encode(), digest_size=16).hexdigest()


def pack_events(happened: Sequence[Sequence[Event]]) -> bytes:
    return msgspec.msgpack.encode(happened)


def unpack_events(data: bytes) -> list[list[Event]]:
    return [[Event(*event) for event in events] for events in _events.decode(data)]


def pack_state(title: Title, state: Any) -> tuple[bytes, str]:
    """The whole state, compressed, and its digest."""
    text = msgspec.json.encode(fields.to_data(state, title.domains))
    return zlib.compress(text, 1), hashlib.sha256(text).hexdigest()


def unpack_state(title: Title, data: bytes) -> Any:
    return fields.from_data(title.state_class, msgspec.json.decode(zlib.decompress(data)), title.domains)


def digest_of(title: Title, state: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(fields.to_data(state, title.domains))).hexdigest()
