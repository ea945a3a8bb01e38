"""The tables that a net is trained for: every number of seats, options, alone against opponents that nobody plays."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import machinehall as mh

VARIANTS, OTHERWISE = 64, 0.3
"""Rows of options for the matches of a hall, and how often an option is drawn in the half that are not as printed."""
NAMED = 0.6
"""So many of that half are dealt with named settings, where some fit: chance alone never draws all challenges."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Tables of one kind."""

    seats: int
    options: Mapping[str, Any]
    """Those that decide how many sit at the table."""
    variants: tuple[Mapping[str, Any], ...] = ()
    """Options that matches are dealt with, in turn by chance."""
    rival: str = ""
    """A bot that holds all seats but one: tables that only measure how far the net has come."""

    @property
    def name(self) -> str:
        """For the log."""
        told = [str(self.seats), *(f"{key}={value}" for key, value in self.options.items())]
        return " ".join([*told, f"against {self.rival}"] if self.rival else told)

    def how(self) -> dict[str, Any]:
        """For `Batch`."""
        found: dict[str, Any] = {"options": dict(self.options), "insight": True, "variants": self.variants}
        if self.rival:
            found |= {"bots": dict.fromkeys(range(1, self.seats), self.rival), "rotate": True}
        return found


def tables(title: mh.Title, seats: int | None = None) -> list[Kind]:
    """Every number of seats, or one alone; against as many opponents that nobody plays as there may be. Half of the
    matches are as the rules have it, half with some of the options otherwise."""
    low, high = title.seats
    found: list[tuple[int, dict[str, Any]]] = [(n, {}) for n in range(max(2, low), high + 1)]
    if title.automata is not None:
        option = next(each for each in title.options if each.name == title.automata.option)
        found += [(title.automata.seats, {option.name: value}) for value in option.choices]
    return [Kind(n, options, variants(title, options)) for n, options in found if seats in (None, n)]


def variants(title: mh.Title, options: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """Options for the matches of one kind of table."""
    rng = random.Random(f"{title.name}/{options}")
    rows: list[dict[str, Any]] = [dict(options) for _ in range(VARIANTS // 2)]
    named = [preset for preset in title.presets.values() if options and options.items() < preset.items()]
    for _ in range(VARIANTS - len(rows)):
        if named and rng.random() < NAMED:
            rows.append(dict(rng.choice(named)))
            continue
        other = {o.name: rng.choice(o.choices) for o in title.options if rng.random() < OTHERWISE}
        rows.append(other | options)
    return tuple(rows)


def dealt(kinds: list[Kind]) -> tuple[tuple[int, dict[str, Any]], ...]:
    """Seats and options for matches of lessons, all kinds in turn."""
    return tuple((kind.seats, dict(kind.variants[i])) for i in range(VARIANTS) for kind in kinds)
