"""Chapter 24: the challenges of Frederik."""

from __future__ import annotations

import pytest

from machinehall.titles.nucleum.baron_lookup import DEEDS, reason
from machinehall.titles.nucleum.lookup import END_TILES
from nucleum.baron_scene import OBSTACLE, Solo
from nucleum.scene import T, tile_id


@pytest.mark.rule("NU-24.1", "NU-D88")
def test_after_develop_the_rightmost_tile_leaves() -> None:
    scene = Solo(options={"frederik_1": 1}).market("b10", "b04", "b15", "b03", "b01")
    scene.queue("B", "b-4", "b-2", "b-1", "b-3", "b12", "b16").does("develop")
    scene.play("* draw-tile b02", "* draw-tile b05")
    assert scene.told("frederik_tile") == [(tile_id("b01"),)]
    scene.play("* draw-tile b06")
    assert [T.tile_ids[tile] for tile in scene.s.market] == ["b06", "b05", "b02", "b15", "b03"], "refilled"
    assert scene.s.discarded_tiles >> tile_id("b01") & 1 and scene.asked is None


@pytest.mark.rule("NU-24.1", "NU-D88")
def test_the_removed_tile_and_the_end_condition() -> None:
    scene = Solo(options={"frederik_1": 1}).market("-", "-", "-", "b01", "b03", left=0)
    scene.queue("B", "b-4", "b16", "b-1", "b12", "b-3").does("develop")
    assert scene.told("frederik_tile") == [(tile_id("b01"),)] and scene.s.discarded_tiles >> tile_id("b01") & 1
    assert scene.s.market == [-1] * 5
    assert scene.s.conditions[END_TILES] == -1, "nothing was drawn"
    assert not Solo().market("-", "-", "-", "b01", "b03", left=0).does("develop").told("frederik_tile")


@pytest.mark.rule("NU-24.2", "NU-D88")
def test_after_a_contract_the_poorest_silver_one_leaves() -> None:
    scene = Solo(options={"frederik_2": 1}).display("c07", "c05", "c18", "c20").does("contract")
    scene.play("* draw-contract c12")
    assert scene.told("frederik_contract") == [(T.contracts.index("c12"),)], "2 VP are fewer than 3"
    assert scene.lost("contract")[-1] == ("fewest_vp", "c05")
    scene.play("* draw-contract c08")
    assert T.contracts.index("c08") in scene.s.display and scene.s.discarded_contracts.bit_count() == 1
    scene = Solo(options={"frederik_2": 1}).display("c07", "c11", "c18", "c20").fulfilled("B", "c05", "c06", "c08")
    assert scene.does("contract").told("frederik_contract") == [(T.contracts.index("c11"),)], "after a thaler too"
    scene = Solo(options={"frederik_2": 1}).display("c12", "c17", "c18", "c20").fulfilled("B", "c05", "c06", "c08")
    scene.does("contract")
    assert scene.told("frederik_contract") == [(T.contracts.index("c17"),)], "equal VP: the lower technology"
    assert scene.lost("contract") == [("least_technology", "c12")]


@pytest.mark.rule("NU-24.3", "NU-D52", "NU-D86")
def test_both_actions_on_a_rail_turn() -> None:
    """Purple and purple at Freiberg: only Grimma would match, now both ends do."""
    scene = Solo(options={"frederik_3": 1}).built("B", "laboratory-1", "freiberg-u1").queue("B", "b20", "b-1", "b-3")
    for link in ("leipzig-grimma", "dresden-glashuette", "dresden-bautzen", "bautzen-zittau", "zittau-aussig"):
        scene.link("H", link)
    scene.gives("B", thaler=0).logic("l01").baron().play("* roll 1")
    assert [DEEDS[args[1] or 0] for args in scene.told("baron_begins")] == ["industrialize", "energize"]
    scene = Solo(options={"frederik_3": 1}).built("B", "laboratory-1", "freiberg-u1").gives("B", thaler=0)
    for name, spaces in zip(T.names.links, T.board[2].link_spaces, strict=True):
        if len(spaces) == 1:
            scene.link("H", name)
    scene.queue("B", "b20", "b-1", "b-3").logic("l01").baron().play("* roll 1")
    assert scene.told("baron_rail_by")[0][1] == 5, "condition IV: a tile next to an empty space"
    assert [DEEDS[args[1] or 0] for args in scene.told("baron_begins")] == ["industrialize", "energize"]


@pytest.mark.rule("NU-24.5")
def test_pieces_over_anybodys_links() -> None:
    def scene(challenge: int) -> Solo:
        made = Solo(options={"frederik_5": challenge}).built("B", "residence-1", "dresden-u1").nucleum("glashuette")
        made.link("B", "dresden-glashuette").link("HH", "glashuette-bruex").mine("B", 1, "bruex-m2")
        made.turbine("B", 1, "glashuette-t1")
        return made.does("energize", 0)

    assert scene(0).of("B").vp == 1 and scene(1).of("B").vp == 2
    assert scene(1).told("baron_counts") == [(1, 1, 1)]


@pytest.mark.rule("NU-24.6", "NU-D87")
def test_another_turn_after_a_recharge_but_only_one() -> None:
    scene = Solo(options={"frederik_6": 1}).queue("B", OBSTACLE, "b-1", "b-2").baron()
    assert scene.told("frederik_turn") and scene.asked == ("*", "roll") and scene.s.active == 1
    scene = Solo(options={"frederik_6": 1}).does("recharge", reason("obstacle"), 1)
    assert not scene.told("frederik_turn") and scene.asked is None
    assert Solo().queue("B", OBSTACLE, "b-1", "b-2").baron().asked == ("H", "turn")


@pytest.mark.rule("NU-24.7", "NU-23.18")
@pytest.mark.parametrize(("card", "plant"), [("l01", "glashuette"), ("l02", "plauen")])
def test_a_logic_card_places_the_humans_nucleum_without_a_bonus(card: str, plant: str) -> None:
    scene = Solo(options={"frederik_7": 1}).gives("H", achievement=5, workers=2, thaler=4).turn("H")
    scene.s.track_nucleums, scene.s.nucleums = 1, 0
    scene.nucleum("zittau")
    scene.s.track_nucleums = T.segment_nucleum
    had = scene.of("H").thaler, scene.of("H").supply, scene.of("H").vp, scene.of("H").pool
    scene.play("H recharge", "H marker 3")
    assert scene.asked == ("*", "logic")
    scene.play(f"* draw-logic {card}")
    assert scene.told("frederik_nucleum") == [(T.names.plants.index(plant),)]
    assert scene.s.nucleums >> T.names.plants.index(plant) & 1 and scene.s.track_nucleums.bit_count() == 2
    assert (scene.of("H").thaler, scene.of("H").supply, scene.of("H").vp, scene.of("H").pool) == had
    assert scene.asked == ("*", "roll") and scene.s.logic == -1


@pytest.mark.rule("NU-24.8")
def test_a_pair_of_turbine_and_mine() -> None:
    for challenge, vp in ((1, 5), (0, 0)):
        scene = Solo(options={"frederik_8": challenge}).mine("B", 1, "bruex-m2").link("B", "zittau-aussig").logic("l02")
        assert scene.does("industrialize").told("turbine_placed") and scene.of("B").vp == vp
        scene.s.stack = []
        scene.gives("B", thaler=5).does("industrialize")
        assert scene.of("B").vp == vp, "a second turbine makes no second pair"


@pytest.mark.rule("NU-24.9")
def test_points_for_the_need() -> None:
    scene = Solo(options={"frederik_9": 1}).built("B", "residence-1", "dresden-u1").link("B", "riesa-dresden")
    scene.does("energize", 0)
    assert scene.of("B").vp == T.piece_need[T.buildings.index("residence-1")] == 2
