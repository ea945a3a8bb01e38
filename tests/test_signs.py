"""Signs as paths at their place, and parts of drawings that are kept."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from machinehall.draw.kit import icon, symbols
from machinehall.draw.signs import _room, _steps, marks, sign
from machinehall.draw.stage import Stage
from machinehall.draw.theme import theme

PATHS = re.compile(r'<path d="([^"]+)"')


@pytest.mark.parametrize("name", sorted(symbols()))
@pytest.mark.parametrize("size", [9.0, 24.0])
def test_a_sign_lies_where_its_symbol_would(name: str, size: float) -> None:
    symbol, scale = symbols()[name], size / 24
    boxes = [_room(_steps(d)) for d in PATHS.findall(sign(symbol, 100, 50, size, "#123456"))]
    found = [min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)]
    rooms = [mark.room for mark in marks(symbol)]
    there = [min(r[0] for r in rooms), min(r[1] for r in rooms), max(r[2] for r in rooms), max(r[3] for r in rooms)]
    wanted = [100 + there[0] * scale, 50 + there[1] * scale, 100 + there[2] * scale, 50 + there[3] * scale]
    assert found == pytest.approx(wanted, abs=0.06)


def test_a_sign_elsewhere_differs_in_its_first_points_alone() -> None:
    here, there = (re.sub(r'd="M\S+ [\d.]+', "", icon("coal-wagon", x, 20, 16, "#000")) for x in (10, 200.5))
    assert here == there and "<use" not in here


def stage(**view: Any) -> Stage:
    return Stage(view, theme("light"), {"lang": "en"}, ("Ada",), (), {"site-1": ["a"], "tile-2": ["b"]}, None)


def test_a_part_is_drawn_once_for_the_fields_that_it_sees() -> None:
    seen: list[int] = []

    def draw(s: Stage) -> str:
        seen.append(s.view["coal"])
        return f"{s.view['coal']} {sorted(s.can)}"

    first = stage(coal=3, money=1)
    assert first.part(draw, ("coal",), ("site-",)) == "3 ['site-1']"
    assert stage(coal=3, money=2).part(draw, ("coal",), ("site-",)) == "3 ['site-1']" and seen == [3]
    assert replace(first, th=theme("dark")).part(draw, ("coal",), ("site-",)) and seen == [3, 3]
    assert stage(coal=4, money=1).part(draw, ("coal",)) == "4 []"


def test_a_part_sees_nothing_but_its_fields() -> None:
    with pytest.raises(KeyError):
        stage(coal=3, money=1).part(lambda s: str(s.view["money"]), ("coal",))
