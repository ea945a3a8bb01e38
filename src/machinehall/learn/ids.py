"""Gymnasium's ids: import this module, and `gymnasium.make("MachineHall/...-2p-v0")` finds every title.

An id is made from the name of the title and the number of seats; `ids()` lists them. `make` gives a `SeatEnv`, with the
learner at one seat and bots at the others, `make_vec` a `VectorMatchEnv`. What these take goes through.
"""

from __future__ import annotations

from typing import Any

import gymnasium

import machinehall

NAMESPACE = "MachineHall"
VERSION = 0
"""Raised when an id stands for something else, so that results cannot be compared; that a rule was mended or that an
observation grew is told by the versions in the environment's metadata."""


def id_of(title: str, seats: int) -> str:
    """The id of a title, or of a small form of it, at so many seats."""
    parts = ["".join(word.capitalize() for word in part.split("-")) for part in title.split(":")]
    return f"{NAMESPACE}/{'-'.join(parts)}-{seats}p-v{VERSION}"


def ids() -> dict[str, dict[str, Any]]:
    """All ids, each with its table; the small forms of a title after the title."""
    tables: list[tuple[str, int]] = []
    for name, title in machinehall.titles().items():
        tables += [(name, seats) for seats in range(title.seats[0], title.seats[1] + 1)]
        tables += [(f"{name}:{setting}", small.seats) for setting, small in title.minds.small.items()]
    return {id_of(name, seats): {"title": name, "seats": seats} for name, seats in tables}


def register() -> None:
    """Tell Gymnasium, once."""
    for found, table in ids().items():
        if found not in gymnasium.registry:
            gymnasium.register(
                found,
                entry_point="machinehall.learn.single:SeatEnv",
                vector_entry_point="machinehall.learn.vector:VectorMatchEnv",
                kwargs=table,
            )


register()
