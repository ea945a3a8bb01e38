"""What the players have, worked out of a position: wagons and their loads, filled contracts, pawns, factories."""

from __future__ import annotations

from dataclasses import dataclass

from machinehall.titles.imperial_steam.drawing.scene import Canvas
from machinehall.titles.imperial_steam.lookup import bits
from machinehall.titles.imperial_steam.rules.storage import warehouse
from machinehall.titles.imperial_steam.state import GOODS, ROWS, TILES, ZONES

PASSENGER, RESERVED, FREE = "passenger", "reserved", "free"


@dataclass(frozen=True)
class Yard:
    """Goods on their places. They may be rearranged at any time, so this is one way among many."""

    trains: list[tuple[int, bool, list[str | int]]]
    """Locomotive, whether coal lies on it, and its wagons: passenger, reserved, free, or a good."""
    bins: list[int]
    """Goods in the warehouse."""
    spaces: int
    """Free spaces of the warehouse, those in use among them."""
    homeless: list[int]
    """Goods without a place, which must be given up."""


def yard(s: Canvas, seat: int) -> Yard:
    left = s.goods(seat)[:]
    locos = s.trains(seat)
    fired = min(len(locos), left[s.t.coal])
    left[s.t.coal] -= fired
    loose = [good for good in range(GOODS) for _ in range(left[good])]
    kinds: list[str | int] = [PASSENGER] * s.s.passengers[seat]
    kinds += [RESERVED] * s.s.reserved[seat]
    total = sum(s.t.level[loco] for loco in locos)
    free = max(0, total - len(kinds))
    kinds += loose[:free]
    kinds += [FREE] * (total - len(kinds))
    trains, at = [], 0
    for i, loco in enumerate(locos):
        trains.append((loco, i < fired, kinds[at : at + s.t.level[loco]]))
        at += s.t.level[loco]
    spaces = s.rule(warehouse, seat)
    rest = loose[free:]
    return Yard(trains, rest[:spaces], spaces, rest[spaces:])


def pawns_left(s: Canvas, seat: int) -> tuple[int, int]:
    """Action pawns still in hand, and those of the round."""
    most = s.t.actions_of_round[s.s.round - 1] if s.s.round else 0
    return most - sum(s.s.pawns[TILES * seat : TILES * seat + TILES]), most


def factories(s: Canvas, seat: int) -> list[tuple[int, int, int]]:
    """Own factories: good, city, goods beside it."""
    return [
        (good, s.t.site_city[site], s.s.cubes[site])
        for good in range(GOODS)
        for site in bits(s.s.factories[GOODS * seat + good])
    ]


def tokens(s: Canvas, seat: int) -> list[int]:
    """Factory tokens by good."""
    return [mask.bit_count() for mask in s.s.factories[GOODS * seat : GOODS * seat + GOODS]]


def contracts(s: Canvas, seat: int) -> list[tuple[int, list[bool]]]:
    """Own contracts, each with which of its slots could be filled; the most valuable set is served first."""
    cards, left = bits(s.s.contracts[seat]), tokens(s, seat)
    full = _best(s, tuple(cards), tuple(left))[1]
    found = []
    for card in sorted(cards, key=lambda c: c not in full):
        slots = []
        for good, need in enumerate(s.t.contract_needs[card]):
            for _ in range(need):
                slots.append(left[good] > 0)
                left[good] -= left[good] > 0
        found.append((card, slots))
    return found


def _best(s: Canvas, cards: tuple[int, ...], left: tuple[int, ...]) -> tuple[int, frozenset[int]]:
    """The most valuable set of contracts that can be filled at once."""
    if not cards:
        return 0, frozenset()
    first, rest = cards[0], cards[1:]
    without = _best(s, rest, left)
    after = tuple(have - need for have, need in zip(left, s.t.contract_needs[first], strict=True))
    if min(after) < 0:
        return without
    value, chosen = _best(s, rest, after)
    value += s.t.contract_value[first]
    return (value, chosen | {first}) if value > without[0] else without


def workers(s: Canvas, seat: int) -> list[int]:
    """Workers by zone: training I to III, then working I to III."""
    return s.s.workers[ZONES * seat : ZONES * seat + ZONES]


def stations(s: Canvas, seat: int) -> int:
    return sum(city >= 0 for city in s.s.stations[ROWS * seat : ROWS * seat + ROWS])


def kept(s: Canvas, seat: int) -> str:
    """The part of the money that the dividends leave: ×0.9."""
    tenths = s.t.dividend_tenths
    return f"×{tenths[min(s.s.dividends[seat], len(tenths) - 1)] / 10:g}"


def keys(s: Canvas, seat: int) -> list[tuple[int, str]]:
    """Metropolis and metal of each key."""
    return [(i // 2, s.t.domains["key"][i % 2]) for i, holder in enumerate(s.s.keys) if holder == seat]


def meaning(s: Canvas, sign: str, value: object, small: str) -> str:
    """What a figure is; of money also what the small one beside it is."""
    told = s.word(f"draw.figure.{sign}")
    return f"{told} {value}; {s.word('draw.figure.income')} {small}" if sign == "florin" else told
