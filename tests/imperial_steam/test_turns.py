"""Chapter 7: turns, the price of repeating an action."""

from __future__ import annotations

import pytest

from imperial_steam.scene import Scene, T


@pytest.mark.rule("IS-7.2")
def test_exactly_one_action_and_free_actions_around_it() -> None:
    scene = Scene().turn("R")
    assert "sell" in scene.legal() and scene.refused("R end-turn") == "IS-7.2"
    scene.play("R sell")
    assert scene.money("R") == 180 and scene.acting == "R" and "do funds" in scene.legal()
    scene.play("R do funds")
    assert scene.acting == "V", "nothing free is left to do"
    scene.play("V do funds")
    assert scene.acting == "V" and scene.legal() == {"sell", "end-turn"}
    assert scene.refused("V do pass") == "IS-7.2"
    scene.play("V sell")
    assert scene.acting == "B"


@pytest.mark.rule("IS-7.2")
def test_pass_is_always_an_action() -> None:
    """Amb-51."""
    scene = Scene().turn("R")
    missing = {"collect", "recruit", "share", "train"}
    assert {f"do {name}" for name in T.action_tiles} - scene.legal() == {f"do {name}" for name in missing}


@pytest.mark.rule("IS-7.3")
def test_pawns_of_others_do_not_matter() -> None:
    scene = Scene(number=3).pawns("R", "funds", 3).player("V", influence=0).turn("V")
    assert "do funds" in scene.legal()
    scene.play("V do funds")
    assert scene.column("V") == 0


@pytest.mark.rule("IS-7.4", "IS-EX-05", "IS-E-15")
def test_repeating_costs_more_each_time() -> None:
    scene = Scene(number=4).player("R", influence=60, money=500, investors=0).pawns("R", "train", 1).turn("R")
    scene.play("R do train", "R buy IS-4")
    assert scene.column("R") == 50
    scene = Scene(number=4).player("R", influence=60, money=500, investors=0).pawns("R", "train", 2).turn("R")
    scene.play("R do train")
    assert scene.column("R") == 40, "before anything is bought"
    scene = Scene(number=4).player("R", influence=60).pawns("R", "pass", 3).turn("R").play("R do pass")
    assert scene.column("R") == 30


@pytest.mark.rule("IS-7.4", "IS-E-15", "IS-8.18")
def test_the_price_may_break_the_test_for_recruiting() -> None:
    scene = Scene(number=4).player("R", influence=30).pawns("R", "recruit", 1).turn("R")
    assert scene.refused("R do recruit") == "IS-7.4"
    assert scene.refusal("R do recruit") == ("IS-7.4", "refuse.metropolis.out_of_reach_after", (1, "brown", 30, 20))
    scene = Scene(number=4).player("R", influence=40).pawns("R", "recruit", 1).turn("R")
    assert "do recruit" in scene.legal()


@pytest.mark.rule("IS-7.4", "IS-8.42", "Amb-3", "Amb-51")
def test_passing_is_always_allowed_at_a_loss_down_to_0() -> None:
    scene = Scene(number=4).player("R", influence=10, money=0, goods="").pawns("R", "funds", 2).pawns("R", "pass", 2)
    scene.player("R", share=60).turn("R")
    assert scene.refused("R do funds") == "IS-7.4" and {"do share", "do pass"} <= scene.legal()
    assert scene.play("R do pass").column("R") == 0
    at_0 = Scene(number=4).player("R", influence=0, investors=0).pawns("R", "pass", 1).turn("R")
    assert {"do funds", "do pass"} <= at_0.legal()
    at_0.play("R do pass")
    assert at_0.column("R") == 0 and at_0.s.pawns[10] == 2


@pytest.mark.rule("IS-8.42", "Amb-3")
def test_nobody_is_made_to_sign() -> None:
    """At column 0 a contract was once all that was left beside a second Pass."""
    scene = Scene(number=5).player("R", influence=0, money=0, goods="", investors=0, tracks="wien>bratislava")
    scene.pawns("R", "funds", 1).pawns("R", "pass", 1).turn("R")
    assert {"do contract", "do pass"} <= scene.legal()
    forced = Scene(number=5, options={"pass_always": 0})
    forced.player("R", influence=0, money=0, goods="", investors=0, tracks="wien>bratislava")
    forced.pawns("R", "funds", 1).pawns("R", "pass", 1).turn("R")
    assert "do contract" in forced.legal() and forced.refused("R do pass") == "IS-7.4"


@pytest.mark.rule("IS-7.4", "Amb-3")
def test_by_the_switch_a_price_must_be_paid_in_full_except_to_pass_in_need() -> None:
    old = {"pass_always": 0}
    scene = Scene(number=4, options=old).player("R", influence=10, money=0, goods="")
    scene.pawns("R", "funds", 2).pawns("R", "pass", 2).player("R", share=60).turn("R")
    assert scene.refused("R do funds") == "IS-7.4" and scene.refused("R do pass") == "IS-7.4"
    assert "do share" in scene.legal()
    scene = Scene(number=5, options=old).player("R", influence=10, money=0, goods="", investors=0, passengers=3)
    scene.pawns("R", "funds", 2).pawns("R", "pass", 2).turn("R")
    assert "do share" in scene.legal(), "60 costs a step"
    scene = Scene(number=5, options=old).player("R", influence=0, money=0, goods="", investors=0, passengers=3)
    scene.pawns("R", "funds", 2).pawns("R", "pass", 2).turn("R")
    assert scene.legal() == {"do pass"}
    scene.play("R do pass")
    assert scene.column("R") == 0
