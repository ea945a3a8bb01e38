"""Refusals that name the rule which really forbids it, with true figures."""

from __future__ import annotations

import pytest

from machinehall.kernel.values import Argument
from promethium.pieces import TITLE
from promethium.scene import Scene, exact, fair


def refusal(scene: Scene, line: str) -> tuple[str, str, tuple[Argument, ...]]:
    letter, _, text = line.partition(" ")
    found = TITLE.why_not(scene.s, scene.seat(letter), exact(text))
    assert found is not None
    return found.rule, found.message, found.args


@pytest.mark.rule("PR-4.13", "PR-4.14")
def test_an_active_winner_who_would_sell_is_told_to_buy() -> None:
    scene = fair("b2", "Y6 R2 - -").laid(a1="T01", b1="T02").player("Y", hand="sabotage persuasion").purchase()
    scene.play("Y target b2")
    assert refusal(scene, "Y sell") == ("PR-4.13", "refuse.sell.must_buy", ("b2",))
    assert refusal(scene, "Y buy")[1] == "refuse.not_now"
    asked = scene.fork().play("Y skip")
    assert asked.legal() == {"skip", "play persuasion"}
    assert refusal(asked, "Y sell") == ("PR-4.13", "refuse.sell.bought", ("T35",))
    assert refusal(asked.play("Y skip"), "Y sell") == ("PR-4.13", "refuse.sell.bought", ("T35",))
    choosing = fair("b2", "Y5 R2 Y5 -").purchase().play("Y target b2")
    assert refusal(choosing, "Y sell") == ("PR-4.13", "refuse.sell.bought", ("b2",))
    loser = fair("b2", "Y3 R6 - -").laid(a1="T01", b1="T02").player("Y", hand="sabotage").purchase()
    assert refusal(loser.play("Y target b2"), "Y sell")[1] == "refuse.not_now"


@pytest.mark.rule("PR-5.3")
def test_a_second_card_at_a_purchase_names_the_limit() -> None:
    scene = fair("b2", "Y6 R2 - -").laid(a1="T01").player("Y", hand="sabotage persuasion bribes").purchase()
    scene.play("Y play sabotage", "Y cell a1", "Y target b2")
    assert scene.offered("stock")
    for card in ("persuasion", "bribes"):
        assert refusal(scene, f"Y play {card}") == ("PR-5.3", "refuse.play.one_a_turn", (card,))
    winner = fair("b2", "Y3 R6 - -").laid(a1="T01").player("Y", hand="sabotage industrial_theft", influence=6)
    winner.player("R", hand="persuasion").purchase().play("Y play sabotage", "Y cell a1", "Y target b2", "R buy")
    assert winner.acting == "R" and refusal(winner, "Y steal copper") == (
        *("PR-5.3", "refuse.play.one_a_turn"),
        ("industrial_theft",),
    )


@pytest.mark.rule("PR-5.2", "PR-12.6")
def test_why_persuasion_is_not_asked_for() -> None:
    poor = fair("b2", "Y6 R2 - -").player("Y", hand="persuasion", influence=1).purchase().play("Y target b2", "Y skip")
    assert refusal(poor, "Y play persuasion") == ("PR-5.2", "refuse.influence", (2, 1))
    without = fair("b2", "Y6 R2 - -").player("Y", hand="sabotage", influence=0).purchase().play("Y target b2")
    assert refusal(without, "Y play persuasion")[1] == "refuse.play.not_in_hand"
    declined = fair("b2", "Y6 R2 - -").player("Y", hand="persuasion").purchase().play("Y target b2", "Y skip", "Y skip")
    assert refusal(declined, "Y play persuasion")[1] == "refuse.not_now"


@pytest.mark.rule("PR-5.4", "PR-12.1", "PR-12.2", "PR-12.3")
@pytest.mark.parametrize("card", ["patent_filing", "sabotage", "espionage"])
def test_after_the_reveal_the_targeted_tile_is_the_reason(card: str) -> None:
    hand = f"{card} bribes"
    scene = Scene("YGBR").laid(b2="T35").crossing("b2", "Y6 R2 G2 -").player("Y", hand=hand, influence=6)
    if card == "espionage":
        scene.laid(a1="T01")
    scene.purchase().play("Y target b2")
    assert scene.legal() == {"skip", "play bribes"}
    assert refusal(scene, f"Y play {card}") == ("PR-5.4", "refuse.scheme.only_target", (card, "b2"))


@pytest.mark.rule("PR-4.11", "A-14")
def test_too_few_lobby_tokens_are_told_that_they_would_not_win() -> None:
    scene = fair("b2", "Y3 R6 R4 -").player("Y", lobby=2).purchase().play("Y target b2")
    assert scene.acting == "R" and refusal(scene, "Y lobby") == ("PR-4.11", "refuse.lobby.too_few", (4, 2))
    scene.play("R sell")
    assert scene.acting == "Y" and refusal(scene, "Y lobby") == ("PR-4.11", "refuse.lobby.too_few", (4, 2))
    window = fair("b2", "Y3 R6 R4 -").laid(a1="T01").player("Y", lobby=2, hand="sabotage").purchase()
    assert refusal(window.play("Y target b2"), "Y lobby") == ("PR-4.11", "refuse.lobby.too_few", (4, 2))
    first = fair("b2", "Y6 R2 - -").laid(a1="T01").player("Y", lobby=2, hand="sabotage").purchase()
    assert refusal(first.play("Y target b2"), "Y lobby") == ("PR-4.11", "refuse.lobby.first", ("b2",))
    poor = fair("b2", "Y3 R6 Y5 R4").player("Y", lobby=5, money=2).purchase().play("Y target b2")
    assert refusal(poor, "Y lobby") == ("PR-4.11", "refuse.money", (3, 2))
    declined = fair("b2", "Y3 R6 - -").player("Y", lobby=5).purchase().play("Y target b2", "Y no-lobby")
    assert refusal(declined, "Y lobby")[0] == "MH-1.1"


@pytest.mark.rule("A-47")
@pytest.mark.parametrize(("gems", "labs", "left_out"), [("coal*6", "lab_coal", 3), ("coal*4+iron*1", "lab_coal", 2)])
def test_as_many_gems_as_can_go_are_named(gems: str, labs: str, left_out: int) -> None:
    own = gems.replace("+", " ")
    scene = Scene("YGBR").player("Y", elements=f"chemist {own}", improvements=labs, influence=3).office("Y")
    rule, message, (spare, need, content) = refusal(scene, f"Y chemist {gems}")
    assert (rule, message, need) == ("A-47", "refuse.content_wasted", 12)
    assert spare == left_out and isinstance(content, int) and content > 12
