"""Kept matches played again: what each seat saw, could do and did, turn by turn, and how it ended."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import machinehall
from machinehall.kernel.match import Match
from machinehall.kernel.observation import as_array
from machinehall.kernel.options import as_played
from machinehall.kernel.record import load_match, title_of
from machinehall.kernel.record_text import read_body, read_line
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Action, BadRecord, Event, MachineHallError, Outcome

from .store import Row, read_head, rows

if TYPE_CHECKING:
    import numpy as np

    Bytes = np.ndarray[Any, np.dtype[np.uint8]]
    Truths = np.ndarray[Any, np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of a seat: what it saw, what it could do, what it did."""

    number: int
    """Its line in the record, chance counted."""
    seat: int
    observation: Bytes
    mask: Truths
    """True for each legal action of the title's table."""
    action: int
    """Its number in that table."""
    forced: bool
    """There was nothing else to do, and nobody was asked."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a seat decided in a row. Where a title says that a turn begins, a new one does even so."""

    seat: int
    steps: tuple[Step, ...]


@dataclass(slots=True)
class KeptMatch:
    """One match of a folder. Everything but `facts` is worked out by playing its record again."""

    row: Row = field(repr=False)
    title: Title
    number: int
    seats: int

    @property
    def facts(self) -> dict[str, Any]:
        """What was kept beside the record: bots by seat, the seed, scores and places as they were written."""
        return {key: value for key, value in self.row.items() if key != "record"}

    @property
    def record(self) -> str:
        """As `Match.record` writes it: for `machinehall.load_match` and `machinehall replay`."""
        return json.dumps(self.row["record"], indent=0) + "\n"

    def match(self) -> Match:
        """The whole match, with its log, events and last position."""
        return load_match(self.record, lambda name, pack: self.title)

    def steps(self, forced: bool = True) -> Iterator[Step]:
        """Every decision of the seats in order; `forced=False` leaves out those without a choice."""
        for step, _ in self._walk():
            if step is not None and (forced or not step.forced):
                yield step

    def turns(self) -> Iterator[Turn]:
        """The decisions in turns."""
        kinds, seat, some = self.title.events, -1, list[Step]()
        for step, events in self._walk():
            if step is not None:
                if some and step.seat != seat:
                    yield Turn(seat, tuple(some))
                    some = []
                seat = step.seat
                some.append(step)
            if some and any(kinds[event.kind].turn for event in events):
                yield Turn(seat, tuple(some))
                some = []
        if some:
            yield Turn(seat, tuple(some))

    def outcome(self) -> Outcome | None:
        """How it ended; None if it was broken off."""
        state = self._start()
        for _ in self._played(state, watch=False):
            pass
        return self.title.outcome(state)

    def last(self) -> tuple[Outcome | None, list[Bytes]]:
        """How it ended, and what each seat saw then."""
        state, observe = self._start(), self.title.observer()
        for _ in self._played(state, watch=False):
            pass
        return self.title.outcome(state), [own(observe(state, seat)) for seat in range(self.seats)]

    def _start(self) -> Any:
        return self.title.start(self.seats, as_played(self.title.options, self.row["record"]["options"]))

    def _walk(self) -> Iterator[tuple[Step | None, list[Event]]]:
        return self._played(self._start(), watch=True)

    def _played(self, state: Any, watch: bool) -> Iterator[tuple[Step | None, list[Event]]]:
        """Each line of the record, checked: the step, if a seat decided and somebody watches, and what happened."""
        title, observe = self.title, self.title.observer()
        for number, line in enumerate(self.row["record"]["log"]):
            try:
                seat, forced, action = read_line(title, line)
                legal = title.legal(state, seat)
                if action not in legal:
                    title.apply(state, seat, action)  # says by which rule it is refused
            except MachineHallError as fault:
                raise BadRecord(f"match {self.number}, line {number + 1} of the log, {line!r}: {fault}") from None
            step = None
            if watch and seat != CHANCE:
                step = self._step(number, seat, observe(state, seat), legal, action, forced)
            yield step, title.apply(state, seat, action, check=False)

    def _step(
        self, number: int, seat: int, seen: bytes | bytearray, legal: list[Action], action: Action, forced: bool
    ) -> Step:
        title = self.title
        return Step(number, seat, own(seen), title.mask_of(legal), title.action_index(action), forced)


def own(row: bytes | bytearray) -> Bytes:
    """An array of the reader's own, which may be written to."""
    return as_array(bytearray(row))


def matches(folder: Path | str, pack: Path | None = None) -> Iterator[KeptMatch]:
    """The matches of a folder one after the other; a record that was changed is refused."""
    read_head(Path(folder))
    return (kept_match(row, pack) for row in rows(Path(folder)))


def kept_match(row: Row, pack: Path | None = None) -> KeptMatch:
    try:
        body = read_body(json.dumps(row["record"]))
        title = title_of(body, machinehall.title, pack)
    except BadRecord as fault:
        raise BadRecord(f"match {row['number']}: {fault}") from None
    return KeptMatch(row, title, row["number"], body["seats"])
