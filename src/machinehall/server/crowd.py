"""Who is at the door: how many connections there are, from where, and which of them only wait."""

from __future__ import annotations

import contextlib
import functools
import ipaddress
from collections import Counter, OrderedDict
from typing import Protocol

RESERVE = 200
"""Files that are kept for the database, logs and workers."""
MOST_CONNECTIONS = 20_000


class Visitor(Protocol):
    """A connection."""

    place: str

    def drop(self) -> None:
        """End it at once."""


@functools.lru_cache(maxsize=4096)
def neighbourhood(address: str) -> str:
    """What counts as one address: with IPv6 a household has a whole /64."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))


def room_for_connections() -> int:
    """How many connections this process can hold. The system's soft limit is often much lower than what it allows."""
    try:
        import resource
    except ImportError:  # not on Windows
        return 400
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wished = MOST_CONNECTIONS + RESERVE if hard == resource.RLIM_INFINITY else min(hard, MOST_CONNECTIONS + RESERVE)
    if soft != resource.RLIM_INFINITY and soft < wished:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wished, hard))
            soft = wished
    return max(50, MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MOST_CONNECTIONS, soft - RESERVE))


class Crowd:
    """All connections of this process.

    When there is no room, whoever has waited longest without a whole request goes first; so a thousand half-sent
    requests keep nobody out.
    """

    def __init__(self, most: int, each: int) -> None:
        self.most = most
        self.each = each
        """For one address."""
        self.count = 0
        self.places: Counter[str] = Counter()
        self._waiting: OrderedDict[Visitor, None] = OrderedDict()
        self._waiting_at: dict[str, OrderedDict[Visitor, None]] = {}

    def enter(self, visitor: Visitor, trusted: bool) -> bool:
        """Let a connection in, if need be in the place of one that waits."""
        self.count += 1
        self.places[visitor.place] += 1
        if self.count > self.most and not self._drop_oldest(self._waiting):
            return False
        here, full = self._waiting_at.get(visitor.place), self.places[visitor.place] > self.each
        if full and not trusted and not self._drop_oldest(here):
            return False
        self.waits(visitor)
        return True

    def _drop_oldest(self, waiting: OrderedDict[Visitor, None] | None) -> bool:
        oldest = next(iter(waiting or ()), None)
        if oldest is None:
            return False
        self.busy(oldest)  # the same one is not dropped twice before it is gone
        oldest.drop()
        return True

    def leave(self, visitor: Visitor) -> None:
        self.busy(visitor)
        self.count -= 1
        self.places[visitor.place] -= 1
        if not self.places[visitor.place]:
            del self.places[visitor.place]

    def waits(self, visitor: Visitor) -> None:
        """We wait for the visitor: for a request, or the rest of one."""
        self.busy(visitor)
        self._waiting[visitor] = None
        self._waiting_at.setdefault(visitor.place, OrderedDict())[visitor] = None

    def busy(self, visitor: Visitor) -> None:
        """The visitor waits for us."""
        self._waiting.pop(visitor, None)
        here = self._waiting_at.get(visitor.place)
        if here is not None:
            here.pop(visitor, None)
            if not here:
                del self._waiting_at[visitor.place]
