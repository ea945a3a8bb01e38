"""Feats: things to be proud of that a title counts, within one match or over several.

A title declares its feats and says what a seat has brought about in a match that is over. Some of that are feats; some
are facts, such as having played with three, that together make a feat once a player has all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from .values import Event, Outcome

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Feat:
    """One feat."""

    name: str
    group: str
    rule: str
    figure: int = 0
    """The number in its sentence."""
    needs: tuple[str, ...] = ()
    """Facts that have to be gathered over several matches; without them the feat is done in one match."""


@dataclass(frozen=True, slots=True, eq=False)
class Feats:
    """All feats of a title, group by group, and how they are recognised."""

    all: tuple[Feat, ...]
    found: Callable[[Any, Sequence[Sequence[Event]], Any, Outcome, int], Collection[str]]
    """(tables, what each decision brought about, last state, outcome, seat): feats done and facts for others."""

    def groups(self) -> dict[str, list[Feat]]:
        found: dict[str, list[Feat]] = {}
        for feat in self.all:
            found.setdefault(feat.group, []).append(feat)
        return found

    def earned(self, past: Iterable[tuple[T, Collection[str]]]) -> dict[str, T]:
        """For each feat the match that earned it: `past` has the player's matches in order, with what was found."""
        when: dict[str, T] = {}
        seen: set[str] = set()
        for match, found in past:
            seen.update(found)
            for feat in self.all:
                if feat.name not in when and (seen.issuperset(feat.needs) if feat.needs else feat.name in seen):
                    when[feat.name] = match
        return when

    def gathered(self, feat: Feat, facts: Collection[str]) -> int:
        """How many of the facts that a feat needs a player has."""
        return len(set(feat.needs).intersection(facts))
