"""Chapter 9: selling a share, delivering, buying nationalised links."""

from __future__ import annotations

import pytest

from imperial_steam.scene import Scene, T
from machinehall.kernel.plain_state import put

# Selling


@pytest.mark.rule("IS-9.1", "IS-EX-19", "IS-E-39")
@pytest.mark.parametrize(
    ("investors", "price", "allowed"), [(4, 130, True), (4, 180, False), (7, 240, True), (5, 240, False)]
)
def test_an_investor_on_the_row_or_higher(investors: int, price: int, allowed: bool) -> None:
    scene = Scene().player("R", contracts="C3-01 C3-02", trains="IS-8", goods="", investors=investors, share=price)
    scene.turn("R")
    assert ("sell" in scene.legal()) is allowed
    if not allowed:
        assert scene.refused("R sell") == "IS-9.1"


@pytest.mark.rule("IS-9.2", "IS-EX-20")
def test_selling_as_often_as_possible() -> None:
    scene = Scene().player("R", contracts="C3-01 C3-02", trains="IS-8", goods="", investors=7, share=130, money=0)
    scene.turn("R").play(*["R sell"] * 4)
    assert scene.money("R") == 520 and scene.s.investors[0] == 3 and scene.s.dividends[0] == 4
    assert T.share_price[scene.s.share[0]] == 130 and scene.refused("R sell") == "IS-9.1"


# Delivering


def yellow(good: str = "iron", site: str = "bratislava-1", letters: str = "YR") -> Scene:
    """Two players; Gloggnitz is the brown metropolis; three iron factories are built, so that iron pays 90."""
    road = "wien>bratislava wien>wr_neustadt"
    scene = Scene(letters).crowned().player("Y", tracks=road, workers=(0, 0, 3), money=0, investors=0)
    scene.factory("Y", site, good, 3)
    scene.factory("R", "F-wien-1", "iron", 2).factory("R", "F-wien-2", "iron", 2)
    return scene


@pytest.mark.rule("IS-EX-21", "IS-9.3", "IS-9.4", "IS-9.5", "IS-9.6", "IS-9.9", "IS-9.10", "IS-E-27")
def test_delivering_iron_to_gloggnitz() -> None:
    scene = yellow().turn("Y").play("Y do lay", "Y track wr_neustadt--gloggnitz", "Y mobilise 1xIII")
    before = scene.hub("brown")
    scene.play("Y deliver bratislava-1 gloggnitz")
    assert scene.money("Y") == 90 and scene.goods("Y") == {} and scene.hub("brown") == before + 10
    assert scene.s.cubes[T.sites.index("bratislava-1")] == 2, "the cube comes from the factory"
    assert not scene.s.wanted[T.iron] >> T.city["gloggnitz"] & 1, "closed for all"
    scene.play("Y done")
    scene.player("R", tracks="wien>wr_neustadt>gloggnitz", goods="coal")
    assert scene.acting == "R" and scene.refused("R deliver F-wien-1 gloggnitz") == "IS-9.3"


@pytest.mark.rule("IS-9.4", "IS-E-27")
def test_transport_costs_a_coal() -> None:
    scene = yellow().player("Y", tracks="wr_neustadt>gloggnitz", goods="wood").turn("Y")
    assert scene.refused("Y deliver bratislava-1 gloggnitz") == "IS-9.4"
    scene = yellow().player("Y", tracks="wr_neustadt>gloggnitz", goods="wood", ordered="coal").turn("Y")
    assert scene.refused("Y deliver bratislava-1 gloggnitz") == "IS-9.4", "not from the delivery zone"
    scene = yellow("coal").player("Y", tracks="wr_neustadt>gloggnitz", goods="wood").turn("Y")
    assert scene.refused("Y deliver bratislava-1 gloggnitz") == "IS-9.4", "nor from the factory"


@pytest.mark.rule("IS-9.3", "IS-E-30")
def test_once_in_a_turn() -> None:
    """Amb-2: a turn, not a round."""
    scene = (
        yellow().player("Y", tracks="wr_neustadt>gloggnitz", goods="coal*3 wood").factory("Y", "sopron-1", "wood", 2)
    )
    scene.player("Y", tracks="wr_neustadt>sopron", stations="wr_neustadt", influence=30).turn("Y")
    scene.play("Y deliver bratislava-1 gloggnitz")
    assert scene.refused("Y deliver sopron-1 gloggnitz") == "IS-9.3"
    scene.play("Y do pass")
    scene.play("R do pass", *(["R end-turn"] if scene.fork().play("R do pass").acting == "R" else []))
    assert scene.acting == "Y" and "deliver sopron-1 gloggnitz" in scene.legal()


@pytest.mark.rule("IS-9.3")
def test_where_nothing_can_be_delivered() -> None:
    scene = yellow().turn("Y")
    assert scene.refused("Y deliver bratislava-1 gloggnitz") == "IS-9.3", "not connected"
    assert scene.refused("Y deliver bratislava-1 wien") == "IS-9.3", "not wanted"
    assert scene.refused("Y deliver F-wien-1 gloggnitz") == "IS-9.3", "not an own factory"


@pytest.mark.rule("IS-9.7", "IS-9.8", "IS-DX-14", "IS-E-28", "IS-E-29")
def test_coal_brings_keys() -> None:
    road = "wr_neustadt>gloggnitz"
    scene = yellow("coal").player("Y", tracks=road, goods="coal*3").turn("Y")
    scene.play("Y deliver bratislava-1 gloggnitz")
    assert scene.s.keys[:2] == (0, -1) and scene.money("Y") == 0 and scene.goods("Y") == {"coal": 2}
    assert scene.hub("brown") == 40
    scene.play("Y do pass")
    scene.player("R", tracks="wien>wr_neustadt>gloggnitz>muerzzuschlag>bruck", goods="coal").factory(
        "R", "F-bruck-1", "coal", 2
    )
    scene.play("R deliver F-bruck-1 gloggnitz")
    assert scene.s.keys[:2] == (0, 1) and scene.hub("brown") == 50, "growth 1, 1: the second number for the second cube"
    scene = yellow("coal").player("Y", tracks=road, goods="coal*3").turn("Y").play("Y deliver bratislava-1 gloggnitz")
    scene.play("Y do pass", "R do pass", "R end-turn")
    assert scene.refused("Y deliver bratislava-1 gloggnitz") == "IS-9.8", "never both keys of a colour"


@pytest.mark.rule("IS-9.9", "IS-E-31")
def test_growth_counts_the_cubes_of_everybody() -> None:
    """The brown metropolis has G1: 1, 1, 0, 1, 2."""
    scene = yellow().player("Y", tracks="wr_neustadt>gloggnitz", goods="coal")
    scene.s.wanted = put(scene.s.wanted, 0, scene.s.wanted[0] ^ (1 << T.city["gloggnitz"]))
    scene.s.wanted = put(scene.s.wanted, 1, scene.s.wanted[1] ^ (1 << T.city["gloggnitz"]))
    scene.s.supply[0] -= 1
    scene.s.supply[1] -= 1
    scene.turn("Y").play("Y deliver bratislava-1 gloggnitz")
    assert scene.hub("brown") == 30, "the third number is 0"


@pytest.mark.rule("IS-9.3", "IS-E-31")
def test_ordinary_cities_want_goods_and_do_not_grow() -> None:
    scene = Scene("YRV").crowned()
    city = next(c for c, tile in enumerate(scene.s.tile) if T.tile_hub[tile] < 0 and T.demand[tile] == [T.wood])
    assert T.cities[city] == "fuerstenfeld"
    scene.player("Y", tracks="wien>bratislava>sopron>szombathely>fuerstenfeld", goods="coal", money=0)
    scene.factory("Y", "bratislava-1", "wood", 2).turn("Y")
    columns = scene.s.metropolises[:]
    scene.play("Y deliver bratislava-1 fuerstenfeld")
    assert scene.money("Y") == T.reward[3][T.wood][0] and scene.s.metropolises == columns
    two = Scene("YR")
    assert all(not T.demand[tile] for tile in two.s.tile if T.tile_hub[tile] < 0), "none at two players"


# Buying nationalised links


LINK = "wr_neustadt--gloggnitz"


@pytest.mark.rule("IS-9.11", "IS-9.12", "IS-9.13", "IS-DX-08", "IS-E-08", "IS-E-09")
def test_buying_a_link_one_after_the_other() -> None:
    """Bratislava costs 30, Wr. Neustadt 50."""
    name = "bratislava--wr_neustadt"
    scene = Scene("YRBV").crowned(name)
    for letter in "YRB":
        scene.player(letter, tracks="wien>bratislava", goods="", workers=(0,), money=100, investors=0)
    scene.turn("Y").play(f"Y buy-out {name}")
    assert scene.money("Y") == 50 and scene.s.crowns == 1 << T.link[name], "the bank gets the higher cost"
    assert scene.workers("Y") == [0] * 6 and scene.goods("Y") == {}
    bank = scene.s.bank
    scene.play("Y do pass", f"R buy-out {name}")
    assert (scene.money("Y"), scene.money("R"), scene.s.bank) == (80, 70, bank)
    scene.play("R do pass", f"B buy-out {name}")
    assert (scene.money("Y"), scene.money("R"), scene.money("B"), scene.s.bank) == (110, 100, 40, bank)


@pytest.mark.rule("IS-9.11", "IS-8.5", "IS-1.6")
def test_what_cannot_be_bought() -> None:
    """Amb-14, Amb-17."""
    scene = Scene("RV").crowned(LINK, "gloggnitz--sopron").player("R", tracks="wien>wr_neustadt", money=40).turn("R")
    assert scene.refused(f"R buy-out {LINK}") == "IS-9.12"
    assert scene.refused("R buy-out wien--bratislava") == "IS-9.11"
    assert scene.refused("R buy-out gloggnitz--sopron") == "IS-9.11", "not in reach"
    scene = Scene("RV").crowned(LINK).player("R", tracks="wien>wr_neustadt>sopron", money=100).turn("R")
    assert scene.refused(f"R buy-out {LINK}") == "IS-8.5", "a third track in Wr. Neustadt"
    free = Scene("RV", options={"buyout_limit": 0}).crowned(LINK)
    free.player("R", tracks="wien>wr_neustadt>sopron", money=100).turn("R").play(f"R buy-out {LINK}")
    scene = Scene("RV").crowned(LINK).player("R", tracks="wien>wr_neustadt>gloggnitz", money=100).turn("R")
    assert scene.refused(f"R buy-out {LINK}") == "IS-9.11", "an own track is there"
    inside = Scene("RV").crowned("bratislava--wr_neustadt").player("R", tracks="wien>wr_neustadt wien>bratislava")
    inside.player("R", money=100).turn("R").play("R buy-out bratislava--wr_neustadt")
    assert inside.column("R") == 0, "no benefits inside the own network"


@pytest.mark.rule("IS-9.14", "IS-8.15", "IS-8.16")
def test_a_bought_link_gives_all_benefits() -> None:
    scene = Scene("RV").crowned("lilienfeld--mariazell").player("R", tracks="wien>lilienfeld", money=100).turn("R")
    scene.play("R buy-out lilienfeld--mariazell")
    assert scene.column("R") == 10 and scene.s.stack[-1][:1] == ("improve",) and scene.s.stack[-1][2] == (2,)
    scene.play("R improve influence", "R improve share")
    assert scene.acting == "R" and "do pass" in scene.legal()
    road = "wien>wr_neustadt>gloggnitz>muerzzuschlag>bruck>graz>maribor>celje>ljubljana"
    scene = Scene("RV").crowned("ljubljana--trieste").player("R", tracks=road, money=100).turn("R")
    scene.play("R buy-out ljubljana--trieste")
    assert scene.money("R") == 100 - 60 + 90
    scene = Scene("RV").crowned("gloggnitz--muerzzuschlag").player("R", tracks="wien>wr_neustadt>gloggnitz", money=100)
    scene.turn("R").play("R buy-out gloggnitz--muerzzuschlag")
    assert scene.s.semmering == 0, "Amb-19"
