"""Chapters 9 and 10: Urbanize and Industrialize."""

from __future__ import annotations

import pytest

from machinehall.kernel.plain_state import put
from machinehall.titles.nucleum.action_frames import Industrialize
from machinehall.titles.nucleum.frames import Uranium
from nucleum.scene import Scene

PLAIN = (0, 0, 0)
INDUSTRY = Industrialize()


def sites(scene: Scene, building: str) -> set[str]:
    return {text.split()[1] for text in scene.legal("urbanize") if text.startswith(building + " ")}


# Urbanize


@pytest.mark.rule("NU-9.6", "NU-EX-02", "NU-E01", "NU-9.4", "NU-9.5")
def test_friendly_placement_in_zwickau() -> None:
    """u1 Residence, u2 Residence or Laboratory, u3 Factory, u4 red."""
    scene = Scene("RBY").gives("B", thaler=4).link("B", "chemnitz-zwickau").debris("chemnitz-u1", "chemnitz-u3")
    scene.ask("B", "urbanize", *PLAIN)
    assert sites(scene, "residence-1") == {"zwickau-u1", "zwickau-u4"}
    assert scene.refused("B urbanize residence-1 zwickau-u2").rule == "NU-9.6"
    assert scene.refused("B urbanize residence-1 zwickau-u3").rule == "NU-9.4"
    scene.play("B urbanize residence-1 zwickau-u1")
    assert scene.of("B").thaler == 2
    red = Scene("RBY").gives("B", thaler=4).link("B", "chemnitz-zwickau").ask("B", "urbanize", *PLAIN)
    red.play("B urbanize residence-1 zwickau-u4")
    assert red.of("B").thaler == 0


@pytest.mark.rule("NU-E01", "NU-E03", "NU-9.6")
def test_two_icons_when_the_one_icon_site_is_gone_or_of_another_type() -> None:
    scene = Scene("RBY").gives("B", thaler=9).built("R", "residence-1", "zwickau-u1").link("B", "chemnitz-zwickau")
    scene.ask("B", "urbanize", *PLAIN)
    assert "zwickau-u2" in sites(scene, "residence-2")
    assert "zwickau-u2" in sites(scene, "laboratory-1")  # the one-icon sites show other types
    # A free red site does not lift the duty.
    free = Scene("RBY").gives("B", thaler=9).link("B", "chemnitz-zwickau").ask("B", "urbanize", *PLAIN)
    assert sites(free, "residence-2") >= {"zwickau-u1", "zwickau-u4"} and "zwickau-u2" not in sites(free, "residence-2")


@pytest.mark.rule("NU-E02")
def test_friendly_placement_is_per_city() -> None:
    scene = Scene("RBY").gives("B", thaler=9).link("B", "joachimsthal-zwickau").built("B", "factory-1", "leipzig-u5")
    scene.debris("leipzig-u1", "leipzig-u2").built("R", "residence-1", "zwickau-u2").ask("B", "urbanize", *PLAIN)
    assert sites(scene, "residence-1") >= {"zwickau-u1"}
    both = Scene("RBY").gives("B", thaler=9).built("B", "factory-1", "leipzig-u3")
    both.debris("leipzig-u1", "leipzig-u2").link("B", "joachimsthal-zwickau").ask("B", "urbanize", *PLAIN)
    # Leipzig has only the two-icon site left: legal, although Zwickau has a one-icon site.
    assert {"leipzig-u5", "zwickau-u1"} <= sites(both, "residence-1")


@pytest.mark.rule("NU-9.1", "NU-9.2")
def test_any_building_in_ones_networks_at_its_row_cost() -> None:
    for level, price in ((1, 2), (2, 3), (3, 4), (4, 5)):
        scene = Scene("RBY").gives("B", thaler=price, workers=0).link("B", "chemnitz-zwickau")
        scene.ask("B", "urbanize", *PLAIN).play(f"B urbanize factory-{level} zwickau-u3")
        assert scene.of("B").thaler == 0
        poor = Scene("RBY").gives("B", thaler=price - 1, workers=0).link("B", "chemnitz-zwickau")
        poor.gives("B", thaler=max(2, price - 1)).ask("B", "urbanize", *PLAIN)
        if price > 2:
            assert poor.refused(f"B urbanize factory-{level} zwickau-u3").rule == "NU-9.2"
    scene = Scene("RBY").gives("B", thaler=9).link("B", "chemnitz-zwickau").built("B", "factory-1", "zwickau-u3")
    scene.ask("B", "urbanize", *PLAIN)
    assert scene.refused("B urbanize factory-1 chemnitz-u1").message == "refuse.urbanize.built"
    assert scene.refused("B urbanize factory-2 zwickau-u3").message == "refuse.site.taken"
    assert scene.refused("B urbanize residence-1 praha-u2").message == "refuse.site.not_in_network"
    assert scene.refused("B urbanize residence-1 leipzig-u1").rule == "NU-9.1"


@pytest.mark.rule("NU-9.3")
def test_an_empty_map_allows_every_city() -> None:
    scene = Scene("RBY").gives("B", thaler=9).ask("B", "urbanize", *PLAIN)
    assert {"praha-u2", "leipzig-u1", "zwickau-u1"} <= sites(scene, "residence-1")


@pytest.mark.rule("NU-9.4", "NU-9.7")
def test_government_buildings_fit_two_kinds_of_site() -> None:
    scene = Scene("RBY").gives("B", thaler=9).link("BBB", "karlsbad-praha").ask("B", "urbanize", *PLAIN)
    assert sites(scene, "residence-4") == {"praha-u1", "praha-u2", "praha-u3", "praha-u4", "praha-u5"}
    assert sites(scene, "factory-3") == {"karlsbad-u1", "praha-u1", "praha-u4", "praha-u5"}
    assert sites(scene, "factory-4") == {"karlsbad-u1", "praha-u1", "praha-u3", "praha-u4", "praha-u5"}
    assert scene.refused("B urbanize factory-3 praha-u3").rule == "NU-9.4"


@pytest.mark.rule("NU-9.8", "NU-EX-D10", "NU-E08")
def test_discounts_add_up_and_reduce_the_surcharge() -> None:
    scene = Scene("RBY", boards="bac").tech("B", "a7").gives("B", thaler=9).ask("B", "urbanize", 1, 0, 0)
    scene.play("B urbanize factory-2 zwickau-u4")  # 3 + 2 - 1 - 2
    assert scene.of("B").thaler == 7
    free = Scene("RBY", boards="bac").tech("B", "a7").gives("B", thaler=0, workers=0).ask("B", "urbanize", 2, 0, 0)
    free.play("B urbanize factory-1 zwickau-u3")  # no refund
    assert free.of("B").thaler == 0


# Industrialize


@pytest.mark.rule("NU-10.1", "NU-10.5", "NU-10.6", "NU-EX-03", "NU-E07")
def test_options_at_bruex_and_glashuette() -> None:
    """Brüx: m1, m2 black, m3 red with +1, m4 red; Glashütte: only red slots free."""

    def blue(**amounts: int) -> Scene:
        scene = Scene("RBY").gives("B", **amounts).link("B", "glashuette-bruex")
        scene.debris("glashuette-t1", "glashuette-t2")
        return scene.mine("B", 3, "pressnitz-m1", uranium=3).ask("B", "industrialize", *INDUSTRY)

    def after(site: str) -> tuple[int, int]:
        scene = blue(thaler=5, workers=9).play(f"B {site}")
        gained = 0
        while scene.asked == ("B", "uranium"):
            scene.play(f"B {scene.legal()[0]}")
            gained += 1
        extra = scene.of("B").supply - (9 - 1)
        return scene.of("B").thaler, gained + extra

    assert after("mine row-1 bruex-m1") == (5, 2) == after("mine row-1 bruex-m2")
    assert after("mine row-1 bruex-m3") == (3, 3)
    assert after("mine row-1 bruex-m4") == (3, 2)
    turbine = blue(thaler=5, workers=9).play("B turbine row-1 glashuette-t3")
    assert turbine.of("B").thaler == 3
    poor = blue(thaler=1, workers=1)
    poor.s.uranium = put(poor.s.uranium, 4 + 2, 0)
    assert {text.split()[1] for text in poor.legal("mine")} == {"bruex-m1", "bruex-m2"}
    assert poor.legal("turbine") == []
    assert poor.refused("B mine row-1 bruex-m3").rule == "NU-10.6"


@pytest.mark.rule("NU-10.2", "NU-E34")
@pytest.mark.parametrize(("option", "costs"), [(0, (1, 2, 2, 3)), (1, (1, 2, 3, 4))])
def test_worker_costs_by_row(option: int, costs: tuple[int, ...]) -> None:
    for row, cost in enumerate(costs, 1):
        for piece in (f"turbine row-{row} plauen-t1", f"mine row-{row} bruex-m1"):
            scene = Scene("RBY", {"rising_worker_costs": option}).gives("B", workers=5)
            scene.ask("B", "industrialize", *INDUSTRY).play(f"B {piece}")
            assert scene.of("B").supply == 5 - cost
        short = Scene("RBY", {"rising_worker_costs": option}).gives("B", workers=cost - 1)
        short.s.stack = [("industrialize", 1, INDUSTRY)]
        if cost > 1:
            assert short.refused(f"B turbine row-{row} plauen-t1").rule == "NU-10.2"


@pytest.mark.rule("NU-10.3", "NU-10.4")
def test_empty_map_and_any_free_slot_with_or_without_a_nucleum() -> None:
    scene = Scene("RBY").gives("B", workers=3, thaler=4).nucleum("zittau").ask("B", "industrialize", *INDUSTRY)
    slots = {text.split()[1] for text in scene.legal("turbine")}
    assert {"zittau-t1", "plauen-t1", "glashuette-t1", "zittau-t2"} <= slots
    scene.play("B turbine row-3 plauen-t2")
    scene.ask("B", "industrialize", *INDUSTRY)
    assert {text.split()[1] for text in scene.legal("turbine")} == {"plauen-t1"}
    assert scene.refused("B mine row-1 bruex-m1").message == "refuse.site.not_in_network"
    assert scene.refused("B turbine row-3 plauen-t1").message == "refuse.industrialize.built"
    assert scene.refused("B turbine row-1 plauen-t2").message == "refuse.site.taken"


@pytest.mark.rule("NU-10.5", "NU-EX-D06", "NU-E32")
def test_uranium_of_the_third_mine() -> None:
    for tech, units in ((False, 4), (True, 5)):
        scene = Scene("RBY", boards="bac").gives("B", workers=9, thaler=9)
        scene.mine("B", 1, "bruex-m1").mine("B", 2, "bruex-m2")
        if tech:
            scene.tech("B", "a1")
        scene.ask("B", "industrialize", *INDUSTRY).play("B mine row-3 bruex-m3")
        assert scene.s.stack[-1] == ("uranium", 1, Uranium(units))
        scene.play("B store row-1", "B store row-1", "B store row-1")  # older mines may be filled first
        assert scene.of("B").uranium == [3, 0, 0, 0]


@pytest.mark.rule("NU-10.5", "NU-5.4", "NU-E31")
def test_overflow_of_a_small_mine_becomes_workers() -> None:
    scene = Scene("RBY", boards="bac").gives("B", workers=3, thaler=2).tech("B", "a1")
    scene.ask("B", "industrialize", *INDUSTRY).play("B mine row-2 karlsbad-m2")  # 1 mine, bonus 2, A1
    scene.play("B store row-2", "B store row-2")
    assert scene.of("B").uranium == [0, 2, 0, 0] and scene.of("B").supply == 3  # 3 - 2 + 2 turned into workers


@pytest.mark.rule("NU-10.6", "NU-E07", "NU-E72")
def test_only_the_directive_lowers_the_red_surcharge() -> None:
    scene = Scene("RBY").gives("B", workers=9, thaler=9).ask("B", "industrialize", 1, 0, 0, 0, 0)
    scene.play("B turbine row-1 zittau-t2")
    assert scene.of("B").thaler == 7 and scene.of("B").supply == 9  # the worker discount does not touch it
    directive = Scene("RBY").gives("B", workers=9, thaler=9).ask("B", "industrialize", 0, 1, 0, 0, 0)
    directive.play("B turbine row-1 zittau-t2")
    assert directive.of("B").thaler == 8 and directive.of("B").supply == 8
    black = Scene("RBY").gives("B", workers=9, thaler=9).ask("B", "industrialize", 0, 1, 0, 0, 0)
    black.play("B turbine row-1 zittau-t1")
    assert black.of("B").thaler == 9 and black.of("B").supply == 8


@pytest.mark.rule("NU-10.7")
def test_worker_discount_never_below_zero() -> None:
    scene = Scene("RBY").gives("B", workers=0).ask("B", "industrialize", 1, 0, 0, 0, 0)
    assert {text.split()[0] for text in scene.legal("turbine")} == {"row-1"}
    scene.play("B turbine row-1 zittau-t1")
    assert scene.of("B").supply == 0


@pytest.mark.rule("NU-10.8", "NU-E33")
def test_the_uranium_icon_before_the_action_pays_for_it() -> None:
    args = (0, 0, 1, 0, 0)
    scene = Scene("RBY").gives("B", workers=0, thaler=0).ask("B", "industrialize", *args)
    assert scene.legal() == ["icon"]
    scene.play("B icon")  # no mine: it becomes a worker
    assert scene.of("B").supply == 1 and "skip" not in scene.legal() and "icon" not in scene.legal()
    assert scene.refused("B icon").rule == "NU-10.8"
    scene.play("B turbine row-1 zittau-t1")
    assert scene.of("B").supply == 0 and scene.asked is None
    after = Scene("RBY").gives("B", workers=1).ask("B", "industrialize", *args)
    after.play("B turbine row-1 zittau-t1")  # also with a turbine
    assert after.of("B").supply == 1
    strict = Scene("RBY", {"uranium_icon_after": 1}).gives("B", workers=1).ask("B", "industrialize", *args)
    assert "icon" not in strict.legal() and strict.refused("B icon").message == "refuse.icon.after_only"


@pytest.mark.rule("NU-10.8")
def test_no_icon_without_the_action() -> None:
    scene = Scene("RB").gives("R", workers=0, thaler=0).pool("R", "b07").rail("R", "grimma-freiberg.1").turn("R")
    scene.debris("grimma-t1").play("R play b07")
    assert scene.legal("act") == ["first"]  # neither mine site nor turbine slot within the network
    assert scene.refused("R act second").rule == "NU-10.1"


@pytest.mark.rule("NU-10.9", "NU-E35")
def test_pairs_by_board_row_in_either_order() -> None:
    for first, second in (("turbine", "mine"), ("mine", "turbine")):
        for row, vp in ((1, 1), (2, 2), (3, 5)):
            scene = Scene("RBY").gives("B", workers=9, thaler=9)
            if first == "mine":
                scene.mine("B", row, "bruex-m1")
            else:
                scene.turbine("B", row, "zittau-t1")
            place = "chemnitz-m1" if second == "mine" else "plauen-t1"
            scene.ask("B", "industrialize", 0, 0, 0, 1, 0).play(f"B {second} row-{row} {place}")
            while scene.asked:
                scene.play("B worker")
            assert scene.of("B").vp == vp and scene.told("pair_completed") in ([(1, row - 1)], [])
    for piece in ("turbine row-1 plauen-t1", "mine row-1 chemnitz-m1"):
        lone = Scene("RBY").gives("B", workers=9, thaler=9).mine("B", 2, "bruex-m1").turbine("B", 3, "zittau-t1")
        lone.ask("B", "industrialize", 0, 0, 0, 1, 0).play(f"B {piece}")
        while lone.asked:
            lone.play("B worker")
        assert lone.of("B").vp == 0  # pieces of other rows do not pair
    last = Scene("RBY").gives("B", workers=9).mine("B", 4, "bruex-m1").turbine("B", 3, "zittau-t1")
    last.ask("B", "industrialize", 0, 0, 0, 1, 0).play("B turbine row-4 plauen-t1")
    assert last.asked == ("B", "technology") and last.s.stack[-1][2] == (3,)


@pytest.mark.rule("NU-13.4", "NU-E69", "NU-E37")
def test_granted_actions_bring_only_the_printed_bonus() -> None:
    """B3: Industrialize anywhere at the usual cost; A3: Urbanize with 2 T less; A7 adds to it."""
    scene = Scene("RBY", boards="abc").gives("B", workers=1, thaler=0).link("B", "chemnitz-zwickau")
    scene.ask("B", "technology", 1).play("B unlock b3")
    assert "skip" in scene.legal() and "mine row-1 bruex-m1" in scene.legal() and "icon" not in scene.legal()
    assert {text.split()[0] for text in scene.legal("mine")} == {"row-1"}
    scene.play("B skip")
    assert scene.of("B").techs == ["b3"]
    build = Scene("RBY").gives("R", workers=0, thaler=0).tech("R", "a7").ask("R", "technology", 1).play("R unlock a3")
    assert "urbanize residence-3 zwickau-u1" in build.legal()  # 4 - 2 - 2
    assert "urbanize residence-4 zwickau-u1" not in build.legal()
    stuck = Scene("RBY", boards="abc").gives("B", workers=0).ask("B", "technology", 1).play("B unlock b3")
    assert stuck.asked is None and stuck.of("B").techs == ["b3"]  # not usable: forgone, but unlocked
