"""The wording of each title; written out, so that nothing is found by accident."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from machinehall.kernel.effects import Effects
from machinehall.kernel.title import Title
from machinehall.kernel.values import UnknownTitle
from machinehall.kernel.wording import Say, Wording
from machinehall.words import Titled


def wording(title: Title, say: Say, called: Sequence[str] = (), seats: int | None = None) -> Wording:
    """A title in the words of a language; `called`: the names of the seats, their colours if not given.

    `seats`: how many there are, if `called` does not tell; players beyond them are automata.
    """
    rules = {kind: d.rule for kind, d in title.decisions.items()}
    if title.name == "promethium":
        from machinehall.titles.promethium.wording import PromethiumWording

        return PromethiumWording(title.tables, rules, say, called)
    if title.name == "imperial-steam":
        from machinehall.titles.imperial_steam.wording import ImperialSteamWording

        return ImperialSteamWording(title.tables, rules, say, called)
    if title.name == "nucleum":
        from machinehall.titles.nucleum.wording import NucleumWording

        return NucleumWording(title.tables, rules, Titled(title.name, say), called, seats)
    raise UnknownTitle(f"no wording for {title.name!r}")


@lru_cache(maxsize=32)
def effects(title: Title, say: Say) -> Effects:
    """What the components of a title do, in the words of a language."""
    if title.effects is None:
        raise UnknownTitle(f"no words for the components of {title.name!r}")
    return title.effects(title.tables, Titled(title.name, say))
