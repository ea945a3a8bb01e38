"""A learner's match without a server: for the terminal and for tests."""

from __future__ import annotations

import random

from machinehall.kernel.match import Entry, Match
from machinehall.kernel.record import read_line
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Action, Event

from .items import Item, Lesson, begin
from .progress import Progress, progress


def known_luck(luck: str, number: int) -> random.Random:
    """Chance in a learner's match: the same number brings the same luck, wherever it is played."""
    return random.Random(f"{luck}/{number}")


class Sitting(Match):
    """A lesson or a problem as a match; its log can be taken back like any other."""

    def __init__(self, title: Title, found: Item) -> None:
        super().__init__(title, found.seats, options=found.options, deal=False)
        self.item = found
        self.state = begin(title, found)
        if isinstance(found, Lesson):
            for line in found.opening:
                seat, forced, action = read_line(title, line)
                self.replay(seat, action, forced=forced)
            self._before = {}

    def play(self, action: Action, seat: int | None = None, *, forced: bool = False) -> list[Event]:
        self._rng = known_luck(f"{self.title.name}/{self.item.id}", len(self.log))
        return super().play(action, seat, forced=forced)

    def lines(self) -> list[str]:
        return [_line(self.title, entry) for entry in self.log]

    @property
    def progress(self) -> Progress:
        legal = self.legal(self.item.seat) if self.item.seat in self.to_act else []
        return progress(self.title, self.item, self.lines(), legal)


def _line(title: Title, entry: Entry) -> str:
    who = "*" if entry.seat == CHANCE else str(entry.seat)
    return f"{who}{'!' if entry.forced else ''} {title.text(entry.action)}"
