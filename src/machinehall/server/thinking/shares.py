"""Whose turn it is to be thought for: nobody gets more than a fair share of the workers while others wait.

Work is kept in one line for each owner. The owner who has used the least time comes next, and whoever comes new or
after a pause begins at what a fair share would have been by now: nothing is saved up, nothing is owed for time that
nobody else wanted, and new names in any number cannot keep back those who wait (fair queueing, with virtual time).
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Generic, TypeVar

Key = TypeVar("Key")
FIRST, LAST = 0, 1
"""What somebody waits for, and what is done only when nothing of that is left."""


class Shares(Generic[Key]):
    """A queue with fair shares."""

    def __init__(self) -> None:
        self._lines: tuple[OrderedDict[str, list[Key]], ...] = (OrderedDict(), OrderedDict())
        self._where: dict[Key, tuple[int, str]] = {}
        self._used: dict[str, float] = {}
        """What each owner has used; of those who are away only while it is more than what the others have."""
        self._now = 0.0
        """What somebody would have used who had always waited and had always got a fair share."""
        self._there = asyncio.Event()

    def __len__(self) -> int:
        return len(self._where)

    def __contains__(self, key: Key) -> bool:
        return key in self._where

    def put(self, key: Key, owner: str, rank: int = FIRST) -> None:
        """Wait in line; what waits already keeps its place, unless its rank or its owner is another now."""
        if self._where.get(key) == (rank, owner):
            return
        self.drop(key)
        self._where[key] = (rank, owner)
        if all(owner not in lines for lines in self._lines):
            self._used[owner] = max(self._used.get(owner, 0.0), self._now)
        self._lines[rank].setdefault(owner, []).append(key)
        self._there.set()

    def drop(self, key: Key) -> None:
        """No longer wanted."""
        if key not in self._where:
            return
        rank, owner = self._where.pop(key)
        line = self._lines[rank][owner]
        line.remove(key)
        if not line:
            del self._lines[rank][owner]

    async def get(self) -> tuple[Key, str]:
        """The next, and whose it is."""
        while not self._where:
            self._there.clear()
            await self._there.wait()
        lines = next(lines for lines in self._lines if lines)
        owner = min(lines, key=self._used.__getitem__)  # the first of several with the same
        key = lines[owner][0]
        self.drop(key)
        if owner in lines:
            lines.move_to_end(owner)
        return key, owner

    def charge(self, owner: str, seconds: float) -> None:
        """An owner has used a worker for so long."""
        waiting = {*self._lines[FIRST], *self._lines[LAST]}
        self._used[owner] = self._used.get(owner, self._now) + seconds
        self._now += seconds / len(waiting | {owner})
        self._used = {who: used for who, used in self._used.items() if who in waiting or used > self._now}

    def ahead(self, key: Key) -> int:
        """How many come before it, if each takes as long as the others."""
        rank, owner = self._where[key]
        before = sum(len(line) for lines in self._lines[:rank] for line in lines.values())
        place, mine = self._lines[rank][owner].index(key), self._used[owner]
        earlier = True
        for other, line in self._lines[rank].items():
            if other == owner:
                before, earlier = before + place, False
                continue
            used = self._used[other]
            before += min(len(line), place + (used < mine or (used == mine and earlier)))
        return before
