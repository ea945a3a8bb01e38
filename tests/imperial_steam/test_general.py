"""Chapter 5: storing and giving up goods, networks, paying."""

from __future__ import annotations

import pytest

from imperial_steam.scene import Scene, T
from machinehall.titles.imperial_steam.frames import Improve
from machinehall.titles.imperial_steam.rules.final_scoring import contract_money
from machinehall.titles.imperial_steam.rules.storage import freight, room, warehouse


@pytest.mark.rule("IS-5.1", "IS-E-14", "IS-2.19", "IS-2.20")
def test_what_holds_goods() -> None:
    scene = Scene()
    s = scene.s
    assert (freight(T, s, 0), warehouse(T, s, 0)) == (3, 1)
    assert room(T, s, 0) == 1, "coal on the locomotive, three goods on wagons, the warehouse free"
    scene.player("R", goods="coal*5")
    assert room(T, s, 0) == 0, "one coal on the locomotive, three on wagons, one in the warehouse"
    scene.player("R", goods="wood*4")
    assert room(T, s, 0) == 0, "the locomotive holds nothing but coal"
    scene.player("R", goods="wood*4 coal")
    assert room(T, s, 0) == 0


@pytest.mark.rule("IS-5.1", "IS-E-13")
def test_passenger_and_reserved_wagons_hold_nothing() -> None:
    scene = Scene().player("R", goods="wood*2 coal", passengers=1, contracts="C1-01")
    assert room(T, scene.s, 0) == 0 and freight(T, scene.s, 0) == 1
    scene.player("R", goods="", passengers=2)
    scene.shown("C1-02").turn("R")
    assert scene.refused("R do contract") == "IS-8.36", "no passenger wagon takes a reserve token"
    scene.player("R", passengers=1, contracts="C1-02")
    scene.s.stack.append(("improve", 0, Improve(points=1)))
    assert scene.refused("R improve wagon") == "IS-8.13", "no reserved wagon is flipped"


@pytest.mark.rule("IS-5.2", "IS-5.3", "IS-8.29")
def test_only_when_something_must_go_the_owner_is_asked() -> None:
    scene = Scene().player("R", goods="wood stone iron coal").turn("R")
    scene.play("R do import", "R import coal")
    assert scene.goods("R") == {"wood": 1, "stone": 1, "iron": 1, "coal": 2}, "the coal moves to the warehouse"
    scene = Scene().player("R", goods="wood*2 stone iron coal").turn("R")
    scene.play("R do import", "R import iron")
    assert scene.legal() == {"give-up wood", "give-up stone", "give-up iron"}
    assert scene.refused("R give-up coal") == "IS-5.1", "coal on the locomotive makes no room (Amb-58)"
    scene.play("R give-up stone")
    assert scene.goods("R") == {"wood": 2, "iron": 2, "coal": 1}
    assert scene.refused("R give-up stone") in ("IS-7.2", "MH-1.1")


@pytest.mark.rule("IS-5.3")
def test_a_good_that_is_not_there_cannot_be_given_up() -> None:
    scene = Scene().player("R", goods="wood*4 coal").turn("R").play("R do import", "R import wood")
    assert scene.refused("R give-up iron") == "IS-5.3"


@pytest.mark.rule("IS-5.4")
def test_a_network_is_tracks_and_wien() -> None:
    scene = Scene()
    assert scene.network("R") == {"wien"}
    scene.player("R", tracks="wien>bratislava>sopron wien>wr_neustadt>sopron")
    assert scene.network("R") == {"wien", "bratislava", "sopron", "wr_neustadt"}
    scene.check()


@pytest.mark.rule("IS-5.5")
def test_no_payment_in_part() -> None:
    scene = Scene().player("R", money=0, investors=0).turn("R")
    assert {f"do {x}" for x in ("import", "recruit", "build", "train", "influence")} & scene.legal() == set()
    assert scene.refused("R do import") == "IS-8.29"


@pytest.mark.rule("IS-5.6", "IS-8.38", "IS-8.25")
def test_factory_tokens_go_to_the_contracts_where_they_are_best() -> None:
    """Amb-54: one wood token fills the better of two contracts; a later one fills both."""
    scene = Scene().player("R", contracts="C1-01 C1-02", tracks="wien>bratislava", workers=(3,))
    scene.factory("R", "bratislava-1", "wood")
    assert contract_money(T, scene.s, 0) == 40 - 30
    scene.factory("R", "bratislava-2", "wood")
    assert contract_money(T, scene.s, 0) == 70


@pytest.mark.rule("IS-5.7")
def test_costs_in_goods_are_not_paid_from_the_delivery_zone() -> None:
    scene = Scene().player("R", goods="wood stone", ordered="iron").turn("R")
    assert scene.refused("R do lay") == "IS-8.7"
    scene = Scene().player("R", goods="wood stone iron").turn("R")
    assert "do lay" in scene.legal()
