"""Can the database be written? The last write tells; without one, `/healthz` tries.

Trouble is told in the log when it begins, every minute while it lasts, and when it is over: not once for each request.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from machinehall.server.errors import Down

log = logging.getLogger("machinehall.health")

FRESH = 30.0
"""So long a write that worked says that writing works, in seconds."""
PATIENCE = 2.0
"""So long whoever asks waits for a try; who asks gives up soon, too."""
REMIND = 60.0

REASONS = (
    # what the databases say, and what we say
    ("full", "the disk is full"),
    ("no space left", "the disk is full"),
    ("file too large", "the disk is full"),
    ("53100", "the disk is full"),
    ("readonly", "the database is read-only"),
    ("read-only", "the database is read-only"),
    ("25006", "the database is read-only"),
    ("locked", "the database is locked by somebody else"),
    ("lock timeout", "the database is locked by somebody else"),
    ("disk i/o", "the disk does not write"),
    ("malformed", "the database file is damaged"),
    ("not a database", "the database file is damaged"),
)


def reason_of(fault: BaseException) -> str:
    """In a few words why a write failed, without anything that was to be written."""
    seen: BaseException | None = fault
    while seen is not None:
        said = f"{getattr(seen, 'orig', None) or seen} {getattr(seen, 'sqlstate', '')}".lower()
        for mark, reason in REASONS:
            if mark in said:
                return reason
        seen = seen.__cause__
    return "the database does not answer"


def ours(fault: BaseException) -> bool:
    """Whether a fault speaks of the database, and not of what somebody wanted to write."""
    if isinstance(fault, DataError | ProgrammingError | IntegrityError):
        return False
    if isinstance(fault, DBAPIError):
        state = getattr(fault.orig, "sqlstate", None)
        return state is None or state[:2] in ("08", "25", "53", "55", "57", "58", "XX")
    return isinstance(fault, Down | PoolTimeout | OSError | TimeoutError)


class Health:
    """What is known about writing."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self.trouble: str | None = None
        self.refused = 0
        """Writes that failed, all in all."""
        self._worked = self._said = float("-inf")
        self._since = 0.0
        self._trying: asyncio.Task[None] | None = None

    def worked(self) -> None:
        self._worked = self.now()
        if self.trouble is not None:
            seconds = round(self._worked - self._since, 1)
            log.warning("writing works again", extra={"after_seconds": seconds, "refused": self.refused})
            self.trouble, self._said = None, float("-inf")

    def failed(self, fault: BaseException) -> None:
        if not ours(fault):
            return
        reason, at = reason_of(fault), self.now()
        self.refused += 1
        if self.trouble is None:
            self._since = at
        if reason != self.trouble or at - self._said >= REMIND:
            extra = {"reason": reason, "fault": type(fault).__name__, "refused": self.refused}
            log.error("nothing can be written", extra=extra)
            self._said = at
        self.trouble = reason

    async def ask(self, probe: Callable[[], Awaitable[None]]) -> str | None:
        """Why nothing can be written, or None; `probe` writes something, or raises."""
        if self.trouble is None and self.now() - self._worked < FRESH:
            return None
        if self._trying is None:  # one try at a time, however many ask
            self._trying = asyncio.create_task(self._try(probe))
        done, _ = await asyncio.wait([self._trying], timeout=PATIENCE)
        return self.trouble if done else self.trouble or "a write takes too long"

    async def _try(self, probe: Callable[[], Awaitable[None]]) -> None:
        try:
            await probe()
        except Down:
            pass  # it was told when it failed
        finally:
            self._trying = None
