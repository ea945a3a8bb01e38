"""Conditions of lessons and problems, and what they are asked of: figures, events, the last decision, the offers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Any

from machinehall.kernel import fields
from machinehall.kernel.title import Title
from machinehall.kernel.values import Event

from .items import Condition


def fits(text: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(text, pattern) for pattern in patterns)


def facts(title: Title, state: Any, seat: int) -> Mapping[str, int]:
    """What can be asked about a seat: the title's own facts, and the points if the match ended now."""
    found: dict[str, int] = {"points": title.score(title.lookup, state).scores[seat]}
    if title.minds.facts is not None:
        found |= title.minds.facts(title.lookup, state, seat)
    return found


def told(events: Sequence[Event], seat: int) -> list[Event]:
    """What a seat may know of events."""
    return [seen for event in events if (seen := event.seen_from(seat)) is not None]


class Instant:
    """One moment of a match, as far as conditions ask about it; what is not asked is not worked out."""

    def __init__(self, title: Title, state: Any, seat: int, before: Mapping[str, int] | None = None) -> None:
        self.title = title
        self.state = state
        self.seat = seat
        self.events: list[str] = []
        """All that the seat has seen happen."""
        self.acted = ""
        """The seat's last decision."""
        self.before = before or {}
        """The facts that a gain is reckoned from: those of a problem. A lesson begins before there are any."""
        self.ends: Sequence[Any] = ()
        """Where the solution of a problem leads."""

    @cached_property
    def now(self) -> Mapping[str, int]:
        return facts(self.title, self.state, self.seat)

    @cached_property
    def offered(self) -> list[str]:
        return [self.title.text(action) for action in self.title.legal(self.state, self.seat)]

    def moved(self, events: Sequence[Event]) -> None:
        """The state has changed."""
        self.events += [self.title.event_text(event) for event in told(events, self.seat)]
        for known in ("now", "offered"):
            self.__dict__.pop(known, None)

    def holds(self, tests: Iterable[Condition]) -> bool:
        return all(within(test, self.value(test)) for test in tests)

    def value(self, test: Condition) -> int:
        match test.of:
            case "fact":
                return self.now[test.what]
            case "gain":
                return self.now[test.what] - self.before[test.what]
            case "events":
                return sum(fnmatchcase(event, test.what) for event in self.events)
            case "latest":
                kind = test.what.split()[0] + " "
                last = next((event for event in reversed(self.events) if event.startswith(kind)), "")
                return int(fnmatchcase(last, test.what))
            case "acted":
                return int(fnmatchcase(self.acted, test.what))
            case "offered":
                return sum(fnmatchcase(text, test.what) for text in self.offered)
            case "reached":
                return int(fields.to_data(self.state, self.title.domains) in self.ends)


def within(test: Condition, value: int) -> bool:
    return (test.least is None or value >= test.least) and (test.most is None or value <= test.most)
