"""Chapter 8: placing rails, matching, inauguration."""

from __future__ import annotations

import pytest

from nucleum.scene import Scene


def table(order: str = "RBY", **kw: str) -> Scene:
    scene = Scene(order, **kw).market("b01", "b02", "b03", "b04", "b05")  # type: ignore[arg-type]
    scene.display("c05", "c11", "c18", "c19").violet("c36", "c41", "c48").milestones("m1", "m2", "m3", "m4")
    for letter in order:
        scene.gives(letter, thaler=5, workers=5)
    return scene


@pytest.mark.rule("NU-8.2", "NU-E22")
def test_where_a_rail_may_be_placed() -> None:
    scene = table().turn("R").play("R rail a-1")
    spaces = {text.split()[0] for text in scene.legal("lay")}
    assert "leipzig-riesa.1" in spaces and "leipzig-riesa.3" in spaces and "praha" not in spaces
    assert "leipzig-riesa.2" not in spaces
    assert scene.refused("R lay leipzig-riesa.2 plain").message == "refuse.space.touches_nothing"
    assert {text.split()[1] for text in scene.legal("lay")} == {"plain", "flip"}
    scene.rail("B", "leipzig-riesa.1")
    assert "leipzig-riesa.2 plain" in scene.legal("lay")
    assert scene.refused("R lay leipzig-riesa.1 plain").message == "refuse.space.taken"
    assert scene.refused("R lay zwickau-marienberg.1 plain").rule == "NU-6.2"  # only on the 1/2 side


@pytest.mark.rule("NU-8.3", "NU-E04")
def test_the_worker_leaves_before_the_actions() -> None:
    """With one worker a matched Industrialize for one worker cannot be paid."""
    scene = table().gives("R", workers=1, thaler=9).turn("R")
    scene.play("R rail a-3", "R lay chemnitz-zwickau.1 plain")  # purple end at Zwickau: Industrialize
    assert scene.asked == ("B", "turn")
    two = table().gives("R", workers=2).turn("R").play("R rail a-3", "R lay chemnitz-zwickau.1 plain")
    assert two.legal("match") == ["chemnitz-zwickau.1 second"]


@pytest.mark.rule("NU-8.3", "NU-E05")
def test_uranium_becomes_the_worker_of_a_rail() -> None:
    scene = table().gives("R", workers=0).mine("R", 1, "chemnitz-m1", uranium=1).turn("R")
    assert scene.legal("rail")
    scene.play("R rail a-1", "R lay leipzig-riesa.1 plain")
    assert scene.of("R").uranium == [0, 0, 0, 0] and scene.of("R").rails == 1
    assert scene.of("R").reserve == 17


@pytest.mark.rule("NU-8.4", "NU-E06")
def test_red_spaces_cost_two_thalers_first() -> None:
    scene = table(boards="bacd").tech("R", "b5").gives("R", thaler=1, workers=1).turn("R").play("R rail b-1")
    assert "leipzig-grimma.1 plain" not in scene.legal("lay")  # the 2 T of B5 come too late
    assert scene.refused("R lay leipzig-grimma.1 plain").rule == "NU-8.4"
    scene.gives("R", thaler=2).play("R lay leipzig-grimma.1 plain")
    assert scene.of("R").thaler == 2  # paid 2, then B5
    two = table("RB").gives("R", thaler=3).turn("R").play("R rail a-1", "R lay bruex-praha.1 plain")
    assert two.of("R").thaler == 1


@pytest.mark.rule("NU-8.6", "NU-8.7", "NU-E25")
@pytest.mark.parametrize(
    ("tile", "space", "way", "halves"),
    [
        ("a-2", "dresden-bautzen.1", "plain", ["first", "second"]),  # orange and white ends at orange and white cities
        ("a-2", "dresden-bautzen.1", "flip", []),
        ("a-1", "dresden-bautzen.1", "plain", ["second"]),  # green, wild
        ("a-1", "dresden-bautzen.1", "flip", ["second"]),
        ("a-2", "aussig-praha.2", "plain", ["second"]),  # Praha matches any edge
        ("a-2", "aussig-praha.2", "flip", ["first"]),
        ("a-2", "leipzig-riesa.1", "flip", ["second"]),  # the other end lies beside an empty space
    ],
)
def test_matching_cities(tile: str, space: str, way: str, halves: list[str]) -> None:
    scene = table().turn("R").play(f"R rail {tile}", f"R lay {space} {way}")
    if halves:
        assert scene.legal("match") == [f"{space} {half}" for half in halves]
    else:
        assert scene.asked == ("B", "turn")


@pytest.mark.rule("NU-8.7", "NU-8.9", "NU-E23", "NU-E27", "NU-E24")
def test_touching_tiles_match_for_both_owners() -> None:
    """Blue's tile touches an empty space first; later Red's contact matches Blue's end, for Blue."""
    scene = table("RB", boards="ab").turn("B")
    scene.play("B rail b-2", "B lay leipzig-riesa.1 plain")  # orange end at white Leipzig, wild end inside
    assert scene.asked == ("R", "turn")
    scene.play("R rail a-2", "R lay leipzig-riesa.2 plain")  # orange end meets the wild end; white end at green Riesa
    assert scene.legal("match") == ["leipzig-riesa.2 first"]
    scene.play("R done")
    assert scene.asked == ("B", "matched") and scene.legal("match") == ["leipzig-riesa.1 second"]
    assert scene.refused("B match leipzig-riesa.1 first").rule == "NU-8.7"
    scene.slot("B", 1, "c07").gives("B", achievement=6)
    assert scene.refused("B fulfil c07").rule == "NU-8.9"
    scene.play("B match leipzig-riesa.1 second", "B worker")
    assert scene.of("B").supply == 5  # one on the rail, one gained
    assert scene.asked == ("B", "turn")  # completing and flipping triggers nothing again
    assert scene.of("B").income == [1, 1, 3] == scene.of("R").income


@pytest.mark.rule("NU-8.7")
def test_different_colours_do_not_match() -> None:
    scene = table("RB", boards="ab").turn("B")
    scene.play("B rail b-3", "B lay leipzig-riesa.1 flip")  # white end at Leipzig, purple end inside
    scene.play("B done")
    scene.play("R rail a-2", "R lay leipzig-riesa.2 plain")  # orange meets purple
    assert scene.asked == ("B", "turn")


@pytest.mark.rule("NU-8.8", "NU-EX-D19", "NU-E26", "NU-8.1")
def test_order_of_four_own_matched_actions() -> None:
    """Middle of a three-space link between two own tiles, all edges wild (D7): the new tile goes first."""
    scene = table("RBY", boards="dabc").tech("R", "d7").pool("R", "b08", "b10", "a27")
    scene.rail("R", "leipzig-riesa.1", "b08").rail("R", "leipzig-riesa.3", "b10").turn("R")
    scene.play("R rail a27", "R lay leipzig-riesa.2 plain")
    assert scene.legal("match") == ["leipzig-riesa.2 first", "leipzig-riesa.2 second"]
    scene.play("R match leipzig-riesa.2 second")
    assert scene.of("R").income[1] == 2
    scene.play("R match leipzig-riesa.2 first")
    assert scene.legal("match") == ["leipzig-riesa.1 second", "leipzig-riesa.3 first"]
    scene.play("R match leipzig-riesa.3 first")
    assert scene.of("R").achievement == 2
    scene.play("R match leipzig-riesa.1 second", "R buy b05", "R done")
    assert scene.of("R").income == [2, 2, 1]  # not yet inaugurated: the market is refilled first
    scene.play("* draw-tile b20")
    assert scene.of("R").income == [2, 2, 7]  # three own tiles, two steps each


@pytest.mark.rule("NU-8.9", "NU-E26")
@pytest.mark.parametrize("option", [0, 1])
def test_others_resolve_clockwise(option: int) -> None:
    """Red is first; Blue and Teal lie on both sides of the tile that Yellow places."""
    scene = Scene("RBYT", {"others_from_first_player": option}, "abcd")
    scene.pool("B", "b09").pool("Y", "b07").pool("T", "a04")
    for letter in "RBYT":
        scene.gives(letter, workers=4)
    scene.rail("B", "leipzig-riesa.1", "b09").rail("T", "leipzig-riesa.3", "a04", flip=True).turn("Y")
    scene.play("Y rail b07", "Y lay leipzig-riesa.2 plain", "Y done")
    first, second = ("T", "B") if not option else ("B", "T")
    assert scene.asked == (first, "matched")
    scene.play(f"{first} done")
    assert scene.asked == (second, "matched")
    scene.play(f"{second} done")
    assert scene.asked == ("T", "turn")


@pytest.mark.rule("NU-8.10", "NU-E27")
def test_printed_modifiers_apply_on_the_map() -> None:
    scene = table("RB").pool("R", "b12").gives("R", thaler=1, workers=1).built("R", "factory-1", "bautzen-u2").turn("R")
    scene.play("R rail b12", "R lay dresden-bautzen.1 flip", "R match dresden-bautzen.1 first")
    assert "residence-1 dresden-u1" in scene.legal("urbanize")  # 2 - 1 = 1 T
    scene.play("R urbanize residence-1 dresden-u1")
    assert scene.of("R").thaler == 0


@pytest.mark.rule("NU-8.11", "NU-E28")
def test_the_new_link_is_usable_at_once() -> None:
    scene = table("RB").built("R", "factory-1", "riesa-u1").turn("R")
    scene.play("R rail a-3", "R lay bautzen-zittau.1 plain", "R match bautzen-zittau.1 first")
    assert any("bautzen" in text for text in scene.legal("urbanize"))


@pytest.mark.rule("NU-8.12", "NU-E29")
def test_inauguration_rewards() -> None:
    fixed = table("RBY").rail("B", "grimma-chemnitz.1").turn("R")
    fixed.play("R rail a-1", "R lay grimma-chemnitz.2 plain")
    while fixed.asked == ("R", "matched"):
        fixed.play("R done")
    while fixed.asked == ("B", "matched"):
        fixed.play("B done")
    assert fixed.of("R").income[2] == fixed.of("B").income[2] == 3 and fixed.of("Y").income[2] == 1
    per_tile = table("RB").rail("R", "grimma-chemnitz.1").gives("R", income=(1, 1, 13)).turn("R")
    per_tile.play("R rail a-1", "R lay grimma-chemnitz.2 plain")
    while per_tile.asked == ("R", "matched"):
        per_tile.play("R done")
    assert per_tile.of("R").income[2] == 15 and per_tile.of("R").vp == 2  # 4 steps, 2 of them beyond the end
    one = table("RBY").turn("R").play("R rail a-2", "R lay dresden-bautzen.1 flip")
    assert one.of("R").income[2] == 1


@pytest.mark.rule("NU-8.12")
def test_once_for_each_player_on_a_fixed_link() -> None:
    scene = table("RBY").rail("R", "grimma-chemnitz.1").turn("R").play("R rail a-2", "R lay grimma-chemnitz.2 flip")
    while scene.asked == ("R", "matched"):
        scene.play("R done")
    assert scene.of("R").income[2] == 3


@pytest.mark.rule("NU-8.13")
def test_rails_stay_and_are_no_tiles_any_more() -> None:
    scene = table().row("R", "b06").turn("R").play("R rail a-1", "R lay leipzig-riesa.1 plain")
    assert "a-1" not in scene.of("R").tiles
    scene.turn("R").play("R recharge", "R marker 0")
    assert "a-1" not in scene.of("R").tiles and "b06" in scene.of("R").tiles and scene.of("R").rails == 1


@pytest.mark.rule("NU-8.1", "NU-8.8")
def test_matched_actions_are_optional_and_any_order() -> None:
    scene = table().turn("R").play("R rail a-2", "R lay dresden-bautzen.1 plain")
    assert scene.legal() == ["done", "match dresden-bautzen.1 first", "match dresden-bautzen.1 second"]
    scene.play("R match dresden-bautzen.1 second")
    assert scene.of("R").income == [2, 1, 1]
    scene.play("R done")
    assert scene.asked == ("B", "turn")


@pytest.mark.rule("NU-E30", "NU-13.9", "NU-4.4")
def test_d7_wild_for_everybody_and_contracts_on_rail_turns() -> None:
    scene = table("RB", boards="da").tech("R", "d7").rail("R", "leipzig-riesa.1", "d-3").turn("B")
    scene.play("B rail a-2", "B lay leipzig-riesa.2 plain")  # orange against white, but Red's rails are wild
    assert scene.legal("match") == ["leipzig-riesa.2 first"]
    scene.play("B done")
    assert scene.asked == ("R", "matched")  # for Red as well, on Blue's turn: no contract
    scene.slot("R", 1, "c07").gives("R", achievement=6)
    assert not scene.legal("fulfil") and scene.refused("R fulfil c07").rule == "NU-8.9"
    scene.play("R done")
    scene.turn("R").play("R rail d-1", "R lay dresden-glashuette.1 plain")
    assert scene.legal("fulfil") == ["c07"]
    scene.play("R fulfil c07")
    assert scene.of("R").vp == 4
    scene.slot("R", 1, "c27").gives("R", achievement=20)
    assert not scene.legal("fulfil")


@pytest.mark.rule("NU-13.9")
def test_d7_allows_a_contract_even_without_a_match() -> None:
    scene = table("RB", boards="da").tech("R", "d7").slot("R", 1, "c07").gives("R", achievement=6)
    scene.rail("B", "leipzig-riesa.1").turn("R").play("R rail d-1", "R lay grimma-chemnitz.1 plain")
    assert scene.legal("fulfil") == ["c07"]
    for option in (0, 1):
        other = Scene("RB", {"violet_is_gained": option}, "da").tech("R", "d2").slot("R", 2, "c27")
        other.gives("R", achievement=17).violet("c37", "c41", "c48").turn("R")
        other.play("R play d-1", "R fulfil c37", "R points")
        assert other.of("R").achievement == 17 + option  # NU-P08: D2 counts it as gained


@pytest.mark.rule("NU-E21", "NU-9.3")
def test_one_rail_ends_the_empty_map_exception() -> None:
    scene = table().gives("R", thaler=20).ask("R", "urbanize", 0, 0, 0)
    assert len({text.split()[1].split("-")[0] for text in scene.legal("urbanize")}) > 10
    scene.rail("R", "leipzig-riesa.1").ask("R", "urbanize", 0, 0, 0)
    assert {text.split()[1].split("-")[0] for text in scene.legal("urbanize")} == {"leipzig"}
