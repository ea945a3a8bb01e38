"""Chapters 6 and 10: phases of a round, end of the game."""

from __future__ import annotations

import pytest

from imperial_steam.scene import TITLE, Scene, T
from machinehall.kernel.plain_state import put


@pytest.mark.rule("IS-6.1", "IS-7.1", "IS-2.9")
def test_two_three_four_five_actions() -> None:
    scene = Scene("RV").player("R", influence=200, investors=0).player("V", influence=200, investors=0)
    scene.turn("R")
    turns = []
    for _ in range(6):
        before, number = scene.s.round, 0
        while scene.s.round == before and scene.s.stack:
            number += 1
            assert scene.acting == ("RV" if scene.order == "RV" else "VR")[(number - 1) % 2]
            scene.play(f"{scene.acting} do {'pass' if number % 4 < 2 else 'funds'}")
        turns.append(number)
    assert turns == [4, 6, 8, 10, 10, 10]
    assert sum(scene.s.pawns) == 0, "all pawns have been taken back"


@pytest.mark.rule("IS-6.2", "IS-E-35")
def test_market_refill() -> None:
    scene = Scene("RV", number=3).market(wood=4)
    s = scene.s
    for good in range(4):
        s.supply[good] += s.refill[12 + good]
        s.refill = put(s.refill, 12 + good, 0)
    s.refill = (*s.refill[:12], 1, 0, 0, 1, *s.refill[16:])
    s.supply[0] -= 1
    s.supply[3] -= 1
    before = T.market_price[4]
    coal = s.supply[3]
    scene.begin("new_round")
    assert s.market == [5, 10, 10, 10] and s.supply[3] == coal + 1, "a full column sends the cube to the supply"
    assert T.market_price[5] <= before
    assert s.refill[12:16] == (0, 0, 0, 0)


@pytest.mark.rule("IS-6.3", "IS-E-34")
def test_orders_arrive_and_what_does_not_fit_is_given_up() -> None:
    scene = Scene("RV", number=2).player("R", goods="wood*4 coal", ordered="iron stone").begin("new_round")
    assert scene.acting == "R" and scene.ordered("R") == {}
    scene.play("R give-up wood", "R give-up stone")
    assert scene.goods("R") == {"wood": 3, "iron": 1, "coal": 1}
    assert scene.acting == "R" and "do pass" in scene.legal()


@pytest.mark.rule("IS-6.4")
def test_income() -> None:
    scene = Scene("RV", number=2).player("R", money=0, goods="", passengers=2, tracks="wien>bratislava")
    scene.player("R", stations="bratislava").player("V", money=50).begin("new_round")
    assert (scene.money("R"), scene.money("V")) == (40, 60)


@pytest.mark.rule("IS-6.5", "IS-DX-01")
def test_training() -> None:
    scene = Scene("RV", number=2).player("R", workers=(2, 1, 1, 1, 1, 0)).begin("new_round")
    assert scene.workers("R") == [1, 3, 2, 0, 0, 0]


@pytest.mark.rule("IS-6.5")
def test_level_three_stays() -> None:
    scene = Scene("RV", number=2).player("R", workers=(0, 0, 2, 0, 0, 1)).begin("new_round")
    assert scene.workers("R") == [0, 0, 3, 0, 0, 0]


@pytest.mark.rule("IS-6.6", "IS-6.7")
def test_turn_order_then_actions() -> None:
    scene = Scene("RVB", number=2).track("B50 R30 V30").begin("new_round")
    assert scene.order == "BRV" and scene.acting == "B" and "do pass" in scene.legal()


@pytest.mark.rule("IS-3.3", "IS-E-49")
def test_round_1_skips_the_first_phases() -> None:
    scene = Scene("RV", number=0).player("R", money=0, workers=(2,)).begin("new_round")
    assert scene.money("R") == 0 and scene.workers("R") == [2, 0, 0, 0, 0, 0] and scene.s.round == 1


@pytest.mark.rule("IS-6.8", "IS-10.1")
def test_the_game_ends_after_round_8() -> None:
    scene = Scene("RV", number=8).begin("round_over")
    assert TITLE.to_act(scene.s) == ()
    outcome = TITLE.outcome(scene.s)
    assert outcome is not None and outcome.reason == "end.rounds_played"
    scene = Scene("RV", number=7).begin("round_over")
    assert scene.s.round == 8 and scene.acting == "R"


@pytest.mark.rule("IS-10.1", "IS-E-41", "IS-8.16")
def test_trieste_ends_the_game_after_the_round() -> None:
    road = "wien>wr_neustadt>gloggnitz>muerzzuschlag>bruck>graz>maribor>celje>ljubljana"
    scene = Scene("RV", number=4).player("R", tracks=road, engineers="bridge tunnel", workers=(0, 0, 4), investors=0)
    scene.player("V", tracks=road, engineers="bridge tunnel", workers=(0, 0, 4), investors=0, money=100)
    scene.player("R", influence=200, goods="wood stone*2 iron coal").player("V", influence=200)
    scene.player("V", goods="wood stone*2 iron coal").turn("R")
    scene.play("R do lay", "R track ljubljana--trieste", "R mobilise 2xIII")
    if scene.acting == "R":
        scene.play("R done")
    assert scene.acting == "V", "the others play on"
    money = scene.money("V")
    scene.play("V do lay", "V track ljubljana--trieste", "V mobilise 2xIII")
    assert scene.money("V") == money - 10 + 90, "the bonus is not only for the first"
    if "done" in scene.legal():
        scene.play("V done")
    while scene.s.stack:
        kind = "pass" if "do pass" in scene.legal() and scene.s.pawns.count(0) > 12 else "funds"
        scene.play(f"{scene.acting} do {kind}")
    assert scene.s.round == 4
    outcome = TITLE.outcome(scene.s)
    assert outcome is not None and outcome.reason == "end.trieste"
