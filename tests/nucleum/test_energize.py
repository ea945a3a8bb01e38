"""Chapters 14 and 22: Energize and the effects of turbines."""

from __future__ import annotations

import pytest

from machinehall.titles.nucleum.rules.contracts import powered_buildings
from machinehall.titles.nucleum.rules.energize import import_coal
from machinehall.titles.nucleum.rules.power import Grid, coal_price
from nucleum.scene import Scene, T


def energize(scene: Scene, letter: str = "T", electricity: int = 0, directive: int = 0, optional: int = 0) -> Scene:
    return scene.ask(letter, "energize", electricity, directive, optional)


def pairs(scene: Scene) -> set[tuple[str, str]]:
    return {(text.split()[0], text.split()[1]) for text in scene.legal("energize")}


def bill(scene: Scene, region: str, units: int) -> int:
    at, total = T.names.regions.index(region), 0
    for _ in range(units):
        total += coal_price(T, scene.s, at)
        import_coal(scene.s, at)
    return total


def limit(scene: Scene, letter: str, plant: str) -> int:
    return Grid(T, scene.s, scene.seat(letter)).limit(T.names.plants.index(plant))


def fees(scene: Scene, letter: str, plant: str, units: int) -> int:
    return Grid(T, scene.s, scene.seat(letter)).foreign_needed(T.names.plants.index(plant), units)


# The printed examples


def example() -> Scene:
    """NU-EX-08: Laboratory III in Marienberg, two own turbines and a Nucleum at Glashütte, a mine at Brüx."""
    scene = Scene("TBRY").gives("T", thaler=2, workers=0).built("T", "laboratory-3", "marienberg-u1")
    scene.turbine("T", 3, "glashuette-t1").turbine("T", 4, "glashuette-t2").nucleum("glashuette")
    scene.mine("T", 1, "bruex-m1", uranium=2).link("B", "glashuette-bruex").link("BR", "marienberg-bruex")
    return scene.link("RB", "dresden-glashuette").link("BB", "riesa-dresden")


@pytest.mark.rule("NU-14.1", "NU-14.10", "NU-14.12", "NU-14.13", "NU-EX-08", "NU-E61", "NU-14.3")
def test_energize_for_nine() -> None:
    scene = energize(example())
    assert pairs(scene) == {("glashuette", "marienberg-u1")}
    scene.play("T energize glashuette marienberg-u1", "T uranium row-1", "T coal silesia", "T uranium row-1")
    assert scene.refused("T done").message == "refuse.energize.too_little"
    scene.play("T coal silesia")
    assert scene.of("T").thaler == 0 and scene.of("T").uranium == [0, 0, 0, 0]
    assert scene.s.wagons[2:] == (4, 2)
    assert scene.of("T").achievement == 9 and scene.of("T").vp == 0
    assert scene.asked == ("T", "technology") and scene.s.stack[-1][2] == (3,)
    assert scene.s.powered >> T.names.urban.index("marienberg-u1") & 1
    assert scene.s.thaler[1] == 4  # nobody else was paid


@pytest.mark.rule("NU-14.6", "NU-EX-07")
def test_uranium_limit_of_a_plant_without_turbines() -> None:
    scene = Scene("TBR").gives("T", thaler=0, workers=0).nucleum("zittau").mine("T", 1, "aussig-m1", uranium=2)
    scene.link("B", "zittau-aussig").link("BR", "bautzen-zittau").neutral("n08", "bautzen-u2")
    assert limit(scene, "T", "zittau") == 1
    energize(scene).play("T energize zittau bautzen-u2")
    scene.play("T uranium row-1")
    assert scene.of("T").uranium == [1, 0, 0, 0] and scene.of("T").achievement == 2
    over = scene.neutral("n10", "bautzen-u1")
    energize(over)
    assert pairs(over) == set()  # need 4: one uranium gives 2 and nothing else is within reach


# Coal


@pytest.mark.rule("NU-14.4", "NU-EX-D02", "NU-E15")
def test_the_price_ladder() -> None:
    for units, total, left in ((2, 2, (1, 2)), (4, 5, (0, 2)), (7, 12, (0, 0)), (9, 18, (0, 0))):
        scene = Scene("RB").wagons("ruhr", 3, 0)
        assert bill(scene, "ruhr", units) == total
        assert scene.s.wagons[:2] == left and scene.s.wagons[2:] == (4, 0)  # the other area is untouched


@pytest.mark.rule("NU-14.3", "NU-14.9", "NU-E16", "NU-E17", "NU-14.2", "NU-14.11")
def test_riesa_needs_no_rail_and_takes_no_uranium() -> None:
    scene = Scene("RBY").gives("R", thaler=3, workers=0).neutral("n05", "riesa-u1").mine("R", 1, "bruex-m1", uranium=2)
    energize(scene, "R").play("R energize riesa riesa-u1")
    assert scene.legal() == ["coal silesia"]
    assert scene.refused("R uranium row-1").message == "refuse.uranium.no_nucleum"
    assert scene.refused("R coal ruhr").rule == "NU-14.3"
    scene.play("R coal silesia", "R coal silesia", "R coal silesia", "R done")
    assert scene.of("R").thaler == 2 and scene.of("R").achievement == 3  # 3 paid, 2 gained
    turbines = Scene("RBY").gives("R", thaler=0, workers=0).neutral("n05", "riesa-u1")
    turbines.turbine("R", 3, "zittau-t1").turbine("R", 4, "plauen-t1")
    energize(turbines, "R").play("R energize riesa riesa-u1")  # 2 + 1 of the turbines, wherever they stand
    assert turbines.of("R").achievement == 3


@pytest.mark.rule("NU-14.3")
def test_both_areas_at_once_and_more_than_needed() -> None:
    scene = Scene("RBY").gives("R", thaler=9, workers=0).neutral("n08", "riesa-u1").link("BBB", "leipzig-riesa")
    energize(scene, "R").play("R energize riesa riesa-u1", "R coal ruhr", "R coal silesia")
    assert scene.legal() == ["done", "coal ruhr", "coal silesia"]
    scene.play("R coal ruhr", "R done")
    assert scene.of("R").thaler == 6 and scene.of("R").achievement == 2 and scene.s.wagons == (4, 2, 4, 1)


@pytest.mark.rule("NU-14.5", "NU-EX-D03", "NU-E14", "NU-22.1")
def test_coal_discounts_once_on_the_total() -> None:
    scene = Scene("RBY").gives("R", thaler=0, workers=0).turbine("R", 1, "zittau-t1").turbine("R", 2, "plauen-t1")
    scene.neutral("n08", "riesa-u1")
    energize(scene, "R", directive=1).play("R energize riesa riesa-u1", "R coal silesia", "R coal silesia")
    assert scene.legal() == ["done", "coal silesia"]
    scene.play("R done")
    assert scene.of("R").thaler == 0 and scene.s.wagons[2:] == (3, 2)
    one = Scene("RBY", boards="bacd").gives("R", thaler=9).turbine("R", 1, "zittau-t1").neutral("n10", "riesa-u1")
    energize(one, "R").play("R energize riesa riesa-u1", *["R coal silesia"] * 4, "R done")
    assert one.of("R").thaler == 6  # 4 - 1, not per unit


# Uranium


@pytest.mark.rule("NU-14.6", "NU-14.7", "NU-EX-D04", "NU-E12", "NU-E13")
def test_limit_and_fees_with_own_foreign_and_virtual_turbines() -> None:
    scene = Scene("RBY", boards="bacd").nucleum("zittau").tech("R", "b2")
    scene.turbine("R", 1, "zittau-t1").turbine("B", 1, "zittau-t2").turbine("Y", 1, "zittau-t3")
    assert limit(scene, "R", "zittau") == 5
    assert [fees(scene, "R", "zittau", k) for k in range(6)] == [0, 0, 0, 0, 1, 2]
    assert limit(scene, "B", "zittau") == 4 and fees(scene, "B", "zittau", 3) == 1
    assert limit(scene, "R", "plauen") == 0  # a virtual turbine is useless without a Nucleum
    assert scene.s.turbine_site.count(-1) == 9  # and no piece


def rented(thaler: int, directive: int = 0, **more: int) -> Scene:
    """Need 4 at Zittau's city neighbour, 2 U and one foreign turbine."""
    scene = Scene("RBY").gives("R", thaler=thaler, workers=0).gives("B", thaler=0).nucleum("zittau")
    scene.turbine("B", 1, "zittau-t1").mine("R", 1, "aussig-m1", uranium=2).link("Y", "zittau-aussig")
    scene.link("Y", "goerlitz-zittau").neutral("n10", "goerlitz-u1").wagons("silesia", 0, 0)
    return energize(scene, "R", directive=directive, **more)


@pytest.mark.rule("NU-14.7", "NU-E12")
def test_a_foreign_turbine_costs_one_thaler_to_its_owner() -> None:
    scene = rented(1).play("R energize zittau goerlitz-u1", "R uranium row-1", "R uranium row-1")
    assert scene.of("R").thaler == 0 and scene.of("B").thaler == 1
    assert scene.asked == ("R", "technology")
    assert rented(0).legal() == []  # it cannot be paid


@pytest.mark.rule("NU-14.8", "NU-EX-D05", "NU-E10", "NU-E11")
def test_the_directive_pays_for_a_turbine_if_not_for_coal() -> None:
    scene = rented(0, directive=1).play("R energize zittau goerlitz-u1", "R uranium row-1", "R uranium row-1")
    assert scene.of("R").thaler == 0 and scene.of("B").thaler == 1  # from the bank
    grid = Grid(T, scene.s, 0)
    assert grid.price(bill=3, fees=1, directive=1) == 3  # coal 3 - 1, and the fee in full: not both
    assert grid.price(bill=0, fees=2, directive=1) == 1


@pytest.mark.rule("NU-14.7")
def test_the_payer_chooses_whose_turbine() -> None:
    scene = Scene("RBY").gives("R", thaler=1, workers=0).gives("B", thaler=0).gives("Y", thaler=0).nucleum("zittau")
    scene.turbine("B", 1, "zittau-t1").turbine("Y", 1, "zittau-t2").mine("R", 1, "aussig-m1", uranium=2)
    scene.link("Y", "zittau-aussig").link("Y", "goerlitz-zittau").neutral("n03", "goerlitz-u1")
    scene.wagons("silesia", 0, 0)
    energize(scene, "R").play("R energize zittau goerlitz-u1", "R uranium row-1", "R uranium row-1")
    assert scene.legal() == ["rent 1", "rent 2"]
    assert scene.refused("R rent 0").rule == "NU-14.7"
    scene.play("R rent 2")
    assert scene.of("Y").thaler == 1 and scene.of("B").thaler == 0


@pytest.mark.rule("NU-14.6", "NU-14.7")
def test_uranium_refusals() -> None:
    scene = rented(1).play("R energize zittau goerlitz-u1")
    assert scene.refused("R uranium row-2").message == "refuse.mine.not_built"
    scene.play("R uranium row-1")
    lone = Scene("RBY").gives("R", thaler=9).nucleum("zittau").mine("R", 1, "aussig-m1", uranium=3)
    lone.link("Y", "zittau-aussig").link("Y", "goerlitz-zittau").neutral("n10", "goerlitz-u1")
    energize(lone, "R").play("R energize zittau goerlitz-u1", "R uranium row-1")
    assert lone.refused("R uranium row-1").message == "refuse.uranium.limit"


# What turbines give


@pytest.mark.rule("NU-14.10", "NU-22.1")
def test_turbine_effects_of_the_experiments() -> None:
    def powered(board: str) -> Scene:
        scene = Scene("RBY", boards=board + "".join(x for x in "abcd" if x != board)).gives("R", thaler=9, workers=0)
        scene.turbine("R", 2, "zittau-t1").neutral("n08", "goerlitz-u1").link("B", "goerlitz-zittau")
        scene.mine("R", 1, "aussig-m1", uranium=1).link("B", "zittau-aussig").nucleum("zittau")
        return energize(scene, "R")

    coal = powered("a").play("R energize zittau goerlitz-u1", "R coal silesia", "R coal silesia", "R done")
    assert coal.of("R").thaler == 9
    tokens = powered("b").play("R energize zittau goerlitz-u1", "R uranium row-1", "R done", "R points")
    assert tokens.of("R").achievement == 4
    worker = powered("d").play("R energize zittau goerlitz-u1", "R uranium row-1", "R done")
    assert worker.of("R").supply == 0  # after the action, the technology comes first
    assert worker.play("R points").of("R").supply == 1
    assert Grid(T, powered("c").s, 0).per_uranium == 3
    assert Grid(T, powered("a").s, 0).per_uranium == 2


@pytest.mark.rule("NU-22.1")
def test_what_a_turbine_gives_comes_too_late_to_pay() -> None:
    scene = Scene("RBY", boards="dabc").gives("R", thaler=1, workers=0).turbine("R", 2, "zittau-t1")
    scene.neutral("n08", "riesa-u1").wagons("silesia", 1, 0)
    energize(scene, "R")
    assert pairs(scene) == set()  # 1 + 2 T for two coal; the worker of the turbine does not help


@pytest.mark.rule("NU-22.2")
def test_every_icon_of_the_legend_has_its_verb() -> None:
    """Rewards in the component files use only words that the rules know."""
    known = {"vp", "thaler", "worker", "uranium", "tech", "achievement", "any_income"}
    known |= {"thaler_income", "worker_income", "vp_income"}
    for rewards in (T.contract_reward, T.slot_reward, T.pair_reward, T.piece_benefit):
        assert {word for reward in rewards for word in reward} <= known


# Targets


@pytest.mark.rule("NU-14.1", "NU-14.11", "NU-14.14", "NU-E59", "NU-E61")
def test_own_and_neutral_buildings_only() -> None:
    scene = Scene("RBY").gives("R", thaler=9).tech("R", "a2").built("B", "residence-1", "riesa-u1")
    scene.neutral("n05", "riesa-u2").built("R", "factory-1", "riesa-u3", powered=True)
    energize(scene, "R")
    assert pairs(scene) == {("riesa", "riesa-u2")}
    assert scene.refused("R energize riesa riesa-u1").message == "refuse.energize.not_yours"
    assert scene.refused("R energize riesa riesa-u3").message == "refuse.energize.powered"
    assert scene.refused("R energize zittau riesa-u2").rule == "NU-14.11"
    assert scene.refused("R energize riesa praha-u2").message == "refuse.energize.no_building"
    scene.play("R energize riesa riesa-u2", *["R coal silesia"] * 3, "R done")
    assert scene.of("R").achievement == 3 and scene.of("R").income[0] == 3  # benefits: 2 T and two steps
    assert scene.of("R").thaler == 9 - 3 + 2 + 1  # A2 fires for a neutral building too
    assert powered_buildings(T, scene.s, 0, 0) == 1 and scene.s.own_urban[0].bit_count() == 1


@pytest.mark.rule("NU-14.1")
def test_impossible_as_a_whole_without_a_target() -> None:
    scene = Scene("RBY").gives("R", thaler=9).turn("R").play("R play a-4")
    assert scene.legal("act") == ["second"]
    assert scene.refused("R act first").rule == "NU-14.1"


@pytest.mark.rule("NU-14.12")
def test_benefits_of_buildings() -> None:
    def power(building: str, site: str, electricity: int) -> Scene:
        scene = Scene("RBY").gives("R", thaler=0, workers=0).built("R", building, site).link("BBB", "leipzig-riesa")
        return energize(scene, "R", electricity=electricity).play(f"R energize riesa {site}")

    assert power("residence-3", "leipzig-u1", 6).of("R").income == [1, 4, 1]
    assert power("factory-2", "riesa-u2", 5).of("R").income == [3, 1, 1]
    any_income = power("laboratory-4", "leipzig-u7", 12)
    any_income.play("R income vp", "R income vp", "R income thaler")
    assert any_income.of("R").income == [2, 1, 3]


@pytest.mark.rule("NU-21.1", "NU-13.5", "NU-E59")
def test_a4_a_worker_or_a_tile() -> None:
    scene = Scene("RBY").market("b13", "b02", "b03", "b04", "b05").gives("R", thaler=0, workers=0).tech("R", "a4")
    energize(scene.neutral("n05", "riesa-u2"), "R", electricity=3).play("R energize riesa riesa-u2")
    assert len(scene.legal("buy")) == 5 and "worker" in scene.legal()
    scene.play("R buy b13", "* draw-tile b20")
    assert scene.of("R").thaler == 2 and "b13" in scene.of("R").tiles
    worker = Scene("RBY").gives("R", thaler=0, workers=0).tech("R", "a4").neutral("n05", "riesa-u2")
    energize(worker, "R", electricity=3).play("R energize riesa riesa-u2")
    assert worker.legal() == ["worker"]
    assert worker.play("R worker").of("R").supply == 1


@pytest.mark.rule("NU-21.1", "NU-E62")
def test_c7_lifts_connections_only() -> None:
    scene = Scene("RBY", boards="cab").tech("R", "c7").gives("R", thaler=9, workers=0).neutral("n03", "praha-u2")
    scene.mine("R", 1, "aussig-m1", uranium=2).nucleum("zittau")
    energize(scene, "R")
    assert {plant for plant, _ in pairs(scene)} == set(T.names.plants)
    scene.play("R energize zittau praha-u2", "R uranium row-1")
    assert scene.refused("R uranium row-1").message == "refuse.uranium.limit"
    assert scene.legal() == ["coal ruhr", "coal silesia"]
    other = Scene("RBY", boards="cab").tech("R", "c7").gives("R", thaler=9).neutral("n03", "praha-u2")
    other.mine("R", 1, "aussig-m1", uranium=2)
    energize(other, "R").play("R energize zittau praha-u2")
    assert other.refused("R uranium row-1").message == "refuse.uranium.no_nucleum"


@pytest.mark.rule("NU-E69", "NU-13.4", "NU-14.10")
def test_a6_energizes_with_four_more() -> None:
    scene = Scene("RBY").gives("R", thaler=0, workers=0).neutral("n06", "riesa-u2").ask("R", "technology", 2)
    scene.play("R unlock a6")
    assert scene.legal() == ["skip", "energize riesa riesa-u2"]
    scene.play("R energize riesa riesa-u2")
    assert scene.of("R").achievement == 4
