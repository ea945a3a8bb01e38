"""Damage is noticed when a table is brought into memory, told in the log, and mended from the journal at once."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

import msgspec

from machinehall.kernel.title import Title
from machinehall.kernel.values import BadRecord
from machinehall.server.errors import Damaged, Fault
from machinehall.server.shapes import Request

from .audit import audit_match, sentences
from .examine import same_outcome
from .rows import Loaded, MatchRow
from .seals import Facts, read_facts
from .store import Store
from .stored_match import LiveMatch

log = logging.getLogger("machinehall.damage")
GIVEN_UP = 60.0
"""So long a table that cannot be mended is not looked at again: each look plays the whole match."""


class Healer:
    """Loads matches and puts them right where something is damaged."""

    def __init__(self, store: Store, titles_of: Callable[[str], Callable[[str], Title]]) -> None:
        """`titles_of`: the titles as a match has them, which may be with components of its own."""
        self.store = store
        self.titles_of = titles_of
        self.found = self.mended = 0
        """Flaws of stored matches, since this process began."""
        self._hopeless: dict[str, float] = {}
        self._tasks: dict[str, asyncio.Task[bool]] = {}

    def open(self) -> None:
        """From now on damaged positions are made again; a command that only looks does not want that."""
        self.store.hurt = self.look

    async def close(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def bring(self, match: str, revive: Callable[[Loaded], None]) -> bool:
        """Load a match and give it life; False: there is none. What is damaged is mended first."""
        try:
            return await self._try(match, revive)
        except Exception as fault:
            if isinstance(fault, Fault) and not isinstance(fault, Damaged):
                raise
            if time.monotonic() < self._hopeless.get(match, 0.0):
                raise Damaged("table.damaged") from fault
            log.warning("a stored match is damaged", extra={"match": match, "fault": str(fault)[:200]})
            await self.heal(match)
        try:
            return await self._try(match, revive)
        except Exception as fault:
            if isinstance(fault, Fault) and not isinstance(fault, Damaged):
                raise
            log.exception("a stored match cannot be used", extra={"match": match})
            self._hopeless[match] = time.monotonic() + GIVEN_UP
            raise Damaged("table.damaged") from fault

    async def _try(self, match: str, revive: Callable[[Loaded], None]) -> bool:
        loaded = await self.store.load(match)
        if loaded is None:
            return False
        head = loaded.head
        if head.status == "over" and head.rules != self.titles_of(match)(head.title).rules_version:
            # Nothing is played again by other rules: the last position tells all.
            loaded.snapshot, loaded.tail = await self.store.position(match, head.number)
        revive(loaded)
        return True

    async def heal(self, match: str) -> bool:
        """Examine a match and mend what can be; whether that was everything."""
        finding = await audit_match(self.store, self.titles_of(match), match, mend=True)
        if finding is None or not finding.damaged:
            return True
        said = sentences(finding)
        self.found += len(said)
        if finding.mended:
            self.mended += len(said)
            log.warning("damage was mended from the journal", extra={"match": match, "flaws": said})
        else:
            log.error("damage cannot be mended", extra={"match": match, "flaws": said})
        return finding.mended

    def look(self, match: str, number: int) -> None:
        """A stored position is damaged: the journal has stood in for it, and it is made again in the background."""
        if match not in self._tasks:
            log.warning("a stored position is damaged", extra={"match": match, "number": number})
            task = self._tasks[match] = asyncio.create_task(self.heal(match))
            task.add_done_callback(lambda _: self._tasks.pop(match, None))


def check_loaded(loaded: Loaded) -> Facts | None:
    """What the journal says of the table; raises if the table says something else, or the journal was changed."""
    head = loaded.head
    if loaded.torn is not None:
        raise BadRecord(f"revision {loaded.torn} does not follow from the one before it")
    facts = read_facts(loaded.facts)
    if facts is not None:
        if loaded.seats != facts.seats:
            raise BadRecord("the seats are not those of the journal")
        if any(getattr(head, name) != getattr(facts, name) for name in ("title", "options", "rules", "data", "owner")):
            raise BadRecord("the settings are not those of the journal")
    if head.pending != "{}":
        msgspec.json.decode(head.pending, type=dict[str, Request])
    if head.told is not None:
        msgspec.json.decode(head.told, type=list[dict[str, object]])
    return facts


def check_head(head: MatchRow, match: LiveMatch | None) -> None:
    """Raises if the head does not fit the position."""
    to_act = match.to_act if match is not None else ()
    status = "open" if match is None else "running" if to_act else "over"
    said = f",{','.join(map(str, to_act))}," if to_act else ""
    outcome = msgspec.json.encode(match.outcome).decode() if match is not None and status == "over" else None
    if (head.status, head.to_act) != (status, said) or (match is None and head.number):
        raise BadRecord(f"the head says {head.status}, to act {head.to_act!r}")
    if not same_outcome(head.outcome, outcome):
        raise BadRecord("the head has another result")
