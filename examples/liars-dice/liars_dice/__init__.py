"""Liar's Dice: a title with secrets, luck and rounds, in a package of its own."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from machinehall.kernel.constants import Constant
from machinehall.kernel.home import Home
from machinehall.kernel.packs import Standard
from machinehall.kernel.title import Title

from . import rules
from .state import MOST_SEATS, Lookup, State

HOME = Home(Path(__file__).parent)
pack = Standard("liars-dice", HOME.data, {"constants": Constant}, ())


@lru_cache(maxsize=8)
def title(overlay: Path | None = None) -> Title[Lookup, State]:
    """The title with its own numbers, or with those of an owner's folder."""
    found = pack(overlay)
    t = Lookup(found)
    return Title(
        name="liars-dice",
        full_name="Liar's Dice",
        home=HOME,
        seats=(2, MOST_SEATS),
        pack=found,
        lookup=t,
        state_class=State,
        domains=t.domains,
        actions=t.actions,
        chance_kinds=frozenset({"roll"}),
        events=rules.EVENTS,
        decisions=rules.DECISIONS,
        chances=rules.CHANCES,
        steps=rules.STEPS,
        opening=rules.opening,
        score=rules.score,
        fill=rules.fill,
        laws=rules.laws,
    )
