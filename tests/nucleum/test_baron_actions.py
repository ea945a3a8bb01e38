"""Chapter 23, section f: Urbanize, Industrialize, Develop and Contract in the Baron's way."""

from __future__ import annotations

import pytest

from machinehall.titles.nucleum.baron_lookup import DEEDS
from machinehall.titles.nucleum.lookup import END_CONTRACTS, END_TILES
from nucleum.baron_scene import OBSTACLE, Solo
from nucleum.scene import T


def built(scene: Solo) -> list[tuple[str, str]]:
    return [(T.buildings[b or 0], T.names.urban[site or 0]) for _, b, site in scene.told("building_placed")]


@pytest.mark.rule("NU-23.40", "NU-E66")
def test_both_actions_in_the_order_of_priority_without_modifiers() -> None:
    """Printed first is a subsidy, then Urbanize with a discount: Urbanize comes first and costs 1 T."""
    scene = Solo().built("B", "residence-1", "dresden-u1").queue("B", "b06", "b-2").gives("B", workers=0)
    scene.baron().play("* roll 1")
    assert [DEEDS[args[1] or 0] for args in scene.told("baron_begins")] == ["urbanize"]
    scene.play("* draw-logic l01")
    assert scene.of("B").thaler == 2 and scene.of("B").vp == 1
    assert [DEEDS[args[1] or 0] for args in scene.told("baron_begins")] == ["achievement"]


@pytest.mark.rule("NU-23.41", "NU-E63")
def test_the_last_thaler_makes_the_next_action_unavailable() -> None:
    scene = Solo().built("B", "residence-1", "dresden-u1").link("B", "riesa-dresden").queue("B", "b-1", "b-2")
    scene.gives("B", thaler=1, workers=0).baron().play("* roll 1", "* draw-logic l01")
    assert built(scene) and scene.of("B").thaler == 0
    assert scene.reasons("baron_forgoes") == ["no_thaler"] and not scene.told("baron_powered")
    for kind in ("urbanize", "industrialize"):
        scene = Solo().built("B", "residence-1", "dresden-u1").gives("B", thaler=0).does(kind)
        assert scene.reasons("baron_forgoes") == ["no_thaler"] and scene.asked is None


# Urbanize


@pytest.mark.rule("NU-EX-16", "NU-23.42")
def test_printed_urbanize() -> None:
    scene = Solo().built("B", "residence-1", "dresden-u1").link("BB", "aussig-praha").debris("praha-u3", "praha-u4")
    scene.logic("l01").does("urbanize")
    assert built(scene) == [("factory-1", "dresden-u3")] and scene.of("B").thaler == 2


@pytest.mark.rule("NU-23.42")
def test_the_next_type_when_the_first_cannot_be_built() -> None:
    scene = Solo().built("B", "residence-1", "freiberg-u1").debris("freiberg-u2").logic("l01").does("urbanize")
    assert scene.reasons("baron_type_skipped") == ["no_site"] * 3 and scene.reasons("baron_forgoes") == ["no_site"]
    assert scene.of("B").thaler == 3
    scene = Solo().logic("l01").mine("B", 1, "chemnitz-m1")
    for building, site in zip((1, 2, 4, 3), ("riesa-u1", "dresden-u3", "zwickau-u3", "bautzen-u2"), strict=True):
        scene.built("B", f"factory-{building}", site)
    scene.does("urbanize")
    assert scene.reasons("baron_type_skipped")[0] == "none_left" and built(scene)[0][0] == "laboratory-1"


@pytest.mark.rule("NU-23.42", "NU-E64")
def test_the_order_of_buildings_is_one_two_four_three() -> None:
    scene = Solo().mine("B", 1, "chemnitz-m1").link("B", "chemnitz-zwickau").gives("B", thaler=9).logic("l10")
    for _ in range(3):
        scene.does("urbanize")
        scene.s.stack = []
    assert {T.buildings[k] for k in range(12) if scene.of("B").built >> k & 1} == {
        "residence-1",
        "residence-2",
        "residence-4",
    }


@pytest.mark.rule("NU-23.42")
def test_cities_plant_nucleum_praha_new_city() -> None:
    """Residences: Dresden reaches Glashütte; Grimma has a plant; Praha has none; Zwickau none."""
    scene = Solo().mine("B", 1, "aussig-m1").link("BB", "aussig-praha").link("H", "leipzig-grimma")
    scene.rail("B", "grimma-freiberg.1").rail("B", "chemnitz-zwickau.1").logic("l10").gives("B", thaler=9)
    assert scene.s.presence[1] >> T.names.cities.index("zwickau") & 1
    scene.does("urbanize")
    assert built(scene) == [("residence-1", "grimma-u1")] and ("plant", "praha") in scene.lost("city")
    scene = Solo().nucleum("zittau").mine("B", 1, "aussig-m1").link("BB", "aussig-praha").link("H", "zittau-aussig")
    scene.rail("B", "grimma-freiberg.1").logic("l10").does("urbanize")
    assert built(scene) == [("residence-1", "praha-u1")], "a plant with a Nucleum is better"
    scene = Solo().link("BB", "aussig-praha").rail("B", "chemnitz-zwickau.1").logic("l10").does("urbanize")
    assert built(scene) == [("residence-1", "praha-u1")] and scene.lost("city")[0][0] == "praha"
    scene = Solo().built("B", "residence-1", "dresden-u1").rail("B", "chemnitz-zwickau.1").logic("l10")
    scene.debris("chemnitz-u1").does("urbanize")
    assert built(scene) == [("residence-2", "zwickau-u1")] and scene.lost("city") == [("new_city", "dresden")]


@pytest.mark.rule("NU-23.42", "NU-D82", "NU-E66")
def test_sites_one_icon_two_icons_red_and_red_costs_nothing_more() -> None:
    scene = Solo().mine("B", 1, "chemnitz-m1").link("B", "chemnitz-zwickau").debris("chemnitz-u1").logic("l10")
    scene.gives("B", thaler=9)
    sites = []
    for _ in range(3):
        scene.does("urbanize")
        sites.append(built(scene)[0][1])
    assert sites == ["zwickau-u1", "zwickau-u2", "zwickau-u4"] and scene.of("B").thaler == 6


# Industrialize


@pytest.mark.rule("NU-EX-17", "NU-23.43")
def test_printed_industrialize() -> None:
    scene = Solo().built("B", "residence-1", "dresden-u1").link("BB", "aussig-praha").logic("l01").does("industrialize")
    assert scene.reasons("baron_piece_skipped") == ["no_site"]
    assert scene.told("mine_placed") == [(1, 0, T.names.mines.index("aussig-m1"))]
    assert scene.of("B").thaler == 2 and scene.of("B").uranium == [0] * 4


@pytest.mark.rule("NU-23.43")
@pytest.mark.parametrize(
    ("card", "mines", "turbines", "kind"),
    [
        ("l01", 0, 0, "turbine_placed"),
        ("l01", 0, 1, "mine_placed"),
        ("l01", 1, 0, "turbine_placed"),
        ("l03", 1, 0, "mine_placed"),
        ("l02", 0, 1, "turbine_placed"),
    ],
)
def test_mine_turbine_or_least_built(card: str, mines: int, turbines: int, kind: str) -> None:
    scene = Solo().link("B", "zittau-aussig").logic(card)
    if mines:
        scene.mine("B", 1, "bruex-m2")
    if turbines:
        scene.turbine("B", 1, "zittau-t1")
    assert len(scene.does("industrialize").told(kind)) == 1


@pytest.mark.rule("NU-23.43")
def test_the_other_kind_if_all_four_are_out_and_neither_if_nothing_fits() -> None:
    scene = Solo().link("B", "zittau-aussig").logic("l02")
    for row, slot in enumerate(("plauen-t1", "plauen-t2", "grimma-t1", "glashuette-t1"), 1):
        scene.turbine("B", row, slot)
    scene.does("industrialize")
    assert scene.reasons("baron_piece_skipped") == ["none_left"] and scene.told("mine_placed")
    scene = Solo().built("B", "residence-1", "freiberg-u1").logic("l02").does("industrialize")
    assert scene.reasons("baron_forgoes") == ["no_site"] and scene.of("B").thaler == 3


@pytest.mark.rule("NU-23.43", "NU-D90")
def test_where_the_human_is_then_nucleum_then_the_card() -> None:
    scene = Solo().link("B", "bautzen-zittau").link("B", "dresden-glashuette").nucleum("zittau").logic("l02")
    scene.rail("H", "glashuette-bruex.1").does("industrialize")
    assert scene.lost("city") == [("human_network", "zittau")], "the human is at Glashütte"
    scene = Solo().link("B", "bautzen-zittau").link("B", "dresden-glashuette").nucleum("zittau").logic("l02")
    scene.does("industrialize")
    assert scene.lost("city") == [("nucleum", "glashuette")]
    assert scene.told("turbine_placed") == [(1, 0, T.names.turbines.index("zittau-t1"))], "not a red slot"
    assert all(why == "black" for why, _ in scene.lost("turbine"))
    scene = Solo().link("B", "bautzen-zittau").link("B", "dresden-glashuette").logic("l02").does("industrialize")
    assert scene.lost("city") == [("lowest", "glashuette")], "Zittau is number 5, Glashütte 12"


@pytest.mark.rule("NU-23.43", "NU-D82", "NU-E66")
def test_mines_on_the_highest_bonus_even_if_red() -> None:
    scene = Solo().link("BB", "glashuette-bruex").link("B", "zittau-aussig").logic("l03").does("industrialize")
    assert scene.told("mine_placed") == [(1, 0, T.names.mines.index("bruex-m1"))]
    assert ("bonus", "aussig") in scene.lost("city") and ("bonus", "bruex-m2") in scene.lost("minesite")
    assert scene.of("B").thaler == 2, "a red site is free of charge"
    scene.s.stack = []
    scene.does("industrialize")
    assert ("highest", "bruex") in scene.lost("city"), "no bonus left: Aussig is number 16"
    assert scene.lost("minesite") == [("black", "aussig-m2")]


# Develop


def developing(*market: str, queue: tuple[str, ...], **options: int) -> Solo:
    return Solo(options=options).market(*market).queue("B", *queue)


TWICE = ("b-4", "b-2", "b-1", "b-3", "b12", "b16")
"""Every main action twice, but Contract once."""


@pytest.mark.rule("NU-EX-18", "NU-23.44", "NU-D50")
def test_printed_develop() -> None:
    scene = developing("b10", "b04", "b15", "b03", "b01", queue=TWICE).gives("B", workers=0).baron().play("* roll 1")
    taken = [
        (T.tile_ids[tile or 0], T.domains["develop_step"][how or 0]) for _, tile, how in scene.told("baron_takes_tile")
    ]
    assert taken == [("b04", "once_in_queue"), ("b10", "once_in_market")]
    scene.play("* draw-tile b02", "* draw-tile b05")
    assert scene.tiles_of("B") == ["b04", "b10", "b-2", "b-1", "b-3", "b12", "b16", OBSTACLE, "b-4"]
    assert [T.tile_ids[k] for k in scene.s.market] == ["b05", "b02", "b15", "b03", "b01"]
    assert scene.of("B").thaler == 3 and scene.of("B").vp == 3, "the second action of the tile, nothing paid"


@pytest.mark.rule("NU-23.44", "NU-D50")
def test_the_last_taken_leftmost_by_the_other_reading() -> None:
    scene = developing("b10", "b04", "b15", "b03", "b01", queue=TWICE, baron_last_leftmost=1).does("develop")
    assert scene.tiles_of("B")[:2] == ["b10", "b04"]


@pytest.mark.rule("NU-EX-D18", "NU-23.44", "NU-D79")
def test_one_tile_or_two() -> None:
    twice = ("b-4", "b16", "b-1", "b12", "b-3", "b04")
    scene = developing("-", "-", "-", "b01", "b03", queue=twice).does("develop")
    assert scene.tiles_of("B")[0] == "b03" and len(scene.told("baron_takes_tile")) == 1, "neither step: one tile"
    assert [T.domains["develop_step"][how or 0] for _, how in scene.told("baron_step_void")] == [
        "once_in_queue",
        "once_in_market",
    ]
    scene = developing("-", "-", "b01", "b10", "b03", queue=twice).does("develop")
    assert scene.tiles_of("B")[:2] == ["b10", "b03"], "the second step, then the rightmost that is left"


@pytest.mark.rule("NU-23.44", "NU-23.14")
def test_the_last_tile_meets_a_condition() -> None:
    scene = developing("b10", "b04", "b15", "b03", "b01", queue=TWICE)
    scene.market(left=1).does("develop")
    scene.play(f"* {scene.legal()[0]}")
    assert scene.s.conditions[END_TILES] == 1 and scene.of("B").vp == 3
    scene = Solo().queue("B", "b-4", "b-2").does("develop")
    assert scene.reasons("baron_forgoes") == ["empty_market"]


# Contract


@pytest.mark.rule("NU-EX-19", "NU-23.45", "NU-D51", "NU-E66")
def test_printed_contract() -> None:
    scene = Solo().display("c11", "c07", "c18", "c20").does("contract")
    assert scene.told("baron_takes_contract") == [(1, T.contracts.index("c07"))] and scene.of("B").vp == 4
    assert scene.lost("contract") == [("vp", "c11")]
    scene.play("* draw-contract c08")
    assert scene.s.display[1] == T.contracts.index("c08")
    scene = Solo().display("c11", "c06", "c18", "c20").does("contract")
    assert scene.told("baron_takes_contract") == [(1, T.contracts.index("c11"))], "equal: the topmost"
    assert scene.lost("contract") == [("topmost", "c06")] and scene.of("B").vp == 1, "a technology is worth its level"
    assert scene.of("B").reserve == 15, "other rewards are void"


@pytest.mark.rule("NU-23.45")
def test_gold_after_a_recharge_and_the_higher_technology() -> None:
    scene = Solo().display("c07", "c05", "c22", "c18").markers("B", 1, 7, recharges=1).does("contract")
    assert scene.told("baron_takes_contract") == [(1, T.contracts.index("c18"))] and scene.of("B").vp == 8
    assert scene.lost("contract") == [("technology", "c22")]


@pytest.mark.rule("NU-23.45", "NU-D58")
def test_the_other_colour_or_nothing_or_a_thaler() -> None:
    scene = Solo().display("-", "-", "c22", "c18").does("contract")
    assert scene.told("baron_takes_contract")
    assert Solo().does("contract").reasons("baron_forgoes") == ["no_contract"]
    scene = Solo().display("c07", "c11", "c22", "c18").fulfilled("B", "c05", "c06", "c08").does("contract")
    assert not scene.told("baron_takes_contract") and scene.of("B").thaler == 4


@pytest.mark.rule("NU-23.45", "NU-23.14")
def test_the_last_contract_meets_a_condition() -> None:
    scene = Solo().display("c07", "c11", "c22", "c18", silver=1, gold=0).does("contract").play("* draw-contract c08")
    assert scene.s.conditions[END_CONTRACTS] == 1 and scene.of("B").vp == 4 + 3
