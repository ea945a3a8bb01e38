"""Chapters 11, 12, 13, 15 and 21: market, contracts, technologies, subsidies."""

from __future__ import annotations

import pytest

from machinehall.kernel.plain_state import put
from machinehall.titles.nucleum.action_frames import TechnologyReward
from machinehall.titles.nucleum.lookup import bits
from machinehall.titles.nucleum.rules import contracts
from nucleum.scene import TITLE, Scene, T

MARKET = ("b13", "b02", "b03", "b04", "b05")
"""b13 is the tile with Industrialize -1 W of the example, at price 2."""


def market(order: str = "RBY", boards: str = "abcd") -> Scene:
    return Scene(order, boards=boards).market(*MARKET).display("c05", "c11", "c18", "c19").violet("c36", "c41", "c48")


# Develop


@pytest.mark.rule("NU-11.1", "NU-11.6")
def test_prices_from_left_to_right() -> None:
    for thaler, tiles in ((0, ["b05"]), (1, ["b03", "b04", "b05"]), (2, ["b13", "b02", "b03", "b04", "b05"])):
        scene = market().gives("R", thaler=thaler, workers=0).ask("R", "develop", 0, 0)
        assert [text.split(":")[0] for text in scene.legal("buy")] == tiles
        if thaler < 2:
            assert scene.refused("R buy b13").rule == "NU-11.1"
    assert scene.refused("R buy b20").message == "refuse.tile.unseen"


@pytest.mark.rule("NU-11.2", "NU-EX-04")
@pytest.mark.parametrize(
    ("discount", "workers", "second"), [(0, 0, ["b05"]), (1, 0, ["b03", "b04", "b05"]), (0, 1, ["b03", "b04", "b05"])]
)
def test_the_second_tile_of_the_example(discount: int, workers: int, second: list[str]) -> None:
    scene = market().gives("R", thaler=4, workers=workers).ask("R", "develop", discount, 0).play("R buy b13")
    assert [text.split(":")[0] for text in scene.legal("buy")] == second
    assert scene.legal()[0] == "done"
    if second == ["b05"]:
        assert scene.refused("R buy b03").rule == "NU-11.2"
    scene.play("R buy b05")
    assert scene.of("R").thaler == discount


@pytest.mark.rule("NU-11.2", "NU-EX-04")
def test_uranium_too_can_be_turned_into_the_missing_thaler() -> None:
    scene = market().gives("R", thaler=4, workers=0).mine("R", 1, "bruex-m1", uranium=1)
    scene.ask("R", "develop", 0, 0).play("R buy b13", "R buy b03")
    assert scene.of("R").thaler == 0 and scene.of("R").uranium == [0, 0, 0, 0]


@pytest.mark.rule("NU-11.3", "NU-E40")
def test_slide_and_refill_only_afterwards() -> None:
    scene = market().gives("R", thaler=9).ask("R", "develop", 0, 0).play("R buy b03")
    assert "b03" in scene.of("R").tiles
    assert [T.tile_ids[k] if k >= 0 else "-" for k in scene.s.market] == ["b13", "b02", "-", "b04", "b05"]
    scene.play("R buy b02", "* draw-tile b20", "* draw-tile a30")
    assert [T.tile_ids[k] for k in scene.s.market] == ["a30", "b20", "b13", "b04", "b05"]


@pytest.mark.rule("NU-11.4", "NU-EX-D11", "NU-E40")
def test_the_discount_covers_the_whole_action() -> None:
    scene = market().gives("R", thaler=9).ask("R", "develop", 2, 0).play("R buy b13", "R buy b03")
    assert scene.of("R").thaler == 6  # 2 + 2 + 1 - 2
    cheap = market().gives("R", thaler=9).ask("R", "develop", 2, 0).play("R buy b05", "R buy b04")
    assert cheap.of("R").thaler == 8  # 0 + 2 + 1 - 2
    free = market().gives("R", thaler=9).ask("R", "develop", 2, 0).play("R buy b04", "R done")
    assert free.of("R").thaler == 9


@pytest.mark.rule("NU-11.5", "NU-17.2", "NU-17.3", "NU-E39")
def test_drawing_the_last_tile_meets_the_condition_at_once() -> None:
    scene = market().market(left=1).gives("R", thaler=0, workers=0).ask("R", "develop", 0, 0).play("R buy b05")
    (last,) = scene.legal("draw-tile")[:1]
    assert scene.s.conditions[0] == -1
    scene.play(f"* draw-tile {last}")
    assert scene.s.conditions[0] == 0 and scene.of("R").vp == 3
    # The next purchase leaves a gap.
    scene.ask("R", "free_tile", 2, 0, 0).play("R buy b04")
    assert scene.s.market[0] == -1 and scene.asked is None and scene.of("R").vp == 3


# Contract


@pytest.mark.rule("NU-12.2", "NU-12.3", "NU-EX-D20", "NU-E42")
def test_slot_rewards_x2_and_b4() -> None:
    rewards = {}
    for slot in (1, 2, 4):
        scene = market().gives("R", thaler=0, workers=0).ask("R", "contract", 0).play(f"R sign c05 slot-{slot}")
        rewards[slot] = (scene.of("R").thaler, scene.of("R").supply, scene.of("R").achievement)
    assert rewards == {1: (2, 0, 0), 2: (0, 1, 0), 4: (0, 0, 2)}
    uranium = market().gives("R", workers=0).mine("R", 1, "bruex-m1").ask("R", "contract", 0).play("R sign c05 slot-3")
    assert uranium.asked == ("R", "uranium")
    scene = market(boards="bacd").tech("R", "b4").gives("R", thaler=0, workers=0).slot("R", 2, "c06")
    scene.ask("R", "contract", 1).play("R sign c05 slot-1")
    assert scene.of("R").thaler == 4
    assert scene.legal() == ["slot slot-2", "slot slot-3", "slot slot-4"]  # another one, though occupied
    assert scene.refused("R slot slot-1").rule == "NU-21.4"
    scene.play("R slot slot-2")
    assert scene.of("R").supply == 1  # not doubled


@pytest.mark.rule("NU-12.1", "NU-12.4", "NU-E41", "NU-17.2")
def test_refill_other_colour_gap_and_end() -> None:
    scene = market().display(silver=0, gold=1).ask("R", "contract", 0).play("R sign c05 slot-1")
    assert all(T.contract_kind[T.contracts.index(name)] == 2 for name in scene.legal("draw-contract"))
    assert scene.s.conditions[1] == -1
    scene.play("* draw-contract c20")
    assert scene.s.conditions[1] == 0 and scene.of("R").vp == 3
    scene.ask("R", "contract", 0).play("R sign c20 slot-2")
    assert scene.s.display[0] == -1 and scene.asked is None
    same = market().display(silver=2, gold=2).ask("R", "contract", 0).play("R sign c18 slot-1")
    assert all(T.contract_kind[T.contracts.index(name)] == 2 for name in same.legal("draw-contract"))


@pytest.mark.rule("NU-12.1")
def test_no_free_slot_no_action() -> None:
    scene = market().slot("R", 1, "c06").slot("R", 2, "c07").slot("R", 3, "c08").slot("R", 4, "c01").turn("R")
    scene.play("R play a-2")
    assert scene.legal("act") == ["second"]


@pytest.mark.rule("NU-E72")
def test_the_directive_on_contract_saves_nothing() -> None:
    scene = market().gives("R", thaler=0).turn("R").play("R play a-5", "R directive contract", "R sign c05 slot-1")
    assert scene.of("R").thaler == 2


# Technologies


@pytest.mark.rule("NU-13.1", "NU-13.2", "NU-13.3", "NU-EX-D12", "NU-E36")
def test_unlock_up_to_the_level_or_take_points() -> None:
    scene = Scene("RBY").ask("R", "technology", 2)
    assert scene.legal() == [*(f"unlock a{k}" for k in range(1, 7)), "points"]
    assert scene.refused("R unlock a7").rule == "NU-13.1"
    assert scene.refused("R unlock b1").rule == "NU-3.10"
    scene.play("R points")
    assert scene.of("R").vp == 2
    low = Scene("RBY").tech("R", "a1", "a2", "a4", "a5", "a6").ask("R", "technology", 2)
    assert low.legal() == ["unlock a3", "points"]  # a level-1 tile with a level-2 reward
    assert low.refused("R unlock a1").rule == "NU-13.3"
    done = Scene("RBY").tech("R", *(f"a{k}" for k in range(1, 9))).run(("technology", -2, TechnologyReward(0, level=3)))
    assert done.of("R").vp == 3 and done.asked is None
    assert [T.tech_level[k] for k in bits(T.board_techs[2])] == [1, 1, 1, 2, 2, 2, 3, 3]


@pytest.mark.rule("NU-13.4", "NU-21.1")
def test_immediate_gains() -> None:
    scene = Scene("RBY").gives("R", thaler=0, workers=0).ask("R", "technology", 2).play("R unlock a5")
    assert (scene.of("R").thaler, scene.of("R").supply) == (3, 3) and scene.of("R").techs == ["a5"]
    tokens = Scene("RBY").ask("B", "technology", 2).play("B unlock b6")
    assert tokens.of("B").achievement == 8


@pytest.mark.rule("NU-3.11", "NU-13.4", "NU-21.1")
def test_b7_brings_the_special_tiles() -> None:
    scene = Scene("RBY").ask("B", "technology", 3).play("B unlock b7").lawful()
    assert {"b-s1", "b-s2"} <= set(scene.of("B").tiles)
    scene.gives("B", workers=2).turn("B")
    assert any(text.startswith("b-s1") for text in scene.legal("rail"))


@pytest.mark.rule("NU-13.5", "NU-21.3")
def test_permanent_technologies_fire_on_their_event() -> None:
    rail = Scene("RBY", boards="bacd").tech("R", "b1", "b5").gives("R", thaler=0, workers=2).turn("R")
    rail.play("R rail b-3", "R lay leipzig-riesa.1 plain")
    assert rail.of("R").achievement == 1 and rail.of("R").thaler == 2
    other = Scene("RBY", boards="bacd").tech("R", "b1", "b5").gives("B", workers=2).gives("R", thaler=0).turn("B")
    other.play("B rail a-1", "B lay leipzig-riesa.1 plain")
    assert other.of("R").achievement == 0 and other.of("R").thaler == 0
    contract = market(boards="dabc").tech("R", "d2").ask("R", "contract", 0).play("R sign c05 slot-1")
    assert contract.of("R").achievement == 1


@pytest.mark.rule("NU-13.5")
def test_not_retroactive() -> None:
    """A Laboratory that unlocks A2 pays no thaler for its own powering."""
    scene = Scene("RBY").gives("R", thaler=9).built("R", "laboratory-1", "riesa-u3").ask("R", "energize", 9, 0, 0)
    scene.play("R energize riesa riesa-u3", "R done", "R unlock a2")
    assert scene.of("R").thaler == 9
    again = scene.neutral("n02", "riesa-u1").ask("R", "energize", 9, 0, 0)
    again.play("R energize riesa riesa-u1", "R done")
    assert again.of("R").thaler == 10


@pytest.mark.rule("NU-13.6", "NU-13.7", "NU-17.2")
def test_all_eight_meet_the_condition() -> None:
    scene = Scene("RBY").tech("R", *(f"a{k}" for k in range(1, 8))).ask("R", "technology", 3)
    assert scene.legal() == ["unlock a8", "points"]
    scene.play("R unlock a8")
    assert scene.s.conditions[3] == 0 and scene.of("R").vp == 3
    assert T.tech_kind[T.technologies.index("a8")] == "end_goal"


@pytest.mark.rule("NU-13.8", "NU-E38", "NU-21.3")
def test_nested_effects_resolve_depth_first() -> None:
    """Blue's matched Energize on Red's turn powers a Laboratory; D5 takes a tile and lays it; then Red's turn ends."""
    scene = Scene("RB", boards="ad").market(*MARKET).gives("B", thaler=9, workers=3).tech("B", "d1")
    scene.built("B", "laboratory-2", "riesa-u2").rail("B", "leipzig-riesa.1", "b20", flip=True).pool("R", "b12")
    scene.turn("R").play("R rail b12", "R lay leipzig-riesa.2 flip")  # purple Energize end meets Blue's purple end
    assert scene.asked == ("B", "matched")  # Red has nothing to power
    scene.play("B match leipzig-riesa.1 first", "B energize riesa riesa-u2")
    while scene.asked == ("B", "fuel"):
        scene.play("B done" if "done" in scene.legal() else "B coal ruhr")
    assert scene.legal("unlock") == [f"d{k}" for k in range(1, 7) if k != 1]
    scene.play("B unlock d5", "B buy b03", "* draw-tile b19")
    assert scene.asked == ("B", "lay") and "skip" in scene.legal()
    before = scene.of("B").achievement
    scene.play("B lay dresden-bautzen.1 plain")
    assert scene.of("B").achievement == before + 1  # D1 fires for this rail too
    assert scene.asked == ("B", "matched")  # its wild end matches Bautzen
    scene.play("B done")
    assert scene.of("R").income[2] == scene.of("B").income[2] == 3  # only now the first link is inaugurated
    assert scene.asked == ("B", "turn")


@pytest.mark.rule("NU-E39", "NU-13.4")
def test_c5_takes_one_tile_for_free() -> None:
    scene = Scene("RBY", boards="cab").market(*MARKET).gives("R", thaler=0, workers=0).ask("R", "technology", 2)
    scene.play("R unlock c5")
    assert len(scene.legal("buy")) == 5 and "skip" in scene.legal()
    scene.play("R buy b13", "* draw-tile b20")
    assert scene.asked is None and "b13" in scene.of("R").tiles  # no worker: no rail; no second purchase
    assert min(scene.s.market) >= 0


@pytest.mark.rule("NU-E37")
def test_an_immediate_technology_without_use_still_counts() -> None:
    scene = Scene("RBY").ask("R", "technology", 2).play("R unlock a6")
    assert scene.asked is None and scene.of("R").techs == ["a6"]


# Subsidies


@pytest.mark.rule("NU-15.1", "NU-15.2", "NU-15.3", "NU-15.4", "NU-15.5", "NU-15.6", "NU-15.7", "NU-15.9")
def test_subsidies() -> None:
    def act(tile: str, half: str, *more: str, **amounts: int) -> Scene:
        scene = Scene("RBY").gives("R", **{"thaler": 4, "workers": 2, **amounts}).pool("R", tile).turn("R")
        return scene.play(f"R play {tile}", f"R act {half}", *more)

    assert act("a-1", "second", "R thaler").of("R").thaler == 6
    assert act("a-1", "second", "R worker").of("R").supply == 3
    assert act("a01", "second").of("R").income == [3, 1, 1]
    assert act("a26", "first").of("R").income == [2, 1, 1]
    assert act("a17", "second").of("R").income == [1, 3, 1]
    assert act("a08", "second").of("R").income == [1, 1, 3]
    assert act("b06", "first").of("R").achievement == 1
    assert act("a04", "second").of("R").achievement == 2
    assert act("a05", "second", "R income worker").of("R").income == [1, 2, 1]
    paid = act("a-4", "second", "R income vp")
    assert paid.of("R").thaler == 3 and paid.of("R").income == [1, 1, 2]
    converted = act("a-4", "second", "R income vp", thaler=0, workers=1)
    assert converted.of("R").supply == 0
    broke = Scene("RBY").gives("R", thaler=0, workers=0).turn("R").play("R play a-4")
    assert broke.asked == ("B", "turn")  # neither Energize nor the subsidy is possible


@pytest.mark.rule("NU-15.8")
def test_no_subsidy_through_the_directive() -> None:
    assert T.domains["main"] == ["urbanize", "industrialize", "develop", "contract", "energize"]


# Conditions of contracts


@pytest.mark.rule("NU-19.1", "NU-19.2", "NU-19.3", "NU-19.5", "NU-E25", "NU-E47")
def test_what_contracts_count() -> None:
    scene = Scene("RBY").built("R", "factory-4", "chemnitz-u2").built("R", "factory-1", "praha-u1", powered=True)
    scene.built("R", "laboratory-1", "freiberg-u1", powered=True).neutral("n05", "zwickau-u3", powered=True)
    scene.mine("R", 1, "chemnitz-m1", uranium=3).turbine("R", 1, "zittau-t1").rail("R", "leipzig-riesa.1")

    def has(name: str) -> int:
        return contracts.has(T, scene.s, 0, T.contracts.index(name))

    assert has("c04") == 3  # orange: two buildings and a mine in Chemnitz and Freiberg
    assert has("c02") == 1 and has("c01") == 0  # Zittau is purple on this side; Praha counts nowhere
    assert has("c12") == 2 and has("c15") == 1 and has("c05") == 1
    assert has("c10") == 2 and has("c13") == 1 and has("c24") == 1
    assert has("c16") == 1  # one colour: Praha does not count
    assert has("c17") == 1 and has("c09") == 1 and has("c08") == 1 and has("c40") == 3
    assert has("c14") == 1 and has("c06") == 5


@pytest.mark.rule("NU-19.3", "NU-E44")
def test_contracts_do_not_count_themselves() -> None:
    scene = Scene("RBY").fulfilled("R", "c05", "c06", "c07", "c08").slot("R", 1, "c35").turn("R").play("R play a-1")
    assert not scene.legal("fulfil")
    more = Scene("RBY").fulfilled("R", "c05", "c06", "c07", "c08", "c09", "c10").slot("R", 1, "c35").turn("R")
    more.play("R play a-1", "R fulfil c35", "R points")  # six are more than enough
    assert more.of("R").vp == 4


@pytest.mark.rule("NU-19.6", "NU-7.5")
def test_every_contract_pays_its_rewards() -> None:
    """All fifty conditions met: every reward arrives, and nothing is handed in."""
    for number, name in enumerate(T.contracts):
        scene = Scene("RBY").gives("R", thaler=0, workers=0, achievement=40).mine("R", 1, "bruex-m1")
        scene.s.contracts_unseen ^= 1 << number
        if T.contract_kind[number] == 3:
            scene.s.violet = put(scene.s.violet, 0, number)
        else:
            scene.s.slots = put(scene.s.slots, 0, number)
        scene.s.active = 0
        contracts.fulfil(T, scene.s, 0, number, [])
        TITLE.engine.run(scene.s, [])
        reward = T.contract_reward[number]
        while scene.asked:
            scene.play("R points" if scene.asked[1] == "technology" else "R store row-1")
        of = scene.of("R")
        assert of.vp == reward.get("vp", 0) + reward.get("tech", 0), name
        assert (of.thaler, of.supply, of.uranium[0]) == tuple(reward.get(k, 0) for k in ("thaler", "worker", "uranium"))
        assert of.income[2] == 1 + reward.get("vp_income", 0) and of.achievement == 40
        assert scene.s.fulfilled[0] == 1 << number and scene.s.slots[0] == -1
