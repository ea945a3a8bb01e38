"""The journal of a match held against itself: every line there once, in its place, and as it was written."""

from __future__ import annotations

from collections.abc import Sequence

from .flaws import Flaw, Plan
from .rows import CommitRow, MatchRow
from .seals import follows, seals


class Chain:
    """Walks the journal; afterwards `standing` are the lines with decisions that count."""

    def __init__(self, head: MatchRow, rows: Sequence[CommitRow], flaws: list[Flaw], plan: Plan) -> None:
        self.head = head
        self.rows = rows
        self.flaws = flaws
        self.plan = plan
        self.number = 0
        self.chain = ""
        self.standing: list[tuple[int, CommitRow]] = []
        """With the number of the first decision, by the lines themselves and not by what the row says."""
        self._void: dict[int, int] = {}

    def walk(self) -> bool:
        """False: something is lost, so that nothing can be made again from the journal."""
        if not self._complete():
            return False
        sound = True
        for row in self.rows:
            undone = self._link(row)
            if undone is False:
                sound = False
                continue
            self._place(row, None if undone is True else undone)
        if not sound:
            return False
        for row in self.rows:
            if row.void != self._void.get(row.rev, 0):
                self.flaws.append(Flaw("mend", "journal_void", (row.rev,)))
                self.plan.row(row.rev, "void", self._void.get(row.rev, 0))
        return self._ends()

    def _complete(self) -> bool:
        for row in self.rows:
            texts = (row.kind, row.lines, row.chain)
            if not all(isinstance(value, str) for value in texts) or not isinstance(row.at, float | int):
                self.flaws.append(Flaw("lost", "journal_unreadable", (row.rev,)))
                return False
        revs = [row.rev for row in self.rows]
        missing = next((rev for rev in range(len(revs)) if revs[rev] != rev), None if revs else 0)
        if missing is not None:
            self.flaws.append(Flaw("lost", "journal_missing", (missing,)))
        return missing is None

    def _link(self, row: CommitRow) -> int | bool:
        """From where on the line takes decisions back; True: it does not, False: it was changed."""
        for also in ((), range(self.number + 1)):
            for found, undone in seals(self.chain, row, also):
                if found == row.chain:
                    self.chain = found
                    return True if undone is None else undone
        after = self.rows[row.rev + 1] if row.rev + 1 < len(self.rows) else None
        for found, undone in seals(self.chain, row):
            if follows(found, after) if after is not None else found == self.head.chain:
                self.flaws.append(Flaw("mend", "journal_hash", (row.rev,)))
                self.plan.row(row.rev, "chain", found)
                self.chain = found
                return True if undone is None else undone
        self.flaws.append(Flaw("lost", "journal_changed", (row.rev,)))
        self.chain = row.chain
        return False

    def _place(self, row: CommitRow, undone: int | None) -> None:
        if undone is not None:
            while self.standing and self.standing[-1][0] >= undone:
                self._void[self.standing.pop()[1].rev] = row.rev
            self.number = undone
        if row.first != self.number:
            self.flaws.append(Flaw("mend", "journal_first", (row.rev,)))
            self.plan.row(row.rev, "first", self.number)
        lines = row.log()
        if lines:
            self.standing.append((self.number, row))
            self.number += len(lines)

    def _ends(self) -> bool:
        """Whether the last line is the one that the head was written with."""
        last = self.rows[-1]
        if (self.head.rev, self.head.chain) == (last.rev, self.chain):
            return True
        if isinstance(self.head.rev, int) and self.head.rev > last.rev and self.head.chain != self.chain:
            self.flaws.append(Flaw("lost", "journal_missing", (last.rev + 1,)))
            return False
        self.flaws.append(Flaw("mend", "head", ("rev, chain",)))
        self.plan.head |= {"rev": last.rev, "chain": self.chain}
        return True
