"""Chapters 4, 5 and 7: turns, resources and conversions, playing tiles, fulfilling contracts."""

from __future__ import annotations

import battery
import pytest

from machinehall.kernel.plain_state import put
from machinehall.titles.nucleum.rules.resources import can_pay, gain_workers, income_steps
from nucleum.scene import TITLE, Scene, T


def quiet(order: str = "RBY") -> Scene:
    """A position with a market and contracts, nothing on the map."""
    scene = Scene(order).market("b01", "b02", "b03", "b04", "b05")
    return scene.display("c05", "c11", "c18", "c19").violet("c36", "c41", "c48").milestones("m1", "m2", "m3", "m4")


# Chapter 4


@pytest.mark.rule("NU-4.1", "NU-4.2")
def test_single_turns_clockwise() -> None:
    scene = quiet().turn("R")
    assert set(scene.legal()) == {
        "recharge", *(f"{how} {T.tiles[k]}" for how in ("play", "rail") for k in range(len(T.tiles))
                      if scene.s.pool[0] >> k & 1 and (how == "play" or T.railway >> k & 1))
    }  # fmt: skip
    scene.play("R recharge", "R marker 0")
    assert scene.asked == ("B", "turn")
    scene.play("B recharge", "B marker 0", "Y recharge", "Y marker 0")
    assert scene.asked == ("R", "turn")


@pytest.mark.rule("NU-4.3", "NU-E70")
def test_what_each_kind_of_turn_needs() -> None:
    scene = quiet().row("R", "b06", "b07", "b08", "b09", "b10", "b11", "b12", "b13").turn("R")
    assert not scene.legal("play") and scene.legal("rail")
    assert scene.refused("R play a-1").rule == "NU-4.3"
    assert scene.refused("R play b06").rule == "NU-7.3"
    scene.gives("R", workers=0).turn("R")
    assert scene.legal() == ["recharge"]
    assert scene.refused("R rail a-1").rule == "NU-8.3"
    empty = quiet().turn("R")
    empty.s.row[1] |= empty.s.pool[0]
    empty.s.pool[0] = 0
    assert empty.legal() == ["recharge"]
    assert empty.refused("R play a-1").rule == "NU-4.3"


@pytest.mark.rule("NU-4.4", "NU-8.14", "NU-E45")
def test_contracts_only_on_turns_with_a_tile() -> None:
    scene = quiet().gives("R", achievement=6, workers=3).slot("R", 1, "c07").turn("R")
    assert scene.refused("R fulfil c07").rule == "NU-4.4"
    scene.play("R rail a-1", "R lay chemnitz-zwickau.1 plain")  # the wild end matches Zwickau
    assert scene.asked == ("R", "matched") and scene.refused("R fulfil c07").rule == "NU-8.14"
    again = quiet().gives("R", achievement=6).slot("R", 1, "c07").turn("R")
    again.play("R recharge", "R marker 6", "R nucleum zittau")
    assert again.of("R").achievement == 0


@pytest.mark.rule("NU-4.5", "NU-7.1")
def test_both_actions_may_be_declined() -> None:
    scene = quiet().turn("R").play("R play a-3", "R done")
    assert scene.asked == ("B", "turn")
    assert scene.of("R").thaler == 4 and scene.s.row[0].bit_count() == 1


# Chapter 5


@pytest.mark.rule("NU-5.1")
def test_spent_workers_return_and_rail_workers_stay() -> None:
    scene = quiet().gives("R", workers=3).turn("R")
    scene.play("R rail a-1", "R lay leipzig-riesa.1 plain")  # green against white: nothing matches
    assert (scene.of("R").supply, scene.of("R").reserve, scene.of("R").rails) == (2, 15, 1)
    build = quiet().gives("R", workers=3).ask("R", "industrialize", 0, 0, 0, 0, 0)
    build.play("R turbine row-2 plauen-t1")
    assert (build.of("R").supply, build.of("R").reserve) == (1, 17)


@pytest.mark.rule("NU-5.2")
def test_conversions_in_the_middle_of_a_payment() -> None:
    """A building for 2 T with 0 T, 1 W and 1 U: everything is turned into money."""
    scene = quiet().gives("R", thaler=0, workers=1).mine("R", 1, "chemnitz-m1", uranium=1)
    scene.ask("R", "urbanize", 0, 0, 0).play("R urbanize factory-1 chemnitz-u1", "R convert worker")
    assert (scene.of("R").thaler, scene.of("R").supply, scene.of("R").uranium) == (0, 0, [0, 0, 0, 0])
    assert scene.of("R").reserve == 18
    # With more than needed the payer chooses what to convert.
    rich = quiet().gives("R", thaler=1, workers=1).mine("R", 1, "chemnitz-m1", uranium=2)
    rich.mine("R", 2, "bruex-m1", uranium=1).ask("R", "urbanize", 0, 0, 0)
    rich.play("R urbanize factory-1 chemnitz-u1")
    assert rich.legal() == ["convert worker", "convert uranium-1", "convert uranium-2"]
    assert rich.refused("R convert uranium-3").rule == "NU-5.2"
    rich.play("R convert uranium-2")
    assert (rich.of("R").thaler, rich.of("R").supply, rich.of("R").uranium) == (0, 1, [2, 0, 0, 0])


@pytest.mark.rule("NU-5.2")
def test_uranium_pays_for_workers_never_thalers() -> None:
    s = Scene("RB").gives("R", thaler=50, workers=0).s
    assert not can_pay(s, 0, 0, 1)
    scene = Scene("RB").gives("R", thaler=50, workers=0).mine("R", 1, "chemnitz-m1", uranium=2)
    assert can_pay(scene.s, 0, 0, 2) and not can_pay(scene.s, 0, 0, 3)
    assert can_pay(scene.s, 0, 50, 2) and can_pay(scene.s, 0, 51, 1) and not can_pay(scene.s, 0, 51, 2)


@pytest.mark.rule("NU-5.3", "NU-EX-D08")
def test_workers_beyond_the_reserve_are_thalers() -> None:
    scene = Scene("RB").gives("R", thaler=0, workers=17)
    gain_workers(scene.s, 0, 3, [])
    assert (scene.of("R").supply, scene.of("R").reserve, scene.of("R").thaler) == (18, 0, 2)


@pytest.mark.rule("NU-5.4", "NU-E31")
def test_uranium_goes_to_any_mine_or_becomes_a_worker() -> None:
    scene = Scene("RB").gives("R", workers=0).mine("R", 1, "chemnitz-m1", uranium=1).mine("R", 2, "bruex-m1", uranium=2)
    scene.ask("R", "uranium", 3)
    assert scene.legal() == ["store row-1", "worker"]  # the second mine is full
    assert scene.refused("R store row-2").message == "refuse.mine.full"
    assert scene.refused("R store row-3").message == "refuse.mine.not_built"
    scene.play("R store row-1", "R worker", "R store row-1")
    assert scene.of("R").uranium == [3, 2, 0, 0] and scene.of("R").supply == 1
    full = Scene("RB").gives("R", thaler=0, workers=18).mine("R", 1, "chemnitz-m1", uranium=3)
    full.ask("R", "other_slot", 0).play("R slot slot-3")
    assert full.of("R").thaler == 1 and full.of("R").supply == 18  # no room, no reserve: a thaler


@pytest.mark.rule("NU-5.5", "NU-EX-D09")
def test_income_steps_beyond_the_end_are_points() -> None:
    scene = Scene("RB").gives("R", income=(1, 15, 14))
    income_steps(T, scene.s, 0, 1, 2, [])
    assert scene.of("R").vp == 2 and scene.of("R").income == [1, 15, 14]
    income_steps(T, scene.s, 0, 2, 3, [])
    assert scene.of("R").vp == 4 and scene.of("R").income == [1, 15, 15]
    scene.ask("R", "income_any", 3)  # "any income x 3" may be split
    scene.play("R income thaler", "R income thaler", "R income worker")
    assert scene.of("R").income == [3, 15, 15] and scene.of("R").vp == 5


@pytest.mark.rule("NU-5.6")
def test_points_are_never_lost_before_the_end() -> None:
    last = [0, 0]
    for state, _, _ in battery.walk(TITLE, 2, 11):
        assert all(now >= before for now, before in zip(state.vp, last, strict=True))
        last = list(state.vp)
    assert max(last) > 0


# Chapter 7


@pytest.mark.rule("NU-7.1", "NU-7.3")
def test_a_tile_goes_to_the_row_and_stays_until_the_recharge() -> None:
    scene = quiet().turn("R").play("R play a-2")
    assert T.tile_ids[scene.s.row[0].bit_length() - 1] == "a-2"
    assert scene.legal("act") == ["first", "second"]
    scene.play("R act second", "R act first", "R sign c05 slot-1")
    assert scene.asked == ("*", "contract")
    scene.play("* draw-contract c07")
    assert scene.asked == ("B", "turn") and scene.s.row[0].bit_count() == 1
    scene.turn("R")
    assert scene.refused("R play a-2").rule == "NU-7.3"
    scene.play("R recharge", "R marker 0")
    assert scene.s.row[0] == 0 and "a-2" in scene.of("R").tiles


@pytest.mark.rule("NU-7.2", "NU-15.8", "NU-E09", "NU-8.5")
def test_the_special_directive() -> None:
    scene = quiet().gives("R", thaler=1).slot("R", 4, "c06").pool("R", "b11", "b12").turn("R")
    assert "a-5:directive" not in scene.legal("rail")
    assert scene.refused("R rail a-5").rule == "NU-8.5"
    scene.play("R play a-5")
    # 1 T and 2 workers: buildings of level I and II are within reach thanks to the discount.
    assert scene.legal("directive") == ["urbanize", "industrialize", "develop", "contract"]
    assert scene.refused("R act first").rule == "NU-7.2"
    assert scene.refused("R directive energize").rule == "NU-14.1"
    scene.play("R directive develop", "R buy b02", "R done", "* draw-tile b20")
    assert scene.of("R").thaler == 0  # price 2, discount 1
    # One action only. The Directive is on the row and counts as a tile: 4 + 1, 2 more, 1 bought.
    assert scene.legal() == ["done", "fulfil c06"]
    assert scene.refused("R directive urbanize").message == "refuse.directive.one_action"


@pytest.mark.rule("NU-7.4", "NU-7.5", "NU-19.4", "NU-E45")
def test_one_contract_a_turn_in_any_window() -> None:
    scene = quiet().gives("R", achievement=6).slot("R", 1, "c07").slot("R", 2, "c27").turn("R").play("R play a-2")
    assert scene.legal("fulfil") == ["c07"]
    assert scene.refused("R fulfil c27").rule == "NU-7.5"
    assert scene.refused("R fulfil c05").rule == "NU-7.4"  # on display, not in a slot
    scene.gives("R", achievement=13)
    assert scene.legal("fulfil") == ["c07", "c27"]
    scene.play("R act second", "R fulfil c07")
    assert scene.of("R").vp == 4 and scene.of("R").achievement == 13
    assert scene.of("R").slots == ["-", "c27", "-", "-"] and not scene.legal("fulfil")
    assert scene.refused("R fulfil c27").rule == "NU-7.4"
    scene.play("R act first", "R sign c05 slot-1", "* draw c08")
    assert scene.of("R").slots == ["c05", "c27", "-", "-"]
    assert scene.asked == ("B", "turn")


@pytest.mark.rule("NU-7.4")
def test_the_window_after_the_last_action() -> None:
    scene = quiet().gives("R", achievement=5).slot("R", 1, "c07").pool("R", "b10").turn("R").play("R play b10")
    assert not scene.legal("fulfil")
    scene.play("R act first", "R fulfil c07")
    assert scene.of("R").vp == 4


@pytest.mark.rule("NU-7.4", "NU-12.5", "NU-E43")
def test_violet_contracts_are_fulfilled_from_the_side_board() -> None:
    scene = quiet().gives("R", achievement=17)
    scene.s.violet = put(scene.s.violet, 0, -1)
    scene.s.contracts_unseen |= 1 << T.contracts.index("c36")
    scene.violet("c37").slot("R", 1, "c27").turn("R")
    scene.play("R play a-2", "R fulfil c37")
    assert scene.legal()[-1] == "points"
    scene.play("R points")
    assert scene.of("R").vp == 7 and scene.s.violet[0] == -1  # never replaced
    assert scene.of("R").slots == ["c27", "-", "-", "-"] and not scene.legal("fulfil")
    assert scene.s.fulfilled[0].bit_count() == 1


@pytest.mark.rule("NU-7.6", "NU-EX-05", "NU-EX-06", "NU-12.1", "NU-12.2", "NU-12.4", "NU-E41")
def test_take_a_contract_and_fulfil_it_at_once() -> None:
    scene = Scene("YB", boards="ab").market("b01", "b02", "b03", "b04", "b05").violet("c36", "c41", "c48")
    scene.display("c05", "c06", "c18", "c19", silver=0, gold=3)
    scene.mine("Y", 1, "chemnitz-m1").built("Y", "laboratory-1", "freiberg-u1").built("Y", "laboratory-2", "grimma-u2")
    scene.turn("Y").play("Y play a-2", "Y act first")
    assert {text.split()[0] for text in scene.legal("sign")} == {"c05", "c06", "c18", "c19"}
    assert scene.refused("Y sign c36 slot-3").rule == "NU-12.5"
    assert scene.refused("Y sign c07 slot-3").rule == "NU-12.1"
    scene.play("Y sign c05 slot-3", "Y store row-1")
    assert scene.of("Y").uranium == [1, 0, 0, 0]
    assert all(text.startswith("draw-contract") for text in scene.legal())
    gold = [T.contracts[c] for c in range(50) if T.contract_kind[c] == 2 and T.contracts[c] not in ("c18", "c19")]
    assert scene.legal("draw-contract") == gold  # the silver stack is empty
    scene.play("* draw c20", "Y fulfil c05")
    assert scene.of("Y").vp == 3
    scene.play("Y store row-1")
    assert scene.of("Y").uranium == [2, 0, 0, 0] and scene.of("Y").slots == ["-", "-", "-", "-"]
    assert [T.contracts[c] for c in scene.s.display] == ["c20", "c06", "c18", "c19"]
    assert scene.s.conditions[1] == -1  # one gold contract is left in the stack


@pytest.mark.rule("NU-E71", "NU-12.1", "NU-E73", "NU-3.9")
def test_a_full_rack_is_freed_before_the_contract_action() -> None:
    scene = quiet().slot("R", 4, "c07").slot("R", 1, "c08").slot("R", 2, "c09").slot("R", 3, "c10")
    scene.gives("R", achievement=6).turn("R").play("R play a-2")
    assert scene.legal("act") == ["second"]
    assert scene.refused("R act first").rule == "NU-12.1"
    scene.play("R fulfil c07")
    assert scene.legal("act") == ["first", "second"]
    scene.play("R act first")
    assert scene.legal("sign") == [f"{c} slot-4" for c in ("c05", "c11", "c18", "c19")]
    assert scene.refused("R sign c05 slot-1").message == "refuse.sign.slot_taken"
    scene.play("R sign c05 slot-4")
    assert scene.of("R").achievement == 8  # the start contract's slot pays once it is used again


@pytest.mark.rule("NU-E46", "NU-19.5")
def test_tiles_of_pool_and_row_count_rails_do_not() -> None:
    scene = quiet().pool("R", "b06", "b07", "b08").slot("R", 1, "c06").rail("R", "leipzig-riesa.1", "a-4")
    scene.turn("R").play("R play a-1")
    assert not scene.legal("fulfil")  # 3 starting tiles with the Directive, the played one and 3 more: 7
    scene.pool("R", "b10")
    scene.tech("R", "a1").turn("R")
    scene.play("R play a-2")
    assert scene.legal("fulfil") == ["c06"]
