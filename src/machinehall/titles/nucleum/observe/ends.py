"""How far the end conditions are in a view of a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from machinehall.titles.nucleum.lookup import Lookup


class End(NamedTuple):
    """One end condition."""

    part: float
    """From 0 to 1."""
    amount: int
    """What is left, or what there is of `most`."""
    most: int | None = None


def ends(t: Lookup, view: Mapping[str, Any]) -> list[End]:
    """In the order of `END_CONDITIONS`."""
    seats, players = view["seats"], view["players"]
    tiles, stacks = t.basic.bit_count() + t.advanced_in_play[players], sum(kind[players] for kind in t.supply)
    left = view["silver_left"] + view["gold_left"]
    # Alone the Recharges of the Barons end the game (NU-23.60), and only the human can reach the flag (NU-23.14).
    counted = view["recharges"][seats:] or view["recharges"]
    slots = t.n.milestone_slots
    recharges, all_slots = sum(min(k, slots) for k in counted), slots * len(counted)
    techs, boards = max(map(len, view["tech"])), max(mask.bit_count() for mask in t.board_techs)
    points = max(view["vp"][:seats])
    return [
        End(1 - view["tiles_left"] / tiles, view["tiles_left"]),
        End(1 - left / stacks, left),
        End(recharges / all_slots, recharges, all_slots),
        End(techs / boards, techs, boards),
        End(min(1, max(0, points) / t.n.vp_flag), points, t.n.vp_flag),
    ]
