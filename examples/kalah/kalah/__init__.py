"""Kalah, a game of the mancala family: a whole title in a package of its own."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from machinehall.kernel.constants import Constant
from machinehall.kernel.home import Home
from machinehall.kernel.packs import Standard
from machinehall.kernel.plain.knowledge import Total, hold
from machinehall.kernel.title import Title

from . import rules
from .state import Lookup, State

HOME = Home(Path(__file__).parent)
pack = Standard("kalah", HOME.data, {"constants": Constant}, ())


@lru_cache(maxsize=8)
def title(overlay: Path | None = None) -> Title[Lookup, State]:
    """The title with its own numbers, or with those of an owner's folder."""
    found = pack(overlay)
    t = Lookup(found)
    return Title(
        name="kalah",
        home=HOME,
        seats=(2, 2),
        pack=found,
        lookup=t,
        state_class=State,
        domains=t.domains,
        actions=t.actions,
        events=rules.EVENTS,
        decisions=rules.DECISIONS,
        opening=rules.opening,
        score=rules.score,
        laws=hold(Total(2 * t.n.houses * t.n.seeds, ("houses", "stores"))),
    )
