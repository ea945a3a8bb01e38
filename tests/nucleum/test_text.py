"""The text form and the picture made of it: everything on the table can be found."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import battery
import pytest

from machinehall.titles.nucleum.tables import bits
from machinehall.titles.nucleum.text import lines
from nucleum.scene import TITLE, Scene, T


@pytest.mark.parametrize(("seats", "barons"), [(1, 1), (1, 2), (2, 1), (3, 1), (4, 1)])
def test_every_piece_can_be_read(seats: int, barons: int) -> None:
    b = T.board[1 + barons if seats == 1 else seats]
    for number, (state, _, _) in enumerate(battery.walk(TITLE, seats, 90 + seats, {"barons": barons})):
        if number % 60:
            continue
        assert state.players == (1 + barons if seats == 1 else seats)
        text = "\n".join(lines(T, TITLE.view(state, None)))
        for names, there in ((T.names.urban, b.urban), (T.names.mines, b.mines), (T.names.turbines, b.turbines)):
            assert all(f"{names[k]} (" in text for k in bits(there))
        assert all(f"Link {T.names.links[k]}:" in text for k in bits(b.links))
        for pieces, names in ((state.market, T.tiles), (state.rail_tile, T.tiles), (state.display, T.contracts)):
            assert all(names[k] in text for k in pieces if k >= 0)
        for masks, names in ((state.pool, T.tiles), (state.row, T.tiles), (state.tech, T.technologies)):
            assert all(names[k] in text for mask in masks for k in bits(mask))
        for queue in state.queue:
            row = ", ".join("Obstacle" if T.directive[k] else T.tiles[k] for k in queue)
            assert f"  Queue: {row or '-'}." in text
        ET.fromstring(TITLE.draw(T, TITLE.view(state, 0), theme="dark"))


def test_a_few_lines_word_by_word() -> None:
    scene = Scene("RB").market("b13", "b02", "b03", "b04", "b05").built("R", "factory-2", "riesa-u1", powered=True)
    scene.mine("R", 1, "bruex-m2", uranium=2).rail("B", "bruex-praha.1", "b-1", flip=True).nucleum("zittau").turn("R")
    text = lines(T, TITLE.view(scene.s, 0))
    assert "  riesa-u1 (factory): 0.factory-2, powered" in text
    assert "  bruex-m2 (black): player 0" in text
    assert "Link bruex-praha: complete: b-1:urbanize/energize flip of player 1." in text
    assert "Zittau (green, plant with Nucleum)" in text
    assert "Coal ruhr: 4 wagons at 1 T, 0 at 2 T, then 3 T." in text
    assert "Asked: player 0, turn." in text
    assert "  Mines: row-1 bruex-m2 with 2 U. Turbines: -." in text
