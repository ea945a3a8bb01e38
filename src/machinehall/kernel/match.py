"""A match: a position, its past, and a dealer for chance."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, NamedTuple

from .title import Title, draw
from .values import CHANCE, TOGETHER, Action, Event, IllegalAction, MachineHallError, Outcome, Refusal


class Entry(NamedTuple):
    """One line of the past: who decided what."""

    seat: int
    action: Action
    forced: bool = False
    """Taken by the autopilot, because there was no other choice."""
    together: bool = False
    """One of several simultaneous answers."""


class CannotUndo(MachineHallError):
    """Somebody has learned something since."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"cannot undo: {refusal.message} (rule {refusal.rule})")
        self.refusal = refusal


class Match:
    """One play of a title. Everything here refuses without changing anything."""

    def __init__(
        self,
        title: Title,
        seats: int,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        deal: bool = True,
    ) -> None:
        self.title = title
        self.seats = seats
        self.seed = seed
        self.state: Any = title.start(seats, options)
        self.options = dict(zip((o.name for o in title.options), self.state.options, strict=True))
        self.log: list[Entry] = []
        self.happened: list[list[Event]] = []
        """What each line of the log brought about."""
        self._rng = random.Random(seed)
        self._before: dict[int, Any] = {}
        """The states before those lines of the log that can still be taken back."""
        if deal:
            self._deal()

    def __repr__(self) -> str:
        return f"<match of {self.title.name}, {self.seats} seats, {len(self.log)} decisions, to act: {self.to_act}>"

    # The position

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision now."""
        return self.title.to_act(self.state)

    def _seat(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        return self.to_act[0] if self.to_act else 0

    def legal(self, seat: int | None = None) -> list[Action]:
        """All that a seat (None: the first to act) may do: what is not in it is not legal."""
        return self.title.legal(self.state, seat)

    def why_not(self, action: Action, seat: int | None = None) -> Refusal | None:
        """Why an action is not allowed, or None if it is."""
        return self.title.why_not(self.state, self._seat(seat), action)

    def nearest(self, action: Action, seat: int | None = None) -> Action | None:
        """The legal action that comes closest to one that is not allowed."""
        return self.title.nearest(self.state, self._seat(seat), action)

    @property
    def outcome(self) -> Outcome | None:
        return self.title.outcome(self.state)

    def text(self, action: Action) -> str:
        """The stable notation of an action."""
        return self.title.text(action)

    def parse(self, text: str, seat: int | None = None) -> Action:
        """The action that a text means; words may be shortened as long as one legal action fits."""
        return self.title.actions.parse(text, self.legal(seat))

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Exactly what a seat (None: a spectator) may know."""
        self._check_viewer(seat)
        return self.title.view(self.state, seat)

    def events(self, seat: int | None = None) -> list[Event]:
        """The past as a seat (None: a spectator) may know it."""
        self._check_viewer(seat)
        facts = (event.seen_from(seat) for events in self.happened for event in events)
        return [fact for fact in facts if fact is not None]

    def _check_viewer(self, seat: int | None) -> None:
        if seat is not None and (type(seat) is not int or not 0 <= seat < self.seats):
            raise MachineHallError(f"no seat {seat!r} at this table of {self.seats}")

    # Playing

    def play(self, action: Action, seat: int | None = None, *, forced: bool = False) -> list[Event]:
        """Check and do an action, then let the dealer decide for chance. Returns all that happened."""
        seat = self._seat(seat)
        action = self.title.actions.known(action)
        if seat == CHANCE:
            raise IllegalAction(self.text(action), Refusal("MH-1.4", "refuse.left_to_chance"))
        before = self.state
        self.state = before.clone()
        try:
            events = self.title.apply(self.state, seat, action)
        except BaseException:
            self.state = before
            raise
        together = before.stack[-1][1] == TOGETHER
        self._before[len(self.log)] = before
        self._write(Entry(seat, action, forced, together), events)
        return events + self._deal()

    def _write(self, entry: Entry, events: list[Event]) -> None:
        self.log.append(entry)
        self.happened.append(events)
        kinds = self.title.events
        if entry.seat == CHANCE or any(kinds[event.kind].reveals for event in events):
            self._before.clear()

    def _deal(self) -> list[Event]:
        """Chance decides until a seat is to act."""
        events: list[Event] = []
        while self.state.stack and self.state.stack[-1][1] == CHANCE:
            action = draw(self.title.chance(self.state), self._rng)
            events += self.replay(CHANCE, action)
        return events

    def replay(self, seat: int, action: Action, *, forced: bool = False) -> list[Event]:
        """Write a decision of the past, an outcome of chance among them, without asking the dealer for more."""
        together = bool(self.state.stack) and self.state.stack[-1][1] == TOGETHER
        events = self.title.apply(self.state, seat, action)
        self._write(Entry(seat, action, forced, together), events)
        return events

    def autopilot(self, seat: int) -> list[Event]:
        """Take a seat's decisions for it while there is only one thing it can do; the log says so."""
        events: list[Event] = []
        while seat in self.to_act and len(legal := self.legal(seat)) == 1:
            events += self.play(legal[0], seat, forced=True)
        return events

    # Undo

    def cannot_undo(self, seat: int) -> Refusal | None:
        """Why a seat cannot take back its last decision, or None if it can (MH-1.3)."""
        mine = self._last(seat)
        if mine is None:
            return Refusal("MH-1.3", "undo.nothing")
        if mine not in self._before:
            return Refusal("MH-1.3", "undo.learned")
        later = self.log[mine + 1 :]
        if later and not all(entry.together for entry in self.log[mine:]):
            return Refusal("MH-1.3", "undo.others_acted")
        return None

    def _last(self, seat: int) -> int | None:
        """The last line of the log that a seat decided itself."""
        return next(
            (i for i in reversed(range(len(self.log))) if self.log[i].seat == seat and not self.log[i].forced), None
        )

    def undo(self, seat: int) -> None:
        """Back to before the seat's last decision, if nobody has learned anything from it since.

        Answers that others gave at the same time stay; the seat's own forced decisions after it are taken back with it.
        """
        refusal = self.cannot_undo(seat)
        if refusal is not None:
            raise CannotUndo(refusal)
        mine = self._last(seat)
        assert mine is not None
        others = [entry for entry in self.log[mine + 1 :] if entry.seat != seat]
        self.state = self._before[mine]
        del self.log[mine:], self.happened[mine:]
        self._before = {i: state for i, state in self._before.items() if i < mine}
        for entry in others:
            self.play(entry.action, entry.seat, forced=entry.forced)

    # Saving and drawing

    def record(self) -> str:
        """All that is needed to play this match again."""
        from .record import write_record

        return write_record(self)

    def svg(self, seat: int | None = None, **how: Any) -> str:
        """The position as a picture, as a seat (None: a spectator) may see it.

        `how` goes to the title's drawing: `theme` "light" or "dark", `names` of the seats, `words` of another language,
        `fonts=False` for pages that bring the fonts themselves.
        """
        legal = self.legal(seat) if seat is not None and seat in self.to_act else []
        return self.title.draw(self.title.tables, self.view(seat), **{"fonts": True, "legal": legal, **how})

    def _repr_svg_(self) -> str:
        return self.svg()
