"""What `values.Event` is where the engine is not compiled: the same, made in C by msgspec.

A class that is written out takes three times as long to make, and two or three events are made in a decision. The
compiled engine has the written one: to the compiler a class from elsewhere is an object like any other.
"""

from __future__ import annotations

import msgspec


class Event(msgspec.Struct, frozen=True, gc=False):
    """One fact that happened: see `values.Event`."""

    kind: str
    args: tuple[int | None, ...] = ()
    seen_by: tuple[int, ...] | None = None
    secret: tuple[int, ...] = ()

    def plain(self) -> tuple[str, tuple[int | None, ...], tuple[int, ...] | None, tuple[int, ...]]:
        """As a tuple, in the order in which it is made."""
        return self.kind, self.args, self.seen_by, self.secret

    def seen_from(self, seat: int | None) -> Event | None:
        """The fact as one seat may know it."""
        if self.seen_by is None or seat in self.seen_by:
            return Event(self.kind, self.args)
        if not self.secret:
            return None
        return Event(self.kind, tuple([None if i in self.secret else a for i, a in enumerate(self.args)]))


Event.__module__ = "machinehall.kernel.values"  # where both engines find the class that they have: pickles name it
