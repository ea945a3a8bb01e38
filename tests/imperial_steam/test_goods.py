"""Chapters 8D and 8E: collecting, importing, ordering."""

from __future__ import annotations

import pytest

from imperial_steam.scene import Scene, T


def owner(**things: object) -> Scene:
    scene = Scene().player("R", tracks="wien>bratislava", goods="coal", **things)
    return (
        scene.factory("R", "bratislava-1", "wood", 3)
        .factory("R", "bratislava-2", "iron", 1)
        .factory("R", "F-wien-1", "coal")
    )


@pytest.mark.rule("IS-8.28", "IS-E-26")
def test_one_cube_from_each_factory() -> None:
    scene = owner().turn("R").play("R do collect")
    assert scene.offered("collect") == {"bratislava-1", "bratislava-2"}
    assert scene.refused("R collect F-wien-1") == "IS-8.28" and scene.refused("R done") == "IS-8.28"
    other = scene.fork().play("R collect bratislava-2", "R done")
    assert other.goods("R") == {"iron": 1, "coal": 1}
    scene.play("R collect bratislava-1")
    assert scene.refused("R collect bratislava-1") == "IS-8.28", "at most one"
    scene.play("R collect bratislava-2")
    assert scene.goods("R") == {"wood": 1, "iron": 1, "coal": 1} and not scene.offered("collect")
    assert scene.s.cubes[T.sites.index("bratislava-1")] == 2 and scene.ordered("R") == {}


@pytest.mark.rule("IS-8.28", "IS-5.3")
def test_collecting_without_room_gives_something_up() -> None:
    scene = owner().player("R", goods="stone*4 coal").turn("R").play("R do collect", "R collect bratislava-1")
    assert scene.offered("give-up") == {"stone", "wood"}
    scene.play("R give-up stone", "R done")
    assert scene.goods("R") == {"stone": 3, "wood": 1, "coal": 1}


@pytest.mark.rule("IS-8.29", "IS-8.31")
def test_exactly_one_good_at_once() -> None:
    scene = Scene().market(iron=5).player("R", money=100, investors=0).turn("R").play("R do import", "R import iron")
    assert scene.money("R") == 100 - T.market_price[5] and scene.goods("R")["iron"] == 2
    assert scene.s.market[T.iron] == 4 and scene.acting == "V"


@pytest.mark.rule("IS-8.30", "IS-E-34")
def test_orders_wait_in_the_delivery_zone() -> None:
    scene = Scene(number=2).player("R", money=100, investors=0, goods="wood").turn("R")
    scene.play("R do import", "R order stone", "R order stone", "R order iron")
    assert scene.ordered("R") == {"stone": 2, "iron": 1} and scene.goods("R") == {"wood": 1}
    assert scene.money("R") == 70 and scene.acting == "V", "the expedition of round 2 allows three"
    assert scene.s.market == [10, 8, 9, 10]


@pytest.mark.rule("IS-8.30", "IS-DX-05", "IS-E-32")
def test_the_expedition_counts_for_the_whole_round() -> None:
    scene = Scene(number=4).player("R", money=100, influence=50, goods="wood", investors=0).pawns("R", "import", 1)
    scene.player("R", ordered="stone iron").turn("R").play("R do import")
    assert scene.column("R") == 40
    scene.play("R order wood")
    assert scene.acting == "V", "only one was left"
    scene = Scene(number=4).player("R", money=100, influence=50, investors=0, ordered="stone iron wood").turn("R")
    scene.play("R do import")
    assert not scene.offered("order") and scene.refused("R order wood") == "IS-8.30"
    scene.play("R import wood"), "an immediate purchase does not count"


@pytest.mark.rule("IS-8.30", "IS-E-33")
def test_round_8_knows_only_immediate_imports() -> None:
    scene = Scene(number=8).player("R", money=100).turn("R").play("R do import")
    assert not scene.offered("order") and scene.refused("R order wood") == "IS-8.30"
    assert scene.offered("import") == {"wood", "stone", "iron", "coal"}


@pytest.mark.rule("IS-8.30")
def test_ordering_goes_on_or_stops() -> None:
    scene = Scene(number=3).player("R", money=100, investors=1).turn("R").play("R do import", "R order wood")
    assert {"order wood", "sell", "done"} <= scene.legal() and scene.refused("R import wood") == "IS-8.29"
    scene.play("R sell", "R order coal", "R done")
    assert scene.ordered("R") == {"wood": 1, "coal": 1} and scene.acting == "V"


@pytest.mark.rule("IS-8.31", "IS-DX-07")
def test_market_prices() -> None:
    assert T.market_price == [50, 50, 40, 30, 30, 20, 20, 20, 10, 10, 10]
    scene = Scene().market(wood=0).player("R", money=50, goods="", investors=0).turn("R")
    supply = scene.s.supply[0]
    scene.play("R do import", "R import wood")
    assert scene.money("R") == 0 and scene.s.supply[0] == supply - 1 and scene.s.market[0] == 0
    scene = Scene().market(wood=0).player("R", money=40).turn("R").play("R do import")
    assert scene.refused("R import wood") == "IS-8.29"
