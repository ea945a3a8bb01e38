"""Is everything there? All that is stored of one match against its journal, and the journal against itself.

The decisions in the journal are the truth: they stand in a chain of hashes. Everything else follows from them and is
compared and made again: which lines count, events, positions, the head with its result, feats; who sits where stands in
the journal's facts. A line that was changed, or is gone, cannot be made again; then nothing is touched.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from machinehall.kernel.title import Title
from machinehall.server.shapes import Request

from .chain import Chain
from .deeds import continued, deeds, known_luck_told
from .flaws import Finding, Flaw, Plan, Stored, Weight
from .replay import READING, Replay, events_of
from .rows import CommitRow, MatchRow, SeatRow
from .seals import Facts, facts_text, intact_text, read_facts, text_digest
from .stored_match import pack_events

TITLES = Callable[[str], Title]


def examine(title_of: TITLES, stored: Stored) -> Finding:
    """The flaws of a match and what would mend them; whatever is stored, it does not raise."""
    examiner = Examiner(title_of, stored)
    try:
        examiner.run()
    except Exception as fault:  # junk of a kind that nobody thought of is told too
        examiner.flaw("lost", "unreadable", f"{type(fault).__name__}: {fault}"[:200])
    finding = Finding(stored.head.id, str(stored.head.title), stored.head.rev, examiner.flaws, examiner.plan)
    if finding.has("lost"):
        finding.plan = Plan()
    return finding


class Examiner:
    """One match under the glass."""

    def __init__(self, title_of: TITLES, stored: Stored) -> None:
        self.title_of = title_of
        self.stored = stored
        self.head: MatchRow = msgspec.structs.replace(stored.head)
        self.seats = stored.seats
        self.flaws: list[Flaw] = []
        self.plan = Plan()
        self.facts: Facts | None = None

    def flaw(self, weight: Weight, what: str, *args: int | str) -> None:
        self.flaws.append(Flaw(weight, what, args))

    def run(self) -> None:
        chain = Chain(self.head, self.stored.rows, self.flaws, self.plan)
        if not chain.walk() or not self._facts():
            return
        self._texts()
        started = any(row.kind == "start" for row in self.stored.rows)
        if not started:
            self._head(status="open", number=0, to_act="", outcome=None, final=0)
            return
        title = self.title_of(self.head.title)
        if (self.head.rules, self.head.data) != (title.rules_version, title.data_version):
            self.flaw("note", "other_rules", self.head.rules, title.rules_version)
            self._head(number=chain.number)
            for shot in self.stored.shots:
                if intact_text(shot) is None:  # the journal stands in for it, once it is of the present rules
                    self.flaw("mend" if shot.number else "lost", "position", shot.number)
                    self.plan.shots[shot.number] = None
            return
        self._idle(chain.standing)
        replay = self._replayed(title, chain.standing)
        self.flaws += replay.flaws
        self.plan.shots |= replay.plan.shots
        for rev, columns in replay.plan.rows.items():
            self.plan.rows[rev] = self.plan.rows.get(rev, {}) | columns
        if replay.sound:
            self._ending(replay, chain.number)

    def _idle(self, standing: list[tuple[int, CommitRow]]) -> None:
        """What nobody reads must be readable too: events of lines that were taken back or have no decisions."""
        counts = {row.rev for _, row in standing}
        for row in self.stored.rows:
            if not isinstance(row.offers, int) or (row.offers and row.kind != "play"):
                self.flaw("mend", "journal_offers", row.rev)
                self.plan.row(row.rev, "offers", 0)
            if row.rev not in counts and events_of(row) is None:
                self.flaw("mend", "events", row.rev)
                self.plan.row(row.rev, "events", pack_events([[] for _ in row.log()]))

    def _replayed(self, title: Title, standing: list[tuple[int, CommitRow]]) -> Replay:
        """All decisions played again; if they were carried over to other rules and differ, those since then."""
        begins = self.facts.begins if self.facts is not None else ""
        shots = self.stored.shots
        whole = Replay(title, self.head, self.seats, standing, shots, begins).run()
        moved = [row for row in self.stored.rows if row.kind == "rules"]
        if not moved or not any(flaw.weight != "note" for flaw in whole.flaws):
            return whole
        at = moved[-1].first + len(moved[-1].log())
        base = next((shot for shot in shots if shot.number == at and intact_text(shot) is not None), None)
        return Replay(title, self.head, self.seats, standing, shots, begins, base).run() if base is not None else whole

    # What the journal says of the table

    def _facts(self) -> bool:
        said = [row.facts for row in self.stored.rows if row.facts is not None]
        self.facts = read_facts(said[-1]) if said else None
        if self.facts is None:
            if not well_seated(self.seats):
                self.flaw("lost", "seats_unreadable")
                return False
            self.flaw("note", "unsealed")
            shot = next((shot for shot in self.stored.shots if shot.number == 0), None)
            text = intact_text(shot) if shot is not None else None
            self.plan.facts = facts_text(self.head, self.seats, text_digest(text) if text is not None else "")
            return True
        if self.seats != self.facts.seats:
            there = {row.seat: row for row in self.seats}
            wrong = [str(row.seat) for row in self.facts.seats if there.get(row.seat) != row]
            self.flaw("mend", "seats", ", ".join(wrong) or str(len(self.facts.seats)))
            self.seats = self.plan.seats = self.facts.seats
        for name in ("title", "options", "rules", "data", "owner"):
            self._expect(name, getattr(self.facts, name))
        return True

    def _expect(self, name: str, value: Any) -> None:
        """A column of the head that follows from the rest."""
        if getattr(self.stored.head, name) != value:
            self.flaw("mend", "head", name)
            self.plan.head[name] = value
        setattr(self.head, name, value)

    def _head(self, **columns: Any) -> None:
        for name, value in columns.items():
            self._expect(name, value)
        if not isinstance(self.head.floor, int) or not 0 <= self.head.floor <= self.head.number:
            self._expect("floor", self.head.number)

    def _texts(self) -> None:
        """Columns that say something of their own: they can be cleared, not made again."""
        for name, kind in (("pending", dict[str, Request]), ("told", list[dict[str, Any]] | None)):
            try:
                msgspec.json.decode(getattr(self.head, name) or ("null" if name == "told" else ""), type=kind)
            except READING:
                self._expect(name, "{}" if name == "pending" else None)
        if not isinstance(getattr(self.head, "deadline"), float | int | None):  # noqa: B009 - junk has no type
            self._expect("deadline", None)
        for name, fit in (("pace", int), ("owner", str), ("visibility", str), ("created", float), ("changed", float)):
            if not isinstance(getattr(self.head, name), fit):
                self.flaw("lost", "head_unreadable", name)

    # What follows from the decisions

    def _ending(self, replay: Replay, number: int) -> None:
        match = replay.match
        to_act = f",{','.join(map(str, match.to_act))}," if match.to_act else ""
        self._head(number=number, to_act=to_act, status="running" if to_act else "over")
        outcome = None if to_act else msgspec.json.encode(match.outcome).decode()
        self._expect("final", 0 if to_act else self._final())
        if not same_outcome(self.head.outcome, outcome):
            self._expect("outcome", outcome)
        if to_act:
            return
        at = replay.standing[-1][1].at
        known = known_luck_told(self.head.told) or continued(row for _, row in replay.standing)
        seats = [] if known else self.seats
        found = deeds(match.title, self.head.id, seats, replay.happened, match.state, at)
        if sorted(found) == sorted(self.stored.deeds):
            return
        if self.stored.deeds:
            self.flaw("mend", "feats")
        else:
            self.flaw("note", "feats_missing")
        self.plan.deeds = found

    def _final(self) -> int:
        """MH-1.5: a line of the journal says so; matches of older versions are final without one. In doubt they are."""
        told = any(row.kind == "final" for row in self.stored.rows)
        return 0 if self.head.final == 0 and not told else 1


def well_seated(seats: list[SeatRow]) -> bool:
    try:
        msgspec.convert(msgspec.to_builtins(seats), list[SeatRow])
    except msgspec.ValidationError:
        return False
    return [row.seat for row in seats] == list(range(len(seats))) and bool(seats)


def same_outcome(stored: str | None, made: str | None) -> bool:
    """Whether a result is the one that was worked out; an older version may have said less of it."""
    if stored is None or made is None:
        return stored is made
    try:
        there, here = msgspec.json.decode(stored, type=dict[str, Any]), msgspec.json.decode(made, type=dict[str, Any])
    except READING:
        return False
    older = {name: value for name, value in here.items() if name in there or value}
    return there == older
