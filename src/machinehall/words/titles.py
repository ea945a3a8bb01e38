"""The wording of each title; written out, so that nothing is found by accident."""

from __future__ import annotations

from machinehall.kernel.title import Title
from machinehall.kernel.values import UnknownTitle
from machinehall.kernel.wording import Say, Wording
from machinehall.words import Titled


def wording(title: Title, say: Say) -> Wording:
    """A title in the words of a language."""
    if title.name == "promethium":
        from machinehall.titles.promethium.wording import PromethiumWording

        return PromethiumWording(title.tables, {kind: d.rule for kind, d in title.decisions.items()}, say)
    if title.name == "imperial-steam":
        from machinehall.titles.imperial_steam.wording import ImperialSteamWording

        return ImperialSteamWording(title.tables, {kind: d.rule for kind, d in title.decisions.items()}, say)
    if title.name == "nucleum":
        from machinehall.titles.nucleum.wording import NucleumWording

        rules = {kind: d.rule for kind, d in title.decisions.items()}
        return NucleumWording(title.tables, rules, Titled(title.name, say))
    raise UnknownTitle(f"no wording for {title.name!r}")
