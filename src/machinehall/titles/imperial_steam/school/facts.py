"""Figures of a seat by name: what the goals of problems ask about."""

from __future__ import annotations

from machinehall.titles.imperial_steam.lookup import Lookup, bits
from machinehall.titles.imperial_steam.state import GOODS, LEVELS, ROWS, ZONES, State


def facts(t: Lookup, s: State, seat: int) -> dict[str, int]:
    workers = s.workers[ZONES * seat : ZONES * (seat + 1)]
    return {
        "round": s.round,
        "money": s.money[seat],
        "influence": t.columns[s.influence[seat]],
        "rank": s.standing.index(seat) + 1,
        "tracks": s.tracks[seat].bit_count(),
        "cities": t.network(s.tracks[seat]).bit_count(),
        "stations": sum(city >= 0 for city in s.stations[ROWS * seat : ROWS * (seat + 1)]),
        "factories": sum(mask.bit_count() for mask in s.factories[GOODS * seat : GOODS * (seat + 1)]),
        "workers": sum(workers),
        "training": sum(workers[:LEVELS]),
        "experience": sum(n * level for level, n in enumerate(workers[:LEVELS], 1)),
        "trains": sum(loco >= 0 for loco in s.trains[ROWS * seat : ROWS * (seat + 1)]),
        "passengers": s.passengers[seat],
        "contracts": s.contracts[seat].bit_count(),
        "investors": s.investors[seat],
        "dividends": s.dividends[seat],
        "share": t.share_price[s.share[seat]],
        "keys": s.keys.count(seat),
        "engineers": s.engineers[seat].bit_count(),
        "ordered": sum(s.ordered[GOODS * seat : GOODS * (seat + 1)]),
        **{name: s.goods[GOODS * seat + k] for k, name in enumerate(t.goods)},
    }


def held(t: Lookup, s: State, seat: int) -> dict[str, list[int]]:
    """Contracts, locomotives (those still in use) and stations of a seat."""
    rows = slice(ROWS * seat, ROWS * (seat + 1))
    return {
        "contract": list(bits(s.contracts[seat])),
        "loco": sorted({loco for loco in s.trains[rows] if loco >= 0}),
        "city": sorted(city for city in s.stations[rows] if city >= 0),
    }
