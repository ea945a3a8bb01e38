"""Figures of a seat by name: what the goals of problems ask about."""

from __future__ import annotations

from machinehall.titles.nucleum.lookup import Lookup, bits
from machinehall.titles.nucleum.state import ROWS, SLOTS, TRACKS, State


def facts(t: Lookup, s: State, seat: int) -> dict[str, int]:
    income = s.income[TRACKS * seat : TRACKS * (seat + 1)]
    return {
        "thaler": s.thaler[seat],
        "workers": s.supply[seat],
        "uranium": sum(s.uranium[ROWS * seat : ROWS * (seat + 1)]),
        "vp": s.vp[seat],
        "achievement": s.achievement[seat],
        "buildings": s.built[seat].bit_count(),
        "powered": (s.powered & s.own_urban[seat]).bit_count(),
        "unpowered": (s.own_urban[seat] & ~s.powered).bit_count(),
        "mines": sum(site >= 0 for site in s.mine_site[ROWS * seat : ROWS * (seat + 1)]),
        "turbines": sum(site >= 0 for site in s.turbine_site[ROWS * seat : ROWS * (seat + 1)]),
        "rails": s.rail_owner.count(seat),
        "links": (s.complete & s.links[seat]).bit_count(),
        "tiles": s.pool[seat].bit_count(),
        "contracts": sum(card >= 0 for card in s.slots[SLOTS * seat : SLOTS * (seat + 1)]),
        "fulfilled": s.fulfilled[seat].bit_count(),
        "technologies": s.tech[seat].bit_count(),
        "income": sum(income),
        "recharges": s.recharges[seat],
    }


def held(t: Lookup, s: State, seat: int) -> dict[str, list[int]]:
    """Experiment, technologies, fulfilled contracts, buildings on the map, and tiles wherever they lie."""
    laid = [tile for tile, owner in zip(s.rail_tile, s.rail_owner, strict=True) if tile >= 0 and owner == seat]
    return {
        "experiment": [s.experiment[seat]],
        "technology": list(bits(s.tech[seat])),
        "contract": list(bits(s.fulfilled[seat])),
        "building": list(bits(s.built[seat])),
        "tile": sorted({*bits(s.pool[seat] | s.row[seat]), *laid}),
    }
