"""What seats have been told and have done in a match: perfect recall, shared between copies of a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from machinehall.kernel.title import Title
from machinehall.kernel.values import Event

OFTEN = 32
"""After so many steps the whole text is kept again: matches have thousands."""


class Step:
    """One action and what happened; who took it knows which it was."""

    __slots__ = ("_seen", "action", "events", "seat")

    def __init__(self, seat: int, action: str, events: tuple[Event, ...]) -> None:
        self.seat, self.action, self.events = seat, action, events
        self._seen: dict[int | None, str] = {}

    def seen(self, title: Title, eyes: int | None) -> str:
        """The lines of it that a seat (None: a spectator) knows; made once, for all positions that follow."""
        if eyes not in self._seen:
            own = [f"> {self.action}"] if eyes is not None and eyes == self.seat else []
            facts = [event.seen_from(eyes) for event in self.events]
            told = own + [title.event_text(fact) for fact in facts if fact is not None]
            self._seen[eyes] = "".join(f"{line}\n" for line in told)
        return self._seen[eyes]


class Recall:
    """A chain of steps, newest first: a position that follows adds one link and shares the rest."""

    __slots__ = ("_kept", "before", "only", "step")

    def __init__(self, step: Step | None = None, before: Recall | None = None, only: int | None = None) -> None:
        self.step, self.before = step, before
        self.only = only
        """Of the steps up to this one only this seat's own knowledge counts, the others' is what everybody saw."""
        self._kept: dict[int | None, str] = {}
        """The whole text up to here, by the eyes that see it; kept now and then."""

    def after(self, seat: int, action: str, events: Sequence[Event]) -> Recall:
        """What is remembered after one more step."""
        return Recall(Step(seat, action, tuple(events)), self)

    def of(self, seat: int) -> Recall:
        """The same, as far as one seat knows it."""
        return Recall(None, self, seat)

    def text(self, title: Title, seat: int | None) -> str:
        """What a seat (None: a spectator) did and was told, a line each, oldest first."""
        parts: list[str] = []
        for link, eyes in self.links(seat):
            if eyes in link._kept:
                parts.append(link._kept[eyes])
                break
            if link.step is not None:
                parts.append(link.step.seen(title, eyes))
        text = "".join(reversed(parts))
        if len(parts) > OFTEN:
            self._kept[seat] = text
        return text

    def links(self, seat: int | None) -> Iterator[tuple[Recall, int | None]]:
        """The chain, newest first, with the eyes that see each link: in a sampled world the others' see less."""
        link: Recall | None = self
        eyes = seat
        while link is not None:
            yield link, eyes
            if link.only is not None and link.only != seat:
                eyes = None
            link = link.before

    def plain(self) -> list[Any]:
        """For a pickle: newest last, without nesting, which has a limit."""
        rows: list[Any] = []
        link: Recall | None = self
        while link is not None:
            step = (
                None if link.step is None else (link.step.seat, link.step.action, [e.plain() for e in link.step.events])
            )
            rows.append((step, link.only))
            link = link.before
        return rows[::-1]

    @staticmethod
    def from_plain(rows: list[Any]) -> Recall:
        """Back from `plain`."""
        link: Recall | None = None
        for step, only in rows:
            made = None if step is None else Step(step[0], step[1], tuple(Event(*event) for event in step[2]))
            link = Recall(made, link, only)
        return link or Recall()
