"""Fill in what a seat does not know: other people's bids while the auction runs, and their money if it is hidden."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from machinehall.kernel import fields
from machinehall.kernel.values import TOGETHER

from .lookup import Lookup
from .state import State

PAYING = frozenset({"import", "influence", "recruit", "build", "train", "track"})
"""Decisions that a player has begun because money for one of the choices was there."""


def fill(t: Lookup, view: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The border form of a full state that fits a view."""
    data = dict(view)
    seats = range(view["seats"])
    data["money"] = hidden_money(t, view, rng)
    data["bank"] = t.florins - sum(data["money"])
    bidding = bool(view["stack"]) and view["stack"][-1][1] == TOGETHER
    data["bids"] = [
        view["bids"][i]
        if view["bids"][i] is not None
        else rng.randint(0, data["money"][i] // t.n.bid_step)
        if bidding and i not in view["to_act"]
        else -1
        for i in seats
    ]
    return data


def hidden_money(t: Lookup, view: dict[str, Any], rng: random.Random) -> list[int]:
    """Before round 1 nobody has spent anything; later a guess as wide as what the viewer's own purse suggests."""
    if view["round"] == 0:
        return [t.start_money[view["seats"]]] * int(view["seats"])
    known = [m for m in view["money"] if m is not None]
    most = 2 * max(known, default=0) // 10 + 10
    least = [0] * int(view["seats"])
    for kind, seat, _ in view["stack"]:
        if kind in PAYING:
            least[seat] = t.dearest // 10
    return [10 * (least[i] + rng.randint(0, most)) if m is None else m for i, m in enumerate(view["money"])]


def read(t: Lookup, view: Mapping[str, Any]) -> State:
    """A view as a position, for words and drawings: what it hides is made up, the same each time."""
    return fields.from_data(State, fill(t, dict(view), random.Random(0)), t.domains)
