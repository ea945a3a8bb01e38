"""A learner's match without a server: for the terminal and for tests."""

from __future__ import annotations

import random

from machinehall.kernel.match import Match
from machinehall.kernel.record_text import read_line
from machinehall.kernel.title import Title

from .items import Item, Lesson, begin
from .progress import Progress, progress


def known_luck(luck: str, number: int) -> random.Random:
    """Chance in a learner's match: the same number brings the same luck, wherever it is played."""
    return random.Random(f"{luck}/{number}")


class LessonMatch(Match):
    """A lesson or a problem as a match; its log can be taken back like any other."""

    def __init__(self, title: Title, found: Item) -> None:
        super().__init__(title, found.seats, deal=False, state=begin(title, found))
        self.item = found
        if isinstance(found, Lesson):
            for line in found.opening:
                seat, forced, action = read_line(title, line)
                self.replay(seat, action, forced=forced)

    def luck(self, number: int) -> random.Random:
        return known_luck(f"{self.title.name}/{self.item.id}", number)

    @property
    def progress(self) -> Progress:
        return progress(self.title, self.item, self.lines())

    def before(self, number: int) -> LessonMatch:
        """The same match before one of its decisions."""
        earlier = LessonMatch(self.title, self.item)
        for entry in self.log[len(earlier.log) : number]:
            earlier.replay(entry.seat, entry.action, forced=entry.forced)
        return earlier
