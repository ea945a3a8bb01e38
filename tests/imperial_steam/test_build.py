"""Chapter 8C: stations and factories."""

from __future__ import annotations

import pytest

from imperial_steam.scene import Scene, T
from machinehall.kernel.plain_state import put
from machinehall.titles.imperial_steam.rules.build import factory_cost
from machinehall.titles.imperial_steam.rules.final_scoring import contract_money, income
from machinehall.titles.imperial_steam.rules.storage import warehouse


@pytest.mark.rule("IS-8.22", "IS-EX-12")
def test_a_station() -> None:
    scene = Scene().player("V", tracks="wien>wr_neustadt", money=60, investors=0).turn("V")
    before = warehouse(T, scene.s, 1), income(T, scene.s, 1)
    scene.play("V do build", "V station wr_neustadt")
    assert scene.money("V") == 10
    assert (warehouse(T, scene.s, 1), income(T, scene.s, 1)) == (before[0] + 1, before[1] + 10)
    assert T.shut(scene.s.tracks[1], 1 << T.city["wr_neustadt"]) == 0


@pytest.mark.rule("IS-8.22")
def test_where_stations_cannot_be_built() -> None:
    """Amb-25, Amb-50."""
    scene = Scene().player("R", tracks="wien>bratislava", money=200).player("V", tracks="wien>bratislava")
    scene.player("V", stations="bratislava").turn("R").play("R do build")
    assert scene.refused("R station bratislava") == "IS-8.22", "the only space is taken"
    assert scene.refused("R station wien") == "IS-8.22" and scene.refused("R station graz") == "IS-8.22"
    scene = (
        Scene().player("R", tracks="wien>wr_neustadt", money=200, stations="wr_neustadt").turn("R").play("R do build")
    )
    assert "station wr_neustadt" in scene.legal(), "a second own station, if a space is free"
    scene.play("R station wr_neustadt", "R end-turn")
    assert scene.s.stations[:3].count(T.city["wr_neustadt"]) == 2
    scene = Scene(options={"two_stations": 0}).player("R", tracks="wien>wr_neustadt", money=200, stations="wr_neustadt")
    scene.turn("R").play("R do build")
    assert scene.refused("R station wr_neustadt") == "IS-8.22"
    scene = Scene().player("R", tracks="wien>wr_neustadt wien>bratislava", money=200, stations="wr_neustadt bratislava")
    scene.turn("R").play("R do build")
    assert not scene.offered("station"), "all three are built"
    scene = Scene().player("R", tracks="wien>wr_neustadt", money=40).turn("R").play("R do build")
    assert scene.refused("R station wr_neustadt") == "IS-8.22"


@pytest.mark.rule("IS-8.23", "IS-E-25")
def test_factories_in_wien_need_no_track() -> None:
    for letters, sites in (("RV", 2), ("RVB", 3), ("RVBY", 4)):
        scene = Scene(letters).turn("R").play("R do build")
        found = {text.split()[0] for text in scene.offered("factory")}
        assert found == {f"F-wien-{k}" for k in range(1, sites + 1)}
        if sites < 4:
            assert scene.refused("R factory F-wien-4 wood") == "IS-8.23"
        assert scene.refused("R factory bratislava-1 wood") == "IS-8.23"
    scene.play("R factory F-wien-1 wood", "R staff training-I")
    scene.play("R end-turn", "V do build")
    assert scene.refused("V factory F-wien-1 wood") == "IS-8.23", "taken"


@pytest.mark.rule("IS-8.24", "IS-EX-13", "IS-E-24")
def test_the_price_of_the_row() -> None:
    scene = (
        Scene("RV")
        .player("V", money=100, tracks="wien>bratislava>sopron", workers=(3,))
        .factory("V", "sopron-1", "iron")
    )
    assert T.build_cost[2][T.iron][1] == 40
    scene.turn("V").play("V do build", "V factory bratislava-1 iron", "V staff training-I")
    assert scene.money("V") == 60 and scene.s.built[T.iron] == 2
    assert factory_cost(T, scene.s, T.sites.index("F-wien-1"), T.iron) == T.build_cost[2][T.iron][2]


@pytest.mark.rule("IS-EX-14", "IS-8.24", "IS-E-24")
def test_a_printed_price() -> None:
    road = "wien>wr_neustadt>gloggnitz>muerzzuschlag"
    for good in T.goods:
        scene = Scene("RV").player("R", tracks=road, money=100, investors=0).turn("R")
        scene.play("R do build", f"R factory muerzzuschlag-1 {good}", "R staff training-I")
        assert scene.money("R") == 60 and scene.s.built[T.goods.index(good)] == 1, "the row moves on all the same"


@pytest.mark.rule("IS-EX-15", "IS-8.24")
def test_the_station_price() -> None:
    road = "wien>wr_neustadt>gloggnitz>muerzzuschlag>bruck>graz>maribor"
    scene = Scene("RV").player("R", tracks=road, money=100, investors=0).turn("R")
    assert T.station_cost[scene.s.tile[T.city["maribor"]]] == 30
    scene.play("R do build", "R factory F-maribor-1 coal", "R staff training-I")
    assert scene.money("R") == 70


@pytest.mark.rule("IS-8.25", "IS-8.26", "IS-EX-16", "IS-E-22", "IS-8.27")
def test_a_factory_with_a_worker_who_has_worked() -> None:
    scene = Scene("YR").player("Y", tracks="wien>bratislava>sopron", money=100, workers=(0, 0, 1, 0, 1, 0))
    scene.player("Y", contracts="C1-05").factory("R", "F-wien-1", "iron").turn("Y")
    scene.play("Y do build", "Y factory bratislava-1 iron")
    assert scene.legal() == {"staff training-III", "staff working-II"}
    assert scene.refused("Y staff training-I") == "IS-8.26"
    other = scene.fork().play("Y staff training-III")
    scene.play("Y staff working-II")
    site = T.sites.index("bratislava-1")
    assert scene.money("Y") == 60 and scene.workers("Y") == [0, 0, 1, 0, 0, 0]
    assert (scene.s.cubes[site], other.s.cubes[site]) == (3, 4)
    scene.s.supply[T.iron] += scene.s.cubes[site]
    scene.s.cubes = put(scene.s.cubes, site, 0)
    scene.check()
    assert contract_money(T, scene.s, 0) == 40, "the token counts even without cubes"


@pytest.mark.rule("IS-8.26")
def test_output_by_level() -> None:
    assert T.output == [2, 3, 4]
    scene = Scene().player("R", workers=(0,), money=100).turn("R")
    assert "do build" not in scene.legal(), "nobody to put there"


@pytest.mark.rule("IS-8.25", "IS-1.6")
def test_a_row_runs_out() -> None:
    scene = Scene("RV").player("R", money=200, tracks="wien>wr_neustadt>gloggnitz>muerzzuschlag>bruck>eisenerz")
    scene.player("V", money=200, tracks="wien>bratislava>sopron>szombathely>hartberg")
    for site in ("F-wien-2", "F-bruck-1", "muerzzuschlag-1", "eisenerz-1"):
        scene.factory("R", site, "wood")
    scene.factory("V", "bratislava-1", "wood").factory("V", "sopron-1", "wood")
    assert scene.s.built[0] == 6
    scene.turn("R").play("R do build")
    assert scene.refused("R factory F-wien-1 wood") == "IS-8.25" and "factory F-wien-1 stone" in scene.legal()


@pytest.mark.rule("IS-DX-13", "IS-E-23", "IS-9.6")
def test_cost_and_reward_are_read_at_different_times() -> None:
    scene = Scene("RV").player("R", money=200, tracks="wien>wr_neustadt>gloggnitz>muerzzuschlag>bruck", goods="coal")
    for site in ("F-bruck-1", "muerzzuschlag-1", "F-wien-2"):
        scene.factory("R", site, "stone")
    scene.turn("R").play("R do build", "R factory F-wien-1 stone", "R staff training-I")
    assert scene.money("R") == 200 - T.build_cost[2][T.stone][3]
    money = scene.money("R")
    scene.play("R deliver F-wien-1 gloggnitz")
    assert scene.money("R") == money + T.reward[2][T.stone][3]
