"""Chapter 23, section e: when, where and how the Baron lays a rail."""

from __future__ import annotations

import pytest

from machinehall.titles.nucleum.baron_lookup import CONDITIONS, DEEDS
from machinehall.titles.nucleum.rules.baron.rails import continuing, extending, missing_duplicates
from nucleum.baron_scene import OBSTACLE, Solo
from nucleum.scene import T, tile_id


def spaces(ids: list[int]) -> set[str]:
    return {T.names.spaces[space] for space in ids}


def refused(scene: Solo) -> list[tuple[str, str]]:
    """Conditions that did not hold, with the reasons."""
    found = [CONDITIONS[args[1] or 0] for args in scene.told("baron_rail_refused")]
    return list(zip(found, scene.reasons("baron_rail_refused"), strict=True))


def laid(scene: Solo) -> tuple[str, str, str]:
    """Condition, space and way of the rail just laid."""
    (_, condition, space), (_, _, at, way) = scene.told("baron_rail_by")[0], scene.told("rail_placed")[0]
    assert space == at
    return CONDITIONS[condition or 0], T.names.spaces[at or 0], T.domains["way"][way or 0]


def begun(scene: Solo) -> list[str]:
    return [DEEDS[args[1] or 0] for args in scene.told("baron_begins")]


@pytest.mark.rule("NU-EX-15", "NU-23.31", "NU-23.38", "NU-23.40")
def test_printed_rail_turn() -> None:
    """Praha-Aussig, begun by Blue with an inner end of 2 ACH; the Baron completes it with Industrialize/Energize."""
    scene = Solo().built("B", "residence-1", "praha-u1").rail("H", "aussig-praha.1", "a04").link("H", "zittau-aussig")
    scene.neutral("n01", "praha-u3").queue("B", "b20", "b-1", "b-3").gives("B", thaler=3, workers=2)
    scene.baron().play("* roll 1")
    assert laid(scene)[:2] == ("one", "aussig-praha.2") and begun(scene) == ["industrialize"]
    scene.play("* draw-logic l02")
    assert scene.told("mine_placed") == [(1, 0, T.names.mines.index("aussig-m1"))]
    assert begun(scene) == ["energize"] and scene.told("baron_powered")
    assert scene.of("B").thaler == 1 and scene.of("B").supply == 1 and scene.of("B").rails == 1
    assert scene.asked == ("H", "matched") and scene.of("B").vp == 0
    scene.play("H match aussig-praha.1 second")
    assert scene.of("H").achievement == 2 and scene.of("H").income[2] == 3 and scene.of("B").vp == 2
    assert scene.asked == ("H", "turn") and scene.tiles_of("B") == ["b-1", "b-3", OBSTACLE]


@pytest.mark.rule("NU-23.30", "NU-D49")
def test_requirements_a_and_b() -> None:
    scene = (
        Solo().built("B", "residence-1", "praha-u1").rail("H", "aussig-praha.1", "a04").queue("B", "b20", "b-1", "b-3")
    )
    scene.gives("B", workers=0).baron().play("* roll 1")
    assert refused(scene) == [("worker", "no_worker")] and scene.told("baron_normal_turn")
    scene = Solo().built("B", "residence-1", "praha-u1").rail("H", "aussig-praha.1", "a04").queue("B", "b20", "b-1")
    scene.baron().play("* roll 1")
    industrialize = DEEDS.index("industrialize")
    assert scene.told("baron_keeps_tile") == [(1, tile_id("b20"), industrialize)], "his last Industrialize"
    assert scene.told("baron_normal_turn")
    scene = (
        Solo(options={"baron_keeps_any": 1}).built("B", "residence-1", "praha-u1").rail("H", "aussig-praha.1", "a04")
    )
    scene.queue("B", "b20", "b-1").baron().play("* roll 1")
    assert laid(scene)[0] == "one", "one of the two actions is enough for the other reading"
    only = Solo(options={"baron_keeps_any": 1}).queue("B", "b20", "b-2")
    assert missing_duplicates(T, only.s, 1, tile_id("b20")) == [industrialize, DEEDS.index("energize")]
    void = Solo().queue("B", "a26", "b-1")
    assert missing_duplicates(T, void.s, 1, tile_id("a26")) == [], "two subsidies: nothing to protect"


@pytest.mark.rule("NU-23.31", "NU-23.35")
def test_condition_one_and_two_matches_over_one() -> None:
    scene = Solo().built("B", "residence-1", "praha-u1").rail("H", "aussig-praha.1", "a04")
    scene.rail("H", "grimma-chemnitz.2", "a26").queue("B", "b20", "b-1", "b-3").baron().play("* roll 1")
    assert laid(scene)[:2] == ("one", "aussig-praha.2")
    assert scene.lost("space") == [("matches", "grimma-chemnitz.1")] and not scene.told("logic_drawn")


@pytest.mark.rule("NU-23.31")
def test_completing_without_a_match_is_not_condition_one() -> None:
    scene = Solo().rail("H", "leipzig-riesa.1", "a26").queue("B", "b20", "b-1", "b-3").baron().play("* roll 1")
    assert ("one", "no_match") in refused(scene)


@pytest.mark.rule("NU-23.32", "NU-23.20", "NU-23.35")
@pytest.mark.parametrize(("card", "space"), [("l01", "dresden-glashuette.1"), ("l02", "dresden-bautzen.1")])
def test_condition_two_founds_a_network_where_the_logic_card_says(card: str, space: str) -> None:
    """Orange and white: Glashütte has number 12, Dresden 3; clockwise from Dresden's top Bautzen comes first."""
    scene = Solo().link("H", "plauen-chemnitz").queue("B", "a26", "b-1").baron().play("* roll 1")
    assert refused(scene) == [("one", "no_space")] and scene.asked == ("*", "logic")
    scene.play(f"* draw-logic {card}")
    assert laid(scene)[:2] == ("two", space)
    other = {"dresden-glashuette.1", "dresden-bautzen.1"} - {space}
    assert scene.lost("space") == [("highest" if card == "l01" else "clockwise", *other)]
    assert begun(scene) == ["income_thaler", "income_vp"] and scene.of("B").vp == 4


@pytest.mark.rule("NU-23.32")
def test_condition_two_needs_both_ends() -> None:
    scene = Solo().queue("B", "b20", "b-1", "b-3").baron().play("* roll 1")
    assert refused(scene)[:3] == [("one", "no_space"), ("two", "not_both"), ("three", "this_side")]
    assert refused(scene)[3:] == [("four", "no_space")] and scene.told("baron_normal_turn")


@pytest.mark.rule("NU-23.33", "NU-D81", "NU-23.20")
@pytest.mark.parametrize(("card", "space"), [("l01", "leipzig-riesa.3"), ("l02", "leipzig-riesa.2")])
def test_condition_three_continues_a_long_link(card: str, space: str) -> None:
    """The own tile at Leipzig; the middle matches it, the last space matches Riesa. Riesa is number 15, Leipzig 1."""
    scene = Solo(2).rail("B", "leipzig-riesa.1", "a26").queue("B", "a28", "b-1")
    scene.link("H", "freiberg-marienberg").link("H", "chemnitz-marienberg").baron().play("* roll 1")
    assert refused(scene) == [("one", "no_space"), ("two", "not_both")]
    scene.play(f"* draw-logic {card}")
    assert laid(scene)[:2] == ("three", space) and [why for why, _ in scene.lost("space")] == ["near"]


@pytest.mark.rule("NU-23.33")
def test_condition_three_needs_an_own_tile_on_the_link() -> None:
    scene = Solo(2).rail("H", "leipzig-riesa.1").rail("C", "chemnitz-plauen.3")
    assert continuing(T.board[3], scene.s, 1) == []
    assert spaces(continuing(T.board[3], scene.s, 2)) == {"chemnitz-plauen.1", "chemnitz-plauen.2"}


@pytest.mark.rule("NU-23.34", "NU-D80")
def test_condition_four_extends_a_network_with_an_own_piece() -> None:
    scene = Solo().built("B", "laboratory-1", "freiberg-u1").queue("B", "b20", "b-1", "b-3").baron().play("* roll 1")
    assert laid(scene)[:2] == ("four", "grimma-freiberg.1")
    assert refused(scene) == [("one", "no_space"), ("two", "not_both"), ("three", "this_side")]
    scene = Solo().link("B", "chemnitz-zwickau").link("B", "plauen-zwickau")
    assert extending(T, scene.s, 1) == [], "rails alone are no piece"
    scene.mine("B", 1, "chemnitz-m1")
    found = spaces(extending(T, scene.s, 1))
    assert found == {
        "grimma-chemnitz.2",
        "joachimsthal-plauen.2",
        "joachimsthal-zwickau.1",
        "zwickau-marienberg.1",
    }, "Plauen-Chemnitz joins two cities of one network"
    scene.rail("H", "grimma-chemnitz.1")
    assert "grimma-chemnitz.2" not in spaces(extending(T, scene.s, 1)), "that would complete, not start"


@pytest.mark.rule("NU-23.35")
def test_the_lower_condition_comes_first() -> None:
    """The tile could complete Praha-Aussig with one match and Dresden-Bautzen with two."""
    scene = Solo().built("B", "residence-1", "dresden-u1").rail("H", "aussig-praha.1", "b20").queue("B", "a26", "b-1")
    scene.baron().play("* roll 1")
    assert laid(scene)[:2] == ("one", "aussig-praha.2")


@pytest.mark.rule("NU-23.36")
@pytest.mark.parametrize(("thaler", "way"), [(3, "plain"), (0, "plain")])
def test_orientation_by_the_earlier_action(thaler: int, way: str) -> None:
    """Both halves could match Grimma, one of them: Industrialize is earlier than Energize."""
    scene = Solo().built("B", "laboratory-1", "freiberg-u1").queue("B", "b20", "b-1", "b-3").gives("B", thaler=thaler)
    scene.baron().play("* roll 1")
    if thaler:
        assert begun(scene) == ["industrialize"] and scene.lost("way") == [("earlier_action", "plain")]
    else:
        assert begun(scene) == ["energize"] and laid(scene)[2] == way and scene.lost("way") == [], "both unavailable"
        assert scene.reasons("baron_forgoes") == ["no_thaler"]


@pytest.mark.rule("NU-23.36")
def test_an_action_without_thaler_gives_way() -> None:
    """Urbanize is earlier than the subsidy, but without a thaler it is ignored."""
    for thaler, deed in ((1, "urbanize"), (0, "income_thaler")):
        scene = Solo().built("B", "laboratory-1", "freiberg-u1").rail("H", "leipzig-riesa.2", "b20")
        scene.queue("B", "a01", "b-1").gives("B", thaler=thaler).baron().play("* roll 1")
        assert laid(scene)[:2] == ("one", "leipzig-riesa.1") and begun(scene) == [deed]


@pytest.mark.rule("NU-23.36", "NU-D91")
@pytest.mark.parametrize(
    ("owner", "way", "worse"), [("H", "flip", "plain"), ("C", "flip", "plain"), ("B", "plain", "flip")]
)
def test_partners_own_tile_city_other_baron_human(owner: str, way: str, worse: str) -> None:
    """Energize is purple: it can match Grimma or the purple tile beside."""
    scene = Solo(2).rail(owner, "grimma-chemnitz.2", "b20").queue("B", "b12", "b-1").gives("B", thaler=3)
    scene.baron().play("* roll 1")
    assert laid(scene) == ("one", "grimma-chemnitz.1", way) and scene.lost("way") == [("partner", worse)]


@pytest.mark.rule("NU-23.36")
def test_another_barons_tile_is_better_than_the_humans() -> None:
    scene = Solo(2).rail("H", "chemnitz-plauen.1", "b20").rail("C", "chemnitz-plauen.3", "b10", flip=True)
    scene.queue("B", "b12", "b-1").baron().play("* roll 1")
    assert laid(scene) == ("one", "chemnitz-plauen.2", "plain") and scene.lost("way") == [("partner", "flip")]


@pytest.mark.rule("NU-23.37", "NU-D70", "NU-E66")
def test_a_worker_but_no_thaler_for_a_red_space() -> None:
    scene = Solo().link("H", "freiberg-marienberg").link("H", "riesa-dresden").queue("B", "a28", "b-1")
    scene.baron().play("* roll 1")
    assert T.board[2].space_red >> T.names.spaces.index("bruex-praha.1") & 1
    assert laid(scene)[:2] == ("two", "bruex-praha.1") and scene.told("paid") == [(1, 0, 1)]
    assert scene.of("B").thaler == 3 and scene.of("B").rails == 1


@pytest.mark.rule("NU-23.38", "NU-D85")
def test_own_neighbours_are_resolved_too_all_in_the_order_of_priority() -> None:
    """The own tile at Aussig offers Develop towards the new one; the new tile Contract and a subsidy."""
    scene = Solo().rail("B", "aussig-praha.1", "a12", flip=True).queue("B", "a18", "b-2", "b-1")
    scene.market("b01", "b02", "b03", "b04", "b05").display("c07", "c11", "c18", "c20").baron().play("* roll 1")
    assert laid(scene)[:2] == ("one", "aussig-praha.2") and scene.told("baron_matched") == [(1, 3)]
    assert begun(scene) == ["develop"]
    while scene.asked and scene.asked[0] == "*":
        before = begun(scene)
        scene.play(f"* {scene.legal()[0]}")
        if begun(scene) != before and begun(scene):
            assert begun(scene) in (["contract"], ["income_vp"], ["contract", "income_vp"])
    assert scene.of("B").vp == 4 + 3 + 4, "contract, subsidy, and a step of the link for each of his two tiles"


@pytest.mark.rule("NU-23.38", "NU-D85")
def test_another_barons_matched_action() -> None:
    """Both ends of the purple tile match: Grimma, and the tile of the second Baron, who then energizes if he can."""
    scene = (
        Solo(2).rail("C", "grimma-chemnitz.2", "b10", flip=True).queue("B", "b20", "b-1", "b-3").gives("B", thaler=0)
    )
    scene.baron().play("* roll 1")
    industrialize, energize = DEEDS.index("industrialize"), DEEDS.index("energize")
    assert scene.told("baron_begins") == [(1, industrialize), (1, energize), (2, energize)]
    assert scene.reasons("baron_forgoes") == ["no_thaler", "no_thaler", "no_target"]
    assert scene.of("B").vp == scene.of("C").vp == 2, "a fixed reward for everybody on the link"
