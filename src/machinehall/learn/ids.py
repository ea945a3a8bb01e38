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
    """The id of a title at so many seats."""
    name = "".join(word.capitalize() for word in title.split("-"))
    return f"{NAMESPACE}/{name}-{seats}p-v{VERSION}"


def ids() -> dict[str, dict[str, Any]]:
    """All ids, each with its table."""
    return {
        id_of(name, seats): {"title": name, "seats": seats}
        for name, title in machinehall.titles().items()
        for seats in range(title.seats[0], title.seats[1] + 1)
    }


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
