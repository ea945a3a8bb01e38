"""A match: a position, its past, and a dealer for chance."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from .actions import draw
from .mending import MEND, carry_out
from .questions import only_answer
from .record_text import Entry as Entry
from .record_text import write_record
from .title import Title
from .values import CHANCE, TOGETHER, Action, Event, IllegalAction, MachineHallError, Outcome, Refusal


class CannotUndo(MachineHallError):
    """Somebody has learned something since."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"cannot undo: {refusal.message} (rule {refusal.rule})")
        self.refusal = refusal


class Match:
    """One play of a title. Everything here refuses without changing anything."""

    reach: int | None = None
    """So many decisions can be taken back at most; None: all of them."""

    def __init__(
        self,
        title: Title,
        seats: int,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        deal: bool = True,
        *,
        state: Any = None,
        base: int = 0,
    ) -> None:
        """`state`: a position to go on from instead of the set-up; `base`: decisions before it, not in the log."""
        self.title = title
        self.rules = title.rules_version
        """The version of the rules that its record names."""
        self.seats = seats
        self.seed = seed
        self.state: Any = title.start(seats, options) if state is None else state
        if state is None or options is None:
            options = dict(zip((o.name for o in title.options), self.state.options, strict=True))
        self.options = dict(options)
        self.base = base
        self.log: list[Entry] = []
        self.happened: list[list[Event]] = []
        """What each line of the log brought about."""
        self.offered: list[Action] = []
        """What the last decision was chosen from."""
        self._rng = random.Random(seed)
        self._before: dict[int, Any] = {}
        """The states before those lines of the log that can still be taken back."""
        if deal:
            self.deal()

    def __repr__(self) -> str:
        return f"<match of {self.title.name}, {self.seats} seats, {len(self.log)} decisions, to act: {self.to_act}>"

    # The position

    @property
    def number(self) -> int:
        """How many decisions there have been, chance among them."""
        return self.base + len(self.log)

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
        found = self.title.legal(self.state, seat)
        if not found and (self.to_act if seat is None else seat in self.to_act):
            raise LookupError(f"a dead end: {self.state.stack[-1]} offers nothing to seat {self._seat(seat)}")
        return found

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
        action = self.title.actions.canonical(action)
        if seat == CHANCE:
            raise IllegalAction(self.text(action), Refusal("MH-1.4", "refuse.left_to_chance", (action.kind,)))
        legal = self.legal(seat)
        if action not in legal:
            refusal = self.why_not(action, seat)
            assert refusal is not None
            raise IllegalAction(self.text(action), refusal)
        state, before, length, number = self.state, dict(self._before), len(self.log), self.number
        try:
            events = self._take(seat, action, forced) + self.deal(number)
        except BaseException:
            self.state, self._before = state, before
            del self.log[length:], self.happened[length:]
            raise
        self.offered = legal
        return events

    def play_all(self, actions: Sequence[Action], seat: int) -> list[Event]:
        """Several decisions of a seat one after the other: all of them, or, if one is refused, none."""
        state, before, length, offered = self.state, dict(self._before), len(self.log), self.offered
        events: list[Event] = []
        try:
            for action in actions:
                events += self.play(action, seat)
        except BaseException:
            self.state, self._before, self.offered = state, before, offered
            del self.log[length:], self.happened[length:]
            raise
        return events

    def _take(self, seat: int, action: Action, forced: bool) -> list[Event]:
        """Do a legal action so that it can be taken back."""
        before, place = self.state, len(self.log)
        after = before.clone()
        events = self.title.apply(after, seat, action, check=False)
        self.state = after
        self._before[place] = before
        if self.reach is not None:
            self._before.pop(place - self.reach, None)
        self._write(Entry(seat, action, forced, before.stack[-1][1] == TOGETHER), events)
        return events

    def _write(self, entry: Entry, events: list[Event]) -> None:
        self.log.append(entry)
        self.happened.append(events)
        if not self._before:
            return
        kinds = self.title.events
        if entry.seat == CHANCE or any(kinds[event.kind].reveals for event in events):
            self._before.clear()

    def luck(self, number: int) -> random.Random:
        """What chance is drawn with that follows the decision of this number."""
        return self._rng

    def deal(self, number: int | None = None) -> list[Event]:
        """Chance decides until a seat is to act; `number`: after which decision."""
        events: list[Event] = []
        rng = self.luck(self.number if number is None else number)
        while self.state.stack and self.state.stack[-1][1] == CHANCE:
            events += self._happens(draw(self.title.chance(self.state), rng))
        return events

    def _happens(self, outcome: Action) -> list[Event]:
        """What chance has decided, or people have put right at a real table; it cannot be taken back."""
        if outcome.kind == MEND:
            self.state, events = carry_out(self.title, self.state, outcome)
        else:
            events = self.title.apply(self.state, CHANCE, outcome, check=False)
        self._write(Entry(CHANCE, outcome), events)
        return events

    def replay(self, seat: int, action: Action, *, forced: bool = False) -> list[Event]:
        """Write a decision of the past, an outcome of chance among them, without asking the dealer for more."""
        if action.kind == MEND:
            return self._happens(action)
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
        after = range(mine + 1, len(self.log))
        others = any(self.log[at].seat != seat and not self._foretold(at) for at in after)
        if others and not self._together(mine):
            return Refusal("MH-1.3", "undo.others_acted")
        return None

    def _foretold(self, at: int) -> bool:
        """Whether everybody could tell what a line of the log would be: such an answer is no decision of anybody."""
        entry, before = self.log[at], self._before.get(at)
        return entry.forced and before is not None and only_answer(self.title, before, entry.seat) is not None

    def _together(self, mine: int) -> bool:
        """Whether all from a line of the log on answers the same question."""
        return all(entry.together for entry in self.log[mine:])

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
        others = [entry for entry in self.log[mine + 1 :] if entry.seat != seat] if self._together(mine) else []
        self.state = self._before[mine]
        del self.log[mine:], self.happened[mine:]
        self._before = {i: state for i, state in self._before.items() if i < mine}
        for entry in others:
            self.play(entry.action, entry.seat, forced=entry.forced)

    def found(self, seat: int) -> Collection[str]:
        """What a seat has brought about that counts for feats, see `Feats.found`; nothing before the match is over."""
        feats, outcome = self.title.feats, self.outcome
        if feats is None or outcome is None:
            return ()
        return feats.found(self.title.lookup, self.happened, self.state, outcome, seat)

    # Saving and drawing

    def lines(self, start: int | None = None) -> list[str]:
        """The log from a number on, as records write it."""
        return [entry.line(self.title) for entry in self.log[0 if start is None else start - self.base :]]

    def record(self) -> str:
        """All that is needed to play this match again."""
        return write_record(self.title, self.rules, self.seats, self.options, self.log)

    def svg(self, seat: int | None = None, **how: Any) -> str:
        """The position as a picture, as a seat (None: a spectator) may see it.

        `how` goes to the title's drawing: `theme` "light" or "dark", `names` of the seats, `words` of another language,
        `fonts=False` for pages that bring the fonts themselves.
        """
        legal = self.legal(seat) if seat is not None and seat in self.to_act else []
        return self.title.draw(self.view(seat), **{"fonts": True, "legal": legal, **how})

    def _repr_svg_(self) -> str:
        return self.svg()
