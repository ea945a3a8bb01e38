"""The decisions of a stored match played again, and held against the events and positions that are stored with them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from machinehall.kernel.match import Match
from machinehall.kernel.record_text import read_line
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Event, MachineHallError
from machinehall.school.items import PREFIX, begin, item

from .flaws import Flaw, Plan, Weight
from .rows import CommitRow, MatchRow, SeatRow, Snapshot
from .seals import intact_text, position_seal, snapshot_of, text_digest
from .stored_match import pack_events, print_of, state_text, unpack_events, unpack_state

READING = (MachineHallError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
"""What a program that reads junk may raise."""


def events_of(row: CommitRow) -> list[list[Event]] | None:
    """What each decision of a line brought about; None: it is damaged."""
    try:
        there = unpack_events(row.events)
    except READING:
        return None
    return there if len(there) == len(row.log()) else None


class Replay:
    """One match played again; `sound` says whether that worked, whatever was found on the way."""

    def __init__(
        self,
        title: Title,
        head: MatchRow,
        seats: Sequence[SeatRow],
        standing: Sequence[tuple[int, CommitRow]],
        shots: Sequence[Snapshot],
        begins: str = "",
        base: Snapshot | None = None,
    ) -> None:
        self.title = title
        self.head = head
        self.seats = seats
        self.standing = standing
        self.shots = {shot.number: shot for shot in shots}
        self.begins = begins
        """Digest of the position that the match began with, if it was set up."""
        self.base = base
        """Begin here: what was before was played with other rules."""
        self.flaws: list[Flaw] = []
        self.plan = Plan()
        self.match: Match
        self.happened: list[list[Event]] = []
        self.sound = False
        self.decided = 0
        self._others = [0, 0]
        """Events and positions that can be read and say something else than the decisions."""

    def flaw(self, weight: Weight, what: str, *args: int | str) -> None:
        self.flaws.append(Flaw(weight, what, args))

    def run(self) -> Replay:
        try:
            options = msgspec.json.decode(self.head.options)
            self.match = Match(self.title, len(self.seats), options=options, deal=False)
        except READING as fault:
            self.flaw("lost", "unreadable", str(fault)[:200])
            return self
        self.sound = self._begin() and all(self._row(first, row) for first, row in self.standing)
        if not self.sound:
            return self
        for number in self.shots:
            self.flaw("mend", "position_beyond", number)
            self.plan.shots[number] = None
        if all(self._others):
            # Two witnesses against one: these decisions were made at another table, or with other options.
            self.flaw("lost", "another_match")
            self.sound = False
        return self

    # The beginning

    def _begin(self) -> bool:
        if self.base is not None:
            self.match.state, self.decided = unpack_state(self.title, self.base.state), self.base.decided
            for number in [n for n in self.shots if n < self.base.number]:
                if intact_text(self.shots.pop(number)) is None and number:
                    self.flaw("mend", "position", number)
                    self.plan.shots[number] = None
            return True
        shot = self.shots.pop(0, None)
        if shot is None and not self.begins:
            return True
        text = intact_text(shot) if shot is not None else None
        if shot is not None and text is not None and self.begins in ("", text_digest(text)):
            self.match.state = unpack_state(self.title, shot.state)
            self._renew(shot, text)
            return True
        return self._set_up_again(self.begins or (shot.digest if shot is not None else ""))

    def _set_up_again(self, digest: str) -> bool:
        """A problem begins with a position, which no log can tell; the item that it was made from can."""
        self.flaw("mend", "position", 0)
        names = [row.bot.removeprefix(PREFIX) for row in self.seats if row.bot.startswith(PREFIX)]
        try:
            state = begin(self.title, item(self.title.name, names[0]))
        except READING:
            state = None
        made = snapshot_of(self.title, self.head, 0, state, 0) if state is not None else None
        if made is None or digest not in (text_digest(state_text(self.title, state)), made.digest):
            self.flaw("lost", "position_first")
            return False
        self.plan.shots[0], self.match.state = made, state
        return True

    # Line by line

    def _row(self, first: int, row: CommitRow) -> bool:
        if self.base is not None and first < self.base.number:
            return self._other_rules(row)
        if first != len(self.happened):
            self.flaw("lost", "journal_gap", row.rev)
            return False
        offers, lines = row.offers, row.log()
        last = max((i for i, line in enumerate(lines) if not line.startswith("*")), default=-1)
        for i, line in enumerate(lines):
            try:
                seat, forced, action = read_line(self.title, line)
                if i == last and row.kind == "play":
                    offers = print_of(self.title, self.match.legal(seat))
                self.happened.append(self.match.replay(seat, action, forced=forced))
            except READING as fault:
                self.flaw("lost", "journal_illegal", len(self.happened), str(fault)[:200])
                return False
            if seat != CHANCE and not forced:
                self.decided |= 1 << seat
            self._position(len(self.happened))
        self._events(row, self.happened[first:])
        if offers != row.offers:
            self.flaw("mend", "journal_offers", row.rev)
            self.plan.row(row.rev, "offers", offers)
        return True

    def _other_rules(self, row: CommitRow) -> bool:
        """A line before the rules changed: its events cannot be made again here."""
        there = events_of(row)
        if there is None:
            self.flaw("lost", "events_lost", row.rev)
            return False
        self.happened += there
        if self.base is not None and len(self.happened) == self.base.number:
            self._position(self.base.number)
        return True

    def _events(self, row: CommitRow, now: list[list[Event]]) -> None:
        there = events_of(row)
        if there == now:
            return
        self._others[0] += there is not None
        self.flaw("mend", "events", row.rev)
        self.plan.row(row.rev, "events", pack_events(now))

    def _position(self, number: int) -> None:
        shot = self.shots.pop(number, None)
        if shot is None:
            return
        text = intact_text(shot)
        if text is not None and (shot.rules, shot.data) != (self.head.rules, self.head.data):
            return  # of the rules before these
        now = state_text(self.title, self.match.state)
        if text == now and shot.decided == self.decided:
            self._renew(shot, now)
            return
        self._others[1] += text is not None and text != now
        self.flaw("mend", "position", number)
        self.plan.shots[number] = snapshot_of(self.title, self.head, number, self.match.state, self.decided)

    def _renew(self, shot: Snapshot, text: bytes) -> None:
        """A sound position with the digest of an older version, which covered the text alone."""
        digest = position_seal(shot, text)
        if shot.digest != digest:
            self.flaw("note", "position_old", shot.number)
            self.plan.shots[shot.number] = msgspec.structs.replace(shot, digest=digest)
