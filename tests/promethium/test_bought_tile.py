"""Chapter 4, elements of a bought tile: sharing them out, Persuasion (PR-12.6) and Industrial Theft (PR-12.5)."""

from __future__ import annotations

import pytest

from promethium.pieces import gained
from promethium.scene import Scene, fair

USA_CHEMIST_ALUMINIUM = "T19"


def persuader(influence: int = 4, thief: int = 5) -> Scene:
    """Y buys USA/Chemist/Aluminium and holds Persuasion; R holds Industrial Theft."""
    scene = fair("b2", "Y6 - - -", tile=USA_CHEMIST_ALUMINIUM)
    scene.player("Y", hand="persuasion", influence=influence).player("R", hand="industrial_theft", influence=thief)
    return scene.purchase().play("Y target b2", "Y skip")


@pytest.mark.rule("PR-EX-05", "PR-4.20", "PR-1.5")
def test_two_elements_are_kept_and_the_third_goes_to_the_stock() -> None:
    scene = fair("c3", "R6 G3 G3 Y2", track="GBRRBGY", tile="great_britain/chemist/coal").bought("Y", 5).purchase()
    before = scene.reserve
    scene.play("G target c3", "R buy")
    assert scene.acting == "R" and scene.legal() == {"stock great_britain", "stock chemist", "stock coal"}
    assert scene.refused("R stock iron") == "PR-4.20"
    scene.play("R stock coal")
    assert scene.of("R").elements == {"great_britain": 1, "chemist": 1} and scene.stock == {"coal": 1}
    assert gained(scene.reserve, before) == {"great_britain": -1, "chemist": -1, "coal": -1}
    assert ("coal", "reserve", "stock") in scene.seen("element_moved")


@pytest.mark.rule("PR-4.20", "PR-E-44")
def test_tile_and_elements_of_a_purchase_can_be_used_in_the_same_round() -> None:
    scene = Scene("YGBR").on_track("Y").bought("Y", 5).laid(b2="germany/machinist/coal").crossing("b2", "Y6")
    scene.shown("air-1").player("Y", influence=1).purchase().play("Y target b2", "Y stock coal")
    assert scene.s.phase == 2 and scene.acting == "Y"
    assert {"machinist 1", "realise air-1"} <= scene.legal()
    scene.play("Y realise air-1", "Y use T38")
    assert scene.of("Y").realised == {"air-1": 0} and scene.of("Y").elements == {"germany": 1, "machinist": 1}


@pytest.mark.rule("PR-EX-27", "PR-12.5", "PR-12.6", "PR-4.21", "PR-E-19", "A-20")
def test_theft_against_persuasion() -> None:
    scene = persuader()
    assert scene.acting == "Y" and scene.legal() == {"skip", "play persuasion"}
    scene.play("Y play persuasion")
    assert scene.acting == "R" and scene.legal() == {"skip", "steal usa", "steal chemist", "steal aluminium"}
    assert scene.refused("R steal coal") == "PR-12.5"
    scene.play("R steal aluminium")
    assert scene.of("R").influence == 2 and scene.of("R").used == {"industrial_theft"}
    assert scene.of("R").elements == {"aluminium": 1} and scene.of("Y").elements == {"usa": 1, "chemist": 1}
    assert scene.of("Y").influence == 4 and scene.of("Y").hand == {"persuasion"} and scene.of("Y").used == set()
    assert scene.stock == {} and scene.seen("persuasion_cancelled") == [("Y", "persuasion")]


@pytest.mark.rule("PR-EX-28", "PR-12.6", "PR-E-19")
def test_persuasion_alone() -> None:
    scene = persuader().play("Y play persuasion", "R skip")
    assert scene.of("Y").influence == 2 and scene.of("Y").used == {"persuasion"} and scene.of("Y").hand == set()
    assert scene.of("Y").elements == {"usa": 1, "chemist": 1, "aluminium": 1} and scene.stock == {}


@pytest.mark.rule("PR-12.5", "PR-E-19")
def test_theft_alone_leaves_the_other_two_to_the_buyer() -> None:
    scene = persuader().play("Y skip", "R steal usa")
    assert scene.of("R").elements == {"usa": 1} and scene.of("Y").elements == {"chemist": 1, "aluminium": 1}
    assert scene.stock == {} and scene.acting == "G"


@pytest.mark.rule("PR-12.5", "PR-5.2")
def test_theft_needs_its_influence() -> None:
    scene = persuader(thief=2).play("Y play persuasion")
    assert scene.of("Y").elements == {"usa": 1, "chemist": 1, "aluminium": 1} and scene.acting == "G"


@pytest.mark.rule("PR-12.5", "PR-4.21", "A-21")
def test_thieves_are_asked_clockwise_from_the_buyer_and_only_one_may_steal() -> None:
    scene = fair("b2", "Y6 - - -", tile=USA_CHEMIST_ALUMINIUM)
    for letter in "GBR":
        scene.player(letter, hand="industrial_theft")
    scene.purchase().play("Y target b2", "G skip", "B steal usa")
    assert scene.acting == "G" and scene.of("Y").elements == {"chemist": 1, "aluminium": 1}  # the next turn
    assert scene.of("R").hand == {"industrial_theft"} and scene.offered("steal") == set()


@pytest.mark.rule("PR-1.7", "A-05")
def test_asking_for_a_theft_tells_nothing_about_the_hand() -> None:
    scene = fair("b2", "Y6 - - -", tile=USA_CHEMIST_ALUMINIUM).player("G", hand="planning").player("B", influence=2)
    scene.player("B", hand="industrial_theft").player("R", hand="planning", used="industrial_theft")
    scene.purchase().play("Y target b2")
    assert scene.acting == "G" and scene.legal() == {"skip"} and scene.refused("G steal usa") == "PR-5.2"
    scene.play("G skip")
    assert scene.acting == "Y"  # B cannot pay, R has laid the card open on the discard pile


@pytest.mark.rule("PR-E-16", "PR-12.5", "A-48")
def test_theft_on_the_thiefs_own_turn() -> None:
    scene = fair("b2", "Y3 R6 - -", tile=USA_CHEMIST_ALUMINIUM).player("Y", hand="industrial_theft").purchase()
    scene.play("Y target b2", "Y skip", "R buy")
    assert scene.acting == "Y"
    scene.play("Y steal aluminium")
    assert scene.of("Y").elements == {"aluminium": 1} and scene.of("R").elements == {"usa": 1, "chemist": 1}
    assert scene.acting == "Y" and scene.offered("target") != set()


@pytest.mark.rule("PR-E-17", "PR-12.6", "A-49")
def test_persuasion_at_a_purchase_on_another_players_turn() -> None:
    scene = fair("b2", "Y3 R6 - -", tile=USA_CHEMIST_ALUMINIUM).player("R", hand="persuasion").purchase()
    scene.play("Y target b2", "R buy", "R play persuasion")
    assert scene.of("R").elements == {"usa": 1, "chemist": 1, "aluminium": 1}
    assert scene.of("R").influence == 4 and scene.acting == "Y"


@pytest.mark.rule("PR-E-18", "A-20", "PR-5.3")
def test_a_cancelled_persuasion_may_be_played_at_the_next_purchase() -> None:
    scene = persuader().play("Y play persuasion", "R steal usa")
    assert scene.of("Y").hand == {"persuasion"} and not scene.s.schemed >> scene.seat("Y") & 1
    again = fair("b2", "Y6 G2 - -", tile=USA_CHEMIST_ALUMINIUM, track="YYGBRRBG").laid(b3="T01")
    again.token("3-west", "Y5").player("Y", hand="persuasion", influence=2).player("R", hand="industrial_theft")
    again.purchase().play("Y target b2", "Y skip", "Y play persuasion", "R steal usa")
    again.play("Y target b3", "Y skip", "Y play persuasion")
    assert again.of("Y").influence == 0 and again.of("Y").used == {"persuasion"}
    assert again.of("Y").elements == {"chemist": 1, "aluminium": 1, "france": 1, "engineer": 1, "coal": 1}


@pytest.mark.rule("PR-5.2", "PR-12.6")
def test_persuasion_refusals() -> None:
    scene = persuader()
    assert scene.refused("Y play bribes") == "PR-5.2"
    scene = fair("b2", "Y6 - - -").player("Y", hand="planning").purchase().play("Y target b2", "Y skip")
    assert scene.legal() == {"skip"} and scene.refused("Y play persuasion") == "PR-5.2"
    poor = fair("b2", "Y6 - - -").player("Y", hand="persuasion", influence=1).purchase().play("Y target b2", "Y skip")
    assert poor.offered("stock") == {"germany", "engineer", "copper"}


@pytest.mark.rule("PR-EX-40", "PR-4.22", "A-29")
def test_a_shortage_in_the_reserve() -> None:
    def short(**things: object) -> Scene:
        scene = fair("b2", "Y6 - - -", tile="france/engineer/coal").player("B", elements="coal*8")
        return scene.player("Y", **things).purchase().play("Y target b2")

    scene = short()
    assert scene.of("Y").elements == {"france": 1, "engineer": 1} and scene.stock == {} and scene.acting == "G"
    scene = short(hand="persuasion").play("Y skip", "Y play persuasion")
    assert scene.of("Y").elements == {"france": 1, "engineer": 1} and scene.of("Y").used == {"persuasion"}


@pytest.mark.rule("PR-4.22")
def test_theft_from_a_tile_with_a_shortage() -> None:
    scene = fair("b2", "Y6 - - -", tile="france/engineer/coal").player("B", elements="coal*8")
    scene.player("R", hand="industrial_theft").purchase().play("Y target b2")
    assert scene.refused("R steal coal") == "PR-4.22"
    scene.play("R steal france")
    assert scene.of("Y").elements == {"engineer": 1} and scene.of("R").elements == {"france": 1}


@pytest.mark.rule("PR-4.21", "PR-7.3")
def test_the_lobby_token_comes_after_the_elements() -> None:
    scene = fair("b2", "Y6 - - -").player("Y", improvements="lobby_on_purchase").purchase()
    scene.play("Y target b2")
    assert scene.of("Y").lobby == 0
    scene.play("Y stock copper")
    assert scene.of("Y").lobby == 1
    assert [e.kind for e in scene.events][:4] == ["element_moved"] * 3 + ["lobby_gained"]


@pytest.mark.rule("PR-7.3", "PR-7.4", "PR-12.5")
def test_each_purchase_brings_the_holder_a_lobby_token() -> None:
    stolen = fair("b2", "Y3 R6 - -").player("R", improvements="lobby_on_purchase").player("Y", hand="industrial_theft")
    stolen.purchase().play("Y target b2", "Y skip", "R buy", "Y steal copper")
    assert stolen.of("R").lobby == 1 and stolen.of("Y").lobby == 0


@pytest.mark.rule("A-31", "PR-1.2")
@pytest.mark.parametrize(("limited", "lobby"), [(1, 0), (0, 1)])
def test_the_supply_of_lobby_tokens(limited: int, lobby: int) -> None:
    scene = Scene("YGBR", options={"lobby_supply_limited": limited}).laid(b2="T35").crossing("b2", "Y6")
    scene.player("Y", improvements="lobby_on_purchase").player("B", lobby=12).purchase()
    scene.play("Y target b2", "Y stock copper")
    assert scene.of("Y").lobby == lobby and scene.of("B").lobby == 12


@pytest.mark.rule("PR-5.2", "PR-4.22")
def test_neither_persuasion_nor_theft_when_nothing_is_left_to_take() -> None:
    scene = fair("b2", "Y6 - - -", tile="france/engineer/coal").player("B", elements="coal*8 france*8 engineer*8")
    scene.player("Y", hand="persuasion").player("R", hand="industrial_theft").purchase()
    scene.play("Y target b2", "Y skip")
    assert scene.acting == "G" and "T01" in scene.of("Y").tiles and scene.of("Y").elements == {}
