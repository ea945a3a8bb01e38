"""Chapters 8H to 8K: influence, share price, funds, pass."""

from __future__ import annotations

import pytest

from imperial_steam.scene import Scene, T


@pytest.mark.rule("IS-8.39", "IS-EX-17")
def test_buying_influence() -> None:
    scene = Scene().track("R60 B40 V0 Y0").player("B", money=100).turn("B").play("B do influence")
    assert scene.offered("influence") == {str(k) for k in range(1, 11)}
    assert scene.refused("B influence 11") == "IS-8.39"
    scene.play("B influence 2")
    assert scene.ranks == "R60 B60 V0 Y0" and scene.money("B") == 80
    scene = Scene().player("R", money=0).turn("R")
    assert scene.refused("R do influence") == "IS-8.39", "at least one step"


@pytest.mark.rule("IS-8.40", "IS-EX-18", "IS-E-12")
def test_raising_the_share_price() -> None:
    scene = Scene().player("R", influence=60, investors=0).turn("R").play("R do share")
    assert scene.offered("price") == {"60"} and scene.refused("R price 90") == "IS-8.40"
    scene.play("R price 60")
    assert scene.column("R") == 50 and scene.s.share[0] == 1
    scene = Scene().player("R", influence=60, share=180, investors=0).turn("R").play("R do share", "R price 240")
    assert scene.column("R") == 10
    scene = Scene().player("R", influence=40, share=180, investors=0).turn("R").play("R do share")
    assert scene.refused("R price 240") == "IS-8.40" and scene.offered("price") == {"40", "60", "90", "130"}
    assert T.share_cost == [0, 1, 2, 3, 4, 5]


@pytest.mark.rule("IS-8.40", "IS-E-40")
def test_lowering_is_free_and_can_make_a_sale_legal() -> None:
    scene = Scene().player("R", influence=60, share=130).turn("R")
    assert scene.refused("R sell") == "IS-9.1"
    scene.play("R do share", "R price 40")
    assert scene.column("R") == 60 and scene.legal() == {"sell", "end-turn"}
    scene = Scene().player("R", influence=0).turn("R")
    assert scene.refused("R do share") == "IS-8.40", "nothing lower, and no influence for more"


@pytest.mark.rule("IS-8.41", "IS-8.42")
def test_funds_and_pass() -> None:
    scene = Scene(number=2).player("R", influence=50, investors=0).player("V", investors=0).turn("R")
    before = scene.s.clone()
    scene.play("R do funds")
    assert scene.money("R") == before.money[0] + 10
    scene.play("V do pass")
    assert scene.money("V") == before.money[1] and scene.s.goods == before.goods
