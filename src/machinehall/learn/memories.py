"""Perfect recall as numbers: what a seat has done and been told since the match began, a row for each thing.

An observation says all that a seat may know of the present; this says how it came about. A row has a fixed width:

| column | what |
|---|---|
| 0 | 1: an action of the own seat; 2: an event that the seat was told |
| 1 | the number of the action, or of the kind of event (`Memories.kinds`) |
| from 2 on | arguments of the event, as many as any has; seats are counted from the own one |

`ABSENT` stands where an event has no such argument, `UNKNOWN` where this seat is not told it. What others did is told
by the events. The rows of a match grow without a fixed bound, so there is no tensor of one size for them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from machinehall.kernel.mendable import MENDED
from machinehall.kernel.title import Title
from machinehall.kernel.values import Event

from .recall import Recall

Rows = np.ndarray[Any, np.dtype[np.int32]]
OWN_ACTION, TOLD = 1, 2
ABSENT, UNKNOWN = -1_000_000, -1_000_001


class Memories:
    """Writes the memories of the seats of a title."""

    def __init__(self, title: Title, seats: int) -> None:
        self.title, self.seats = title, seats
        self.kinds = tuple(sorted(kind for kind in title.events if kind != MENDED))
        """The kinds of events, in the order of their numbers; what people put right at a real table is none."""
        self.arguments = {kind: tuple(title.events[kind].args) for kind in self.kinds}
        """For each kind of event what its arguments are: domains of the title, or plain amounts."""
        self.number = {kind: i for i, kind in enumerate(self.kinds)}
        self.width = 2 + max((len(args) for args in self.arguments.values()), default=0)
        self.version = f"{title.action_version}-{len(self.kinds)}x{self.width}"
        """Changes when a number may mean something else."""

    def rows(self, recall: Recall, seat: int) -> Rows:
        """All that a seat has done and been told, oldest first."""
        found: list[list[int]] = []
        for link, eyes in recall.links(seat):
            if link.step is None:
                continue
            facts = [event.seen_from(eyes) for event in link.step.events]
            told = [self._event(fact, seat) for fact in facts if fact is not None]
            if eyes is not None and eyes == link.step.seat:
                told.insert(0, self._row(OWN_ACTION, self.title.action_index(self.title.parse(link.step.action)), []))
            found += reversed(told)
        return np.array(found[::-1], np.int32).reshape(-1, self.width)

    def _event(self, event: Event, seat: int) -> list[int]:
        values = []
        for domain, value in zip(self.arguments[event.kind], event.args, strict=True):
            if value is None:
                values.append(UNKNOWN)
            elif domain == "seat" and 0 <= value < self.seats:
                values.append((value - seat) % self.seats)
            else:
                values.append(value)
        return self._row(TOLD, self.number[event.kind], values)

    def _row(self, what: int, number: int, values: list[int]) -> list[int]:
        return [what, number, *values, *[ABSENT] * (self.width - 2 - len(values))]
