"""Figures of a seat by name: what the goals of problems ask about."""

from __future__ import annotations

from machinehall.titles.promethium.lookup import Lookup, bits
from machinehall.titles.promethium.state import SEATS, State


def facts(t: Lookup, s: State, seat: int) -> dict[str, int]:
    width = len(t.elements)
    row = s.elements[(SEATS + seat) * width : (SEATS + seat + 1) * width]
    return {
        "round": s.round,
        "money": s.money[seat],
        "influence": s.influence[seat],
        "promethium": s.promethium[seat],
        "lobby": s.lobby[seat],
        "tiles": s.tiles[seat].bit_count(),
        "realised": s.realised[seat].bit_count(),
        "activated": s.active[seat].bit_count(),
        "corruption": sum(s.cubes[card] for card in bits(s.realised[seat])),
        "gems": sum(row[k] for k in t.minerals),
        "countries": sum(1 for k in t.countries if row[k]),
        "experts": sum(row[k] for k in (t.engineer, t.machinist, t.chemist, t.financier)),
        "schemes": s.hand[seat].bit_count(),
        "improvements": s.improvements.count(seat),
        **{name: row[k] for k, name in enumerate(t.elements)},
    }


def held(t: Lookup, s: State, seat: int) -> dict[str, list[int]]:
    """Tiles, realised projects and improvements of a seat."""
    return {
        "tile": list(bits(s.tiles[seat])),
        "project": list(bits(s.realised[seat] | s.active[seat] | s.valued[seat])),
        "improvement": [i for i, holder in enumerate(s.improvements) if holder == seat],
    }
