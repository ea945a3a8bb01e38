"""Of many reasons the one that lies closest, and the cities of a network: for refusals of whole actions."""

from __future__ import annotations

from collections.abc import Iterable

from machinehall.kernel.refusals import NUMBER
from machinehall.kernel.values import Refusal
from machinehall.titles.imperial_steam.lookup import Lookup, bits
from machinehall.titles.imperial_steam.refusals import REFUSALS
from machinehall.titles.imperial_steam.state import State

NEAREST = (
    *("refuse.money", "refuse.money_or_share", "refuse.fee", "refuse.fee_or_share"),
    *("refuse.track.material", "refuse.track.effort", "refuse.track.engineer"),
    *("refuse.metropolis.out_of_reach", "refuse.factory.no_worker", "refuse.train.not_better", "refuse.train.not_yet"),
)
"""Reasons that a player can do most about, first."""


def nearest(found: Iterable[Refusal | None]) -> Refusal | None:
    """Of everything that an action could do the reason that lies closest, by its kind, then by how much is missing.

    None: something has no reason against it, so the action can be taken.
    """
    reasons: list[Refusal] = []
    for reason in found:
        if reason is None:
            return None
        reasons.append(reason)
    return min(reasons, key=far)


def far(reason: Refusal) -> tuple[int, int]:
    rank = NEAREST.index(reason.message) if reason.message in NEAREST else len(NEAREST)
    pairs = zip(REFUSALS[reason.message], reason.args, strict=True)
    figures = [arg for domain, arg in pairs if domain == NUMBER and isinstance(arg, int)]
    return rank, figures[0] - figures[1] if len(figures) > 1 else 0


def city_names(t: Lookup, s: State, seat: int) -> tuple[str, ...]:
    """The cities that a seat's tracks reach."""
    return tuple(t.cities[city] for city in bits(t.network(s.tracks[seat])))
